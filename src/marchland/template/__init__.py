"""A new game: the files beside this one, with its name put in."""

from __future__ import annotations

import keyword
import re
import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from string import Template

from marchland.engine.errors import UsageError
from marchland.games import every, names

HERE = Path(__file__).parent
ENDING = ".in"
PACKAGE = "package"  # the folder that is called like the game
LONGEST = 30


def make(name: str, folder: Path) -> Path:
    """Make a folder of this name with a game that runs; UsageError says why there can be none."""
    target = folder / name
    words = words_for(name)
    if target.exists():
        raise UsageError(f"{target} exists already; a new game needs a folder of its own.")
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder} to make a game in.")
    try:
        # Nobody finds half a game, whatever goes wrong.
        made = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=folder))
    except OSError as fault:
        raise UsageError(f"Nothing can be made in {folder}: {fault.strerror}.") from fault
    try:
        for file in sorted(HERE.rglob(f"*{ENDING}")):
            place = made / str(file.relative_to(HERE)).removesuffix(ENDING).replace(PACKAGE, name, 1)
            place.parent.mkdir(exist_ok=True)
            place.write_text(Template(file.read_text(encoding="utf-8")).substitute(words), encoding="utf-8")
        made.chmod(0o755)
        made.rename(target)
    except OSError as fault:
        shutil.rmtree(made, ignore_errors=True)
        raise UsageError(f"{target} cannot be made: {fault.strerror}.") from fault
    return target


def words_for(name: str) -> dict[str, str]:
    """What the game, its class and its clauses are called."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or len(name) > LONGEST:
        raise UsageError(
            f"A game is named in up to {LONGEST} small letters, digits and _, beginning with a letter, not {name!r}."
        )
    if name in names():
        raise UsageError(f"There is a game {name!r} already.")
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or name == "tests" or is_taken(name):
        raise UsageError(f"Python has a {name!r} of its own already; the new game needs another name.")
    parts = [part for part in name.split("_") if part]
    return {
        "game": name,
        "Game": "".join(part.capitalize() for part in parts),
        "title": " ".join(part.capitalize() for part in parts),
        "XYZ": prefix_for(name),
    }


def is_taken(name: str) -> bool:
    """Whether something that is installed can be imported by this name; a mere folder does not count."""
    spec = find_spec(name)
    return spec is not None and spec.origin is not None


def prefix_for(name: str) -> str:
    """Three letters of the name for the numbers of its clauses, more if another game has them."""
    # A game that does not load is no reason to have no new one.
    taken = {game.prefix for game in every(lambda fault: None)}
    letters = re.sub(r"[^A-Z]", "", name.upper())
    for length in (3, 4, 5):
        if len(letters) >= 2 and letters[:length] not in taken:
            return letters[:length]
    raise UsageError(
        f"The clauses of a game are numbered by two to five letters of its name, and {name!r} has none that are free."
    )
