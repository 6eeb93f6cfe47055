"""Interrupts: seats asked in order whether they step in; passing closes the window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from mypy_extensions import i64, mypyc_attr

from marchland.engine.common import PASS, PASSES
from marchland.engine.deed import Deed
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.engine.table import Table

T = TypeVar("T", bound=Table)

ASKED: Final = Slot(4)  # how many hands have been passed over, going round the order
QUIET: Final = Slot(5)  # how many of them since somebody last did something


@mypyc_attr(allow_interpreted_subclasses=True)
class Window(Step[T]):
    """Asks the eligible hands in order. Whoever acts is asked again; `pass` moves on.

    With `until_quiet` the window goes round and round until all have passed since the last action; otherwise once
    around. Eligibility must depend on public things alone. An interrupt of all at once, in secret, is a Sealed step.
    A hand is a seat or, where a seat plays several powers, a power. The order stays the same while the window is
    open. The first four arguments of the frame are the game's.
    """

    until_quiet: bool

    def __init__(
        self, tag: str, title: str = "", clause: str = "", deeds: Sequence[Deed[Any]] = (), until_quiet: bool = False
    ) -> None:
        super().__init__(tag, title, clause, deeds)
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

    def needs_deeds(self) -> bool:
        return True

    def resume(self, t: T) -> None:
        order = self.order(t)
        while True:
            asked = ASKED.of(t)
            if QUIET.of(t) >= len(order) or (asked >= len(order) and not self.until_quiet):
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
        return order[ASKED.of(t) % len(order)]

    def move_on(self, t: T) -> None:
        ASKED.add(t, 1)
        QUIET.add(t, 1)

    def act(self, t: T, seat: i64, action: i64) -> None:
        if action != PASS.code:
            QUIET.put(t, 0)
        super().act(t, seat, action)

    def passes(self, t: T, seat: i64) -> None:
        t.reveals += 1  # said openly, it is not taken back
        t.tell(PASSES, seat)
        self.move_on(t)
