"""The sorted set of actions, kept as spans."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marchland.engine.options import Options
from marchland.engine.words import Kind, Words

# Gaps and lengths: (1, 3), (2, 1) are the spans 1, 2, 3 and 6.
gaps = st.lists(st.tuples(st.integers(0, 1000), st.integers(1, 30)), max_size=12)


def made_of(gaps: list[tuple[int, int]]) -> tuple[Options, list[int]]:
    options = Options()
    expected: list[int] = []
    place = 0
    for gap, count in gaps:
        place += gap
        options.span(place, count)
        expected += range(place, place + count)
        place += count
    return options, expected


@given(gaps)
def test_options_are_the_list_of_their_actions(gaps: list[tuple[int, int]]) -> None:
    options, expected = made_of(gaps)
    assert options.actions() == list(options) == expected
    assert len(options) == options.total == len(expected)
    assert [options[index] for index in range(len(expected))] == expected
    assert [options[-1 - index] for index in range(len(expected))] == expected[::-1]
    assert all(action in options for action in expected)
    around = set(range(expected[0] - 2, expected[-1] + 3)) if expected else {0, 1}
    assert {action for action in around if options.holds(action)} == set(expected)


@given(gaps, st.integers(0, 400))
def test_no_option_beyond_the_ends(gaps: list[tuple[int, int]], beyond: int) -> None:
    options, expected = made_of(gaps)
    for index in (len(expected) + beyond, -len(expected) - 1 - beyond):
        with pytest.raises(IndexError, match="out of range"):
            options[index]


def test_adding_one_by_one() -> None:
    options = Options()
    options.add(3)
    options.add(5)
    options.span(10, 3)
    assert options.actions() == [3, 5, 10, 11, 12]
    assert options.spans() == [(3, 1), (5, 1), (10, 3)]
    assert options.total == 5


PUT = Kind("put", "put {n} in {room}", "room:region n:count")
GO = Kind("go", "go from {source} to {target}", "source:region target:region")
SEND = Kind("send", "send {n} from {source} to {target}", "source:region target:region n:count")
PLAY = Kind("play", "play {who} from {source} into {target}", "who:seat source:region target:region")
WORDS = Words(None, [PUT, GO, SEND, PLAY])


@given(st.sets(st.integers(0, 61)), st.integers(0, 62), st.integers(-2, 3000))
def test_a_fan_is_the_same_span_towards_each_target(targets: set[int], source: int, most: int) -> None:
    mask = sum(1 << target for target in targets)
    fan, spans = Options(), Options()
    fan.fan(PUT, mask, most)
    fan.fan(GO, mask, most, source)
    fan.fan(SEND, mask, most, source)
    for room in sorted(targets):
        spans.span(PUT.of(room, 1), most)
    for target in sorted(targets):
        spans.span(GO.of(source, target), min(most, 1))
    for target in sorted(targets):
        spans.span(SEND.of(source, target, 1), min(most, 2047))
    assert fan.spans() == spans.spans()
    assert fan.total == spans.total
    again = Options()
    again.fan_from(PUT, 0, mask, most)
    again.fan_from(GO, source, mask, most)
    again.fan_from(SEND, source, mask, most)
    assert again.spans() == fan.spans()
    for index in range(0, fan.total, 1 + fan.total // 50):
        action = spans.at(index)
        assert fan.at(index) == action
        for near in (action - 1, action, action + 1, action + most, action + 64, action + 2048, action + (1 << 17)):
            assert fan.holds(near) == spans.holds(near)


@pytest.mark.parametrize("count", [0, -1, -7])
def test_an_empty_span_adds_nothing(count: int) -> None:
    options = Options()
    options.span(5, count)
    assert options.spans() == []
    assert not options
    assert 5 not in options


def test_the_longest_span_of_the_highest_kind() -> None:
    options = Options()
    first = 127 << 23
    options.span(first, (1 << 19) - 1)
    assert options[-1] == first + (1 << 19) - 2
    assert options.holds(first + (1 << 19) - 2)
    assert not options.holds(first + (1 << 19) - 1)


@pytest.mark.parametrize("nonsense", ["3", 3.0, None, -3, 1 << 70, [3]])
def test_only_actions_are_contained(nonsense: object) -> None:
    options = Options()
    options.add(3)
    assert nonsense not in options
    assert 3 in options


def test_an_action_read_before_is_not_held_by_a_list_begun_anew() -> None:
    options, _ = made_of([(1, 3)])
    read = options[1]
    twin = options.copy()
    for begin_anew in (options.clear, lambda: options.take(Options())):
        options.span(1, 3)
        assert options.holds(options[1])
        begin_anew()
        assert not options.holds(read) and not options.holds(-1)
    assert twin.actions() == [1, 2, 3] and twin.holds(read)
    assert not twin.holds(-1)


@given(st.integers(0, 7), st.integers(0, 62), st.sets(st.integers(0, 61)))
def test_two_arguments_stand_before_the_targets_of_a_fan(card: int, source: int, targets: set[int]) -> None:
    fan = Options()
    fan.fan(PLAY, sum(1 << target for target in targets), 1, card, source)
    assert fan.actions() == [PLAY.of(card, source, target) for target in sorted(targets)]
