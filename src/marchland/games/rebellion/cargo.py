"""Units on board of transporters: which can land, and how they join an attack (REB-8.1, REB-17.12)."""

from __future__ import annotations

from mypy_extensions import i64

from marchland.games.rebellion.force import BY_TRANSPORTER, ROW, muster
from marchland.games.rebellion.table import ARMS, CELLS_OF_ARM, POINTS, Rebellion
from marchland.games.rebellion.waters import CARGO, INDEX, OWNER, WHERE
from marchland.games.rebellion.world import ALONG


def units_aboard(row: list[int], arm: i64) -> i64:
    """Units of an arm on a transporter."""
    total: i64 = 0
    for place in range(CARGO, len(row), 2):
        if row[place] // CELLS_OF_ARM == arm:
            total += row[place + 1]
    return total


def ready_aboard(row: list[int], arm: i64) -> i64:
    """The same: those with a movement point."""
    total: i64 = 0
    for place in range(CARGO, len(row), 2):
        if row[place] // CELLS_OF_ARM == arm and row[place] % POINTS:
            total += row[place + 1]
    return total


def is_ready(row: list[int]) -> bool:
    """Whether anybody on board can land."""
    for place in range(CARGO, len(row), 2):
        if row[place] % POINTS:
            return True
    return False


def strongest_aboard(row: list[int], arm: i64) -> i64:
    """REB-6.14  The cell of the unit with most points; -1 if none has a point."""
    best: i64 = -1
    for place in range(CARGO, len(row), 2):
        cell: i64 = row[place]
        if cell // CELLS_OF_ARM == arm and cell % POINTS and (best < 0 or cell % POINTS > best % POINTS):
            best = cell
    return best


def weakest_aboard(row: list[int], arm: i64) -> i64:
    """REB-6.14  The cell of the unit with fewest points; -1 if there is none."""
    best: i64 = -1
    for place in range(CARGO, len(row), 2):
        cell: i64 = row[place]
        if cell // CELLS_OF_ARM == arm and (best < 0 or cell % POINTS < best % POINTS):
            best = cell
    return best


def beaches(t: Rebellion, seat: i64) -> i64:
    """REB-17.12  Provinces of others off which a transporter of this seat lies with units that can land."""
    found: i64 = 0
    for row in t.transports:
        if row[OWNER] == seat and is_ready(row):
            found |= ALONG[row[WHERE]]
    return found & t.held_by_others(seat) if found else 0


def commit_from(t: Rebellion, seat: i64, index: i64, arm: i64, n: i64) -> None:
    """Units of a transporter join an attack; they keep their points until it begins."""
    for _ in range(n):
        cell = strongest_aboard(t.transporter(seat, index), arm)
        t.stow(seat, index, cell, -1)
        muster(t, BY_TRANSPORTER + index, cell, 1)


def commit_aboard(t: Rebellion, seat: i64, target: i64) -> None:
    """All that can join an attack on a province from the sea."""
    for row in t.transports:
        if row[OWNER] == seat and ALONG[row[WHERE]] >> target & 1:
            for arm in range(ARMS):
                commit_from(t, seat, row[INDEX], arm, ready_aboard(row, arm))


def spend_aboard(t: Rebellion) -> None:
    """REB-8.1  The attack begins: units from transporters have spent all their points."""
    rows = t.force
    t.force = []
    for place in range(0, len(rows), ROW):
        cell: i64 = rows[place + 1]
        if rows[place] >= BY_TRANSPORTER:
            cell -= cell % POINTS
        muster(t, rows[place], cell, rows[place + 2])
