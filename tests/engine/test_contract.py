"""Every game keeps the contract that is shipped with the package."""

import os

import pytest

from bazaar.game import GAME as BAZAAR
from engine.playing import games
from marchland.contract import CHECKS, Check
from marchland.engine.game import Game

INTERPRETED = bool(os.environ.get("MARCHLAND_INTERPRETED"))


def matches() -> list[object]:
    """Parameters (game, seed): every number of players twice, and of the small test game more often. Interpreted, where
    a match takes forty times as long, a few: it is to be seen that the same holds there."""
    return [
        pytest.param(game, seed, id=f"{game.name}-{seed}")
        for game in games()
        for seed in range(3 if INTERPRETED else (8 if game is BAZAAR else 2) * (game.most_seats - game.least_seats + 1))
    ]


@pytest.mark.parametrize(("game", "seed"), matches())
@pytest.mark.parametrize("check", [check for check in CHECKS if not check.of_game], ids=str)
def test_every_match_keeps_the_contract(check: Check, game: Game, seed: int) -> None:
    assert check.faults(game, [seed]) == []


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
@pytest.mark.parametrize("check", [check for check in CHECKS if check.of_game], ids=str)
def test_every_game_keeps_the_contract(check: Check, game: Game) -> None:
    assert check.faults(game, [0]) == []
