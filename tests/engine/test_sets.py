"""Sets of small numbers against Python's own."""

from hypothesis import given
from hypothesis import strategies as st

from marchland.engine.sets import bit, lowest, set_of, size

members = st.sets(st.integers(0, 61))


@given(members)
def test_a_set_has_its_size_and_its_lowest_number(numbers: set[int]) -> None:
    made = set_of(list(numbers))
    assert made == sum(1 << number for number in numbers)
    assert size(made) == len(numbers)
    if numbers:
        assert lowest(made) == min(numbers)


def test_every_number_has_a_bit_of_its_own() -> None:
    assert [lowest(bit(number)) for number in range(62)] == list(range(62))
    assert size(set_of(list(range(62)))) == 62
