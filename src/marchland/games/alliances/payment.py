"""Chapter 20: production, payment, mutiny."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit, lowest
from marchland.engine.step import Step
from marchland.games.alliances.parts import ENOUGH, READY, TAKE_BACKS, Part, made_in, may_take_back
from marchland.games.alliances.powers import NEUTRAL
from marchland.games.alliances.regions import LAND, NUMBERS, REGIONS
from marchland.games.alliances.table import Alliances

LEAST_PRODUCTION: Final = NUMBERS.one(
    "production.least", "ALL-20.1", 3, 0, 6, "coins that a power receives at least in production"
)

PRODUCES: Final = phrase("ALL-20.1", "The {who:power} receives {n coin}")
PAYS: Final = phrase("ALL-20.3", "The {who:power} pays {n coin} for its units")
MUTINY: Final = phrase("ALL-20.6", "Mutiny in {region:region}: {n unit} of the {who:power}", "blow")
LOST_AT_SEA: Final = phrase("ALL-20.6", "Unpaid and gone from {region:region}: {n unit} of the {who:power}")
ASK_PAY: Final = phrase(
    "ALL-20.3", "{power:power}: your units cost {cost}, and you have {n coin}. Give up regions that you do not pay."
)
ASK_PAY_ALL: Final = phrase(
    "ALL-20.3",
    "{power:power}: your units cost {cost}, and your {n coin} will do. Give up only what you do not want to pay.",
)
NOT_PAID: Final = phrase("ALL-20.5", "The regions that you keep cost {cost}, and you have {n coin}")
TURN_NEUTRAL: Final = phrase("ALL-20.6", "Its units become neutral infantry; at sea they are gone")
NOT_KEPT: Final = phrase("ALL-20.5", "{region:region} is not among the regions that you keep")
NOT_ABANDONED: Final = phrase("ALL-20.5", "{region:region} is not among the regions that you give up")


class Production(Step[Alliances]):
    """ALL-20.1  The coins in all the land regions that a power owns, but at least 3; they stay there."""

    def resume(self, t: Alliances) -> None:
        for power in t.powers:
            n = production(t, power)
            t.supply[power] += n
            t.tell(PRODUCES, power, n)
        t.finish()


def production(t: Alliances, power: i64) -> i64:
    coins: i64 = 0
    left = t.lands(power)
    while left:
        coins += t.coins[lowest(left)]
        left &= left - 1
    least = LEAST_PRODUCTION.of(t)
    return coins if coins > least else least


class Keeping:
    """The marks of a power: the regions that it gives up, and how many marks it has taken back."""

    def __init__(self, made: list[int]) -> None:
        regions: i64 = 0
        taken: i64 = 0
        for action in made:
            if ABANDON.fits(action):
                regions |= bit(ABANDON.a(action))
            elif KEEP.fits(action):
                regions &= ~bit(KEEP.a(action))
                taken += 1
        self.regions = regions
        self.taken = taken


def cost_of(t: Alliances, power: i64, regions: i64) -> i64:
    """ALL-20.3  A coin for each infantry and two for each artillery there."""
    cost: i64 = 0
    while regions:
        cost += t.cost_in(power, lowest(regions))
        regions &= regions - 1
    return cost


class Abandon(Deed[Alliances]):
    """ALL-20.4, ALL-20.5  All units of a region or none; a power may give up one that it could pay."""

    words = ["give up {region}", "region:region"]
    effect: int = TURN_NEUTRAL

    def choose(self, t: Alliances, hand: i64, made: list[int], found: Options) -> None:
        found.fan(self, t.held[hand] & ~Keeping(made).regions)

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        return [NOT_KEPT, self.a(action)]


class Keep(Deed[Alliances]):
    """ALL-7.8  Keep a region after all."""

    words = ["keep {region}", "region:region"]

    def choose(self, t: Alliances, hand: i64, made: list[int], found: Options) -> None:
        marks = Keeping(made)
        if may_take_back(t, marks.taken):
            found.fan(self, marks.regions)

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        region = self.a(action)
        given_up = region < REGIONS and Keeping(made_in(t, seat)).regions & bit(region)
        return [ENOUGH, TAKE_BACKS.of(t)] if given_up else [NOT_ABANDONED, region]


class Pay(Part):
    """ALL-20.2 to ALL-20.7  All powers at once choose which regions to keep; what is not paid mutinies."""

    def asks(self, t: Alliances, power: i64) -> bool:
        """ALL-7.9  A power that cannot pay any of its regions is not asked."""
        left = t.held[power]
        while left:
            if t.cost_in(power, lowest(left)) <= t.supply[power]:
                return True
            left &= left - 1
        return False

    def unready(self, t: Alliances, power: i64, made: list[int]) -> Saying:
        cost = cost_of(t, power, t.held[power] & ~Keeping(made).regions)
        return [NOT_PAID, cost, t.supply[power]] if cost > t.supply[power] else []

    def take_effect(self, t: Alliances, power: i64, made: list[int]) -> None:
        given_up = Keeping(made).regions if t.answering >> power & 1 else t.held[power]
        cost = cost_of(t, power, t.held[power] & ~given_up)
        t.supply[power] -= cost
        if cost > 0:
            t.tell(PAYS, power, cost)
        while given_up:
            mutiny(t, power, lowest(given_up))
            given_up &= given_up - 1

    def question(self, t: Alliances, power: i64) -> Saying:
        kept = t.held[power] & ~Keeping(t.sealed[power]).regions
        cost = cost_of(t, power, kept)
        return [ASK_PAY_ALL if cost <= t.supply[power] else ASK_PAY, power, cost, t.supply[power]]

    def plans(self, t: Alliances, hand: i64) -> list[list[int]]:
        """For bots: whoever can pay, pays; others give up this region or that, and then what is worth least."""
        if not self.unready(t, hand, t.sealed[hand]):
            return [[int(READY.code)]]
        kept = t.held[hand] & ~Keeping(t.sealed[hand]).regions
        found: list[list[int]] = []
        left = kept
        while left:
            found.append(giving_up(t, hand, kept, lowest(left)))
            left &= left - 1
        return found


def giving_up(t: Alliances, power: i64, kept: i64, region: i64) -> list[int]:
    """The marks that give up a region, and further ones with few coins until the rest can be paid; stars last."""
    made: list[int] = []
    while True:
        made.append(int(ABANDON.of(region)))
        kept &= ~bit(region)
        if cost_of(t, power, kept) <= t.supply[power]:
            return [*made, int(READY.code)]
        least: i64 = 100
        left = kept
        while left:
            coins: i64 = t.coins[lowest(left)] + 10 if t.strategic & bit(lowest(left)) else t.coins[lowest(left)]
            if coins < least:
                least = coins
                region = lowest(left)
            left &= left - 1


def mutiny(t: Alliances, power: i64, region: i64) -> None:
    """ALL-2.6, ALL-20.6, ALL-20.7  Each unit becomes a neutral infantry; at sea it is gone. A token there goes back."""
    infantry, artillery = t.infantry_in(power, region), t.artillery_in(power, region)
    t.take(power, region, infantry, artillery)
    if LAND & bit(region):
        t.put(NEUTRAL, region, infantry + artillery, 0)
        t.tell(MUTINY, region, infantry + artillery, power)
    else:
        t.tell(LOST_AT_SEA, region, infantry + artillery, power)
    t.deserted(power, region)


ABANDON: Final = Abandon()
KEEP: Final = Keep()

PRODUCTION: Final = Production("alliances.production", "Production", "ALL-20.1")
PAY: Final = Pay("alliances.pay", "Payment", "ALL-20.3", [READY, ABANDON, KEEP])
