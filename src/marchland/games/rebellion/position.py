"""Positions of Rebellion:

{"seats": 3, "active": 1, "step": "main", "coins": [12, 7, 0], "capital": ["BRA", "JAP", "SAF"], "wars": [[0, 1]],
 "provinces": {"PER": {"holder": 0, "units": [["infantry", 3]], "buildings": ["farm", "road"]},
               "ICH": {"holder": 0, "owner": 1, "units": [["cavalry", 1, 2]]}, "CHI": {"holder": "rebels"}}}
"""

from __future__ import annotations

from typing import Any, Final

from marchland.engine.errors import UsageError
from marchland.engine.sets import bit
from marchland.engine.step import Phase, Step
from marchland.games.rebellion.entries import STANDS
from marchland.games.rebellion.food import production
from marchland.games.rebellion.sea_position import cell_stack, lay_waters, stack_cell, waters_laid
from marchland.games.rebellion.sequence import MATCH, ROUND, ROUNDS, TAKEN, TURN, TURNS
from marchland.games.rebellion.settings import economy
from marchland.games.rebellion.setup import PICK_CAPITAL, PICKED
from marchland.games.rebellion.sheet_entries import captives_of, cards_of, lay_cards, lay_markers, markers_of
from marchland.games.rebellion.table import (
    BUNKERS,
    CELLS,
    CELLS_OF_ARM,
    FRESH,
    NOBODY,
    POINTS,
    Rebellion,
)
from marchland.games.rebellion.world import CODES, PROVINCES

USUAL_SITES: Final = [CODES.index(code) for code in ("BRA", "JAP", "SAF", "GRL", "WAU", "WEU")]


def place(t: Rebellion, given: dict[str, Any]) -> None:
    step = given.setdefault("step", "main")
    t.fallen = given.get("fallen", [])
    for seat in t.fallen:
        t.alive &= ~(1 << seat)
        t.coins[seat] = 0
    lay_sites(t, given, step)
    for province, land in given.get("provinces", {}).items():
        lay_land(t, province, land)
    lay_relations(t, given)
    lay_cards(t, given)
    lay_waters(t, given)
    for source, arm, n, points, fresh in given.get("force", []):
        t.force = [*t.force, source, arm * CELLS_OF_ARM + (FRESH if fresh else 0) + points, n]
    t.restore()
    if step and "food" not in given and economy(t):
        for seat in range(t.seats):
            t.food[seat] = production(t, seat, t.weather)
    if step:
        stand(t, given, step)


def lay_sites(t: Rebellion, given: dict[str, Any], step: str) -> None:
    """Capital sites, each held by its player unless the provinces say otherwise."""
    usual = [-1] * t.seats if step in ("pick_capital", "") else USUAL_SITES[: t.seats]
    sites = given.get("capital", usual)
    lands = given.get("provinces", {})
    for seat in range(t.seats):
        if sites[seat] >= 0 and sites.count(sites[seat]) > 1:
            raise UsageError(f"Two seats have their capital in {CODES[sites[seat]]}.")
        t.capital[seat] = sites[seat]
        if sites[seat] >= 0 and sites[seat] not in lands and t.lives(seat):
            t.owner[sites[seat]] = seat
            t.holder[sites[seat]] = seat


def lay_land(t: Rebellion, province: int, land: dict[str, Any]) -> None:
    holder = land.get("holder", -1)
    usual = holder if 0 <= holder < t.seats else NOBODY
    t.holder[province] = holder
    t.owner[province] = land.get("owner", usual)
    for stack in land.get("units", []):
        t.units[province * CELLS + stack_cell(t, stack)] += stack[1]
    for building in land.get("buildings", []):
        t.built[building] |= bit(province)
    level = land.get("bunkers", 1 if t.built[BUNKERS] & bit(province) else 0)
    if level:
        t.built[BUNKERS] |= bit(province)
    if level == 2:
        t.redoubts |= bit(province)
    t.tokens[province] = land.get("tokens", 0)
    t.robbery[province] = land.get("robbery", 0)
    t.annexed[province] = land.get("annexed", 0)
    t.origin[province] = land.get("origin", NOBODY)
    lay_markers(t, province, land)


def lay_relations(t: Rebellion, given: dict[str, Any]) -> None:
    for one, other in given.get("wars", []):
        if one == other:
            raise UsageError(f"Seat {one} cannot be at war with itself.")
        t.war[one] |= 1 << other
        t.war[other] |= 1 << one
    for one, other, last in given.get("truces", []):
        t.truce[one * t.seats + other] = last
        t.truce[other * t.seats + one] = last


# -- where the match stands ------------------------------------------------------------------------------------------


def stand(t: Rebellion, given: dict[str, Any], step: str) -> None:
    """Leave the agenda at a step."""
    standing = STANDS[step]
    t.call(MATCH)
    if standing is PICK_CAPITAL:
        begin(t, MATCH, PICK_CAPITAL)
        PICKED.put(t, sum(1 for site in t.capital if site >= 0))
        return
    if "round" not in given:
        t.round = 0 if standing in ROUND.sequence and standing is ROUND.sequence[0] else 1
    t.active = given.get("active", int(t.first))
    begin(t, MATCH, ROUNDS)
    t.call(ROUND)
    if standing in ROUND.sequence:
        begin(t, ROUND, standing)
        return
    if not t.lives(t.active):
        raise UsageError(f"Seat {t.active} is eliminated and cannot be on turn.")
    begin(t, ROUND, TURNS)
    TAKEN.put(t, (t.active - t.first) % t.seats + 1)
    t.call(TURN)
    begin(t, TURN, standing)


def begin(t: Rebellion, phase: Phase[Rebellion], step: Step[Any]) -> None:
    """Let a step of a phase be under way."""
    t.set_progress(phase.sequence.index(step) + 1)
    t.call(step)


# -- the way back ----------------------------------------------------------------------------------------------------


def laid(t: Rebellion) -> dict[str, Any]:
    pairs = [(one, other) for one in range(t.seats) for other in range(one + 1, int(t.seats))]
    force = t.force
    return {
        "provinces": {province: land_of(t, province) for province in range(PROVINCES) if is_something(t, province)},
        "capital": list(t.capital),
        "wars": [[one, other] for one, other in pairs if t.at_war(one, other)],
        "truces": [
            [one, other, int(t.truce[one * t.seats + other])] for one, other in pairs if t.truce[one * t.seats + other]
        ],
        "fallen": t.fallen,
        "dealt": cards_of(t),
        **waters_laid(t),
        "force": [
            [
                force[row],
                force[row + 1] // CELLS_OF_ARM,
                force[row + 2],
                force[row + 1] % POINTS,
                force[row + 1] % CELLS_OF_ARM >= FRESH,
            ]
            for row in range(0, len(force), 3)
        ],
    }


def is_something(t: Rebellion, province: int) -> bool:
    """Whether there is anything to say of a province."""
    if t.holder[province] >= 0 or t.tokens[province] or t.developed() & bit(province):
        return True
    return bool(t.crowned & bit(province) or t.annexed[province] or markers_of(t, province))


def land_of(t: Rebellion, province: int) -> dict[str, Any]:
    found: dict[str, Any] = {"holder": int(t.holder[province]), "owner": int(t.owner[province])}
    stacks: list[list[int]] = []
    for cell in range(CELLS):
        n = t.units[province * CELLS + cell]
        if n:
            stacks.append(cell_stack(cell, int(n)))
    found["units"] = stacks
    found["buildings"] = [building for building in range(8) if t.built[building] & bit(province)]
    if t.bunker_level(province):
        found["bunkers"] = int(t.bunker_level(province))
    for name, value in (
        ("tokens", int(t.tokens[province])),
        ("robbery", int(t.robbery[province])),
        ("annexed", int(t.annexed[province])),
    ):
        if value:
            found[name] = value
    if t.origin[province] >= 0:
        found["origin"] = int(t.origin[province])
    if markers_of(t, province):
        found["markers"] = markers_of(t, province)
    if t.captive_land & bit(province):
        found["captives"] = captives_of(t, province)
    return found
