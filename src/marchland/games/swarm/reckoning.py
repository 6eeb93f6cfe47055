"""What a battle plan would come to, against all that its maker knows (SWM-7.12, SWM-7.17)."""

from __future__ import annotations

from mypy_extensions import i64

from marchland.games.swarm.battle import FIGHT, ONE, PLAN, TWO, WHERE, available
from marchland.games.swarm.cards import ELEMENT, ELEMENTS, FIRE, LEADER, LEADERS, NO_LEADER, WINNER_LOSES, counters
from marchland.games.swarm.cards import NO_TACTIC as NO_CARD
from marchland.games.swarm.table import LEADER_PILE, Swarm
from marchland.games.swarm.words import COMMIT, LEAD, TACTIC


def reckon(t: Swarm, seat: i64, actions: list[int]) -> list[tuple[str, str]]:
    """Rows of what and how much, for a plan in the making; nothing where there is no plan of this seat's to weigh."""
    if t.over or t.step() is not PLAN or (seat != t.arg(ONE) and seat != t.arg(TWO)):
        return []
    trial = t.copy()
    assert isinstance(trial, Swarm)
    mine: i64 = 0 if seat == t.arg(ONE) else 1
    lay(trial, mine, actions)
    return [*own_rows(trial, seat, mine), *their_rows(trial, seat, mine)]


def lay(t: Swarm, mine: i64, actions: list[int]) -> None:
    """The chosen parts of the plan; the other's is empty."""
    for side in range(2):
        t.plan[3 * side] = 0
        t.plan[3 * side + 1] = NO_LEADER
        t.plan[3 * side + 2] = NO_CARD
    hand = t.arg(ONE) if mine == 0 else t.arg(TWO)
    for action in actions:
        kind = action >> 23
        if kind == COMMIT.number:
            t.plan[3 * mine] = min(int(COMMIT.a(action)), int(t.on(hand, t.arg(WHERE))), 6)
        elif kind == LEAD.number and LEAD.a(action) in available(t, hand):
            t.plan[3 * mine + 1] = LEAD.a(action)
        elif kind == TACTIC.number and TACTIC.a(action) in t.coverts[hand]:
            t.plan[3 * mine + 2] = TACTIC.a(action)


def own_rows(t: Swarm, seat: i64, mine: i64) -> list[tuple[str, str]]:
    full = int(FIGHT.score(t, mine))
    rows = [("You score", str(full))]
    leader = t.plan[3 * mine + 1]
    element = countering(int(leader))
    if element >= 0:
        t.plan[4 - 3 * mine] = next(other for other in range(LEADERS) if ELEMENT[other] == element)
        low = int(FIGHT.score(t, mine))
        t.plan[4 - 3 * mine] = NO_LEADER
        if low < full and may_hold_element(t, seat, mine, element):
            rows.append((f"if {ELEMENTS[element]} counters {LEADER.cards[leader].name}", str(low)))
    tactic = t.plan[3 * mine + 2]
    lost = t.plan[3 * mine]
    if tactic != NO_CARD:
        lost += WINNER_LOSES[tactic]
    if t.favour(seat, FIRE):
        lost -= 1
    here = int(t.on(seat, t.arg(WHERE)))
    lost = max(0, min(int(lost), here))
    rows.append(("If you win, you lose", f"{lost} of {here}"))
    return rows


def their_rows(t: Swarm, seat: i64, mine: i64) -> list[tuple[str, str]]:
    """The other's least and most, by each leader whom they are known to have, and by one who is not known."""
    other = t.arg(TWO) if mine == 0 else t.arg(ONE)
    theirs = 1 - mine
    most = min(int(t.on(other, t.arg(WHERE))), 6)
    known = sorted(t.leaders.surely(seat, other))
    rows = []
    for leader in known:
        beaten = ", countered" if counters(int(t.plan[3 * mine + 1]), leader) else ""
        rows.append((f"Opponent with {LEADER.cards[leader].name}{beaten}", span(t, theirs, leader, most)))
    if not t.leaders[other]:
        rows.append(("Opponent without a leader", span(t, theirs, NO_LEADER, most)))
    elif len(known) < len(t.leaders[other]):
        best = max(unseen(t, seat), key=lambda leader: skill_against(t, mine, leader), default=NO_LEADER)
        least, top = scores(t, theirs, NO_LEADER, most)[0], scores(t, theirs, best, most)[1]
        rows.append(("Opponent with an unknown leader", f"{least} to {top}"))
    if t.coverts[other]:
        rows.append(("Their tactics card may add", "up to 3"))
    return rows


def scores(t: Swarm, side: i64, leader: int, most: int) -> list[int]:
    """By the least and by the greatest commitment."""
    t.plan[3 * side + 1] = leader
    made = []
    for commitment in (1, most):
        t.plan[3 * side] = commitment
        made.append(int(FIGHT.score(t, side)))
    t.plan[3 * side] = 0
    t.plan[3 * side + 1] = NO_LEADER
    return made


def span(t: Swarm, side: i64, leader: int, most: int) -> str:
    least, top = scores(t, side, leader, most)
    return str(least) if least == top else f"{least} to {top}"


def skill_against(t: Swarm, mine: i64, leader: int) -> int:
    """What a leader of the other would add."""
    theirs = 1 - mine
    t.plan[3 * theirs + 1] = leader
    added = int(FIGHT.score(t, theirs))
    t.plan[3 * theirs + 1] = NO_LEADER
    return added


def countering(leader: int) -> int:
    """The element that beats a leader's; -1 if none does."""
    for other in range(LEADERS):
        if counters(other, leader):
            return ELEMENT[other]
    return -1


def unseen(t: Swarm, seat: i64) -> list[int]:
    """Leaders that can be in a hand which this seat does not see into."""
    top = t.kept_top(seat)
    hidden = t.leaders.unseen(seat, 1 if top and top[0] == LEADER_PILE else 0)
    return [leader for leader in hidden if not t.leaders.holders(seat, leader)]


def may_hold_element(t: Swarm, seat: i64, mine: i64, element: int) -> bool:
    """Whether the other can have a leader of this element, as far as this seat knows."""
    other = t.arg(TWO) if mine == 0 else t.arg(ONE)
    known = [leader for leader in range(LEADERS) if t.leaders.holders(seat, leader) >> other & 1]
    if any(ELEMENT[leader] == element for leader in known):
        return True
    return len(known) < len(t.leaders[other]) and any(ELEMENT[leader] == element for leader in unseen(t, seat))
