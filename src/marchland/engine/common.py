"""The words that every game has: answers to offers, passing, bidding. A game's own words continue them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.offers import ACCEPT, DECLINE, WITHDRAW
from marchland.engine.sayings import Saying, phrase
from marchland.engine.words import Kind, Words

if TYPE_CHECKING:
    from marchland.engine.table import Table


class Pass(Deed["Table"]):
    """Leave it at that: what this means the step says."""

    words = ["pass"]
    forward = True

    def effect_at(self, t: Table, seat: i64) -> Saying:
        return t.step().onward(t, seat)

    def do(self, t: Table, seat: i64, action: i64) -> None:
        t.step().passes(t, seat)


PASS: Final = Pass()
BID: Final = Kind("bid", "bid {n}", "n:count")

COMMON: Final = Words(None, [ACCEPT, DECLINE, WITHDRAW, PASS, BID])

BIDS: Final = phrase("", "{who:seat} bids {n}")
PASSES: Final = phrase("", "{who:seat} passes")
