"""Every game plays its golden matches line by line as they were written."""

import pytest

from golden.golden import cases, folder, listed, path, tell
from marchland import load
from marchland.engine.game import Game
from marchland.games import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_golden_matches_and_no_stray_ones(name: str) -> None:
    game = load(name)
    listing = folder(game) / "matches.toml"
    assert listing.is_file(), f"write {listing}, with the seats and options of its golden matches, and run make golden"
    assert set(folder(game).glob("*.txt")) == {path(game, number) for number in range(len(listed(game)))} != set()


@pytest.mark.parametrize(("game", "number"), cases(), ids=lambda value: getattr(value, "name", value))
def test_golden_match(game: Game, number: int) -> None:
    told = tell(game, number).splitlines()
    written = path(game, number).read_text(encoding="utf-8").splitlines()
    for line, (now, then) in enumerate(zip(told, written, strict=False), 1):
        assert now == then, f"{path(game, number)}, line {line}"
    assert len(told) == len(written)
