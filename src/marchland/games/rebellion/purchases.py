"""What can be bought in the Main phase, for how much and for what: the price list beside the choices."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.picture import Price
from marchland.engine.sets import lowest
from marchland.games.rebellion.army import most_recruits, price_of
from marchland.games.rebellion.buildings import BUILD, OFFERED, in_play, price_for, sites_of
from marchland.games.rebellion.capital import TOP, UPGRADE_CAPITAL, upgrade_price
from marchland.games.rebellion.food import FARM_FOOD, GRANARY_FOOD
from marchland.games.rebellion.income import CAMP_UPKEEP, FARM_COINS, MANUFACTORY_COINS, PORT_UPKEEP, ROAD_UPKEEP
from marchland.games.rebellion.ledger import MOVE, RECRUIT, counted
from marchland.games.rebellion.marching import most_marching, step_price
from marchland.games.rebellion.modifiers import BUNKER_DEFENCE
from marchland.games.rebellion.revolts import BRIBE, bribe_price
from marchland.games.rebellion.sea_battle import BATTERY_BONUS
from marchland.games.rebellion.sea_picture import sea_prices
from marchland.games.rebellion.settings import economy, three_players
from marchland.games.rebellion.sheet_picture import sheet_prices
from marchland.games.rebellion.table import (
    ARMS,
    BATTERY,
    BUNKERS,
    CAMP,
    CARAVAN,
    FARM,
    GRANARY,
    MANUFACTORY,
    PORT,
    REBELS,
    ROAD,
    SOLDIERS,
    Rebellion,
)

COINS: Final = "coins"


def prices(t: Rebellion, seat: i64) -> list[Price]:
    """REB-6.1, REB-7.3, REB-10.1, REB-12.3, REB-24.13"""
    return [
        *of_marches(t, seat),
        *of_recruits(t, seat),
        *of_buildings(t, seat),
        *of_the_rest(t, seat),
        *sea_prices(t, seat, int(t.coins[seat])),
        *sheet_prices(t, seat, int(t.coins[seat])),
    ]


def of_marches(t: Rebellion, seat: i64) -> list[Price]:
    """Out of every province by arm, wherever to."""
    made: list[Price] = []
    left = t.held[seat]
    while left:
        source = lowest(left)
        left &= left - 1
        for arm in range(ARMS):
            most = int(most_marching(t, seat, source, arm)) if t.ready[source * ARMS + arm] else 0
            if most:
                each = int(step_price(t, source, arm))
                first = int(MOVE.of(source, arm))
                last = first + (1 << int(MOVE.shift_b)) - 1
                totals = [each * n for n in range(1, most + 1)] if each else [0]
                made.append(Price(int(MOVE.number), COINS, int(t.coins[seat]), totals, first, last))
    return made


def of_recruits(t: Rebellion, seat: i64) -> list[Price]:
    made: list[Price] = []
    for arm in range(CARAVAN):
        most = int(most_recruits(t, seat, arm))
        if most:
            each = int(price_of(t, seat, arm))
            first = int(RECRUIT.of(arm))
            last = first + (1 << int(RECRUIT.shift_a)) - 1
            totals = [each * n for n in range(1, most + 1)]
            text = f"{counted(SOLDIERS[arm], 'soldier')} each"
            made.append(Price(int(RECRUIT.number), COINS, int(t.coins[seat]), totals, first, last, text))
    return made


def of_buildings(t: Rebellion, seat: i64) -> list[Price]:
    """REB-12.10  Where bunkers stand already it is their second level, whose price comes first."""
    made: list[Price] = []
    for building in OFFERED:
        if not in_play(t, building):
            continue
        if building == BUNKERS:
            left = sites_of(t, seat, building) & t.built[BUNKERS]
            while left:
                action = int(BUILD.of(building, lowest(left)))
                left &= left - 1
                text = f"level 2: the defence adds {BUNKER_DEFENCE.of(t, 2)}"
                made.append(building_at(t, seat, int(price_for(t, seat, building, True)), action, action, text))
        first = int(BUILD.of(building))
        last = first + (1 << int(BUILD.shift_a)) - 1
        made.append(building_at(t, seat, int(price_for(t, seat, building)), first, last, gives(t, building)))
    return made


def building_at(t: Rebellion, seat: i64, price: int, first: int, last: int, text: str) -> Price:
    return Price(int(BUILD.number), COINS, int(t.coins[seat]), [price], first, last, text)


def gives(t: Rebellion, building: i64) -> str:
    """REB-12.3  What it does every turn, by the numbers of this match."""
    if building == FARM:
        food = f" and {FARM_FOOD.of(t)} food" if economy(t) else ""
        return f"{counted(FARM_COINS.of(t), 'coin')}{food} a turn"
    if building == GRANARY:
        return f"{GRANARY_FOOD.of(t)} food a turn in any weather"
    if building == MANUFACTORY:
        return f"{counted(MANUFACTORY_COINS.of(t), 'coin')} a turn"
    if building == BUNKERS:
        return f"the defence adds {BUNKER_DEFENCE.of(t, 1)}"
    if building == ROAD:
        cost = "" if three_players(t) else f", upkeep {ROAD_UPKEEP.of(t)} a turn"
        return f"marching out is free{cost}"
    if building == CAMP:
        return f"allows taking captives, upkeep {CAMP_UPKEEP.of(t)} a turn"
    if building == BATTERY:
        return f"battles off this coast: {BATTERY_BONUS.of(t):+d}"
    if building == PORT:
        return f"ships, voyages and a way over the sea, upkeep {PORT_UPKEEP.of(t)} a turn"
    return ""


def of_the_rest(t: Rebellion, seat: i64) -> list[Price]:
    """The next level of the capital, and rebels that can be bribed."""
    purse = int(t.coins[seat])
    made: list[Price] = []
    if t.holds_own_capital(seat) and t.level[seat] < TOP:
        action = int(UPGRADE_CAPITAL.code)
        price = int(upgrade_price(t, seat))
        made.append(Price(int(UPGRADE_CAPITAL.number), COINS, purse, [price], action, action))
    left = t.held[REBELS] & ~t.bribed
    while left:
        province = lowest(left)
        left &= left - 1
        action = int(BRIBE.of(province))
        text = f"the land and {counted(t.soldiers(province), 'rebel soldier')}, if nobody bids more"
        made.append(Price(int(BRIBE.number), COINS, purse, [int(bribe_price(t, province))], action, action, text))
    return made
