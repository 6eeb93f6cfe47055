"""Where games are found: beside this file, in installed packages, at a path, or in a module that somebody names.

All are taken up the same way. A source says which module holds the game; that is imported, the game is looked over, and
from then on it is known by its name. Whatever fails leaves nothing behind.
"""

from __future__ import annotations

import os
import re
import sys
from functools import reduce
from importlib import import_module, invalidate_caches
from importlib.metadata import entry_points
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from shlex import quote
from types import ModuleType
from typing import Final, NamedTuple

from marchland.engine.deed import UNCARRIED
from marchland.engine.errors import MarchlandError, UsageError, told
from marchland.engine.game import Game
from marchland.engine.step import STEPS
from marchland.rulebook import read_rulebook

PACKAGE: Final = "marchland.games"
GROUP: Final = "marchland.games"  # the entry points of installed games
HERE: Final = Path(__file__).parent
NAME: Final = re.compile(r"[a-z][a-z0-9_-]*")


class Source(NamedTuple):
    """Where a game comes from."""

    where: str  # loads it, in any process: a name, a path or a module
    text: str  # for people
    module: str
    attribute: str = ""
    folder: str = ""  # of the outermost package, where that was named by a path
    name: str = ""  # what it has to be called, where it is loaded by that

    def typed(self) -> str:
        """What to type for it at a command line."""
        return quote(self.text) if self.folder else self.where


class Found(NamedTuple):
    game: Game
    source: Source


KNOWN: Final[dict[str, Found]] = {}  # the games taken up so far, by name


# -- sources -----------------------------------------------------------------------------------------------------------


def own() -> list[Source]:
    """The games of this package: the folders here that have a game.py. Others, such as conquest, are for sharing. The
    one with the shortest rulebook comes first: with that newcomers begin."""
    folders = [file.parent for file in HERE.glob("*/game.py")]
    folders.sort(key=lambda folder: (folder / "RULES.md").stat().st_size)
    return [Source(folder.name, "Marchland", f"{PACKAGE}.{folder.name}.game", name=folder.name) for folder in folders]


def installed() -> list[Source]:
    """The games that installed packages announce."""
    found: list[Source] = []
    for entry in entry_points(group=GROUP):
        module, _, attribute = entry.value.partition("[")[0].strip().partition(":")
        text = f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else entry.value
        source = Source(entry.name, text, module.strip(), attribute.strip(), name=entry.name)
        # A package that lies on the search path twice announces its game twice.
        if source not in found:
            found.append(source)
    return sorted(found)


def in_module(said: str) -> Source:
    module, _, attribute = said.partition(":")
    return Source(said, module, module, attribute)


def at_path(said: str) -> Source:
    """A package folder, the folder of its project, or its game.py."""
    path = Path(said).expanduser().resolve()
    if not path.exists():
        raise UsageError(f"There is nothing at {said}.")
    file = path if path.is_file() else game_file(path, said)
    if file.suffix != ".py":
        raise UsageError(f"{said} is not a game: a game is a folder with a game.py, or that file.")
    root = file.parent
    if not (root / "__init__.py").is_file():
        raise UsageError(f"{said} is not a Python package: there is no __init__.py beside {file.name}.")
    parts = [root.name] if file.stem == "__init__" else [root.name, file.stem]
    while (root.parent / "__init__.py").is_file():
        root = root.parent
        parts.insert(0, root.name)
    for part in parts:
        if not part.isidentifier():
            raise UsageError(f"{said} cannot be imported: {part!r} is not a name of a Python package.")
    return Source(str(file), shown(file.parent), ".".join(parts), folder=str(root))


def game_file(folder: Path, said: str) -> Path:
    if (folder / "game.py").is_file():
        return folder / "game.py"
    found = sorted([*folder.glob("*/game.py"), *folder.glob("src/*/game.py")])
    if not found:
        raise UsageError(f"There is no game in {said}: it has no game.py, and no folder in it has one.")
    if len(found) > 1:
        names = ", ".join(shown(file.parent) for file in found)
        raise UsageError(f"There are several games in {said}; name one of them: {names}.")
    return found[0]


def shown(path: Path) -> str:
    """A path as it is best typed from here."""
    here = Path.cwd()
    return f".{os.sep}{path.relative_to(here)}" if path.is_relative_to(here) and path != here else str(path)


# -- taking up ---------------------------------------------------------------------------------------------------------


def take_up(source: Source) -> Game:
    """Import a game and know it by its name; UsageError says what is wrong with it, and where."""
    modules, steps = set(sys.modules), len(STEPS)
    try:
        game = imported(source)
        look_over(game, source)
    except BaseException:
        forget(source, modules, steps)
        raise
    if game.name not in KNOWN:
        # One of ours comes from here, also where it was named by its path.
        KNOWN[game.name] = Found(game, next((one for one in own() if one.name == game.name), source))
    return game


def imported(source: Source) -> Game:
    invalidate_caches()
    try:
        if source.folder:
            open_package(source)
        module = import_module(source.module)
        if not source.attribute and not hasattr(module, "GAME") and hasattr(module, "__path__"):
            module = import_module(f"{source.module}.game")
    except MarchlandError as ours:
        raise UsageError(f"{source.text}: {ours}") from ours
    except (Exception, SystemExit) as theirs:
        raise UsageError(f"{source.text} does not load: {told(theirs)}.") from theirs
    attribute = source.attribute or "GAME"
    try:
        game = reduce(getattr, attribute.split("."), module)
    except AttributeError:
        raise UsageError(f"{source.text}: there is no {attribute} in {place(module)}.") from None
    if not isinstance(game, Game):
        raise UsageError(f"{source.text}: the {attribute} of {place(module)} is not a Game.")
    return game


def place(module: ModuleType) -> str:
    return Path(module.__file__).name if module.__file__ else module.__name__


def open_package(source: Source) -> None:
    """Let a package be imported by its name from where it lies. The search path stays as it is: beside the package
    there may be anything."""
    top, folder = source.module.split(".")[0], Path(source.folder)
    spec = find_spec(top)
    if spec is not None:
        folders = [Path(one).resolve() for one in spec.submodule_search_locations or []]
        if folder in folders:
            return
        # A folder without an __init__.py, such as that of the project, is a package only as long as there is no other.
        if spec.origin is not None or top in sys.modules:
            taken = shown(folders[0]) if folders else spec.origin
            raise UsageError(f"its package is called {top!r}, as the one at {taken}; give it another name.")
    spec = spec_from_file_location(top, folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None and spec.loader is not None
    module = sys.modules[top] = module_from_spec(spec)
    spec.loader.exec_module(module)


def look_over(game: Game, source: Source) -> None:
    if source.name and game.name != source.name:
        raise UsageError(f"{source.text} announces a game {source.name!r}, but that is called {game.name!r}.")
    if NAME.fullmatch(game.name) is None:
        raise UsageError(f"{source.text}: a game is named in small letters, digits, - and _, not {game.name!r}.")
    for other in rivals(game, source):
        raise UsageError(f"Two games are called {game.name!r}: that of {source.text} and that of {other.text}.")
    try:
        book = read_rulebook(game.rulebook())
    except OSError as missing:
        raise UsageError(f"{source.text}: there is no rulebook RULES.md in the package {game.package}.") from missing
    except (MarchlandError, ImportError, ValueError) as fault:
        raise UsageError(f"{source.text}: its rulebook cannot be read: {told(fault)}.") from fault
    if not any(clause.number.startswith(f"{game.prefix}-") for clause in book.clauses):
        raise UsageError(
            f"{source.text}: RULES.md has no clauses; a rule is a paragraph that begins **{game.prefix}-1.1** (Title)."
        )


def rivals(game: Game, source: Source) -> list[Source]:
    """Others of the same name, taken up or to be had by it."""
    known = KNOWN.get(game.name)
    if known is not None:
        return [] if known.game is game else [known.source]
    if source.name:
        return []  # whoever loads a game by its name has looked for others
    holding = {source.module, game.package, f"{game.package}.game"}
    return [other for other in named(game.name) if other.module not in holding]


def named(name: str) -> list[Source]:
    return [source for source in [*own(), *installed()] if source.name == name]


def forget(source: Source, modules: set[str], steps: int) -> None:
    """Undo an import: its modules go, and the tags of its steps are free again. What it imported from other packages
    stays, steps included."""
    package = source.module.rpartition(".")[0] or source.module
    for name in [name for name in sys.modules if name not in modules and f"{name}.".startswith(f"{package}.")]:
        del sys.modules[name]
    kept = {
        id(value)
        for name, module in list(sys.modules.items())
        if name not in modules
        for value in list(getattr(module, "__dict__", {}).values())
    }
    for number in range(steps, len(STEPS)):
        if id(STEPS[number]) not in kept:
            STEPS[number].tag = ""
    for deed in [deed for deed in UNCARRIED if f"{type(deed).__module__}.".startswith(f"{package}.")]:
        UNCARRIED.remove(deed)
