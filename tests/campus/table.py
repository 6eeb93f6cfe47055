"""What the tests of Campus share: the campus as the rulebook prints it, and short ways to lay out and read a table."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest

from marchland import load
from marchland.engine.dice import Dice, ScriptedDice, fast_dice
from marchland.engine.errors import IllegalAction
from marchland.engine.playout import play_out
from marchland.games.campus.table import Campus

GAME = load("campus")

# Typed from the chapter on the board, not read from the board file: the tests compare the two.
BUILDINGS = {
    "SCI": ["PHY", "CHE", "BIO", "COR", "LEC", "COM", "COL", "OBS"],
    "LIB": ["REA", "ARC", "STA", "CAT", "MAP", "STU"],
    "ART": ["GAL", "THE", "MUS", "POT", "DRA"],
    "UNI": ["CAF", "FOY", "BOO", "KIT", "GRE", "RAD"],
    "WRK": ["MAC", "FOU", "ROB", "TES", "SPA", "LOA"],
    "OLD": ["REG", "COU", "TRE", "POS", "REC", "VAU"],
    "SPO": ["GYM", "CLI", "POO", "CHA", "TRA"],
}
ROOMS = [room for rooms in BUILDINGS.values() for room in rooms]

# The list of neighbours as the rulebook prints it; ~ marks a link.
NEIGHBOURS = {
    "PHY": "CHE COR",
    "CHE": "PHY BIO COR",
    "BIO": "CHE COR REA~",
    "COR": "PHY CHE BIO LEC COM COL",
    "LEC": "COR COM MAC~",
    "COM": "COR LEC COL OBS FOU~",
    "COL": "COR COM OBS",
    "OBS": "COM COL CAF~",
    "REA": "BIO~ ARC STA CAT",
    "ARC": "REA CAT MAP",
    "STA": "REA CAT",
    "CAT": "REA ARC STA MAP STU FOY~",
    "MAP": "ARC CAT STU",
    "STU": "CAT MAP GAL~ BOO~",
    "GAL": "STU~ THE MUS BOO~",
    "THE": "GAL MUS POT",
    "MUS": "GAL THE POT DRA",
    "POT": "THE MUS DRA",
    "DRA": "MUS POT CLI~",
    "CAF": "OBS~ FOY KIT",
    "FOY": "CAT~ CAF BOO KIT GRE",
    "BOO": "STU~ GAL~ FOY GRE RAD",
    "KIT": "CAF FOY GRE ROB~",
    "GRE": "FOY BOO KIT RAD COU~",
    "RAD": "BOO GRE GYM~",
    "MAC": "LEC~ FOU ROB TES",
    "FOU": "COM~ MAC ROB",
    "ROB": "KIT~ MAC FOU TES SPA",
    "TES": "MAC ROB SPA LOA",
    "SPA": "ROB TES LOA",
    "LOA": "TES SPA REG~ TRA~",
    "REG": "LOA~ COU POS",
    "COU": "GRE~ REG TRE POS REC",
    "TRE": "COU REC VAU",
    "POS": "REG COU REC",
    "REC": "COU TRE POS VAU",
    "VAU": "TRE REC TRA~",
    "GYM": "RAD~ CLI POO CHA",
    "CLI": "DRA~ GYM POO",
    "POO": "GYM CLI CHA TRA",
    "CHA": "GYM POO TRA",
    "TRA": "LOA~ VAU~ POO CHA",
}

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
    return [told.text for told in map(GAME.read, t.events) if not clause or told.clause == clause]


def end_turns(t: Campus, count: int) -> list[int]:
    """So many turns in which everything is placed in one room and nothing moves; whose turns they were."""
    whose = []
    while len(whose) < count and not t.over:
        if t.to_place:
            play(t, offered(t, f"place {t.to_place} in ")[0])
        whose.append(int(t.active))
        play(t, "end turn")
    return whose


def random_play(t: Campus, seed: int) -> Iterator[None]:
    """Random decisions to the end of the match, with a look at the table before each and at the end."""
    chooser = fast_dice(seed)
    for _ in range(30_000):
        yield
        if t.over:
            return
        play_out(t, chooser, 1)
    pytest.fail("the match does not end")


def in_rising_order(seats: list[int]) -> bool:
    """Each seat followed by the next higher one, and the highest by the lowest."""
    return all((after - before) % len(seats) == 1 for before, after in pairwise(seats))
