"""Outside games/NAME, its tests, docs and pictures, nothing names a game."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from marchland import load
from marchland.games import NAMES

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src/marchland/games"
TITLES = {name: load(name).title for name in NAMES}
PREFIXES = {load(name).prefix: name for name in NAMES}

SOURCES = {".py", ".toml", ".md", ".ts", ".svelte", ".css", ".html", ".json", ""}
MADE = {"node_modules", "__pycache__", "static"}
ENGLISH = re.compile(r"small[ -]capitals", re.IGNORECASE)
# In the rulebook of a game, and in its sentences: the towns, where the word is no part of a name or a path.
TOWNS = re.compile(r"(?<![\w./])capitals(?![\w/]|\.\w)")


def sources() -> Iterator[Path]:
    """What is written by hand, but the folders of the games."""
    for top in ("src/marchland", "web/src", "boards", "benchmarks"):
        for file in sorted((ROOT / top).rglob("*")):
            # Tests of the client may name what they like, as all tests.
            aside = MADE.intersection(file.parts) or ".test." in file.name
            if file.is_file() and file.suffix in SOURCES and not aside and owner(file) is None:
                yield file
    yield from (ROOT / name for name in ("Makefile", "setup.py"))


def owner(file: Path) -> str | None:
    """The game in whose folder a file lies."""
    inside = file.relative_to(GAMES).parts[0] if file.is_relative_to(GAMES) else ""
    return inside if inside in NAMES else None


def named_in(text: str) -> set[str]:
    """The games that a text names: in words, in parts of identifiers (SwarmTable, play_swarm), or by their clauses."""
    words = set(re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", ENGLISH.sub("", text)))
    lower = {word.lower() for word in words}
    clauses = {PREFIXES[prefix] for prefix in PREFIXES if re.search(rf"\b{prefix}-[A-Z0-9]", text)}
    return {name for name, title in TITLES.items() if {name, title.lower()} & lower} | clauses


@cache
def offenders() -> dict[str, set[str]]:
    found = {}
    for file in sources():
        shown = file.relative_to(ROOT).as_posix()
        found[shown] = named_in(shown) | named_in(file.read_text(encoding="utf-8"))
    assert len(found) > 100
    return {shown: names for shown, names in found.items() if names}


def test_nothing_outside_its_folder_names_a_game() -> None:
    assert offenders() == {}


@pytest.mark.parametrize("name", NAMES)
def test_no_game_names_another(name: str) -> None:
    for file in sorted((GAMES / name).rglob("*")):
        if file.suffix in SOURCES and file.is_file():
            assert named_in(TOWNS.sub("", file.read_text(encoding="utf-8"))) <= {name}, file


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('load("campus")', {"campus"}),
        ("from marchland.games.swarm.sight import SwarmTable", {"swarm"}),
        ("CAPITALS = play_capitals", {"capitals"}),
        ("a clause such as CAM-4.3 or SWM-S.1", {"campus", "swarm"}),
        ("the capital of seat 2, in small capitals; CAM and SWMX-4", set()),
    ],
)
def test_what_names_a_game(text: str, names: set[str]) -> None:
    assert named_in(text) == names
