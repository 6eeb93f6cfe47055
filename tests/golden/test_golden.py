"""Every game plays its golden matches line by line as they were written."""

import pytest

from golden.golden import WAYS, cases, path, tell
from marchland import every
from marchland.engine.game import Game


def test_every_game_has_golden_matches() -> None:
    assert {game.name for game in every()} == set(WAYS)
    assert all(WAYS.values())


@pytest.mark.parametrize(("game", "number"), cases(), ids=lambda value: getattr(value, "name", value))
def test_golden_match(game: Game, number: int) -> None:
    told = tell(game, number).splitlines()
    written = path(game, number).read_text(encoding="utf-8").splitlines()
    for line, (now, then) in enumerate(zip(told, written, strict=False), 1):
        assert now == then, f"{path(game, number).name}, line {line}"
    assert len(told) == len(written)
