"""Open ascending auctions."""

from __future__ import annotations

from typing import Final, TypeVar

from mypy_extensions import i64, mypyc_attr

from marchland.engine.common import BID, BIDS, PASSES
from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.engine.table import Table

T = TypeVar("T", bound=Table)

LOT: Final = Slot(0)
STANDING: Final = Slot(1)  # the standing bid
HOLDER: Final = Slot(2)  # who holds it, plus 1; 0 for nobody
OUT: Final = Slot(3)  # mask of the seats that have passed, or could not raise when it was their turn
TURN: Final = Slot(4)  # index in the order of whoever is asked


@mypyc_attr(allow_interpreted_subclasses=True)
class Auction(Step[T]):
    """One lot: bidders in order raise or pass for good, until one is left. `t.call(auction, lot)` opens it. Its deeds
    are PASS, a Raise, and what else the game has. What is said openly is not taken back."""

    def order(self, t: T) -> list[int]:
        return list(range(t.seats))

    def purse(self, t: T, seat: i64) -> i64:
        """The most that a seat can bid."""
        raise NotImplementedError

    def asks(self, t: T, seat: i64) -> bool:
        """Whether a seat is put the question, or passes of itself; must depend on public things alone."""
        return self.purse(t, seat) > STANDING.of(t)

    def locked(self, t: T, seat: i64) -> i64:
        """What a seat cannot spend on anything else: the bid that it has standing."""
        return STANDING.of(t) if HOLDER.of(t) == seat + 1 else 0

    def sold(self, t: T, seat: i64, price: i64) -> None:
        """The hammer falls; finish or go on."""
        raise NotImplementedError

    def unsold(self, t: T) -> None:
        t.finish()

    def needs_deeds(self) -> bool:
        return True

    def resume(self, t: T) -> None:
        order = self.order(t)
        for _ in range(len(order)):
            seat: i64 = order[TURN.of(t) % len(order)]
            if HOLDER.of(t) == seat + 1:
                break
            if not OUT.of(t) >> seat & 1 and self.asks(t, seat):
                t.ask(seat)
                return
            self.drop_out(t, seat)
        if HOLDER.of(t):
            self.sold(t, HOLDER.of(t) - 1, STANDING.of(t))
        else:
            self.unsold(t)

    def bidder(self, t: T) -> i64:
        order = self.order(t)
        return order[TURN.of(t) % len(order)]

    def passes(self, t: T, seat: i64) -> None:
        t.reveals += 1
        t.tell(PASSES, seat)
        self.drop_out(t, seat)

    def drop_out(self, t: T, seat: i64) -> None:
        OUT.put(t, OUT.of(t) | 1 << seat)
        TURN.add(t, 1)

    def raise_to(self, t: T, seat: i64, n: i64) -> None:
        t.reveals += 1
        t.tell(BIDS, seat, n)
        STANDING.put(t, n)
        HOLDER.put(t, seat + 1)
        TURN.add(t, 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class Raise(Deed[T]):
    """A higher bid in an Auction; made like BID."""

    def offer(self, t: T, seat: i64, found: Options) -> None:
        auction = t.step()
        assert isinstance(auction, Auction)
        standing = STANDING.of(t)
        found.span(BID.of(standing + 1), auction.purse(t, seat) - standing)

    def do(self, t: T, seat: i64, action: i64) -> None:
        auction = t.step()
        assert isinstance(auction, Auction)
        auction.raise_to(t, seat, BID.a(action))
