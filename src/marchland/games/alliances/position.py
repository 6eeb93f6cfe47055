"""Positions of Alliances:

{"step": "move", "order": ["GE", "GB", "AH", "FR", "OT", "RU"], "units": {"WGE": [["GE", 3]], "BEN": [["neutral", 2]]},
 "coins": {"BEN": 2}, "trenches": {"BEN": ["WGE"]}, "tokens": {"WGE": [["GE", "move"]]}, "supply": {"GE": 4}}
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.errors import UsageError
from marchland.engine.sets import bit
from marchland.games.alliances.draft import DRAFT, GIVE_UP, PICK_CARD
from marchland.games.alliances.entries import STANDS
from marchland.games.alliances.powers import CODES, POWERS, team_of
from marchland.games.alliances.regions import REGIONS
from marchland.games.alliances.seats import SCENARIOS, draft_powers, is_even, scenarios_for, seat_powers
from marchland.games.alliances.sequence import MATCH, ROUND, ROUNDS
from marchland.games.alliances.settings import EXPERT, SETUP
from marchland.games.alliances.setup import FIRST_SUPPLY
from marchland.games.alliances.table import KINDS, Alliances


def place(t: Alliances, given: dict[str, Any]) -> None:
    step = given.setdefault("step", "tokens")
    lay_powers(t, given)
    for region, stacks in given.get("units", {}).items():
        for stack in stacks:
            t.put(stack[0], region, stack[1], stack[2] if len(stack) > 2 else 0)
    for region, coins in given.get("coins", {}).items():
        t.coins[region] = coins
    for region, facing in given.get("trenches", {}).items():
        t.trenches[region] = facing
    for region, tokens in given.get("tokens", {}).items():
        for owner, kind in tokens:
            t.tokens[owner * KINDS + kind] |= bit(region)
    supply = given.get("supply", {})
    settled = given.get("settled", {})
    for power in range(POWERS):
        t.supply[power] = supply.get(power, FIRST_SUPPLY.of(t) if power in t.powers else 0)
        t.settled[power] = settled.get(power, 0)
        t.hands[power] = given.get("hands", {}).get(power, 0)
        t.drafted[power] = given.get("drafted", {}).get(power, 0)
    lay_units(t.plan, given.get("plan", {}))
    lay_units(t.attackers, given.get("attackers", {}))
    if step:
        stand(t, given, step)


def lay_powers(t: Alliances, given: dict[str, Any]) -> None:
    if "powers" in given:
        t.played_by = [given["powers"].get(power, -1) for power in range(POWERS)]
        t.restore()
    elif t.scenario >= 0:
        seat_powers(t, SCENARIOS[t.scenario].powers)
    else:
        seat_powers(t, draft_powers(t) if SETUP.of(t) == EXPERT else SCENARIOS[scenarios_for(t)[0]].powers)
    for seat in range(t.seats):
        if len({team_of(power) for power in t.powers_of(seat)}) != 1:
            raise UsageError(f"The position gives seat {seat} no power, or powers of both teams (ALL-3.3).")
    if not is_even(t.powers):
        raise UsageError("The 'powers' of a position are all six, or two of each team (ALL-3.2).")
    t.order = given.get("order", t.powers[:])
    if sorted(t.order) != t.powers:
        said = ", ".join(CODES[power] for power in t.powers)
        raise UsageError(f"The 'order' of a position names every power in the game once: {said}.")
    for entry in ("units", "tokens"):
        for pieces in given.get(entry, {}).values():
            check_present(t, entry, [piece[0] for piece in pieces if piece[0] < POWERS])
    for entry in ("supply", "settled", "hands", "drafted"):
        check_present(t, entry, list(given.get(entry, {})))


def check_present(t: Alliances, entry: str, named: list[int]) -> None:
    """ALL-3.2  Who is not in the game has no pieces."""
    for power in named:
        if power not in t.powers:
            raise UsageError(f"{CODES[power]} is not in the game and has no '{entry}'.")


def lay_units(units: vec[i64], given: dict[int, list[int]]) -> None:
    for region, (infantry, artillery) in given.items():
        units[region] = infantry
        units[REGIONS + region] = artillery


def stand(t: Alliances, given: dict[str, Any], step: str) -> None:
    """Leave the agenda at a step."""
    t.call(MATCH)
    standing = STANDS[step]
    if standing in (PICK_CARD, GIVE_UP):
        t.set_progress(MATCH.sequence.index(DRAFT) + 1)
        t.call(DRAFT)
        t.set_progress(1)
        if standing is GIVE_UP:
            t.goto(GIVE_UP)
        elif len({bin(t.hands[power]).count("1") for power in t.powers}) != 1 or not t.hands[t.powers[0]]:
            raise UsageError("At the step 'draft' all powers have 'hands' of the same size.")
        return
    t.round = given.get("round", 1)
    t.set_progress(MATCH.sequence.index(ROUNDS) + 1)
    t.call(ROUNDS)
    t.call(ROUND)
    t.set_progress(ROUND.sequence.index(standing) + 1)
    t.call(standing)


# -- the way back ----------------------------------------------------------------------------------------------------


def laid(t: Alliances) -> dict[str, Any]:
    units: dict[int, list[list[int]]] = {}
    tokens: dict[int, list[list[int]]] = {}
    for region in range(REGIONS):
        stacks = [
            [power, int(t.infantry_in(power, region)), int(t.artillery_in(power, region))]
            for power in range(POWERS + 1)
            if t.units(power, region)
        ]
        if stacks:
            units[region] = stacks
        lying = [[place // KINDS, place % KINDS] for place in range(POWERS * KINDS) if t.tokens[place] & bit(region)]
        if lying:
            tokens[region] = lying
    return {
        "powers": {power: t.played_by[power] for power in t.powers},
        "order": t.order,
        "units": units,
        "coins": {region: int(t.coins[region]) for region in range(REGIONS) if t.coins[region]},
        "supply": {power: int(t.supply[power]) for power in t.powers},
        "trenches": {region: int(t.trenches[region]) for region in range(REGIONS) if t.trenches[region]},
        "tokens": tokens,
        "settled": {power: int(t.settled[power]) for power in range(POWERS) if t.settled[power]},
        "plan": units_in(t.plan),
        "attackers": units_in(t.attackers),
        "hands": {power: int(t.hands[power]) for power in t.powers if t.hands[power]},
        "drafted": {power: int(t.drafted[power]) for power in t.powers if t.drafted[power]},
    }


def units_in(units: vec[i64]) -> dict[int, list[int]]:
    return {
        region: [int(units[region]), int(units[REGIONS + region])]
        for region in range(REGIONS)
        if units[region] + units[REGIONS + region]
    }
