"""The legal actions of one seat, kept as spans of consecutive ints.

The last argument of an action stands in its lowest bits, so "attack with 1 to 7" is seven neighbouring ints.
Keeping only the first and the length makes long counts cheap to generate and gives the client its slider.
"""

from collections.abc import Iterator
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

SPAN_BITS: Final = 20
SPAN_MASK: Final = (1 << SPAN_BITS) - 1


def packed(first: i64, count: i64) -> i64:
    """A span as one int."""
    return first << SPAN_BITS | count


class Options:
    """A sorted set of actions. Steps add them in rising order; everybody else only reads."""

    packed: vec[i64]
    total: i64

    def __init__(self) -> None:
        self.packed = vec[i64]()
        self.total = 0

    def add(self, action: i64) -> None:
        self.packed = append(self.packed, action << SPAN_BITS | 1)
        self.total += 1

    def span(self, first: i64, count: i64) -> None:
        """Add `count` consecutive actions from `first` on; none if count is 0 or less."""
        if count > 0:
            self.packed = append(self.packed, first << SPAN_BITS | count)
            self.total += count

    def take(self, spans: vec[i64]) -> None:
        """Take over all spans from a caller that has packed them itself, in rising order."""
        total: i64 = 0
        for entry in spans:
            total += entry & SPAN_MASK
        self.packed = spans
        self.total = total

    def at(self, index: i64) -> i64:
        left: i64 = index
        for entry in self.packed:
            count = entry & SPAN_MASK
            if left < count:
                return (entry >> SPAN_BITS) + left
            left -= count
        raise IndexError("option index out of range")

    def __len__(self) -> int:
        return self.total

    def __getitem__(self, index: int) -> int:
        place = index if index >= 0 else self.total + index
        if place < 0:
            raise IndexError("option index out of range")
        return self.at(place)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, int) and 0 <= action < 1 << 32 and self.holds(action)

    def holds(self, action: i64) -> bool:
        for entry in self.packed:
            first = entry >> SPAN_BITS
            count = entry & SPAN_MASK
            if first <= action < first + count:
                return True
        return False

    def __iter__(self) -> Iterator[int]:
        return iter(self.actions())

    def actions(self) -> list[int]:
        return [action for first, count in self.spans() for action in range(first, first + count)]

    def spans(self) -> list[tuple[int, int]]:
        """(first action, how many) of each span."""
        return [(entry >> SPAN_BITS, entry & SPAN_MASK) for entry in self.packed]
