"""The games, by name. Each is a folder here that has a rulebook."""

from importlib import import_module
from importlib.resources import files

from marchland.engine.errors import UsageError
from marchland.engine.game import Game

# Asked of the package above, which is never compiled: this one does not know yet where it lies.
NAMES = sorted(one.name for one in files("marchland").joinpath("games").iterdir() if (one / "RULES.md").is_file())
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
