"""Chapter 7, SWM-7.8 to SWM-7.13 and SWM-7.17: what the plans of a battle come to.

Both sides' plans lie in `t.plan`, whole or not: what a side has not chosen adds nothing. The battle itself asks these
functions, and so does whoever weighs a plan beforehand.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.games.swarm.cards import (
    BASTION,
    CITY,
    CRACKED_WALLS,
    CUT,
    FAVOUR,
    FIRE,
    HEALS,
    NO_LEADER,
    NO_TACTIC,
    NUMBERS,
    SCORE,
    SKILL,
    SPECIALTY,
    UNMASK,
    VEIL,
    WARDEN,
    WINNER_LOSES,
    counters,
)
from marchland.games.swarm.plan import COMMITTED, LED_BY, ONE, TACTIC, TWO, WHERE, fighter
from marchland.games.swarm.settings import BASTION_DEFENDER, HELD_AT_PHASE_START
from marchland.games.swarm.table import Swarm

BONUS: Final = NUMBERS.one("bastion.bonus", "SWM-7.12", 1, 0, 20, "what defending a bastion adds to the battle score")
# SWM-13.6  The Warden.
ON_BASTION: Final = SPECIALTY.row(NUMBERS, "bastion", "SWM-13.6", 0, 20, "the same for the specialist")
IN_CITY: Final = SPECIALTY.row(NUMBERS, "city", "SWM-13.6", 0, 20, "what defending a city adds for the specialist")


def unmask(t: Swarm) -> None:
    """SWM-7.8  An unmasked card has no effect; two Unmask cards cancel each other."""
    one, two = TACTIC.of(t.plan, 0), TACTIC.of(t.plan, 1)
    if one != NO_TACTIC and UNMASK[one] == 1:
        TACTIC.put(t.plan, 1, NO_TACTIC)
    if two != NO_TACTIC and UNMASK[two] == 1:
        TACTIC.put(t.plan, 0, NO_TACTIC)


def countered(t: Swarm, side: i64) -> bool:
    """SWM-7.10  Beaten by the opposing element, unless Sand Veil protects."""
    tactic = TACTIC.of(t.plan, side)
    if tactic != NO_TACTIC and VEIL[tactic]:
        return False
    return counters(LED_BY.of(t.plan, 1 - side), LED_BY.of(t.plan, side))


def defender(t: Swarm) -> i64:
    """SWM-7.13  0 or 1, the side that defends; -1 for neither."""
    p, one, two = WHERE.of(t), ONE.of(t), TWO.of(t)
    if BASTION_DEFENDER.of(t) == HELD_AT_PHASE_START:
        before = t.held_before[p]
        if before >> one & 1:
            return 0
        return 1 if before >> two & 1 else -1
    return 0 if t.since(one, p) < t.since(two, p) else 1


def score(t: Swarm, side: i64) -> i64:
    """SWM-7.12  Commitment, skill, bonus of the defender, tactics."""
    leader, tactic, theirs = LED_BY.of(t.plan, side), TACTIC.of(t.plan, side), TACTIC.of(t.plan, 1 - side)
    total = COMMITTED.of(t.plan, side)
    if theirs != NO_TACTIC:
        total = max(0, total - CUT.of(t, theirs))
    if leader != NO_LEADER and not countered(t, side):
        total += SKILL.of(t, leader)
    if tactic != NO_TACTIC:
        total += SCORE.of(t, tactic)
    if defender(t) == side:
        warden = t.is_a(fighter(t, side), WARDEN)  # SWM-13.6
        kind = t.type_at[WHERE.of(t)]
        if kind == BASTION and not CRACKED_WALLS[t.event]:
            total += ON_BASTION.of(t, WARDEN) if warden else BONUS.of(t)
        elif kind == CITY and warden:
            total += IN_CITY.of(t, WARDEN)
    return total


def price(t: Swarm, side: i64) -> i64:
    """SWM-7.17  What victory costs a side: as many as committed, changed by cards and Fire, but not more than there
    are."""
    winner, tactic = fighter(t, side), TACTIC.of(t.plan, side)
    lost = COMMITTED.of(t.plan, side)
    if tactic != NO_TACTIC:
        lost += WINNER_LOSES.of(t, tactic) - HEALS.of(t, tactic)
    if t.favour(winner, FIRE):
        lost -= FAVOUR.of(t, FIRE)
    here = t.on(winner, WHERE.of(t))
    if lost > here:
        lost = here
    return lost if lost > 0 else 0
