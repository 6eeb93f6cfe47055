"""The games, wherever they come from: those of this package, of installed packages, and of any path or module."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike, fspath
from pathlib import Path

from marchland.engine.errors import UsageError
from marchland.engine.game import Game
from marchland.games import finding
from marchland.games.finding import KNOWN, Source, at_path, in_module, take_up

NAMES = [source.name for source in finding.own()]  # the games of this package


def load(said: str | PathLike[str]) -> Game:
    """A game by its name, by a path ("./ridge": a package, the folder of its project, or its game.py) or by a module
    ("ridge.game", or "ridge.game:GAME")."""
    text = fspath(said)
    if not isinstance(said, str) or "/" in text or "\\" in text or text.startswith(".") or text.endswith(".py"):
        return take_up(at_path(text))
    if "." in text or ":" in text:
        return take_up(in_module(text))
    return named(text)


def named(name: str) -> Game:
    """The game of that name. What comes over the network or out of a file is never more than a name."""
    if name in KNOWN:
        return KNOWN[name].game
    sources = finding.named(name)
    if not sources:
        hint = f" What is in the folder is named by its path, ./{name}." if name and Path(name).is_dir() else ""
        raise UsageError(f"There is no game {name!r}; the games are: {', '.join(sorted(names()))}.{hint}")
    if len(sources) > 1:
        raise UsageError(f"Two games are called {name!r}: that of {sources[0].text} and that of {sources[1].text}.")
    return take_up(sources[0])


def names() -> list[str]:
    """All that can be loaded by name: own games, installed ones, and those that were loaded from elsewhere."""
    return list(dict.fromkeys([*(source.name for source in [*finding.own(), *finding.installed()]), *KNOWN]))


def every(complain: Callable[[UsageError], None] | None = None) -> list[Game]:
    """All games that there are. Of one that does not load the fault is told to `complain`, or raised."""
    found = []
    for name in names():
        try:
            found.append(named(name))
        except UsageError as fault:
            if complain is None:
                raise
            complain(fault)
    return found


def source_of(game: Game) -> Source:
    """Where a game comes from; `where` in it loads the game in another process."""
    known = KNOWN.get(game.name)
    return known.source if known is not None else Source(game.name, "nowhere", game.package)
