"""Sets of small numbers, as the bits of one int: regions, seats, cards."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

# Compiled code must not shift a plain 1 that far: to C it is a short number.
_BITS: Final = vec[i64]([1 << number for number in range(62)])


def bit(number: i64) -> i64:
    """The set of one number."""
    return _BITS[number]


def size(members: i64) -> i64:
    count: i64 = 0
    left = members
    while left:
        left &= left - 1
        count += 1
    return count


def set_of(numbers: list[int]) -> i64:
    members: i64 = 0
    for number in numbers:
        members |= bit(number)
    return members


def _places() -> vec[i64]:
    places = vec[i64]()
    for rest in range(67):
        places = append(places, next((number for number in range(63) if (1 << number) % 67 == rest), 0))
    return places


_PLACES: Final = _places()


def lowest(members: i64) -> i64:
    """The least number of a set that is not empty."""
    # No two powers of two up to 2^63 leave the same rest.
    return _PLACES[(members & -members) % 67]
