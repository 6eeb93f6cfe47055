"""Chapter 22: revival."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit
from marchland.engine.slots import Slot
from marchland.games.alliances.parts import Decision
from marchland.games.alliances.regions import NUMBERS, REGIONS, SEA
from marchland.games.alliances.settings import ADDED_UNITS_PAY
from marchland.games.alliances.table import ARTILLERY, ARTILLERY_COST, INFANTRY, INFANTRY_COST, Alliances

REVIVAL_COST: Final = NUMBERS.one(
    "revival.cost", "ALL-22.1", 3, 0, 6, "unit cost below which a power revives, and up to which it does"
)
PAID_REVIVED: Final = [ADDED_UNITS_PAY.value("all"), ADDED_UNITS_PAY.value("revived")]

REVIVES: Final = phrase("ALL-22.1", "The {who:power} adds {kind:unit} in {region:region}")
ASK_REVIVE: Final = phrase("ALL-22.1", "{power:power}: add units, up to a cost of {n} in all.")
NOT_HERE: Final = phrase("ALL-22.2", "You cannot add units in {region:region}")
COST_TOO_MUCH: Final = phrase("ALL-22.1", "With {kind:unit} more your units would cost more than {n} in all")
UNIT_TOO_DEAR: Final = phrase("ALL-22.4", "Your supply does not suffice for {kind:unit}")
NONE_IN_STOCK: Final = phrase("ALL-2.5", "There is no {kind:unit} left in your stock")

PLACE_IN_ORDER: Final = Slot(0)  # how many powers are done
PICKED: Final = Slot(1)  # ALL-22.3  the region that a power without land has picked, plus 1


def revived_pay(t: Alliances) -> bool:
    """ALL-22.4  Whether new units are paid at once."""
    return ADDED_UNITS_PAY.of(t) in PAID_REVIVED


def regions_for(t: Alliances, power: i64) -> i64:
    """ALL-22.2, ALL-22.3  Its own land; without any one single region, unoccupied or at sea."""
    if PICKED.of(t):
        return bit(PICKED.of(t) - 1)
    own = t.lands(power)
    return own if own else t.unoccupied() | SEA


def why_not(t: Alliances, power: i64, kind: i64) -> Saying:
    """ALL-22.1, ALL-22.4, ALL-2.5  Up to the cost, as far as supply and stock suffice; empty if a unit can be added."""
    cost: i64 = ARTILLERY_COST if kind else INFANTRY_COST
    if t.unit_cost(power) + cost > REVIVAL_COST.of(t):
        return [COST_TOO_MUCH, kind, REVIVAL_COST.of(t)]
    if revived_pay(t) and t.supply[power] < cost:
        return [UNIT_TOO_DEAR, kind]
    return [] if t.pieces(power, kind) < (ARTILLERY.of(t) if kind else INFANTRY.of(t)) else [NONE_IN_STOCK, kind]


class Revive(Deed[Alliances]):
    """ALL-22.1  One unit more, without a token."""

    words = ["add {kind} in {region}", "kind:unit region:region"]

    def offer(self, t: Alliances, seat: i64, found: Options) -> None:
        power = REVIVAL.power(t)
        for kind in range(2):
            if not why_not(t, power, kind):
                found.fan(self, regions_for(t, power), 1, kind)

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        kind, region = self.a(action), self.b(action)
        power = REVIVAL.power(t)
        here = region < REGIONS and regions_for(t, power) & bit(region)
        return why_not(t, power, kind) if here else [NOT_HERE, region]

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        kind, region = self.a(action), self.b(action)
        power = REVIVAL.power(t)
        if not t.lands(power):
            PICKED.put(t, region + 1)
        if revived_pay(t):
            t.supply[power] -= ARTILLERY_COST if kind else INFANTRY_COST
        t.put(power, region, 1 - kind, kind)
        t.tell(REVIVES, power, kind, region)
        if why_not(t, power, 0) and why_not(t, power, 1):
            t.reveals += 1  # ALL-7.6, ALL-24.5  it is done


class Done(Deed[Alliances]):
    """ALL-22.5  It is a right; a power may add fewer units or none."""

    words = ["done"]
    forward = True

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        t.reveals += 1
        next_power(t)


def next_power(t: Alliances) -> None:
    PLACE_IN_ORDER.add(t, 1)
    PICKED.put(t, 0)


class Revival(Decision):
    """ALL-22.6  One after the other in player order; all is judged when the turn of a power comes (ALL-22.8). ALL-4.5
    So no power is ever out. ALL-22.7  Coins in the region stay there."""

    def power(self, t: Alliances) -> i64:
        return t.order[PLACE_IN_ORDER.of(t)]

    def resume(self, t: Alliances) -> None:
        while PLACE_IN_ORDER.of(t) < len(t.order):
            power = self.power(t)
            if t.unit_cost(power) < REVIVAL_COST.of(t):
                seat: i64 = t.played_by[power]
                options = self.listed(t, seat)
                if options.total > 1:
                    t.ask(seat, options)
                    return
            next_power(t)
        t.finish()

    def prompt(self, t: Alliances, seat: i64) -> Saying:
        return [ASK_REVIVE, self.power(t), REVIVAL_COST.of(t)]


REVIVE: Final = Revive()

REVIVAL: Final = Revival("alliances.revival", "Revival", "ALL-22.1", [Done(), REVIVE])
