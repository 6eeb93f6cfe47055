"""Bots from files, the one of docs/writing-a-bot.md among them."""

import json
import re
from pathlib import Path

import pytest

from cli.command import Command
from marchland.bots import bot_from, make_bot
from marchland.engine.errors import UsageError

GUIDE = Path(__file__).parents[2] / "docs" / "writing-a-bot.md"
BOT = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)[0]


@pytest.fixture
def careful(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("careful.py").write_text(BOT, encoding="utf-8")
    return "./careful.py"


def test_the_bot_of_the_guide_has_forty_lines_and_beats_random(command: Command, careful: str) -> None:
    assert len(BOT.splitlines()) <= 40
    run = ["simulate", "campus", "--seats", f"{careful},random", "--rotate", "--matches", 10, "--jobs", 2, "--json"]
    data = json.loads(command(*run, "--option", "setup_place=random", "--option", "max_rounds=12").out)
    wins = {bot["bot"]: bot["wins"] for bot in data["bots"]}
    assert wins[careful] >= 8


@pytest.mark.parametrize("game", ["capitals", "swarm"])
def test_it_plays_games_with_secrets(command: Command, careful: str, game: str) -> None:
    run = ["simulate", game, "--seats", f"{careful},random,random", "--matches", 1, "--jobs", 1, "--json"]
    short = ["--option", "max_rounds=5"] if game == "capitals" else []
    assert json.loads(command(*run, *short).out)["matches"] == 1


def test_it_sits_at_a_table_in_the_terminal(command: Command, careful: str) -> None:
    out = command("play", "campus", "--seats", f"you,{careful}", "--seed", 3, typed=["quit"]).out
    assert "Careful B" in out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = 1", "bot.py should have one subclass of marchland.bots.Bot; it has none."),
        ("import nothing_of_that_name", "bot.py cannot be loaded: ModuleNotFoundError: No module named"),
        ("def f(:", "bot.py cannot be loaded: SyntaxError: "),
        (
            "from marchland.bots import Bot\nclass A(Bot): ...\nclass B(Bot): ...",
            "bot.py should have one subclass of marchland.bots.Bot; it has A, B.",
        ),
    ],
)
def test_files_without_a_bot(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "bot.py"
    file.write_text(text, encoding="utf-8")
    outcome = command("simulate", "campus", "--seats", f"random,{file}")
    assert outcome.code == 2
    assert outcome.complaint.startswith(f"{tmp_path}/{sentence}")


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(UsageError, match=r"There is no file \./nobody\.py with a bot\."):
        bot_from("./nobody.py")


def test_visitors_of_a_server_cannot_run_files(careful: str) -> None:
    with pytest.raises(UsageError, match="There is no bot"):
        make_bot(careful)
