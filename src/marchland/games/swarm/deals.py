"""Chapter 3: deals. An asset is an amount of water or a card, packed as sort << 8 | number."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.auction import Auction
from marchland.engine.redeal import forget_one
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sealed import Sealed
from marchland.games.swarm.cards import COVERTS, LEADERS, QUEST
from marchland.games.swarm.settings import DEALS, HIDDEN_WATER, OFFER_CAP, TRADE_CARDS
from marchland.games.swarm.table import Swarm, learn, without

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

WATER_ASSET: Final = 0
LEADER_ASSET: Final = 1
COVERT_ASSET: Final = 2
QUEST_ASSET: Final = 3
ASSET_SIZES: Final = [256, LEADERS, COVERTS, len(QUEST.cards)]
ASSET_DECKS: Final = ["leader", "covert", "quest"]
MOST_ASKED: Final = 99  # SWM-3.9

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
        """SWM-3.5  The water of a standing bid is locked."""
        step = self.step()
        locked = step.locked(self, seat) if isinstance(step, Auction) else 0
        return self.water[seat] - locked

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
            if offer[1] == maker and offer[2] == to:
                return [OFFER_STANDS]
        for assets in (give, ask):
            if not well_formed(assets):
                return [OFFER_ASSET]
            if not TRADE_CARDS.on(self) and any(asset >> 8 for asset in assets):
                return [OFFER_CARDS]
        # SWM-3.9  What the other has may be unknown: then only the maker must be able to pay.
        unknown = HIDDEN_WATER.on(self) or any(asset >> 8 for asset in ask)
        if not self.can_give(maker, give) or (unknown and water_in(ask) > MOST_ASKED):
            return [OFFER_UNPAYABLE]
        if not unknown and not self.can_give(to, ask):
            return [OFFER_UNPAYABLE]
        return []

    def offer_made(self, maker: i64, to: i64) -> None:
        """SWM-3.4  A round allows a player so many. SWM-3.6  Whoever is offered a card knows that the maker has it."""
        self.offers_this_round[maker] += 1
        offer = self.offers[-1]
        for asset in offer[4 : 4 + offer[3]]:
            sort, number = asset >> 8, asset & 255
            if sort == LEADER_ASSET:
                learn(self.told_leader, to, number, 1 << maker)
            elif sort == QUEST_ASSET:
                learn(self.told_quest, to, number, 1 << maker)
            elif sort == COVERT_ASSET:
                # One pair per card: what was known of this kind is known better now.
                pairs = self.told_covert[to][:]
                forget_one(pairs, maker, number)
                self.told_covert[to] = [*pairs, int(1 << maker), int(number)]

    def assets(self, giver: i64, viewer: i64) -> list[dict[str, object]]:
        """SWM-3.4  Water that is not locked, or SWM-3.9  up to 99 where nobody knows; SWM-3.6  one's own cards, and of
        others any card that there is."""
        own = self.sees(viewer, giver)
        hidden = HIDDEN_WATER.on(self) and not own
        made = [asset_sort("water", "", WATER_ASSET, MOST_ASKED if hidden else int(self.free_water(giver)), [])]
        if TRADE_CARDS.on(self):
            hands = [self.leaders[giver], self.coverts[giver], self.quests[giver]]
            for number, deck in enumerate(ASSET_DECKS):
                cards = sorted(set(hands[number])) if own else list(range(ASSET_SIZES[number + 1]))
                made.append(asset_sort(deck, deck, number + 1, 1, cards))
        return made

    def asset_name(self, asset: int) -> str:
        sort, number = asset >> 8, asset & 255
        if sort == WATER_ASSET:
            return f"{number} water"
        deck = ASSET_DECKS[sort - 1]
        return f"the {deck} card {self.game.labels.name(deck, number)}"

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
                if number > 0 and not HIDDEN_WATER.on(self):
                    self.tell(PAID, giver, taker, number)
                elif number > 0:
                    self.tell_seats(1 << giver | 1 << taker, PAID, giver, taker, number)
            else:
                self.hand_over_card(giver, taker, sort, number)
                self.tell(CARD_GIVEN, giver, taker)
        if HIDDEN_WATER.on(self):
            self.raise_doubts(giver, taker)

    def hand_over_card(self, giver: i64, taker: i64, sort: i64, number: i64) -> None:
        """The two know where the card is now; all others know that it may be any that the giver had."""
        if sort == LEADER_ASSET:
            self.leaders[giver] = without(self.leaders[giver], number)
            self.gain_leader(taker, number)
            blur(self.told_leader, giver, taker, number)
        elif sort == QUEST_ASSET:
            self.quests[giver] = without(self.quests[giver], number)
            self.gain_quest(taker, number)
            blur(self.told_quest, giver, taker, number)
        else:
            self.coverts[giver] = without(self.coverts[giver], number)
            self.gain_covert(taker, number)
            for viewer in range(len(self.told_covert)):
                pairs = self.told_covert[viewer][:]
                if viewer == giver:
                    pairs += [int(1 << taker), int(number)]
                elif viewer == taker:
                    forget_one(pairs, giver, number)
                else:
                    for i in range(0, len(pairs), 2):
                        if pairs[i] >> giver & 1:
                            pairs[i] |= int(1 << taker)
                self.told_covert[viewer] = pairs

    def raise_doubts(self, one: i64, two: i64) -> None:
        """Behind the screens nobody else knows any more how the water of these two is shared between them."""
        for viewer in range(len(self.doubts)):
            if viewer != one and viewer != two:
                merged = int(1 << one | 1 << two)
                apart: list[int] = []
                for mask in self.doubts[viewer]:
                    if mask & merged:
                        merged |= mask
                    else:
                        apart.append(mask)
                self.doubts[viewer] = [*apart, merged]


def asset_sort(name: str, deck: str, sort: int, most: int, cards: list[int]) -> dict[str, object]:
    return {"name": name, "deck": deck, "first": sort << 8, "most": most, "cards": cards}


def blur(told: list[list[int]], giver: i64, taker: i64, number: i64) -> None:
    """A card has changed hands, and third players do not know which."""
    for viewer in range(len(told)):
        if viewer in (giver, taker):
            learn(told, viewer, number, 1 << taker)
        else:
            told[viewer] = [mask | int(1 << taker) if mask >> giver & 1 else mask for mask in told[viewer]]


def well_formed(assets: list[int]) -> bool:
    """At most one amount of water and one card that exists."""
    water = [asset for asset in assets if asset >> 8 == WATER_ASSET]
    cards = [asset for asset in assets if asset >> 8 != WATER_ASSET]
    if len(water) > 1 or len(cards) > 1:
        return False
    return all(0 <= asset >> 8 < 4 and asset & 255 < ASSET_SIZES[asset >> 8] for asset in assets)


def water_in(assets: list[int]) -> int:
    return sum(asset for asset in assets if asset >> 8 == WATER_ASSET)
