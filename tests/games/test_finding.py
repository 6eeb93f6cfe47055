"""A game is found by its name, by a path and by a module; whatever is wrong with it is one sentence, and no trace."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import marchland
from cli.command import Command
from games.ridge import BOARD, RULES, announce, write_package, write_project
from marchland import games
from marchland.engine.deed import UNCARRIED
from marchland.engine.dice import fast_dice
from marchland.engine.errors import UsageError
from marchland.engine.game import ENGINE
from marchland.engine.playout import play_out
from marchland.engine.step import step_tagged
from marchland.games.finding import KNOWN

# -- every way to name one -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["./ridge", "./ridge/ridge", "./ridge/", "ridge/ridge/game.py", Path("ridge")])
def test_a_path_leads_to_a_game(away: Path, said: str | Path) -> None:
    """The folder of the project, the package, or the file; and the search path stays as it was."""
    write_project(away / "ridge")
    before = sys.path[:]
    game = marchland.load(said)
    assert (game.name, game.package) == ("ridge", "ridge")
    assert "RDG-1.2" in game.rulebook()
    table = game.deal(3)
    play_out(table, fast_dice(1))
    assert table.over
    assert sys.path == before
    # From now on it is known like any other, however it is named.
    assert marchland.load("ridge") is game
    assert marchland.load("./ridge") is game
    assert marchland.every()[-1] is game
    assert games.source_of(game).text == "./ridge/ridge"


def test_a_project_may_keep_its_package_under_src(away: Path) -> None:
    write_package(away / "project" / "src" / "ridge")
    assert marchland.load("./project").name == "ridge"


def test_a_package_inside_a_package_is_imported_by_its_whole_name(away: Path) -> None:
    inner = ('"ridge", "board.toml"', '"club.ridge", "board.toml"'), ('package="ridge"', 'package="club.ridge"')
    write_package(away / "club" / "ridge", *inner)
    (away / "club" / "__init__.py").write_text("")
    assert marchland.load("./club/ridge").package == "club.ridge"


def test_an_own_game_is_the_same_by_its_path() -> None:
    assert marchland.load(Path(games.__file__).parent / "campus") is marchland.load("campus")


@pytest.mark.parametrize("said", ["ridge.game", "ridge.game:GAME", "ridge:game.GAME"])
def test_a_module_leads_to_a_game(away: Path, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.syspath_prepend(str(write_project(away / "elsewhere")))
    if said.startswith("ridge:"):
        (away / "elsewhere" / "ridge" / "__init__.py").write_text("from ridge import game\n")
    assert marchland.load(said).name == "ridge"


@pytest.mark.parametrize("value", ["ridge.game", "ridge.game:GAME", "ridge"])
def test_an_installed_package_announces_its_game(command: Command, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    site = Path("site").resolve()
    write_package(site / "ridge")
    announce(site, value)
    monkeypatch.syspath_prepend(str(site))
    assert games.names() == [*games.NAMES, "ridge"]
    assert "ridge" not in sys.modules  # nothing is imported before it is wanted
    listed = {entry["name"]: entry["from"] for entry in json.loads(command("games", "--json").out)}
    assert listed == {**dict.fromkeys(games.NAMES, "Marchland"), "ridge": "ridge 0.3"}
    (line,) = [line for line in command("games").out.split("\n") if line.startswith("ridge ")]
    assert "ridge 0.3" in line
    game = marchland.load("ridge")
    # Where it is developed in the folder it is installed from, the path leads to the same.
    assert marchland.load("./site/ridge") is game


def test_the_families_beside_the_games_are_none() -> None:
    assert [game.name for game in marchland.every()] == games.NAMES and "conquest" not in games.NAMES


def test_only_a_name_comes_from_outside(away: Path) -> None:
    """A record or a request that names a path or a module imports nothing."""
    write_project(away / "ridge")
    for name in ("./ridge", "ridge.game", "ridge/ridge/game.py", "os.path", ""):
        with pytest.raises(UsageError, match="There is no game"):
            games.named(name)
    assert "ridge" not in sys.modules


# -- bad input -------------------------------------------------------------------------------------------------------

PLAIN = 'package="ridge",'
FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "a path to nothing": (lambda at: None, "There is nothing at ./ridge."),
    "a folder without a game": (
        lambda at: at.mkdir(),
        "There is no game in ./ridge: it has no game.py, and no folder in it has one.",
    ),
    "several games": (
        lambda at: [write_package(at / name) for name in ("hill", "ridge")],
        "There are several games in ./ridge; name one of them: ./ridge/hill, ./ridge/ridge.",
    ),
    "a file that is none": (lambda at: at.write_text(""), "./ridge is not a game: a game is a folder with a game.py"),
    "no package": (
        lambda at: (write_package(at) / "__init__.py").unlink(),
        "./ridge is not a Python package: there is no __init__.py beside game.py.",
    ),
    "no GAME": (lambda at: write_package(at, ("\nGAME =", "\nHERE =")), "./ridge: there is no GAME in game.py."),
    "another GAME": (
        lambda at: write_package(at, ("\nGAME =", "\nGAME = 3\nHERE =")),
        "./ridge: the GAME of game.py is not a Game.",
    ),
    "wrong syntax": (
        lambda at: write_package(at, ("class Climb", "class class Climb")),
        "./ridge does not load: SyntaxError: invalid syntax (game.py, line 40).",
    ),
    "a package that it lacks": (
        lambda at: write_package(at, ("TOP = 12", "import nosuchpackage")),
        "./ridge does not load: ModuleNotFoundError: No module named 'nosuchpackage' (ridge/game.py, line 14).",
    ),
    "an exception": (
        lambda at: write_package(at, ("TOP = 12", "TOP = 12 / 0")),
        "./ridge does not load: ZeroDivisionError: division by zero (ridge/game.py, line 14).",
    ),
    "an exit": (
        lambda at: write_package(at, ("TOP = 12", "raise SystemExit('no')")),
        "./ridge does not load: SystemExit: no (ridge/game.py, line 14).",
    ),
    "a deed that no step carries": (
        lambda at: write_package(at, ("[Climb()])", "[Climb()])\n\n\nclass Fall(Climb):\n    pass\n\n\nFall()")),
        "./ridge does not load: ValueError: no step carries fall (ridge/game.py, line ",
    ),
    "a name of ours": (
        lambda at: write_package(at, ('name="ridge"', 'name="campus"')),
        "Two games are called 'campus': that of ./ridge and that of Marchland.",
    ),
    "a name for nobody": (
        lambda at: write_package(at, ('name="ridge"', 'name="../ridge"')),
        "./ridge: a game is named in small letters, digits, - and _, not '../ridge'.",
    ),
    "another engine": (
        lambda at: write_package(at, (PLAIN, PLAIN + ' engine="0",')),
        f"./ridge: Ridge 0.1 was written for engine 0 of Marchland, and this is engine {ENGINE}.",
    ),
    "a rulebook without clauses": (
        lambda at: write_package(at, rules=RULES.replace("**", "")),
        "./ridge: RULES.md has no clauses; a rule is a paragraph that begins **RDG-1.1** (Title).",
    ),
    "a rulebook of another game": (
        lambda at: write_package(at, rules=RULES.replace("RDG", "HIL")),
        "./ridge: RULES.md has no clauses",
    ),
    "a clause twice": (
        lambda at: write_package(at, rules=RULES.replace("RDG-1.2", "RDG-1.1")),
        "./ridge: its rulebook cannot be read: The rulebook of Ridge has two clauses numbered RDG-1.1.",
    ),
    "no rulebook": (
        lambda at: (write_package(at) / "RULES.md").unlink(),
        "./ridge: there is no rulebook RULES.md in the package ridge.",
    ),
    "another package": (
        lambda at: write_package(at, (PLAIN, 'package="ridges",')),
        "./ridge: its rulebook cannot be read: ModuleNotFoundError: No module named 'ridges'.",
    ),
    "a board that contradicts itself": (
        lambda at: write_package(at, board=BOARD.replace('["FOO"]', "[]")),
        "./ridge: ridge/board.toml: FOO borders SUM, but SUM does not border FOO.",
    ),
    "a board that is no TOML": (
        lambda at: write_package(at, board="canvas = ["),
        "./ridge: ridge/board.toml: not valid TOML:",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_one_sentence_and_no_trace(command: Command, away: Path, fault: str) -> None:
    make, sentence = FAULTS[fault]
    make(away / "ridge")
    known, modules = dict(KNOWN), {name for name in sys.modules if name.split(".")[0] in ("ridge", "hill")}
    for verb in (["rules"], ["play"], ["simulate"], ["serve", "--game"], ["verify", "x.record", "--game"]):
        outcome = command(*verb, "./ridge")
        assert outcome.code == 2
        assert sentence in outcome.complaint
    assert known == KNOWN
    assert modules == {name for name in sys.modules if name.split(".")[0] in ("ridge", "hill")} == set()
    assert step_tagged("ridge.turn") is None
    assert not [deed for deed in UNCARRIED if type(deed).__module__.startswith("ridge")]
    # Put right, it loads in the same process.
    write_project(away / "right")
    assert marchland.load("./right").name == "ridge"


def test_a_folder_that_cannot_be_imported(command: Command, away: Path) -> None:
    write_package(away / "my-ridge")
    assert command("rules", "./my-ridge").complaint == (
        "./my-ridge cannot be imported: 'my-ridge' is not a name of a Python package."
    )


def test_a_module_without_a_game(command: Command) -> None:
    assert command("rules", "os.path").complaint == "os.path: there is no GAME in posixpath.py."
    absent = "nosuch.thing does not load: ModuleNotFoundError: No module named 'nosuch'."
    assert command("rules", "nosuch.thing").complaint == absent


def test_a_name_that_is_a_folder_is_told_how_to_be_named(command: Command, away: Path) -> None:
    write_project(away / "ridge")
    assert command("play", "ridge").complaint.endswith("What is in the folder is named by its path, ./ridge.")


# -- two of a name ---------------------------------------------------------------------------------------------------


def test_two_packages_of_one_name_at_two_paths(command: Command, away: Path) -> None:
    """Python knows a package by its name alone; the second must not become the first by mistake."""
    write_package(away / "a" / "ridge")
    write_package(away / "b" / "ridge", ('version="0.1"', 'version="0.2"'))
    assert marchland.load("./a/ridge").version == "0.1"
    outcome = command("rules", "./b/ridge")
    assert outcome.code == 2
    assert outcome.complaint == (
        "./b/ridge: its package is called 'ridge', as the one at ./a/ridge; give it another name."
    )
    assert marchland.load("./a/ridge").version == "0.1"


def test_a_package_that_is_called_like_one_of_pythons(command: Command, away: Path) -> None:
    for name in ("random", "wave"):  # one that is imported already, and one that perhaps is not
        write_package(away / name)
        assert f"./{name}: its package is called {name!r}, as the one at " in command("rules", f"./{name}").complaint


def test_two_games_of_one_name(command: Command, away: Path) -> None:
    write_package(away / "ridge")
    renamed = ('"ridge", "board.toml"', '"hill", "board.toml"'), ('package="ridge"', 'package="hill"')
    tags = ('"ridge.turn"', '"hill.turn"'), ('"ridge.match"', '"hill.match"')
    write_package(away / "hill", *renamed, *tags)
    marchland.load("./ridge")
    outcome = command("rules", "./hill")
    assert outcome.code == 2
    assert outcome.complaint == "Two games are called 'ridge': that of ./hill and that of ./ridge."


def test_two_installed_games_of_one_name(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others can still be listed and played; this name leads to neither."""
    site = Path("site").resolve()
    write_package(site / "ridge")
    announce(site)
    announce(site, dist="other")
    monkeypatch.syspath_prepend(str(site))
    sentence = "Two games are called 'ridge': that of other 0.3 and that of ridge 0.3."
    assert command("rules", "ridge").complaint == sentence
    listed = command("games")
    assert listed.code == 2
    assert listed.complaint == sentence
    assert "campus" in listed.out
    assert command("rules", "campus").code == 0
    with pytest.raises(UsageError, match="Two games"):
        marchland.every()


def test_an_installed_game_that_is_called_otherwise(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    site = Path("site").resolve()
    write_package(site / "ridge")
    announce(site, name="hill")
    monkeypatch.syspath_prepend(str(site))
    outcome = command("rules", "hill")
    assert outcome.code == 2
    assert outcome.complaint == "ridge 0.3 announces a game 'hill', but that is called 'ridge'."
    assert "ridge" not in sys.modules


def test_an_installed_game_by_the_name_of_an_own(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    site = Path("site").resolve()
    announce(site, name="chess")
    monkeypatch.syspath_prepend(str(site))
    assert command("rules", "chess").complaint == (
        "ridge 0.3 does not load: ModuleNotFoundError: No module named 'ridge'."
    )
