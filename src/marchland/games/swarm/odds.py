"""The odds of a battle that is decided by secret plans (SWM-7), from what one seat knows.

The opponent may hold any leaders and covert cards that the seat has not seen elsewhere, every deal of them being
equally likely, and makes each of the three choices of a plan blindly: every commitment, every leader held and every
tactics card held (or none) with the same chance. All of it is counted, not sampled; only where cards are traded in
secret, who may hold what is estimated from imagined tables.

Treason is told apart: who holds a fitting traitor card need not play it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb, fsum
from typing import Final, NamedTuple

from marchland.engine.dice import fast_dice
from marchland.engine.odds import Odds
from marchland.games.swarm.battle import BATTLE
from marchland.games.swarm.cards import (
    CLANDESTINE,
    COVERT,
    DOUBLE,
    ELEMENT,
    IS_TACTIC,
    LEADER,
    NO_LEADER,
    NO_TACTIC,
    POSITIONS,
    SKILL,
    TACTICIAN,
)
from marchland.games.swarm.plan import (
    COMMITTED,
    LED_BY,
    MOST_COMMITTED,
    ONE,
    PLAN,
    TACTIC,
    TWO,
    WHERE,
    available,
    choice_of,
)
from marchland.games.swarm.score import price, score, unmask
from marchland.games.swarm.settings import LEADER_REUSE, ONCE_PER_ROUND, TRADE_CARDS
from marchland.games.swarm.sight import SwarmTable
from marchland.odds.chart import share

IMAGINED: Final = 400  # tables from which hands are estimated where cards are traded
IMAGINED_QUICKLY: Final = 100  # where others wait meanwhile
TACTICS: Final = [kind for kind in range(len(COVERT.cards)) if IS_TACTIC[kind]]


def odds_of_plan(table: SwarmTable, seat: int, actions: list[int], quick: bool = False) -> Odds | None:
    """SWM-7.4  The chance of a battle that is announced, or of a plan as far as it is made and in mind. What is not
    chosen yet is taken to be chosen as well as possible."""
    if table.over or not 0 <= seat < table.seats or not actions:
        return None
    # What the seat cannot see must not show in its chances either.
    t = table.determinize(seat, fast_dice(0))
    assert isinstance(t, SwarmTable)
    if len(actions) == 1 and BATTLE.fits(actions[0]):
        tile, opponent = int(BATTLE.a(actions[0])), int(BATTLE.b(actions[0]))
        if tile >= POSITIONS or opponent >= t.seats or opponent == seat:
            return None
        if not t.occupies(seat, tile) or not t.occupies(opponent, tile):
            return None
        return in_words(Battlefield(t, seat, opponent, tile, quick).best({}))
    if t.step() is not PLAN or seat not in PLAN.hands(t):
        return None
    chosen = {choice_of(made).column: int(choice_of(made).chosen(made)) for made in t.sealed[seat]}
    questions = PLAN.questions(t, seat)
    for action in actions:
        for column, options in enumerate(questions):
            if options.holds(action):
                chosen[column] = int(choice_of(action).chosen(action))
                break
        else:
            return None
    one, two = int(ONE.of(t)), int(TWO.of(t))
    return in_words(Battlefield(t, seat, two if seat == one else one, int(WHERE.of(t)), quick).best(chosen))


# -- a battle --------------------------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """SWM-7.4  A commitment, a leader and a tactics card; NO_LEADER and NO_TACTIC stand for none."""

    commitment: int
    leader: int
    tactic: int


class PlanOdds(NamedTuple):
    """How a battle ends with one plan, if no leader is betrayed."""

    plan: Plan
    win: float
    tie: float
    lose: float
    left: int  # the seat's troops left on the tile if it wins
    betrayal: float  # the chance that somebody else holds the traitor card of the plan's leader and can play it
    against: list[float]  # the chance to win against each commitment of the opponent, from 1 on


class Battlefield:
    """A battle between a seat and an opponent on a tile, as the seat sees it."""

    def __init__(self, t: SwarmTable, seat: int, opponent: int, tile: int, quick: bool = False) -> None:
        self.seat = seat
        self.opponent = opponent
        self.tile = tile
        trial = t.copy()
        assert isinstance(trial, SwarmTable)
        trial.call(PLAN, tile, seat, opponent)
        self.table = trial
        worlds = imagined(t, seat, quick)
        self.leaders = alike(t, leader_chances(t, seat, opponent, worlds))
        self.tactics = tactic_chances(t, seat, opponent, worlds)
        self.commitments = list(range(1, min(int(MOST_COMMITTED.of(t)), int(t.on(opponent, tile))) + 1))

    def plans(self, chosen: dict[int, int]) -> list[Plan]:
        """All plans of the seat that have what is chosen, by columns: commitment, leader, tactics card."""
        t = self.table
        most = min(int(MOST_COMMITTED.of(t)), int(t.on(self.seat, self.tile)))
        held = [kind for kind in dict.fromkeys(t.coverts[self.seat]) if IS_TACTIC[kind]]
        commitments = [chosen[0]] if 0 in chosen else list(range(1, most + 1))
        leaders = [chosen[1]] if 1 in chosen else available(t, self.seat) or [NO_LEADER]
        tactics = [chosen[2]] if 2 in chosen else [NO_TACTIC, *held]
        return [Plan(n, leader, tactic) for n in commitments for leader in leaders for tactic in tactics]

    def best(self, chosen: dict[int, int]) -> PlanOdds:
        """The plan of these with the best chance to win; of equal ones the one that leaves most troops."""
        return max([self.odds(plan) for plan in self.plans(chosen)], key=lambda odds: (odds.win, odds.left, odds.tie))

    def odds(self, plan: Plan) -> PlanOdds:
        """SWM-7.8 to SWM-7.17  By the rules of the battle itself, against all that may be sent."""
        t = self.table
        wins = [0.0] * len(self.commitments)
        ties = [0.0] * len(self.commitments)
        protected = 0.0
        for leader, leader_chance in self.leaders.items():
            for tactic, tactic_chance in self.tactics.items():
                chance = leader_chance * tactic_chance
                lay(t, 0, plan)
                lay(t, 1, Plan(0, leader, tactic))
                unmask(t)
                mine = score(t, 0)
                for i, commitment in enumerate(self.commitments):
                    COMMITTED.put(t.plan, 1, commitment)
                    theirs = score(t, 1)
                    if mine > theirs:
                        wins[i] += chance
                    elif mine == theirs:
                        ties[i] += chance
                played = TACTIC.of(t.plan, 0)
                if played != NO_TACTIC and DOUBLE[played]:
                    protected += chance
        lay(t, 0, plan)
        left = int(t.on(self.seat, self.tile) - price(t, 0))
        betrayal = betrayal_chance(t, self.seat, plan.leader) * (1.0 - protected)
        win, tie = fsum(wins) / len(wins), fsum(ties) / len(ties)
        return PlanOdds(plan, win, tie, max(0.0, 1.0 - win - tie), left, betrayal, [min(1.0, one) for one in wins])


def lay(t: SwarmTable, side: int, plan: Plan) -> None:
    COMMITTED.put(t.plan, side, plan.commitment)
    LED_BY.put(t.plan, side, plan.leader)
    TACTIC.put(t.plan, side, plan.tactic)


# -- in words --------------------------------------------------------------------------------------------------------


def in_words(odds: PlanOdds) -> Odds:
    """SWM-7.14, SWM-7.15  The one number is the chance of the higher score; a tie is told beside it."""
    text = f"{odds.win:.0%} to win"
    if odds.tie >= 0.005:
        text += f", {odds.tie:.0%} to tie"
    if odds.betrayal >= 0.005:
        text += f", {odds.betrayal:.0%} that the leader can be betrayed"
    rows = [
        ("chance to win", share(odds.win)),
        ("chance to tie, which costs both all", share(odds.tie)),
        ("chance to lose", share(odds.lose)),
        ("troops left after a victory", str(odds.left)),
        ("chance that the leader can be betrayed", share(odds.betrayal)),
    ]
    rows += [(f"chance to win if they commit {n}", share(win)) for n, win in enumerate(odds.against, 1)]
    return Odds(odds.win, text, "SWM-7.12", plan_words(odds.plan), rows)


def plan_words(plan: Plan) -> str:
    leader = "nobody" if plan.leader == NO_LEADER else LEADER.cards[plan.leader].name
    card = "" if plan.tactic == NO_TACTIC else f" and {COVERT.cards[plan.tactic].name}"
    return f"Commit {plan.commitment}, led by {leader}{card}"


# -- what the opponent may send --------------------------------------------------------------------------------------


def leader_chances(t: SwarmTable, seat: int, opponent: int, worlds: list[SwarmTable]) -> dict[int, float]:
    """SWM-7.5  The chance of each leader to be the one that the opponent sends."""
    if worlds:
        return mean([evenly(available(world, opponent) or [NO_LEADER]) for world in worlds])
    known = sorted(t.leaders.surely(seat, opponent))
    hidden = len(t.leaders[opponent]) - len(known)
    keeps = t.specialty[seat] == TACTICIAN and t.dealt()
    pool = [leader for leader in t.leaders.unseen(seat, keeps) if not t.leaders.holders(seat, leader)]
    ready = [leader for leader in known if not (LEADER_REUSE.of(t) == ONCE_PER_ROUND and t.used >> leader & 1)]
    if not ready and not hidden:
        return {NO_LEADER: 1.0}
    each = 1.0 / (len(ready) + hidden)
    chances = dict.fromkeys(ready, each)
    for leader in pool if hidden else []:
        chances[leader] = hidden * each / len(pool)
    return chances


def alike(t: SwarmTable, chances: dict[int, float]) -> dict[int, float]:
    """SWM-7.10  Leaders of the same element and skill fight alike: one of them stands for all."""
    stands: dict[tuple[int, int], int] = {}
    made: dict[int, float] = {}
    for leader, chance in chances.items():
        sort = (-1, 0) if leader == NO_LEADER else (ELEMENT[leader], int(SKILL.of(t, leader)))
        first = stands.setdefault(sort, leader)
        made[first] = made.get(first, 0.0) + chance
    return made


def tactic_chances(t: SwarmTable, seat: int, opponent: int, worlds: list[SwarmTable]) -> dict[int, float]:
    """SWM-7.6  The chance of each tactics card, or none, to be the one that the opponent plays."""
    if worlds:
        return mean([evenly(playable(world.coverts[opponent])) for world in worlds])
    keeps = t.specialty[seat] == CLANDESTINE and t.dealt()
    pool = Counter(t.coverts.unseen(seat, keeps))
    for other in range(t.seats):
        pool.subtract(t.coverts.surely(seat, other))
    known = t.coverts.surely(seat, opponent)
    hidden = len(t.coverts[opponent]) - len(known)
    others = sum(count for kind, count in pool.items() if not IS_TACTIC[kind])
    ways = comb(pool.total(), hidden)
    chances: dict[int, float] = {}
    for drawn, weight in draws([pool[kind] for kind in TACTICS], others, hidden):
        hand = known + [kind for kind, count in zip(TACTICS, drawn, strict=True) if count]
        for kind, chance in evenly(playable(hand)).items():
            chances[kind] = chances.get(kind, 0.0) + chance * weight / ways
    return chances


def draws(counts: list[int], others: int, hidden: int) -> Iterator[tuple[list[int], int]]:
    """All ways to draw `hidden` cards: how many of each kind, the rest from the others, and how many ways that is."""
    if not counts:
        yield [], comb(others, hidden)
        return
    for taken in range(min(counts[0], hidden) + 1):
        for rest, weight in draws(counts[1:], others, hidden - taken):
            if weight:
                yield [taken, *rest], weight * comb(counts[0], taken)


def playable(hand: list[int]) -> list[int]:
    """What a hand of covert cards can add to a plan."""
    return [NO_TACTIC, *sorted({kind for kind in hand if IS_TACTIC[kind]})]


def betrayal_chance(t: SwarmTable, seat: int, leader: int) -> float:
    """SWM-4.1  That somebody else holds the traitor card; who drew it and set it aside knows better."""
    if leader == NO_LEADER or leader in t.traitors[seat] or leader in t.noted[seat] or leader in t.played_traitors:
        return 0.0
    held = sum(len(hand) for other, hand in enumerate(t.traitors) if other != seat)
    unseen = sum(t.leaders.copies) - len(t.traitors[seat]) - len(t.noted[seat]) - len(t.played_traitors)
    return held / unseen


def evenly(choices: list[int]) -> dict[int, float]:
    return dict.fromkeys(choices, 1.0 / len(choices))


def mean(chances: list[dict[int, float]]) -> dict[int, float]:
    made: dict[int, float] = {}
    for one in chances:
        for choice, chance in one.items():
            made[choice] = made.get(choice, 0.0) + chance / len(chances)
    return made


def imagined(t: SwarmTable, seat: int, quick: bool) -> list[SwarmTable]:
    """Tables as they may be, as far as the seat knows; none where no card goes over, so that all can be counted."""
    worlds: list[SwarmTable] = []
    for number in range((IMAGINED_QUICKLY if quick else IMAGINED) if TRADE_CARDS.on(t) else 0):
        world = t.determinize(seat, fast_dice(number))
        assert isinstance(world, SwarmTable)
        worlds.append(world)
    return worlds
