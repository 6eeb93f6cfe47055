"""Chapter 4: receiving outside the own turn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.capitals.table import AWAIT, Capitals
from marchland.games.conquest.table import MOST, PLACE_THE_REST

# Arguments of the frame.
RECEIVER: Final = Slot(0)
LEFT: Final = Slot(1)  # units still to put
EUR_DUE: Final = Slot(2)
CARDS_DUE: Final = Slot(3)

TO_POOL: Final = phrase("CAP-4.1", "{n unit} {n|comes|come} to the pool of {who:seat}")
GAINS: Final = phrase("CAP-6.5", "{who:seat} gains {n} EUR")


def receive(t: Capitals, seat: i64, units: i64, eur: i64, cards: i64) -> None:
    """CAP-4.1  Units go to the pool of the active player who is mustering; anybody else puts them at once."""
    if seat == t.active and t.playing >= 0:
        # Cards that cause a bid are played in the Muster step alone.
        to_pool(t, seat, units)
        t.call(RECEIVE, seat, 0, eur, cards)
    else:
        t.call(RECEIVE, seat, units, eur, cards)


def receive_all(t: Capitals, seats: list[int], units: i64, eur: i64, cards: i64) -> None:
    """CAP-4.2  In this order, one player completely after the other: the first lies on top of the agenda."""
    for seat in reversed(seats):
        receive(t, seat, units, eur, cards)


def to_pool(t: Capitals, seat: i64, units: i64) -> None:
    if units > 0:
        t.pool[seat] += units
        t.tell(TO_POOL, units, seat)


def gain_eur(t: Capitals, seat: i64, n: i64) -> None:
    if n > 0:
        t.gain(seat, n)
        t.tell(GAINS, seat, n)


PUTS: Final = phrase("CAP-4.1", "{who:seat} puts {n unit} in {territory:region}")
ASK_PLACE_NOW: Final = phrase("CAP-4.1", "Put {n unit} in {n|a territory|territories} of yours.")
PUT_OWN: Final = phrase(
    "CAP-4.1", "You do not control {territory:region}, and units are put in territories of your own"
)
PUT_RANGE: Final = phrase("CAP-4.1", "You can put 1 to {n unit}")


class PlaceNow(Deed[Capitals]):
    """CAP-4.1  On own territories, in any split."""

    words = ["put {n} in {territory}", "territory:region n:count"]

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        left = LEFT.of(t)
        found.fan(self, t.own(seat), left if left < MOST else MOST)

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        territory = self.a(action)
        return [PUT_RANGE, LEFT.of(t)] if t.controls(seat, territory) else [PUT_OWN, territory]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        territory, n = self.a(action), self.b(action)
        t.units[territory] += n
        LEFT.add(t, -n)
        t.tell(PUTS, seat, n, territory)


class Receive(Step[Capitals]):
    """CAP-4.1  EUR and cards are received; then the units are put, unasked where there is one way only."""

    def resume(self, t: Capitals) -> None:
        seat = RECEIVER.of(t)
        if t.progress() == 0:
            t.set_progress(1)
            gain_eur(t, seat, EUR_DUE.of(t))
            for _ in range(CARDS_DUE.of(t)):
                t.draw(seat)
        if LEFT.of(t) == 0:
            t.finish()
            return
        options = self.listed(t, seat)
        if options.total == 1:
            self.act(t, seat, options.at(0))
        else:
            t.ask(seat, options)

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        return [ASK_PLACE_NOW, LEFT.of(t)]

    def waiting(self, t: Capitals) -> Saying:
        return [AWAIT, RECEIVER.of(t)]

    def chore(self, t: Capitals, seat: i64) -> str:
        return PLACE_THE_REST


RECEIVE: Final = Receive("capitals.receive", "Receive", "CAP-4.1", [PlaceNow()])
