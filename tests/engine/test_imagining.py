"""Imagined tables: whoever is asked on the true one is asked there, and the others may be asked first."""

import random

import pytest

from engine.playing import cases, dealt, walk
from marchland.engine.dice import fast_dice
from marchland.engine.game import Game
from marchland.engine.playout import play_out
from marchland.engine.sealed import Sealed


@pytest.mark.parametrize(("game", "seats", "seed"), cases(1))
def test_a_seat_looks_ahead_whoever_is_asked_first(game: Game, seats: int, seed: int) -> None:
    """The two lines of Table.determinize lead to the seat's own next decision, or to the end; and nothing of it shows
    on the true table."""
    t = dealt(game, seats, seed)
    rng = random.Random(seed)
    asked_with_others = 0
    together = False  # a game may have secret choices of one seat at a time
    for number in walk(t, rng):
        if t.over or number > 700:
            break
        together = together or len(t.deciders()) > 1
        if number % 9 and not (isinstance(t.step(), Sealed) and number % 2):
            continue
        before = t.fingerprint()
        for seat in range(seats):
            dice = fast_dice(rng.randrange(1000))
            imagined = t.determinize(seat, dice)
            assert (seat in imagined.deciders()) == (seat in t.deciders())
            assert isinstance(imagined.step(), Sealed) == isinstance(t.step(), Sealed)
            if seat in t.deciders():
                asked_with_others += imagined.deciders()[0] != seat
                imagined.play(seat, rng.choice(t.options(seat).actions()))
            while not imagined.over and seat not in imagined.deciders():
                play_out(imagined, dice, 1)
            assert imagined.over or imagined.options(seat)
        assert t.fingerprint() == before
    # The trap that the two lines are for, wherever several choose in secret.
    assert asked_with_others or not together
