"""The facts of the seats as a table that fits into the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from marchland.cli.seats import Player
from marchland.cli.text import listed, shortened, width
from marchland.engine.picture import Fact, Seat

NARROW_HEAD = 4
SHORT_NAME = 8


def standings(seats: Sequence[Seat], viewer: int, players: Sequence[Player]) -> list[str]:
    """The heads of the columns, then a row for every seat: its mark, its name, its facts each below their name. Where
    that is too wide heads are broken, then the columns moved together, then heads and names cut."""
    columns = _columns([seat.facts for seat in seats])
    rows = []
    for number, (seat, player) in enumerate(zip(seats, players, strict=True)):
        values = {_name(fact): str(fact.value) for fact in seat.facts if not seat.out}
        you = " (you)" if number == viewer and not player.bot else ""
        rows.append([player.mark, player.name + you, *(values.get(column, "") for column in columns)])
    layout = _Layout(columns, rows)
    if layout.total() > layout.room:
        return [f"{row[0]}  {row[1]}: {_told(seat)}" for row, seat in zip(rows, seats, strict=True)]
    return layout.lines()


def _name(fact: Fact) -> str:
    return fact.many or fact.one


def _told(seat: Seat) -> str:
    return listed([f"{fact.value} {fact.word()}" for fact in seat.facts])


def _columns(every: Sequence[Sequence[Fact]]) -> list[str]:
    """The names of all facts, each behind the one that it follows where it is known first."""
    columns: list[str] = []
    for facts in every:
        at = 0
        for name in map(_name, facts):
            if name not in columns:
                columns.insert(at, name)
            at = columns.index(name) + 1
    return columns


class _Layout:
    def __init__(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        self.rows = rows
        self.room = width() - 2
        self.values = [max(len(row[i]) for row in rows) for i in range(len(columns) + 2)]
        self.heads = [[column] for column in columns]
        self.gap = 2
        if self.total() > self.room:
            self.heads = [textwrap.wrap(column, max(6, *map(len, column.split()))) for column in columns]
        if self.total() > self.room:
            self.gap = 1
        while self.total() > self.room and self._cut():
            pass

    def widths(self) -> list[int]:
        facts = [max(value, *map(len, head)) for head, value in zip(self.heads, self.values[2:], strict=True)]
        return self.values[:2] + facts

    def total(self) -> int:
        return sum(self.widths()) + self.gap * (len(self.values) - 1)

    def _cut(self) -> bool:
        """Cut the head that is widest, or the names; False if nothing more can be cut."""
        widths = self.widths()
        wide = [i for i, value in enumerate(self.values[2:]) if widths[i + 2] > max(value, NARROW_HEAD)]
        if wide:
            widest = max(wide, key=lambda i: widths[i + 2])
            self.heads[widest] = [shortened(word, widths[widest + 2] - 1) for word in self.heads[widest]]
        elif self.values[1] > SHORT_NAME:
            self.values[1] -= 1
        else:
            return False
        return True

    def lines(self) -> list[str]:
        widths = self.widths()
        deep = max(map(len, self.heads), default=0)
        lines = [["", "", *([*[""] * (deep - len(head)), *head][i] for head in self.heads)] for i in range(deep)]
        lines += [[row[0], shortened(row[1], widths[1]), *row[2:]] for row in self.rows]
        return [
            (" " * self.gap).join(
                [line[0].ljust(widths[0]), line[1].ljust(widths[1])]
                + [cell.rjust(most) for cell, most in zip(line[2:], widths[2:], strict=True)]
            )
            for line in lines
        ]
