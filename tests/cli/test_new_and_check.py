"""marchland new makes a game that runs at once; marchland check finds what is amiss with one."""

import json
import os
import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path

import pytest

from cli.command import SOURCES, Command, Outcome, process
from marchland.template import make

EXAMPLES = SOURCES.parent / "examples"


def files(folder: Path) -> dict[str, str]:
    return {
        file.relative_to(folder).as_posix(): file.read_text()
        for file in folder.rglob("*")
        if file.is_file() and not {"__pycache__", ".pytest_cache"} & set(file.parts)
    }


def marchland(*arguments: object, typed: str = "") -> Outcome:
    """In a process of its own: what it loads does not stay."""
    with process(*arguments) as child:
        out, err = child.communicate(typed)
    return Outcome(child.returncode, out, err)


# -- new ---------------------------------------------------------------------------------------------------------------


def test_the_example_is_what_new_makes(tmp_path: Path) -> None:
    assert files(make("ridge", tmp_path)) == files(EXAMPLES / "ridge")


def test_a_new_game_runs_at_once(command: Command, tmp_path: Path) -> None:
    """Made, played, simulated with two jobs, verified, checked and measured, and nothing is installed."""
    made = command("new", "river_lords")
    assert made.code == 0
    assert made.out.startswith("./river_lords is a game that runs.")
    lines = "".join(f"{line}\n" for line in islice(cycle(["board", "1", "2"]), 60))
    played = marchland("play", "./river_lords", "--seats", "you,random", "--save", "m.record", typed=lines)
    assert (played.code, played.err) == (0, "")
    assert "River Lords" in played.out and "Shepherd's Hut" in played.out and "(RIV-4.1)" in played.out
    run = ("simulate", "./river_lords", "--seats", "random,random,random", "--by", "home", "--matches", 6)
    simulated = marchland(*run, "--jobs", 2, "--records", "matches")
    assert (simulated.code, simulated.err) == (0, "")
    assert "home" in simulated.out
    records = ["m.record", *sorted(Path("matches").iterdir())]
    verified = marchland("verify", *records, "--game", "./river_lords")
    assert verified.out.count("ok: ") == 7
    assert "all carried by a step or function and tested" in marchland("rules", "./river_lords", "--coverage").out
    checked = marchland("check", "./river_lords", "--matches", 3)
    assert checked.code == 0
    assert checked.out.endswith("promises, in 3 random matches.\n")
    assert "a copy costs" in marchland("bench", "./river_lords", "--seconds", 0.05).out
    assert sorted(file.name for file in tmp_path.iterdir()) == ["m.record", "matches", "river_lords"]


def test_the_tests_of_a_new_game_pass(tmp_path: Path) -> None:
    made = make("tarn", tmp_path)
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(run, cwd=made, env={**os.environ, "PYTHONPATH": str(SOURCES)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_greedy_bots_of_a_new_game_beat_random_ones(tmp_path: Path) -> None:
    made = make("moor", tmp_path)
    run = ("simulate", made, "--seats", "greedy,random", "--rotate", "--matches", 10, "--json")
    wins = {row["bot"]: row["wins"] for row in json.loads(marchland(*run).out)["bots"]}
    assert wins["greedy"] > 3 * wins["random"]


def test_clauses_are_numbered_by_letters_that_no_other_game_has(tmp_path: Path) -> None:
    assert "**CAMP-1.1**" in (make("campfire", tmp_path) / "campfire" / "RULES.md").read_text()
    assert "**TWO-1.1**" in (make("two_0", tmp_path) / "two_0" / "RULES.md").read_text()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Ridge", "A game is named in up to 30 small letters, digits and _, beginning with a letter, not 'Ridge'."),
        ("two-words", "not 'two-words'."),
        ("3men", "not '3men'."),
        ("", "not ''."),
        ("../ridge", "not '../ridge'."),
        ("f" * 31, "A game is named in up to 30 small letters"),
        ("while", "Python has a 'while' of its own already; the new game needs another name."),
        ("random", "Python has a 'random' of its own already"),
        ("pytest", "Python has a 'pytest' of its own already"),
        ("marchland", "Python has a 'marchland' of its own already"),
        ("tests", "Python has a 'tests' of its own already"),
        ("campus", "There is a game 'campus' already."),
        ("x_1", "are numbered by two to five letters of its name, and 'x_1' has none that are free."),
        ("taken", "taken exists already; a new game needs a folder of its own."),
    ],
)
def test_names_that_cannot_be(command: Command, tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "taken").mkdir()
    outcome = command("new", name)
    assert (outcome.code, outcome.out) == (2, "")
    assert sentence in outcome.complaint
    assert [file.name for file in tmp_path.iterdir()] == ["taken"]


def test_folders_that_cannot_be(command: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in ("nowhere", "file"):
        outcome = command("new", "ridge", "--folder", folder)
        assert outcome.code == 2
        assert outcome.complaint == f"There is no folder {folder} to make a game in."


# -- check -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A game in which a card of another is seen, and a clause is missing."""
    made = make("fenland", tmp_path)
    for file, passage, instead in (
        ("table.py", "                if self.sees(seat, other)\n", ""),
        ("RULES.md", "**FEN-3.3**", "**FEN-3.8**"),
    ):
        place = made / "fenland" / file
        place.write_text(place.read_text().replace(passage, instead))
    return made


def test_faults_are_said_with_the_match_that_shows_them(faulty: Path) -> None:
    outcome = marchland("check", faulty, "--matches", 2, "--seed", 4)
    assert (outcome.code, outcome.err) == (1, "")
    lines = outcome.out.split("\n")
    assert any(line.startswith("copies ") and line.endswith(" holds") for line in lines)
    assert any(line.startswith("secrets ") and line.endswith(" 1 fault") for line in lines)
    said = " ".join(outcome.out.split())
    assert "from the truth: in its picture hand" in said
    assert "(seed 4, 3 players, decision 0)." in said
    assert "cites FEN-3.3, which the rulebook does not have." in said
    assert f"'marchland check {faulty} --matches 1 --seed 4' plays the same match again." in outcome.out
    assert max(map(len, lines[:20])) <= 80


def test_faults_as_json(faulty: Path) -> None:
    outcome = marchland("check", faulty, "--matches", 1, "--json")
    assert outcome.code == 1
    data = json.loads(outcome.out)
    assert (data["game"], data["matches"], data["seed"]) == ("fenland", 1, 0)
    by_name = {one["check"]: one["faults"] for one in data["checks"]}
    assert by_name["copies"] == []
    (leak,) = by_name["secrets"]
    assert (leak["seed"], leak["seats"], leak["decision"]) == (0, 2, 0)
    assert all(fault["seed"] is None for fault in by_name["rulebook"])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("check chess", "There is no game 'chess'"),
        ("check ./nowhere", "There is nothing at ./nowhere."),
        ("check campus --matches 0", "'0' is not a whole number of at least 1"),
        ("check campus --seed x", "'x' is not a whole number"),
        ("check", "The following arguments are required: GAME"),
        ("new", "The following arguments are required: NAME"),
    ],
)
def test_commands_that_cannot_be(command: Command, line: str, sentence: str) -> None:
    outcome = command(*line.split())
    assert (outcome.code, outcome.out) == (2, "")
    assert sentence in outcome.complaint
