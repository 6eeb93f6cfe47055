"""Open ascending auctions."""

from __future__ import annotations

from typing import Final, TypeVar

from mypy_extensions import i64, mypyc_attr

from marchland.engine.common_words import BID, BIDS, PASS, PASSES
from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.engine.table import Table

T = TypeVar("T", bound=Table)

LOT: Final = 0
STANDING: Final = 1  # the standing bid
HOLDER: Final = 2  # who holds it, plus 1; 0 for nobody
OUT: Final = 3  # mask of the seats that have passed, or could not raise when it was their turn
TURN: Final = 4  # index in the order of whoever is asked


@mypyc_attr(allow_interpreted_subclasses=True)
class Auction(Step[T]):
    """One lot: bidders in order raise or pass for good, until one is left. `t.call(auction, lot)` opens it."""

    def order(self, t: T) -> list[int]:
        return list(range(t.seats))

    def purse(self, t: T, seat: i64) -> i64:
        """The most that a seat can bid."""
        raise NotImplementedError

    def asks(self, t: T, seat: i64) -> bool:
        """Whether a seat is put the question, or passes of itself; must depend on public things alone."""
        return self.purse(t, seat) > t.arg(STANDING)

    def locked(self, t: T, seat: i64) -> i64:
        """What a seat cannot spend on anything else: the bid that it has standing."""
        return t.arg(STANDING) if t.arg(HOLDER) == seat + 1 else 0

    def sold(self, t: T, seat: i64, price: i64) -> None:
        """The hammer falls; finish or go on."""
        raise NotImplementedError

    def unsold(self, t: T) -> None:
        t.finish()

    def resume(self, t: T) -> None:
        order = self.order(t)
        for _ in range(len(order)):
            seat: i64 = order[t.arg(TURN) % len(order)]
            if t.arg(HOLDER) == seat + 1:
                break
            if not t.arg(OUT) >> seat & 1 and self.asks(t, seat):
                t.ask(seat)
                return
            self.drop_out(t, seat)
        if t.arg(HOLDER):
            self.sold(t, t.arg(HOLDER) - 1, t.arg(STANDING))
        else:
            self.unsold(t)

    def options(self, t: T, seat: i64, found: Options) -> None:
        found.add(PASS.of())
        found.span(BID.of(t.arg(STANDING) + 1), self.purse(t, seat) - t.arg(STANDING))

    def bidder(self, t: T) -> i64:
        order = self.order(t)
        return order[t.arg(TURN) % len(order)]

    def pass_(self, t: T) -> None:
        seat = self.bidder(t)
        t.tell(PASSES, seat)
        self.drop_out(t, seat)

    def drop_out(self, t: T, seat: i64) -> None:
        t.set_arg(OUT, t.arg(OUT) | 1 << seat)
        t.set_arg(TURN, t.arg(TURN) + 1)

    def bid(self, t: T, n: i64) -> None:
        seat = self.bidder(t)
        t.tell(BIDS, seat, n)
        t.set_arg(STANDING, n)
        t.set_arg(HOLDER, seat + 1)
        t.set_arg(TURN, t.arg(TURN) + 1)
