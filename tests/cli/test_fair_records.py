"""What `marchland verify` says of the dice: who added to them, which hash was noted, and what no dice answer for."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import marchland
from cli.command import Command
from cli.test_records import marked_again
from marchland.bots import Sight, make_bot
from marchland.engine.dice import FairDice, commitment
from marchland.engine.entropy import Entropy
from marchland.engine.match import Match
from marchland.engine.record import read, verify, write

CAMPUS = marchland.load("campus")
SERVER, ANN, BEN = (bytes([number] * 32) for number in (1, 2, 3))
NAMES = ["Ann", "Ben", "Greedy 3"]
QUICK_SETUP = {"max_rounds": 5, "setup_place": "random"}


def played(match: Match) -> Match:
    bots = [make_bot("random", seat) for seat in range(match.table.seats)]
    while not match.table.over:
        seat = match.table.deciders()[0]
        match.play(seat, int(bots[seat].choose(Sight(match.table, seat))))
    return match


@cache
def record(ann: bytes = ANN, ben: bytes = BEN, ben_promised: bytes = BEN) -> str:
    """A match of Ann, Ben and a bot, all of whom have promised to add to the dice what they could."""
    entropy = Entropy(SERVER, [commitment(ANN), commitment(ben_promised), ""], [ann, ben, b""])
    dice = FairDice(entropy.key())
    match = Match(CAMPUS, 3, QUICK_SETUP, dice, NAMES)
    match.entropy = entropy
    return write(played(match))


def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in record().splitlines()]


def saved(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "evening.record"
    path.write_text(text, encoding="utf-8")
    return path


# -- who added ---------------------------------------------------------------------------------------------------------


def test_it_says_who_added_to_the_dice(command: Command, tmp_path: Path) -> None:
    outcome = command("verify", saved(tmp_path, record()))
    assert outcome.code == 0
    assert outcome.out.endswith("\n  The server, Ann and Ben have added to the dice, Greedy 3 has not.\n")


def test_it_names_who_did_not_open(command: Command, tmp_path: Path) -> None:
    outcome = command("verify", saved(tmp_path, record(ben=b"")))
    assert outcome.code == 0
    assert (
        "The server and Ann have added to the dice, "
        "Ben (gave a hash and did not open it) and Greedy 3 have not." in outcome.out
    )


def test_the_key_is_the_one_that_browsers_derive() -> None:
    """web/src/lib/entropy.test.ts has the same."""
    key = Entropy(SERVER, [], [ANN, b"", BEN]).key()
    assert key.hex() == "ad8745a894246ac29be7ab7eaf2ba19be0c13f306449c9885778c3b8d5779ee3"


def test_what_was_added_outlives_reading_and_writing() -> None:
    assert write(verify(read(record()), CAMPUS)) == record()


Forgery = dict[str, Any]


@pytest.mark.parametrize(
    ("forged", "sentence"),
    [
        ({"server": BEN.hex()}, "does not follow from what the server and the players added"),
        ({"parts": [None, BEN.hex(), None]}, "does not follow from what"),
        ({"parts": [BEN.hex(), ANN.hex(), None]}, "seat 0 added to the dice does not fit the hash"),
        ({"hashes": [None, commitment(BEN), None]}, "seat 0 added to the dice does not fit the hash"),
        ({"parts": [ANN.hex(), BEN.hex(), SERVER.hex()]}, "seat 2 added to the dice does not fit the hash"),
        ({"parts": [ANN.hex() + "00", BEN.hex(), None]}, "has 32 bytes"),
        ({"server": ""}, "has 32 bytes"),
        ({"server": None}, "malformed"),
        ({"parts": [ANN.hex(), BEN.hex()]}, "not given by seat"),
        ({"hashes": 3}, "malformed"),
        ({"parts": ["xyz", None, None]}, "malformed"),
    ],
)
def test_what_was_added_cannot_be_forged(command: Command, tmp_path: Path, forged: Forgery, sentence: str) -> None:
    data = lines()
    data[0]["entropy"].update(forged)
    outcome = command("verify", saved(tmp_path, marked_again(data)))
    assert (outcome.code, outcome.out) == (1, "")
    assert sentence in outcome.err and outcome.err.count("\n") == 1


def test_a_key_of_the_forgers_own_does_not_pass_for_everybodys(command: Command, tmp_path: Path) -> None:
    """He plays a match with dice that please him, and claims that Ann and Ben have added to them."""
    chosen = Match(CAMPUS, 3, QUICK_SETUP, FairDice(bytes(32)), NAMES)
    data = [json.loads(line) for line in write(played(chosen)).splitlines()]
    data[0]["entropy"] = lines()[0]["entropy"]
    outcome = command("verify", saved(tmp_path, marked_again(data)))
    assert outcome.code == 1 and "does not follow from what" in outcome.err


def test_dice_begin_at_their_beginning(command: Command, tmp_path: Path) -> None:
    """Whoever may choose the place in the stream chooses the rolls, though the key fits its hash."""
    entropy = Entropy(SERVER, [commitment(ANN), commitment(BEN), ""], [ANN, BEN, b""])
    dice = FairDice(entropy.key())
    for _ in range(7):
        dice.below(6)
    match = Match(CAMPUS, 3, QUICK_SETUP, dice, NAMES)
    match.entropy = entropy
    outcome = command("verify", saved(tmp_path, write(played(match))))
    assert outcome.code == 1 and "do not begin with their first draw" in outcome.err


# -- the hash that was noted -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("noted", "what"),
    [
        (commitment(bytes.fromhex(lines()[0]["dice"]["key"])), "the key of the dice"),
        (commitment(SERVER), "the server's part"),
        (commitment(BEN).upper(), "Ben's part"),
    ],
)
def test_a_hash_noted_at_the_start_is_found_again(command: Command, tmp_path: Path, noted: str, what: str) -> None:
    outcome = command("verify", saved(tmp_path, record()), "--hash", noted)
    assert outcome.code == 0
    assert outcome.out.endswith(f"\n  The hash that you noted is that of {what}.\n")


def test_all_that_was_noted_has_to_be_there(command: Command, tmp_path: Path) -> None:
    path = saved(tmp_path, record())
    both = command("verify", path, "--hash", commitment(SERVER), "--hash", commitment(ANN))
    assert both.code == 0 and both.out.count("The hash that you noted") == 2
    other = commitment(b"another")
    outcome = command("verify", path, "--hash", commitment(SERVER), "--hash", other)
    assert (outcome.code, outcome.out) == (1, "")
    assert f"{other} is none of its hashes: these are not the dice that were promised to you" in outcome.err


def test_a_part_that_was_not_opened_is_not_in_the_dice(command: Command, tmp_path: Path) -> None:
    """So a forger of a whole match gains nothing by writing the hash that Ann noted to a seat that opens nothing."""
    path = saved(tmp_path, record(ben=b""))
    outcome = command("verify", path, "--hash", commitment(BEN))
    assert (outcome.code, outcome.out) == (1, "")
    assert "is only what Ben promised and did not open: it is not in these dice" in outcome.err
    told = command("verify", path, "--hash", commitment(BEN), "--json")
    assert told.code == 1 and json.loads(told.out)[0]["ok"] is False


def test_whole_records_made_up_anew_fail_by_the_hash_alone(command: Command, tmp_path: Path) -> None:
    """Everything in it fits, and the match never was."""
    noted = commitment(bytes.fromhex(lines()[0]["dice"]["key"]))
    match = Match(CAMPUS, 3, {"max_rounds": 5}, FairDice(b"a key that pleases Ann, this one"), NAMES)
    path = saved(tmp_path, write(played(match)))
    assert command("verify", path).code == 0
    assert command("verify", path, "--hash", noted).code == 1


@pytest.mark.parametrize("bad", ["", "abc", "g" * 64, "0" * 63, "0" * 65])
def test_what_is_no_hash_is_said_to_be_none(command: Command, tmp_path: Path, bad: str) -> None:
    outcome = command("verify", saved(tmp_path, record()), "--hash", bad)
    assert outcome.code == 2 and "is not a hash: 64 digits from 0 to f" in outcome.complaint


def test_a_hash_goes_with_one_record(command: Command, tmp_path: Path) -> None:
    path = saved(tmp_path, record())
    outcome = command("verify", path, path, "--hash", commitment(ANN))
    assert outcome.code == 2 and "give --hash with one record" in outcome.complaint


# -- given tables ------------------------------------------------------------------------------------------------------


def forged_position(dice: FairDice) -> Match:
    """Ann lays herself out as the owner of almost everything, and wins."""
    position = CAMPUS.position_of(CAMPUS.deal(3, options=QUICK_SETUP))
    rooms = list(position["rooms"])
    owners = {code: [0, 40] for code in rooms[:-2]} | {rooms[-2]: [1, 1], rooms[-1]: [2, 1]}
    table = CAMPUS.position({**position, "rooms": owners}, dice=dice)
    match = Match(CAMPUS, 3, QUICK_SETUP, None, NAMES, table.to_data())
    return played(match)


def test_a_forged_position_does_not_pass_for_a_match(command: Command, tmp_path: Path) -> None:
    """It verified as "fair dice, won by Ann" once."""
    match = forged_position(FairDice(Entropy(SERVER, [], []).key()))
    assert match.table.places[0] == 1
    path = saved(tmp_path, write(match))
    outcome = command("verify", path)
    assert outcome.code == 0  # nothing in it is untrue
    first, second, *rest = outcome.out.splitlines()
    assert first.startswith(f"NOT DEALT: {path} begins from a given table. No dice and no rule answer for ")
    assert second.startswith(f"whole: {path}: Campus 1.0, 3 players, begun from a given table, ")
    assert second.endswith("won by Ann from there")
    assert rest == []
    assert "fair" not in outcome.out and "ok:" not in outcome.out
    (told,) = json.loads(command("verify", path, "--json").out)
    assert (told["ok"], told["given_table"]) == (True, True)


def test_a_replay_says_first_that_nobody_dealt(command: Command, tmp_path: Path) -> None:
    path = saved(tmp_path, write(forged_position(FairDice(bytes(32)))))
    for arguments in ([], ["--from", "2", "--to", "2"], ["--seat", "0"]):
        assert command("replay", path, *arguments).out.startswith("NOT DEALT:")


def test_a_given_table_with_the_promised_hash_is_still_not_dealt(command: Command, tmp_path: Path) -> None:
    """The key, once it is known, can be laid on any table."""
    data = lines()
    key = bytes.fromhex(data[0]["dice"]["key"])
    match = forged_position(FairDice(key))
    match.entropy = Entropy(SERVER, [commitment(ANN), commitment(BEN), ""], [ANN, BEN, b""])
    outcome = command("verify", saved(tmp_path, write(match)), "--hash", commitment(key))
    assert outcome.out.startswith("NOT DEALT: ") and "fair" not in outcome.out


def test_a_given_table_cannot_hide_other_dice_behind_the_promised_ones(command: Command, tmp_path: Path) -> None:
    data = [json.loads(line) for line in write(forged_position(FairDice(bytes(32)))).splitlines()]
    data[0]["dice"] = lines()[0]["dice"]
    outcome = command("verify", saved(tmp_path, marked_again(data)))
    assert outcome.code == 1 and "has other dice than the record" in outcome.err


# -- what a record makes a terminal do ---------------------------------------------------------------------------------


FORGED_NAMES = [
    "\x1b[H\x1b[2Jok: evening.record: Campus 1.0, 3 players, 412 decisions, fair dice, won by Ann",
    "Ann\n  The hash that you noted is that of the key of the dice.",
    "Ann\rok",
    "Ann\x9b2J",
    "Ann\u2028ok",
    "\u202ennA",
    "\ud83d",
    "Ann\u200b",
    "Ann" + " " * 60 + "The hash that you noted is that of the key of the dice.",
    "Ann" + "\u2800" * 60 + "ok",
]


@pytest.mark.parametrize("name", FORGED_NAMES)
def test_no_name_writes_on_the_terminal(command: Command, tmp_path: Path, name: str) -> None:
    """It wiped "NOT DEALT" away once, and wrote what it liked instead."""
    data = lines()
    data[0]["players"][1] = name
    path = saved(tmp_path, marked_again(data))
    for arguments in (["verify"], ["replay"], ["replay", "--summary"], ["replay", "--board"], ["play", "--resume"]):
        outcome = command(*arguments, path)
        assert (outcome.code, outcome.out) == (1, "")
        assert outcome.err.rstrip("\n").isprintable() and "Line 1 of the record has " in outcome.err


@pytest.mark.parametrize("name", ["👩‍🚀 Ann", "❤️", "می‌خواهم", "Jose\u0301", "Åse & Bjørn", "Ann-Marie O'Hara", "愛"])
def test_any_honest_name_is_told(command: Command, tmp_path: Path, name: str) -> None:
    data = lines()
    data[0]["players"][1] = name
    path = saved(tmp_path, marked_again(data))
    assert name in command("verify", path).out
    assert name in command("replay", path).out


@pytest.mark.parametrize("change", [{"game": "\x1b[2Jcampus"}, {"rules": "1.0\nok"}, {"options": {"\x1b[8m": "x"}}])
def test_nor_does_anything_else_in_it(command: Command, tmp_path: Path, change: dict[str, Any]) -> None:
    data = lines()
    data[0].update(change)
    complaint = command("verify", saved(tmp_path, marked_again(data))).err
    assert complaint.rstrip("\n").isprintable() and "Line 1 of the record has " in complaint
    entry = {**lines()[1], "act": "\x1b[2J"}
    complaint = command("verify", saved(tmp_path, marked_again([lines()[0], entry, *lines()[2:]]))).err
    assert complaint.rstrip("\n").isprintable() and "Line 2 of the record has " in complaint


def test_nobody_is_told_to_type_what_a_forger_calls_a_game(command: Command, tmp_path: Path) -> None:
    data = [{**lines()[0], "game": "ridge; rm -rf ~"}, *lines()[1:]]
    outcome = command("verify", saved(tmp_path, marked_again(data)))
    assert outcome.code == 1
    assert outcome.err.endswith("which is not installed; say where it is, as in --game ./GAME.\n")


# -- for programs ------------------------------------------------------------------------------------------------------


def test_json_tells_the_same(command: Command, tmp_path: Path) -> None:
    path = saved(tmp_path, record(ben=b""))
    outcome = command("verify", path, tmp_path / "none.record", "--json")
    assert outcome.code == 1 and outcome.err == ""
    good, bad = json.loads(outcome.out)
    assert good["added"] == [True, False, False]
    assert (good["ok"], good["given_table"], good["dice"], good["players"]) == (True, False, "fair", NAMES)
    assert bad["ok"] is False and "cannot be read" in bad["fault"]
