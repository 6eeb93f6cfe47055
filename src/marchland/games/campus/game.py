"""Campus as a game: its sequence of play and its positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from marchland.engine.board import Board, read_board
from marchland.engine.errors import UsageError
from marchland.engine.game import Game, Preset
from marchland.engine.labels import Labels
from marchland.engine.odds import Inquiry, Odds
from marchland.engine.offers import Deals
from marchland.engine.position import number
from marchland.engine.step import Phase
from marchland.engine.table import Table
from marchland.games.campus.evaluation import evaluate
from marchland.games.campus.move import MOVE
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
        place(t, position)

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


def place(t: Campus, position: Mapping[str, Any]) -> None:
    """A position: {"seats": 4, "active": 0, "step": "move", "rooms": {"COM": [0, 6]}, "rest": [1, 1]}.

    A room is [owner, troops] or [owner, fresh, settled, veteran], the owner a seat or "neutral"; `rest` describes
    every room in play that is not named. `step` is place_start, receive, place or move; `to_place`, `remainder`,
    `order`, `round` and `fallen` complete it where they matter.
    """
    known = {"seats", "options", "active", "step", "rooms", "rest", "to_place", "remainder", "order", "round", "fallen"}
    for entry in position:
        if entry not in known:
            raise UsageError(f"A position of Campus has no entry {entry!r}; known are {', '.join(sorted(known))}.")
    t.active = number(position, "active", 0, 0, t.seats - 1)
    t.round = number(position, "round", 1, 1, t.max_rounds)
    t.order = position.get("order", list(range(t.seats)))
    if sorted(t.order) != list(range(t.seats)):
        raise UsageError("The 'order' of a position names every seat once.")
    _place_rooms(t, position.get("rooms", {}), position.get("rest"))
    gone = [seat for seat in range(t.seats) if t.held[seat] == 0]
    t.fallen = list(position.get("fallen", gone))
    if sorted(t.fallen) != gone:
        raise UsageError(f"The seats without a room are {gone}, but 'fallen' says {t.fallen}.")
    if t.active in gone:
        raise UsageError(f"Seat {t.active} is active but has no room.")
    _place_agenda(t, position)


def _place_rooms(t: Campus, rooms: Mapping[str, Any], rest: Any) -> None:
    for code in rooms:
        if code not in t.board.number or not t.board.in_play[t.board.number[code]]:
            raise UsageError(f"There is no room {code!r} in play.")
    for room, region in enumerate(t.board.regions):
        if not t.board.in_play[room]:
            continue
        entry = rooms.get(region.code, rest)
        if not isinstance(entry, list) or len(entry) not in (2, 4):
            raise UsageError(f"Room {region.code} needs [owner, troops] or [owner, fresh, settled, veteran].")
        owner = NEUTRAL if entry[0] == "neutral" else entry[0]
        if type(owner) is not int or not (0 <= owner < t.seats or owner == NEUTRAL):
            raise UsageError(f"Room {region.code} cannot belong to {entry[0]!r}.")
        counts = entry[1:]
        if any(type(count) is not int or count < 0 for count in counts) or not 1 <= sum(counts) <= 100000:
            raise UsageError(f"Room {region.code} needs at least one troop, in whole numbers.")
        if len(counts) == 3 and owner != t.active:
            raise UsageError(f"Room {region.code}: only troops of the active seat have states.")
        t.settle(room, owner, sum(counts))
        if len(counts) == 3:
            t.settled[room], t.veteran[room] = counts[1], counts[2]


def _place_agenda(t: Campus, position: Mapping[str, Any]) -> None:
    step = position.get("step", "move")
    t.call(MATCH)
    if step == "place_start":
        t.remainder = list(position.get("remainder", [0] * t.seats))
        if len(t.remainder) != t.seats:
            raise UsageError("The 'remainder' of a position has a number for every seat.")
        t.set_progress(2)
        t.call(SET_UP, t.order.index(t.active))
        return
    t.set_progress(3)
    t.call(ROUNDS, t.order.index(t.active) + 1)
    t.set_progress(1)
    t.call(TURN)
    if step == "receive":
        t.set_progress(1)
        t.call(RECEIVE)
    elif step == "place":
        t.set_progress(2)
        t.to_place = number(position, "to_place", 1, 0, 100000)
        t.call(PLACE_TROOPS)
    elif step == "move":
        t.set_progress(3)
        t.call(MOVE)
    else:
        raise UsageError(f"A position of Campus cannot stand at {step!r}; steps: place_start, receive, place, move.")


def labels() -> Labels:
    made = Labels()
    made.put("region", [room.code for room in WHOLE.regions], [room.name for room in WHOLE.regions])
    return made


QUICK: Final = {"setup_place": "random", "max_rounds": "15"}
ROLL_BY_ROLL: Final = {"attack_style": "roll", "attack_stop": "yes"}

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
    facts={"turn": "the place in the turn order"},
)
