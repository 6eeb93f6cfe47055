"""What the tests of Rebellion share: short ways to lay out, play and read a table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from engine.by_words import answers as answers
from engine.by_words import offered as offered
from engine.by_words import play as play
from engine.by_words import refused as refused
from engine.by_words import told as told
from marchland.engine.dice import Dice, ScriptedDice, fast_dice
from marchland.games.rebellion.game import GAME
from marchland.games.rebellion.sight import RebellionTable
from marchland.games.rebellion.table import ARMS, CELLS, CELLS_OF_ARM, FRESH, POINTS, UNITS
from marchland.games.rebellion.world import CODES

ARM = {"I": "infantry", "C": "cavalry", "A": "artillery", "V": "caravan"}


def units(said: str) -> list[list[Any]]:
    """ "2I C:1 V:1*" is two infantry, a cavalry with 1 point and a fresh caravan with 1 point."""
    found: list[list[Any]] = []
    for word in said.split():
        stack, _, points = word.partition(":")
        n, arm = int(stack[:-1] or 1), ARM[stack[-1]]
        fresh = points.endswith("*")
        row: list[Any] = [arm, n]
        if points:
            row += [int(points.rstrip("*")), fresh]
        found.append(row)
    return found


def land(holder: int | str | None = None, said: str = "", **more: Any) -> dict[str, Any]:
    """A province of a position: land(0, "3I", buildings=["farm"])."""
    return {"holder": holder, "units": units(said), **more}


def lay(rolls: Sequence[int] = (), dice: Dice | None = None, **entries: Any) -> RebellionTable:
    """A position: four seats, seat 0 in its Main phase, 20 coins each; `entries` say otherwise."""
    seats = entries.get("seats", 4)
    given = {"coins": [20] * seats, **entries}
    scripted = ScriptedDice(list(rolls)) if rolls else fast_dice(7)
    t = GAME.position(given, dice=dice or scripted, events=True)
    assert isinstance(t, RebellionTable)
    assert GAME.conserved(t) == ""
    return t


def calm(rolls: Sequence[int] = (), **entries: Any) -> RebellionTable:
    """A position in which no weather is rolled."""
    entries["options"] = {"mod_weather": "off", **entries.get("options", {})}
    return lay(rolls, **entries)


def deal(seats: int = 4, seed: int = 0, dice: Dice | None = None, **options: object) -> RebellionTable:
    t = GAME.deal(seats, seed, options, dice, events=True)
    assert isinstance(t, RebellionTable)
    return t


def at(province: str) -> int:
    return CODES.index(province)


def army(t: RebellionTable, province: str) -> str:
    """The units of a province, as `units` writes them, points and all."""
    found = []
    for cell in range(CELLS):
        n = t.units[at(province) * CELLS + cell]
        if n:
            letter = UNITS[cell // CELLS_OF_ARM][0].upper() if cell // CELLS_OF_ARM < 3 else "V"
            fresh = "*" if cell % CELLS_OF_ARM >= FRESH else ""
            found.append(f"{n if n > 1 else ''}{letter}:{cell % POINTS}{fresh}")
    return " ".join(found)


def arms(t: RebellionTable, province: str) -> str:
    """The same without points: "2I C"."""
    letters = "ICAV"
    counts = [int(t.count[at(province) * ARMS + arm]) for arm in range(ARMS)]
    return " ".join(f"{n if n > 1 else ''}{letters[arm]}" for arm, n in enumerate(counts) if n)


def force(t: RebellionTable) -> int:
    """Soldiers of the attack."""
    from marchland.games.rebellion.force import force_soldiers

    return int(force_soldiers(t))


def holder(t: RebellionTable, province: str) -> int:
    return int(t.holder[at(province)])


def owner(t: RebellionTable, province: str) -> int:
    return int(t.owner[at(province)])


def owns(t: RebellionTable, seat: int) -> list[str]:
    return [CODES[r] for r in range(42) if t.owned(seat) >> r & 1]


def tokens(t: RebellionTable, province: str) -> int:
    return int(t.tokens[at(province)])


def coins(t: RebellionTable, seat: int = 0) -> int:
    return int(t.coins[seat])


def step(t: RebellionTable) -> str:
    return t.step().tag.removeprefix("rebellion.")


def effect(t: RebellionTable, action: str) -> str:
    """What an option of whoever has to decide is said to bring."""
    deed = t.step().deed(t, GAME.parse(action) >> 23)
    assert deed is not None
    return str(GAME.say(deed.effect_at(t, t.deciders()[0])))


def next_turn(t: RebellionTable, seat: int = 0) -> None:
    """Everybody else ends the turn at once, until it is the Main phase of a seat again."""
    play(t, "end the turn")
    while not (step(t) == "main" and t.active == seat) and not t.over:
        if step(t) == "main":
            play(t, "end the turn")
        else:
            who = t.deciders()[0]
            t.play(who, t.options(who).at(0))


def turn_on(t: RebellionTable, seat: int = 0) -> None:
    """Everybody ends the turn, until a seat is on turn again, whatever it is asked then."""
    play(t, "end the turn")
    while t.active != seat:
        play(t, "end the turn")


def ships(t: RebellionTable, sea: str, seat: int = 0) -> str:
    """The warships of a seat in a sea, with points: "2F:1 C:0!" are two frigates and a corvette that has attacked; *
    stands for fresh ones."""
    marks = ["", "!", "*", "?"]
    return " ".join(
        f"{row[5] if row[5] > 1 else ''}{'FCR'[row[2]]}:{row[3]}{marks[row[4]]}"
        for row in t.ships
        if row[0] == at(sea) and row[1] == seat
    )


def aboard(t: RebellionTable, number: int = 1, seat: int = 0) -> str:
    """The units on a transporter, with points: "2I:0 C:3"; "sunk" if there is none of that number."""
    row = t.transporter(seat, number - 1)
    if not row:
        return "sunk"
    return " ".join(
        f"{row[i + 1] if row[i + 1] > 1 else ''}{'ICAV'[row[i] // CELLS_OF_ARM]}:{row[i] % POINTS}"
        for i in range(4, len(row), 2)
    )


def voyage(kind: str, destination: str, left: str | None = None, due: int = 2, **cargo: int) -> dict[str, Any]:
    """A voyage of seat 0: voyage("landing ship", "ICH", "PER", infantry=4)."""
    load = [[arm, n] for arm, n in cargo.items()]
    return {"kind": kind, "sender": 0, "left": left, "destination": destination, "due": due, "cargo": load}


def transporter(seat: int, sea: str, said: str = "", number: int = 1, **more: Any) -> dict[str, Any]:
    """A transporter of a position, with units on board."""
    return {"owner": seat, "number": number, "sea": sea, "cargo": units(said), **more}


def lands(seat: int, *provinces: str) -> dict[str, dict[str, Any]]:
    """Land of a seat, empty."""
    return {province: land(seat) for province in provinces}


def random_options(rng: random.Random) -> dict[str, object]:
    chosen: dict[str, object] = {
        setting.name: rng.choice(setting.values or range(setting.least, setting.most + 1))
        for setting in GAME.settings.every
    }
    chosen["round_limit"] = rng.choice([5, 6, 8, 12])
    return chosen
