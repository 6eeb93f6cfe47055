"""marchland games and marchland rules, and the rulebooks behind them."""

import json
from pathlib import Path

import pytest

import marchland
from cli.command import Command
from marchland.engine.errors import MarchlandError
from marchland.rulebook import cited, coverage, read_rulebook


def test_games(command: Command) -> None:
    outcome = command("games")
    assert outcome.code == 0
    for game in marchland.every():
        (line,) = [line for line in outcome.out.split("\n") if line.startswith(game.name + " ")]
        assert f"{game.least_seats} to {game.most_seats}" in line
        assert game.version in line
    listed = json.loads(command("games", "--json").out)
    assert [entry["name"] for entry in listed] == [game.name for game in marchland.every()]


# -- reading -----------------------------------------------------------------------------------------------------------


def test_contents(command: Command) -> None:
    out = command("rules", "campus").out
    assert "\n1. Setup\n  CAM-1.1   Players\n" in out
    assert "  CAM-4.3   Reinforcing\n" in out
    assert "In what follows" not in out


@pytest.mark.parametrize("game", [game.name for game in marchland.every()])
def test_how_to_play_in_brief(command: Command, game: str) -> None:
    steps = marchland.load(game).first_steps
    assert steps is not None
    outcome = command("rules", game, "--brief")
    assert (outcome.code, outcome.err) == (0, "")
    said = " ".join(outcome.out.split())
    for line in [steps.aim, *steps.turn, *[hint.text for hint in steps.hints], "Sequence of play"]:
        assert line in said
    assert max(map(len, outcome.out.split("\n"))) <= 80
    data = json.loads(command("rules", game, "--brief", "--json").out)
    assert (data["aim"], len(data["chapters"])) == (steps.aim, len(steps.chapters))
    assert "A clause is printed by itself" in command("rules", game, "2.1", "--brief").err


@pytest.mark.parametrize("said", ["CAM-4.3", "cam-4.3", "4.3", " 4.3"])
def test_one_clause(command: Command, said: str) -> None:
    out = command("rules", "campus", said).out
    assert out.startswith("CAM-4.3  Reinforcing\n  From a room A of yours")
    assert "CAM-4.4" not in out
    assert max(map(len, out.split("\n"))) <= 80


@pytest.mark.parametrize("said", ["CAM-S.9", "s.9", "S.9"])
def test_a_shared_clause(command: Command, said: str) -> None:
    assert command("rules", "campus", said).out.startswith("CAM-S.9  Comparison\n")


def test_a_clause_with_a_table(command: Command) -> None:
    out = command("rules", "campus", "1.7").out
    assert "  6        42             7 each          8 each\n" in out
    assert "|" not in out


def test_a_chapter(command: Command) -> None:
    out = command("rules", "campus", "3").out
    assert out.startswith("3. Receiving troops\n")
    assert [line[:7] for line in out.split("\n") if line.startswith("CAM-")] == ["CAM-3.1", "CAM-3.2", "CAM-3.3"]


def test_all_of_it(command: Command) -> None:
    out = command("rules", "campus", "--all").out
    words = out.split()
    book = marchland.load("campus").rulebook()
    assert all(line.strip("# ") in out for line in book.split("\n") if line.startswith("## "))
    assert words.count("CAM-6.5") == 1
    assert max(map(len, out.split("\n"))) <= 80


def test_search(command: Command) -> None:
    out = command("rules", "campus", "--search", "VETERAN").out
    assert "CAM-4.6   Veterans fight on\n" in out
    assert "CAM-3.2" not in out
    found = json.loads(command("rules", "campus", "--search", "veteran", "--json").out)
    assert f"{len(found)} clauses with 'VETERAN'." in out
    assert "No clause of Campus has 'zeppelin' in it." in command("rules", "campus", "--search", "zeppelin").out


def test_options(command: Command) -> None:
    out = command("rules", "campus", "--options").out
    assert "max_rounds = 5 to 200  (default 40; CAM-S.16)" in out
    assert (
        json.loads(command("rules", "campus", "--options", "--json").out)["properties"]["max_rounds"]["maximum"] == 200
    )


def test_as_json(command: Command) -> None:
    book = json.loads(command("rules", "campus", "--json").out)
    assert book["title"] == "Campus"
    clause = json.loads(command("rules", "campus", "4.3", "--json").out)
    assert clause["clause"] == "CAM-4.3"
    assert clause in book["chapters"][4]["clauses"]


def test_two_clauses_of_one_number() -> None:
    with pytest.raises(MarchlandError, match=r"two clauses numbered X-1.1|two clauses numbered XY-1.1"):
        read_rulebook("# Game\n\n## 1. One\n\n**XY-1.1** a\n\n**XY-1.1** b\n")


# -- citing ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("CAM-4.3  Fresh troops", "4.3"),
        ("S.9  Throw", "S.9"),
        ("as before (CAM-4.9, 4.10).", "4.9 4.10"),
        ("CAM-1.2 to CAM-1.5  Deal", "1.2 1.3 1.4 1.5"),
        ("CAM-4.10 to 4.12", "4.10 4.11 4.12"),
        ("S.1, S.3 to S.5", "S.1 S.3 S.4 S.5"),
        ("CAM-S.6 to\n    CAM-S.8, and CAM-2.3", "S.6 S.7 S.8 2.3"),
        ("CAM-6.1 and 6.2 or 6.3", "6.1 6.2 6.3"),
        ("CAP-4.3 is another game's, CAM-4.4 is ours", "4.4"),
        ("version 1.0, chapter 4.3 and SS.9 and X.S.9", ""),
        ("CAM-4.3 is 1.5 times CAM-4.3", "4.3"),
    ],
)
def test_what_a_text_cites(text: str, numbers: str) -> None:
    assert cited(text, "CAM") == [f"CAM-{number}" for number in numbers.split()]


BOOK = """# Toy

## 1. Only chapter

**TOY-1.1** (Step) a

**TOY-1.2** (Comment) b

**TOY-1.3** (Data) c

**TOY-1.4** (Above) d

**TOY-1.5** (Sister) e

**TOY-1.6** (Nowhere) f

**TOY-1.7** (Ruler) g
"""
SOURCE = '''
"""A module speaks of TOY-1.6 in vain."""
from toys.sister import shared

# TOY-1.4  Why it is so.
LIMIT = 3

ASK = WORDS.phrase("TOY-1.3", "What?")
SETTINGS = [Setting("speed", "TOY-1.3", "How fast")]


class Walk(Step):
    """TOY-1.1  One foot, then the other."""

    # -- TOY-1.7 ----------------------------------------------------

    def act(self):
        far = 1  # TOY-1.2  no further
        return far
'''


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for package in ("toys", "toys/toy", "toys/sister"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("")
    (tmp_path / "toys/toy/steps.py").write_text(SOURCE)
    (tmp_path / "toys/sister/words.py").write_text('def shared():\n    """TOY-1.5"""\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_where_clauses_stand(toys: Path) -> None:
    """Docstrings, comments and data count, of the package and its family; module docstrings and rulers do not."""
    book = read_rulebook(BOOK)
    found = coverage(book, "toys.toy")
    assert {number[4:]: [place.name for place in places] for number, places in found.places.items()} == {
        "1.1": ["Walk"],
        "1.2": ["Walk.act"],
        "1.3": ["ASK", "option speed"],
        "1.4": ["LIMIT"],
        "1.5": ["shared"],
        "1.6": [],
        "1.7": [],
    }
    assert found.folder is None


def test_which_tests_name_them(toys: Path) -> None:
    folder = toys / "tests"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep/test_toy.py").write_text(
        'def test_much():\n    """TOY-1.1 to TOY-1.3"""\n\n\n'
        'class TestIt:\n    def test_one(self):\n        """TOY-1.2  just this"""\n\n\n'
        'def helper():\n    """TOY-1.4"""\n'
    )
    found = coverage(read_rulebook(BOOK), "toys.toy", folder)
    names = {number[4:]: [place.name for place in places] for number, places in found.tests.items()}
    assert names["1.1"] == ["test_much"]
    assert names["1.2"] == ["TestIt.test_one", "test_much"]
    assert names["1.4"] == []


def test_a_chapter_that_is_switched_off_is_read_and_not_asked_for() -> None:
    book = read_rulebook("# Toy\n\n## 1. Here\n\n**TOY-1.1** (A) a\n\n## 2. Later (switched off)\n\n**TOY-2.1** (B) b")
    assert [clause.number for clause in book.clauses] == ["TOY-1.1", "TOY-2.1"]
    assert [clause.number for clause in book.in_force] == ["TOY-1.1"]


# -- coverage ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game.name for game in marchland.every()])
def test_every_clause_is_carried_and_tested(command: Command, game: str) -> None:
    """A clause that no step or function carries, or that no test names, fails the suite."""
    outcome = command("rules", game, "--coverage")
    total = len(read_rulebook(marchland.load(game).rulebook()).in_force)
    assert outcome.out.split("\n")[-2] == f"{total} clauses, all carried by a step or function and tested"
    assert outcome.code == 0


def test_coverage_as_json(command: Command) -> None:
    data = json.loads(command("rules", "campus", "--coverage", "--json").out)
    clause = next(entry for entry in data["clauses"] if entry["clause"] == "CAM-4.3")
    assert {"Reinforce", "Campus.mobile"} <= {place["name"] for place in clause["carried_by"]}
    assert clause["tests"]


def test_missing_tests_fail(command: Command, tmp_path: Path) -> None:
    outcome = command("rules", "campus", "--coverage", "--tests", tmp_path)
    assert outcome.code == 1
    assert "no test names CAM-S.1, CAM-S.2," in " ".join(outcome.out.split())
