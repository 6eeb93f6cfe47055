"""Sets of small numbers, as the bits of one int: regions, seats, cards."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

ROOM: Final = 62  # how many different numbers there is room for

# Compiled code must not shift a plain 1 that far: to C it is a short number.
_BITS: Final = vec[i64]([1 << number for number in range(ROOM)])


def bit(number: i64) -> i64:
    """The set of one number."""
    return _BITS[number]


def size(members: i64) -> i64:
    # Neighbouring bits are added up, then neighbouring sums: no loop that would end in each case elsewhere.
    pairs: i64 = members - (members >> 1 & 0x1555555555555555)
    fours: i64 = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
    eights: i64 = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    halves: i64 = eights + (eights >> 32)
    quarters: i64 = halves + (halves >> 16)
    return (quarters + (quarters >> 8)) & 0x7F


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
