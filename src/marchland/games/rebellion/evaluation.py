"""How well a seat stands in Rebellion, for bots that look one decision ahead.

A point of the last count is the unit of account. What has been begun and is not finished (an attack, a conference, a
bribe) is weighed by what it will probably come to.
"""

from typing import Final

from mypy_extensions import i64

from marchland.engine.auction import HOLDER, LOT, STANDING
from marchland.engine.sets import bit, lowest, size
from marchland.games.rebellion.attack import ATTACK, NAMED, commit_all, solvent
from marchland.games.rebellion.battle import BATTLE
from marchland.games.rebellion.buildings import SCRAP
from marchland.games.rebellion.capture import can_be_plundered, capture, march_cost, sea_due
from marchland.games.rebellion.chances import BattleChances, Sides, defenders_in
from marchland.games.rebellion.ending import holds_all, land_points, seat_points
from marchland.games.rebellion.force import (
    ATTACKER,
    INSIDE,
    MARCH_DUE,
    ROW,
    TARGET,
    arms_in_force,
    clear_province,
    first_arm,
    force_soldiers,
    lose_from_force,
    settle_force,
    units_of,
)
from marchland.games.rebellion.income import income, robbery_coins, sheet_coins, upkeep
from marchland.games.rebellion.land_evaluation import land_worth, site_value
from marchland.games.rebellion.modifiers import attack_fixed, defence_fixed, per_cannon, weapon_bonus
from marchland.games.rebellion.overseas import CAPTAIN_SALE
from marchland.games.rebellion.peace import CEDED, CLAIMED, PARTNER, RELOCATION, REPLY, TREATY, TreatyAccept, nameable
from marchland.games.rebellion.revolts import BRIBERY
from marchland.games.rebellion.sea_battle import SEA_BATTLE
from marchland.games.rebellion.sea_evaluation import loading_worth, sea_battle_worth, sea_worth, voyages_worth
from marchland.games.rebellion.settings import ANNEXATION_TURNS, ROUND_LIMIT, seafaring
from marchland.games.rebellion.sheet_evaluation import sale_worth, sheet_worth
from marchland.games.rebellion.table import ARMS, CELLS_OF_ARM, SOLDIERS, Rebellion
from marchland.games.rebellion.tribe import tribe_takes
from marchland.games.rebellion.voyages import VOYAGE
from marchland.games.rebellion.warfare import begin_war

WON: Final = 1000.0
LAST_COIN: Final = 0.02  # what a coin is worth when the match ends
FIRST_COIN: Final = 0.3  # and so much more with a whole match to come
LONG: Final = 20.0  # rounds of a whole match
SPENDABLE: Final = 40  # coins that are soon put to use
IDLE_COIN: Final = 0.6  # what one beyond that is worth, of what others are
DRILLED: Final = 0.1  # a soldier is worth the price of infantry, and this
ARMY: Final = 5  # soldiers that are of use, and so many more for each province
PER_PROVINCE: Final = 2
IDLE_SOLDIER: Final = 0.3  # what one beyond that is worth, of what others are
OCCUPIED: Final = 0.3  # land whose owner will want it back, and may sign a treaty for it
LOST_LAND: Final = 0.3  # land that a treaty may give back
FALLEN: Final = 0.9  # land of a state without its capital: time gives it to whoever holds it
LEVEL: Final = 0.17  # for each level of the capital and round to come
RIVALS: Final = 0.4
NEARLY: Final = 0.03  # how much an attack in preparation is weighed as it stands already
IDLE: Final = 0.05  # for opening what then is not used
FAIR: Final = 0.1  # by how much a treaty must improve the standing of whoever signs it
REBEL_LAND: Final = 1.3
NO_TREATY: Final = -100000.0  # below anything that a treaty can be worth


def evaluate(t: Rebellion, seat: i64) -> float:
    if t.over:
        return WON if t.places[seat] == 1 else -100.0 * t.places[seat]
    if not t.lives(seat):
        return -500.0
    if t.capital[seat] < 0 or t.round == 0:
        return site_value(t, seat)
    if t.depth() == 0:
        return standing(t, seat)
    step = t.step()
    if step is ATTACK:
        return preparing(t, seat)
    if step is BATTLE and not t.battle[INSIDE]:
        return fighting(t, seat, t.battle[ATTACKER], t.battle[TARGET], t.battle[MARCH_DUE])
    if step is BATTLE and t.battle[ATTACKER] == seat:
        return against_tribe(t, seat, t.battle[TARGET])
    if step is TREATY or step is REPLY:
        return conferring(t, seat)
    if step is BRIBERY:
        return standing(t, seat) + bribing(t, seat)
    value = standing(t, seat)
    if step is CAPTAIN_SALE:
        return value + sale_worth(t, seat, coin_value(t))
    if step is VOYAGE and seat == t.active:
        return value + loading_worth(t, seat, coin_value(t), rounds_left(t), NEARLY) - IDLE
    if step is SEA_BATTLE:
        return value + sea_battle_worth(t, seat, coin_value(t))
    return value - IDLE if step is SCRAP else value


# -- what lies on the table ------------------------------------------------------------------------------------------


def rounds_left(t: Rebellion) -> float:
    left: int = ROUND_LIMIT.of(t) - t.round
    return float(left) if left > 0 else 0.0


def coin_value(t: Rebellion) -> float:
    return LAST_COIN + FIRST_COIN * min(1.0, rounds_left(t) / LONG)


def standing(t: Rebellion, seat: i64) -> float:
    """The own standing, less a part of the average of the rivals'."""
    rivals = 0.0
    for other in range(t.seats):
        if other != seat and t.lives(other):
            rivals += wealth(t, other)
    others: int = t.seats - 1
    return wealth(t, seat) + position(t, seat) - RIVALS * rivals / others


def wealth(t: Rebellion, seat: i64) -> float:
    """Points, income to come, coins and soldiers."""
    coin = coin_value(t)
    rounds = rounds_left(t)
    robbed: int = robbery_coins(t, seat)
    steady: int = income(t, seat, 0) - sheet_coins(t, seat) - upkeep(t, seat)
    points: int = land_points(t, seat) + seat_points(t, seat)
    coins: int = t.coins[seat]
    soldiers: int = t.soldiers_of(seat) + on_the_way(t, seat)
    lost: int = size(t.titled[seat] & ~t.held[seat])
    level: int = t.level[seat]
    value = points + (steady - robbed) * (1.0 + coin * rounds) + robbed * coin * 2.0
    value += coin * purse(coins) + (2.0 * coin + DRILLED) * useful(t, seat, soldiers)
    value += occupation(t, seat) + LOST_LAND * lost
    if seafaring(t):
        value += sea_worth(t, seat, coin, rounds)
    value += sheet_worth(t, seat, coin, rounds)
    return value + LEVEL * rounds * (level - 1)


def occupation(t: Rebellion, seat: i64) -> float:
    """REB-11.11  Occupied land yields nothing; it is as good as one's own only where the state has fallen."""
    value = 0.0
    left = t.occupied(seat)
    while left:
        province = lowest(left)
        left &= left - 1
        waiting: int = ANNEXATION_TURNS.of(t) - t.annexed[province]
        fallen = not t.holds_own_capital(t.owner[province]) and ANNEXATION_TURNS.of(t)
        value += FALLEN if fallen and waiting <= rounds_left(t) else OCCUPIED
    return value


def province_worth(t: Rebellion) -> float:
    """A point, and a third of a coin in every round to come (REB-5.3)."""
    return 1.0 + (1.0 + coin_value(t) * rounds_left(t)) / 3.0


def purse(coins: int) -> float:
    """Coins, of which those that lie idle count less."""
    return float(coins) if coins <= SPENDABLE else SPENDABLE + IDLE_COIN * (coins - SPENDABLE)


def useful(t: Rebellion, seat: i64, soldiers: int) -> float:
    """Soldiers, of whom those beyond a good army count little."""
    owned: int = size(t.owned(seat))
    most = ARMY + PER_PROVINCE * owned
    return float(soldiers) if soldiers <= most else most + IDLE_SOLDIER * (soldiers - most)


def on_the_way(t: Rebellion, seat: i64) -> i64:
    """Soldiers of a force that are nowhere on the map now."""
    if not t.force or t.depth() == 0:
        return 0
    step = t.step()
    if step is RELOCATION:
        total: i64 = 0
        for place in range(0, len(t.force), ROW):
            if t.holder[t.force[place]] != seat and (seat == t.active or seat == PARTNER.of(t)):
                total += SOLDIERS[t.force[place + 1] // CELLS_OF_ARM] * t.force[place + 2]
        return total
    return force_soldiers(t) if seat == t.active else 0


def position(t: Rebellion, seat: i64) -> float:
    """Where armies stand, what can be fed, what is in danger, what is under way."""
    value = land_worth(t, seat, coin_value(t), rounds_left(t))
    return value + voyages_worth(t, seat, coin_value(t), rounds_left(t)) if t.voyages else value


# -- what has been begun -----------------------------------------------------------------------------------------------


def preparing(t: Rebellion, seat: i64) -> float:
    """An attack that is being prepared: what it could be with all who can join, and a little what it is."""
    target = NAMED.of(t)
    if seat != t.active:
        return standing(t, seat)
    everybody = twin_of(t)
    commit_all(everybody, seat, target)
    if not everybody.force:
        return standing(t, seat) - IDLE
    if not solvent(everybody, seat, target):
        if not t.force or not solvent(t, seat, target):
            return standing(t, seat) - IDLE
        return fighting(t, seat, seat, target, march_cost(t))
    whole = fighting(everybody, seat, seat, target, march_cost(everybody))
    now = fighting(t, seat, seat, target, march_cost(t)) if t.force else whole
    return (1.0 - NEARLY) * whole + NEARLY * now


def twin_of(t: Rebellion) -> Rebellion:
    twin = t.copy()
    assert isinstance(twin, Rebellion)
    return twin


def fighting(t: Rebellion, seat: i64, attacker: i64, target: i64, due: i64) -> float:
    """A battle to the end: won and lost, each as probable as it is, with the soldiers that are left on average."""
    units = [int(units_of(t, arm)) for arm in range(ARMS)]
    fixed = attack_fixed(t, attacker, target) - defence_fixed(t, attacker, target)
    chances = BattleChances(
        t, Sides(units), defenders_in(t, target), fixed, t.bunker_level(target), per_cannon(t, attacker)
    )
    value = 0.0
    if chances.win > 0.001:
        value += chances.win * won(t, seat, attacker, target, due, int(chances.left_if_won() + 0.5))
    if chances.win < 0.999:
        value += (1.0 - chances.win) * lost(t, seat, attacker, target, int(chances.left_if_lost() + 0.5))
    return value


def won(t: Rebellion, seat: i64, attacker: i64, target: i64, due: i64, left: int) -> float:
    """After a victory with so many left; the march is paid, or the land plundered if that is not possible."""
    twin = twin_of(t)
    holder = twin.holder[target]
    if 0 <= holder < twin.seats:
        begin_war(twin, attacker, holder)
    while force_soldiers(twin) > left and force_soldiers(twin) > 1:
        lose_from_force(twin, first_arm(arms_in_force(twin)))
    while twin.soldiers(target):
        twin.lose_soldier(target, first_arm_in(twin, target))
    capture(twin, attacker, target)
    if twin.over:
        return WON if twin.places[seat] == 1 else -100.0 * twin.places[seat]
    if not twin.crowned >> target & 1:
        cost = due if due < twin.coins[attacker] else twin.coins[attacker]
        if due <= twin.coins[attacker] or not can_be_plundered(twin, target):
            twin.coins[attacker] -= cost
        else:
            twin.put_tokens(target, 2)
    if holds_all(twin, attacker):
        return WON if attacker == seat else -WON
    return finished(twin, seat)


def lost(t: Rebellion, seat: i64, attacker: i64, target: i64, left: int) -> float:
    twin = twin_of(t)
    holder = twin.holder[target]
    if 0 <= holder < twin.seats:
        begin_war(twin, attacker, holder)
    due = sea_due(twin, target)
    twin.coins[attacker] -= due if due < twin.coins[attacker] else twin.coins[attacker]
    twin.force = []
    while twin.soldiers(target) > left and twin.soldiers(target) > 1:
        twin.lose_soldier(target, first_arm_in(twin, target))
    return finished(twin, seat)


def against_tribe(t: Rebellion, seat: i64, target: i64) -> float:
    """REB-19.8  The own soldiers against a tribe, on land that is still held."""
    units = [int(units_of(t, arm)) for arm in range(ARMS)]
    chances = BattleChances(t, Sides(units), defenders_in(t, target), weapon_bonus(t, seat), 0, 0)
    kept = twin_of(t)
    clear_province(kept, target)
    left = int(chances.left_if_won() + 0.5)
    while force_soldiers(kept) > left and force_soldiers(kept) > 1:
        lose_from_force(kept, first_arm(arms_in_force(kept)))
    settle_force(kept, target)
    gone = twin_of(t)
    gone.force = []
    tribe_takes(gone, target)
    return chances.win * finished(kept, seat) + (1.0 - chances.win) * finished(gone, seat)


def first_arm_in(t: Rebellion, province: i64) -> i64:
    for arm in range(ARMS):
        if t.count[province * ARMS + arm]:
            return arm
    return 0


def finished(twin: Rebellion, seat: i64) -> float:
    """The standing on a table whose battle is over."""
    twin.finish()
    return standing(twin, seat) if twin.lives(seat) else -500.0


def conferring(t: Rebellion, seat: i64) -> float:
    """A treaty in the making: as it stands, or with terms that make it one that the partner signs."""
    partner = PARTNER.of(t)
    if seat != t.active and seat != partner:
        return standing(t, seat)
    value = treaty_value(t, seat, partner)
    if seat == t.active and t.step() is TREATY:
        for slack in range(3):
            draft = twin_of(t)
            added: int = compromise(draft, seat, partner, slack)
            if added:
                value = max(value, treaty_value(draft, seat, partner) - IDLE * added)
    return value if value > NO_TREATY else standing(t, seat) - IDLE


def treaty_value(t: Rebellion, seat: i64, partner: i64) -> float:
    """What the terms are worth, if they are better for the partner than to go on."""
    signed = twin_of(t)
    for deed in REPLY.deeds:
        if isinstance(deed, TreatyAccept):
            deed.do(signed, partner, deed.code)
    return standing(signed, seat) if standing(signed, partner) >= standing(t, partner) + FAIR else NO_TREATY


def compromise(t: Rebellion, seat: i64, partner: i64, slack: i64) -> i64:
    """Claim as much of the land that one occupies, or cede as much of what one has lost, as makes the partner sign,
    about; how many terms that are."""
    each = province_worth(t)
    unclaimed = nameable(t, partner, seat, partner) & t.held[seat] & ~CLAIMED.of(t)
    unceded = nameable(t, seat, seat, partner) & t.held[partner] & ~CEDED.of(t)
    returned: int = size(unclaimed)
    claimed: int = size(CLAIMED.of(t))
    ceded: int = size(CEDED.of(t))
    given_up: int = size(unceded) + ceded
    occupied = OCCUPIED if t.holds_own_capital(seat) else FALLEN
    gain = (each - LOST_LAND) * returned - LOST_LAND * claimed + each * ceded - occupied * given_up
    if gain > FAIR:
        terms: i64 = int((gain - FAIR) / each) - slack
        CLAIMED.put(t, CLAIMED.of(t) | first_of(unclaimed, terms))
        return min(terms, returned) if terms > 0 else 0
    terms = int((FAIR - gain) / each) + 1 + slack
    if terms > size(unceded):
        return 0
    CEDED.put(t, CEDED.of(t) | first_of(unceded, terms))
    return terms


def first_of(provinces: i64, n: i64) -> i64:
    found: i64 = 0
    left = provinces
    while left and n > 0:
        found |= bit(lowest(left))
        left &= left - 1
        n -= 1
    return found


def bribing(t: Rebellion, seat: i64) -> float:
    """What the rebels are worth to whoever holds the highest bid."""
    if HOLDER.of(t) != seat + 1:
        return 0.0
    coin = coin_value(t)
    price: int = STANDING.of(t)
    soldiers: int = t.soldiers(LOT.of(t))
    return REBEL_LAND + (2.0 * coin + DRILLED) * soldiers - coin * price
