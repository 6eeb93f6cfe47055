"""Chapter 3: deals. An asset is an amount of water or a card."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.auction import Auction
from marchland.engine.cards import Cards
from marchland.engine.offers import (
    Asset,
    Deals,
    given_in,
    maker_of,
    number_in,
    offerable,
    payable,
    taker_of,
    type_in,
)
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sealed import Sealed
from marchland.engine.stocks import at_least, blurred
from marchland.games.swarm.cards import COVERTS, LEADERS, NUMBERS, QUEST
from marchland.games.swarm.settings import DEALS, HIDDEN_WATER, OFFER_CAP, TRADE_CARDS
from marchland.games.swarm.table import COVERT_PILE, LEADER_PILE, QUEST_PILE, Swarm

PAID: Final = phrase("SWM-3.2", "{giver:seat} gives {taker:seat} {n} water")
CARD_GIVEN: Final = phrase("SWM-3.6", "{giver:seat} gives {taker:seat} a card")
OFFERS_OFF: Final = phrase("SWM-3.7", "Deals are switched off in this match")
OFFERS_CLOSED: Final = phrase("SWM-3.3", "No offer can be made while secret choices are open or setup is under way")
OFFER_EMPTY: Final = phrase("SWM-3.2", "An offer gives or asks something")
OFFER_UNPAYABLE: Final = phrase("SWM-3.4", "The offer cannot be paid in full")
TOO_MANY_OFFERS: Final = phrase("SWM-3.4", "You have made as many offers as a round allows")
OFFER_STANDS: Final = phrase("SWM-3.9", "An offer of yours to that player already stands")
OFFER_CARDS: Final = phrase("SWM-3.6", "Only water can be offered in this match")
OFFER_ASSET: Final = phrase(
    "SWM-3.6", "At most one leader, covert or unfinished quest card from each side, besides water"
)

WATER: Final = Asset("water")
TRADED: Final = [
    WATER,
    Asset("leader", "leader", cards=LEADERS),
    Asset("covert", "covert", cards=COVERTS),
    Asset("quest", "quest", cards=len(QUEST.cards)),
]
TERMS: Final = Deals("SWM-3.2", TRADED, time="SWM-3.3", answering="SWM-3.9", paying="SWM-3.4")
assert (LEADER_PILE, COVERT_PILE, QUEST_PILE) == (1, 2, 3)  # the type of a card is the number of its pile
# SWM-3.9  Within what an asset can name.
MOST_ASKED: Final = NUMBERS.one("deals.water", "SWM-3.9", 99, 1, 255, "the most water that is asked behind a screen")

# Secret choices that are no Sealed step, and what comes before the first placement.
CLOSED_STEPS: Final = ["swarm.turncoat", "swarm.zealot", "swarm.lay_out", "swarm.draw_traitors"]


class DealingSwarm(Swarm):
    """SWM-3.1  Swarm with its deals: what can be offered, when, and how it changes hands. Promises bind nobody, and so
    there is nothing of them here."""

    def deals_open(self) -> bool:
        """SWM-3.3  Whenever an open decision waits, from the first placement to the last quest step; SWM-3.8  after
        that there are only duels, which are secret."""
        if not DEALS.on(self) or self.over or self.depth() == 0:
            return False
        step = self.step()
        return not isinstance(step, Sealed) and step.tag not in CLOSED_STEPS

    def free_water(self, seat: i64) -> i64:
        return self.water[seat] - self.locked_water(seat)

    def locked_water(self, seat: i64) -> i64:
        """SWM-3.5  The water of a standing bid is locked."""
        step = self.step()
        return step.locked(self, seat) if isinstance(step, Auction) else 0

    def offer_fault(self, maker: i64, to: i64, give: list[int], ask: list[int]) -> Saying:
        if not DEALS.on(self):
            return [OFFERS_OFF]
        if not self.deals_open():
            return [OFFERS_CLOSED]
        if not any(give) and not any(ask):
            return [OFFER_EMPTY]
        if self.offers_this_round[maker] >= OFFER_CAP.of(self):
            return [TOO_MANY_OFFERS]
        for offer in self.offers:
            if maker_of(offer) == maker and taker_of(offer) == to:
                return [OFFER_STANDS]
        for assets in (give, ask):
            if not well_formed(assets):
                return [OFFER_ASSET]
            if not TRADE_CARDS.on(self) and card_in(assets) >= 0:
                return [OFFER_CARDS]
        # SWM-3.9  What the other has may be unknown: then only the maker must be able to pay.
        unknown = HIDDEN_WATER.on(self) or card_in(ask) >= 0
        if not self.can_give(maker, give) or (unknown and water_in(ask) > MOST_ASKED.of(self)):
            return [OFFER_UNPAYABLE]
        if not unknown and not self.can_give(to, ask):
            return [OFFER_UNPAYABLE]
        return []

    def offer_made(self, maker: i64, to: i64) -> None:
        """SWM-3.4  A round allows a player so many. SWM-3.6  Whoever is offered a card knows that the maker has it."""
        self.offers_this_round[maker] += 1
        self.show_offered(self.offers[-1])

    def show_offered(self, offer: list[int]) -> None:
        """The one to whom an offer is made sees that its maker has what is offered."""
        maker, to, give = maker_of(offer), taker_of(offer), given_in(offer)
        card = card_in(give)
        if card >= 0:
            self.pile_of(card).show(self, maker, number_in(card), 1 << to)
        if self.doubts and water_in(give):
            bound = water_in(give) + self.locked_water(maker)
            self.doubts = [
                at_least(row, self.water, maker, bound) if viewer == to else row
                for viewer, row in enumerate(self.doubts)
            ]

    def assets(self, giver: i64, viewer: i64) -> list[dict[str, object]]:
        """SWM-3.4  Water that is not locked, or SWM-3.9  up to 99 where nobody knows; SWM-3.6  one's own cards, and of
        others any card that there is."""
        own = self.sees(viewer, giver)
        hidden = HIDDEN_WATER.on(self) and not own
        most = int(MOST_ASKED.of(self) if hidden else self.free_water(giver))
        made = [offerable(WATER, most)]
        if TRADE_CARDS.on(self):
            for type_ in TRADED[1:]:
                cards = sorted(set(self.deck(type_.number)[giver])) if own else list(range(type_.cards))
                made.append(offerable(type_, 1, cards))
        return made

    def pile_of(self, card: int) -> Cards:
        """Where a card that changes hands belongs."""
        return self.deck(type_in(card))

    def can_give(self, seat: i64, assets: list[int]) -> bool:
        for asset in assets:
            number = number_in(asset)
            if WATER.fits(asset):
                if number > self.free_water(seat):
                    return False
            elif number not in self.pile_of(asset)[seat]:
                return False
        return True

    def exchange(self, maker: i64, to: i64, give: list[int], ask: list[int]) -> None:
        """SWM-3.2  Both transfers happen at once; SWM-3.6  of cards only the number is public."""
        self.hand_over(maker, to, give)
        self.hand_over(to, maker, ask)
        one, two = card_in(give), card_in(ask)
        if one >= 0 and two >= 0 and self.pile_of(one) is self.pile_of(two):
            self.pile_of(one).swap(self, maker, number_in(one), to, number_in(two))
        else:
            if one >= 0:
                self.pile_of(one).hand_over(self, maker, to, number_in(one))
            if two >= 0:
                self.pile_of(two).hand_over(self, to, maker, number_in(two))
        if HIDDEN_WATER.on(self):
            self.blur_water(maker, to, water_in(give), water_in(ask))
        for offer in self.offers:
            if payable(self, offer):
                self.show_offered(offer)  # it can still be accepted

    def hand_over(self, giver: i64, taker: i64, assets: list[int]) -> None:
        """The water of one side, and what is told of it and its cards."""
        for asset in assets:
            if not WATER.fits(asset):
                self.tell(CARD_GIVEN, giver, taker)
                continue
            self.water[giver] -= asset
            self.water[taker] += asset
            if asset > 0 and not HIDDEN_WATER.on(self):
                self.tell(PAID, giver, taker, asset)
            elif asset > 0:
                self.tell_seats(1 << giver | 1 << taker, PAID, giver, taker, asset)

    def blur_water(self, maker: i64, to: i64, given: int, asked: int) -> None:
        """Behind the screens nobody else knows any more how the water of these two is shared between them; they
        themselves know that the other could pay."""
        rows = self.doubts or [[] for _ in range(self.seats + 1)]
        made: list[list[int]] = []
        for viewer, row in enumerate(rows):
            if viewer == maker:
                made.append(at_least(row, self.water, to, given + self.locked_water(to)))
            elif viewer == to:
                made.append(at_least(row, self.water, maker, asked + self.locked_water(maker)))
            else:
                row = blurred(row, self.water, maker, to)
                row = at_least(row, self.water, maker, self.locked_water(maker))
                made.append(at_least(row, self.water, to, self.locked_water(to)))
        self.doubts = made if any(made) else []


def well_formed(assets: list[int]) -> bool:
    """At most one amount of water and one card that exists."""
    water = [asset for asset in assets if WATER.fits(asset)]
    cards = [asset for asset in assets if not WATER.fits(asset)]
    if len(water) > 1 or len(cards) > 1:
        return False
    return all(any(type_.fits(card) and number_in(card) < type_.cards for type_ in TRADED) for card in cards)


def water_in(assets: list[int]) -> int:
    return sum(asset for asset in assets if WATER.fits(asset))


def card_in(assets: list[int]) -> int:
    """The card among assets, -1 if there is none."""
    return next((asset for asset in assets if not WATER.fits(asset)), -1)
