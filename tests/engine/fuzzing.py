"""Random matches with deals, in which everybody imagines now and then: what the fuzz tests of the games share."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

import pytest

from engine.playing import random_choice
from marchland.engine.cards import Cards
from marchland.engine.dice import fast_dice
from marchland.engine.errors import IllegalAction
from marchland.engine.game import Game
from marchland.engine.settings import Setting
from marchland.engine.table import Table

T = TypeVar("T", bound=Table)


def play_match(t: T, bound: int, *habits: Callable[[T], None]) -> T:
    """Do one thing after the other, the last of them a decision, until the match is over."""
    for _ in range(bound):
        for habit in habits:
            if t.over:
                return t
            habit(t)
            assert t.game.conserved(t) == ""
    raise AssertionError("the match does not end")


def sometimes(rng: random.Random, chance: float, act: Callable[[T], None]) -> Callable[[T], None]:
    def habit(t: T) -> None:
        if rng.random() < chance:
            act(t)

    return habit


def haggle(t: Table, rng: random.Random, maker: int, to: int, give: list[int], ask: list[int]) -> str:
    """Make an offer, and perhaps answer one that stands. The clause of the refusal if it cannot be made."""
    fault = t.offer_fault(maker, to, give, ask)
    if fault:
        with pytest.raises(IllegalAction):
            t.make_offer(maker, to, give, ask)
    else:
        t.make_offer(maker, to, give, ask)
    answers = [(seat, action) for seat in range(t.seats) for action in t.asides(seat)]
    if answers and rng.random() < 0.7:
        t.play(*rng.choice(answers))
    return t.game.clause_of(fault) if fault else ""


def imagine(t: T, rng: random.Random, decks: Callable[[T], list[Cards]]) -> T:
    """What a seat imagines agrees with its own hand, with all public things, and with what it was told."""
    seat = rng.randrange(-1, t.seats)
    made = t.determinize(seat, fast_dice(rng.randrange(1000)))
    assert isinstance(made, type(t))
    assert t.game.conserved(made) == ""
    assert made.view(seat) == t.view(seat) and made.picture(seat) == t.picture(seat)
    assert made.options(seat).actions() == t.options(seat).actions()
    assert made.asides(seat).actions() == t.asides(seat).actions()
    # Whoever imagines from an imagined table with the same dice gets the same: nothing shines through.
    assert made.determinize(seat, fast_dice(3)) == t.determinize(seat, fast_dice(3))
    for there, here in zip(decks(t), decks(made), strict=True):
        pairs = there.known[seat]
        for cards in (there, here):
            for i in range(0, len(pairs), 2):
                assert any(pairs[i] >> holder & 1 and pairs[i + 1] in cards[holder] for holder in range(t.seats))
    return made


def everybody_is_placed(t: Table) -> bool:
    """Equal seats share a place, and the places behind them stay empty."""
    return sorted(t.places) == [1 + sum(other < place for other in t.places) for place in sorted(t.places)]


def play_every_value(game: Game, setting: Setting, options: dict[str, object]) -> None:
    """Each value of an option by itself, to the end of a match."""
    for value in setting.values or [setting.least, setting.most]:
        rng = random.Random(str(value))
        t = game.deal(3, 5, {**options, setting.name: value})
        while not t.over:
            t.play(*random_choice(t, rng))
        assert game.conserved(t) == ""
