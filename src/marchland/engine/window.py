"""Interrupts: seats asked in order whether they step in; passing closes the window."""

from __future__ import annotations

from typing import TypeVar

from mypy_extensions import i64, mypyc_attr

from marchland.engine.common_words import PASSES
from marchland.engine.step import Step
from marchland.engine.table import Table

T = TypeVar("T", bound=Table)

ASKED = 4  # index in the order of whoever is asked
QUIET = 5  # passes since somebody last did something


@mypyc_attr(allow_interpreted_subclasses=True)
class Window(Step[T]):
    """Asks the eligible seats in order. Whoever acts is asked again; `pass` moves on.

    With `until_quiet` the window goes round and round until all have passed since the last action; otherwise once
    around. Eligibility must depend on public things alone. An interrupt of all at once, in secret, is a Sealed step.
    The first four arguments of the frame are the game's.
    """

    until_quiet: bool

    def __init__(self, tag: str, title: str = "", clause: str = "", until_quiet: bool = False) -> None:
        super().__init__(tag, title, clause)
        self.until_quiet = until_quiet

    def order(self, t: T) -> list[int]:
        return list(range(t.seats))

    def eligible(self, t: T, seat: i64) -> bool:
        return True

    def close(self, t: T) -> None:
        """Nobody steps in any more."""
        t.finish()

    def resume(self, t: T) -> None:
        order = self.order(t)
        while True:
            asked = t.arg(ASKED)
            if t.arg(QUIET) >= len(order) or (asked >= len(order) and not self.until_quiet):
                self.close(t)
                return
            seat = order[asked % len(order)]
            if self.eligible(t, seat):
                t.ask(seat)
                return
            self.move_on(t)

    def move_on(self, t: T) -> None:
        t.set_arg(ASKED, t.arg(ASKED) + 1)
        t.set_arg(QUIET, t.arg(QUIET) + 1)

    def act(self, t: T, seat: i64, action: i64) -> None:
        t.set_arg(QUIET, 0)
        super().act(t, seat, action)

    def pass_(self, t: T) -> None:
        order = self.order(t)
        t.tell(PASSES, order[t.arg(ASKED) % len(order)])
        self.move_on(t)
