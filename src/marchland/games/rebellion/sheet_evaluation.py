"""What expeditions, sheets, captives and agents are worth to a bot; evaluation.py adds it up."""

from typing import Final

from mypy_extensions import i64

from marchland.engine.auction import HOLDER, STANDING
from marchland.engine.sets import lowest, size
from marchland.games.rebellion.agents import (
    AGENT_PRICE,
    BURNING_FOOD,
    COUNTERINTELLIGENCE,
    FREE_CAPTIVE,
    INCITEMENT,
    SABOTAGE,
    has_dealt,
)
from marchland.games.rebellion.ending import next_income, points
from marchland.games.rebellion.expeditions import (
    ARTEFACT,
    LAST_ARTEFACT,
    LAST_COMMON,
    LAST_NOTHING,
    LAST_POISON,
    LAST_RICH,
    MINE_PRICE,
)
from marchland.games.rebellion.food import need, production
from marchland.games.rebellion.income import COMPENSATION, MINE_COINS, RICH_TRIBE, income
from marchland.games.rebellion.income import SABOTAGE as SABOTAGE_COINS
from marchland.games.rebellion.plots import ABOVE, needed
from marchland.games.rebellion.settings import ROUND_LIMIT
from marchland.games.rebellion.sheets import DUE_ROUND, OVERSEAS, SENDER, SITE
from marchland.games.rebellion.table import Rebellion

PERCENT: Final = 0.01
LOST_PROVINCE: Final = 2.0  # to a tribe
BLACK_LAND: Final = 0.3  # land on which no farm can stand
OVERSEAS_COINS: Final = 9.5  # what an overseas expedition brings on average, weapons and all, in coins
WEAPON: Final = 0.1  # for each new weapon and round to come
CANNONBALLS: Final = 0.02
VOUCHER: Final = 2.5  # coins
CHEAP_FARM: Final = 2.0
FRUIT: Final = 0.5
CAPTIVE: Final = 0.15
MOST_CAPTIVES: Final = 6
AGENT_COINS: Final = 2.4  # what the first agent costs a rival in a round; the second half of it, and so on
MOST_AGENTS: Final = 3
HURT: Final = 0.4  # how much the loss of a rival is worth
LEADER: Final = 0.01  # and so much more of it for each point that the rival has
MUTINY: Final = 1.5  # soldiers and perhaps land
HUNGER: Final = 2.0
GUARD: Final = 0.15  # by how much counterintelligence lowers each chance
CAUGHT: Final = 0.1


def sheet_worth(t: Rebellion, seat: i64, coin: float, rounds: float) -> float:
    """What stands on the sheet and lies on the land, besides the income that minerals and trees bring."""
    value = payments(t, seat) * coin
    value += rounds * (WEAPON * number(t.weapons[seat]) + CANNONBALLS * number(t.cannonballs[seat]))
    value += coin * (VOUCHER * number(t.vouchers[seat]) + CHEAP_FARM * number(t.farm_hands[seat]))
    value += coin * FRUIT * (number(t.fruit[seat]) + number(t.fruit_bought[seat]))
    value -= coin * FRUIT * number(t.next_price[seat])
    value -= BLACK_LAND * number(size(t.black & t.owned(seat)))
    for row in t.expeditions:
        if row[SENDER] == seat:
            value += expedition_worth(t, row, coin)
    return value + held_captives(t, seat) + agents_worth(t, seat, coin, rounds)


def number(value: i64) -> float:
    return float(int(value))


def payments(t: Rebellion, seat: i64) -> float:
    """Coins that still come from rich tribes, less compensation and sabotage."""
    coins = sum(t.rich_tribe[seat]) * number(RICH_TRIBE.of(t)) - sum(t.compensation[seat]) * number(COMPENSATION.of(t))
    return coins - number(t.sabotaged[seat]) * number(SABOTAGE_COINS.of(t))


def expedition_worth(t: Rebellion, row: list[int], coin: float) -> float:
    """What is found on average; nothing if the match is over before."""
    after = int(ROUND_LIMIT.of(t)) - row[DUE_ROUND]
    if after < 0:
        return 0.0
    if row[SITE] == OVERSEAS:
        return OVERSEAS_COINS * coin
    value = PERCENT * (LAST_ARTEFACT - LAST_NOTHING) * coin * number(ARTEFACT.of(t))
    value += PERCENT * (LAST_COMMON - LAST_RICH) * mine_worth(t, 0, after, coin)
    value += PERCENT * LAST_RICH * mine_worth(t, 1, after, coin)
    value -= PERCENT * (LAST_POISON - LAST_ARTEFACT) * BLACK_LAND
    return value - PERCENT * (100 - LAST_POISON) * LOST_PROVINCE


def mine_worth(t: Rebellion, rich: i64, after: int, coin: float) -> float:
    worth = number(MINE_COINS.of(t, rich)) * (1.0 + coin * after) - coin * number(MINE_PRICE.of(t, rich))
    return worth if worth > 0.0 else 0.0


def held_captives(t: Rebellion, seat: i64) -> float:
    """A few are of use; many are a danger."""
    total: i64 = 0
    left = t.captive_land & t.held[seat]
    while left:
        total += t.captives_in(lowest(left))
        left &= left - 1
    return CAPTIVE * min(number(total), float(MOST_CAPTIVES))


# -- agents ----------------------------------------------------------------------------------------------------------


def agents_worth(t: Rebellion, seat: i64, coin: float, rounds: float) -> float:
    """What agents will do, and what those have in mind whose cards lie on the table."""
    rivals = number(size(t.alive)) - 1.0
    if rivals <= 0.0 or not (t.agents[seat] or has_dealt(t, seat)):
        return 0.0
    value = 0.0
    each = AGENT_COINS * coin * HURT / rivals
    for _ in range(min(int(t.agents[seat]), MOST_AGENTS)):
        value += each * rounds
        each /= 2.0
    if has_dealt(t, seat):
        value += plots_worth(t, seat, coin, rivals)
    if rounds or not has_dealt(t, seat):
        value += HURT * last_card(t, seat, rounds)
    return value


def last_card(t: Rebellion, seat: i64, rounds: float) -> float:
    """REB-25.5  A sabotage in the last round costs the rival in front points, if there is an agent left by then."""
    if not t.agents[seat] or not t.holds_own_capital(seat):
        return 0.0
    most: i64 = 0
    for other in range(t.seats):
        if other != seat and t.lives(other):
            coins = next_income(t, other)
            most = coins if coins > most else most
    points_lost = min(number(SABOTAGE_COINS.of(t)), number(most))
    return (1.0 - PERCENT * number(ABOVE.of(t, SABOTAGE))) * points_lost * (1.0 - CAUGHT) ** int(rounds)


def plots_worth(t: Rebellion, seat: i64, coin: float, rivals: float) -> float:
    """What the own cards will probably do: to others something good, most to whoever stands best, to oneself something
    bad."""
    value = 0.0
    for target in range(t.seats):
        card = t.dealt[seat * t.seats + target]
        if card == COUNTERINTELLIGENCE:
            value += guarded_worth(t, seat, coin) if target == seat else -0.01
        elif 0 <= card < COUNTERINTELLIGENCE:
            chance = 1.0 - PERCENT * number(needed(t, target, card))
            harm = chance * harm_of(t, target, card, coin)
            value += -harm if target == seat else HURT * harm * (1.0 + LEADER * number(points(t, target))) / rivals
            value -= CAUGHT * coin * number(AGENT_PRICE.of(t)) * HURT / rivals
    return value


def coin_of_income(t: Rebellion, coin: float) -> float:
    """REB-25.5  What a coin of the next income is worth: in the last round it is a point."""
    return 1.0 if t.round >= ROUND_LIMIT.of(t) else coin


def guarded_worth(t: Rebellion, seat: i64, coin: float) -> float:
    """By the number of agents who may be sent against one."""
    others = 0.0
    for other in range(t.seats):
        if other != seat and t.lives(other):
            others += number(t.agents[other])
    return GUARD * others * coin_of_income(t, coin) * number(SABOTAGE_COINS.of(t)) / number(t.seats)


def harm_of(t: Rebellion, target: i64, card: i64, coin: float) -> float:
    """REB-25.11  After the last round nobody eats and nobody mutinies."""
    if card == SABOTAGE:
        coins = next_income(t, target) if t.round >= ROUND_LIMIT.of(t) else income(t, target, t.weather)
        return coin_of_income(t, coin) * min(number(SABOTAGE_COINS.of(t)), number(coins))
    if t.round >= ROUND_LIMIT.of(t):
        return 0.0
    if card == BURNING_FOOD:
        return HUNGER if production(t, target, t.weather) <= need(t, target) else 0.0
    if card == INCITEMENT:
        outside = t.soldiers_of(target) - (t.soldiers(t.capital[target]) if t.holds_own_capital(target) else 0)
        return MUTINY if outside > 0 else 0.0
    return CAPTIVE if card == FREE_CAPTIVE and t.captive_land & t.held[target] else 0.0


def sale_worth(t: Rebellion, seat: i64, coin: float) -> float:
    """What a captain's secret is worth to whoever holds the highest bid."""
    return coin * (OVERSEAS_COINS - number(STANDING.of(t))) if HOLDER.of(t) == seat + 1 else 0.0
