"""Games with a slip in them: the sample game, or the shortest one, with a line changed."""

import importlib
import shutil
import sys
from pathlib import Path

import lots.game
from marchland.engine.game import Game
from marchland.template import make

LOTS = Path(lots.game.__file__).parent


def sample(name: str, folder: Path, changes: dict[str, tuple[str, str]]) -> Game:
    """The sample game under another name, with one passage of some files changed."""
    return taken_up(name, make(name, folder), changes)


def shortest(name: str, folder: Path, changes: dict[str, tuple[str, str]]) -> Game:
    """The same of the game with one decision."""
    package = shutil.copytree(LOTS, folder / name / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in package.iterdir():
        text = file.read_text().replace("lots.", f"{name}.").replace('"lots"', f'"{name}"')
        file.write_text(text.replace("LOT-", f"{name[:3].upper()}-").replace('"LOT"', f'"{name[:3].upper()}"'))
    return taken_up(name, folder / name, changes)


def taken_up(name: str, project: Path, changes: dict[str, tuple[str, str]]) -> Game:
    for file, (passage, instead) in changes.items():
        place = project / name / file
        text = place.read_text()
        assert text.count(passage) == 1, f"{passage!r} stands {text.count(passage)} times in {file}"
        place.write_text(text.replace(passage, instead))
    sys.path.insert(0, str(project))
    try:
        game = importlib.import_module(f"{name}.game").GAME
    finally:
        sys.path.remove(str(project))
    assert isinstance(game, Game)
    return game
