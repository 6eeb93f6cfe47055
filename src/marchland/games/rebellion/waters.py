"""What lies on and beyond the seas (REB-16 to REB-18), and the small truths about it: ships, boats, cargoes, voyages.

Rows are replaced and never changed: copies of a table share them. Seas have the numbers of their regions.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.sets import bit
from marchland.engine.table import Table

# REB-17.1  The ships. Warships have the soldiers of infantry, cavalry and artillery, and break like them (REB-6.7).
FRIGATE: Final = 0
CORVETTE: Final = 1
CRUISER: Final = 2
TRANSPORTER: Final = 3
WARSHIPS: Final = 3  # 0 to 2
SHIPS: Final = ["frigate", "corvette", "cruiser", "transporter"]
SHIP_MOVES: Final = vec[i64]([2, 1, 1, 2])
BOAT_MOVES: Final = 2
MOST_TRANSPORTERS: Final = 12  # REB-1.10  of a player

# What a warship can do this turn.
IDLE: Final = 0
ATTACKED: Final = 1  # REB-17.8
FRESH_SHIP: Final = 2  # REB-17.1
FIGHTING: Final = 3  # it attacks in the battle that is being fought

# Columns of `ships`.
SEA: Final = 0
SEAT: Final = 1
SHIP: Final = 2
POINTS_LEFT: Final = 3
STATE: Final = 4
NUMBER: Final = 5

# Columns of `boats`: SEA, SEAT, and
BOAT_POINTS: Final = 2

# Columns of `transports`; pairs of cell and number of units follow.
OWNER: Final = 0
INDEX: Final = 1
WHERE: Final = 2
MOVES_LEFT: Final = 3
CARGO: Final = 4

# Columns of `voyages`; the units on board follow, by arm.
KIND: Final = 0
SENDER: Final = 1
LEFT: Final = 2  # the province it left
DESTINATION: Final = 3  # REB-16.5  secret but of a transfer
DUE: Final = 4  # REB-1.7  the round in whose turn of the sender it arrives
LOAD: Final = 5

# REB-3.2  Kinds of voyages, in the order in which they arrive.
TRANSFER: Final = 0
CONSTRUCTION: Final = 1
LANDING: Final = 2
VOYAGES: Final = ["transfer", "construction ship", "landing ship"]


class Waters(Table):
    """Ships, boats and voyages of a table of Rebellion."""

    ships: list[list[int]]  # warships, sorted
    boats: list[list[int]]  # fishing boats, by sea
    transports: list[list[int]]  # sorted by owner and number
    voyages: list[list[int]]  # in order of departure; port transfers too
    docked: vec[i64]  # by seat: REB-16.8  construction ships on the sheet

    patrols: vec[i64]  # by seat: the seas with a warship; made from the above

    def clear_waters(self) -> None:
        self.ships = []
        self.boats = []
        self.transports = []
        self.voyages = []
        self.docked = vec[i64]([0] * self.seats)
        self.find_patrols()

    def copy_waters_into(self, twin: Waters) -> None:
        twin.ships = self.ships
        twin.boats = self.boats
        twin.transports = self.transports
        twin.voyages = self.voyages
        twin.docked = self.docked[:]
        twin.patrols = self.patrols[:]

    def find_patrols(self) -> None:
        self.patrols = vec[i64]([0] * self.seats)
        for row in self.ships:
            self.patrols[row[SEAT]] |= bit(row[SEA])

    def relink_all(self) -> None:
        """Find out anew what is connected: ships have come or gone."""

    # -- REB-17: warships --------------------------------------------------------------------------------------------

    def put_ships(self, sea: i64, seat: i64, ship: i64, points: i64, state: i64, n: i64) -> None:
        """Warships come to a sea, or with a negative number go."""
        row: list[int] = [sea, seat, ship, points, state, n]
        self.lay_ships([*self.ships, row])

    def lay_ships(self, rows: list[list[int]]) -> None:
        """These are the warships now: those that are alike in one row."""
        laid: list[list[int]] = []
        for row in sorted(rows):
            if laid and laid[-1][:NUMBER] == row[:NUMBER]:
                laid[-1] = [*row[:NUMBER], laid[-1][NUMBER] + row[NUMBER]]
            else:
                laid.append(row)
        self.ships = [row for row in laid if row[NUMBER]]
        before = self.patrols
        self.find_patrols()
        for seat in range(self.seats):
            if self.patrols[seat] != before[seat]:
                self.relink_all()
                return

    def warships(self, sea: i64, seat: i64, ship: i64, state: i64 = -1) -> i64:
        """How many of a type a seat has in a sea; of one state, or all."""
        total: i64 = 0
        for row in self.ships:
            if row[SEA] == sea and row[SEAT] == seat and row[SHIP] == ship and (state < 0 or row[STATE] == state):
                total += row[NUMBER]
        return total

    def has_warship(self, sea: i64, seat: i64) -> bool:
        return self.patrols[seat] >> sea & 1 == 1

    # -- transporters and boats --------------------------------------------------------------------------------------

    def transporter(self, seat: i64, index: i64) -> list[int]:
        """The row of a transporter; empty if there is none of that number."""
        for row in self.transports:
            if row[OWNER] == seat and row[INDEX] == index:
                return row
        return []

    def put_transporter(self, row: list[int]) -> None:
        """A transporter comes, or is now like this."""
        rows = [other for other in self.transports if other[:WHERE] != row[:WHERE]]
        rows.append(row)
        rows.sort()
        self.transports = rows

    def stow(self, seat: i64, index: i64, cell: i64, n: i64) -> None:
        """Units come on board, or with a negative number leave; a cell is one of a province (see table.py)."""
        row = self.transporter(seat, index)
        pairs: list[list[int]] = []
        total: int = n
        for place in range(CARGO, len(row), 2):
            if row[place] == cell:
                total += row[place + 1]
            else:
                pairs.append([row[place], row[place + 1]])
        if total:
            kept: list[int] = [cell, total]
            pairs.append(kept)
            pairs.sort()
        laden = row[:CARGO]
        for pair in pairs:
            laden += pair
        self.put_transporter(laden)

    def sink(self, seat: i64, index: i64) -> None:
        """A transporter is gone with all on board."""
        self.transports = [row for row in self.transports if row[OWNER] != seat or row[INDEX] != index]

    def has_transporter(self, sea: i64, seat: i64) -> bool:
        for row in self.transports:
            if row[WHERE] == sea and row[OWNER] == seat:
                return True
        return False

    def boat_in(self, sea: i64) -> list[int]:
        """The boat of a sea; empty if there is none."""
        for row in self.boats:
            if row[SEA] == sea:
                return row
        return []

    def boats_of(self, seat: i64) -> i64:
        total: i64 = 0
        for row in self.boats:
            if row[SEAT] == seat:
                total += 1
        return total

    def has_vessel(self, seat: i64) -> bool:
        """Whether a seat has anything on the seas."""
        if self.patrols[seat] or self.boats_of(seat):
            return True
        for row in self.transports:
            if row[OWNER] == seat:
                return True
        return False

    # -- turns -------------------------------------------------------------------------------------------------------

    def rest_ships(self) -> None:
        """REB-3.2  At the end of a turn no ship is fresh any more."""
        self.restate(-1, FRESH_SHIP, IDLE)

    def restate(self, seat: i64, before: i64, after: i64) -> None:
        """The ships of a seat (-1: of everybody) in one state are in another from now on."""
        rows: list[list[int]] = []
        for row in self.ships:
            hit = row[STATE] == before and (seat < 0 or row[SEAT] == seat)
            rows.append([*row[:STATE], int(after), row[NUMBER]] if hit else row)
        self.lay_ships(rows)

    def scuttle(self, seat: i64) -> None:
        """REB-25.7, REB-25.9  All that a player has at sea goes, and voyages end with their destinations unshown."""
        self.lay_ships([row for row in self.ships if row[SEAT] != seat])
        self.boats = [row for row in self.boats if row[SEAT] != seat]
        self.transports = [row for row in self.transports if row[OWNER] != seat]
        self.voyages = [row for row in self.voyages if row[SENDER] != seat]
        self.docked[seat] = 0
