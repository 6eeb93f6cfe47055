"""What the tests of Campus share: the campus as the rulebook prints it, and short ways to lay out and read a table."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from marchland import load
from marchland.engine.dice import Dice, ScriptedDice
from marchland.engine.errors import IllegalAction
from marchland.games.campus.table import Campus

GAME = load("campus")

# Typed from the chapter on the board, not read from the board file: the tests compare the two.
BUILDINGS = {
    "SCI": "PHY CHE BIO COR LEC COM COL OBS".split(),
    "LIB": "REA ARC STA CAT MAP STU".split(),
    "ART": "GAL THE MUS POT DRA".split(),
    "UNI": "CAF FOY BOO KIT GRE RAD".split(),
    "WRK": "MAC FOU ROB TES SPA LOA".split(),
    "OLD": "REG COU TRE POS REC VAU".split(),
    "SPO": "GYM CLI POO CHA TRA".split(),
}
ROOMS = [room for rooms in BUILDINGS.values() for room in rooms]

Position = dict[str, list[Any]]


def number(room: str) -> int:
    return ROOMS.index(room)


def lay(rooms: Position, rest: Sequence[Any] = (2, 1), faces: Sequence[int] = (), **entries: Any) -> Campus:
    """A position in the move step of seat 0, four seats, dice that fall as written; `entries` say otherwise."""
    events = entries.pop("events", False)
    dice = entries.pop("dice", None) or ScriptedDice(list(faces))
    position = {"seats": 4, "active": 0, "step": "move", "rooms": rooms, "rest": list(rest), **entries}
    t = GAME.position(position, dice=dice, events=events)
    assert isinstance(t, Campus)
    return t


def deal(seats: int, seed: int = 0, dice: Dice | None = None, events: bool = False, **options: object) -> Campus:
    t = GAME.deal(seats, seed, options, dice=dice, events=events)
    assert isinstance(t, Campus)
    return t


def of(owner: int | str, *rooms: str, troops: int = 1) -> Position:
    """The same troops of one owner in several rooms."""
    return {room: [owner, troops] for room in rooms}


def play(t: Campus, *actions: str) -> None:
    """Each action is taken by whoever has to decide."""
    for action in actions:
        (seat,) = t.deciders()
        t.play(seat, GAME.parse(action))


def offered(t: Campus, beginning: str = "", ending: str = "") -> list[str]:
    """The options of whoever has to decide, in words."""
    (seat,) = t.deciders()
    names = [GAME.name_of(action) for action in t.options(seat)]
    return [name for name in names if name.startswith(beginning) and name.endswith(ending)]


def refused(t: Campus, action: str, seat: int | None = None) -> str:
    """The clause of the refusal; nothing on the table may have changed."""
    before = t.fingerprint()
    by = t.deciders()[0] if seat is None else seat
    with pytest.raises(IllegalAction) as refusal:
        t.play(by, GAME.parse(action))
    assert t.fingerprint() == before
    return refusal.value.clause


def seen(t: Campus, *rooms: str) -> Position:
    """Rooms as a position writes them: (f, s, v) for the active player's, one number for all others."""
    found: Position = {}
    for room in rooms:
        i = number(room)
        who = t.owner[i]
        if who == t.active:
            found[room] = [who, t.fresh(i), t.settled[i], t.veteran[i]]
        else:
            found[room] = ["neutral" if who == 6 else who, t.units[i]]
    return found


def reach(t: Campus, room: str) -> tuple[int, int]:
    """R and E of a room: the fresh troops that may reinforce, and the troops that may attack."""
    return t.mobile(number(room)), t.eligible(number(room))


def rooms_of(t: Campus, owner: int) -> list[str]:
    return [room for i, room in enumerate(ROOMS) if t.owner[i] == owner]


def troops_of(t: Campus, owner: int) -> int:
    return sum(t.units[number(room)] for room in rooms_of(t, owner))


def dice_left(t: Campus) -> list[int]:
    """The faces of the script that have not been thrown."""
    assert isinstance(t.dice, ScriptedDice)
    return t.dice.faces


def told(t: Campus, clause: str = "") -> list[str]:
    """What happened, in sentences; with a clause, only what that clause brought about."""
    assert t.events is not None
    return [GAME.say(event[1:]) for event in t.events if not clause or GAME.clause_of(event[1:]) == clause]


def end_turns(t: Campus, count: int) -> list[int]:
    """So many turns in which everything is placed in one room and nothing moves; whose turns they were."""
    whose = []
    while len(whose) < count and not t.over:
        if t.to_place:
            play(t, offered(t, f"place {t.to_place} in ")[0])
        whose.append(int(t.active))
        play(t, "end turn")
    return whose


def in_rising_order(seats: list[int]) -> bool:
    """Each seat followed by the next higher one, and the highest by the lowest."""
    return all((after - before) % len(seats) == 1 for before, after in pairwise(seats))
