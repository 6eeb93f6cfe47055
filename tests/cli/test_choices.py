"""What people type to pick a choice."""

import re

import pytest

import marchland
from bazaar.game import GAME as BAZAAR
from marchland.cli.choices import Line, Picked, headings, in_words, lines_of, pick
from marchland.cli.seats import seated
from marchland.cli.session import Session
from marchland.engine.dice import fast_dice
from marchland.engine.errors import IllegalAction, UsageError
from marchland.engine.match import Match
from marchland.engine.table import Table
from marchland.engine.words import Kind

CAMPUS = marchland.load("campus")
PLAYERS = seated("you,you=Ben,greedy,random")


def moving(**options: str) -> Table:
    """Seat 0 holds COM and LEC in the Science Hall and may move; everything else is Ben's."""
    rooms = {"COM": [0, 5], "LEC": [0, 2], "OBS": [0, 1]}
    position = {"seats": 4, "step": "move", "rooms": rooms, "rest": [1, 1], "fallen": [2, 3], "options": options}
    return CAMPUS.position(position, dice=fast_dice(0))


def choose(t: Table, text: str) -> Picked:
    return pick(t, 0, lines_of(t, 0), text, PLAYERS)


def named(t: Table, text: str) -> str:
    """The action that a text picks, or the lines if there is more to say."""
    picked = choose(t, text)
    if picked.action >= 0:
        return t.game.name_of(picked.action)
    return " | ".join(in_words(t.game, line, PLAYERS) for line in picked.lines)


def test_a_span_is_one_line() -> None:
    t = moving()
    shown = [in_words(CAMPUS, line, PLAYERS) for line in lines_of(t, 0)]
    assert shown == [
        "end turn",
        "attack COR from LEC with 1",
        "attack MAC from LEC with 1",
        "attack COR from COM with 1-4",
        "attack COL from COM with 1-4",
        "attack FOU from COM with 1-4",
        "reinforce COM from LEC with 1",
        "reinforce LEC from COM with 1-4",
        "reinforce OBS from COM with 1-4",
    ]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("1", "end turn"),
        ("2", "attack COR from LEC with 1"),
        ("5 3", "attack COL from COM with 3"),
        ("5 all", "attack COL from COM with 4"),
        ("5", "attack COL from COM with 1-4"),
        ("attack COL from COM with 3", "attack COL from COM with 3"),
        ("ATTACK  col FROM com WITH 3", "attack COL from COM with 3"),
        ("attack Cold Store from Computer Room with 3", "attack COL from COM with 3"),
        ("attack cold from computer with 3", "attack COL from COM with 3"),
        ("att col com 3", "attack COL from COM with 3"),
        ("a col com max", "attack COL from COM with 4"),
        ("a col com", "attack COL from COM with 1-4"),
        ("attack fou", "attack FOU from COM with 1-4"),
        ("attack foundry", "attack FOU from COM with 1-4"),
        ("attack mac", "attack MAC from LEC with 1"),
        ("attack lec", "attack COR from LEC with 1 | attack MAC from LEC with 1"),
        ("attack cor", "attack COR from LEC with 1 | attack COR from COM with 1-4"),
        ("r obs com 2", "reinforce OBS from COM with 2"),
        ("re lec com all", "reinforce LEC from COM with 4"),
        ("end turn", "end turn"),
        ("end", "end turn"),
        ("e", "end turn"),
    ],
)
def test_ways_to_say_it(text: str, action: str) -> None:
    assert named(moving(), text) == action


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("attack COL from COM with 5", "CAM-S.7"),
        ("attack COL from COM with 0", "CAM-S.12"),
        ("a col com 99", "CAM-S.7"),
        ("5 9", "CAM-S.7"),
        ("attack COL from OBS with 1", "CAM-S.7"),
        ("attack LEC from COM with 1", "CAM-S.6"),
        ("attack phy com 2", "CAM-S.2"),
        ("reinforce COL from COM with 1", "CAM-4.3"),
        ("r lec obs", "CAM-2.5"),
        ("place 3 in COM", "CAM-2.3"),
        ("set up COM", "CAM-1.6"),
    ],
)
def test_what_is_not_allowed(text: str, clause: str) -> None:
    t = moving()
    before = t.fingerprint()
    with pytest.raises(IllegalAction) as refusal:
        choose(t, text)
    assert refusal.value.clause == clause
    assert t.fingerprint() == before


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0", "There is no choice 0; they are numbered 1 to 9."),
        ("10", "There is no choice 10"),
        ("99999999999999999999", "There is no choice"),
        ("5 3 3", "at most a count"),
        ("5 x", "'x' is not a count"),
        ("5 -1", "'-1' is not a count"),
        ("5 9999999", "'9999999' is not a count"),
        ("5 5000", "is more than any count can be"),
        ("1 2", "'end turn' takes no count."),
        ("dance", "'dance' names no action."),
        ("attack", "Say it like this"),
        ("attack XYZ from COM with 2", "There is no region called 'XYZ'"),
        ("attack COL from COM with two", "names no action|'two' is not a count"),
        ("²", "names no action"),
    ],
)
def test_what_names_nothing(text: str, sentence: str) -> None:
    if text == "attack":
        t = CAMPUS.deal(4)
        with pytest.raises(UsageError, match=sentence):
            pick(t, t.deciders()[0], lines_of(t, t.deciders()[0]), text, PLAYERS)
        return
    with pytest.raises(UsageError, match=sentence):
        choose(moving(), text)


def test_only_a_count_is_asked_for() -> None:
    """Where a number of dice or of troops is the only question, a number answers it."""
    t = moving(dice_choice="choose")
    t.play(0, CAMPUS.parse("attack COL from COM with 4"))
    assert lines_of(t, 0) == [Line(CAMPUS.parse("throw 1"), 3)]
    assert named(t, "2") == "throw 2"
    assert named(t, "throw 3") == "throw 3"
    with pytest.raises(IllegalAction) as refusal:
        choose(t, "4")
    assert refusal.value.clause == "CAM-S.8"


def test_every_action_is_understood_in_its_own_words() -> None:
    for style in ("force", "roll"):
        t = moving(attack_style=style)
        for action in t.options(0):
            assert choose(t, CAMPUS.name_of(action)).action == action


def test_players_are_named_by_name_mark_or_number() -> None:
    t = BAZAAR.position({"seats": 4, "step": "gifts", "coins": [9, 9, 9, 9]}, dice=fast_dice(0))
    (seat,) = t.deciders()
    names = [in_words(BAZAAR, line, PLAYERS) for line in lines_of(t, seat)]
    assert names == ["pass", "give a coin to Ben", "give a coin to Greedy C", "give a coin to Random D"]
    for text in ("give a coin to Ben", "give ben", "give a coin to b", "give a coin to 1"):
        assert named(t, text) == "give a coin to 1"


def test_kinds_of_one_verb_are_headed_by_all_of_their_words() -> None:
    march, march_with = Kind("march", "march to {target}"), Kind("march_with", "march to {target} with {card}")
    rest = Kind("rest", "rest")
    for number, kind in enumerate((march, march_with, rest)):
        kind.number = number
    assert headings([march, rest]) == {0: "march to", 2: "rest"}
    assert headings([march, march_with, rest]) == {0: "march to …", 1: "march to … with …", 2: "rest"}


def test_the_odds_of_one_roll_are_told_from_those_of_the_whole_fight(capsys: pytest.CaptureFixture[str]) -> None:
    """CAM-S.11"""
    t = moving(attack_style="roll", attack_stop="yes")
    match = Match(CAMPUS, 4, base=t.to_data(), players=[player.name for player in PLAYERS])
    session = Session(match, PLAYERS, None)
    session.odds(0, "attack FOU from COM")
    out = capsys.readouterr().out
    assert out.startswith("This roll\n") and "the target falls" in out and "you lose 1" in out
    assert "\nA force of 4 against 1 defender" in out
    rolled = session._chance(0, Line(CAMPUS.parse("attack FOU from COM"), 1))
    assert re.fullmatch(r"\d\d% to win the whole fight", rolled)
