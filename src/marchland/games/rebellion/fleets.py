"""Chapter 17, first part: ships are built and sail, and transporters sink that meet an enemy (REB-17.1 to REB-17.3,
REB-17.10, REB-17.15)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit
from marchland.games.rebellion.aftermath import AFTERMATH
from marchland.games.rebellion.army import TOO_DEAR
from marchland.games.rebellion.buildings import SCRAP
from marchland.games.rebellion.marching import MOST, NOT_BESIDE
from marchland.games.rebellion.ports import harbour_seas
from marchland.games.rebellion.settings import NUMBERS, seafaring
from marchland.games.rebellion.table import Rebellion, cargo_soldiers
from marchland.games.rebellion.waters import (
    FRESH_SHIP,
    INDEX,
    MOST_TRANSPORTERS,
    MOVES_LEFT,
    NUMBER,
    OWNER,
    POINTS_LEFT,
    SEA,
    SEAT,
    SHIP,
    SHIPS,
    STATE,
    TRANSPORTER,
    WARSHIPS,
    WHERE,
)
from marchland.games.rebellion.world import AROUND, EVERY_SEA

SHIP_PRICE: Final = NUMBERS.row(
    [f"price.{ship}" for ship in SHIPS], "REB-17.1", [5, 15, 30, 5], 1, 60, "coins for a ship"
)

NO_SEA: Final = phrase("REB-27.4", "The sea is switched off in this match")
NOT_A_SEA: Final = phrase("REB-1.3", "{place:region} is not a sea")
NO_HARBOUR: Final = phrase("REB-17.1", "No open port of yours lies on {sea:region}")


def at_sea(t: Rebellion, place: i64) -> Saying:
    """What is wrong with a place that should be a sea; nothing, if it is one."""
    if not seafaring(t):
        return [NO_SEA]
    return [] if EVERY_SEA >> place & 1 else [NOT_A_SEA, place]


# -- REB-17.1: building ----------------------------------------------------------------------------------------------

WHEN_NEW: Final = phrase(
    "REB-17.1", "New ships sail and attack from your next turn on; frigates and transporters cost least"
)
LAUNCHES: Final = phrase("REB-17.1", "{who:seat} builds a {ship:ship} in {sea:region} for {n coin}")
TOO_MANY_TRANSPORTERS: Final = phrase("REB-1.10", "You have {n transporter}, and nobody has more")


def free_number(t: Rebellion, seat: i64) -> i64:
    """REB-17.15  The lowest number that no transporter of a player has; -1 if all are in use."""
    taken: i64 = 0
    for row in t.transports:
        if row[OWNER] == seat:
            taken |= bit(row[INDEX])
    for index in range(MOST_TRANSPORTERS):
        if not taken >> index & 1:
            return index
    return -1


class ShipBuild(Deed[Rebellion]):
    """REB-17.1  Into a sea on the coast of an open port. REB-17.15  Placing a ship is not entering: nothing sinks."""

    words = ["launch {ship} in {sea}", "ship:ship sea:region"]
    effect = WHEN_NEW

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        seas = harbour_seas(t, seat)
        if seas:
            for ship in range(WARSHIPS + 1):
                if t.coins[seat] >= SHIP_PRICE.of(t, ship) and (ship < WARSHIPS or free_number(t, seat) >= 0):
                    found.fan_from(self, ship, seas, 1)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        ship, sea = self.a(action), self.b(action)
        amiss = at_sea(t, sea)
        if amiss:
            return amiss
        if not harbour_seas(t, seat) >> sea & 1:
            return [NO_HARBOUR, sea]
        if ship == TRANSPORTER and free_number(t, seat) < 0:
            return [TOO_MANY_TRANSPORTERS, MOST_TRANSPORTERS]
        return [TOO_DEAR, SHIP_PRICE.of(t, ship), t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        ship, sea = self.a(action), self.b(action)
        price = SHIP_PRICE.of(t, ship)
        t.coins[seat] -= price
        if ship == TRANSPORTER:
            row: list[int] = [seat, free_number(t, seat), sea, 0]
            t.put_transporter(row)
        else:
            t.put_ships(sea, seat, ship, 0, FRESH_SHIP, 1)
        t.tell(LAUNCHES, seat, ship, sea, price)


# -- REB-17.10: encounters -------------------------------------------------------------------------------------------

SINKS: Final = phrase(
    "REB-17.10", "A transporter of {who:seat} sinks in {sea:region} with {n soldier} on board", "blow"
)


def sink_all(t: Rebellion, seat: i64, sea: i64) -> None:
    """All transporters of a player in a sea go down with everybody on board."""
    for row in t.transports:
        if row[OWNER] == seat and row[WHERE] == sea:
            t.sink(seat, row[INDEX])
            t.tell(SINKS, seat, sea, cargo_soldiers(row))


def enter_sea(t: Rebellion, mover: i64, sea: i64) -> None:
    """REB-17.10 b, REB-17.15  A warship enters: lone transporters of enemies sink, from the mover on in turn order."""
    sunk = False
    for other in t.from_active():
        if t.at_war(mover, other) and not t.has_warship(sea, other) and t.has_transporter(sea, other):
            sink_all(t, other, sea)
            sunk = True
    if sunk:
        t.call(AFTERMATH)


def is_deadly(t: Rebellion, seat: i64, sea: i64) -> bool:
    """REB-17.10 a  Whether a lone transporter would meet a warship of an enemy."""
    if t.has_warship(sea, seat):
        return False
    for other in range(t.seats):
        if t.at_war(seat, other) and t.has_warship(sea, other):
            return True
    return False


# -- REB-17.2: sailing -----------------------------------------------------------------------------------------------

SAILS_FREE: Final = phrase(
    "REB-17.2", "It costs nothing; an enemy's transporters without a warship sink where yours come"
)
SAILS: Final = phrase("REB-17.2", "{who:seat} sails {n ship} ({ship:ship}) from {source:region} to {target:region}")
CARRIES: Final = phrase(
    "REB-17.2", "{who:seat} sails {transporter:transporter} from {source:region} to {target:region}"
)
TOO_FEW_SHIPS: Final = phrase("REB-17.2", "In {sea:region} you have {n ship} ({ship:ship}) with a movement point")
NONE_SAIL: Final = phrase("REB-17.2", "At least 1 ship sails, and at most {n}")
NO_SUCH_TRANSPORTER: Final = phrase("REB-17.15", "You have no {transporter:transporter}")
NO_POINT_LEFT: Final = phrase("REB-17.2", "{transporter:transporter} has no movement point left")
ESCORT_FIRST: Final = phrase(
    "REB-17.10", "A transporter alone sinks where an enemy's warship lies: let an escort sail first"
)


def ready_ships(t: Rebellion, sea: i64, seat: i64, ship: i64) -> i64:
    """Warships of a type with a movement point."""
    total: i64 = 0
    for row in t.ships:
        if row[SEA] == sea and row[SEAT] == seat and row[SHIP] == ship and row[POINTS_LEFT]:
            total += row[NUMBER]
    return total


def strongest_ship(t: Rebellion, sea: i64, seat: i64, ship: i64) -> list[int]:
    """REB-6.14  The row of the ships with most points, those that have not attacked first."""
    best: list[int] = []
    for row in t.ships:
        # Rows are sorted by points and then by state.
        better = row[POINTS_LEFT] > (best[POINTS_LEFT] if best else 0)
        if better and row[SEA] == sea and row[SEAT] == seat and row[SHIP] == ship:
            best = row
    return best


def weakest_ship(t: Rebellion, sea: i64, seat: i64, ship: i64) -> list[int]:
    """REB-6.14  The row of the ships with fewest points, those that have not attacked first."""
    for row in t.ships:
        if row[SEA] == sea and row[SEAT] == seat and row[SHIP] == ship:
            return row
    return []


class ShipMove(Deed[Rebellion]):
    """REB-17.2  One neighbouring sea for a point. REB-17.3  Enemies may lie there: nothing happens by itself."""

    words = [
        "sail {n} {ship} from {source} to {target}",
        "source:region ship:ship target:region n:count",
    ]
    effect = SAILS_FREE

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        before: i64 = -1
        for row in t.ships:
            kind: i64 = row[SEA] << 2 | row[SHIP]
            if row[SEAT] == seat and kind != before:
                before = kind
                most = ready_ships(t, row[SEA], seat, row[SHIP])
                found.fan_from(self, kind, AROUND[row[SEA]], most if most < MOST else MOST)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        source, ship, target, n = self.a(action), self.b(action), self.c(action), self.d(action)
        amiss = at_sea(t, source)
        if amiss:
            return amiss
        if not AROUND[source] >> target & 1:
            return [NOT_BESIDE, target, source]
        most: i64 = 0 if ship == TRANSPORTER else ready_ships(t, source, seat, ship)
        return [TOO_FEW_SHIPS, source, most, ship] if n > most else [NONE_SAIL, MOST]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        source, ship, target, n = self.a(action), self.b(action), self.c(action), self.d(action)
        for _ in range(n):
            row = strongest_ship(t, source, seat, ship)
            t.put_ships(source, seat, ship, row[POINTS_LEFT], row[STATE], -1)
            t.put_ships(target, seat, ship, row[POINTS_LEFT] - 1, row[STATE], 1)
        t.tell(SAILS, seat, n, ship, source, target)
        enter_sea(t, seat, target)


class TransportMove(Deed[Rebellion]):
    """REB-17.2, REB-17.10  With all on board; alone it sinks where an enemy's warship lies."""

    words = ["sail {transporter} to {sea}", "transporter:transporter sea:region"]
    effect = ESCORT_FIRST

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        for row in t.transports:
            if row[OWNER] == seat and row[MOVES_LEFT]:
                found.fan_from(self, row[INDEX], AROUND[row[WHERE]], 1)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        index, sea = self.a(action), self.b(action)
        row = t.transporter(seat, index)
        if not row:
            return [NO_SUCH_TRANSPORTER, index]
        return [NO_POINT_LEFT, index] if row[MOVES_LEFT] == 0 else [NOT_BESIDE, sea, row[WHERE]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        index, sea = self.a(action), self.b(action)
        row = t.transporter(seat, index)
        moved = row[:]
        moved[WHERE] = int(sea)
        moved[MOVES_LEFT] -= 1
        t.put_transporter(moved)
        t.tell(CARRIES, seat, index, row[WHERE], sea)
        if is_deadly(t, seat, sea):
            t.sink(seat, index)
            t.tell(SINKS, seat, sea, cargo_soldiers(row))
            t.call(AFTERMATH)


# -- REB-6.13: scrapping ---------------------------------------------------------------------------------------------

SCUTTLES: Final = phrase("REB-6.13", "{who:seat} scraps {n ship} ({ship:ship}) in {sea:region}")
SCUTTLES_TRANSPORTER: Final = phrase(
    "REB-6.13", "{who:seat} scraps {transporter:transporter} with {n soldier} on board"
)
SCRAPS_BOAT: Final = phrase("REB-6.13", "{who:seat} scraps a fishing boat in {sea:region}")
NO_SUCH_SHIPS: Final = phrase("REB-6.13", "In {sea:region} you have {n ship} ({ship:ship})")
NO_BOAT: Final = phrase("REB-18.1", "You have no fishing boat in {sea:region}")


class DisbandShip(Deed[Rebellion]):
    """REB-6.13  Warships, without refund; those with fewest points go (REB-6.14)."""

    words = ["scrap {n} {ship} in {sea}", "sea:region ship:ship n:count"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        before: i64 = -1
        for row in t.ships:
            kind: i64 = row[SEA] << 2 | row[SHIP]
            if row[SEAT] == seat and kind != before:
                before = kind
                found.span(self.of(row[SEA], row[SHIP], 1), t.warships(row[SEA], seat, row[SHIP]))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_SUCH_SHIPS, self.a(action), t.warships(self.a(action), seat, self.b(action)), self.b(action)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        sea, ship, n = self.a(action), self.b(action), self.c(action)
        for _ in range(n):
            row = weakest_ship(t, sea, seat, ship)
            t.put_ships(sea, seat, ship, row[POINTS_LEFT], row[STATE], -1)
        t.tell(SCUTTLES, seat, n, ship, sea)
        t.finish()


class DisbandTransport(Deed[Rebellion]):
    """REB-6.13  Units on board go only together with their transporter. REB-3.6  They may have been the last."""

    words = ["scrap {transporter}", "transporter:transporter"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        for row in t.transports:
            if row[OWNER] == seat:
                found.add(self.of(row[INDEX]))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_SUCH_TRANSPORTER, self.a(action)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        index = self.a(action)
        n = cargo_soldiers(t.transporter(seat, index))
        t.sink(seat, index)
        t.tell(SCUTTLES_TRANSPORTER, seat, index, n)
        t.succeed(AFTERMATH)


class DisbandBoat(Deed[Rebellion]):
    """REB-6.13"""

    words = ["scrap the boat in {sea}", "sea:region"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        for row in t.boats:
            if row[SEAT] == seat:
                found.add(self.of(row[SEA]))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_BOAT, self.a(action)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        sea = self.a(action)
        t.boats = [row for row in t.boats if row[SEA] != sea]
        t.tell(SCRAPS_BOAT, seat, sea)
        t.finish()


SHIP_BUILD: Final = ShipBuild()
FLEET_DEEDS: Final[list[Deed[Rebellion]]] = [SHIP_BUILD, ShipMove(), TransportMove()]
SCRAP.add([DisbandShip(), DisbandTransport(), DisbandBoat()])
