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
from dataclasses import dataclass
from math import comb, fsum

from marchland.engine.dice import fast_dice
from marchland.games.swarm.cards import (
    CLANDESTINE,
    COVERT,
    DOUBLE,
    ELEMENT,
    IS_TACTIC,
    NO_LEADER,
    NO_TACTIC,
    SKILL,
    TACTICIAN,
)
from marchland.games.swarm.plan import COMMITTED, LED_BY, MOST_COMMITTED, PLAN, TACTIC, available
from marchland.games.swarm.score import price, score, unmask
from marchland.games.swarm.settings import LEADER_REUSE, ONCE_PER_ROUND, TRADE_CARDS
from marchland.games.swarm.sight import SwarmTable

IMAGINED = 400  # tables from which hands are estimated where cards are traded
TACTICS = [kind for kind in range(len(COVERT.cards)) if IS_TACTIC[kind]]


@dataclass(frozen=True)
class Plan:
    """A commitment, a leader and a tactics card; NO_LEADER and NO_TACTIC stand for none."""

    commitment: int
    leader: int
    tactic: int


@dataclass(frozen=True)
class PlanOdds:
    """How a battle ends with one plan, if no leader is betrayed."""

    plan: Plan
    win: float
    tie: float
    left: int
    """The seat's troops left on the tile if it wins."""
    betrayal: float
    """The chance that somebody else holds the traitor card of the plan's leader and can play it."""
    against: tuple[float, ...]
    """The chance to win against each commitment of the opponent, from 1 on."""

    @property
    def lose(self) -> float:
        return max(0.0, 1.0 - self.win - self.tie)


class Battlefield:
    """A battle between a seat and an opponent on a tile, as the seat sees it."""

    def __init__(self, t: SwarmTable, seat: int, opponent: int, tile: int) -> None:
        self.seat = seat
        self.opponent = opponent
        self.tile = tile
        self.table = t.copy()
        self.table.call(PLAN, tile, seat, opponent)
        self.leaders = alike(t, leader_chances(t, seat, opponent))
        self.tactics = tactic_chances(t, seat, opponent)
        self.commitments = range(1, min(int(MOST_COMMITTED.of(t)), int(t.on(opponent, tile))) + 1)

    def plans(self, *chosen: int) -> Iterator[Plan]:
        """All plans of the seat that begin with the choices made: commitment, leader, tactics card."""
        t, seat = self.table, self.seat
        here = min(int(MOST_COMMITTED.of(t)), int(t.on(seat, self.tile)))
        held = [kind for kind in dict.fromkeys(t.coverts[seat]) if IS_TACTIC[kind]]
        for commitment in chosen[:1] or range(1, here + 1):
            for leader in chosen[1:2] or available(t, seat) or [NO_LEADER]:
                for tactic in chosen[2:3] or [NO_TACTIC, *held]:
                    yield Plan(commitment, leader, tactic)

    def best(self, *chosen: int) -> PlanOdds:
        """The plan with the best chance to win that begins so; of equal ones the one that leaves most troops."""
        return max((self.odds(plan) for plan in self.plans(*chosen)), key=lambda odds: (odds.win, odds.left, odds.tie))

    def odds(self, plan: Plan) -> PlanOdds:
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
        n = len(self.commitments)
        return PlanOdds(plan, fsum(wins) / n, fsum(ties) / n, left, betrayal, tuple(min(1.0, win) for win in wins))


def lay(t: SwarmTable, side: int, plan: Plan) -> None:
    COMMITTED.put(t.plan, side, plan.commitment)
    LED_BY.put(t.plan, side, plan.leader)
    TACTIC.put(t.plan, side, plan.tactic)


# -- what the opponent may send --------------------------------------------------------------------------------------


def leader_chances(t: SwarmTable, seat: int, opponent: int) -> dict[int, float]:
    """The chance of each leader to be the one that the opponent sends."""
    if TRADE_CARDS.on(t):
        return mean([evenly(available(world, opponent) or [NO_LEADER]) for world in imagined(t, seat)])
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
    """Leaders of the same element and skill fight alike: one of them stands for all."""
    stands: dict[tuple[int, int], int] = {}
    made: dict[int, float] = {}
    for leader, chance in chances.items():
        sort = (-1, 0) if leader == NO_LEADER else (ELEMENT[leader], int(SKILL.of(t, leader)))
        first = stands.setdefault(sort, leader)
        made[first] = made.get(first, 0.0) + chance
    return made


def tactic_chances(t: SwarmTable, seat: int, opponent: int) -> dict[int, float]:
    """The chance of each tactics card, or none, to be the one that the opponent plays."""
    if TRADE_CARDS.on(t):
        return mean([evenly(playable(world.coverts[opponent])) for world in imagined(t, seat)])
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


def draws(counts: list[int], others: int, hidden: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """All ways to draw `hidden` cards: how many of each kind, the rest from the others, and how many ways that is."""
    if not counts:
        yield (), comb(others, hidden)
        return
    for taken in range(min(counts[0], hidden) + 1):
        for rest, weight in draws(counts[1:], others, hidden - taken):
            if weight:
                yield (taken, *rest), weight * comb(counts[0], taken)


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


def imagined(t: SwarmTable, seat: int) -> Iterator[SwarmTable]:
    for number in range(IMAGINED):
        world = t.determinize(seat, fast_dice(number))
        assert isinstance(world, SwarmTable)
        yield world
