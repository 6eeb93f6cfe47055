"""marchland numbers, and house rules in play, simulate, bench and serve."""

import json
from pathlib import Path

import pytest

from cli.command import Command
from marchland import load
from marchland.engine.game import read_text

SHORT = ["--option", "max_rounds=5", "--option", "setup_place=random"]
BOARD = read_text("marchland.games.campus", "board.toml")


def test_every_number_is_listed_with_its_clause_and_range(command: Command) -> None:
    out = command("numbers", "campus").out
    assert "bonus.SCI" in out and "CAM-3.3" in out and "0 to 50" in out
    assert "income.least" in out and "CAM-S.3" in out
    listed = json.loads(command("numbers", "campus", "--json").out)
    assert [number["name"] for number in listed] == [number.name for number in load("campus").numbers]
    assert listed[0] == {
        "name": "troops.start",
        "clause": "CAM-1.5",
        "text": "starting troops of each player",
        "value": 15,
        "least": 1,
        "most": 200,
    }
    assert "dice" not in command("numbers", "campus", "bonus").out
    assert "--set 'leader.Asha Cinder.count=1' sets one" in command("numbers", "swarm", "Asha").out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["numbers", "campus", "zebra"], "Campus has no number 'zebra'."),
        (
            ["simulate", "campus", "--set", "bonus.SCI=51"],
            "bonus.SCI cannot be '51'; it is a whole number from 0 to 50 (CAM-3.3).",
        ),
        (
            ["play", "campus", "--set", "income.least=-1"],
            "income.least cannot be '-1'; it is a whole number from 0 to 50 (CAM-S.3).",
        ),
        (
            ["bench", "campus", "--set", "bonus.XXX=1"],
            "Campus has no number 'bonus.XXX'; 'marchland numbers campus' lists them.",
        ),
        (["play", "campus", "--set", "bonus.SCI"], "A house rule is given as NAME=VALUE, not as 'bonus.SCI'."),
        (["play", "campus", "--set", "bonus=1", "--set", "bonus.SCI=2"], "The number bonus.SCI is set twice."),
        (
            ["play", "campus", "--set", "dice.sides=-2x"],
            "dice.sides cannot be '-2x' times its value; a multiple is given as 2x or 0.5x.",
        ),
        (["play", "campus", "--board", "none.toml"], "The board none.toml cannot be read: No such file or directory."),
        (["play", "swarm", "--board", "mine.toml"], "The board of Swarm"),
        (
            ["serve", "--set", "bonus.SCI=3"],
            "A server has many games: say which one 'bonus.SCI=3' is for, as in campus:",
        ),
        (
            ["serve", "--set", "campus:bonus.SCI=99"],
            "bonus.SCI cannot be '99'; it is a whole number from 0 to 50 (CAM-3.3).",
        ),
    ],
)
def test_house_rules_that_are_refused(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(BOARD, encoding="utf-8")
    outcome = command(*arguments)
    assert outcome.code == 2
    assert outcome.complaint.startswith(sentence)


@pytest.mark.parametrize(
    ("was", "becomes", "sentence"),
    [
        ('code = "PHY"', 'code = "XYZ"', "mine.toml: the board: XYZ borders CHE, but CHE does not border XYZ."),
        ('"Physics Lab"', '"Rocket Lab"', "mine.toml: PHY is called 'Rocket Lab' on the board, but 'Physics Lab' in"),
        ("canvas", "canvas [", "mine.toml: the board: not valid TOML"),
    ],
)
def test_boards_that_are_refused(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, was: str, becomes: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(BOARD.replace(was, becomes, 1), encoding="utf-8")
    outcome = command("simulate", "campus", "--board", "mine.toml")
    assert outcome.code == 2
    assert outcome.complaint.startswith(sentence)


def test_bonuses_decide_how_long_a_match_lasts_and_records_say_so(command: Command, tmp_path: Path) -> None:
    rounds = []
    for factor in ("0x", "1x", "2x"):
        records = tmp_path / factor
        run = ["simulate", "campus", "--seats", "random,random,random", "--matches", 8, "--jobs", 1, "--json"]
        run += ["--option", "setup_place=random", "--set", f"bonus={factor}", "--records", records]
        data = json.loads(command(*run).out)
        rounds.append(data["rounds_mean"])
        said = command("verify", *sorted(records.glob("*.record"))).out
        assert ("house rules (bonus.SCI 0 instead of 5" in said) == (factor == "0x")
        assert ("house rules (bonus.SCI 10 instead of 5" in said) == (factor == "2x")
        assert (data["house_rules"] == []) == (factor == "1x")
    assert rounds == sorted(rounds, reverse=True) and len(set(rounds)) == 3


def test_cards_state_the_numbers_of_the_match(command: Command, tmp_path: Path) -> None:
    """Those in one's hand, those beside a choice, and those in a replay."""
    saved = tmp_path / "evening.record"
    run = ["play", "swarm", "--seats", "you,random,random", "--seed", 3]
    usual = command(*run, typed=["quit"]).out
    assert "(reward: 5 water). Control 2 basins or more." in usual and "wind 3: When Corin Kite" in usual
    quest = "quest.Keeper of Wells"
    turned = ["--set", f"{quest}.amount=9", "--set", f"{quest}.basins=1", "--set", "leader.Corin Kite.skill=0"]
    here = "(reward: 9 water). Control 1 basin or more."
    out = command(*run, *turned, "--save", saved, typed=["quit"]).out
    assert here in out and "Corin Kite (wind, 0)" in " ".join(out.split()) and "wind 0: When Corin Kite" in out
    assert here in command("replay", saved, "--board", "--seat", "A").out


def test_a_match_on_a_board_of_its_own_is_saved_and_gone_on_with(command: Command, tmp_path: Path) -> None:
    # Without its door to the corridor, the Physics Lab is reached through the Chemistry Lab alone.
    board = tmp_path / "mine.toml"
    shut = BOARD.replace('borders = ["CHE", "COR"]', 'borders = ["CHE"]', 1).replace(
        '["PHY", "CHE", "BIO", "LEC"', '["CHE", "BIO", "LEC"'
    )
    board.write_text(shut, encoding="utf-8")
    saved = tmp_path / "evening.record"
    out = command("play", "campus", "--board", board, "--save", saved, "--seed", 3, typed=["quit"]).out
    assert "Campus with house rules" in out and "House rules: a board of its own." in out
    assert "board of its own" in command("verify", saved).out
    board.unlink()
    assert "Campus with house rules" in command("play", "campus", "--resume", saved, typed=["quit"]).out
    kept = command("play", "campus", "--resume", saved, "--set", "bonus.SCI=1")
    assert kept.complaint.startswith("A resumed match keeps its options, house rules and dice;")
