"""Interrupts: seats asked in order whether they step in; passing closes the window."""

from __future__ import annotations

from typing import Final, TypeVar

from mypy_extensions import i64, mypyc_attr

from marchland.engine.common_words import PASS, PASSES
from marchland.engine.step import Step
from marchland.engine.table import Table

T = TypeVar("T", bound=Table)

ASKED: Final = 4  # how many hands have been passed over, going round the order
QUIET: Final = 5  # how many of them since somebody last did something


@mypyc_attr(allow_interpreted_subclasses=True)
class Window(Step[T]):
    """Asks the eligible hands in order. Whoever acts is asked again; `pass` moves on.

    With `until_quiet` the window goes round and round until all have passed since the last action; otherwise once
    around. Eligibility must depend on public things alone. An interrupt of all at once, in secret, is a Sealed step.
    A hand is a seat or, where a seat plays several powers, a power. The order stays the same while the window is
    open. The first four arguments of the frame are the game's.
    """

    until_quiet: bool

    def __init__(self, tag: str, title: str = "", clause: str = "", until_quiet: bool = False) -> None:
        super().__init__(tag, title, clause)
        self.until_quiet = until_quiet

    def order(self, t: T) -> list[int]:
        return list(range(t.seats))

    def seat_of(self, t: T, hand: i64) -> i64:
        return hand

    def eligible(self, t: T, hand: i64) -> bool:
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
            hand = order[asked % len(order)]
            if self.eligible(t, hand):
                t.ask(self.seat_of(t, hand))
                return
            self.move_on(t)

    def hand(self, t: T) -> i64:
        """The hand that is asked."""
        order = self.order(t)
        return order[t.arg(ASKED) % len(order)]

    def move_on(self, t: T) -> None:
        t.set_arg(ASKED, t.arg(ASKED) + 1)
        t.set_arg(QUIET, t.arg(QUIET) + 1)

    def act(self, t: T, seat: i64, action: i64) -> None:
        if action != PASS.of():
            t.set_arg(QUIET, 0)
        super().act(t, seat, action)

    def pass_(self, t: T) -> None:
        t.tell(PASSES, self.seat_of(t, self.hand(t)))
        self.move_on(t)
