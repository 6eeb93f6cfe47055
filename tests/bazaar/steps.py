"""The stages of Bazaar, in the order of its rulebook."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from bazaar.table import ANYTIME, GIFTS, GOODS, LOTS, ROUNDS, Bazaar, good_of, worth_of
from marchland.engine.auction import STANDING, Auction, Raise
from marchland.engine.common import BID, PASS
from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sealed import Sealed
from marchland.engine.step import Phase, Step
from marchland.engine.window import Window

# -- 1 and 2: setup and rounds ---------------------------------------------------------------------------------------


NEW_ROUND: Final = phrase("BAZ-2.2", "Round {n}", "round")
DEALT: Final = phrase("BAZ-1.3", "You are dealt {card:card}")


class Deal(Step[Bazaar]):
    """BAZ-1.3  Shuffle the cards and deal two to each player."""

    def resume(self, t: Bazaar) -> None:
        t.dice.shuffle(t.pile)
        for seat in range(t.seats):
            for _ in range(2):
                card = t.pile.pop()
                t.take_card(seat, card)
                t.tell_seats(1 << seat, DEALT, card)
        t.finish()


class Rounds(Step[Bazaar]):
    """BAZ-2.2  Round after round, and then the end."""

    def resume(self, t: Bazaar) -> None:
        if t.round == ROUNDS.of(t):
            t.end_match()
            return
        t.round += 1
        t.offered = [0] * t.seats
        t.tell(NEW_ROUND, t.round)
        t.call(ROUND)


# -- 3: order --------------------------------------------------------------------------------------------------------


HAS_BID: Final = phrase("BAZ-3.2", "{who:seat} has bid {n}", "reveal")
COMES: Final = phrase("BAZ-3.3", "{who:seat} comes as number {n}")
ASK_BID: Final = phrase("BAZ-3.1", "Bid in secret for your place in the order.")
AWAIT_BIDS: Final = phrase("BAZ-3.1", "The others are bidding for the order")
BID_RANGE: Final = phrase("BAZ-3.1", "You can bid from 0 to {n}")


class BidInSecret(Deed[Bazaar]):
    """BAZ-3.1  Any number of one's coins."""

    def offer(self, t: Bazaar, seat: i64, found: Options) -> None:
        found.span(self.of(0), t.coins[seat] + 1)

    def why(self, t: Bazaar, seat: i64, action: i64) -> Saying:
        return [BID_RANGE, t.coins[seat]]


class BidForOrder(Sealed[Bazaar]):
    """BAZ-3.1  All players at once bid in secret."""

    def reveal(self, t: Bazaar, choices: list[list[int]]) -> None:
        """BAZ-3.2  All pay. BAZ-3.3  The highest comes first; among equals chance decides."""
        bids = [BID.a(made[0]) for made in choices]
        for seat, n in enumerate(bids):
            t.pay(seat, n)
            t.tell(HAS_BID, seat, n)
        chance = list(range(t.seats))
        t.dice.shuffle(chance)
        t.order = sorted(chance, key=bids.__getitem__, reverse=True)
        for place, seat in enumerate(t.order):
            t.tell(COMES, seat, place + 1)
        t.active = t.order[0]
        t.finish()

    def prompt(self, t: Bazaar, seat: i64) -> Saying:
        return [ASK_BID]

    def waiting(self, t: Bazaar) -> Saying:
        return [AWAIT_BIDS]


# -- 4: stalls -------------------------------------------------------------------------------------------------------

TOKENS: Final = 3
LIFTS: Final = 3


HAS_LAID: Final = phrase("BAZ-4.4", "Trader {trader} has {n} tokens at the {stall:good} stall", "reveal")
EARNS: Final = phrase("BAZ-4.4", "{who:seat} earns {n} at the {stall:good} stall")
ASK_LAY: Final = phrase("BAZ-4.1", "Lay tokens for trader {trader}; {n} are left. Then say ready.")
AWAIT_TRADERS: Final = phrase("BAZ-4.1", "Tokens are being laid at the stalls")
NONE_LEFT: Final = phrase("BAZ-4.1", "This trader has laid all its tokens")
NONE_THERE: Final = phrase("BAZ-4.1", "This trader has no token at the {stall:good} stall")
NO_MORE_LIFTS: Final = phrase("BAZ-4.2", "A trader lifts at most {n} tokens in a round")


class Lay(Deed[Bazaar]):
    """BAZ-4.1  A token of a trader at a stall."""

    words = ["lay a token at {stall}", "stall:good"]

    def choose(self, t: Bazaar, hand: i64, made: list[int], found: Options) -> None:
        if sum(laid(made)) < TOKENS:
            found.span(self.of(0), len(GOODS))

    def why(self, t: Bazaar, seat: i64, action: i64) -> Saying:
        return [NONE_LEFT]


class Lift(Deed[Bazaar]):
    """BAZ-4.2  A token can be lifted again, but not for ever."""

    words = ["lift a token from {stall}", "stall:good"]

    def choose(self, t: Bazaar, hand: i64, made: list[int], found: Options) -> None:
        if lifts(made) < LIFTS:
            for stall, n in enumerate(laid(made)):
                if n:
                    found.add(self.of(stall))

    def why(self, t: Bazaar, seat: i64, action: i64) -> Saying:
        made = t.sealed[STALLS.open_hand(t, seat)]
        return [NO_MORE_LIFTS, LIFTS] if lifts(made) == LIFTS else [NONE_THERE, self.a(action)]


class Ready(Deed[Bazaar]):
    """BAZ-4.3"""

    words = ["ready"]


LAY: Final = Lay()
LIFT: Final = Lift()
READY: Final = Ready()


def laid(made: list[int]) -> list[int]:
    """The tokens that lie at each stall after these choices."""
    tokens = [0] * len(GOODS)
    for action in made:
        if LAY.fits(action):
            tokens[LAY.a(action)] += 1
        elif LIFT.fits(action):
            tokens[LIFT.a(action)] -= 1
    return tokens


def lifts(made: list[int]) -> int:
    return sum(LIFT.fits(action) for action in made)


class Stalls(Sealed[Bazaar]):
    """BAZ-4.1  All traders at once lay tokens, in secret. The hands are the traders."""

    def hands(self, t: Bazaar) -> list[int]:
        return list(range(t.traders()))

    def seat_of(self, t: Bazaar, hand: i64) -> i64:
        return hand % t.seats

    def closed(self, t: Bazaar, hand: i64, made: list[int]) -> bool:
        """BAZ-4.3  By saying ready."""
        return READY.code in made

    def reveal(self, t: Bazaar, choices: list[list[int]]) -> None:
        """BAZ-4.4  At each stall whoever has most takes a coin for every token there."""
        tokens = [laid(made) for made in choices]
        for stall in range(len(GOODS)):
            there = [of_trader[stall] for of_trader in tokens]
            for trader, n in enumerate(there):
                if n:
                    t.tell(HAS_LAID, trader, n, stall)
            if there.count(max(there)) == 1:
                winner = self.seat_of(t, there.index(max(there)))
                t.tell(EARNS, winner, t.earn(winner, sum(there)), stall)
        t.finish()

    def prompt(self, t: Bazaar, seat: i64) -> Saying:
        trader = self.open_hand(t, seat)
        return [ASK_LAY, trader, TOKENS - sum(laid(t.sealed[trader]))]

    def waiting(self, t: Bazaar) -> Saying:
        return [AWAIT_TRADERS]


# -- 5: market -------------------------------------------------------------------------------------------------------

LOT_OPENS: Final = phrase("BAZ-5.1", "Lot {n} is put up")
LOT_IS: Final = phrase("BAZ-5.2", "You look at the lot: {card:card}")


class Market(Step[Bazaar]):
    """BAZ-5.1  Two lots, one after the other. The lot stays on the pile until the hammer falls."""

    def resume(self, t: Bazaar) -> None:
        sold = t.progress()
        if sold == LOTS.of(t) or not t.pile:
            t.lapse_offers()
            t.finish()
            return
        t.set_progress(sold + 1)
        t.tell(LOT_OPENS, sold + 1)
        # BAZ-5.2  The first player looks at it.
        lot, first = t.pile[-1], 1 << t.order[0]
        t.knows[lot] |= first
        t.tell_seats(first, LOT_IS, lot)
        t.call(LOT)


BUYS: Final = phrase("BAZ-5.4", "{who:seat} buys the lot for {n}", "blow")
BOUGHT: Final = phrase("BAZ-5.4", "You have bought {card:card}")
UNSOLD: Final = phrase("BAZ-5.5", "Nobody bids, and the card goes under the pile")
ASK_RAISE: Final = phrase("BAZ-5.3", "Bid more than {n} for the lot, or pass.")
AWAIT_RAISE: Final = phrase("BAZ-5.3", "{who:seat} may bid more than {n}")
RAISE_RANGE: Final = phrase("BAZ-5.3", "The next bid is from {n} to {most}")


class RaiseBid(Raise[Bazaar]):
    """BAZ-5.3"""

    def why(self, t: Bazaar, seat: i64, action: i64) -> Saying:
        return [RAISE_RANGE, STANDING.of(t) + 1, t.coins[seat]]


class Lot(Auction[Bazaar]):
    """BAZ-5.3  In order, round and round, bid more or pass."""

    def order(self, t: Bazaar) -> list[int]:
        return t.order

    def purse(self, t: Bazaar, seat: i64) -> i64:
        return t.coins[seat]

    def sold(self, t: Bazaar, seat: i64, price: i64) -> None:
        """BAZ-5.4  The buyer takes the card unseen by the others."""
        t.pay(seat, price)
        t.tell(BUYS, seat, price)
        card = t.pile.pop()
        t.take_card(seat, card)
        t.tell_seats(1 << seat, BOUGHT, card)
        t.finish()

    def unsold(self, t: Bazaar) -> None:
        """BAZ-5.5  Under the pile."""
        t.pile.insert(0, t.pile.pop())
        t.tell(UNSOLD)
        t.finish()

    def prompt(self, t: Bazaar, seat: i64) -> Saying:
        return [ASK_RAISE, STANDING.of(t)]

    def waiting(self, t: Bazaar) -> Saying:
        return [AWAIT_RAISE, self.bidder(t), STANDING.of(t)]


# -- 6: palace -------------------------------------------------------------------------------------------------------

REWARD: Final = 10
STOREHOUSE: Final = 6


WANTED: Final = phrase("BAZ-6.1", "The palace wants {good:good}")


class Wish(Step[Bazaar]):
    """BAZ-6.1  Chance names the good that the palace wants."""

    def resume(self, t: Bazaar) -> None:
        t.wanted = t.dice.below(len(GOODS))
        t.tell(WANTED, t.wanted)
        t.finish()


DELIVERS: Final = phrase("BAZ-6.3", "{who:seat} delivers {card:card}")
REWARDED: Final = phrase("BAZ-6.3", "The palace pays {who:seat} {n}")
FULL: Final = phrase("BAZ-6.5", "The storehouse of the palace is full")
ASK_DELIVER: Final = phrase("BAZ-6.2", "Deliver {good:good} to the palace, or pass.")
AWAIT_PALACE: Final = phrase("BAZ-6.2", "The palace waits for {good:good}")
NOT_WANTED: Final = phrase("BAZ-6.2", "The palace wants {good:good}")
NOT_HELD: Final = phrase("BAZ-1.3", "You do not hold {card:card}")


class Deliver(Deed[Bazaar]):
    """BAZ-6.2  A card of the good that is wanted."""

    words = ["deliver {card}", "card:card"]

    def offer(self, t: Bazaar, seat: i64, found: Options) -> None:
        for card in t.hands[seat]:
            if good_of(card) == t.wanted:
                found.add(self.of(card))

    def why(self, t: Bazaar, seat: i64, action: i64) -> Saying:
        card = self.a(action)
        return [NOT_WANTED, t.wanted] if card in t.hands[seat] else [NOT_HELD, card]


DELIVER: Final = Deliver()


class Palace(Sealed[Bazaar]):
    """BAZ-6.2  Whoever holds a card, whatever card, delivers or passes; nobody is shown who has answered."""

    def hands(self, t: Bazaar) -> list[int]:
        return [seat for seat in range(t.seats) if t.hands[seat]]

    def reveal(self, t: Bazaar, choices: list[list[int]]) -> None:
        """BAZ-6.3  All deliveries are shown together, and the most precious one is rewarded."""
        delivered: dict[int, int] = {}
        for seat, made in enumerate(choices):
            if made and made[0] != PASS.code:
                card = DELIVER.a(made[0])
                delivered[card] = seat
                t.hands[seat].remove(card)
                t.storehouse.append(card)
                t.show(card)
                t.tell(DELIVERS, seat, card)
        if delivered:
            best = delivered[max(delivered, key=worth_of)]
            t.tell(REWARDED, best, t.earn(best, REWARD))
        if len(t.storehouse) >= STOREHOUSE:
            # BAZ-6.5  The match ends at once.
            t.tell(FULL)
            t.end_match()
        else:
            t.finish()

    def prompt(self, t: Bazaar, seat: i64) -> Saying:
        return [ASK_DELIVER, t.wanted]

    def waiting(self, t: Bazaar) -> Saying:
        return [AWAIT_PALACE, t.wanted]


# -- 7: gifts --------------------------------------------------------------------------------------------------------


ASK_GIVE: Final = phrase("BAZ-7.1", "Give somebody a coin, or pass.")
AWAIT_GIVE: Final = phrase("BAZ-7.1", "{who:seat} may give coins")
GIVE_OTHERS: Final = phrase("BAZ-7.1", "Coins are given to another player")


class Give(Deed[Bazaar]):
    """BAZ-7.1  A coin to another player."""

    words = ["give a coin to {to}", "to:seat"]

    def offer(self, t: Bazaar, seat: i64, found: Options) -> None:
        for other in range(t.seats):
            if other != seat:
                found.add(self.of(other))

    def why(self, t: Bazaar, seat: i64, action: i64) -> Saying:
        return [GIVE_OTHERS]

    def do(self, t: Bazaar, seat: i64, action: i64) -> None:
        t.give_coin(seat, self.a(action))


class GiveBeside(Give):
    """BAZ-7.3  Beside another decision; in the stage of gifts, giving is the decision itself."""

    def offer(self, t: Bazaar, seat: i64, found: Options) -> None:
        anytime = GIFTS.of(t) == ANYTIME and seat in t.deciders() and t.openly_asked()
        if anytime and t.step() is not GIVE_COINS and t.coins[seat] >= 2:
            super().offer(t, seat, found)


GIVE: Final = Give()


class Gifts(Window[Bazaar]):
    """BAZ-7.1  In order, round and round, give coins away. BAZ-7.2  Until all have passed since the last gift."""

    def order(self, t: Bazaar) -> list[int]:
        return t.order

    def eligible(self, t: Bazaar, hand: i64) -> bool:
        return t.coins[hand] >= 2

    def close(self, t: Bazaar) -> None:
        t.lapse_offers()
        t.finish()

    def prompt(self, t: Bazaar, seat: i64) -> Saying:
        return [ASK_GIVE]

    def waiting(self, t: Bazaar) -> Saying:
        return [AWAIT_GIVE, self.hand(t)]


# -- 8: sales --------------------------------------------------------------------------------------------------------


SELLS: Final = phrase("BAZ-8.1", "{who:seat} sells {card:card} for {n}")
ASK_SELL: Final = phrase("BAZ-8.1", "Sell a card, or pass.")
AWAIT_SELL: Final = phrase("BAZ-8.1", "{who:seat} may sell cards")


class Sell(Deed[Bazaar]):
    """BAZ-8.1  A card for a coin less than its worth, under the pile."""

    words = ["sell {card}", "card:card"]

    def offer(self, t: Bazaar, seat: i64, found: Options) -> None:
        for card in t.hands[seat]:
            found.add(self.of(card))

    def why(self, t: Bazaar, seat: i64, action: i64) -> Saying:
        return [NOT_HELD, self.a(action)]

    def do(self, t: Bazaar, seat: i64, action: i64) -> None:
        card = int(self.a(action))
        t.hands[seat].remove(card)
        t.pile.insert(0, card)
        t.show(card)
        t.tell(SELLS, seat, card, t.earn(seat, worth_of(card) - 1))


class Sales(Window[Bazaar]):
    """BAZ-8.1  In order, once around, sell cards."""

    def order(self, t: Bazaar) -> list[int]:
        return t.order

    def eligible(self, t: Bazaar, hand: i64) -> bool:
        return len(t.hands[hand]) > 0

    def close(self, t: Bazaar) -> None:
        t.lapse_offers()
        t.finish()

    def prompt(self, t: Bazaar, seat: i64) -> Saying:
        return [ASK_SELL]

    def waiting(self, t: Bazaar) -> Saying:
        return [AWAIT_SELL, self.hand(t)]


DEAL: Final = Deal("bazaar.deal", "Deal", "BAZ-1.3")
BID_FOR_ORDER: Final = BidForOrder("bazaar.order", "Order", "BAZ-3.1", [BidInSecret(BID)])
STALLS: Final = Stalls("bazaar.stalls", "Stalls", "BAZ-4.1", [LAY, LIFT, READY])
LOT: Final = Lot("bazaar.lot", "Lot", "BAZ-5.3", [PASS, RaiseBid(BID)])
MARKET: Final = Market("bazaar.market", "Market", "BAZ-5.1")
WISH: Final = Wish("bazaar.wish", "Wish", "BAZ-6.1")
PALACE: Final = Palace("bazaar.palace", "Palace", "BAZ-6.2", [PASS, DELIVER], shows_ready=False)
GIVE_COINS: Final = Gifts("bazaar.gifts", "Gifts", "BAZ-7.1", [PASS, GIVE], until_quiet=True)
SALES: Final = Sales("bazaar.sales", "Sales", "BAZ-8.1", [PASS, Sell()])

# BAZ-2.1  A round has six stages.
STAGES: Final[list[Step[Any]]] = [BID_FOR_ORDER, STALLS, MARKET, WISH, PALACE, GIVE_COINS, SALES]
ROUND: Final[Phase[Bazaar]] = Phase("bazaar.round", "Round", "BAZ-2.1", STAGES)
ALL_ROUNDS: Final = Rounds("bazaar.rounds", "Rounds", "BAZ-2.2")
MATCH: Final[Phase[Bazaar]] = Phase("bazaar.match", "Bazaar", "BAZ-1.1", [DEAL, ALL_ROUNDS])

BESIDE: Final[list[Deed[Any]]] = [GiveBeside(GIVE)]
