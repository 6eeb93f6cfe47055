"""Chapter 12: deals. An asset is an amount of EUR or a card."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from marchland.engine.offers import Asset, Deals, given_in, number_in, offerable, taker_of
from marchland.engine.sayings import Saying, phrase
from marchland.games.capitals.cards import ACTIONS, NUMBERS
from marchland.games.capitals.fortify import FORTIFY_STEP
from marchland.games.capitals.muster import MUSTER
from marchland.games.capitals.table import DEALS, Capitals

EUR: Final = Asset("EUR")
CARD: Final = Asset("card", "card", cards=ACTIONS)
TERMS: Final = Deals("CAP-12.2", [EUR, CARD])
# Within what an asset can name.
MOST_EUR: Final = NUMBERS.one("deals.eur", "CAP-12.2", 20, 0, 255, "the most EUR on either side of an offer")
MOST_OFFERS: Final = NUMBERS.one("deals.offers", "CAP-12.2", 3, 0, 50, "offers of a turn")

OFFERS_OFF: Final = phrase("CAP-12.1", "Deals are switched off in this match")
OFFERS_CLOSED: Final = phrase("CAP-12.2", "Only the active player makes offers, while mustering or fortifying")
OFFER_GONE: Final = phrase("CAP-12.2", "Offers go to players who are still in the game")
OFFER_STANDS: Final = phrase("CAP-12.2", "An offer of yours already stands")
OFFER_CAP: Final = phrase("CAP-12.2", "You have made {n offer} this turn, and no more are allowed")
OFFER_EMPTY: Final = phrase("CAP-12.2", "An offer gives or asks something")
OFFER_SHAPE: Final = phrase("CAP-12.2", "An offer gives up to {n} EUR and at most one card, and asks up to {m} EUR")
OFFER_UNPAYABLE: Final = phrase("CAP-12.2", "You do not have what you offer")
EUR_GIVEN: Final = phrase("CAP-12.2", "{giver:seat} gives {taker:seat} {n} EUR")
CARD_GIVEN: Final = phrase("CAP-12.2", "{giver:seat} gives {taker:seat} a card")
GOT_CARD: Final = phrase("CAP-12.2", "{giver:seat} gives {taker:seat} {card:card}")


@mypyc_attr(allow_interpreted_subclasses=True)
class DealingCapitals(Capitals):
    """CAP-12.2  Capitals with its deals: EUR and one card for EUR. Promises bind nobody, so there are none here."""

    def deals_open(self) -> bool:
        """CAP-12.2  Only while the active player's own Muster or Fortify decision waits, never during a bid;
        CAP-12.1  not at all where deals are off."""
        if not DEALS.on(self) or self.over or self.depth() == 0:
            return False
        step = self.step()
        return step is MUSTER or step is FORTIFY_STEP

    def offer_fault(self, maker: i64, to: i64, give: list[int], ask: list[int]) -> Saying:
        if not DEALS.on(self):
            return [OFFERS_OFF]
        if not self.deals_open() or maker != self.active:
            return [OFFERS_CLOSED]
        if not self.alive(to):
            return [OFFER_GONE]
        if self.offers:
            return [OFFER_STANDS]
        if self.offers_this_turn >= MOST_OFFERS.of(self):
            return [OFFER_CAP, MOST_OFFERS.of(self)]
        most = MOST_EUR.of(self)
        if not well_formed(give, most, 1) or not well_formed(ask, most, 0):
            return [OFFER_SHAPE, most, most]
        if not any(give) and not any(ask):
            return [OFFER_EMPTY]
        # What is asked may be more than the other has: then it can only be declined.
        return [] if self.can_give(maker, give) else [OFFER_UNPAYABLE]

    def offer_made(self, maker: i64, to: i64) -> None:
        """CAP-12.2  It counts, whatever becomes of it; a card in it is shown to the other player alone."""
        self.offers_this_turn += 1
        for asset in given_in(self.offers[-1]):
            if CARD.fits(asset):
                self.hands.show(self, maker, number_in(asset), 1 << to)

    def inherit(self, heir: i64, seat: i64) -> None:
        """CAP-4.4  An eliminated player is asked nothing any more, so an offer to them is gone."""
        self.offers = [offer for offer in self.offers if taker_of(offer) != seat]
        super().inherit(heir, seat)

    def can_give(self, seat: i64, assets: list[int]) -> bool:
        for asset in assets:
            if CARD.fits(asset):
                if not self.holds(seat, number_in(asset)):
                    return False
            elif number_in(asset) > self.eur[seat]:
                return False
        return True

    def hand_over(self, giver: i64, taker: i64, assets: list[int]) -> None:
        """CAP-12.2  The EUR, and that a card went along, become public; which card it was does not."""
        for asset in assets:
            number = number_in(asset)
            if CARD.fits(asset):
                self.hands.hand_over(self, giver, taker, number)
                self.tell(CARD_GIVEN, giver, taker)
                self.tell_seats(1 << giver | 1 << taker, GOT_CARD, giver, taker, number)
            elif number > 0:
                self.give_eur(giver, taker, number)
                self.tell(EUR_GIVEN, giver, taker, number)

    def assets(self, giver: i64, viewer: i64) -> list[dict[str, object]]:
        """CAP-12.2  EUR, up to 20; of the active player's own cards one."""
        # What is asked of others may be more than they have.
        known = self.sees(viewer, giver) and giver == self.active
        most = int(MOST_EUR.of(self))
        made = [offerable(EUR, min(most, int(self.eur[giver])) if known else most)]
        if known:
            made.append(offerable(CARD, 1, sorted(set(self.hands[giver]))))
        return made


def well_formed(assets: list[int], most: i64, cards: int) -> bool:
    """At most one amount of EUR up to so many, and at most so many cards."""
    amounts = 0
    named = 0
    for asset in assets:
        if EUR.fits(asset) and number_in(asset) <= most:
            amounts += 1
        elif CARD.fits(asset) and number_in(asset) < ACTIONS:
            named += 1
        else:
            return False
    return amounts <= 1 and named <= cards
