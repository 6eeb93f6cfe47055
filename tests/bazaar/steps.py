"""The stages of Bazaar, in the order of its rulebook."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from bazaar.table import GOODS, ROUNDS, Bazaar, good_of, worth_of
from bazaar.words import (
    ASK_BID,
    ASK_DELIVER,
    ASK_GIVE,
    ASK_LAY,
    ASK_RAISE,
    ASK_SELL,
    AWAIT_BIDS,
    AWAIT_GIVE,
    AWAIT_PALACE,
    AWAIT_RAISE,
    AWAIT_SELL,
    AWAIT_TRADERS,
    BID_RANGE,
    BOUGHT,
    BUYS,
    COMES,
    DEALT,
    DELIVER,
    DELIVERS,
    EARNS,
    FULL,
    GIVE,
    GIVE_OTHERS,
    HAS_BID,
    HAS_LAID,
    LAY,
    LIFT,
    LOT_IS,
    LOT_OPENS,
    NEW_ROUND,
    NO_MORE_LIFTS,
    NONE_LEFT,
    NONE_THERE,
    NOT_HELD,
    NOT_WANTED,
    RAISE_RANGE,
    READY,
    REWARDED,
    SELL,
    SELLS,
    UNSOLD,
    WANTED,
)
from marchland.engine.auction import STANDING, Auction
from marchland.engine.common_words import BID, PASS
from marchland.engine.options import Options
from marchland.engine.sealed import Sealed
from marchland.engine.step import Phase, Step
from marchland.engine.window import Window

# -- 1 and 2: setup and rounds ---------------------------------------------------------------------------------------


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
        if t.round == t.settings[ROUNDS]:
            t.end_match()
            return
        t.round += 1
        t.offered = [0] * t.seats
        t.tell(NEW_ROUND, t.round)
        t.call(ROUND)


# -- 3: order --------------------------------------------------------------------------------------------------------


class BidForOrder(Sealed[Bazaar]):
    """BAZ-3.1  All players at once bid in secret."""

    def choices(self, t: Bazaar, hand: i64, made: list[int]) -> Options:
        found = Options()
        found.span(BID.of(0), t.coins[hand] + 1)
        return found

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

    def prompt(self, t: Bazaar, seat: i64) -> list[int]:
        return [ASK_BID]

    def waiting(self, t: Bazaar) -> list[int]:
        return [AWAIT_BIDS]

    def why(self, t: Bazaar, seat: i64, action: i64) -> list[int]:
        return [BID_RANGE, t.coins[seat]]


# -- 4: stalls -------------------------------------------------------------------------------------------------------

TOKENS: Final = 3
LIFTS: Final = 3


def laid(made: list[int]) -> list[int]:
    """The tokens that lie at each stall after these choices."""
    tokens = [0] * len(GOODS)
    for action in made:
        if action >> 23 == LAY.number:
            tokens[LAY.a(action)] += 1
        elif action >> 23 == LIFT.number:
            tokens[LIFT.a(action)] -= 1
    return tokens


def lifts(made: list[int]) -> int:
    return sum(action >> 23 == LIFT.number for action in made)


class Stalls(Sealed[Bazaar]):
    """BAZ-4.1  All traders at once lay tokens, in secret. The hands are the traders."""

    def hands(self, t: Bazaar) -> list[int]:
        return list(range(t.traders()))

    def seat_of(self, t: Bazaar, hand: i64) -> i64:
        return hand % t.seats

    def choices(self, t: Bazaar, hand: i64, made: list[int]) -> Options:
        found = Options()
        tokens = laid(made)
        if sum(tokens) < TOKENS:
            found.span(LAY.of(0), len(GOODS))
        if lifts(made) < LIFTS:
            for stall, n in enumerate(tokens):
                if n:
                    found.add(LIFT.of(stall))
        found.add(READY.of())
        return found

    def closed(self, t: Bazaar, hand: i64, made: list[int]) -> bool:
        """BAZ-4.3  By saying ready."""
        return READY.of() in made

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

    def prompt(self, t: Bazaar, seat: i64) -> list[int]:
        trader = self.open_hand(t, seat)
        return [ASK_LAY, trader, TOKENS - sum(laid(t.sealed[trader]))]

    def waiting(self, t: Bazaar) -> list[int]:
        return [AWAIT_TRADERS]

    def why(self, t: Bazaar, seat: i64, action: i64) -> list[int]:
        made = t.sealed[self.open_hand(t, seat)]
        if action >> 23 == LAY.number:
            return [NONE_LEFT]
        if action >> 23 != LIFT.number:
            return []
        return [NO_MORE_LIFTS, LIFTS] if lifts(made) == LIFTS else [NONE_THERE, LIFT.a(action)]


# -- 5: market -------------------------------------------------------------------------------------------------------

LOTS: Final = 2


class Market(Step[Bazaar]):
    """BAZ-5.1  Two lots, one after the other. The lot stays on the pile until the hammer falls."""

    def resume(self, t: Bazaar) -> None:
        sold = t.place()
        if sold == LOTS or not t.pile:
            t.lapse_offers()
            t.finish()
            return
        t.set_place(sold + 1)
        t.tell(LOT_OPENS, sold + 1)
        # BAZ-5.2  The first player looks at it.
        lot, first = t.pile[-1], 1 << t.order[0]
        t.knows[lot] |= first
        t.tell_seats(first, LOT_IS, lot)
        t.call(LOT)


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

    def prompt(self, t: Bazaar, seat: i64) -> list[int]:
        return [ASK_RAISE, t.arg(STANDING)]

    def waiting(self, t: Bazaar) -> list[int]:
        return [AWAIT_RAISE, self.bidder(t), t.arg(STANDING)]

    def why(self, t: Bazaar, seat: i64, action: i64) -> list[int]:
        return [RAISE_RANGE, t.arg(STANDING) + 1, t.coins[seat]] if action >> 23 == BID.number else []


# -- 6: palace -------------------------------------------------------------------------------------------------------

REWARD: Final = 10
STOREHOUSE: Final = 6


class Wish(Step[Bazaar]):
    """BAZ-6.1  Chance names the good that the palace wants."""

    def resume(self, t: Bazaar) -> None:
        t.wanted = t.dice.below(len(GOODS))
        t.tell(WANTED, t.wanted)
        t.finish()


class Palace(Sealed[Bazaar]):
    """BAZ-6.2  Whoever holds a card, whatever card, delivers or passes; nobody is shown who has answered."""

    def hands(self, t: Bazaar) -> list[int]:
        return [seat for seat in range(t.seats) if t.hands[seat]]

    def choices(self, t: Bazaar, hand: i64, made: list[int]) -> Options:
        found = Options()
        found.add(PASS.of())
        for card in t.hands[hand]:
            if good_of(card) == t.wanted:
                found.add(DELIVER.of(card))
        return found

    def reveal(self, t: Bazaar, choices: list[list[int]]) -> None:
        """BAZ-6.3  All deliveries are shown together, and the most precious one is rewarded."""
        delivered: dict[int, int] = {}
        for seat, made in enumerate(choices):
            if made and made[0] != PASS.of():
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

    def prompt(self, t: Bazaar, seat: i64) -> list[int]:
        return [ASK_DELIVER, t.wanted]

    def waiting(self, t: Bazaar) -> list[int]:
        return [AWAIT_PALACE, t.wanted]

    def why(self, t: Bazaar, seat: i64, action: i64) -> list[int]:
        if action >> 23 != DELIVER.number:
            return []
        card = DELIVER.a(action)
        return [NOT_WANTED, t.wanted] if card in t.hands[seat] else [NOT_HELD, card]


# -- 7: gifts --------------------------------------------------------------------------------------------------------


class Gifts(Window[Bazaar]):
    """BAZ-7.1  In order, round and round, give coins away. BAZ-7.2  Until all have passed since the last gift."""

    def order(self, t: Bazaar) -> list[int]:
        return t.order

    def eligible(self, t: Bazaar, hand: i64) -> bool:
        return t.coins[hand] >= 2

    def options(self, t: Bazaar, seat: i64, found: Options) -> None:
        found.add(PASS.of())
        for other in range(t.seats):
            if other != seat:
                found.add(GIVE.of(other))

    def give(self, t: Bazaar, to: i64) -> None:
        t.give_coin(self.hand(t), to)

    def close(self, t: Bazaar) -> None:
        t.lapse_offers()
        t.finish()

    def prompt(self, t: Bazaar, seat: i64) -> list[int]:
        return [ASK_GIVE]

    def waiting(self, t: Bazaar) -> list[int]:
        return [AWAIT_GIVE, self.hand(t)]

    def why(self, t: Bazaar, seat: i64, action: i64) -> list[int]:
        return [GIVE_OTHERS] if action >> 23 == GIVE.number else []


# -- 8: sales --------------------------------------------------------------------------------------------------------


class Sales(Window[Bazaar]):
    """BAZ-8.1  In order, once around, sell cards."""

    def order(self, t: Bazaar) -> list[int]:
        return t.order

    def eligible(self, t: Bazaar, hand: i64) -> bool:
        return len(t.hands[hand]) > 0

    def options(self, t: Bazaar, seat: i64, found: Options) -> None:
        found.add(PASS.of())
        for card in t.hands[seat]:
            found.add(SELL.of(card))

    def sell(self, t: Bazaar, card: i64) -> None:
        seat = self.hand(t)
        t.hands[seat].remove(card)
        t.pile.insert(0, card)
        t.show(card)
        t.tell(SELLS, seat, card, t.earn(seat, worth_of(card) - 1))

    def close(self, t: Bazaar) -> None:
        t.lapse_offers()
        t.finish()

    def prompt(self, t: Bazaar, seat: i64) -> list[int]:
        return [ASK_SELL]

    def waiting(self, t: Bazaar) -> list[int]:
        return [AWAIT_SELL, self.hand(t)]

    def why(self, t: Bazaar, seat: i64, action: i64) -> list[int]:
        return [NOT_HELD, SELL.a(action)] if action >> 23 == SELL.number else []


DEAL: Final = Deal("bazaar.deal", "Deal", "BAZ-1.3")
BID_FOR_ORDER: Final = BidForOrder("bazaar.order", "Order", "BAZ-3.1")
STALLS: Final = Stalls("bazaar.stalls", "Stalls", "BAZ-4.1")
LOT: Final = Lot("bazaar.lot", "Lot", "BAZ-5.3")
MARKET: Final = Market("bazaar.market", "Market", "BAZ-5.1")
WISH: Final = Wish("bazaar.wish", "Wish", "BAZ-6.1")
PALACE: Final = Palace("bazaar.palace", "Palace", "BAZ-6.2", shows_ready=False)
GIFTS: Final = Gifts("bazaar.gifts", "Gifts", "BAZ-7.1", until_quiet=True)
SALES: Final = Sales("bazaar.sales", "Sales", "BAZ-8.1")

# BAZ-2.1  A round has six stages.
STAGES: Final[list[Step[Any]]] = [BID_FOR_ORDER, STALLS, MARKET, WISH, PALACE, GIFTS, SALES]
ROUND: Final[Phase[Bazaar]] = Phase("bazaar.round", "Round", "BAZ-2.1", STAGES)
ALL_ROUNDS: Final = Rounds("bazaar.rounds", "Rounds", "BAZ-2.2")
MATCH: Final[Phase[Bazaar]] = Phase("bazaar.match", "Bazaar", "BAZ-1.1", [DEAL, ALL_ROUNDS])
