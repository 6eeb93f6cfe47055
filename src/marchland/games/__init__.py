"""The games, by name."""

from importlib import import_module

from marchland.engine.errors import UsageError
from marchland.engine.game import Game

NAMES = ["campus", "capitals", "swarm"]
REGISTERED: dict[str, Game] = {}


def register(game: Game) -> None:
    """Make a game known that lives outside this package."""
    REGISTERED[game.name] = game


def load(name: str) -> Game:
    """The game of that name."""
    if name in REGISTERED:
        return REGISTERED[name]
    if name not in NAMES:
        raise UsageError(f"There is no game {name!r}; the games are: {', '.join(NAMES)}.")
    game = import_module(f"marchland.games.{name}.game").GAME
    assert isinstance(game, Game)
    return game


def every() -> list[Game]:
    return [load(name) for name in [*NAMES, *REGISTERED]]
