"""What lies on a table of Bazaar, and who knows what of it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.auction import Auction
from marchland.engine.dice import Dice
from marchland.engine.numbers import Numbers
from marchland.engine.offers import Asset, Deals, given_in, maker_of, number_in, offerable, taker_of
from marchland.engine.picture import NOBODY, CardShown, Fact, Picture, Seat
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sealed import Sealed
from marchland.engine.settings import Setting, Settings
from marchland.engine.table import ALL_SEEING, Table

GOODS: Final = ["silk", "spice", "tea", "amber"]  # BAZ-1.1
CARDS: Final = 24
MOST_COINS: Final = 99  # BAZ-9.2

NUMBERS: Final = Numbers()
COINS_PER_SEAT: Final = NUMBERS.one("coins.all", "BAZ-1.2", 40, 20, 99, "coins in the game for each player")
MOST_OFFERS: Final = NUMBERS.one("offers.most", "BAZ-9.4", 5, 0, 20, "offers of a player in a round")
LOTS: Final = NUMBERS.one("market.lots", "BAZ-5.1", 2, 0, 4, "lots that are sold in a round")

ROUNDS: Final = Setting("rounds", "BAZ-2.2", "How many rounds the match lasts.", least=1, most=6, default="3")
COINS: Final = Setting("coins", "BAZ-1.2", "How many coins each player begins with.", least=0, most=20, default="10")
DEALS: Final = Setting("deals", "BAZ-9.1", "Whether players make each other offers.", ["off", "on"], default="on")
GIFTS: Final = Setting("gifts", "BAZ-7.3", "When coins can be given away.", ["window", "anytime"], default="window")
ANYTIME: Final = GIFTS.value("anytime")
SETTINGS: Final = Settings([ROUNDS, COINS, DEALS, GIFTS])

BAD_OFFER: Final = phrase("BAZ-9.2", "An offer has up to 99 coins and one card each way, and not nothing at all")
CANNOT_GIVE: Final = phrase("BAZ-9.3", "You do not have what you offer")
COUNTS: Final = phrase("BAZ-10.1", "{who:seat} owns {n}")
DEALS_CLOSED: Final = phrase("BAZ-9.1", "While a secret decision is open no offer can be made")
DEALS_OFF: Final = phrase("BAZ-9.1", "This match is played without deals")
GIVES: Final = phrase("BAZ-7.1", "{who:seat} gives {to:seat} a coin")
HANDED: Final = phrase("BAZ-9.5", "{who:seat} hands {to:seat} {card:card}")
HANDS_OVER: Final = phrase("BAZ-9.5", "{who:seat} hands {to:seat} {n} coins and {cards} cards")
NO_MORE_OFFERS: Final = phrase("BAZ-9.4", "You have made {n} offers in this round")
STANDS_ALREADY: Final = phrase("BAZ-9.4", "An offer of yours to {to:seat} stands already")


def good_of(card: int) -> int:
    return card // 6


def worth_of(card: int) -> int:
    return card % 6 + 1


COIN: Final = Asset("coin", many="coins")
CARD: Final = Asset("card", "card")
TERMS: Final = Deals("BAZ-9.2", [COIN, CARD], time="BAZ-9.1", answering="BAZ-9.6", paying="BAZ-9.5")


def coins_in(assets: list[int]) -> int:
    return sum(number_in(asset) for asset in assets if COIN.fits(asset))


def cards_in(assets: list[int]) -> list[int]:
    return [number_in(asset) for asset in assets if CARD.fits(asset)]


class Bazaar(Table):
    """Coins are public. Of a card the table keeps where it lies and, in `knows`, who knows that it lies there: a mask
    of the seats, with one bit more for the spectators."""

    coins: list[int]
    till: i64
    hands: list[list[int]]  # each in rising order
    pile: list[int]  # the top card last
    storehouse: list[int]
    knows: list[int]
    order: list[int]
    wanted: i64
    offered: list[int]  # BAZ-9.4  offers made this round, by seat

    def set_up(self) -> None:
        """BAZ-1.2  Forty coins for each player are in the game."""
        self.coins = [int(COINS.of(self))] * self.seats
        self.till = COINS_PER_SEAT.of(self) * self.seats - sum(self.coins)
        self.hands = [[] for _ in range(self.seats)]
        self.pile = list(range(CARDS))
        self.storehouse = []
        self.knows = [0] * CARDS
        self.order = list(range(self.seats))
        self.wanted = 0
        self.offered = [0] * self.seats

    def traders(self) -> int:
        """BAZ-1.4  One for each player, but two each in a match of two."""
        return 4 if self.seats == 2 else self.seats

    # -- coins -------------------------------------------------------------------------------------------------------

    def pay(self, seat: i64, n: i64) -> None:
        self.coins[seat] -= n
        self.till += n

    def earn(self, seat: i64, n: i64) -> int:
        """BAZ-4.5  A till that cannot pay in full pays what it has."""
        paid = min(n, self.till)
        self.pay(seat, -paid)
        return paid

    def free_coins(self, seat: i64) -> int:
        """BAZ-5.6  The coins of a standing bid are locked."""
        step = self.step()
        return self.coins[seat] - (step.locked(self, seat) if isinstance(step, Auction) else 0)

    def give_coin(self, giver: i64, to: i64) -> None:
        """BAZ-7.1  One coin to the other, one to the till."""
        self.pay(giver, 2)
        self.earn(to, 1)
        self.tell(GIVES, giver, to)

    # -- cards -------------------------------------------------------------------------------------------------------

    def take_card(self, seat: i64, card: int) -> None:
        """A card comes into a hand; whoever knew it sees where it goes."""
        self.hands[seat] = sorted([*self.hands[seat], card])
        self.knows[card] |= 1 << seat

    def show(self, card: int) -> None:
        self.knows[card] = (1 << self.seats + 1) - 1

    def is_known(self, card: int, seat: i64) -> bool:
        """Whether a seat, a spectator or the all-seeing knows where a card lies."""
        return seat == ALL_SEEING or bool(self.knows[card] >> (seat if seat >= 0 else self.seats) & 1)

    def score(self, seat: i64) -> int:
        """BAZ-10.1  Coins and the worth of the cards."""
        return self.coins[seat] + sum(worth_of(card) for card in self.hands[seat])

    def end_match(self) -> None:
        """BAZ-10.1  All cards are shown. BAZ-10.2  Equal players share a place."""
        scores = [self.score(seat) for seat in range(self.seats)]
        for seat, score in enumerate(scores):
            self.tell(COUNTS, seat, score)
            for card in self.hands[seat]:
                self.show(card)
        self.lapse_offers()
        self.end([1 + sum(other > score for other in scores) for score in scores])

    # -- BAZ-9: deals ------------------------------------------------------------------------------------------------

    def deals_open(self) -> bool:
        """BAZ-9.1  Whenever a decision that is not secret is waiting."""
        return DEALS.on(self) and self.openly_asked()

    def openly_asked(self) -> bool:
        return not isinstance(self.step(), Sealed)

    def assets(self, giver: i64, viewer: i64) -> list[dict[str, object]]:
        """BAZ-9.2  Coins, and one card; of others any, since one is not told what they have."""
        own = self.sees(viewer, giver)
        coins, cards = (self.free_coins(giver), self.hands[giver][:]) if own else (MOST_COINS, list(range(CARDS)))
        return [offerable(COIN, coins), offerable(CARD, 1, cards)]

    def offer_fault(self, maker: i64, to: i64, give: list[int], ask: list[int]) -> Saying:
        if not DEALS.on(self):
            return [DEALS_OFF]
        if not self.openly_asked():
            return [DEALS_CLOSED]
        if not (give or ask) or not (well_formed(give) and well_formed(ask)):
            return [BAD_OFFER]
        if not self.can_give(maker, give):
            return [CANNOT_GIVE]
        for offer in self.offers:
            if maker_of(offer) == maker and taker_of(offer) == to:
                return [STANDS_ALREADY, to]
        most = MOST_OFFERS.of(self)
        return [NO_MORE_OFFERS, most] if self.offered[maker] >= most else []

    def offer_made(self, maker: i64, to: i64) -> None:
        """BAZ-9.4  It counts. BAZ-9.3  An offered card is shown to the other player."""
        self.offered[maker] += 1
        for card in cards_in(given_in(self.offers[-1])):
            self.knows[card] |= 1 << to

    def can_give(self, seat: i64, assets: list[int]) -> bool:
        holds = all(card in self.hands[seat] for card in cards_in(assets))
        return holds and coins_in(assets) <= self.free_coins(seat)

    def hand_over(self, giver: i64, taker: i64, assets: list[int]) -> None:
        """BAZ-9.5  Coins and the number of cards are public; which cards, only the two know."""
        if not assets:
            return
        coins, cards = coins_in(assets), cards_in(assets)
        self.pay(giver, coins)
        self.earn(taker, coins)
        both = 1 << giver | 1 << taker
        self.tell(HANDS_OVER, giver, taker, coins, len(cards))
        for card in cards:
            self.hands[giver].remove(card)
            self.knows[card] = both
            self.take_card(taker, card)
            self.tell_seats(both, HANDED, giver, taker, card)

    # -- copies, views and what may be -------------------------------------------------------------------------------

    def copy(self) -> Bazaar:
        twin = Bazaar()
        self.copy_into(twin)
        twin.coins = self.coins[:]
        twin.till = self.till
        twin.hands = [hand[:] for hand in self.hands]
        twin.pile = self.pile[:]
        twin.storehouse = self.storehouse[:]
        twin.knows = self.knows[:]
        twin.order = self.order[:]
        twin.wanted = self.wanted
        twin.offered = self.offered[:]
        return twin

    def sight(self, seat: i64) -> dict[str, object]:
        """Coins are public; of cards a seat sees those whose place it knows, -1 stands for the others."""
        return {
            "coins": self.coins[:],
            "till": self.till,
            "hands": [self.hand_seen(hand, seat) for hand in self.hands],
            "pile": [card if self.is_known(card, seat) else -1 for card in self.pile],
            "storehouse": self.storehouse[:],
            "order": self.order[:],
            "wanted": self.wanted,
            "offered": self.offered[:],
        }

    def depict(self, seat: i64) -> Picture:
        """Bazaar has no board: coins, and the cards whose place a viewer knows."""
        known = [
            CardShown(holder, "card", card)
            for holder, hand in enumerate(self.hands)
            for card in hand
            if self.is_known(card, seat)
        ]
        in_pile = [card for card in self.pile if self.is_known(card, seat)]
        return Picture(
            seats=[
                Seat([Fact(coins, "coin", "coins"), Fact(len(hand), "card", "cards")])
                for coins, hand in zip(self.coins, self.hands, strict=True)
            ],
            facts=[Fact(self.till, "coin in the till", "coins in the till"), Fact(len(self.pile), "in the pile")],
            hand=[card for card in known if self.sees(seat, card.seat)],
            open=[
                *[card for card in known if not self.sees(seat, card.seat)],
                *[CardShown(NOBODY, "card", card, "in the pile") for card in in_pile],
                *[CardShown(NOBODY, "card", card, "in the storehouse") for card in self.storehouse],
            ],
        )

    def hand_seen(self, hand: list[int], seat: i64) -> list[int]:
        # Unknown cards come last: left in their places between the others, they would tell their rank.
        known = [card for card in hand if self.is_known(card, seat)]
        return known + [-1] * (len(hand) - len(known))

    def imagine(self, seat: i64) -> None:
        """All cards whose place the seat does not know change places with one another."""
        told = self.asides(seat).actions()
        self.mix_unknown(seat, self.dice)
        # Whether an offer can be accepted tells the seat if its maker still has the card: deal until it tells the same.
        while self.asides(seat).actions() != told:
            self.mix_unknown(seat, self.dice)

    def mix_unknown(self, seat: i64, dice: Dice) -> None:
        places = [*self.hands, self.pile]
        unknown = [card for place in places for card in place if not self.is_known(card, seat)]
        dealt = unknown[:]
        dice.shuffle(dealt)
        instead = dict(zip(unknown, dealt, strict=True))
        moved = [[instead.get(card, card) for card in place] for place in places]
        # Whoever knew the card that lay in a place knows the one that lies there now.
        knows = self.knows[:]
        for old, new in instead.items():
            self.knows[new] = knows[old]
        self.pile = moved.pop()
        self.hands = [sorted(hand) for hand in moved]


def well_formed(assets: list[int]) -> bool:
    """BAZ-9.2  Up to 99 coins in one number, and at most one card."""
    coins = [asset for asset in assets if COIN.fits(asset) and 1 <= number_in(asset) <= MOST_COINS]
    cards = [card for card in cards_in(assets) if card < CARDS]
    return len(coins) + len(cards) == len(assets) and len(coins) <= 1 and len(cards) <= 1
