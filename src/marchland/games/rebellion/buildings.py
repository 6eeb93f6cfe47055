"""Chapter 12: buildings; and scrapping, behind which everything stands that only throws away."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit, lowest
from marchland.engine.step import Step
from marchland.games.rebellion.agents import DISBAND_AGENT
from marchland.games.rebellion.army import NOT_YOURS, TOO_DEAR
from marchland.games.rebellion.attack import MOST_CANCELS, NO_CANCELS
from marchland.games.rebellion.captives import CAPTIVE_KILL
from marchland.games.rebellion.settings import (
    BUNKER_LEVEL2,
    CHAPTER,
    NUMBERS,
    PRICES,
    TOTAL,
    buildings,
    captives,
    economy,
    seafaring,
)
from marchland.games.rebellion.table import (
    ARMS,
    AWAIT,
    BATTERY,
    BUNKERS,
    CAMP,
    FARM,
    GRANARY,
    MAIN_BUILDINGS,
    MANUFACTORY,
    PORT,
    ROAD,
    STORM,
    Rebellion,
)
from marchland.games.rebellion.world import COASTAL, PROVINCES

# -- REB-12.3: prices ------------------------------------------------------------------------------------------------

# By building.
LIST_PRICE: Final = NUMBERS.row(
    [
        "price.farm",
        "price.granary",
        "price.manufactory",
        "price.bunkers1",
        "price.camp",
        "price.battery",
        "price.port",
        "price.road",
    ],
    "REB-12.3",
    [11, 12, 20, 11, 7, 10, 12, 5],
    1,
    60,
    "coins for a building",
)
CHAPTER_PRICE: Final = NUMBERS.row(
    ["chapter.farm", "", "chapter.manufactory", "", "", "", "chapter.port", ""],
    "REB-12.3",
    [14, 12, 16, 11, 7, 10, 10, 5],
    1,
    60,
    "coins for a building by the chapters' prices",
)
BUNKERS2_PRICE: Final = NUMBERS.one("price.bunkers2", "REB-12.10", 30, 1, 60, "coins for bunkers of level 2")
STORM_PRICE: Final = NUMBERS.one(
    "weather.storm_building", "REB-12.12", 3, 0, 10, "coins that a building costs more in a storm"
)

FARM_HANDS: Final = NUMBERS.one("overseas.farm_hands", "REB-20.23", 4, 0, 60, "coins that a farm costs less")

NEEDS_LEVEL: Final = vec[i64]([2, 1, 3, 1, 1, 2, 2, 1])  # REB-10.2, REB-12.4
OFFERED: Final = [FARM, GRANARY, MANUFACTORY, BUNKERS, CAMP, BATTERY, PORT, ROAD]


def nominal(t: Rebellion, building: i64, second_level: bool) -> i64:
    """REB-12.3, REB-12.10  Without weather."""
    if building == BUNKERS and second_level:
        price = BUNKERS2_PRICE.of(t)
        if BUNKER_LEVEL2.of(t) == TOTAL:
            price -= LIST_PRICE.of(t, BUNKERS)
        return price if price > 0 else 1  # never free, whatever a group turns
    own_column = building in (FARM, MANUFACTORY, PORT)
    return CHAPTER_PRICE.of(t, building) if own_column and PRICES.of(t) == CHAPTER else LIST_PRICE.of(t, building)


def building_price(t: Rebellion, building: i64, second_level: bool = False) -> i64:
    """REB-12.12  A storm makes every building dearer."""
    price = nominal(t, building, second_level)
    return price + STORM_PRICE.of(t) if t.weather == STORM else price


def price_for(t: Rebellion, seat: i64, building: i64, second_level: bool = False) -> i64:
    """REB-20.23  For a player whose farm hands make a farm cheaper."""
    price = building_price(t, building, second_level)
    if building != FARM or not t.farm_hands[seat]:
        return price
    less = FARM_HANDS.of(t) if FARM_HANDS.of(t) < nominal(t, FARM, False) else nominal(t, FARM, False)
    return price - less


def in_play(t: Rebellion, building: i64) -> bool:
    """REB-27.2, REB-27.3  Which buildings there are; REB-12.13, REB-27.4  battery and port with the sea, REB-27.8  a
    camp with the captives."""
    if not buildings(t) or (building in (BATTERY, PORT) and not seafaring(t)):
        return False
    if building == CAMP and not captives(t):
        return False
    return building in OFFERED and (building != GRANARY or economy(t))


# -- REB-12.1: building ----------------------------------------------------------------------------------------------

BUILDS: Final = phrase("REB-12.1", "{who:seat} builds {building:building} in {province:region} for {n coin}")
BUILDS_FREE: Final = phrase(
    "REB-20.17", "{who:seat} builds a road in {province:region} for a voucher: {n voucher} left"
)
VOUCHERS_LEFT: Final = phrase("REB-20.17", "You have {n voucher} for roads")
NO_VOUCHER: Final = phrase("REB-20.17", "You have no voucher for a road")
BUILDS_SECOND: Final = phrase("REB-12.10", "{who:seat} raises the bunkers in {province:region} to level 2 for {n coin}")
NO_SUCH_BUILDING: Final = phrase("REB-27.3", "{building:building} cannot be built in this match")
NOT_OWNED: Final = phrase("REB-12.1", "You do not own {province:region}")
NOT_HELD: Final = phrase("REB-12.6", "You do not hold {province:region}, and build no road there")
IN_CAPITAL: Final = phrase("REB-10.4", "Nothing is built in a province with a capital")
NOT_CONNECTED: Final = phrase("REB-12.1", "{province:region} is not connected to your base")
RED_TOKENS: Final = phrase("REB-13.1", "There are {n token} in {province:region}, where only a road can be built")
BUILDING_LEVEL: Final = phrase("REB-12.4", "Your capital has level {n}, and {building:building} needs level {m}")
OCCUPIED_GROUND: Final = phrase("REB-12.2", "No room for that in {province:region}, which has {building:building}")
POISONED: Final = phrase("REB-12.9", "The water of {province:region} is poisoned, and {building:building} cannot stand")
NOT_COASTAL: Final = phrase("REB-12.5", "{province:region} lies on no coast, where a {building:building} stands")


def sites_of(t: Rebellion, seat: i64, building: i64) -> i64:
    """REB-12.1, REB-12.2, REB-12.6  Where a building can stand, as a set. REB-12.5  Port and battery on a coast."""
    ground = t.connected(seat) & ~t.crowned
    if building == ROAD:
        return ground & t.held[seat] & ~t.built[ROAD]
    ground &= t.owned(seat) & ~t.marred
    if building == PORT:
        return ground & COASTAL & ~t.built[PORT]
    if building == BATTERY:
        ground &= COASTAL
    if building in (FARM, GRANARY):
        ground &= ~t.black  # REB-12.9
    if building == BUNKERS:
        return ground & (~t.main_buildings() | (t.built[BUNKERS] & ~t.redoubts))
    return ground & ~t.main_buildings()


class Build(Deed[Rebellion]):
    """REB-12.1  In an owned, connected province; bunkers again for their second level."""

    words = ["build {building} in {province}", "building:building province:region"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if not buildings(t):
            return
        for building in OFFERED:
            if not in_play(t, building) or t.level[seat] < NEEDS_LEVEL[building]:
                continue
            ground = sites_of(t, seat, building)
            if building == BUNKERS:
                if t.coins[seat] < price_for(t, seat, building):
                    ground &= t.built[BUNKERS]
                if t.coins[seat] < price_for(t, seat, building, True):
                    ground &= ~t.built[BUNKERS]
            elif t.coins[seat] < price_for(t, seat, building):
                ground = 0
            found.fan_from(self, building, ground, 1)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        building, province = self.a(action), self.b(action)
        if not in_play(t, building):
            return [NO_SUCH_BUILDING, building]
        there = t.held[seat] if building == ROAD else t.owned(seat)
        if not there >> province & 1:
            return [NOT_HELD if building == ROAD else NOT_OWNED, province]
        if t.crowned >> province & 1:
            return [IN_CAPITAL]
        if building != ROAD and t.tokens[province]:
            return [RED_TOKENS, t.tokens[province], province]
        if t.level[seat] < NEEDS_LEVEL[building]:
            return [BUILDING_LEVEL, t.level[seat], building, NEEDS_LEVEL[building]]
        if not t.connected(seat) >> province & 1:
            return [NOT_CONNECTED, province]
        if building in (BATTERY, PORT) and not COASTAL >> province & 1:
            return [NOT_COASTAL, province, building]
        if building in (FARM, GRANARY) and t.black >> province & 1:
            return [POISONED, province, building]
        if not sites_of(t, seat, building) >> province & 1:
            return [OCCUPIED_GROUND, province, in_the_way(t, building, province)]
        return [TOO_DEAR, price_for(t, seat, building, second(t, building, province)), t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        """REB-12.11  It works from now on; income and upkeep come with the next S4."""
        building, province = self.a(action), self.b(action)
        raised = second(t, building, province)
        price = price_for(t, seat, building, raised)
        t.coins[seat] -= price
        if building == FARM and t.farm_hands[seat]:
            t.farm_hands[seat] -= 1
        if raised:
            t.redoubts |= bit(province)
            t.tell(BUILDS_SECOND, seat, province, price)
        else:
            t.raise_up(building, province)
            t.tell(BUILDS, seat, building, province, price)


def in_the_way(t: Rebellion, building: i64, province: i64) -> i64:
    """REB-12.2  What stands where a building would: the same one, or another main building."""
    if building < MAIN_BUILDINGS:
        for other in range(MAIN_BUILDINGS):
            if t.stands(other, province):
                return other
    return building


class BuildFreeRoad(Deed[Rebellion]):
    """REB-20.17  For a voucher, where a road can be built; a storm adds nothing."""

    words = ["build a free road in {province}", "province:region"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [VOUCHERS_LEFT, t.vouchers[seat]]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.vouchers[seat]:
            found.fan(self, sites_of(t, seat, ROAD))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        province = self.a(action)
        if not t.vouchers[seat]:
            return [NO_VOUCHER]
        if not t.held[seat] >> province & 1:
            return [NOT_HELD, province]
        if t.crowned >> province & 1:
            return [IN_CAPITAL]
        return [OCCUPIED_GROUND, province, ROAD] if t.stands(ROAD, province) else [NOT_CONNECTED, province]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province = self.a(action)
        t.vouchers[seat] -= 1
        t.raise_up(ROAD, province)
        t.tell(BUILDS_FREE, seat, province, t.vouchers[seat])


def second(t: Rebellion, building: i64, province: i64) -> bool:
    """Whether it would be the second level of bunkers."""
    return building == BUNKERS and t.stands(BUNKERS, province)


# -- REB-12.7, REB-12.8, REB-6.13: scrapping -------------------------------------------------------------------------

DISBANDS: Final = phrase("REB-6.13", "{who:seat} disbands {n} {unit:unit} in {province:region}")
DEMOLISHES: Final = phrase(
    "REB-12.7", "{who:seat} demolishes {building:building} in {province:region} and gets {n coin} back"
)
DESTROYS: Final = phrase("REB-12.8", "{who:seat} destroys {building:building} in {province:region}")
SCRAPS: Final = phrase("REB-6.13", "{who:seat} thinks of giving something up")
KEEPS: Final = phrase("REB-6.13", "{who:seat} keeps everything")
NOTHING_THERE: Final = phrase("REB-12.7", "There is no {building:building} in {province:region}")
NOT_ON_TOKENS: Final = phrase("REB-12.7", "There are red tokens in {province:region}")
NO_UNITS: Final = phrase("REB-6.13", "You have {n} {unit:unit} in {province:region}")
NOTHING_TO_SCRAP: Final = phrase("REB-6.13", "You have nothing to give up")
ASK_SCRAP: Final = phrase("REB-6.13", "Give something up, or keep everything.")

HALF: Final = 2


def refund(t: Rebellion, building: i64, province: i64) -> i64:
    """REB-12.7  Half the nominal price, bunkers level by level."""
    return nominal(t, building, building == BUNKERS and t.bunker_level(province) == 2) // HALF


def has_scrap(t: Rebellion, seat: i64) -> bool:
    if t.soldiers_of(seat) > t.soldiers_afloat(seat) or t.has_vessel(seat):
        return True
    if t.agents[seat] or t.captive_land & t.held[seat]:
        return True
    return t.developed() & t.held[seat] & ~t.marred != 0


class ScrapOpen(Deed[Rebellion]):
    """REB-6.13, REB-12.7  One act at a time, behind a question of its own."""

    words = ["give something up"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.cancels < MOST_CANCELS.of(t) and has_scrap(t, seat):
            found.add(self.code)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_CANCELS, t.cancels] if t.cancels >= MOST_CANCELS.of(t) else [NOTHING_TO_SCRAP]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.tell(SCRAPS, seat)
        t.call(SCRAP)


class Disband(Deed[Rebellion]):
    """REB-6.13  Without refund; those with fewest points go (REB-6.14)."""

    words = ["disband {n} {unit} in {province}", "province:region unit:unit n:count"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        left = t.held[seat]
        while left:
            province = lowest(left)
            left &= left - 1
            for arm in range(ARMS):
                found.span(self.of(province, arm, 1), t.count[province * ARMS + arm])

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        province, arm = self.a(action), self.b(action)
        if province >= PROVINCES or t.holder[province] != seat:
            return [NOT_YOURS, province]
        return [NO_UNITS, t.count[province * ARMS + arm], arm, province]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province, arm, n = self.a(action), self.b(action), self.c(action)
        for _ in range(n):
            t.put(province, t.weakest(province, arm), -1)
        t.tell(DISBANDS, seat, n, arm, province)
        t.finish()


class Demolish(Deed[Rebellion]):
    """REB-12.7  In owned land half the price comes back, REB-12.8  in occupied land nothing; not on red tokens."""

    words = ["demolish {building} in {province}", "building:building province:region"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        ground = t.held[seat] & ~t.marred
        for building in range(8):
            found.fan_from(self, building, t.built[building] & ground, 1)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        building, province = self.a(action), self.b(action)
        if province >= PROVINCES or t.holder[province] != seat:
            return [NOT_YOURS, province]
        return [NOT_ON_TOKENS, province] if t.tokens[province] else [NOTHING_THERE, building, province]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        building, province = self.a(action), self.b(action)
        if t.owner[province] == seat:
            coins = refund(t, building, province)
            t.coins[seat] += coins
            t.raze(building, province)
            t.tell(DEMOLISHES, seat, building, province, coins)
        else:
            t.raze(building, province)
            t.tell(DESTROYS, seat, building, province)
        t.finish()


class ScrapCancel(Deed[Rebellion]):
    """REB-3.3  It counts as calling something off."""

    words = ["keep everything"]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.cancels += 1
        t.tell(KEEPS, seat)
        t.finish()


class Scrap(Step[Rebellion]):
    """REB-6.13  Then the Main phase goes on."""

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_SCRAP]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, t.active]


BUILD: Final = Build()
BUILD_FREE_ROAD: Final = BuildFreeRoad()
SCRAP_OPEN: Final = ScrapOpen()
SCRAP: Final = Scrap(
    "rebellion.scrap", "Giving up", "REB-6.13", [Disband(), DISBAND_AGENT, Demolish(), CAPTIVE_KILL, ScrapCancel()]
)
