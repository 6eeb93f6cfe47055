"""How well a seat stands in Capitals, for bots that look one decision ahead.

A unit on the map is the unit of account. What has been begun and is not finished (an attack that goes on or may be
answered, ranks that have still to choose) is weighed by what it will probably come to.
"""

import math
from typing import Final

from mypy_extensions import i64

from marchland.games.capitals.battle import ATTACK_STEP, REACTION, is_over
from marchland.games.capitals.bids import POSITIONS, RANK, REWARDS
from marchland.games.capitals.cards import ACTION, REWARD_CARDS, REWARD_EUR, REWARD_UNITS
from marchland.games.capitals.fortify import FORTIFY_STEP
from marchland.games.capitals.receiving import LEFT as UNITS_LEFT
from marchland.games.capitals.receiving import RECEIVE, RECEIVER
from marchland.games.capitals.table import Capitals
from marchland.games.capitals.turn import eur_income
from marchland.games.capitals.world import TERRITORIES
from marchland.games.conquest.battle import LEFT, MOVE_INTO, SOURCE, TARGET
from marchland.games.conquest.table import FORCE

FEW_UNITS: Final = 120  # on the map: here a territory is worth a unit
TERRITORY: Final = 1.0
A_TARGET: Final = 0.15  # that can surely be taken
A_CAPITAL_TARGET: Final = 1.5
CONTINENT: Final = 3.0  # per unit of its bonus
HALF_TAKEN: Final = 1.0  # the same, times the square of the share
AT_THE_FRONT: Final = 1.0
BEHIND: Final = 0.85  # a step away from use
CAPITAL: Final = 9.0
LAST_BUT_ONE: Final = 8.0  # all capitals but one
ALL_CAPITALS: Final = 25.0  # and others still to come this round
SURE_WIN: Final = 300.0
UNGUARDED: Final = 0.4  # for each enemy unit at the gates of a capital that outnumbers its guard
MOST_UNGUARDED: Final = 10.0
ONE_EUR: Final = 0.55
SPARE_EUR: Final = 0.25  # beyond what a turn can use well
SPARE_FROM: Final = 8
CONQUEST_CARD: Final = 1.0
LED: Final = 0.7  # of the defenders that an attack led by a Spearhead has to count with
DUG_IN: Final = 1.5  # the same, behind an Entrenchment
MARCHED: Final = 0.13  # for each unit that a march can bring to the front
RIVALS: Final = 0.3
STRONGEST_RIVAL: Final = 0.2
DEFENCE: Final = 0.85  # attackers lost for each defender
RANK_IN_SETUP: Final = 1.0
RANK_IN_ORDER: Final = 0.5
RANK_THAT_DECIDES: Final = 3.0  # when somebody is a capital short
# Who comes later knows more, and is less often attacked before the next round begins.
LATE_IN_SETUP: Final = 1.0
LATE: Final = 0.2
LATE_DECIDES: Final = 0.5

CARD_VALUES = {
    "Conscription": 2.5,
    "War Bonds": 2.0,
    "Airlift": 0.6,
    "Forced March": 0.3,
    "Spearhead": 0.8,
    "Barrage": 0.4,
    "Entrenchment": 1.2,
    "Ambush": 1.0,
    "Ceasefire": 1.5,
    "Tax Raid": 1.2,
    "Espionage": 1.0,
    "Embargo": 0.3,
    "Arms Auction": 1.5,
    "Defection": 0.8,
    "Peace Conference": 1.5,
    "Lobbyist": 1.0,
}
CARD = [CARD_VALUES[name] for name in ACTION.names()]
A_CARD: Final = 1.2  # that nobody knows yet


def evaluate(t: Capitals, seat: i64) -> float:
    if t.over:
        return 1000.0 if t.places[seat] == 1 else -100.0 * t.places[seat]
    if not t.alive(seat):
        return -500.0
    step = t.step()
    if step is MOVE_INTO:
        return evaluate(moved_in(t), seat)
    if step is ATTACK_STEP and t.run:
        return evaluate(stormed(t), seat)
    if step is REACTION and seat == t.active and (t.run or t.style == FORCE):
        return attack_to_come(t, seat)
    scale = stakes(t)
    value = standing(t, seat, scale) + scale * (guard(t, seat) + targets(t, seat) - besieged(t, seat))
    value += pending(t, seat) + scale * led(t, seat)
    if seat == t.active and t.conquest:
        value += CONQUEST_CARD
    strongest = 0.0
    for rival in range(t.seats):
        if rival != seat and t.alive(rival):
            theirs = standing(t, rival, scale)
            value -= RIVALS * theirs
            if theirs > strongest:
                strongest = theirs
    return value - STRONGEST_RIVAL * strongest


# -- what lies on the table --------------------------------------------------------------------------------------------


def stakes(t: Capitals) -> float:
    """What ground is worth in units: more, the more units there are on the map."""
    total: int = 0
    for units in t.units:
        total += units
    return total / FEW_UNITS if total > FEW_UNITS else 1.0


def standing(t: Capitals, seat: i64, scale: float) -> float:
    """Units, territories, continents, capitals, EUR and cards."""
    pool: int = t.pool[seat]
    held: int = t.held[seat]
    value = scale * TERRITORY * held + pool + purse(t.eur[seat])
    if t.embargoed >> seat & 1:
        lost: int = eur_income(t, seat)
        value -= ONE_EUR * lost
    for card in t.hands[seat]:
        value += CARD[card]
    near = t.board.near
    near_from = t.board.near_from
    for territory in range(TERRITORIES):
        if t.owner[territory] == seat:
            front = False
            for index in range(near_from[territory], near_from[territory + 1]):
                if t.owner[near[index]] != seat:
                    front = True
                    break
            units: int = t.units[territory]
            value += (AT_THE_FRONT if front else BEHIND) * units
    bonuses = t.bonus
    for group in range(len(bonuses)):
        members = t.board.members[group]
        if not members:
            continue
        ours = 0
        for territory in members:
            if t.owner[territory] == seat:
                ours += 1
        share = ours / len(members)
        value += scale * bonuses[group] * (CONTINENT if ours == len(members) else HALF_TAKEN * share * share)
    return value + scale * capitals(t, seat)


def purse(eur: i64) -> float:
    useful: int = eur if eur < SPARE_FROM else SPARE_FROM
    spare: int = eur - useful
    return ONE_EUR * useful + SPARE_EUR * spare


def capitals(t: Capitals, seat: i64) -> float:
    """Each is worth something, all but one much, and all of them most, above all if nobody comes after this turn."""
    tokens: int = t.founded()
    ours: int = t.capitals_of(seat)
    value = CAPITAL * ours
    if tokens > 1 and ours == tokens:
        value += SURE_WIN if ends_the_round(t, seat) else ALL_CAPITALS
    elif tokens > 2 and ours == tokens - 1:
        value += LAST_BUT_ONE
    return value


def ends_the_round(t: Capitals, seat: i64) -> bool:
    """Whether this seat is at its turn and nobody follows in this round."""
    if seat != t.active or seat not in t.order or t.round == 0:
        return False
    later = t.order[t.order.index(seat) + 1 :]
    for other in later:
        if t.alive(other):
            return False
    return True


def targets(t: Capitals, seat: i64) -> float:
    """What could be attacked, by the chance to take it: so that units are gathered where they can do something."""
    value = 0.0
    for target in range(TERRITORIES):
        if t.owner[target] != seat:
            most: i64 = 0
            for near in t.board.neighbours[target]:
                if t.owner[near] == seat and t.units[near] - 1 > most:
                    most = t.units[near] - 1
            if most > 0:
                worth = A_TARGET + A_CAPITAL_TARGET if t.tokens >> target & 1 else A_TARGET
                value += worth * chance_of(int(most), int(t.units[target]))
    return value


def chance_of(attackers: int, defenders: float) -> float:
    """Roughly the chance to win an attack to the end."""
    margin = attackers - DEFENCE * defenders
    return min(0.97, max(0.03, 0.5 + 0.5 * margin / (1.0 + 0.6 * math.sqrt(attackers + defenders))))


def chance_in(t: Capitals, source: i64, target: i64, attackers: int) -> float:
    """The same, with what was played for this attack."""
    defenders: float = float(int(t.units[target]))
    edge = t.edge_in(source, target)
    if edge > 0:
        defenders *= LED
    elif edge < 0:
        defenders *= DUG_IN
    return chance_of(attackers, defenders)


def besieged(t: Capitals, seat: i64) -> float:
    """What is likely to be lost in a battle that goes on against this seat."""
    if t.battle < 0 or is_over(t):
        return 0.0
    source: i64 = t.battle >> 6
    target: i64 = t.battle & 63
    attackers: int = t.eligible(source)
    if t.owner[target] != seat:
        return 0.0
    return ground(t, target) * chance_in(t, source, target, attackers)


def ground(t: Capitals, territory: i64) -> float:
    """What it is worth to hold a territory, its units apart."""
    return TERRITORY + CAPITAL if t.tokens >> territory & 1 else TERRITORY


def led(t: Capitals, seat: i64) -> float:
    """What a Spearhead adds to the attack that it was played for."""
    value = 0.0
    if seat == t.active:
        for pair in t.spears:
            source: i64 = pair >> 6
            target: i64 = pair & 63
            attackers: int = t.eligible(source)
            if t.owner[target] != seat and attackers > 0:
                defenders: int = t.units[target]
                gain = chance_in(t, source, target, attackers) - chance_of(attackers, defenders)
                value += ground(t, target) * gain
    return value


def guard(t: Capitals, seat: i64) -> float:
    """What stands before the gates of one's capitals, against what guards them."""
    value = 0.0
    for territory in t.capital:
        if territory >= 0 and t.owner[territory] == seat:
            outside: int = 0
            for near in t.board.neighbours[territory]:
                if t.owner[near] != seat and t.owner[near] < t.seats:
                    outside += t.units[near] - 1
            inside: int = t.units[territory]
            lacking = DEFENCE * outside - inside
            if lacking > 0.0:
                value -= min(UNGUARDED * lacking, MOST_UNGUARDED)
    return value


# -- what has been begun -----------------------------------------------------------------------------------------------


def stormed(t: Capitals) -> Capitals:
    """The table after an attack that goes on by itself."""
    twin = t.copy()
    assert isinstance(twin, Capitals)
    twin.advance()
    return twin


def moved_in(t: Capitals) -> Capitals:
    """The table after a capture, with all moved in."""
    twin = t.copy()
    assert isinstance(twin, Capitals)
    options = twin.options(twin.active)
    twin.apply(twin.active, options.at(options.total - 1))
    return twin


def attack_to_come(t: Capitals, seat: i64) -> float:
    """An attack to the end that the defender may still answer: won and lost, each as probable as numbers make it."""
    source: i64 = SOURCE.of(t)
    target: i64 = TARGET.of(t)
    won = t.copy()
    lost = t.copy()
    assert isinstance(won, Capitals) and isinstance(lost, Capitals)
    for twin in (won, lost):
        twin.finish()
    attackers: int = LEFT.of(won) if t.style == FORCE else t.eligible(source)
    defenders: int = t.units[target]
    margin = attackers - DEFENCE * defenders
    chance = chance_in(t, source, target, attackers)
    left = int(margin) if margin > 1.0 else 1
    for twin in (won, lost):
        twin.finish()
        twin.run = []
    won.units[source] -= attackers - left
    won.units[target] = 0
    won.capture(source, target, left)
    lost.units[source] -= attackers
    survivors = int(defenders - attackers / DEFENCE)
    lost.units[target] = survivors if survivors > 1 else 1
    return chance * evaluate(won, seat) + (1.0 - chance) * evaluate(lost, seat)


def pending(t: Capitals, seat: i64) -> float:
    """Units to be put down, ranks that have not chosen, and marches that can still be made."""
    step = t.step()
    if step is FORTIFY_STEP:
        return to_the_front(t, seat) if seat == t.active else 0.0
    if step is RECEIVE and RECEIVER.of(t) == seat:
        units: int = UNITS_LEFT.of(t)
        return float(units)
    if (step is POSITIONS or step is REWARDS) and seat in t.ranks:
        rank = t.ranks.index(int(seat))
        if step is POSITIONS:
            return rank_value(t) * (len(t.ranks) - 1 - rank) + place_value(t, seat)
        return 0.0 if rank < RANK.of(t) else reward_left(t, rank - int(RANK.of(t)))
    return 0.0


def to_the_front(t: Capitals, seat: i64) -> float:
    """What the marches left can bring forward, the largest stacks first."""
    behind: list[int] = []
    own = t.own(seat)
    for territory in range(TERRITORIES):
        if own >> territory & 1 and t.board.around[territory] & ~own == 0 and t.units[territory] > 1:
            behind.append(int(t.units[territory] - 1))
    behind.sort(reverse=True)
    most: int = t.marches
    return MARCHED * sum(behind[:most])


def reward_left(t: Capitals, behind: int) -> float:
    """What is left of the Conference table when so many more have chosen."""
    left = [reward(t, k) for k in range(len(t.positions)) if t.positions[k] < 0]
    left.sort(reverse=True)
    return left[behind]


def reward(t: Capitals, k: i64) -> float:
    """What a place on the Conference table brings."""
    units: int = REWARD_UNITS.of(t, k)
    eur: int = REWARD_EUR.of(t, k)
    cards: int = REWARD_CARDS.of(t, k)
    return units + ONE_EUR * eur + A_CARD * cards


def rank_value(t: Capitals) -> float:
    """What it is worth to be a rank better when the order is bid for."""
    tokens: int = t.founded()
    for seat in range(t.seats):
        if tokens > 2 and t.capitals_of(seat) >= tokens - 1:
            return RANK_THAT_DECIDES
    return RANK_IN_ORDER if t.round > 0 else RANK_IN_SETUP


def place_value(t: Capitals, seat: i64) -> float:
    """A place that was taken: late is better, above all if one may win or has to stop somebody."""
    late = LATE_IN_SETUP
    if t.round > 0:
        late = LATE_DECIDES if rank_value(t) == RANK_THAT_DECIDES else LATE
    for place in range(len(t.positions)):
        if t.positions[place] == seat:
            return late * place
    return 0.0
