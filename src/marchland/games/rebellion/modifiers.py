"""Chapter 8: what is added to the rolls of a land battle."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.sets import lowest, size
from marchland.games.rebellion.force import (
    ATTACK_FIXED,
    ATTACK_START,
    ATTACKER,
    BY_SEA,
    DEFENCE_FIXED,
    DEFENCE_START,
    INSIDE,
    TARGET,
    force_cannons,
    force_soldiers,
    sources,
    units_from,
)
from marchland.games.rebellion.ports import open_ports
from marchland.games.rebellion.settings import (
    ATTACKER_ALONE,
    EXTRA,
    MULTI_ATTACK,
    NUMBERS,
    NUMBERS_BONUS,
    REBELLION_PENALTY,
    START,
    revolts,
)
from marchland.games.rebellion.table import ARMS, INFANTRY, REBELS, Rebellion
from marchland.games.rebellion.weather import on_attacks
from marchland.games.rebellion.world import EVERY

PER_SOURCE: Final = NUMBERS.one("battle.province", "REB-8.8", 1, 0, 5, "for each province out of several that attack")
PER_SOLDIER: Final = NUMBERS.one("battle.soldier", "REB-8.8", 2, 0, 5, "for each soldier more than the defender")
MOST_FOR_NUMBERS: Final = NUMBERS.one("battle.most", "REB-8.8", 10, 0, 40, "the most that more soldiers add")
LANDING: Final = NUMBERS.one("battle.landing", "REB-8.8", -12, -40, 0, "for an attack from the sea")
GUARDED: Final = NUMBERS.one(
    "battle.open_port", "REB-16.9", -8, -40, 0, "for a landing where the holder's port is open"
)
UNCONNECTED: Final = NUMBERS.one("battle.unconnected", "REB-8.8", -10, -40, 0, "for whoever is not connected")
PER_REBELLIOUS: Final = NUMBERS.one("battle.rebellious", "REB-8.8", -4, -40, 0, "for each rebellious province")
BUNKER_DEFENCE: Final = NUMBERS.row(
    ["", "battle.bunkers1", "battle.bunkers2"], "REB-8.9", [0, 10, 20], 0, 40, "for the defender in bunkers"
)
PER_CANNON: Final = NUMBERS.one("battle.cannon", "REB-8.9", 4, 0, 10, "what each cannon takes from bunkers")
CAPITAL_DEFENCE: Final = NUMBERS.one("battle.capital", "REB-8.9", 10, 0, 40, "for the defender of the own capital")
RETAKEN: Final = NUMBERS.one(
    "battle.retaken", "REB-8.9", -5, -40, 0, "for the holder of a capital against its original owner"
)
WEAPON: Final = NUMBERS.one("battle.weapon", "REB-20.15", 3, 0, 10, "for each new weapon")
PER_CANNONBALLS: Final = NUMBERS.one(
    "battle.cannonballs", "REB-20.15", 2, 0, 10, "what each cannon takes more from bunkers by better cannonballs"
)
DUG_IN: Final = NUMBERS.one("battle.dug_in", "REB-8.9", 2, 0, 20, "for infantry that defends without bunkers")


AT_SEA: Final = -1  # in the place of a level of bunkers


def rebellious(t: Rebellion, seat: i64) -> i64:
    """REB-24.11  Provinces in rebellion against a player."""
    total: i64 = 0
    left = t.held[REBELS]
    while left:
        if t.origin[lowest(left)] == seat:
            total += 1
        left &= left - 1
    return total


def weapon_bonus(t: Rebellion, holder: i64) -> i64:
    """REB-8.8 d, REB-8.9 e, REB-20.15  Of a player; rebels and tribes find none."""
    return WEAPON.of(t) * t.weapons[holder] if 0 <= holder < t.seats else 0


def attack_fixed(t: Rebellion, seat: i64, target: i64) -> i64:
    """REB-8.8 a, c, d, e, f, g  What the attacker adds throughout."""
    total = on_attacks(t) + weapon_bonus(t, seat)
    several = size(sources(t) & EVERY)
    if several > 1:
        total += PER_SOURCE.of(t) * (several - 1 if MULTI_ATTACK.of(t) == EXTRA else several)
    if 0 <= t.holder[target] < t.seats and revolts(t):
        total += PER_REBELLIOUS.of(t) * rebellious(t, seat)
    if lands(t):
        total += LANDING.of(t)
        if guarded(t, target):
            total += GUARDED.of(t)
    elif is_cut_off(t, seat):
        total += UNCONNECTED.of(t)
    return total


def lands(t: Rebellion) -> bool:
    """REB-8.8 f, REB-8.11  More units by sea than all others, as committed; a tie does not count."""
    return units_from(t, BY_SEA) > units_from(t, EVERY)


def guarded(t: Rebellion, target: i64) -> bool:
    """REB-16.9  By an open port of its holder; one that the attacker blockades guards nothing."""
    holder = t.holder[target]
    return 0 <= holder < t.seats and open_ports(t, holder) >> target & 1 == 1


def is_cut_off(t: Rebellion, seat: i64) -> bool:
    """REB-8.8 g, REB-8.11  More land units that are not connected than all others."""
    net = t.connected(seat)
    return units_from(t, EVERY & ~net) > units_from(t, net | BY_SEA)


def defence_fixed(t: Rebellion, seat: i64, target: i64) -> i64:
    """REB-8.9 b, c, e, f, g  REB-8.13, REB-1.15  Rebels and tribes have none. REB-10.5  Of a capital b and c."""
    holder = t.holder[target]
    if not 0 <= holder < t.seats:
        return 0
    total = weapon_bonus(t, holder)
    founder = t.original_owner(target)
    if founder == holder:
        total += CAPITAL_DEFENCE.of(t)
    elif founder == seat:
        total += RETAKEN.of(t)
    if revolts(t) and REBELLION_PENALTY.of(t) != ATTACKER_ALONE:  # REB-8.10
        total += PER_REBELLIOUS.of(t) * rebellious(t, holder)
    if not t.connected(holder) >> target & 1:
        total += UNCONNECTED.of(t)
    return total


def for_numbers(t: Rebellion, attackers: i64, defenders: i64) -> i64:
    """REB-8.8 b"""
    more = attackers - defenders
    if more <= 0:
        return 0
    total = PER_SOLDIER.of(t) * more
    most = MOST_FOR_NUMBERS.of(t)
    return total if total < most else most


def per_cannon(t: Rebellion, attacker: i64) -> i64:
    """REB-8.9 a, REB-20.15  What each cannon of an attacker takes from bunkers."""
    better = t.cannonballs[attacker] if 0 <= attacker < t.seats else 0
    return PER_CANNON.of(t) + PER_CANNONBALLS.of(t) * better


def for_ground(t: Rebellion, level: i64, cannons: i64, has_infantry: bool, each: i64) -> i64:
    """REB-8.9 a, d  Bunkers less what the cannons take, each so much; without bunkers infantry digs in. REB-17.6
    Not at sea."""
    if level == AT_SEA:
        return 0
    if level == 0:
        return DUG_IN.of(t) if has_infantry else 0
    left = BUNKER_DEFENCE.of(t, level) - each * cannons
    return left if left > 0 else 0


def attack_total(t: Rebellion) -> i64:
    """What the attacker adds to the next roll; REB-8.12  numbers are those of now, or of the start."""
    row = t.battle
    attackers, defenders = force_soldiers(t), t.soldiers(row[TARGET])
    if NUMBERS_BONUS.of(t) == START:
        attackers, defenders = row[ATTACK_START], row[DEFENCE_START]
    return row[ATTACK_FIXED] + for_numbers(t, attackers, defenders)


def defence_total(t: Rebellion) -> i64:
    """What the defender adds. REB-8.14  Inside a province there are no bunkers to fight from."""
    row = t.battle
    target = row[TARGET]
    level: i64 = 0 if row[INSIDE] else t.bunker_level(target)
    dug_in = t.count[target * ARMS + INFANTRY] > 0
    return row[DEFENCE_FIXED] + for_ground(t, level, force_cannons(t), dug_in, per_cannon(t, row[ATTACKER]))
