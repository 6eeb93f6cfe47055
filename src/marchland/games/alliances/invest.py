"""Chapter 10: Invest and Dig trenches."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit, lowest, size
from marchland.games.alliances.battle import TRENCH_DICE
from marchland.games.alliances.parts import ENOUGH, READY, TAKE_BACKS, Part, made_in, may_take_back, part_of
from marchland.games.alliances.regions import LAND, LIMIT, NUMBERS, PLACEHOLDERS, REGIONS
from marchland.games.alliances.table import DIG, INVEST, KINDS, Alliances

TRENCHES: Final = NUMBERS.one("tokens.trenches", "ALL-10.4", 2, 1, 4, "trenches that a Dig trenches token digs at most")

INVESTS: Final = phrase("ALL-10.2", "The {who:power} puts {n coin} into {region:region}")
TAKES_OUT: Final = phrase("ALL-10.2", "The {who:power} takes {n coin} out of {region:region}")
DIGS: Final = phrase("ALL-10.4", "The {who:power} digs a trench in {region:region} towards {neighbour:region}")
ASK_INVEST: Final = phrase("ALL-10.1", "{power:power}: set the coins where you invest, and dig your trenches.")
TOKENS_RETURN: Final = phrase("ALL-10.7", "All {kind:token} tokens go back to their owners")
SO_MANY_LIE: Final = phrase("ALL-10.2", "So many coins lie there then: income every round, and a road")
TRENCH_HELPS: Final = phrase(
    "ALL-17.1", "Whoever is attacked over this border rolls {n} {n|die|dice} a unit and is not forced back"
)
NO_INVEST: Final = phrase("ALL-10.2", "You have no Invest token in {region:region}")
LIMITED: Final = phrase("ALL-10.2", "{region:region} can hold {n coin} at most")
TOO_POOR: Final = phrase("ALL-10.3", "Your supply does not suffice for {n coin} in {region:region}")
AS_IT_IS: Final = phrase("ALL-10.2", "{n coin} in {region:region} is what you have marked already")
NO_DIG: Final = phrase("ALL-10.4", "You have no Dig trenches token in {region:region}")
NO_PLACEHOLDER: Final = phrase("ALL-10.5", "No trench can be dug in {region:region} towards {neighbour:region}")
DUG_ENOUGH: Final = phrase("ALL-10.4", "A token digs at most this many trenches: {n}")
NOT_DUG: Final = phrase("ALL-10.4", "You have marked no trench in {region:region} towards {neighbour:region}")


class Investing:
    """The marks of a power: coins and trenches by region, and how many marks it has taken back."""

    def __init__(self, t: Alliances, made: list[int]) -> None:
        self.coins = t.coins[:]
        self.dug = vec[i64]([0] * REGIONS)
        marked: i64 = 0
        taken: i64 = 0
        for action in made:
            if SET_COINS.fits(action):
                region = SET_COINS.a(action)
                if marked & bit(region):
                    taken += 1
                marked |= bit(region)
                self.coins[region] = SET_COINS.b(action)
            elif DIG_TRENCH.fits(action):
                self.dug[DIG_TRENCH.a(action)] |= bit(DIG_TRENCH.b(action))
            elif UNDIG.fits(action):
                self.dug[UNDIG.a(action)] &= ~bit(UNDIG.b(action))
                taken += 1
        self.marked = marked
        self.taken = taken

    def added(self, t: Alliances) -> i64:
        """The coins that go into regions, less those that come out."""
        found: i64 = 0
        left = self.marked
        while left:
            region = lowest(left)
            found += self.coins[region] - t.coins[region]
            left &= left - 1
        return found


def investing_in(t: Alliances, power: i64) -> i64:
    """ALL-10.6  Tokens at sea are ignored."""
    return t.tokens[power * KINDS + INVEST] & LAND


def digging_in(t: Alliances, power: i64) -> i64:
    return t.tokens[power * KINDS + DIG] & LAND


class SetCoins(Deed[Alliances]):
    """ALL-10.2, ALL-10.3  Any number up to the limit, if the supply after all changes is not negative."""

    words = ["invest up to {n} in {region}", "region:region n:count"]
    effect = SO_MANY_LIE

    def choose(self, t: Alliances, hand: i64, made: list[int], found: Options) -> None:
        left = investing_in(t, hand)
        if not left:
            return
        marks = Investing(t, made)
        purse: i64 = t.supply[hand] - marks.added(t)
        again = may_take_back(t, marks.taken)
        while left:
            region = lowest(left)
            left &= left - 1
            if marks.marked & bit(region) and not again:
                continue
            now: i64 = marks.coins[region]
            most: i64 = now + purse
            if most > LIMIT[region]:
                most = LIMIT[region]
            found.span(self.of(region, 0), now)
            found.span(self.of(region, now + 1), most - now)

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        region, n = self.a(action), self.b(action)
        power = part_of(t).open_hand(t, seat)
        if region >= REGIONS or not investing_in(t, power) & bit(region):
            return [NO_INVEST, region]
        if n > LIMIT[region]:
            return [LIMITED, region, LIMIT[region]]
        marks = Investing(t, made_in(t, seat))
        if marks.coins[region] == n:
            return [AS_IT_IS, n, region]
        if marks.marked & bit(region) and not may_take_back(t, marks.taken):
            return [ENOUGH, TAKE_BACKS.of(t)]
        return [TOO_POOR, n, region]


class DigTrench(Deed[Alliances]):
    """ALL-10.4, ALL-10.5  A free placeholder of the region, whoever lives behind that border."""

    words = ["dig in {region} towards {neighbour}", "region:region neighbour:region"]

    def effect_at(self, t: Alliances, seat: i64) -> Saying:
        return [TRENCH_HELPS, TRENCH_DICE.of(t)]

    def choose(self, t: Alliances, hand: i64, made: list[int], found: Options) -> None:
        left = digging_in(t, hand)
        if not left:
            return
        marks = Investing(t, made)
        while left:
            region = lowest(left)
            left &= left - 1
            if size(marks.dug[region]) < TRENCHES.of(t):
                found.fan(self, PLACEHOLDERS[region] & ~t.trenches[region] & ~marks.dug[region], 1, region)

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        region, neighbour = self.a(action), self.b(action)
        power = part_of(t).open_hand(t, seat)
        if region >= REGIONS or not digging_in(t, power) & bit(region):
            return [NO_DIG, region]
        dug = Investing(t, made_in(t, seat)).dug[region]
        free = PLACEHOLDERS[region] & ~t.trenches[region] & ~dug
        if neighbour < REGIONS and free & bit(neighbour):
            return [DUG_ENOUGH, TRENCHES.of(t)]
        return [NO_PLACEHOLDER, region, neighbour]


class Undig(Deed[Alliances]):
    """ALL-7.8  Take back a trench that was marked."""

    words = ["do not dig in {region} towards {neighbour}", "region:region neighbour:region"]

    def choose(self, t: Alliances, hand: i64, made: list[int], found: Options) -> None:
        left = digging_in(t, hand)
        if not left:
            return
        marks = Investing(t, made)
        if not may_take_back(t, marks.taken):
            return
        while left:
            region = lowest(left)
            left &= left - 1
            found.fan(self, marks.dug[region], 1, region)

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        region, neighbour = self.a(action), self.b(action)
        marks = Investing(t, made_in(t, seat))
        if region < REGIONS and neighbour < REGIONS and marks.dug[region] & bit(neighbour):
            return [ENOUGH, TAKE_BACKS.of(t)]
        return [NOT_DUG, region, neighbour]


class InvestAndDig(Part):
    """ALL-10.1  Part 3: all Invest and Dig trenches tokens at the same time."""

    def take_effect(self, t: Alliances, power: i64, made: list[int]) -> None:
        marks = Investing(t, made)
        left = marks.marked | digging_in(t, power)
        while left:
            region = lowest(left)
            left &= left - 1
            change: i64 = marks.coins[region] - t.coins[region]
            t.supply[power] -= change
            t.coins[region] += change
            if change > 0:
                t.tell(INVESTS, power, change, region)
            elif change < 0:
                t.tell(TAKES_OUT, power, -change, region)
            dug = marks.dug[region]
            t.trenches[region] |= dug
            while dug:
                t.tell(DIGS, power, region, lowest(dug))
                dug &= dug - 1

    def done(self, t: Alliances) -> None:
        """ALL-10.7  Both kinds of token go back to their owners."""
        t.return_tokens(INVEST, TOKENS_RETURN)
        t.return_tokens(DIG, TOKENS_RETURN)
        t.finish()

    def question(self, t: Alliances, power: i64) -> Saying:
        return [ASK_INVEST, power]

    def plans(self, t: Alliances, hand: i64) -> list[list[int]]:
        """What is marked stays; coins and trenches are weighed apart, since neither changes what the other is worth."""
        marks = Investing(t, t.sealed[hand])
        ways = [*ways_to_invest(t, hand, marks), *ways_to_dig(t, hand, marks)]
        return [[*way, int(READY.code)] for way in ways]


# -- for bots --------------------------------------------------------------------------------------------------------


def ways_to_invest(t: Alliances, power: i64, marks: Investing) -> list[list[int]]:
    """All that the next two regions can come to hold."""
    left = investing_in(t, power) & ~marks.marked
    found: list[list[int]] = [[]]
    if not left:
        return found
    purse = t.supply[power] - marks.added(t)
    first = lowest(left)
    left &= left - 1
    second = lowest(left) if left else first
    most = LIMIT[second] if left else 0
    for n in range(LIMIT[first] + 1):
        more = n - t.coins[first]
        for m in range(most + 1):
            and_more = m - t.coins[second] if left else 0
            if more + and_more > purse or (more == 0 and and_more == 0):
                continue
            one, other = int(SET_COINS.of(first, n)), int(SET_COINS.of(second, m))
            if more == 0:
                found.append([other])
            elif and_more == 0:
                found.append([one])
            else:
                # ALL-10.3  What is taken out can be put in elsewhere.
                found.append([one, other] if more < and_more else [other, one])
    return found


def ways_to_dig(t: Alliances, power: i64, marks: Investing) -> list[list[int]]:
    """A trench or two towards whoever is no friend."""
    found: list[list[int]] = []
    left = digging_in(t, power)
    while left:
        region = lowest(left)
        left &= left - 1
        dug = marks.dug[region]
        room = TRENCHES.of(t) - size(dug)
        free = PLACEHOLDERS[region] & ~t.trenches[region] & ~dug & ~t.friendly(power)
        while free and room > 0:
            one = int(DIG_TRENCH.of(region, lowest(free)))
            free &= free - 1
            found.append([one])
            others = free if room > 1 else 0
            while others:
                found.append([one, int(DIG_TRENCH.of(region, lowest(others)))])
                others &= others - 1
    return found


SET_COINS: Final = SetCoins()
DIG_TRENCH: Final = DigTrench()
UNDIG: Final = Undig()

INVEST_AND_DIG: Final = InvestAndDig("alliances.invest", "Invest", "ALL-10.1", [READY, SET_COINS, DIG_TRENCH, UNDIG])
