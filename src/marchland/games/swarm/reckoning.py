"""What a battle plan would come to, against all that its maker knows (SWM-7.12, SWM-7.17)."""

from __future__ import annotations

from mypy_extensions import i64

from marchland.games.swarm.cards import COVERT, ELEMENT, ELEMENTS, LEADER, LEADERS, NO_LEADER, SCORE, counters
from marchland.games.swarm.plan import COMMIT, COMMITTED, LED_BY, PLAN, WHERE, fighter, lay_plan, most_committed
from marchland.games.swarm.score import price, score
from marchland.games.swarm.table import LEADER_PILE, Swarm


def reckon(t: Swarm, seat: i64, actions: list[int]) -> list[tuple[str, str]]:
    """Rows of what and how much, for a plan in the making; nothing where there is no plan of this seat's to weigh."""
    if t.over or t.step() is not PLAN or seat not in PLAN.hands(t):
        return []
    trial = t.copy()
    assert isinstance(trial, Swarm)
    mine: i64 = 0 if seat == fighter(t, 0) else 1
    legal = PLAN.questions(t, seat)
    lay_plan(trial, mine, [a for a in actions if COMMIT.fits(a) or any(options.holds(a) for options in legal)])
    lay_plan(trial, 1 - mine, [])
    most = most_committed(t, seat)
    if COMMITTED.of(trial.plan, mine) > most:
        COMMITTED.put(trial.plan, mine, most)
    return [*own_rows(trial, seat, mine), *their_rows(trial, seat, mine)]


def own_rows(t: Swarm, seat: i64, mine: i64) -> list[tuple[str, str]]:
    full = int(score(t, mine))
    rows = [("You score", str(full))]
    leader = LED_BY.of(t.plan, mine)
    element = countering(int(leader))
    if element >= 0:
        low = score_against(t, mine, next(other for other in range(LEADERS) if ELEMENT[other] == element))
        if low < full and may_hold_element(t, seat, mine, element):
            rows.append((f"if {ELEMENTS[element]} counters {LEADER.cards[leader].name}", str(low)))
    rows.append(("If you win, you lose", f"{price(t, mine)} of {t.on(seat, WHERE.of(t))}"))
    return rows


def their_rows(t: Swarm, seat: i64, mine: i64) -> list[tuple[str, str]]:
    """The other's least and most, by each leader whom they are known to have, and by one who is not known."""
    theirs = 1 - mine
    other = fighter(t, theirs)
    known = sorted(t.leaders.surely(seat, other))
    rows = []
    for leader in known:
        beaten = ", countered" if counters(int(LED_BY.of(t.plan, mine)), leader) else ""
        rows.append((f"Opponent with {LEADER.cards[leader].name}{beaten}", span(t, theirs, leader)))
    if not t.leaders[other]:
        rows.append(("Opponent without a leader", span(t, theirs, NO_LEADER)))
    elif len(known) < len(t.leaders[other]):
        best = max(unseen(t, seat), key=lambda leader: scores(t, theirs, leader)[1], default=NO_LEADER)
        least, top = scores(t, theirs, NO_LEADER)[0], scores(t, theirs, best)[1]
        rows.append(("Opponent with an unknown leader", f"{least} to {top}"))
    if t.coverts[other]:
        rows.append(("Their tactics card may add", f"up to {max(SCORE.of(t, card) for card in cards_there_are(t))}"))
    return rows


def cards_there_are(t: Swarm) -> list[int]:
    """The kinds of covert card that are in the game."""
    return [card for card in range(len(COVERT.cards)) if t.coverts.copies[card] > 0]


def score_against(t: Swarm, side: i64, leader: int) -> int:
    """What a side scores against a leader of the other's."""
    LED_BY.put(t.plan, 1 - side, leader)
    made = int(score(t, side))
    LED_BY.put(t.plan, 1 - side, NO_LEADER)
    return made


def scores(t: Swarm, side: i64, leader: int) -> list[int]:
    """What a side scores with a leader, by the least and by the greatest commitment."""
    LED_BY.put(t.plan, side, leader)
    made = []
    for commitment in (1, most_committed(t, fighter(t, side))):
        COMMITTED.put(t.plan, side, commitment)
        made.append(int(score(t, side)))
    lay_plan(t, side, [])
    return made


def span(t: Swarm, side: i64, leader: int) -> str:
    least, top = scores(t, side, leader)
    return str(least) if least == top else f"{least} to {top}"


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
    other = fighter(t, 1 - mine)
    known = [leader for leader in range(LEADERS) if t.leaders.holders(seat, leader) >> other & 1]
    if any(ELEMENT[leader] == element for leader in known):
        return True
    return len(known) < len(t.leaders[other]) and any(ELEMENT[leader] == element for leader in unseen(t, seat))
