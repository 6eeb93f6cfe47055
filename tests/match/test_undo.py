"""Undo is automatic up to a barrier: dice used, something revealed, another seat has acted."""

import pytest

from marchland import load
from marchland.engine.dice import ScriptedDice, fast_dice
from marchland.engine.errors import IllegalAction
from marchland.engine.match import Match

CAMPUS = load("campus")


def at_move(rooms: dict[str, list[int]], faces: list[int]) -> Match:
    position = {"seats": 4, "active": 0, "step": "move", "rooms": rooms, "rest": [2, 1]}
    table = CAMPUS.position(position | {"rooms": {**rooms, "PHY": [1, 1], "TRA": [3, 1]}}, dice=ScriptedDice(faces))
    return Match(CAMPUS, 4, base=table.to_data())


def do(match: Match, text: str) -> None:
    match.play(match.table.deciders()[0], CAMPUS.parse(text))


def test_undo_returns_the_very_same_table() -> None:
    match = at_move({"COM": [0, 6], "LEC": [0, 1]}, [])
    before = match.table.fingerprint()
    do(match, "reinforce LEC from COM with 2")
    middle = match.table.fingerprint()
    do(match, "reinforce LEC from COM with 1")
    assert match.undo(0).action == CAMPUS.parse("reinforce LEC from COM with 1")
    assert match.table.fingerprint() == middle
    match.undo(0)
    assert match.table.fingerprint() == before
    assert match.entries == []


def test_undo_says_what_it_will_take_back() -> None:
    match = at_move({"COM": [0, 6], "LEC": [0, 1]}, [])
    assert match.can_undo(0) is None
    do(match, "reinforce LEC from COM with 2")
    entry = match.can_undo(0)
    assert entry is not None
    assert match.describe(entry) == "reinforce Lecture Theatre from Computer Room with 2"
    assert match.can_undo(1) is None


def test_undo_stops_at_dice() -> None:
    match = at_move({"COM": [0, 6], "LEC": [0, 1]}, [6, 1])
    do(match, "reinforce LEC from COM with 2")
    do(match, "attack FOU from COM with 1")
    after = match.table.fingerprint()
    with pytest.raises(IllegalAction, match="dice were rolled"):
        match.undo(0)
    assert match.table.fingerprint() == after
    do(match, "reinforce LEC from COM with 1")
    match.undo(0)
    assert match.table.fingerprint() == after
    with pytest.raises(IllegalAction):
        match.undo(0)


def test_undo_stops_at_another_seat() -> None:
    match = Match(CAMPUS, 4, dice=fast_dice(5))
    first = match.table.deciders()[0]
    match.play(first, match.table.options(first)[0])
    assert match.can_undo(first) is not None
    second = match.table.deciders()[0]
    assert second != first
    match.play(second, match.table.options(second)[0])
    assert match.can_undo(first) is None
    match.undo(second)
    # What the first did is out of reach all the same: the second has seen it.
    assert match.can_undo(first) is None


def test_undo_takes_the_events_back_too() -> None:
    match = at_move({"COM": [0, 6], "LEC": [0, 1]}, [])
    told = len(match.events)
    do(match, "reinforce LEC from COM with 2")
    assert len(match.events) == told + 1
    match.undo(0)
    assert len(match.events) == told


@pytest.mark.parametrize("seed", range(20))
def test_undo_over_random_play(seed: int) -> None:
    """Whatever can be undone comes back exactly, and play goes on from there as if nothing had been."""
    match = Match(CAMPUS, 3, {"max_rounds": 5, "attack_stop": "yes"}, fast_dice(seed))
    chooser = fast_dice(seed + 1)
    while not match.table.over:
        seat = match.table.deciders()[0]
        before = match.table.fingerprint()
        options = match.table.options(seat)
        draws = match.table.dice.draws
        action = int(options.at(chooser.below(options.total)))
        match.play(seat, action)
        undoable = match.can_undo(seat) is not None
        assert undoable == (match.table.dice.draws == draws and not match.table.over)
        if undoable and chooser.below(3) == 0:
            match.undo(seat)
            assert match.table.fingerprint() == before
            match.play(seat, action)
