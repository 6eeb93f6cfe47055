"""How the levels of bots compare, in every game: long matches, and many of them."""

from __future__ import annotations

import pytest

import marchland
from marchland.engine.game import Game
from marchland.lab.tournament import Pairing, play_chunk

GAMES = pytest.mark.parametrize("game", marchland.every(), ids=lambda game: game.name)


@GAMES
@pytest.mark.parametrize(("better", "worse"), [("greedy", "gentle"), ("gentle", "random")])
def test_one_of_a_level_beats_three_of_the_level_below(game: Game, better: str, worse: str) -> None:
    """Chance would give 25 %. Where seats play in teams, one plays against one."""
    if game.deal().teams():
        tally = play_chunk(Pairing(game.name, (worse, better), game.first_evening.options, seed=3), 0, 8)
        assert tally.seat_wins[1] >= 5
        return
    seats = tuple(better if seat == 1 else worse for seat in range(4))
    tally = play_chunk(Pairing(game.name, seats, {}, seed=3), 0, 24)
    assert tally.seat_wins[1] >= 10
