"""Chapter 16, second part: transfers, landing ships and construction ships, and how they arrive (S7)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit, lowest
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.rebellion.aftermath import AFTERMATH
from marchland.games.rebellion.army import TOO_DEAR
from marchland.games.rebellion.attack import ATTACKS, MOST_CANCELS, NO_CANCELS, may_attack
from marchland.games.rebellion.battle import BATTLE, begin_battle
from marchland.games.rebellion.fleets import NO_SEA
from marchland.games.rebellion.force import BY_LANDING_SHIP, force_soldiers, muster, settle_force, units_of
from marchland.games.rebellion.marching import MOST, TOO_FEW_READY, take_if_empty
from marchland.games.rebellion.ports import has_open_port, open_ports
from marchland.games.rebellion.settings import NUMBERS, seafaring
from marchland.games.rebellion.table import (
    ARMS,
    AWAIT,
    CELLS_OF_ARM,
    FRESH,
    NOBODY,
    PORT,
    SOLDIERS,
    Rebellion,
)
from marchland.games.rebellion.warfare import begin_war
from marchland.games.rebellion.waters import (
    CONSTRUCTION,
    DESTINATION,
    DUE,
    KIND,
    LANDING,
    LEFT,
    LOAD,
    SENDER,
    TRANSFER,
)
from marchland.games.rebellion.weather import march_rate
from marchland.games.rebellion.world import COASTAL

LANDING_PRICE: Final = NUMBERS.one("price.landing_ship", "REB-16.5", 9, 1, 60, "coins for a landing ship")
CONSTRUCTION_PRICE: Final = NUMBERS.one(
    "price.construction_ship", "REB-16.8", 13, 1, 60, "coins for a construction ship"
)
CAPACITY: Final = NUMBERS.one("capacity.landing_ship", "REB-16.5", 10, 1, 20, "soldiers that a landing ship carries")
TURNS: Final = NUMBERS.one("voyage.turns", "REB-16.6", 2, 1, 5, "turns of a voyage in secret")


def load_soldiers(row: list[int]) -> i64:
    """Soldiers of a voyage."""
    total: i64 = 0
    for arm in range(ARMS):
        total += SOLDIERS[arm] * row[LOAD + arm]
    return total


def depart(t: Rebellion, kind: i64, seat: i64, left: i64, destination: i64, turns: i64, load: list[int]) -> None:
    """REB-1.7  Due at the start of the player's turn so many turns later."""
    row: list[int] = [kind, seat, left, destination, t.round + turns, *load]
    t.voyages = [*t.voyages, row]


# -- REB-16.3: transfers ---------------------------------------------------------------------------------------------

ONE_TURN: Final = 1

COMES_NEXT_TURN: Final = phrase(
    "REB-16.3", "{n coin} for a soldier, whatever the distance; they arrive in your next turn"
)
SENDS: Final = phrase(
    "REB-16.3", "{who:seat} ships {n} {unit:unit} from {source:region} to {target:region} for {coins coin}"
)
NO_SHIPYARD: Final = phrase("REB-16.8", "A construction ship is bought at an open port, and you own none")
NO_PORT_THERE: Final = phrase("REB-16.3", "You have no open port in {province:region}")
SAME_PORT: Final = phrase("REB-16.3", "Units are shipped to another port")
NONE_SHIPPED: Final = phrase("REB-16.3", "At least 1 unit is shipped, and at most {n} at once")


def most_shipped(t: Rebellion, seat: i64, source: i64, arm: i64) -> i64:
    """Units of an arm that can be shipped and paid for; a road does not help."""
    n = t.ready[source * ARMS + arm]
    price = march_rate(t) * SOLDIERS[arm]
    if price and t.coins[seat] // price < n:
        n = t.coins[seat] // price
    return n if n < MOST else MOST


class PortSend(Deed[Rebellion]):
    """REB-16.3  From one open port to another; REB-16.10  nothing stops them on the way."""

    words = [
        "ship {n} {unit} from {source} to {target}",
        "source:region unit:unit target:region n:count",
    ]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [COMES_NEXT_TURN, march_rate(t)]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        ports = open_ports(t, seat)
        left = ports if ports & ports - 1 else 0
        while left:
            source = lowest(left)
            left &= left - 1
            for arm in range(ARMS):
                found.fan_from(self, source << 2 | arm, ports & ~bit(source), most_shipped(t, seat, source, arm))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        source, arm, target, n = self.a(action), self.b(action), self.c(action), self.d(action)
        if not seafaring(t):
            return [NO_SEA]
        ports = open_ports(t, seat)
        if not ports >> source & 1:
            return [NO_PORT_THERE, source]
        if not ports >> target & 1:
            return [NO_PORT_THERE, target]
        if source == target:
            return [SAME_PORT]
        if n > t.ready[source * ARMS + arm]:
            return [TOO_FEW_READY, source, t.ready[source * ARMS + arm], arm]
        if n == 0 or n > MOST:
            return [NONE_SHIPPED, MOST]
        return [TOO_DEAR, n * march_rate(t) * SOLDIERS[arm], t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        source, arm, target, n = self.a(action), self.b(action), self.c(action), self.d(action)
        cost = n * march_rate(t) * SOLDIERS[arm]
        t.coins[seat] -= cost
        load = [0] * ARMS
        load[arm] = int(n)
        for _ in range(n):
            t.put(source, t.strongest(source, arm), -1)
        depart(t, TRANSFER, seat, source, target, ONE_TURN, load)
        t.tell(SENDS, seat, n, arm, source, target, cost)


# -- REB-16.5: landing ships -----------------------------------------------------------------------------------------

HARBOUR: Final = Slot(0)  # the port where a ship is loaded; its cargo is t.force

WHAT_IT_CARRIES: Final = phrase(
    "REB-16.5", "{n coin} when it leaves, for up to {m soldier}; it lands {turns turn} later"
)
SEEN_CARGO: Final = phrase("REB-16.5", "Everybody sees the cargo, and nobody the destination; it cannot be called back")
LOADS_SHIP: Final = phrase("REB-16.5", "{who:seat} readies a landing ship in {port:region}")
LOADS: Final = phrase("REB-16.5", "{who:seat} loads {n} {unit:unit}")
SETS_SAIL: Final = phrase(
    "REB-16.5", "{who:seat} sends a landing ship with {n soldier} from {port:region} for {coins coin}"
)
BOUND_FOR: Final = phrase("REB-16.5", "Your ship is bound for {province:region}, which nobody else knows")
ASHORE: Final = phrase("REB-3.3", "All go ashore again, and nothing is paid")
UNLOADS: Final = phrase("REB-16.5", "{who:seat} unloads the ship again")
NOBODY_TO_LOAD: Final = phrase("REB-16.5", "In {port:region} there is no unit with a movement point that finds room")
NO_PORT_HERE: Final = phrase("REB-16.5", "You have no open port in {port:region}")
FULL: Final = phrase("REB-16.5", "There is room for {n soldier} more, and {unit:unit} takes {m}")
NONE_LOADED: Final = phrase("REB-16.5", "At least 1 unit is loaded")
NOTHING_LOADED: Final = phrase("REB-16.5", "Load at least 1 soldier first")
NO_COAST: Final = phrase("REB-16.5", "{province:region} lies on no coast")
THE_PORT_ITSELF: Final = phrase("REB-16.5", "The ship leaves from {province:region} and lands somewhere else")
ASK_LOAD: Final = phrase(
    "REB-16.5", "A landing ship in {port:region}: {n soldier} on board. Load units, then choose where it lands."
)


def loadable(t: Rebellion, port: i64, arm: i64) -> i64:
    """Units of an arm that can be loaded now."""
    n = t.ready[port * ARMS + arm]
    fits = (CAPACITY.of(t) - force_soldiers(t)) // SOLDIERS[arm]
    return n if n < fits else fits


class LandingOpen(Deed[Rebellion]):
    """REB-16.5  At an open port with units that can go on board."""

    words = ["load a landing ship in {port}", "port:region"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [WHAT_IT_CARRIES, LANDING_PRICE.of(t), CAPACITY.of(t), TURNS.of(t)]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.cancels < MOST_CANCELS.of(t) and t.coins[seat] >= LANDING_PRICE.of(t):
            left = open_ports(t, seat)
            while left:
                port = lowest(left)
                left &= left - 1
                for arm in range(ARMS):
                    if loadable(t, port, arm) > 0:
                        found.add(self.of(port))
                        break

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        port = self.a(action)
        if not seafaring(t):
            return [NO_SEA]
        if not open_ports(t, seat) >> port & 1:
            return [NO_PORT_HERE, port]
        if t.cancels >= MOST_CANCELS.of(t):
            return [NO_CANCELS, t.cancels]
        if t.coins[seat] < LANDING_PRICE.of(t):
            return [TOO_DEAR, LANDING_PRICE.of(t), t.coins[seat]]
        return [NOBODY_TO_LOAD, port]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.tell(LOADS_SHIP, seat, self.a(action))
        t.call(VOYAGE, self.a(action))


class Load(Deed[Rebellion]):
    """REB-16.5  Units of the port with a movement point."""

    words = ["load {n} {unit}", "unit:unit n:count"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        for arm in range(ARMS):
            found.span(self.of(arm, 1), loadable(t, HARBOUR.of(t), arm))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        arm, n = self.a(action), self.b(action)
        ready = t.ready[HARBOUR.of(t) * ARMS + arm]
        if n > ready:
            return [TOO_FEW_READY, HARBOUR.of(t), ready, arm]
        return [FULL, CAPACITY.of(t) - force_soldiers(t), arm, SOLDIERS[arm]] if n else [NONE_LOADED]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        arm, n = self.a(action), self.b(action)
        port = HARBOUR.of(t)
        for _ in range(n):
            cell = t.strongest(port, arm)
            t.put(port, cell, -1)
            muster(t, port, cell, 1)
        t.tell(LOADS, seat, n, arm)


class VoyageGo(Deed[Rebellion]):
    """REB-16.5  The destination is written down in secret: any coast but the port's own. It is not taken back."""

    words = ["set sail for {province}", "province:region"]
    effect = SEEN_CARGO
    grave = True
    forward = True

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.force:
            found.fan(self, COASTAL & ~bit(HARBOUR.of(t)))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        if not t.force:
            return [NOTHING_LOADED]
        return [THE_PORT_ITSELF if self.a(action) == HARBOUR.of(t) else NO_COAST, self.a(action)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        price = LANDING_PRICE.of(t)
        t.coins[seat] -= price
        t.tell(SETS_SAIL, seat, force_soldiers(t), HARBOUR.of(t), price)
        t.tell_seats(1 << seat, BOUND_FOR, self.a(action))
        load = [int(units_of(t, arm)) for arm in range(ARMS)]
        depart(t, LANDING, seat, HARBOUR.of(t), self.a(action), TURNS.of(t), load)
        t.force = []
        t.reveals += 1
        t.finish()


class VoyageCancel(Deed[Rebellion]):
    """REB-3.3  All units go ashore again, with their points; it counts as calling something off."""

    words = ["unload the ship"]
    effect = ASHORE

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        settle_force(t, -1)
        t.cancels += 1
        t.tell(UNLOADS, seat)
        t.finish()


class Voyage(Step[Rebellion]):
    """REB-16.5  Loading, arm after arm."""

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_LOAD, HARBOUR.of(t), force_soldiers(t)]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, t.active]


# -- REB-16.8: construction ships ------------------------------------------------------------------------------------

BUILDS_PORTS: Final = phrase("REB-16.8", "Sent to a coast of yours, it builds a port there, free and unconnected")
BUYS_CONSTRUCTION: Final = phrase("REB-16.8", "{who:seat} buys a construction ship for {n coin}")
SENDS_CONSTRUCTION: Final = phrase("REB-16.8", "{who:seat} sends a construction ship out")
NO_CONSTRUCTION: Final = phrase("REB-16.8", "You have no construction ship")
NOT_A_COAST: Final = phrase("REB-16.8", "{province:region} lies on no coast")
SECRETLY: Final = phrase("REB-16.8", "Nobody else knows where; it arrives {n turn} later, and cannot be called back")


class ConstructionBuy(Deed[Rebellion]):
    """REB-16.8  At an open port; it is noted on the sheet."""

    words = ["buy a construction ship"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [BUILDS_PORTS]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.coins[seat] >= CONSTRUCTION_PRICE.of(t) and has_open_port(t, seat):
            found.add(self.code)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        if not seafaring(t):
            return [NO_SEA]
        if not has_open_port(t, seat):
            return [NO_SHIPYARD]
        return [TOO_DEAR, CONSTRUCTION_PRICE.of(t), t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.coins[seat] -= CONSTRUCTION_PRICE.of(t)
        t.docked[seat] += 1
        t.tell(BUYS_CONSTRUCTION, seat, CONSTRUCTION_PRICE.of(t))


class ConstructionSend(Deed[Rebellion]):
    """REB-16.8  To any coast, in secret."""

    words = ["send a construction ship to {province}", "province:region"]
    grave = True

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [SECRETLY, TURNS.of(t)]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.docked[seat]:
            found.fan(self, COASTAL)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NOT_A_COAST, self.a(action)] if t.docked[seat] else [NO_CONSTRUCTION]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.docked[seat] -= 1
        depart(t, CONSTRUCTION, seat, NOBODY, self.a(action), TURNS.of(t), [0] * ARMS)
        t.tell(SENDS_CONSTRUCTION, seat)
        t.tell_seats(1 << seat, BOUND_FOR, self.a(action))
        t.reveals += 1


# -- S7: arrivals ----------------------------------------------------------------------------------------------------

ARRIVES: Final = phrase("REB-16.3", "{n soldier} of {who:seat} {n|arrives|arrive} in {province:region}")
COMES_BACK: Final = phrase("REB-16.4", "{n soldier} of {who:seat} {n|comes|come} back to {province:region}")
LOST_ON_WAY: Final = phrase("REB-16.4", "{n soldier} of {who:seat} {n|has|have} nowhere to land and {n|is|are} lost")
PORT_BUILT: Final = phrase("REB-16.8", "A construction ship of {who:seat} builds a port in {province:region}", "reveal")
SHIP_RETURNS: Final = phrase(
    "REB-16.8", "A construction ship of {who:seat} finds no place for a port in {province:region} and returns", "reveal"
)
SHOWN: Final = phrase("REB-16.6", "A landing ship of {who:seat} appears before {province:region}", "reveal")
HELD_BACK: Final = phrase("REB-16.11", "A truce with {other:seat} forbids the landing")
LANDS: Final = phrase("REB-16.7", "{n soldier} of {who:seat} {n|lands|land} in {province:region} for {coins coin}")


def next_due(t: Rebellion, seat: i64) -> list[int]:
    """REB-3.2  Transfers, then construction ships, then landing ships, each in order of departure."""
    best: list[int] = []
    for row in t.voyages:
        if row[SENDER] == seat and row[DUE] <= t.round and (not best or row[KIND] < best[KIND]):
            best = row
    return best


def disperse(t: Rebellion, province: i64, row: list[int], mark: i64) -> None:
    """The load of a voyage stands in a province."""
    for arm in range(ARMS):
        if row[LOAD + arm]:
            t.put(province, arm * CELLS_OF_ARM + mark, row[LOAD + arm])


def come_back(t: Rebellion, seat: i64, row: list[int]) -> None:
    """REB-16.4, REB-16.11  To the province they left, if it is still held; else they are lost."""
    if t.holder[row[LEFT]] == seat:
        disperse(t, row[LEFT], row, 0)
        t.tell(COMES_BACK, load_soldiers(row), seat, row[LEFT])
    else:
        t.tell(LOST_ON_WAY, load_soldiers(row), seat)


class Arrivals(Step[Rebellion]):
    """REB-3.2, REB-16.12  S7: whatever has become of capital, port and wars meanwhile."""

    def resume(self, t: Rebellion) -> None:
        seat = t.active
        depth = t.depth()
        while t.lives(seat):
            row = next_due(t, seat)
            if not row:
                break
            if row[KIND] == LANDING:
                self.land(t, seat, row[DESTINATION])
            else:
                self.drop(t, row)
                if row[KIND] == TRANSFER:
                    self.transfer(t, seat, row)
                else:
                    self.construct(t, seat, row[DESTINATION])
            if t.over or t.depth() != depth:
                return  # a victory, a battle, or what follows from a loss
        t.finish()

    def drop(self, t: Rebellion, row: list[int]) -> None:
        t.voyages = [other for other in t.voyages if other is not row]

    def transfer(self, t: Rebellion, seat: i64, row: list[int]) -> None:
        """REB-16.3  They get their points in S8. REB-16.4  A port that is gone or blockaded does not matter."""
        if t.holder[row[DESTINATION]] == seat:
            disperse(t, row[DESTINATION], row, 0)
            t.tell(ARRIVES, load_soldiers(row), seat, row[DESTINATION])
            return
        come_back(t, seat, row)
        t.call(AFTERMATH)

    def construct(self, t: Rebellion, seat: i64, province: i64) -> None:
        """REB-16.8  On owned land without port, capital and red tokens; connection and level are not needed."""
        ground = t.owned(seat) & ~t.built[PORT] & ~t.crowned & ~t.marred
        if ground >> province & 1:
            t.raise_up(PORT, province)
            t.tell(PORT_BUILT, seat, province)
        else:
            t.docked[seat] += 1
            t.tell(SHIP_RETURNS, seat, province)

    def land(self, t: Rebellion, seat: i64, province: i64) -> None:
        """REB-16.6, REB-16.7  All ships for one destination land together."""
        t.tell(SHOWN, seat, province)
        ships = [row for row in t.voyages if is_landing(t, row, seat, province)]
        t.voyages = [row for row in t.voyages if not is_landing(t, row, seat, province)]
        holder = t.holder[province]
        if holder != seat and holder != NOBODY and not may_attack(t, seat, province):
            t.tell(HELD_BACK, holder)
            for row in ships:
                come_back(t, seat, row)
            t.call(AFTERMATH)
            return
        if holder != seat and holder != NOBODY:
            self.storm(t, seat, province, ships)
            return
        soldiers: i64 = 0
        for row in ships:
            soldiers += load_soldiers(row)
            disperse(t, province, row, FRESH)
        due = march_rate(t) * soldiers
        paid = due if due < t.coins[seat] else t.coins[seat]
        t.coins[seat] -= paid
        t.tell(LANDS, soldiers, seat, province, paid)
        take_if_empty(t, seat, province)

    def storm(self, t: Rebellion, seat: i64, province: i64, ships: list[list[int]]) -> None:
        """REB-16.7  An attack by landing, from which nobody withdraws."""
        for row in ships:
            for arm in range(ARMS):
                if row[LOAD + arm]:
                    muster(t, BY_LANDING_SHIP, arm * CELLS_OF_ARM + FRESH, row[LOAD + arm])
        t.tell(ATTACKS, seat, province, force_soldiers(t))
        if t.holder[province] < t.seats:
            begin_war(t, seat, t.holder[province])
        begin_battle(t, False, seat, province)
        t.call(BATTLE)


def is_landing(t: Rebellion, row: list[int], seat: i64, province: i64) -> bool:
    """Whether a voyage is a landing of this seat in that province that is due now."""
    return row[KIND] == LANDING and row[SENDER] == seat and row[DESTINATION] == province and row[DUE] <= t.round


PORT_SEND: Final = PortSend()
VOYAGE_DEEDS: Final[list[Deed[Rebellion]]] = [PORT_SEND, LandingOpen(), ConstructionBuy(), ConstructionSend()]
VOYAGE: Final = Voyage("rebellion.voyage", "Landing ship", "REB-16.5", [Load(), VoyageGo(), VoyageCancel()])
ARRIVALS: Final = Arrivals("rebellion.arrivals", "Arrivals", "REB-16.6")
