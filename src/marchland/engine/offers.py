"""Offers between seats. They are part of the table and stand beside whatever is being decided.

An offer is a list of ints: its number, who makes it, to whom, how many assets are given, these, and those asked for.
What an asset is the game says (Table.can_give, hand_over and their neighbours).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase

if TYPE_CHECKING:
    from marchland.engine.table import Table

NO_OFFERS: Final = phrase("", "No offer can be made now")
NO_ANSWERS: Final = phrase("", "Offers cannot be answered now")
NO_SUCH_OFFER: Final = phrase("", "There is no such offer for you to answer")
UNPAYABLE: Final = phrase("", "One of you does not have what the offer promises")
PROPOSED: Final = phrase("", "{maker:seat} makes {to:seat} an offer")
ACCEPTED: Final = phrase("", "{who:seat} accepts the offer of {maker:seat}")
DECLINED: Final = phrase("", "{who:seat} declines the offer of {maker:seat}")
WITHDRAWN: Final = phrase("", "{maker:seat} withdraws the offer to {to:seat}")


def number_of(offer: list[int]) -> int:
    return offer[0]


def maker_of(offer: list[int]) -> int:
    return offer[1]


def taker_of(offer: list[int]) -> int:
    return offer[2]


def given_in(offer: list[int]) -> list[int]:
    return offer[4 : 4 + offer[3]]


def asked_in(offer: list[int]) -> list[int]:
    return offer[4 + offer[3] :]


def new_offer(number: int, maker: int, taker: int, given: list[int], asked: list[int]) -> list[int]:
    return [number, maker, taker, len(given), *given, *asked]


def unknown(offer: list[int]) -> list[int]:
    """All that third players know of an offer."""
    return offer[:3]


def is_shown(offer: list[int]) -> bool:
    """Whether all of an offer is there, and not only what third players know."""
    return len(offer) > 3


def payable(t: Table, offer: list[int]) -> bool:
    return t.can_give(maker_of(offer), given_in(offer)) and t.can_give(taker_of(offer), asked_in(offer))


class Answer(Deed["Table"]):
    """What can become of an offer, whoever is deciding meanwhile."""

    def answers(self, t: Table, seat: i64, offer: list[int]) -> bool:
        """Whether this seat may answer this offer so."""
        return taker_of(offer) == seat

    def offer(self, t: Table, seat: i64, found: Options) -> None:
        if t.offers and t.deals_open():
            for offer in t.offers:
                if self.answers(t, seat, offer):
                    found.add(self.of(number_of(offer)))

    def why(self, t: Table, seat: i64, action: i64) -> Saying:
        if not any(number_of(offer) == self.a(action) and self.party(offer) == seat for offer in t.offers):
            return [NO_SUCH_OFFER]
        return [UNPAYABLE] if t.deals_open() else [NO_ANSWERS]

    def party(self, offer: list[int]) -> int:
        """Who may answer so, if anybody can."""
        return taker_of(offer)

    def do(self, t: Table, seat: i64, action: i64) -> None:
        number = self.a(action)
        for offer in t.offers:
            if number_of(offer) == number:
                t.offers.remove(offer)
                t.reveals += 1
                self.settle(t, maker_of(offer), taker_of(offer), offer)
                return

    def settle(self, t: Table, maker: i64, taker: i64, offer: list[int]) -> None:
        raise NotImplementedError


class Accept(Answer):
    words = ["accept offer {offer}", "offer:count"]

    def answers(self, t: Table, seat: i64, offer: list[int]) -> bool:
        return taker_of(offer) == seat and payable(t, offer)

    def settle(self, t: Table, maker: i64, taker: i64, offer: list[int]) -> None:
        t.tell(ACCEPTED, taker, maker)
        t.exchange(maker, taker, given_in(offer), asked_in(offer))


class Decline(Answer):
    words = ["decline offer {offer}", "offer:count"]

    def settle(self, t: Table, maker: i64, taker: i64, offer: list[int]) -> None:
        t.tell(DECLINED, taker, maker)


class Withdraw(Answer):
    words = ["withdraw offer {offer}", "offer:count"]

    def party(self, offer: list[int]) -> int:
        return maker_of(offer)

    def answers(self, t: Table, seat: i64, offer: list[int]) -> bool:
        return maker_of(offer) == seat

    def settle(self, t: Table, maker: i64, taker: i64, offer: list[int]) -> None:
        t.tell(WITHDRAWN, maker, taker)


ACCEPT: Final = Accept()
DECLINE: Final = Decline()
WITHDRAW: Final = Withdraw()
ANSWERS: Final[list[Answer]] = [ACCEPT, DECLINE, WITHDRAW]
