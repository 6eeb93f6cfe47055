"""Whole matches at the prompt."""

import hashlib
import json
import re
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest

import marchland
from cli.command import Command
from marchland.cli.seats import seated
from marchland.cli.session import Session
from marchland.engine.dice import fast_dice
from marchland.engine.match import Match

SHORT = ["--option", "max_rounds=5"]
RANDOM = [*SHORT, "--option", "setup_place=random"]
# Answers any prompt: attacks as long as there is somebody to attack, places all in one room, ends the turn.
ANYTHING = ["2 all", "2 all", "1 all"]


def typed(count: int) -> Iterator[str]:
    return islice(cycle(ANYTHING), count)


def after(text: str, beginning: str) -> str:
    assert beginning in text
    return text[text.index(beginning) :]


def entries(path: Path) -> list[dict[str, object]]:
    return [line for line in map(json.loads, path.read_text().splitlines()) if "n" in line]


def test_a_whole_match(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "evening.record"
    seats = ["--seats", "you,random,random", "--seed", 4]
    outcome = command("play", "campus", *seats, *SHORT, "--save", path, typed=typed(900))
    assert (outcome.code, outcome.err) == (0, "")
    out = outcome.out
    assert out.startswith("Campus, rules 1.0: Player A, Random B and Random C.\nYou are Player A.\n")
    assert "Options: max_rounds = 5." in out
    assert "Put a starting troop in a room of yours; you have 5 troops left. (CAM-1.6)" in out
    assert "Campus, round 5 of 5, Player A's turn" in out
    end = after(out, "The match is over after 5 rounds.")
    assert re.search(r"place +player\n", end)
    assert f"Saved to {path}." in end
    assert f"'marchland verify {path}' replays the match" in " ".join(end.split())
    checked = command("verify", path)
    assert checked.code == 0
    assert len(entries(path)) > 100


def test_nothing_is_wider_than_the_terminal(command: Command) -> None:
    outcome = command("play", "campus", "--seats", "you,random,greedy,random", "--seed", 2, *RANDOM, typed=typed(200))
    prompts = ("> ", "place ", "attack ", "reinforce ", "Save ")
    wide = [line for line in outcome.out.split("\n") if len(line) > 80 and not line.startswith(prompts)]
    assert wide == []


def test_fair_dice_are_announced_and_shown(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "fair.record"
    out = command("play", "campus", "--seats", "random,random", *RANDOM, "--save", path).out
    published = re.search(r"The sha256 of their key is\n  ([0-9a-f]{64})\n", out)
    shown = re.search(r"The key of the dice was\n  ([0-9a-f]{64})\n", out)
    assert published is not None and shown is not None
    assert hashlib.sha256(bytes.fromhex(shown[1])).hexdigest() == published[1]
    assert json.loads(path.read_text().split("\n")[0])["dice"]["key"] == shown[1]


@pytest.mark.parametrize("cut", [1, 5, 9, 14, 19])
def test_a_saved_match_goes_on_identically(command: Command, tmp_path: Path, cut: int) -> None:
    """The record of a match played in two sittings is, byte for byte, that of one sitting."""
    lines = list(typed(600))
    start = ["play", "campus", "--seats", "you,random,greedy", "--seed", 11, *SHORT]
    whole, parts = tmp_path / "whole.record", tmp_path / "parts.record"
    assert command(*start, "--save", whole, typed=lines).code == 0
    first = command(*start, "--save", parts, typed=lines[:cut])
    assert first.code == 0
    assert first.out.endswith(f"Saved to {parts}.\nThe match is left as it stands.\n")
    assert parts.read_text() != whole.read_text()
    second = command("play", "campus", "--resume", parts, typed=lines[cut:])
    assert second.code == 0
    assert parts.read_text() == whole.read_text()


def test_an_illegal_action_changes_nothing(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "illegal.record"
    illegal = ["end turn", "attack CAF from OBS with 3", "place 99 in PHY", "5 99", "why end turn", "foo", "17", "0"]
    start = ["play", "campus", "--seats", "you,random", "--seed", 1, *RANDOM]
    outcome = command(*start, "--save", path, typed=illegal)
    told = after(outcome.out, "> end turn\n").split("\n")
    assert told[1] == "First place all 3 troops that you received. (CAM-2.3)"
    assert "> attack CAF from OBS with 3\nFirst place all 3 troops that you received. (CAM-2.3)\n" in outcome.out
    assert "> why end turn\nFirst place all 3 troops that you received. (CAM-2.3)\n" in outcome.out
    assert "> foo\n'foo' names no action.\n" in outcome.out
    made = [entry for entry in entries(path) if entry["seat"] == 0]
    assert made == []


def test_the_rest_is_placed_by_a_bot(command: Command) -> None:
    """CAM-1.6, CAM-2.3: what is a chore can be handed over; what is not is refused, and nothing is done."""
    outcome = command(
        "play", "campus", "--seats", "you,random", "--seed", 3, *SHORT, typed=["rest", "rest", "rest", "quit", "n"]
    )
    assert outcome.err == ""
    said = outcome.out
    assert said.count("Put a starting troop in a room of yours") == 1
    assert said.count("Place 3 troops.") == 1
    assert "This is for you to decide." in after(said, "Reinforce or attack")


def test_undo(command: Command) -> None:
    start = ["play", "campus", "--seats", "you,random", "--seed", 1, *RANDOM]
    out = command(*start, typed=["board", "2 1", "undo", "board", "undo"]).out
    boards = re.findall(r"\nCampus, round 1 of 5, Player A's turn, Place\n(?:.+\n)+", out)
    assert boards[-1].split("> ")[0] == boards[-2].split("> ")[0]
    assert re.search(r"> undo\nUndone: place 1 in [A-Z][A-Za-z ']+\.\n", out)
    assert out.count("Place 3 troops.") == 2
    assert "Nothing can be undone: you have done nothing yet." in out


def test_questions_at_the_prompt(command: Command) -> None:
    lines = ["help", "rule s.9", "rule 9.9", "rule", "why", "odds", "log 2", "log x", "log all", "save", "1 all"]
    lines += ["why 2", "odds 2", "odds 2 1", "odds 1", "attack", "2", "", "x"]
    out = command("play", "campus", "--seats", "you,random", "--seed", 1, *RANDOM, typed=lines).out
    assert "  why ACTION    why something is not possible" in out
    assert "CAM-S.9  Comparison\n" in out
    assert "Campus has no clause '9.9'" in out
    assert "Type a clause after 'rule'." in out
    assert "Type an action after 'why'." in out
    assert "Type an attack or a plan after 'odds'." in out
    assert "Type 'log', 'log 50' or 'log all'." in out
    assert re.search(r"> log 2\n  .+\n  .+\n> log x", out)
    assert "Type a file name after 'save'." in out
    assert "> why 2\nIt is possible: attack " in out
    assert re.search(r"> odds 2\nThe chance to win:\nwith 1 ", out)
    assert re.search(r"> odds 2 1\nA force of 1 against ", out)
    assert "Odds are known for one attack or one choice of a battle plan at a time" in " ".join(out.split())
    assert "how many? (1 to " in out


def test_quit_offers_to_save(command: Command, tmp_path: Path) -> None:
    start = ["play", "campus", "--seats", "you,random", "--seed", 1, *RANDOM]
    path = tmp_path / "later.record"
    taken = tmp_path / "taken.record"
    taken.write_text("precious")
    saved = command(*start, typed=["1 all", "quit", str(taken), str(path)])
    assert saved.code == 0
    assert f"{taken} exists already" in " ".join(saved.out.split())
    assert saved.out.endswith(f"Saved to {path}.\nThe match is left as it stands.\n")
    assert command("verify", path).code == 0
    assert taken.read_text() == "precious"
    refused = command(*start, typed=["1 all", "quit", ""])
    assert refused.code == 0
    assert "Saved" not in refused.out


def test_the_input_ends(command: Command) -> None:
    for lines in ([], ["2"], ["1 all", "quit"]):
        outcome = command("play", "campus", "--seats", "you,random", "--seed", 1, *RANDOM, typed=lines)
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.out.endswith("\nThe match is left as it stands.\n")


def test_several_at_one_keyboard(command: Command) -> None:
    seats = ["--seats", "you=Ann,you=Ben,random", "--seed", 3]
    out = command("play", "campus", *seats, *RANDOM, typed=typed(400)).out
    assert out.startswith("Campus, rules 1.0: Ann, Ben and Random C.\n")
    assert "\nAnn: Place " in out
    assert "\nBen: Place " in out
    assert "Press Enter when nobody else is looking" not in out
    assert "The match is over after 5 rounds." in out


def test_bots_among_themselves(command: Command) -> None:
    outcome = command("play", "campus", "--seats", "greedy,random", "--seed", 3, *RANDOM)
    assert outcome.code == 0
    assert "> " not in outcome.out
    assert "Greedy A takes" in outcome.out
    assert "The match is over" in outcome.out


@pytest.mark.parametrize(
    "options",
    [
        ["attack_style=roll"],
        ["attack_style=roll", "attack_stop=yes", "dice_choice=choose"],
        ["attack_stop=yes", "dice_ties=nobody"],
        ["map_scale=neutral", "opening=staggered"],
    ],
)
def test_other_options(command: Command, options: list[str]) -> None:
    chosen = [part for option in options for part in ("--option", option)]
    lines = islice(cycle(["2 all", "2", "1", "1 all"]), 1500)
    outcome = command("play", "campus", "--seats", "you,random", "--seed", 8, *RANDOM, *chosen, typed=lines)
    assert outcome.code == 0
    assert "The match is over" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--seed", "3"], "A resumed match keeps its options, house rules and dice"),
        (["--option", "max_rounds=9"], "A resumed match keeps its options, house rules and dice"),
        (["--seats", "you,random,random"], "The saved match has 2 seats, --seats names 3."),
    ],
)
def test_what_a_resumed_match_keeps(command: Command, tmp_path: Path, arguments: list[str], sentence: str) -> None:
    path = tmp_path / "kept.record"
    command("play", "campus", "--seats", "you,random", "--seed", 1, *RANDOM, "--save", path, typed=["1 all"])
    outcome = command("play", "campus", "--resume", path, *arguments)
    assert outcome.code == 2
    assert sentence in outcome.complaint


def test_a_match_that_is_over_is_shown_again(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "over.record"
    command("play", "campus", "--seats", "random,random", "--seed", 1, *RANDOM, "--save", path)
    text = path.read_text()
    outcome = command("play", "campus", "--resume", path)
    assert outcome.code == 0
    assert "The match is over after" in outcome.out
    assert path.read_text() == text


def test_after_the_people_are_out(capsys: pytest.CaptureFixture[str]) -> None:
    """Bots that play on among themselves are told about for a while, then only their result."""
    game = marchland.load("campus")
    rooms = {"PHY": [2, 3], "CHE": [2, 3]}
    position = {"seats": 3, "active": 1, "rooms": rooms, "rest": [1, 1], "fallen": [0], "options": {"max_rounds": 9}}
    table = game.position(position, dice=fast_dice(5))
    players = seated("you,random,random")
    match = Match(game, 3, table.game.settings.words(table.settings), None, ["Ann", "B", "C"], table.to_data())
    Session(match, players, None).play()
    assert match.table.places[0] == 3 and sorted(match.table.places[1:]) == [1, 2]
    out = capsys.readouterr().out
    assert out.count("(Nobody here is asked any more; the others play on to the end.)") == 1
    silent = out.split("to the end.)")[1]
    assert silent.count("\n") < 6
    assert "Round 3." in out
    assert "Round 8." not in out
