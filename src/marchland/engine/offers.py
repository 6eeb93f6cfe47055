"""Offers between seats. They are part of the table and stand beside whatever is being decided.

An offer is a list of ints: its number, who makes it, to whom, how many assets are given, these, and those asked for.
An asset is an int too (see Asset); outside the rules offers are words (engine/offer_words.py). What can be given the
game says (Table.can_give, hand_over and their neighbours).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase

if TYPE_CHECKING:
    from marchland.engine.table import Table

# The clauses that a game names in its Deals.
OFFERING: Final = "deals: offering"
TIME: Final = "deals: time"
ANSWERING: Final = "deals: answering"
PAYING: Final = "deals: paying"

BETWEEN_PLAYERS: Final = phrase(OFFERING, "An offer is made by one player to another")
NO_OFFERS: Final = phrase(TIME, "No offer can be made now")
NO_ANSWERS: Final = phrase(TIME, "Offers cannot be answered now")
NO_SUCH_OFFER: Final = phrase(ANSWERING, "There is no such offer for you to answer")
UNPAYABLE: Final = phrase(PAYING, "One of you does not have what the offer promises")
PROPOSED: Final = phrase("", "{maker:seat} makes {to:seat} an offer")
ACCEPTED: Final = phrase("", "{who:seat} accepts the offer of {maker:seat}")
DECLINED: Final = phrase("", "{who:seat} declines the offer of {maker:seat}")
WITHDRAWN: Final = phrase("", "{maker:seat} withdraws the offer to {to:seat}")

NUMBER_BITS: Final = 16
MOST: Final = (1 << NUMBER_BITS) - 1  # of anything in one offer


@final
class Asset:
    """A type of thing that changes hands in deals: an amount of something, or the cards of a deck.

    `WATER.of(3)` packs three of them, `COVERT.of(card)` a card: the number of the type above NUMBER_BITS bits. `name`
    is what saved matches call it, one word; `many` is said of several ("coins"). Of a deck (a domain of the labels)
    the first `cards` can be dealt in; 0 means all.
    """

    name: str
    deck: str
    many: str
    cards: i64
    number: i64  # among the assets of its game

    def __init__(self, name: str, deck: str = "", many: str = "", cards: int = 0) -> None:
        if not name or " " in name:
            raise ValueError(f"an asset is called by one word, and not {name!r}")
        self.name = name
        self.deck = deck
        self.many = many or name
        self.cards = cards
        self.number = -1

    def of(self, number: i64) -> i64:
        return self.number << 16 | number

    def fits(self, asset: i64) -> bool:
        """Whether an asset is of this type."""
        return asset >> 16 == self.number


assert NUMBER_BITS == 16  # `of` and `fits` have the number in their inner line


def number_in(asset: i64) -> i64:
    """How many, or which card."""
    return asset & MOST


def type_in(asset: i64) -> i64:
    """The number of its type among the assets of its game."""
    return asset >> NUMBER_BITS


def packed_once(asset: int) -> int:
    """An asset as it was saved when saved matches had ints: the number of its type above 8 bits."""
    return asset >> 8 << NUMBER_BITS | asset & 255


@final
class Deals:
    """What the rulebook of a game says of deals: what changes hands, and the clauses that refusals cite: what an offer
    is, at what time offers are possible, who answers them, and what has to be paid."""

    assets: list[Asset]
    clauses: dict[str, str]

    def __init__(
        self, clause: str, assets: Sequence[Asset] = (), time: str = "", answering: str = "", paying: str = ""
    ) -> None:
        self.assets = list(assets)
        self.clauses = {
            OFFERING: clause,
            TIME: time or clause,
            ANSWERING: answering or clause,
            PAYING: paying or clause,
        }
        for number, asset in enumerate(self.assets):
            asset.number = number


def offerable(asset: Asset, most: int, cards: Sequence[int] = ()) -> dict[str, object]:
    """What a seat can put into a deal of one type, for Table.assets: up to so many, or one of these cards."""
    return {"name": asset.name, "deck": asset.deck, "most": most, "cards": list(cards)}


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
