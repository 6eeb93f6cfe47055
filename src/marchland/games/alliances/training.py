"""Chapter 21: training."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit, lowest
from marchland.games.alliances.parts import ENOUGH, READY, TAKE_BACKS, Part, made_in, may_take_back, part_of
from marchland.games.alliances.regions import LAND, REGIONS
from marchland.games.alliances.settings import ADDED_UNITS_PAY
from marchland.games.alliances.table import ARTILLERY, INFANTRY, TRAIN, Alliances

# ALL-21.3  The results of a token: infantry and artillery more, what that costs, infantry that has to be there.
PATTERNS: Final = ["nothing", "an infantry", "two infantry", "an artillery", "an upgrade", "two upgrades"]
INFANTRY_MORE: Final = vec[i64]([0, 1, 2, 0, -1, -2])
ARTILLERY_MORE: Final = vec[i64]([0, 0, 0, 1, 1, 2])
COST: Final = vec[i64]([0, 1, 2, 2, 1, 2])
NEEDED: Final = vec[i64]([0, 0, 0, 0, 1, 2])

PAID_TRAINED: Final = [ADDED_UNITS_PAY.value("all"), ADDED_UNITS_PAY.value("trained")]

TRAINS: Final = phrase("ALL-21.3", "The {who:power} trains {pattern:training} in {region:region}")
ASK_TRAIN: Final = phrase("ALL-21.1", "{power:power}: train units where you have Train units tokens.")
PAID_AT_ONCE: Final = phrase("ALL-21.6", "Infantry costs {n coin}, artillery {m}, an upgrade {k}, paid at once")
NO_TRAIN: Final = phrase("ALL-21.1", "You hold no Train units token in {region:region}")
ONLY_STARS: Final = phrase("ALL-21.2", "Only a strategic region can train {pattern:training}")
NO_INFANTRY: Final = phrase("ALL-21.8", "There is too little infantry of yours in {region:region} to upgrade")
TRAIN_TOKENS_RETURN: Final = phrase("ALL-7.7", "All {kind:token} tokens go back to their owners")
TRAINED_ALREADY: Final = phrase("ALL-21.3", "In {region:region} you have marked {pattern:training} already")
NOT_AFFORDED: Final = phrase(
    "ALL-21.6", "Your supply does not suffice for {pattern:training} in {region:region} as well"
)
NOT_IN_STOCK: Final = phrase(
    "ALL-21.7", "Your stock does not suffice for {pattern:training} in {region:region} as well"
)


def trained_pay(t: Alliances) -> bool:
    """ALL-21.6  Whether the added cost is paid at once."""
    return ADDED_UNITS_PAY.of(t) in PAID_TRAINED


class Training:
    """The marks of a power: a pattern by region, how many marks it has taken back, and what all of it comes to."""

    def __init__(self, t: Alliances, power: i64, made: list[int]) -> None:
        self.pattern = vec[i64]([0] * REGIONS)
        self.infantry: i64 = t.pieces(power, 0)
        self.artillery: i64 = t.pieces(power, 1)
        self.cost: i64 = 0
        marked: i64 = 0
        taken: i64 = 0
        for action in made:
            if TRAIN_IN.fits(action):
                region = TRAIN_IN.a(action)
                if marked & bit(region):
                    taken += 1
                marked |= bit(region)
                self.mark(region, TRAIN_IN.b(action))
        self.marked = marked
        self.taken = taken

    def mark(self, region: i64, pattern: i64) -> None:
        before = self.pattern[region]
        self.infantry += INFANTRY_MORE[pattern] - INFANTRY_MORE[before]
        self.artillery += ARTILLERY_MORE[pattern] - ARTILLERY_MORE[before]
        self.cost += COST[pattern] - COST[before]
        self.pattern[region] = pattern


def lacks_star(t: Alliances, region: i64, pattern: i64) -> bool:
    """ALL-21.2"""
    return COST[pattern] > 1 and not t.strategic & bit(region)


def lacks_infantry(t: Alliances, power: i64, region: i64, pattern: i64) -> bool:
    """ALL-21.8"""
    return NEEDED[pattern] > t.infantry_in(power, region)


def fits_region(t: Alliances, power: i64, region: i64, pattern: i64) -> bool:
    return not lacks_star(t, region, pattern) and not lacks_infantry(t, power, region, pattern)


def can_pay(t: Alliances, power: i64, marks: Training, region: i64, pattern: i64) -> bool:
    """ALL-21.6  The supply suffices for all choices together, with another pattern in a region."""
    return not trained_pay(t) or marks.cost + COST[pattern] - COST[marks.pattern[region]] <= t.supply[power]


def suffices(t: Alliances, power: i64, marks: Training, region: i64, pattern: i64) -> bool:
    """ALL-21.6, ALL-21.7  Stock and supply, for all choices together, with another pattern in a region."""
    if not can_pay(t, power, marks, region, pattern):
        return False
    before = marks.pattern[region]
    infantry = marks.infantry + INFANTRY_MORE[pattern] - INFANTRY_MORE[before]
    artillery = marks.artillery + ARTILLERY_MORE[pattern] - ARTILLERY_MORE[before]
    return infantry <= INFANTRY.of(t) and artillery <= ARTILLERY.of(t)


class TrainIn(Deed[Alliances]):
    """ALL-21.1 to ALL-21.8  One of the patterns for each token."""

    words = ["train {pattern} in {region}", "region:region pattern:training"]

    def effect_at(self, t: Alliances, seat: i64) -> Saying:
        return [PAID_AT_ONCE, COST[1], COST[3], COST[4]] if trained_pay(t) else []

    def choose(self, t: Alliances, hand: i64, made: list[int], found: Options) -> None:
        left = t.holds(hand, TRAIN) & LAND
        if not left:
            return
        marks = Training(t, hand, made)
        again = may_take_back(t, marks.taken)
        while left:
            region = lowest(left)
            left &= left - 1
            if marks.marked & bit(region) and not again:
                continue
            patterns: i64 = 0
            for pattern in range(len(PATTERNS)):
                fits = pattern != marks.pattern[region] and fits_region(t, hand, region, pattern)
                if fits and suffices(t, hand, marks, region, pattern):
                    patterns |= bit(pattern)
            found.fan(self, patterns, 1, region)

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        region, pattern = self.a(action), self.b(action)
        power = part_of(t).open_hand(t, seat)
        if region >= REGIONS or not t.holds(power, TRAIN) & LAND & bit(region):
            return [NO_TRAIN, region]
        if pattern >= len(PATTERNS):
            return []
        if lacks_star(t, region, pattern):
            return [ONLY_STARS, pattern]
        if lacks_infantry(t, power, region, pattern):
            return [NO_INFANTRY, region]
        marks = Training(t, power, made_in(t, seat))
        if pattern == marks.pattern[region]:
            return [TRAINED_ALREADY, region, pattern]
        if marks.marked & bit(region) and not may_take_back(t, marks.taken):
            return [ENOUGH, TAKE_BACKS.of(t)]
        paid = can_pay(t, power, marks, region, pattern)
        return [NOT_IN_STOCK if paid else NOT_AFFORDED, pattern, region]


class TrainUnits(Part):
    """ALL-21.1  All Train units tokens are resolved at the same time, by the powers that hold them.

    ALL-21.5  A token in a sea region is ignored.
    """

    def take_effect(self, t: Alliances, power: i64, made: list[int]) -> None:
        marks = Training(t, power, made)
        if trained_pay(t):
            t.supply[power] -= marks.cost
        for region in range(REGIONS):
            pattern = marks.pattern[region]
            if pattern:
                t.put(power, region, INFANTRY_MORE[pattern], ARTILLERY_MORE[pattern])
                t.tell(TRAINS, power, pattern, region)

    def done(self, t: Alliances) -> None:
        """ALL-16.3, ALL-7.7  After use the tokens go back to the powers whose pieces they are."""
        t.return_tokens(TRAIN, TRAIN_TOKENS_RETURN)
        t.finish()

    def question(self, t: Alliances, power: i64) -> Saying:
        return [ASK_TRAIN, power]

    def plans(self, t: Alliances, hand: i64) -> list[list[int]]:
        """For bots: what is marked stays, and the next three regions are weighed together."""
        made = t.sealed[hand]
        left = t.holds(hand, TRAIN) & LAND & ~Training(t, hand, made).marked
        found: list[list[int]] = [[]]
        for _ in range(3):
            if left:
                found = [longer for plan in found for longer in trained(t, hand, lowest(left), made, plan)]
                left &= left - 1
        return [[*plan, int(READY.code)] for plan in found]


def trained(t: Alliances, power: i64, region: i64, made: list[int], plan: list[int]) -> list[list[int]]:
    """A plan as it is, and with each result that a further region can have."""
    found = [plan]
    marks = Training(t, power, made + plan)
    for pattern in range(1, len(PATTERNS)):
        if fits_region(t, power, region, pattern) and suffices(t, power, marks, region, pattern):
            found.append([*plan, int(TRAIN_IN.of(region, pattern))])
    return found


TRAIN_IN: Final = TrainIn()

TRAIN_UNITS: Final = TrainUnits("alliances.train", "Training", "ALL-21.1", [READY, TRAIN_IN])
