"""Every game keeps the contract that is shipped with the package."""

import pytest

from bazaar.game import GAME as BAZAAR
from engine.playing import INTERPRETED, games
from marchland.contract import CHECKS, Check
from marchland.engine.game import Game

# Interpreted, where everything takes forty times as long, it is only to be seen that the same holds. `marchland check`
# goes on for longer.
DECISIONS = 150 if INTERPRETED else 300


def matches() -> list[object]:
    """Parameters (game, seed): every number of players, and of the small test game more often."""
    return [
        pytest.param(game, seed, id=f"{game.name}-{seed}")
        for game in games()
        for seed in range(1 if INTERPRETED else (6 if game is BAZAAR else 1) * (game.most_seats - game.least_seats + 1))
    ]


@pytest.mark.parametrize(("game", "seed"), matches())
@pytest.mark.parametrize("check", [check for check in CHECKS if not check.of_game], ids=str)
def test_every_match_keeps_the_contract(check: Check, game: Game, seed: int) -> None:
    assert check.faults(game, [seed], DECISIONS) == []


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
@pytest.mark.parametrize("check", [check for check in CHECKS if check.of_game], ids=str)
def test_every_game_keeps_the_contract(check: Check, game: Game) -> None:
    assert check.faults(game, [0]) == []
