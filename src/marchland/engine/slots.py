"""Names for the small ints of a table: the arguments of a frame, and the columns of a flat list."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.table import Table

_ARGUMENTS: Final = 2  # where the arguments of a frame begin


@final
class Slot:
    """An argument of a step's frame: `TARGET = Slot(1)`, then `TARGET.of(t)` while that step is on top."""

    index: i64

    def __init__(self, index: int) -> None:
        self.index = index

    def of(self, t: Table) -> i64:
        return t.frames[t.top + _ARGUMENTS + self.index]

    def put(self, t: Table, value: i64) -> None:
        t.frames[t.top + _ARGUMENTS + self.index] = value

    def add(self, t: Table, value: i64) -> None:
        t.frames[t.top + _ARGUMENTS + self.index] += value

    def inside(self, frame: list[int]) -> int:
        """The same of any frame that `agenda` has listed."""
        return frame[_ARGUMENTS + self.index]


@final
class Column:
    """One of the `width` columns of a flat table: `LEADER = Column(1, 3)`, then `LEADER.of(t.plan, side)`."""

    index: i64
    width: i64

    def __init__(self, index: int, width: int) -> None:
        self.index = index
        self.width = width

    def of(self, table: vec[i64], row: i64) -> i64:
        return table[row * self.width + self.index]

    def put(self, table: vec[i64], row: i64, value: i64) -> None:
        table[row * self.width + self.index] = value
