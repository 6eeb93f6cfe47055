"""marchland verify and marchland replay, and records that somebody has tampered with."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import marchland
from cli.command import Command
from marchland.bots import Sight, make_bot
from marchland.engine.dice import FairDice, commitment
from marchland.engine.match import Match
from marchland.engine.record import mark_of, write

QUICK = settings(deadline=None, max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])


@cache
def lines() -> list[str]:
    """The record of a short match with fair dice, played by random bots."""
    options = {"max_rounds": 5, "setup_place": "random"}
    match = Match(marchland.load("campus"), 2, options, FairDice(bytes(range(32))), ["Random A", "Random B"])
    bots = [make_bot("random", seat) for seat in range(2)]
    while not match.table.over:
        (seat,) = match.table.deciders()
        match.play(seat, int(bots[seat].choose(Sight(match.table, seat))))
    return write(match).splitlines()


def saved(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "match.record"
    path.write_text(text, encoding="utf-8")
    return path


def joined(parts: list[str]) -> str:
    return "\n".join(parts) + "\n"


def marked_again(data: list[dict[str, Any]]) -> str:
    """A record whose forger has worked out all marks anew."""
    mark = ""
    text = []
    for entry in data:
        line = {name: value for name, value in entry.items() if name != "mark"}
        mark = mark_of(mark, line)
        text.append(json.dumps({**line, "mark": mark}, separators=(",", ":")))
    return joined(text)


ENTRIES = [number for number, line in enumerate(lines()) if line.startswith('{"n"')]
ROLLED = [number for number in ENTRIES if json.loads(lines()[number])["draws"]]
KEY = lines()[0].index('"key":"') + len('"key":"')


# -- verify ------------------------------------------------------------------------------------------------------------


def test_a_whole_record(command: Command, tmp_path: Path) -> None:
    path = saved(tmp_path, joined(lines()))
    outcome = command("verify", path)
    assert outcome.code == 0
    assert outcome.err == ""
    assert outcome.out.startswith(f"ok: {path}: Campus 1.0, 2 players, {len(ENTRIES)} decisions, fair dice, won by ")


def test_a_match_that_the_players_have_ended(command: Command, tmp_path: Path) -> None:
    match = Match(marchland.load("campus"), 2, {}, FairDice(bytes(range(32))), ["Ann", "Ben"])
    match.ended = {"why": "resigned", "places": [2, 1]}
    path = saved(tmp_path, write(match))
    assert command("verify", path).out.endswith("0 decisions, fair dice, won by Ben, as all others resigned\n")
    assert command("replay", path).out.endswith("\nAll others have resigned; the match is over.\n")
    outcome = command("play", "--resume", path)
    assert outcome.code == 0
    assert "The match is over after 0 rounds." in outcome.out


def test_one_bad_record_among_good_ones(command: Command, tmp_path: Path) -> None:
    good = saved(tmp_path, joined(lines()))
    bad = tmp_path / "bad.record"
    bad.write_text("{}\n")
    outcome = command("verify", good, bad, good)
    assert outcome.code == 1
    assert outcome.out.count("ok: ") == 2
    assert outcome.err == f"{bad}: Line 1 of the record is not an object with a mark.\n"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a\nok: b", r"a\nok: b"),
        ("a\x1b[1A", r"a\x1b[1A"),
        ("a\u202eb", r"a\u202eb"),
        ("a  b", "a  b"),
    ],
)
def test_the_name_of_a_file_says_nothing_of_its_own(command: Command, tmp_path: Path, name: str, told: str) -> None:
    """It comes from whoever has packed the records."""
    path = tmp_path / name
    path.write_text(joined(lines()), encoding="utf-8")
    assert command("verify", path).out.startswith(f"ok: {tmp_path / told}: Campus 1.0, ")
    path.write_text("{}\n")
    assert command("verify", path).err.startswith(f"{tmp_path / told}: Line 1 of the record ")
    path.unlink()
    assert command("replay", path).complaint.startswith(f"{tmp_path / told} cannot be read: ")


@given(st.sampled_from(ENTRIES), st.integers(0), st.characters(min_codepoint=32, max_codepoint=126))
@QUICK
def test_any_other_character_in_an_action_line(
    command: Command, tmp_path: Path, number: int, place: int, other: str
) -> None:
    altered = lines()[:]
    line = altered[number]
    place %= len(line)
    if line[place] == other:
        other = "~" if other != "~" else "!"
    altered[number] = line[:place] + other + line[place + 1 :]
    outcome = command("verify", saved(tmp_path, joined(altered)))
    assert outcome.code == 1
    assert f"Line {number + 1} of the record" in outcome.err
    assert outcome.err.count("\n") == 1


@given(st.integers(0, 63), st.sampled_from("0123456789abcdefABCDEFg \u00e9"))
@QUICK
def test_any_other_character_in_the_key(command: Command, tmp_path: Path, place: int, other: str) -> None:
    line = lines()[0]
    if line[KEY + place] == other:
        other = "x"
    altered = [line[: KEY + place] + other + line[KEY + place + 1 :], *lines()[1:]]
    outcome = command("verify", saved(tmp_path, joined(altered)))
    assert outcome.code == 1
    assert "Line 1 of the record was altered" in outcome.err


@given(st.sampled_from(ENTRIES), st.sampled_from(ENTRIES))
@QUICK
def test_another_action_with_forged_marks(command: Command, tmp_path: Path, number: int, source: int) -> None:
    """Marks can be worked out by anybody; the rules and the dice cannot be talked round."""
    data = [json.loads(line) for line in lines()]
    if data[number]["act"] == data[source]["act"]:
        return
    data[number]["act"] = data[source]["act"]
    outcome = command("verify", saved(tmp_path, marked_again(data)))
    assert outcome.code == 1
    assert outcome.err.count("\n") == 1


@given(st.sampled_from(ROLLED), st.integers(0), st.integers(1, 5))
@QUICK
def test_another_draw_with_forged_marks(command: Command, tmp_path: Path, number: int, place: int, more: int) -> None:
    data = [json.loads(line) for line in lines()]
    draws = data[number]["draws"]
    draws[place % len(draws)] = (draws[place % len(draws)] + more) % 6
    outcome = command("verify", saved(tmp_path, marked_again(data)))
    assert outcome.code == 1
    assert f"Entry {data[number]['n']} records draws that the dice did not give." in outcome.err


@given(st.integers(0, 31), st.integers(1, 255), st.booleans())
@QUICK
def test_another_key_with_forged_marks(
    command: Command, tmp_path: Path, place: int, change: int, hashed_again: bool
) -> None:
    data = [json.loads(line) for line in lines()]
    key = bytearray.fromhex(data[0]["dice"]["key"])
    key[place] ^= change
    data[0]["dice"]["key"] = key.hex()
    if hashed_again:
        data[0]["dice"]["hash"] = commitment(bytes(key))
    outcome = command("verify", saved(tmp_path, marked_again(data)))
    assert outcome.code == 1
    assert ("The draws of the setup are not" if hashed_again else "does not fit the hash") in outcome.err


@pytest.mark.parametrize("kept", [0, 1, 2, 5, -1])
def test_a_truncated_record(command: Command, tmp_path: Path, kept: int) -> None:
    outcome = command("verify", saved(tmp_path, joined(lines()[:kept]) if kept else ""))
    assert outcome.code == 1
    assert ("is cut off" if kept else "This is not a record") in outcome.err


@pytest.mark.parametrize("cut", [1, 40, 2000])
def test_a_record_cut_in_the_middle_of_a_line(command: Command, tmp_path: Path, cut: int) -> None:
    outcome = command("verify", saved(tmp_path, joined(lines())[: -cut - 1]))
    assert outcome.code == 1
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "hello\n",
        "[]\n",
        "null\n",
        "[" * 100_000 + "\n",
        '{"record": 1, "mark": "x"}\n',
        marked_again([{"record": 3}, {"end": 0}]),
        marked_again([{"record": 2}, {"end": 0}]),
    ],
)
def test_malformed_files(command: Command, tmp_path: Path, text: str) -> None:
    path = saved(tmp_path, text)
    for arguments in (["verify", path], ["replay", path], ["play", "campus", "--resume", path]):
        outcome = command(*arguments)
        assert outcome.code == 1
        assert outcome.out == ""
        assert outcome.err.count("\n") == 1
        assert str(path) in outcome.err


HEADER = json.loads(lines()[0])


@pytest.mark.parametrize(
    "change",
    [
        {"seats": 1},
        {"seats": 10**30},
        {"seats": True},
        {"players": [1, 2]},
        {"players": ["Ann"]},
        {"options": {"max_rounds": [1]}},
        {"options": {"no": "such"}},
        {"dice": {}},
        {"dice": {"kind": "fair"}},
        {"dice": {"kind": "fair", "key": "00", "position": 0, "draws": 0}},
        {"setup": ["x"]},
        {"game": "chess"},
        {"rules": "0.1"},
        {"base": 3},
        {"base": {}},
    ],
)
def test_a_forged_first_line(command: Command, tmp_path: Path, change: dict[str, Any]) -> None:
    data = [{**HEADER, **change}, *map(json.loads, lines()[1:])]
    outcome = command("verify", saved(tmp_path, marked_again(data)))
    assert outcome.code == 1
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    "forged",
    [
        {"snapshot": 3},
        {"snapshot": 3, "table": 7},
        {"n": 1},
        {"n": 1, "seat": 0, "draws": [], "act": 7},
        {"n": 1, "seat": 9, "draws": [], "act": "end_turn"},
        {"n": 1, "seat": 10**30, "draws": [], "act": "end_turn"},
        {"n": 1, "seat": -1, "draws": [], "act": "end_turn"},
        {"n": 1, "seat": 0, "draws": [], "offer": {"to": 1, "give": ["x"], "ask": []}},
        {"n": 1, "seat": 0, "draws": [], "act": "offer 1: 3 for nothing"},
        {"n": 1, "seat": 0, "draws": [], "act": "offer you"},
        {"n": 1, "seat": 0, "draws": [], "offer": 5},
        {"nothing": "known"},
    ],
)
def test_a_forged_entry(command: Command, tmp_path: Path, forged: dict[str, Any]) -> None:
    data = [HEADER, forged, json.loads(lines()[-1])]
    for verb in ("verify", "replay"):
        outcome = command(verb, saved(tmp_path, marked_again(data)))
        assert outcome.code == 1
        assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    "offer",
    [
        {"to": 10**30, "give": [], "ask": []},
        {"to": float("inf"), "give": [], "ask": []},
        {"to": 1, "give": [10**30], "ask": []},
    ],
)
def test_an_offer_beyond_all_numbers(command: Command, tmp_path: Path, offer: dict[str, Any]) -> None:
    """As older records have them."""
    data = [{**HEADER, "record": 2}, {"n": 1, "seat": 0, "draws": [], "offer": offer}, json.loads(lines()[-1])]
    for verb in ("verify", "replay"):
        outcome = command(verb, saved(tmp_path, marked_again(data)))
        assert outcome.code == 1
        assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    "change", [{"round": 10**30}, {"units": [10**30]}, {"agenda": [["campus.move", 0, 10**30, 0, 0, 0, 0, 0]]}]
)
def test_a_table_beyond_all_numbers(command: Command, tmp_path: Path, change: dict[str, Any]) -> None:
    table = marchland.load("campus").deal(2, dice=FairDice(bytes(range(32)))).to_data()
    assert change.keys() < table.keys()
    data = [{**HEADER, "base": {**table, **change}}, json.loads(lines()[-1])]
    path = saved(tmp_path, marked_again(data))
    for arguments in (["verify", path], ["replay", path], ["replay", path, "--summary"], ["play", "--resume", path]):
        outcome = command(*arguments)
        assert outcome.code == 1
        assert outcome.err.count("\n") == 1


def test_more_seats_than_letters(command: Command, tmp_path: Path) -> None:
    data = [{**HEADER, "seats": 40, "players": ["Ann"] * 40}, json.loads(lines()[-1])]
    assert "or A to H." in command("replay", saved(tmp_path, marked_again(data)), "--seat", "Z").complaint


def test_no_file_and_no_text(command: Command, tmp_path: Path) -> None:
    missing = command("verify", tmp_path / "missing.record")
    assert (missing.code, "cannot be read: No such file" in missing.err) == (1, True)
    folder = command("verify", tmp_path)
    assert (folder.code, "cannot be read: Is a directory" in folder.err) == (1, True)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    binary = command("verify", tmp_path / "binary")
    assert (binary.code, "it is not text" in binary.err) == (1, True)


# -- replay ------------------------------------------------------------------------------------------------------------


def test_the_whole_story(command: Command, tmp_path: Path) -> None:
    outcome = command("replay", saved(tmp_path, joined(lines())))
    assert outcome.code == 0
    assert outcome.out.startswith("Campus, rules 1.0: Random A, Random B\n")
    assert "is the first player. (CAM-1.2)" in outcome.out
    assert "(CAM-S.9)" in outcome.out
    assert f"\n{len(ENTRIES):4}  Round 5 was the last: the ranking decides. (CAM-S.16)\n" in outcome.out


def test_a_part_of_it(command: Command, tmp_path: Path) -> None:
    path = saved(tmp_path, joined(lines()))
    whole = command("replay", path).out.split("\n")
    part = command("replay", path, "--from", 5, "--to", 9).out.split("\n")
    first, after = (next(i for i, line in enumerate(whole) if line[:4].strip() == number) for number in ("5", "10"))
    assert part[:-1] == whole[first:after]
    assert command("replay", path, "--from", 5, "--to", 9, "--seat", "b").out.split("\n") == part


def test_with_the_board(command: Command, tmp_path: Path) -> None:
    out = command("replay", saved(tmp_path, joined(lines())), "--from", 4, "--to", 4, "--board").out
    assert "Science Hall, worth 4: " in out
    assert "A  Random A" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--seat", "2"], "There is no seat '2'; this match has the seats 0 to 1, or A to B."),
        (["--seat", "-1"], "There is no seat '-1'"),
        (["--from", "9", "--to", "5"], "There is nothing from decision 9 to decision 5."),
        (["--from", "-2"], "There is nothing from decision -2"),
    ],
)
def test_a_part_that_is_not_there(command: Command, tmp_path: Path, arguments: list[str], sentence: str) -> None:
    outcome = command("replay", saved(tmp_path, joined(lines())), *arguments)
    assert outcome.code == 2
    assert sentence in outcome.complaint
