"""Units that have left their provinces for a battle, a voyage or by a treaty, and the battle itself: `t.force` and
`t.battle`.

The force is rows of source, cell and number of units. A source is a province, a transporter or a landing ship.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.sets import bit, set_of
from marchland.games.rebellion.table import (
    ARMS,
    ARTILLERY,
    CARAVAN,
    CELLS_OF_ARM,
    FRESH,
    POINTS,
    SOLDIERS,
    Rebellion,
    change,
)
from marchland.games.rebellion.waters import MOST_TRANSPORTERS
from marchland.games.rebellion.world import PROVINCES

ROW: Final = 3

# Sources beyond the provinces: so many more than the number of a transporter, and a landing ship.
BY_TRANSPORTER: Final = PROVINCES
BY_LANDING_SHIP: Final = PROVINCES + MOST_TRANSPORTERS
BY_SEA: Final = set_of(list(range(BY_TRANSPORTER, BY_LANDING_SHIP + 1)))

# -- what stands in t.battle -----------------------------------------------------------------------------------------

INSIDE: Final = 0  # REB-8.14  1 for a fight inside one province
ATTACKER: Final = 1  # a seat, or REBELS
DEFENDER: Final = 2  # the holder
TARGET: Final = 3
ATTACK_FIXED: Final = 4  # REB-8.12  modifiers that do not change during the battle
DEFENCE_FIXED: Final = 5
ATTACK_START: Final = 6  # soldiers when it began
DEFENCE_START: Final = 7
MARCH_DUE: Final = 8  # REB-9.5
ROLLS: Final = 9
UNTIL: Final = 10  # REB-8.15  one more than the number at which a row of rolls stops; 0 if none runs
SEA_DUE: Final = 11  # REB-9.6  the part of the march that is paid even for a defeat
CAN_LEAVE: Final = 12  # REB-19.8  1 for a fight against a tribe that can be broken off
CHANCE: Final = 13  # REB-22.2  of taking captives, by the units of the winner that are left
LANDED: Final = 14  # REB-16.7  1 for an attack from landing ships


def muster(t: Rebellion, source: i64, cell: i64, n: i64) -> None:
    """Put units into the force, or with a negative number take them out; rows without units go."""
    rows = t.force[:]
    place: i64 = 0
    while place < len(rows):
        if rows[place] == source and rows[place + 1] == cell:
            rows[place + 2] += n
            if rows[place + 2] == 0:
                del rows[place : place + ROW]
            t.force = rows
            return
        place += ROW
    t.force = [*rows, source, cell, n]


def units_of(t: Rebellion, arm: i64) -> i64:
    total: i64 = 0
    place: i64 = 0
    while place < len(t.force):
        if t.force[place + 1] // CELLS_OF_ARM == arm:
            total += t.force[place + 2]
        place += ROW
    return total


def force_soldiers(t: Rebellion) -> i64:
    total: i64 = 0
    place: i64 = 0
    while place < len(t.force):
        total += SOLDIERS[t.force[place + 1] // CELLS_OF_ARM] * t.force[place + 2]
        place += ROW
    return total


def force_cannons(t: Rebellion) -> i64:
    """REB-8.9  Artillery, and caravans, which bring theirs."""
    return units_of(t, ARTILLERY) + units_of(t, CARAVAN)


def sources(t: Rebellion) -> i64:
    """Where the force has come from, as a set."""
    found: i64 = 0
    place: i64 = 0
    while place < len(t.force):
        found |= bit(t.force[place])
        place += ROW
    return found


def units_from(t: Rebellion, provinces: i64) -> i64:
    """Units of the force out of these provinces."""
    total: i64 = 0
    place: i64 = 0
    while place < len(t.force):
        if provinces >> t.force[place] & 1:
            total += t.force[place + 2]
        place += ROW
    return total


def soldiers_from(t: Rebellion, provinces: i64) -> i64:
    total: i64 = 0
    place: i64 = 0
    while place < len(t.force):
        if provinces >> t.force[place] & 1:
            total += SOLDIERS[t.force[place + 1] // CELLS_OF_ARM] * t.force[place + 2]
        place += ROW
    return total


def arms_in_force(t: Rebellion) -> i64:
    """The arms in the force, as a set."""
    found: i64 = 0
    place: i64 = 0
    while place < len(t.force):
        found |= 1 << (t.force[place + 1] // CELLS_OF_ARM)
        place += ROW
    return found


def came_by_landing_ship(t: Rebellion) -> bool:
    """REB-16.7  Such a force has no way back."""
    return len(t.force) > 0 and t.force[0] == BY_LANDING_SHIP


def lose_from_force(t: Rebellion, arm: i64) -> None:
    """REB-6.9  Of an arm those with fewest points, then from the source with most such units, then the lowest source.
    REB-8.6  Change belongs to the source of the broken unit."""
    best: i64 = -1
    place: i64 = 0
    while place < len(t.force):
        if t.force[place + 1] // CELLS_OF_ARM == arm and (best < 0 or falls_first(t, place, best)):
            best = place
        place += ROW
    source, cell = t.force[best], t.force[best + 1]
    muster(t, source, cell, -1)
    for piece in range(ARMS):
        n = change(arm, piece)
        if n:
            muster(t, source, t.change_cell(cell, piece), n)


def falls_first(t: Rebellion, one: i64, other: i64) -> bool:
    """Whether the row at `one` loses before the row at `other`, both of one arm."""
    mine, theirs = t.force[one + 1] % POINTS, t.force[other + 1] % POINTS
    if mine != theirs:
        return mine < theirs
    more = alike(t, one) - alike(t, other)
    if more:
        return more > 0
    if t.force[one] != t.force[other]:
        return t.force[one] < t.force[other]
    return t.force[one + 1] % CELLS_OF_ARM < FRESH


def alike(t: Rebellion, row: i64) -> i64:
    """Units of the source, the arm and the points of a row, fresh or not."""
    source, cell = t.force[row], t.force[row + 1]
    other: i64 = cell + FRESH if cell % CELLS_OF_ARM < FRESH else cell - FRESH
    total: i64 = 0
    place: i64 = 0
    while place < len(t.force):
        if t.force[place] == source and t.force[place + 1] in (cell, other):
            total += t.force[place + 2]
        place += ROW
    return total


def first_arm(arms: i64) -> i64:
    """REB-6.9  Infantry first, then cavalry, artillery, caravans."""
    for arm in range(ARMS):
        if arms >> arm & 1:
            return arm
    return -1


def arms_in(t: Rebellion, province: i64) -> i64:
    """The arms in a province, as a set."""
    found: i64 = 0
    for arm in range(ARMS):
        if t.count[province * ARMS + arm]:
            found |= 1 << arm
    return found


def settle_force(t: Rebellion, target: i64) -> None:
    """All units of the force come to a province; with -1 they go back to where they came from (REB-8.6)."""
    rows = t.force
    t.force = []
    place: i64 = 0
    while place < len(rows):
        if target < 0 and rows[place] >= BY_TRANSPORTER:
            t.stow(t.active, rows[place] - BY_TRANSPORTER, rows[place + 1], rows[place + 2])
        else:
            t.put(rows[place] if target < 0 else target, rows[place + 1], rows[place + 2])
        place += ROW


def clear_province(t: Rebellion, province: i64) -> None:
    """All units of a province are gone."""
    for arm in range(ARMS):
        while t.count[province * ARMS + arm]:
            cell = t.weakest(province, arm)
            t.put(province, cell, -t.units[province * 56 + cell])


def take_out(t: Rebellion, province: i64) -> None:
    """All units of a province join the force, with the province as their source."""
    for cell in range(ARMS * CELLS_OF_ARM):
        n = t.units[province * 56 + cell]
        if n:
            t.put(province, cell, -n)
            muster(t, province, cell, n)
