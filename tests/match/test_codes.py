"""Codes: how actions are saved. They come back to the same action, and no wording of a sentence touches them."""

import json
from pathlib import Path
from typing import Any

import pytest

from bazaar.game import GAME as BAZAAR
from golden.golden import cases, deal, dealt
from marchland import every, load
from marchland.engine import record
from marchland.engine.errors import RecordError, UsageError
from marchland.engine.game import Game
from marchland.engine.match import Match
from marchland.engine.words import Kind

GAMES = [*every(), BAZAAR]
CAMPUS, CAPITALS, SWARM = load("campus"), load("capitals"), load("swarm")


def values(game: Game, domain: str) -> range:
    return range(len(game.labels.codes[domain])) if domain in game.labels.codes else range(3)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_label_in_every_place_comes_back(game: Game) -> None:
    for kind in game.words.kinds:
        for index, (_, domain) in enumerate(kind.arguments):
            for value in values(game, domain):
                if value <= kind.most(index):
                    arguments = [0, 0, 0, 0]
                    arguments[index] = value
                    action = int(kind.of(*arguments))
                    code = game.code_of(action)
                    assert game.action_of(code) == action
                    assert len(code.split(" ")) == 1 + len(kind.arguments)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_two_kinds_and_no_two_labels_share_a_code(game: Game) -> None:
    names = [kind.name for kind in game.words.kinds]
    assert len(set(names)) == len(names)
    for codes in game.labels.codes.values():
        assert len({code.replace(" ", "_") for code in codes}) == len(codes)


@pytest.mark.parametrize(
    ("game", "sentence", "code"),
    [
        (CAMPUS, "set up PHY", "place_start PHY"),
        (CAMPUS, "attack CAF from OBS with 3", "attack OBS CAF 3"),
        (CAMPUS, "end turn", "end_turn"),
        (CAPITALS, "sanction 2", "name_player 2"),
        (CAPITALS, "play Forced March", "play Forced_March"),
        (SWARM, "claim Green Hand with Captain Oru", "claim_show Green_Hand Captain_Oru"),
    ],
)
def test_what_codes_look_like(game: Game, sentence: str, code: str) -> None:
    assert game.code_of(game.parse(sentence)) == code


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no kind of action called ''."),
        ("set up PHY", "There is no kind of action called 'set'."),
        ("place_start", "'place_start' is not of the form 'place_start ROOM'."),
        ("place_start PHY 1", "'place_start PHY 1' is not of the form 'place_start ROOM'."),
        ("place_start  PHY", "'place_start  PHY' is not of the form 'place_start ROOM'."),
        ("place_start phy", "There is no region with the code 'phy'."),
        ("place_start Physics", "There is no region with the code 'Physics'."),
        ("place PHY three", "'three' is not a count; a whole number is meant there."),
        ("place PHY -1", "'-1' is not a count; a whole number is meant there."),
        ("place PHY 03", "'03' is not a count; a whole number is meant there."),
        ("place PHY ²", "'²' is not a count; a whole number is meant there."),
        ("place PHY 999999999", "999999999 is more than any n can be."),
        ("place PHY " + "9" * 5000, f"'{'9' * 5000}' is not a count; a whole number is meant there."),
    ],
)
def test_what_is_no_code_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(UsageError) as refused:
        CAMPUS.action_of(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("action", [-1, 127 << 23, CAMPUS.parse("end turn") + 1, CAMPUS.parse("set up PHY") + 63])
def test_what_is_no_action_has_no_code(action: int) -> None:
    with pytest.raises(UsageError):
        CAMPUS.code_of(action)


# -- secret choices on saved tables ------------------------------------------------------------------------------------


def sealed_table() -> dict[str, Any]:
    t = CAPITALS.deal(3, 1)
    while len(t.deciders()) < 2:
        seat = t.deciders()[0]
        t.play(seat, t.options(seat)[0])
    seat = t.deciders()[0]
    t.play(seat, CAPITALS.parse("bid 1"))
    data: dict[str, Any] = json.loads(json.dumps(t.to_data()))
    return data


def test_saved_tables_keep_secret_choices_as_codes() -> None:
    data = sealed_table()
    assert [made for made in data["sealed"] if made] == [["bid 1"]]
    assert CAPITALS.from_data(data).to_data() == data


@pytest.mark.parametrize("wrong", [[["bid one"]], [["bid"]], [[CAPITALS.parse("bid 1")]], [[None]], ["bid 1"], 5])
def test_secret_choices_that_are_no_codes_are_refused(wrong: object) -> None:
    with pytest.raises(RecordError, match="The saved table has a 'sealed'"):
        CAPITALS.from_data({**sealed_table(), "sealed": wrong})


# -- other words -------------------------------------------------------------------------------------------------------


def played(game: Game, number: int) -> Match:
    """A golden match."""
    match, chooser = dealt(game, number)
    while not match.table.over:
        if match.table.deals_open() and chooser.below(6) == 0:
            deal(match, chooser)
        seat = match.table.deciders()[0]
        options_now = match.table.options(seat)
        match.play(seat, int(options_now.at(chooser.below(options_now.total))))
    return match


def reword(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    """Say everything differently, and the last argument first."""
    for kind in game.words.kinds:
        gaps = " and ".join(f"{{{argument}}}" for argument, _ in reversed(kind.arguments))
        monkeypatch.setattr(kind, "pattern", f"let us {kind.number} {gaps}".strip())


@pytest.mark.parametrize(("game", "number"), cases(), ids=lambda value: getattr(value, "name", value))
def test_another_wording_breaks_no_record(monkeypatch: pytest.MonkeyPatch, game: Game, number: int) -> None:
    match = played(game, number)
    text = record.write(match)
    sentence = game.name_of(match.entries[0].action)
    reword(monkeypatch, game)
    assert game.name_of(match.entries[0].action) != sentence
    assert record.write(match) == text
    assert record.verify(record.read(text), game).table == match.table


@pytest.mark.parametrize("name", ["campus", "capitals-deals", "swarm"])
def test_another_wording_breaks_no_record_of_format_1(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    old = record.read((Path(__file__).parent / "format1" / f"{name}.record").read_text(encoding="utf-8"))
    game = load(old.game)
    reword(monkeypatch, game)
    with pytest.raises(UsageError):
        game.parse(old.steps[0]["do"])
    assert record.verify(old, game).table.over


def test_a_kind_of_another_name_would_break_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the tests above would find, both in writing and in reading."""
    match = played(CAMPUS, 1)
    text = record.write(match)
    kind: Kind = CAMPUS.words.kind_of(match.entries[0].action)
    monkeypatch.delitem(CAMPUS.words.by_name, kind.name)
    monkeypatch.setattr(kind, "name", "renamed")
    assert record.write(match) != text
    with pytest.raises(RecordError, match="Entry 1 names no action: There is no kind of action called"):
        record.verify(record.read(text), CAMPUS)
