"""Lots, whole."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.game import Game
from marchland.engine.labels import Labels
from marchland.engine.options import Options
from marchland.engine.picture import Fact, Picture, Seat
from marchland.engine.sayings import Saying, phrase
from marchland.engine.settings import Settings
from marchland.engine.step import Phase, Step
from marchland.engine.table import Table

GUESSED: Final = phrase("LOT-1.2", "{who:seat} guesses {n}, and it is {lot}")
ASK: Final = phrase("LOT-1.2", "Guess the other's number.")
AWAIT: Final = phrase("LOT-1.2", "{who:seat} guesses your number")
RANGE: Final = phrase("LOT-1.2", "Lots have the numbers 1 to 3")


class Lots(Table):
    lots: list[int]

    def set_up(self) -> None:
        self.lots = [0] * self.seats

    def copy(self) -> Lots:
        twin = Lots()
        self.copy_into(twin)
        twin.lots = self.lots[:]
        return twin

    def sight(self, seat: i64) -> dict[str, object]:
        return {"lots": [lot if self.sees(seat, other) else 0 for other, lot in enumerate(self.lots)]}

    def depict(self, seat: i64) -> Picture:
        lots = [lot if self.sees(seat, other) else 0 for other, lot in enumerate(self.lots)]
        return Picture(seats=[Seat([Fact(lot, "lot")] if lot else []) for lot in lots])

    def imagine(self, seat: i64) -> None:
        for other in range(self.seats):
            if other != seat:
                self.lots[other] = int(self.dice.roll(3))


class Draw(Step[Lots]):
    """LOT-1.1"""

    def resume(self, t: Lots) -> None:
        t.lots = [int(t.dice.roll(3)) for _ in range(t.seats)]
        t.finish()


class Guess(Deed[Lots]):
    """LOT-1.2"""

    words = ["guess {n}", "n:count"]

    def offer(self, t: Lots, seat: i64, found: Options) -> None:
        found.span(self.of(1), 3)

    def why(self, t: Lots, seat: i64, action: i64) -> Saying:
        return [RANGE]

    def do(self, t: Lots, seat: i64, action: i64) -> None:
        t.tell(GUESSED, seat, self.a(action), t.lots[1])
        t.end([1, 2] if self.a(action) == t.lots[1] else [2, 1])


class Ask(Step[Lots]):
    """LOT-1.2"""

    def prompt(self, t: Lots, seat: i64) -> Saying:
        return [ASK]

    def waiting(self, t: Lots) -> Saying:
        return [AWAIT, t.active]


DRAW: Final = Draw("lots.draw", "Draw", "LOT-1.1")
ASK_FIRST: Final = Ask("lots.ask", "Guess", "LOT-1.2", [Guess()])
MATCH: Final[Phase[Lots]] = Phase("lots.match", "Lots", "LOT-1.1", [DRAW, ASK_FIRST])


class LotsGame(Game):
    def blank(self) -> Table:
        return Lots()

    def evaluate(self, t: Table, seat: i64) -> float:
        return 1.0 if t.over and t.places[seat] == 1 else 0.0


GAME: Final = LotsGame(
    name="lots",
    title="Lots",
    prefix="LOT",
    version="1.0",
    summary="One secret, one decision.",
    seats=(2, 2, 2),
    labels=Labels(),
    settings=Settings([]),
    root=MATCH,
    steps=[DRAW, ASK_FIRST],
    package="lots",
)
