"""Chapter 5: income, upkeep, the unit limit; and what is given up by whoever cannot pay."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit, lowest, size
from marchland.engine.step import Step
from marchland.games.rebellion.ports import has_open_port
from marchland.games.rebellion.settings import NUMBERS, economy, three_players
from marchland.games.rebellion.table import ARMS, AWAIT, CAMP, FARM, MANUFACTORY, PORT, ROAD, Rebellion
from marchland.games.rebellion.weather import on_farm, on_manufactory
from marchland.games.rebellion.world import PROVINCES

CAPITAL_INCOME: Final = NUMBERS.one("income.capital", "REB-5.2", 4, 0, 12, "coins of the own capital")
LEVEL3_INCOME: Final = NUMBERS.one("income.level3", "REB-5.2", 5, 0, 12, "coins of the own capital at level 3")
ENEMY_CAPITAL: Final = NUMBERS.one("income.enemy_capital", "REB-5.4", 2, 0, 12, "coins of an enemy capital")
CAPITAL_OF_THREE: Final = NUMBERS.one(
    "income.capital3", "REB-26.2", 5, 0, 12, "coins of the own capital by the rules for three"
)
LEVEL3_OF_THREE: Final = NUMBERS.one("income.level3_3", "REB-26.2", 6, 0, 12, "the same at level 3")
ENEMY_OF_THREE: Final = NUMBERS.one(
    "income.enemy_capital3", "REB-26.3", 4, 0, 12, "coins of an enemy capital by the rules for three"
)
PROVINCES_PER_COIN: Final = NUMBERS.one("income.provinces", "REB-5.3", 3, 1, 6, "owned provinces for a coin")
FARM_COINS: Final = NUMBERS.one("income.farm", "REB-5.5", 1, 0, 10, "coins of a farm")
MANUFACTORY_COINS: Final = NUMBERS.one("income.manufactory", "REB-5.5", 2, 0, 10, "coins of a manufactory")
BOAT_COINS: Final = NUMBERS.one("income.boat", "REB-5.5", 1, 0, 10, "coins of a fishing boat")
ROBBERY_COINS: Final = NUMBERS.one("income.robbery", "REB-13.5", 2, 0, 10, "coins of a robbery economy")
ROAD_UPKEEP: Final = NUMBERS.one("upkeep.road", "REB-5.7", 1, 0, 5, "coins for a road in a turn")
PORT_UPKEEP: Final = NUMBERS.one("upkeep.port", "REB-5.7", 1, 0, 5, "coins for a port in a turn")
UNIT_LIMIT: Final = NUMBERS.one("limit.units", "REB-5.9", 10, 7, 30, "units in a province that cost nothing")
CAMP_UPKEEP: Final = NUMBERS.one("upkeep.camp", "REB-5.7", 1, 0, 5, "coins for a captive camp in a turn")
PLAGUE_LIMIT: Final = NUMBERS.one("limit.plague", "REB-5.9", 7, 7, 30, "the same in a plague")
MINE_COINS: Final = NUMBERS.row(
    ["income.mineral", "income.rich_mineral"], "REB-5.5", [3, 4], 0, 10, "coins of a mineral in a turn"
)
TREE_COINS: Final = NUMBERS.one("income.tree", "REB-5.5", 2, 0, 10, "coins of a coconut tree")
COMPENSATION: Final = NUMBERS.one("overseas.compensation", "REB-20.9", 1, 0, 60, "coins of compensation in a turn")
RICH_TRIBE: Final = NUMBERS.one("overseas.rich_tribe", "REB-20.19", 5, 0, 60, "coins of a rich tribe in a turn")
SABOTAGE: Final = NUMBERS.one("agents.sabotage", "REB-23.9", 6, 0, 20, "coins that a sabotage costs")
PAYMENTS: Final = NUMBERS.one("robbery.payments", "REB-13.5", 3, 1, 3, "payments of a robbery economy")


CHARGED: Final = [CAMP, PORT, ROAD]  # the buildings that cost upkeep


# -- REB-5.2 to REB-5.6: income --------------------------------------------------------------------------------------


def capital_coins(t: Rebellion, seat: i64) -> i64:
    """REB-5.2, REB-26.2  A lost capital gives its owner nothing."""
    if not t.holds_own_capital(seat):
        return 0
    top = t.level[seat] >= 3
    if three_players(t):
        return LEVEL3_OF_THREE.of(t) if top else CAPITAL_OF_THREE.of(t)
    return LEVEL3_INCOME.of(t) if top else CAPITAL_INCOME.of(t)


def enemy_coins(t: Rebellion, seat: i64) -> i64:
    """REB-5.4, REB-26.3  Holding is enough."""
    each = ENEMY_OF_THREE.of(t) if three_players(t) else ENEMY_CAPITAL.of(t)
    return each * t.enemy_seats_held(seat)


def at_least_none(coins: i64) -> i64:
    return coins if coins > 0 else 0


def farm_coins(t: Rebellion, seat: i64, sky: i64) -> i64:
    """REB-5.5, REB-15.6"""
    return at_least_none(FARM_COINS.of(t) + on_farm(sky)) * size(t.built[FARM] & t.owned(seat))


def manufactory_coins(t: Rebellion, seat: i64, sky: i64) -> i64:
    each = at_least_none(MANUFACTORY_COINS.of(t) + on_manufactory(sky))
    return each * size(t.built[MANUFACTORY] & t.owned(seat))


def robbery_coins(t: Rebellion, seat: i64, begun: bool = False) -> i64:
    """REB-13.5  From every R card; `begun` leaves out those that have not paid yet (REB-25.5)."""
    total: i64 = 0
    for province in range(PROVINCES):
        left = t.robbery[province]
        if left and t.holder[province] == seat and not (begun and left == PAYMENTS.of(t)):
            total += ROBBERY_COINS.of(t)
    return total


def boat_coins(t: Rebellion, seat: i64) -> i64:
    """REB-5.5, REB-18.3  From each fishing boat, with an open port."""
    return BOAT_COINS.of(t) * t.boats_of(seat) if has_open_port(t, seat) else 0


def land_coins(t: Rebellion, seat: i64) -> i64:
    """REB-5.3, REB-1.5  Rounded down."""
    return size(t.owned(seat)) // PROVINCES_PER_COIN.of(t)


def found_coins(t: Rebellion, seat: i64) -> i64:
    """REB-5.5  What expeditions have found on owned land: minerals and trees."""
    owned = t.owned(seat)
    total = MINE_COINS.of(t, 0) * size(t.minerals & owned) + MINE_COINS.of(t, 1) * size(t.rich_minerals & owned)
    return total + TREE_COINS.of(t) * size(t.trees & owned)


def sheet_coins(t: Rebellion, seat: i64) -> i64:
    """REB-5.6  Each as often as it applies."""
    total: i64 = RICH_TRIBE.of(t) * len(t.rich_tribe[seat]) - COMPENSATION.of(t) * len(t.compensation[seat])
    return total - SABOTAGE.of(t) * t.sabotaged[seat]


def income(t: Rebellion, seat: i64, sky: i64, begun: bool = False) -> i64:
    """REB-5.1  What S4 brings in this weather."""
    total = capital_coins(t, seat) + land_coins(t, seat) + enemy_coins(t, seat)
    total += farm_coins(t, seat, sky) + manufactory_coins(t, seat, sky) + robbery_coins(t, seat, begun)
    total += boat_coins(t, seat) + found_coins(t, seat) + sheet_coins(t, seat)
    return at_least_none(total)


# -- REB-5.7, REB-5.9: upkeep ----------------------------------------------------------------------------------------


def excess(t: Rebellion, province: i64) -> i64:
    """REB-5.9  Units above the limit; REB-10.7  in a capital there is none, REB-13.2  each token lowers it, REB-21.4
    and so does the plague."""
    if t.crowned >> province & 1:
        return 0
    limit = PLAGUE_LIMIT.of(t) if t.plague else UNIT_LIMIT.of(t)
    over = t.units_in(province) - (limit - t.tokens[province])
    return at_least_none(over if over < t.units_in(province) else t.units_in(province))


def unit_upkeep(t: Rebellion, seat: i64) -> i64:
    """REB-5.7  In every province that is held; REB-27.2  part of the economy."""
    total: i64 = 0
    if economy(t):
        left = t.held[seat]
        while left:
            total += excess(t, lowest(left))
            left &= left - 1
    return total


def upkeep_of(t: Rebellion, building: i64) -> i64:
    """REB-5.7  Of one building; REB-26.1  with the rules for three roads cost nothing."""
    if building == PORT:
        return PORT_UPKEEP.of(t)
    if building == CAMP:
        return CAMP_UPKEEP.of(t)
    return ROAD_UPKEEP.of(t) if building == ROAD and not three_players(t) else 0


def upkeep_in(t: Rebellion, province: i64) -> i64:
    """REB-5.7  Of port, road and camp of a province; REB-22.6  each captive there lowers it by 1."""
    total: i64 = -t.captives_in(province)
    for building in CHARGED:
        if t.stands(building, province):
            total += upkeep_of(t, building)
    return at_least_none(total)


def building_upkeep(t: Rebellion, seat: i64) -> i64:
    """REB-5.7, REB-16.1  In owned provinces; a blockaded port costs as well."""
    owned = t.owned(seat)
    total: i64 = 0
    for building in CHARGED:
        total += upkeep_of(t, building) * size(t.built[building] & owned & ~t.captive_land)
    left = owned & t.captive_land & (t.built[PORT] | t.built[ROAD] | t.built[CAMP])
    while left:
        total += upkeep_in(t, lowest(left))
        left &= left - 1
    return total


def upkeep(t: Rebellion, seat: i64) -> i64:
    return building_upkeep(t, seat) + unit_upkeep(t, seat)


# -- S4 --------------------------------------------------------------------------------------------------------------

RECEIVES: Final = phrase("REB-5.1", "{who:seat} receives {n coin}")
PAYS_UPKEEP: Final = phrase("REB-5.7", "{who:seat} pays {n coin} of upkeep")
ROBBERY_GOES_ON: Final = phrase("REB-13.5", "The robbery of {province:region} leaves {n token} more")
ROBBERY_ENDS: Final = phrase("REB-13.5", "The robbery of {province:region} ends and leaves {n token} more")
END_TOKENS: Final = NUMBERS.one(
    "robbery.tokens", "REB-13.5", 2, 0, 2, "red tokens that a robbery economy leaves at its end"
)


GREEN_TOKENS: Final = NUMBERS.one(
    "robbery.green_tokens", "REB-13.7", 3, 0, 3, "the same while environmentalists are active"
)


class Income(Step[Rebellion]):
    """REB-5.1  First the income, then the upkeep; REB-5.8  what cannot be paid for is given up before."""

    def resume(self, t: Rebellion) -> None:
        seat = t.active
        if t.progress() == 0:
            t.set_progress(1)
            got = income(t, seat, t.weather)
            t.coins[seat] += got
            t.tell(RECEIVES, seat, got)
            pass_payments(t, seat)
            rob_on(t, seat)
        if upkeep(t, seat) > t.coins[seat]:
            t.call(INSOLVENCY)
            return
        cost = upkeep(t, seat)
        if cost:
            t.coins[seat] -= cost
            t.tell(PAYS_UPKEEP, seat, cost)
        t.finish()


def pass_payments(t: Rebellion, seat: i64) -> None:
    """REB-20.9, REB-20.19, REB-23.9  What was due with this income is over, or has one payment less."""
    t.rich_tribe = fewer_payments(t.rich_tribe, seat)
    t.compensation = fewer_payments(t.compensation, seat)
    t.sabotaged[seat] = 0


def fewer_payments(rows: list[list[int]], seat: i64) -> list[list[int]]:
    if not rows[seat]:
        return rows
    return [[n - 1 for n in row if n > 1] if place == seat else row for place, row in enumerate(rows)]


def rob_on(t: Rebellion, seat: i64) -> None:
    """REB-13.5  One token after each payment, with the last the card goes and two are left. REB-1.7  The first comes
    with the next turn."""
    for province in range(PROVINCES):
        if t.robbery[province] and t.holder[province] == seat:
            t.robbery[province] -= 1
            if t.robbery[province]:
                t.put_tokens(province, 1)
                t.tell(ROBBERY_GOES_ON, province, 1)
            else:
                end_robbery(t, province)


def end_robbery(t: Rebellion, province: i64) -> None:
    """REB-13.5, REB-13.6  R goes, and tokens are added; REB-13.7  more under the eyes of environmentalists."""
    t.robbery[province] = 0
    n = GREEN_TOKENS.of(t) if t.environment[t.holder[province]] else END_TOKENS.of(t)
    t.put_tokens(province, n)
    t.tell(ROBBERY_ENDS, province, n)


# -- REB-5.8: insolvency ---------------------------------------------------------------------------------------------

DROPS_BUILDING: Final = phrase("REB-5.8", "{who:seat} gives up the {building:building} in {province:region}")
DROPS_UNIT: Final = phrase("REB-5.8", "{who:seat} sends home one {unit:unit} in {province:region}")
NO_SAVING: Final = phrase("REB-5.8", "Giving that up would save nothing")
ASK_DROP: Final = phrase("REB-5.8", "Your upkeep is {n coin} and you have {m}. Give something up.")


def saving(t: Rebellion, seat: i64, building: i64) -> i64:
    """REB-5.8  Where giving it up lowers the upkeep: not where captives have paid for it."""
    ground = t.built[building] & t.owned(seat)
    left = ground & t.captive_land
    while left:
        province = lowest(left)
        left &= left - 1
        if upkeep_in(t, province) == 0:
            ground &= ~bit(province)
    return ground


class DropBuilding(Deed[Rebellion]):
    """REB-5.8  A building that costs upkeep, without refund."""

    words = ["give up the {building} in {province}", "building:building province:region"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        for building in CHARGED:
            if upkeep_of(t, building):
                found.fan_from(self, building, saving(t, seat, building), 1)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_SAVING]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        building, province = self.a(action), self.b(action)
        t.raze(building, province)
        t.tell(DROPS_BUILDING, seat, building, province)


class DropUnit(Deed[Rebellion]):
    """REB-5.8  A unit above the limit."""

    words = ["give up one {unit} in {province}", "province:region unit:unit"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if economy(t):
            left = t.held[seat]
            while left:
                province = lowest(left)
                left &= left - 1
                if excess(t, province):
                    for arm in range(ARMS):
                        if t.count[province * ARMS + arm]:
                            found.add(self.of(province, arm))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_SAVING]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province, arm = self.a(action), self.b(action)
        t.put(province, t.weakest(province, arm), -1)
        t.tell(DROPS_UNIT, seat, arm, province)


class Insolvency(Step[Rebellion]):
    """REB-5.8  One thing after the other, until the upkeep can be paid."""

    def resume(self, t: Rebellion) -> None:
        if upkeep(t, t.active) <= t.coins[t.active]:
            t.finish()
            return
        found = self.listed(t, t.active)
        if found.total == 1:
            self.act(t, t.active, found.at(0))
        else:
            t.ask(t.active, found)

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_DROP, upkeep(t, seat), t.coins[seat]]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, t.active]


INCOME: Final = Income("rebellion.income", "Income", "REB-5.1")
INSOLVENCY: Final = Insolvency("rebellion.insolvency", "Insolvency", "REB-5.8", [DropBuilding(), DropUnit()])
