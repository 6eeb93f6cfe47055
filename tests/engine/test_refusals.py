"""Refusals in every state of random matches: each cites a clause, and the rulebook has it."""

import random
import re

import pytest

from engine.playing import assets_of, cases, dealt, walk
from marchland.engine.errors import IllegalAction, MarchlandError
from marchland.engine.game import Game
from marchland.engine.offers import ANSWERS
from marchland.engine.table import Table

# Outside the rules, and so without a clause.
NOT_OF_THE_RULES = ("It is not your decision now", "The match is over")


def clauses_of(game: Game) -> set[str]:
    return set(re.findall(rf"^\*\*({game.prefix}-[0-9A-Z]+\.[0-9]+)\*\*", game.rulebook(), re.MULTILINE))


def impossible(t: Table, seat: int, rng: random.Random) -> list[int]:
    """Actions of every kind with any arguments, near ones first; and answers to offers that may not be there."""
    kinds = len(t.game.words.kinds)
    near = [
        action + rng.choice([-1, 1, 1 << 11, -(1 << 11)]) for action in rng.sample(t.options(seat).actions() or [0], 1)
    ]
    anything = [rng.randrange(kinds) << 23 | rng.randrange(1 << 23) for _ in range(4)]
    return [*near, *anything, *(int(answer.of(rng.randrange(4))) for answer in ANSWERS)]


@pytest.mark.parametrize(("game", "seats", "seed"), cases(1))
def test_every_refusal_of_an_action_cites_a_clause_that_there_is(game: Game, seats: int, seed: int) -> None:
    known = clauses_of(game)
    t = dealt(game, seats, seed)
    rng = random.Random(seed)
    cited = set()
    for number in walk(t, rng):
        if t.over or number > 1200:
            break
        for seat in {*t.deciders(), rng.randrange(seats)} if number < 40 or number % 9 == 0 else ():
            possible = {*t.options(seat), *t.asides(seat)}
            for action in impossible(t, seat, rng):
                if action not in possible:
                    refusal = t.refusal(seat, action)
                    if refusal.sentence not in NOT_OF_THE_RULES:
                        assert refusal.clause in known, refusal
                        cited.add(refusal.clause)
    assert len(cited) > 3


@pytest.mark.parametrize(("game", "seats", "seed"), cases(1))
def test_every_refusal_of_an_offer_cites_a_clause_that_there_is(game: Game, seats: int, seed: int) -> None:
    """Any assets from anybody to anybody at any time, in ints and in words."""
    known = clauses_of(game)
    t = dealt(game, seats, seed)
    rng = random.Random(seed)
    for number in walk(t, rng):
        if t.over or number > 600:
            break
        twin = t.copy()
        refusal = refused_offer(twin, rng)
        if isinstance(refusal, IllegalAction):
            assert refusal.clause in known, refusal
            assert twin == t
        elif refusal is not None:
            assert "may be" in str(refusal)


def refused_offer(t: Table, rng: random.Random) -> MarchlandError | None:
    """Why an offer of anything, by anybody to anybody, could not be made."""
    maker, to = rng.randrange(-1, t.seats + 1), rng.randrange(-1, t.seats + 1)
    try:
        if rng.random() < 0.5:
            t.make_offer(maker, to, assets_of(t, maker % t.seats, rng), assets_of(t, to % t.seats, rng))
        else:
            t.propose(maker, to, rng.choice(WORDS), rng.choice(WORDS))
    except MarchlandError as fault:
        return fault
    return None


WORDS = [
    "nothing",
    "",
    "1",
    "3 water",
    "2 EUR",
    "4 coins",
    "999 water",
    "Ambush",
    "the moon",
    "tea1 and silk2",
    "a, b and c",
]
