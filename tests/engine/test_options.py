"""The sorted set of actions, kept as spans."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.options import Options, packed

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


def test_taking_over_spans_that_the_caller_has_packed() -> None:
    options = Options()
    options.take(vec[i64]([packed(3, 1), packed(10, 3), packed(20, 1)]))
    assert options.spans() == [(3, 1), (10, 3), (20, 1)]
    assert options.total == 5
    assert options[-1] == 20


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
