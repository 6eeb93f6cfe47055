"""Matches that players have ended otherwise than by their rules: nothing goes on, and the record says so."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from marchland import load
from marchland.engine import record
from marchland.engine.dice import FairDice
from marchland.engine.errors import IllegalAction, RecordError
from marchland.engine.match import Match

CAMPUS = load("campus")
ENDED = {"why": "resigned", "places": [1, 3, 2]}


def ended() -> Match:
    match = Match(CAMPUS, 3, {"max_rounds": 5}, FairDice(bytes(range(32))), ["Ann", "Ben", "Cy"])
    for _ in range(20):
        seat = match.table.deciders()[0]
        match.play(seat, match.table.options(seat)[0])
    match.ended = ENDED
    return match


def forged(end: object) -> str:
    """The record with another ending, all marks worked out anew."""
    lines = [json.loads(line) for line in record.write(ended()).splitlines()]
    lines[-1]["ended"] = end
    mark, text = "", ""
    for line in lines:
        del line["mark"]
        mark = record.mark_of(mark, line)
        text += json.dumps({**line, "mark": mark}) + "\n"
    return text


def test_nothing_goes_on() -> None:
    match = ended()
    assert match.over
    assert match.places == [1, 3, 2]
    seat = match.table.deciders()[0]
    with pytest.raises(IllegalAction, match="The match is over"):
        match.play(seat, match.table.options(seat)[0])
    assert [match.can_undo(each) for each in range(3)] == [None] * 3
    with pytest.raises(IllegalAction, match="Nothing can be undone: the match is over"):
        match.undo(seat)
    assert copy.copy(match).ended == ENDED


def test_the_record_says_it_and_verifies() -> None:
    text = record.write(ended())
    match = record.verify(record.read(text), CAMPUS)
    assert match.ended == ENDED
    assert record.write(match) == text
    assert record.resume(record.read(text), CAMPUS).over


@pytest.mark.parametrize(
    "end",
    [
        7,
        "resigned",
        [],
        {},
        {"why": "resigned"},
        {"why": "resigned", "places": [1, 2]},
        {"why": "resigned", "places": [1, 1, 2]},
        {"why": "resigned", "places": [2, 2, 3]},
        {"why": "resigned", "places": [1, 2, 4]},
        {"why": "resigned", "places": [1, 3, 3]},
        {"why": "resigned", "places": [1, 2, True]},
        {"why": "resigned", "places": [1, 0, "x"]},
        {"why": "bored", "places": [1, 2, 3]},
    ],
)
def test_an_ending_that_cannot_be_is_refused_with_a_sentence(end: Any) -> None:
    with pytest.raises(RecordError, match=r"\.$"):
        record.verify(record.read(forged(end)), CAMPUS)


def test_nobody_ends_a_match_that_is_over() -> None:
    match = Match(CAMPUS, 2, {"max_rounds": 5, "setup_place": "random"}, FairDice(bytes(32)), ["Ann", "Ben"])
    while not match.over:
        seat = match.table.deciders()[0]
        match.play(seat, match.table.options(seat)[0])
    match.ended = {"why": "resigned", "places": [1, 2]}
    with pytest.raises(RecordError, match="over by its rules"):
        record.verify(record.read(record.write(match)), CAMPUS)


def ended_after_a_fall(places: list[int]) -> record.Record:
    """Of a match in which the rules have put Cy out."""
    table = CAMPUS.position({"seats": 3, "rooms": {"COM": [1, 4]}, "rest": [0, 2], "fallen": [2]})
    match = Match(CAMPUS, 3, CAMPUS.options_of(table), None, ["Ann", "Ben", "Cy"], table.to_data())
    assert record.seats_out(match.table) == {2} and not match.over
    match.ended = {"why": "resigned", "places": places}
    return record.read(record.write(match))


@pytest.mark.parametrize("places", [[1, 2, 3], [2, 1, 3]])
def test_who_was_put_out_before_comes_last(places: list[int]) -> None:
    assert record.verify(ended_after_a_fall(places), CAMPUS).places == places


@pytest.mark.parametrize("places", [[2, 3, 1], [3, 2, 1], [1, 3, 2], [1, 2, 2], [2, 2, 1]])
def test_who_was_put_out_before_never_wins_by_others_giving_up(places: list[int]) -> None:
    with pytest.raises(RecordError, match="all before those whom the rules had put out"):
        record.verify(ended_after_a_fall(places), CAMPUS)


def test_a_shared_last_place_is_of_those_who_were_put_out() -> None:
    table = CAMPUS.position({"seats": 4, "rooms": {"COM": [1, 4]}, "rest": [0, 2], "fallen": [3, 2]})
    match = Match(CAMPUS, 4, CAMPUS.options_of(table), None, (), table.to_data())
    match.ended = {"why": "resigned", "places": [2, 1, 3, 3]}
    assert record.verify(record.read(record.write(match)), CAMPUS).places == [2, 1, 3, 3]
    with pytest.raises(RecordError, match="who has won and who held out how long"):
        record.verify(record.read(forged({"why": "resigned", "places": [2, 1, 2]})), CAMPUS)
