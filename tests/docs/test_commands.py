"""The commands that pages name in their prose and list in blocks of sh: a reader can type them as they stand."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from docs.pages import ROOT, SOURCES, blocks_of
from games.ridge import announce
from marchland.template import make

PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "benchmarks/README.md",
    "boards/README.md",
    "examples/ridge/README.md",
    # The page on hosting, whose commands change a machine, has a test of its own.
    *sorted(page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").rglob("*.md") if page.name != "hosting.md"),
]

# What stands for something of the reader's own; a command may have a thing of its own for a word.
READERS_OWN = {"GAME": "campus", "FILE": "evening.record"}
OF_A_VERB = {"position": {"FILE": "place.json"}, "play": {"FILE": "place.json"}}
# What a command is given besides, so that it comes to its end soon.
BESIDES = {
    "simulate": ["--matches", "1", "--jobs", "1"],
    "bench": ["--seconds", "0.01"],
    "check": ["--matches", "1"],
    "serve": ["--database", "sqlite:///matches.sqlite"],
    "new": ["--folder", "another"],
}
TYPED = {"play": "quit\n\n"}
OTHER_PROGRAMS = {"make"}
# A text from which keys are made, and a command about a match that the reader has played in the browser.
NO_COMMANDS = {"marchland dice 1", "marchland verify match.jsonl --hash HASH"}

_FENCED = re.compile(r"^```.*?^```$", re.M | re.S)
_MAY_BE_LEFT_OUT = re.compile(r"\[.*?\]")


def commands_of(page: str) -> list[str]:
    prose = _FENCED.sub("", (ROOT / page).read_text(encoding="utf-8"))
    listed = [line for block in blocks_of(page) if block.language == "sh" for line in block.text.splitlines()]
    found = [line.split("#")[0].strip().removeprefix(".venv/bin/") for line in listed]
    found += re.findall(r"`(marchland [^`]+)`", prose)
    return [line for line in found if line and line.split()[0] not in OTHER_PROGRAMS and line not in NO_COMMANDS]


COMMANDS = sorted({line for page in PAGES for line in commands_of(page)})


def arguments_of(line: str) -> list[str]:
    """What a reader types, with something of their own where the page has a word for it; a verb alone is asked for its
    help, as whoever has read its name will do."""
    program, verb, *rest = shlex.split(_MAY_BE_LEFT_OUT.sub("", line))
    assert program == "marchland"
    own = {**READERS_OWN, **OF_A_VERB.get(verb, {})}
    if "./ridge" in rest:
        own["FILE"] = "ridge.record"
    said = [re.sub(r"[A-Z]+", lambda word: own.get(word[0], word[0]), part) for part in rest]
    alone = not rest and verb != "games"
    return [verb, "--help"] if alone else [verb, *said, *BESIDES.get(verb, [])]


def begin(arguments: Sequence[str], folder: Path) -> subprocess.Popen[str]:
    installed = [str(folder / "ridge")] if arguments[0] != "new" else []  # a new game needs a new name
    path = os.pathsep.join([str(SOURCES), *installed])
    return subprocess.Popen(
        [sys.executable, "-m", "marchland", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "BROWSER": "true"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A reader's: a game of their own, which is installed too, a bot, a position and a saved match."""
    made = tmp_path_factory.mktemp("reader")
    announce(make("ridge", made))
    (code,) = [block.text for block in blocks_of("docs/writing-a-bot.md") if block.language == "python"]
    (made / "careful.py").write_text(code, encoding="utf-8")
    (made / "place.json").write_text('{"seats": 3, "rooms": {"COM": [0, 6]}, "rest": [1, 1]}', encoding="utf-8")
    (made / "another").mkdir()
    for game, saved in (("campus", "evening.record"), ("./ridge", "ridge.record")):
        with begin(["play", game, "--seats", "you,random,random", "--save", saved], made) as process:
            process.communicate("quit\n")
    return made


def test_there_are_commands() -> None:
    assert len(COMMANDS) > 30


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_of_a_page(line: str, folder: Path) -> None:
    arguments = arguments_of(line)
    with begin(arguments, folder) as process:
        if arguments[0] == "serve":
            assert process.stdout is not None
            assert "Marchland is at http" in process.stdout.readline()
            process.terminate()
            return
        out, err = process.communicate(TYPED.get(arguments[0], ""))
    assert process.returncode == 0, f"{line}\n{out}\n{err}"
