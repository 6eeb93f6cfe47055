"""Sets of small numbers, as the bits of one int: regions, seats, cards."""

from typing import Final

from librt.vecs import vec
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


# Each power of two below 2^32, multiplied by this, has five leading bits of its own.
_SPREAD: Final = 0x077CB531
_PLACES: Final = vec[i64]([0] * 32)
for _number in range(32):
    _PLACES[(_SPREAD << _number & 0xFFFFFFFF) >> 27] = _number


def lowest(members: i64) -> i64:
    """The least number of a set that is not empty."""
    low: i64 = members & 0xFFFFFFFF
    if low:
        return _PLACES[((low & -low) * _SPREAD & 0xFFFFFFFF) >> 27]
    high: i64 = members >> 32
    return 32 + _PLACES[((high & -high) * _SPREAD & 0xFFFFFFFF) >> 27]
