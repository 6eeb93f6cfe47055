"""Events, read without knowing how they are packed."""

import random

import pytest

from bazaar.game import GAME
from engine.bazaar_table import lay, play
from engine.playing import cases, dealt, everybody, heard, walk
from marchland.engine.game import Game
from marchland.engine.match import may_hear
from marchland.engine.sayings import EVERYBODY, Phrase, Told, phrase


@pytest.mark.parametrize(("game", "seats", "seed"), cases(1))
def test_every_event_tells_who_heard_it_and_what_it_is_about(game: Game, seats: int, seed: int) -> None:
    t = dealt(game, seats, seed)
    for number in walk(t, random.Random(seed)):
        if number > 800:
            break
        for event in t.events or []:
            told = game.read(event, [f"Player {seat}" for seat in range(seats)])
            assert told.text and told.clause == game.clause_of(event[1:])
            assert list(told.arguments.values()) == event[2:] and list(told.arguments) == list(told.domains)
            for viewer in everybody(t):
                hears = told.seats is None or viewer in told.seats
                assert hears == may_hear(viewer, event[0]) == bool(heard([event], viewer))
            for seat in told.of("seat"):
                assert seat >= seats or f"Player {seat}" in told.text
            for region in told.of("region"):
                assert game.labels.name("region", region) in told.text
            for roll in told.rolls():
                assert all(1 <= face <= 6 for face in roll)
                assert ", ".join(map(str, roll)) in told.text
        t.events = []


def test_an_event_by_name() -> None:
    t = lay("gifts", hands=[["tea1"], [], []])
    t.propose(0, 1, "3 coins and tea1")
    play(t, "1: accept offer 1")
    coins, card = (GAME.read(event, ["Ann", "Ben", "Cyd"]) for event in (t.events or [])[-2:])
    assert coins.text == "Ann hands Ben 3 coins and 1 cards"
    assert coins.arguments == {"who": 0, "to": 1, "n": 3, "cards": 1} and coins.seats is None
    assert card.arguments == {"who": 0, "to": 1, "card": 12} and card.seats == [0, 1]
    assert card.clause == "BAZ-9.5" and card.of("seat") == [0, 1] and card.of("region") == []
    assert repr(card) == "<Told: 'Ann hands Ben tea of worth 1' (BAZ-9.5)>"


def test_dice_are_told_face_by_face() -> None:
    thrown = phrase("BAZ-1.1", "{one:dice} against {two:dice}")
    told = GAME.read([EVERYBODY, thrown, 0x6631, 0])
    assert told.text == "6, 6, 3, 1 against none"
    assert told.rolls() == [[6, 6, 3, 1], []]
    assert isinstance(told, Told)


def test_an_event_has_the_role_of_its_phrase() -> None:
    plain, blow = phrase("BAZ-1.1", "{who:seat} sits down"), phrase("BAZ-1.1", "{who:seat} is out", "blow")
    assert [GAME.read([EVERYBODY, number, 0]).role for number in (plain, blow)] == ["", "blow"]
    with pytest.raises(ValueError, match="'blows' is no role of a phrase; there are round, turn, battle, reveal and b"):
        phrase("BAZ-1.1", "{who:seat} is out", "blows")


def test_two_gaps_of_a_phrase_have_two_names() -> None:
    with pytest.raises(ValueError, match="two gaps of a phrase have the same name"):
        Phrase("BAZ-1.1", "{who:seat} pays {who:seat}")
