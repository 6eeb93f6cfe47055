"""The legal actions of one seat, kept as rows.

The last argument of an action stands in its lowest bits, so "attack with 1 to 7" is seven neighbouring ints: a span.
Where the same span is open towards each of a set of regions, it is kept once, with the set: a fan. Both make long lists
cheap to generate, and spans give the client its slider.
"""

from collections.abc import Iterator
from typing import Any, Final, final

from librt.vecs import extend, vec
from mypy_extensions import i64, mypyc_attr

from marchland.engine.sets import lowest, size
from marchland.engine.words import Kind

# The ints of a row: its head, and
TARGETS: Final = 1  # the targets of a fan; 0 for a single span
END: Final = 2  # how many actions there are up to the end of this row
ROW: Final = 3

# The head: the first action (of a fan, what it would be towards number 0), above it how many are in a span, and above
# that the place of the target's lowest bit.
FIRST_BITS: Final = 32
FIRST_MASK: Final = 0xFFFFFFFF
COUNT_BITS: Final = 20
COUNT_MASK: Final = 0xFFFFF
SHIFT: Final = FIRST_BITS + COUNT_BITS
SHOWN: Final = 4  # actions that `repr` lists
_FRESH: Final = vec[i64]([0] * (16 * ROW))  # room for the first rows


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Options:
    """A sorted set of actions. Steps add them in rising order; everybody else only reads."""

    rows: vec[i64]
    length: i64  # of the rows in use
    total: i64
    given: i64  # the action that was read last: most likely it is the one that will be asked about

    def __init__(self) -> None:
        self.rows = vec[i64]()
        self.length = 0
        self.total = 0
        self.given = -1

    def clear(self) -> None:
        self.length = 0
        self.total = 0
        self.given = -1

    def copy(self) -> "Options":
        twin = Options()
        twin.rows = self.rows[: self.length]
        twin.length = self.length
        twin.total = self.total
        return twin

    def __copy__(self) -> "Options":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Options":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (list(self.rows[: self.length]), int(self.total))

    def __repr__(self) -> str:
        first = ", ".join(str(self.at(i)) for i in range(min(self.total, SHOWN)))
        more = ", …" if self.total > SHOWN else ""
        return f"<Options: {self.total}{': ' if first else ''}{first}{more}>"

    def take(self, others: "Options") -> None:
        """Become what the others are."""
        while len(self.rows) < others.length:
            self._grow()
        for place in range(others.length):
            self.rows[place] = others.rows[place]
        self.length = others.length
        self.total = others.total
        self.given = -1

    def add(self, action: i64) -> None:
        self._row(action, 1)

    def span(self, first: i64, count: i64) -> None:
        """Add `count` consecutive actions from `first` on; none if count is 0 or less."""
        if count > 0:
            self._row(first, count)

    def fan(self, kind: Kind, targets: i64, most: i64 = 1, a: i64 = 0, b: i64 = 0) -> None:
        """Add a kind of action towards each of a set of targets, its last argument but the count. A count goes from 1
        up to `most`, or as far as its bits reach. What stands before the target is `a` and `b`."""
        self.fan_from(kind, (a << kind.shift_a | b << kind.shift_b) >> kind.before_shift, targets, most)

    def fan_from(self, kind: Kind, source: i64, targets: i64, most: i64) -> None:
        """A fan with one argument before the target, for inner loops: arguments that may be left out cost time."""
        if targets and most > 0:
            count: i64 = kind.most_count
            if most < count:
                count = most
            place = self.length
            if place + ROW > len(self.rows):
                self._grow()
            rows = self.rows
            total: i64 = self.total + size(targets) * count
            head: i64 = kind.first | source << kind.before_shift
            rows[place] = head | count << FIRST_BITS | kind.target_shift << SHIFT
            rows[place + TARGETS] = targets
            rows[place + END] = total
            self.total = total
            self.length = place + ROW

    def _row(self, first: i64, count: i64) -> None:
        place = self.length
        if place + ROW > len(self.rows):
            self._grow()
        rows = self.rows
        total: i64 = self.total + count
        rows[place] = first | count << FIRST_BITS
        rows[place + TARGETS] = 0
        rows[place + END] = total
        self.total = total
        self.length = place + ROW

    def _grow(self) -> None:
        self.rows = extend(self.rows, self.rows[:] if len(self.rows) else _FRESH)

    def at(self, index: i64) -> i64:
        if not 0 <= index < self.total:
            raise IndexError("option index out of range")
        rows = self.rows
        row: i64 = 0
        while rows[row + END] <= index:
            row += ROW
        left: i64 = index
        if row > 0:
            left -= rows[row - 1]
        head: i64 = rows[row]
        targets: i64 = rows[row + TARGETS]
        first: i64 = head & FIRST_MASK
        if targets:
            count: i64 = head >> FIRST_BITS & COUNT_MASK
            while left >= count:
                left -= count
                targets &= targets - 1
            first += lowest(targets) << (head >> SHIFT)
        self.given = first + left
        return self.given

    def __len__(self) -> int:
        return self.total

    def __getitem__(self, index: i64) -> int:
        return self.at(index if index >= 0 else self.total + index)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, int) and 0 <= action < 1 << 32 and self.holds(action)

    def holds(self, action: i64) -> bool:
        if action == self.given:
            return action >= 0
        row: i64 = 0
        while row < self.length:
            head: i64 = self.rows[row]
            beyond: i64 = action - (head & FIRST_MASK)
            if beyond >= 0:
                targets: i64 = self.rows[row + TARGETS]
                count: i64 = head >> FIRST_BITS & COUNT_MASK
                if targets == 0:
                    if beyond < count:
                        return True
                else:
                    shift: i64 = head >> SHIFT
                    target: i64 = beyond >> shift
                    if target < 63 and targets >> target & 1 and beyond - (target << shift) < count:
                        return True
            row += ROW
        return False

    def __iter__(self) -> Iterator[int]:
        return iter(self.actions())

    def actions(self) -> list[int]:
        return [action for first, count in self.spans() for action in range(first, first + count)]

    def spans(self) -> list[tuple[int, int]]:
        """(first action, how many) of each span."""
        found: list[tuple[int, int]] = []
        row: i64 = 0
        while row < self.length:
            head: i64 = self.rows[row]
            first: i64 = head & FIRST_MASK
            count: i64 = head >> FIRST_BITS & COUNT_MASK
            shift: i64 = head >> SHIFT
            targets: i64 = self.rows[row + TARGETS]
            if targets == 0:
                found.append((first, count))
            while targets:
                found.append((first + (lowest(targets) << shift), count))
                targets &= targets - 1
            row += ROW
        return found


def restored(rows: list[int], total: int) -> Options:
    """Options from their pickle."""
    made = Options()
    made.rows = vec[i64](rows)
    made.length = len(rows)
    made.total = total
    return made
