"""Every game keeps the contract that is shipped with the package."""

import pytest

from engine.playing import cases, games
from marchland.contract import CHECKS, Check
from marchland.engine.game import Game


@pytest.mark.parametrize(("game", "seed"), cases())
@pytest.mark.parametrize("check", [check for check in CHECKS if not check.of_game], ids=str)
def test_every_match_keeps_the_contract(check: Check, game: Game, seed: int) -> None:
    assert check.faults(game, [seed]) == []


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
@pytest.mark.parametrize("check", [check for check in CHECKS if check.of_game], ids=str)
def test_every_game_keeps_the_contract(check: Check, game: Game) -> None:
    assert check.faults(game, [0]) == []
