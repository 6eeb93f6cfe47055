"""Positions on the command line, and the pages that are made of them."""

import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

import marchland
from cli.command import Command
from marchland.engine.game import Game
from marchland.engine.position import entries_of, schema_of
from marchland.engine.table import Table

ROOT = Path(__file__).parents[2]
SIEGE = {"seats": 3, "rooms": {"COM": [0, 6], "FOU": [1, 3]}, "rest": [2, 1]}


def write(path: Path, position: object) -> Path:
    path.write_text(json.dumps(position), encoding="utf-8")
    return path


@pytest.mark.parametrize("game", marchland.every(), ids=lambda game: game.name)
def test_all_entries_are_listed(command: Command, game: Game) -> None:
    """In words, with their clauses, and as JSON Schema."""
    told = command("position", game.name)
    assert told.code == 0
    for entry in entries_of(game):
        assert f"\n{entry.name}\n    " in told.out
        assert game.clause(entry.clause) in told.out
    schema = command("position", game.name, "--schema")
    assert schema.code == 0 and json.loads(schema.out) == json.loads(json.dumps(schema_of(game)))


def test_a_file_is_checked_and_shown(command: Command, tmp_path: Path) -> None:
    """The board and the question, as whoever decides sees them."""
    shown = command("position", "campus", write(tmp_path / "siege.json", SIEGE))
    assert shown.code == 0
    assert "Player A: Reinforce or attack, or end your turn. (CAM-2.4)" in shown.out
    over = marchland.load("campus").position_of(finished())
    assert "The match is over." in command("position", "campus", write(tmp_path / "over.json", over)).out


def finished() -> Table:
    t = marchland.load("campus").deal(2, 1, {"max_rounds": 5})
    while not t.over:
        seat = t.deciders()[0]
        t.play(seat, t.options(seat).at(0))
    return t


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", r"bad.json is not JSON: "),
        ("[1]", r"bad.json: A position is an object, not \[1\]"),
        ('{"colour": 1}', "bad.json: A position of Campus has no entry 'colour'; known are seats, options, round"),
        ('{"rooms": {"COM": [0, "many"]}}', r"bad.json: The 'rooms' of a position \(COM, units\) is a whole number"),
        ('{"rooms": {"CMO": [0, 1]}}', "an object by room, and 'CMO' is none; did you mean COU"),
        ('{"seats": "four"}', "bad.json: A position has a number of 'seats'"),
        ('{"options": {"rounds": 3}}', "bad.json: There is no option 'rounds'"),
        ('{"options": {"dice.sides": 1}}', "bad.json: dice.sides cannot be '1'; .* from 2 to 12 \\(CAM-S.8\\)"),
        ('{"options": {"board": "?"}}', "bad.json: the board"),
    ],
)
def test_a_bad_file_is_one_sentence(command: Command, tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    for outcome in (command("position", "campus", path), command("play", "campus", "--position", path)):
        assert outcome.code == 2 and outcome.out == ""
        assert re.search(sentence, outcome.complaint)


def test_what_does_not_go_together(command: Command, tmp_path: Path) -> None:
    siege = write(tmp_path / "siege.json", SIEGE)
    over = write(tmp_path / "over.json", marchland.load("campus").position_of(finished()))
    for line, sentence in [
        (["position", "campus", siege, "--schema"], "Give a file to check, or --schema"),
        (["position", "campus", tmp_path / "none.json"], "none.json cannot be read"),
        (["play", "campus", "--position", siege, "--seats", "you,greedy"], "The position has 3 seats, --seats names 2"),
        (["play", "campus", "--position", siege, "--option", "max_rounds=9"], "leave out --option"),
        (["play", "campus", "--position", siege, "--set", "troops.start=20"], "leave out --option, --set"),
        (["play", "campus", "--position", siege, "--resume", siege], "leave out --option, --set, --board, --position"),
        (["play", "campus", "--position", over], "over.json: the match of this position is over"),
    ]:
        outcome = command(*line)
        assert outcome.code == 2 and sentence in outcome.complaint, outcome.err


def test_a_match_from_a_position_says_so(command: Command, tmp_path: Path) -> None:
    """It is played on from there, saved, verified and resumed; the record has the table that it began with."""
    siege, record = write(tmp_path / "siege.json", SIEGE), tmp_path / "siege.record"
    played = command(
        *("play", "campus", "--position", siege, "--seats", "you=Ann,greedy,greedy", "--seed", 4, "--save", record),
        typed=["attack FOU from COM with 4", "quit"],
    )
    assert played.code == 0
    assert "The match was not dealt: it begins from a given table." in played.out
    base = json.loads(record.read_text().splitlines()[0])["base"]
    assert base["units"][marchland.load("campus").labels.number("region", "COM")] == 6
    assert "3 players, begun from a given table, 1 decision" in command("verify", record).out
    assert "it begins from a given table" in command("play", "campus", "--resume", record, typed=["quit"]).out


def test_a_match_from_a_position_keeps_its_house_rules(command: Command, tmp_path: Path) -> None:
    """As one that was dealt: its name and its record have them, and it is replayed with them."""
    house = {"dice.sides": 8, "income.least": 5}
    siege = write(tmp_path / "siege.json", {**SIEGE, "options": {"max_rounds": 9, **house}})
    record = tmp_path / "siege.record"
    played = command(
        *("play", "campus", "--position", siege, "--seats", "you,greedy,greedy", "--seed", 4, "--save", record),
        typed=["attack FOU from COM with 4", "quit"],
    )
    assert played.code == 0 and "Campus with house rules, rules 1.0" in played.out
    assert "dice.sides 8 instead of 6" in played.out
    options = json.loads(record.read_text().splitlines()[0])["options"]
    assert {**options, **house, "max_rounds": 9} == options
    assert "dice.sides 8 instead of 6" in command("verify", record).out


def test_a_game_that_reads_its_positions_by_itself(command: Command, tmp_path: Path, guests: None) -> None:
    """It plays from them as well; it has no list of what they can say."""
    ridge = ROOT / "examples" / "ridge"
    good = write(tmp_path / "good.json", {"seats": 2, "round": 3, "regions": {"SAD": [0, 2]}})
    played = command("play", ridge, "--position", good, "--seats", "random,random", "--seed", 1)
    assert played.code == 0 and "it begins from a given table" in played.out
    bad = write(tmp_path / "bad.json", {"regions": {"SAD": 5}})
    outcome = command("play", ridge, "--position", bad)
    assert outcome.code == 2 and "bad.json: Ridge cannot lay out this position: " in outcome.complaint
    assert "Player A:" in command("position", ridge, good).out
    assert "Ridge does not say what its positions can say" in command("position", ridge).complaint


# -- pages -------------------------------------------------------------------------------------------------------------


def test_what_is_made_from_the_games_is_up_to_date() -> None:
    """`make docs` writes the page on positions, and what type checkers know of `marchland.load`."""
    made = runpy.run_path(str(ROOT / "docs" / "write.py"))
    assert (ROOT / "docs" / "positions.md").read_text(encoding="utf-8") == made["page"]()
    assert (ROOT / "src" / "marchland" / "__init__.pyi").read_text(encoding="utf-8") == made["stub"]()


@pytest.mark.parametrize("name", ["README.md", "docs/positions.md"])
def test_examples_run_and_keep_all_players_in_the_game(name: str) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.S)
    scope: dict[str, Any] = {}
    exec("\n".join(blocks), scope)
    assert any("position(" in block for block in blocks)
    table = scope["table"]
    assert table.seats == 3 and not table.over
    assert all(table.alive(seat) for seat in range(3))


def test_examples_of_json_are_positions() -> None:
    swarm = marchland.load("swarm")
    page = (ROOT / "docs" / "positions.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```json\n(.*?)```", page, re.S)
    assert swarm.position(json.loads(text)).step().tag == "swarm.plan"
