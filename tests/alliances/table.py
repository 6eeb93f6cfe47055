"""What the tests of Alliances share: short ways to lay out and read a table."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from engine.by_words import answers as answers
from engine.by_words import offered as offered
from engine.by_words import play as play
from engine.by_words import refused as refused
from engine.by_words import told as told
from marchland.contract.trial import random_options as options_for
from marchland.engine.dice import Dice, ScriptedDice, fast_dice
from marchland.games.alliances.game import GAME
from marchland.games.alliances.powers import CODES
from marchland.games.alliances.regions import CODES as REGIONS
from marchland.games.alliances.regions import REGIONS as COUNT
from marchland.games.alliances.sight import AlliancesTable
from marchland.games.alliances.table import KINDS, TOKENS

GB, GE, RU, OT, FR, AH = range(6)
BY_NUMBER = "GB GE RU OT FR AH"


def lay(
    dice: Sequence[int] | Dice = (),
    units: Mapping[str, str] | None = None,
    tokens: Mapping[str, str] | None = None,
    trenches: str = "",
    order: str = "",
    **entries: Any,
) -> AlliancesTable:
    """A position of six seats. Units are "GE 3" or, with artillery, "GE 2+1"; several are parted by commas. Tokens are
    "GE move"; trenches "NFR>WGE WGE>NFR"."""
    position: dict[str, Any] = {**entries}
    position["units"] = {region: [stack(one) for one in said.split(",")] for region, said in (units or {}).items()}
    position["tokens"] = {region: [one.split() for one in said.split(",")] for region, said in (tokens or {}).items()}
    for trench in trenches.split():
        position.setdefault("trenches", {}).setdefault(trench[:3], []).append(trench[4:])
    if order:
        position["order"] = order.split()
    chance = dice if isinstance(dice, Dice) else ScriptedDice(dice)
    t = GAME.position(position, dice=chance, events=True)
    assert isinstance(t, AlliancesTable)
    assert GAME.conserved(t) == ""
    return t


def stack(said: str) -> list[object]:
    power, _, count = said.strip().partition(" ")
    infantry, _, artillery = count.partition("+")
    return [power, int(infantry), int(artillery or 0)]


def deal(seats: int = 6, seed: int = 0, dice: Dice | None = None, **options: object) -> AlliancesTable:
    t = GAME.deal(seats, seed, options, dice or fast_dice(seed), events=True)
    assert isinstance(t, AlliancesTable)
    return t


def number(region: str) -> int:
    return REGIONS.index(region)


def at(t: AlliancesTable, region: str) -> str:
    """Who stands in a region, as `lay` takes it; "" if nobody does."""
    where = number(region)
    stacks = []
    for power, name in enumerate([*CODES, "neutral"]):
        infantry, artillery = t.infantry_in(power, where), t.artillery_in(power, where)
        if infantry + artillery:
            stacks.append(f"{name} {infantry}" + (f"+{artillery}" if artillery else ""))
    return ", ".join(stacks)


def coins(t: AlliancesTable, region: str) -> int:
    return int(t.coins[number(region)])


def supply(t: AlliancesTable, power: int) -> int:
    return int(t.supply[power])


def token(t: AlliancesTable, region: str) -> str:
    """The tokens in a region, as `lay` takes them."""
    found = [
        f"{CODES[place // KINDS]} {TOKENS[place % KINDS]}"
        for place in range(len(CODES) * KINDS)
        if t.tokens[place] >> number(region) & 1
    ]
    return ", ".join(found)


def trenches(t: AlliancesTable) -> str:
    """All trenches, as `lay` takes them."""
    found = [(a, b) for a in range(COUNT) for b in range(COUNT) if t.trenches[a] >> b & 1]
    return " ".join(f"{REGIONS[a]}>{REGIONS[b]}" for a, b in found)


def step(t: AlliancesTable) -> str:
    return t.step().tag.removeprefix("alliances.")


def targets(t: AlliancesTable, seat: int | None = None) -> set[str]:
    """The destinations that a plan offers."""
    return {name.rpartition(" ")[2] for name in offered(t, "send", seat)}


def pass_windows(t: AlliancesTable) -> None:
    """Nobody gives anything."""
    while step(t) in ("w1", "w2", "w3"):
        t.play(t.deciders()[0], GAME.parse("pass"))


def all_ready(t: AlliancesTable, *seats: int) -> None:
    """Everybody who is asked, or these seats, closes all choices as they are."""
    for seat in seats or t.deciders():
        here = step(t)
        while not t.over and step(t) == here and seat in t.deciders():
            t.play(seat, GAME.parse("ready"))


def order(t: AlliancesTable) -> str:
    return " ".join(CODES[power] for power in t.order)


def counts(t: AlliancesTable) -> list[int]:
    return list(t.points)


def random_options(rng: random.Random, seats: int) -> dict[str, object]:
    """Any options that fit, short matches more often than long ones."""
    chosen = options_for(GAME, rng, seats)
    chosen["round_limit"] = rng.choice([5, 5, 8, 15])
    return chosen
