"""Campus as a game: its sequence of play, its laws and its labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from marchland.engine.board import Board, read_board
from marchland.engine.game import Game, Preset, load_emblems, load_first_steps
from marchland.engine.labels import Labels
from marchland.engine.odds import Inquiry, Odds
from marchland.engine.offers import Deals
from marchland.engine.report import Reporter
from marchland.engine.step import Phase
from marchland.engine.table import Table
from marchland.games.campus.evaluation import evaluate
from marchland.games.campus.move import MOVE
from marchland.games.campus.position import ENTRIES, FRAMES, laid, place
from marchland.games.campus.setup import DEAL_ROOMS, SET_UP
from marchland.games.campus.table import NUMBERS, PACKAGE, SETTINGS, WHOLE, Campus
from marchland.games.campus.turn import PLACE_TROOPS, RECEIVE, ROUNDS, TURN
from marchland.games.conquest.battle import BATTLE
from marchland.games.conquest.table import NEUTRAL, SHARED_NUMBERS
from marchland.games.conquest.words import CONQUEST

MATCH: Final[Phase[Campus]] = Phase("campus.match", "Campus", "CAM-1.1", [DEAL_ROOMS, SET_UP, ROUNDS])


class CampusGame(Game[Campus]):
    def blank(self) -> Campus:
        return Campus()

    def evaluate(self, t: Table, seat: i64) -> float:
        assert isinstance(t, Campus)
        return evaluate(t, seat)

    def read_house_board(self, text: str) -> Board:
        return read_board(text, "the board").laid_over(WHOLE)

    def lay_out(self, t: Table, position: Mapping[str, Any]) -> None:
        assert isinstance(t, Campus)
        place(t, dict(position))

    def laid_out(self, t: Table) -> dict[str, Any]:
        assert isinstance(t, Campus)
        return laid(t)

    def conserved(self, t: Table) -> str:
        assert isinstance(t, Campus)
        return broken_law(t)

    # Odds are imported by whoever asks for them: a match that nobody weighs needs none.

    def odds(self, t: Table, seat: int, actions: list[int], quick: bool = False) -> Odds | None:
        from marchland.games.conquest.odds import odds_of_attack

        assert isinstance(t, Campus)
        return odds_of_attack(t, actions, quick)

    def inquiry(self) -> Inquiry | None:
        from marchland.games.conquest.odds import DiceInquiry

        return DiceInquiry(self)

    def study(self, dealt: Table, story: list[list[int]]) -> list[tuple[int, str, str]]:
        assert isinstance(dealt, Campus)
        return [(seat, "turn", str(place + 1)) for place, seat in enumerate(dealt.order)]

    def reporter(self, t: Table) -> Reporter:
        from marchland.games.conquest.report import ConquestReporter

        return ConquestReporter(t)

    def ending(self, t: Table) -> str:
        assert isinstance(t, Campus)
        return "elimination" if len(t.fallen) == t.seats - 1 else "ranking"


def broken_law(t: Campus) -> str:
    """S.1  Every room in play is held; counts kept by hand agree with the map; states never exceed the troops."""
    held = [0] * 8
    moving_in = t.board is not None and t.depth() > 0 and t.step().tag == "conquest.move_in"
    for room in range(len(t.owner)):
        owner = t.owner[room]
        held[owner] += 1
        if t.board.in_play[room] != (owner <= NEUTRAL):
            return f"room {room} is held and closed at once"
        if owner <= NEUTRAL and t.units[room] < 1 and not moving_in:
            return f"room {room} stands empty"
        if t.settled[room] + t.veteran[room] > t.units[room] or min(t.settled[room], t.veteran[room]) < 0:
            return f"room {room} has more settled and veteran troops than troops"
        if (t.settled[room] or t.veteran[room]) and owner != t.active:
            return f"room {room} has states, but its owner is not active"
    if held[: NEUTRAL + 1] != list(t.held)[: NEUTRAL + 1]:
        return f"rooms were counted as {t.held}, the map says {held}"
    if sorted(t.fallen) != [seat for seat in range(t.seats) if held[seat] == 0]:
        return f"eliminated are {t.fallen}, the map says otherwise"
    return ""


def labels() -> Labels:
    made = Labels()
    made.put("region", [room.code for room in WHOLE.regions], [room.name for room in WHOLE.regions])
    return made


QUICK: Final = {"setup_place": "random", "max_rounds": "15"}
ROLL_BY_ROLL: Final = {"attack_style": "roll", "attack_stop": "yes"}

EMBLEMS: Final = load_emblems(PACKAGE, "emblems.toml")

GAME: Final = CampusGame(
    name="campus",
    title="Campus",
    prefix="CAM",
    version="1.0",
    summary="A small Risk in the buildings of a campus: commit a force, win, and march on, but never go back.",
    seats=(2, 4, 6),
    labels=labels(),
    settings=SETTINGS,
    root=MATCH,
    steps=[DEAL_ROOMS, SET_UP, ROUNDS, TURN, RECEIVE, PLACE_TROOPS, MOVE, *BATTLE],
    package=PACKAGE,
    deals=Deals("CAM-6.4"),
    family=CONQUEST,
    numbers=[SHARED_NUMBERS, NUMBERS],
    board=WHOLE,
    emblems=EMBLEMS,
    opening=[SET_UP],
    sequence=[RECEIVE, PLACE_TROOPS, MOVE],
    length="20 to 40 minutes",
    open_information=True,
    presets=[
        Preset("Rulebook", "As the rulebook has it.", {}),
        Preset("Quick", "Chance sets up the troops, and fifteen rounds decide.", QUICK),
        Preset("Roll by roll", "Attack one roll at a time, and stop when you like.", ROLL_BY_ROLL),
        Preset("Fair opening", "Whoever plays first receives less in the first round.", {"opening": "staggered"}),
    ],
    first_evening="Quick",
    first_steps=load_first_steps(PACKAGE, "first_steps.toml", EMBLEMS),
    facts={"turn": "the place in the turn order"},
    entries=ENTRIES,
    frames=FRAMES,
)
