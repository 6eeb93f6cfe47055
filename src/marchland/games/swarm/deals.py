"""Chapter 3: deals. An asset is an amount of water or a card, packed as sort << 8 | number."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.auction import Auction
from marchland.engine.sealed import Sealed
from marchland.games.swarm.cards import COVERTS, LEADERS, QUEST
from marchland.games.swarm.table import DEALS, HIDDEN_WATER, OFFER_CAP, TRADE_CARDS, Swarm
from marchland.games.swarm.words import (
    CARD_GIVEN,
    DEALT,
    OFFER_ASSET,
    OFFER_CARDS,
    OFFER_EMPTY,
    OFFER_STANDS,
    OFFER_UNPAYABLE,
    OFFERS_CLOSED,
    OFFERS_OFF,
    PAID,
)
from marchland.games.swarm.words import OFFER_CAP as TOO_MANY_OFFERS

WATER_ASSET: Final = 0
LEADER_ASSET: Final = 1
COVERT_ASSET: Final = 2
QUEST_ASSET: Final = 3
MOST_ASKED: Final = 99  # SWM-3.9

# Secret choices that are no Sealed step, and what comes before the first placement.
CLOSED_STEPS: Final = ["swarm.turncoat", "swarm.zealot", "swarm.lay_out", "swarm.draw_traitors"]


class DealingSwarm(Swarm):
    """Swarm with its deals: what can be offered, when, and how it changes hands."""

    def deals_open(self) -> bool:
        """SWM-3.3  Whenever an open decision waits, from the first placement to the last quest step."""
        if self.settings[DEALS] == 0 or self.over or not self.agenda:
            return False
        step = self.step()
        return not isinstance(step, Sealed) and step.tag not in CLOSED_STEPS

    def free_water(self, seat: i64) -> i64:
        """SWM-3.5  The water of a standing bid is locked."""
        step = self.step()
        locked = step.locked(self, seat) if isinstance(step, Auction) else 0
        return self.water[seat] - locked

    def offer_fault(self, maker: i64, to: i64, give: list[int], ask: list[int]) -> list[int]:
        if self.settings[DEALS] == 0:
            return [OFFERS_OFF]
        if not self.deals_open():
            return [OFFERS_CLOSED]
        if sum(give) == 0 and sum(ask) == 0:
            return [OFFER_EMPTY]
        if self.offers_this_round[maker] >= self.settings[OFFER_CAP]:
            return [TOO_MANY_OFFERS]
        for offer in self.offers:
            if offer[1] == maker and offer[2] == to:
                return [OFFER_STANDS]
        for assets in (give, ask):
            if not well_formed(assets):
                return [OFFER_ASSET]
            if self.settings[TRADE_CARDS] == 0 and any(asset >> 8 for asset in assets):
                return [OFFER_CARDS]
        # SWM-3.9  What the other has may be unknown: then only the maker must be able to pay.
        unknown = self.settings[HIDDEN_WATER] == 1 or any(asset >> 8 for asset in ask)
        if not self.can_give(maker, give) or water_in(ask) > MOST_ASKED:
            return [OFFER_UNPAYABLE]
        if not unknown and not self.can_give(to, ask):
            return [OFFER_UNPAYABLE]
        return []

    def offer_made(self, maker: i64, to: i64) -> None:
        """SWM-3.4  A round allows a player so many."""
        self.offers_this_round[maker] += 1

    def can_give(self, seat: i64, assets: list[int]) -> bool:
        for asset in assets:
            sort, number = asset >> 8, asset & 255
            if sort == WATER_ASSET and number > self.free_water(seat):
                return False
            if sort == LEADER_ASSET and number not in self.leaders[seat]:
                return False
            if sort == COVERT_ASSET and number not in self.coverts[seat]:
                return False
            if sort == QUEST_ASSET and number not in self.quests[seat]:
                return False
        return True

    def hand_over(self, giver: i64, taker: i64, assets: list[int]) -> None:
        """SWM-3.2  Both transfers happen at once; SWM-3.6  of cards only the number is public."""
        for asset in assets:
            sort, number = asset >> 8, asset & 255
            if sort == WATER_ASSET:
                self.water[giver] -= number
                self.water[taker] += number
                if self.settings[HIDDEN_WATER] == 0:
                    if number > 0:
                        self.tell(PAID, giver, taker, number)
                else:
                    self.tell(DEALT, giver, taker)
            else:
                self.hand_over_card(giver, taker, sort, number)
                self.tell(CARD_GIVEN, giver, taker)

    def hand_over_card(self, giver: i64, taker: i64, sort: i64, number: i64) -> None:
        """The two know where the card is now; nobody else knows any more which of the giver's cards it was."""
        if sort == LEADER_ASSET:
            self.leaders[giver].remove(number)
            self.gain_leader(taker, number)
            for leader in range(LEADERS):
                if self.known_owner[leader] == giver:
                    self.known_owner[leader] = -1
                    if leader != number:
                        # The taker knows that it was not this one.
                        self.told_leader[taker][leader] = int(giver)
            lose_track(self.told_leader, giver, taker, number)
        elif sort == COVERT_ASSET:
            self.coverts[giver].remove(number)
            self.gain_covert(taker, number)
            for viewer in range(self.seats):
                if viewer != giver:
                    self.forget_told_of(viewer, giver)
            self.told_covert[giver] += [int(taker), int(number)]
        else:
            self.quests[giver].remove(number)
            self.gain_quest(taker, number)
            for quest in range(len(QUEST.cards)):
                if self.known_quest[quest] == giver:
                    self.known_quest[quest] = -1
                    if quest != number:
                        self.told_quest[taker][quest] = int(giver)
            lose_track(self.told_quest, giver, taker, number)

    def forget_told_of(self, viewer: i64, holder: i64) -> None:
        told = self.told_covert[viewer]
        kept: list[int] = []
        for i in range(0, len(told), 2):
            if told[i] != holder:
                kept += told[i : i + 2]
        self.told_covert[viewer] = kept


def lose_track(told: list[list[int]], giver: i64, taker: i64, number: i64) -> None:
    """Third players no longer know which cards the giver still holds; the giver knows where this one is."""
    for viewer in range(len(told)):
        if viewer != giver and viewer != taker:
            told[viewer] = [-1 if holder == giver else holder for holder in told[viewer]]
    told[giver][number] = int(taker)
    told[taker][number] = -1


def well_formed(assets: list[int]) -> bool:
    """At most one amount of water and one card that exists."""
    water = [asset for asset in assets if asset >> 8 == WATER_ASSET]
    cards = [asset for asset in assets if asset >> 8 != WATER_ASSET]
    if len(water) > 1 or len(cards) > 1:
        return False
    sizes = [256, LEADERS, COVERTS, len(QUEST.cards)]
    return all(asset >> 8 < 4 and asset & 255 < sizes[asset >> 8] for asset in assets)


def water_in(assets: list[int]) -> int:
    return sum(asset for asset in assets if asset >> 8 == WATER_ASSET)
