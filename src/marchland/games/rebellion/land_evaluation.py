"""What the place of armies, food and dangers are worth to a bot; evaluation.py adds it up."""

from typing import Final

from mypy_extensions import i64

from marchland.engine.sets import lowest, size
from marchland.games.rebellion.food import need, production
from marchland.games.rebellion.settings import economy
from marchland.games.rebellion.table import ARMS, ARTILLERY, REBELS, SOLDIERS, Rebellion
from marchland.games.rebellion.world import AROUND, distance

DISTANT: Final = 0.05  # for each soldier and step away from land that can be had for good
SLOW: Final = 0.05  # for each soldier of artillery, who is dear to move
CLAIMABLE: Final = 0.25  # empty land beside an army
MOST_CLAIMABLE: Final = 6
FEEDS: Final = 0.8  # for each province more that could be fed, while there is land to be taken
MOST_FED: Final = 4
SHORT: Final = 6.0  # rounds that are left when it is getting late
FAMINE: Final = 5.0  # coins that a famine costs on average
MUTINEER: Final = 0.6  # a soldier outside the capital who may mutiny then, with the land under him
MOST_MUTINEERS: Final = 5
EACH_HUNGRY: Final = 0.2  # for each food that is lacking
RED: Final = 0.12  # for each red token
UNREST: Final = 2.5  # when half of the land has them
WAR: Final = 0.15  # for each enemy
THREATENED: Final = 0.25  # for each own province that an enemy could take
MOST_THREATENED: Final = 6
EXPOSED: Final = 5.0  # a capital that a neighbour could take
PRIZE: Final = 3.0  # and one that was taken from somebody
PROSPECT: Final = 8.0  # soldiers enough before the gates of a rival's capital
MARCH: Final = 0.2  # how much less a soldier counts there for each step that is still to go
TWO_STEPS: Final = 0.7  # what a soldier two steps from a capital counts of one before the gates
WAY_IN: Final = 0.05  # for each province beside the capital


def site_value(t: Rebellion, seat: i64) -> float:
    """A good site has the others far away, and few ways into it."""
    capital = t.capital[seat]
    if capital < 0:
        return 0.0
    ways: int = size(AROUND[capital])
    value = -WAY_IN * ways
    for other in range(t.seats):
        if other != seat and t.capital[other] >= 0:
            steps: int = distance(capital, t.capital[other])
            value -= 1.0 / steps
    return value


def land_worth(t: Rebellion, seat: i64, coin: float, rounds: float) -> float:
    """Where armies stand, what can be fed, what can be won next, what is in danger."""
    return front(t, seat) + larder(t, seat, coin, rounds) + PROSPECT * prospect(t, seat) - dangers(t, seat)


def front(t: Rebellion, seat: i64) -> float:
    """Armies beside land that can be had for good are worth more than armies far behind."""
    held = t.held[seat]
    wanted = t.free() | t.held[REBELS] | t.titled[seat] & ~held
    if not wanted:
        wanted = t.held_by_others(seat)
    if not wanted:
        return 0.0
    value = 0.0
    claimable: i64 = 0
    left = held
    while left:
        province = lowest(left)
        left &= left - 1
        soldiers: int = t.soldiers(province)
        if soldiers:
            claimable |= AROUND[province] & t.free()
            best: i64 = 9
            targets = wanted
            while targets:
                steps = distance(province, lowest(targets))
                targets &= targets - 1
                if steps < best:
                    best = steps
            away: int = best - 1
            cannons: int = t.count[province * ARMS + ARTILLERY]
            value -= DISTANT * away * soldiers + SLOW * cannons * int(SOLDIERS[ARTILLERY])
    many: int = size(claimable)
    return value + CLAIMABLE * min(many, MOST_CLAIMABLE)


def larder(t: Rebellion, seat: i64, coin: float, rounds: float) -> float:
    """REB-14  What the next harvest feeds, and what the stock does not."""
    if not economy(t):
        return 0.0
    needed, grown = need(t, seat), production(t, seat, t.weather)
    value = 0.0
    if grown < needed:
        lacking: int = needed - grown
        if rounds > 0.0:
            value -= famine(t, seat, coin) + EACH_HUNGRY * lacking
    else:
        spare: int = 2 * grown + 1 - size(t.owned(seat))
        if t.free() | t.held[REBELS]:
            value += FEEDS * min(max(spare, 0), MOST_FED) * min(1.0, rounds / SHORT)
    if seat == t.active and t.food[seat] < needed:
        value -= famine(t, seat, coin)
    return value


def famine(t: Rebellion, seat: i64, coin: float) -> float:
    """REB-14.4, REB-24.1  What a shortage costs, however large: coins, and soldiers who stand outside the capital."""
    outside: int = t.soldiers_of(seat) - (t.soldiers(t.capital[seat]) if t.holds_own_capital(seat) else 0)
    return coin * FAMINE + MUTINEER * min(outside, MOST_MUTINEERS)


def dangers(t: Rebellion, seat: i64) -> float:
    """Red tokens, wars, and neighbours before the gates."""
    value = 0.0
    owned = t.owned(seat)
    marred = owned & t.marred
    if marred:
        red: i64 = 0
        left = marred
        while left:
            red += t.tokens[lowest(left)]
            left &= left - 1
        tokens: int = red
        value += RED * tokens
        if 2 * size(marred) >= size(owned):
            value += UNREST
    enemies: int = size(t.war[seat])
    value += WAR * enemies
    weak: int = threatened(t, seat)
    value += THREATENED * min(weak, MOST_THREATENED)
    left = t.held[seat] & t.crowned
    while left:
        capital = lowest(left)
        left &= left - 1
        value += (EXPOSED if capital == t.capital[seat] else PRIZE) * exposed(t, seat, capital)
    return value


def threatened(t: Rebellion, seat: i64) -> i64:
    """Own provinces beside more soldiers of an enemy than stand there."""
    total: i64 = 0
    left = t.held[seat] & ~t.crowned
    while left:
        province = lowest(left)
        left &= left - 1
        here = t.soldiers(province)
        enemies = AROUND[province] & t.held_by_others(seat)
        while enemies:
            near = lowest(enemies)
            enemies &= enemies - 1
            holder = t.holder[near]
            if holder < t.seats and t.at_war(seat, holder) and t.soldiers(near) > here:
                total += 1
                break
    return total


def exposed(t: Rebellion, seat: i64, capital: i64) -> float:
    """How likely a capital falls to the strongest neighbour, roughly."""
    worst = 0.0
    for other in range(t.seats):
        if other != seat and t.lives(other):
            worst = max(worst, could_fall(t, other, capital))
    return worst


def prospect(t: Rebellion, seat: i64) -> float:
    """How ready the armies are to take the capital of somebody else that is nearest to falling."""
    best = 0.0
    left = t.crowned & t.held_by_others(seat)
    while left:
        best = max(best, readiness(t, seat, lowest(left)))
        left &= left - 1
    return best


def readiness(t: Rebellion, seat: i64, capital: i64) -> float:
    """The part of the soldiers needed for a capital that is on the way to it, the nearest first."""
    near: list[int] = [0, 0, 0, 0, 0, 0]
    left = t.held[seat]
    while left:
        province = lowest(left)
        left &= left - 1
        steps = distance(province, capital)
        if steps <= 5:
            near[steps] += int(t.soldiers(province))
    inside: int = t.soldiers(capital)
    needed = inside + inside // 2 + 2
    lacking = needed
    ready = 0.0
    for steps_away in range(1, 6):
        come = min(lacking, near[steps_away])
        lacking -= come
        ready += come * (1.0 - MARCH * (steps_away - 1))
    return ready / needed


def could_fall(t: Rebellion, to: i64, capital: i64) -> float:
    """How likely a capital falls to a player by the soldiers near it, roughly."""
    outside = 0.0
    left = t.held[to]
    while left:
        near = lowest(left)
        left &= left - 1
        steps = distance(near, capital)
        if steps <= 2:
            soldiers: int = t.soldiers(near)
            outside += soldiers * (1.0 if steps == 1 else TWO_STEPS)
    inside: int = t.soldiers(capital)
    lacking = 0.8 * outside - inside
    return lacking / (outside + 2.0) if lacking > 0.0 else 0.0
