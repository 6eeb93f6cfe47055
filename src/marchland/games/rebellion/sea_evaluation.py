"""What ports, boats, fleets and voyages are worth to a bot; evaluation.py adds it up."""

from typing import Final

from mypy_extensions import i64

from marchland.engine.sets import bit, lowest, size
from marchland.games.rebellion.chances import BattleChances, Sides, defenders_in
from marchland.games.rebellion.fishing import BOAT_PRICE, fished
from marchland.games.rebellion.fleets import SHIP_PRICE
from marchland.games.rebellion.force import ATTACK_FIXED, ATTACKER, DEFENCE_FIXED, DEFENDER, TARGET, units_of
from marchland.games.rebellion.income import BOAT_COINS, enemy_coins
from marchland.games.rebellion.modifiers import (
    AT_SEA,
    GUARDED,
    LANDING,
    defence_fixed,
    guarded,
    per_cannon,
    weapon_bonus,
)
from marchland.games.rebellion.ports import harbour_seas
from marchland.games.rebellion.sea_battle import attackers, defenders
from marchland.games.rebellion.settings import ROUND_LIMIT
from marchland.games.rebellion.table import ARMS, CARAVAN, NOBODY, SOLDIERS, Rebellion
from marchland.games.rebellion.voyages import CAPACITY, HARBOUR, LANDING_PRICE, TURNS
from marchland.games.rebellion.waters import (
    DESTINATION,
    DUE,
    KIND,
    LOAD,
    NUMBER,
    OWNER,
    SEAT,
    SENDER,
    SHIP,
    TRANSPORTER,
)
from marchland.games.rebellion.waters import LANDING as LANDING_SHIP
from marchland.games.rebellion.weather import march_rate
from marchland.games.rebellion.world import AROUND, COASTAL

BERTHS: Final = 4  # boats that a harbour is thought good for
HOPE: Final = 0.6  # what a boat that could be set is worth, of one that is
BERTH: Final = 0.1  # for a sea in which one can be set now
SECOND_HAND: Final = 0.5  # what a ship is worth of its price
CUT_OFF: Final = 0.3  # for each owned province that is not connected
BY_THEN: Final = 0.7  # what of today's chances is left when a landing ship arrives
CLAIM: Final = 0.8  # empty land beyond the sea
OCCUPATION: Final = 0.9


def sea_worth(t: Rebellion, seat: i64, coin: float, rounds: float) -> float:
    """Harbours, ships and links, besides the income that boats bring."""
    return harbour(t, seat, coin, rounds) + hulls(t, seat, coin) - CUT_OFF * float(int(cut_off(t, seat)))


def cut_off(t: Rebellion, seat: i64) -> i64:
    return size(t.owned(seat) & ~t.connected(seat)) if t.base(seat) >= 0 else 0


def harbour(t: Rebellion, seat: i64, coin: float, rounds: float) -> float:
    """Seas near the open ports in which boats of one's own could fish."""
    seas = harbour_seas(t, seat)
    if not seas:
        return 0.0
    near = seas
    left = seas
    while left:
        near |= AROUND[lowest(left)]
        left &= left - 1
    free = near & ~fished(t)
    profit = float(int(BOAT_COINS.of(t))) * (1.0 + coin * rounds) - coin * float(int(BOAT_PRICE.of(t)))
    spots: int = size(free)
    at_once: int = size(seas & ~fished(t))
    if profit <= 0.0:
        return 0.0
    return HOPE * profit * min(spots, BERTHS) + BERTH * at_once


def hulls(t: Rebellion, seat: i64, coin: float) -> float:
    coins: i64 = 0
    for row in t.ships:
        if row[SEAT] == seat:
            coins += SHIP_PRICE.of(t, row[SHIP]) * row[NUMBER]
    for row in t.transports:
        if row[OWNER] == seat:
            coins += SHIP_PRICE.of(t, TRANSPORTER)
    total: int = coins
    return SECOND_HAND * coin * total


# -- landing ships ---------------------------------------------------------------------------------------------------


def voyages_worth(t: Rebellion, seat: i64, coin: float, rounds: float) -> float:
    """Landing ships under way that come in time, as if they arrived now; of several for one coast the first."""
    value = 0.0
    bound: i64 = 0
    for row in t.voyages:
        if row[SENDER] == seat and row[KIND] == LANDING_SHIP and row[DUE] <= ROUND_LIMIT.of(t):
            if not bound >> row[DESTINATION] & 1:
                value += landing_gain(t, seat, row[LOAD : LOAD + ARMS], row[DESTINATION], coin, rounds)
            bound |= bit(row[DESTINATION])
    return value


def landing_gain(t: Rebellion, seat: i64, units: list[int], target: i64, coin: float, rounds: float) -> float:
    """What a landing would bring besides the soldiers themselves, by the garrison of today."""
    holder = t.holder[target]
    if holder == seat:
        return -coin * float(int(march_rate(t)))
    force = Sides(units)
    soldiers = force.soldiers[0]
    march = coin * soldiers * float(int(march_rate(t)))
    if holder == NOBODY:
        # What can be walked into needs no ship.
        return CLAIM * (1.0 + 0.33 * (1.0 + coin * rounds)) - march if not AROUND[target] & t.held[seat] else -march
    fixed = LANDING.of(t) + (GUARDED.of(t) if guarded(t, target) else 0) - defence_fixed(t, seat, target)
    fixed += weapon_bonus(t, seat)
    chances = BattleChances(t, force, defenders_in(t, target), fixed, t.bunker_level(target), per_cannon(t, seat))
    prize = OCCUPATION
    if t.crowned >> target & 1:
        coins: int = enemy_coins(t, seat) + 2
        prize = 6.0 + coins * (1.0 + coin * rounds) / 2.0
        march = 0.0
    each = 2.0 * coin + 0.1
    fallen = soldiers - chances.left_if_won()
    win = BY_THEN * chances.win
    return win * (prize - each * fallen) - (1.0 - win) * each * soldiers - march


def best_landing(t: Rebellion, seat: i64, port: i64, units: list[int], coin: float, rounds: float) -> float:
    """The best of the coasts that are worth a look: empty ones, capital sites, and those without a garrison."""
    best = -100.0
    left = COASTAL & (t.free() | t.held_by_others(seat))
    while left:
        target = lowest(left)
        left &= left - 1
        open_land = t.holder[target] == NOBODY or t.soldiers(target) == 0
        if target != port and (open_land or t.crowned >> target & 1):
            best = max(best, landing_gain(t, seat, units, target, coin, rounds))
    return best


def loading_worth(t: Rebellion, seat: i64, coin: float, rounds: float, nearly: float) -> float:
    """A ship that is being loaded: the best landing with a full ship, and a little with what is on board."""
    if t.round + TURNS.of(t) > ROUND_LIMIT.of(t):
        return -1.0
    port = HARBOUR.of(t)
    loaded = [int(units_of(t, arm)) for arm in range(ARMS)]
    whole = loaded[:]
    room: int = CAPACITY.of(t)
    for arm in range(ARMS):
        room -= loaded[arm] * int(SOLDIERS[arm])
    for arm in range(CARAVAN):
        here: int = t.ready[port * ARMS + arm]
        more = min(here, room // int(SOLDIERS[arm]))
        whole[arm] += more
        room -= more * int(SOLDIERS[arm])
    price: int = LANDING_PRICE.of(t)
    value = best_landing(t, seat, port, whole, coin, rounds)
    if sum(loaded):
        value = (1.0 - nearly) * value + nearly * best_landing(t, seat, port, loaded, coin, rounds)
    return value - coin * price


# -- sea battles -----------------------------------------------------------------------------------------------------


def sea_chances(t: Rebellion) -> BattleChances:
    """How the sea battle will end that is being fought."""
    return fleet_chances(t, attackers(t), defenders(t), t.battle[ATTACK_FIXED] - t.battle[DEFENCE_FIXED])


def fleet_chances(t: Rebellion, attack: list[int], defence: list[int], fixed: i64) -> BattleChances:
    return BattleChances(t, Sides([*attack, 0]), Sides([*defence, 0]), fixed, AT_SEA, 0)


def sea_battle_worth(t: Rebellion, seat: i64, coin: float) -> float:
    """What the two sides will probably lose, in coins, from the point of view of one of them."""
    mine, theirs = t.battle[ATTACKER], t.battle[DEFENDER]
    if seat not in (mine, theirs):
        return 0.0
    chances = sea_chances(t)
    lost = chances.attackers[0] - chances.win * chances.left_if_won()
    sunk = chances.defenders[0] - (1.0 - chances.win) * chances.left_if_lost()
    frigate: int = SHIP_PRICE.of(t, 0)
    sea = t.battle[TARGET]
    cargo = 2.0 if t.has_transporter(sea, theirs) else 0.0
    risk = 2.0 if t.has_transporter(sea, mine) else 0.0
    value = SECOND_HAND * coin * frigate * (sunk - lost) + chances.win * cargo - (1.0 - chances.win) * risk
    return value if seat == mine else -value
