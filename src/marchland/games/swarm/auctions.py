"""Chapter 9: auctions, with Peephole (SWM-9.6)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.auction import STANDING, Auction, Raise
from marchland.engine.common import BID, PASS
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.step import Step
from marchland.games.swarm.cards import MERCHANT, MORE_LEADERS, NUMBERS, PEEPHOLE, SPECIALTY
from marchland.games.swarm.operations import Operation
from marchland.games.swarm.settings import HIDDEN_WATER
from marchland.games.swarm.table import AWAIT, LOT_PILES, Swarm

# -- SWM-9.1: the lots -----------------------------------------------------------------------------------------------

QUEST_LOT: Final = 0
LEADER_LOT: Final = 1
COVERT_LOT: Final = 2

SOLD: Final = NUMBERS.row(
    ["auction.quests", "auction.leaders", "auction.coverts"],
    "SWM-9.1",
    [1, 1, 1],
    0,
    4,
    "cards that are sold in a round",
)

FOR_SALE: Final = phrase("SWM-9.1", "For sale: a {lot:lot} card")


class Auctions(Step[Swarm]):
    """SWM-9.1  A quest, a leader, a covert card; in a Great Bazaar a second leader."""

    def resume(self, t: Swarm) -> None:
        while True:
            lot = lot_at(t, t.progress())
            if lot < 0:
                break
            t.lot = lot
            t.set_progress(t.progress() + 1)
            if t.praying != (1 << t.seats) - 1 and t.put_up(LOT_PILES[t.lot]):
                t.peeped = 0
                t.tell(FOR_SALE, t.lot)
                t.call(SALE, t.lot)
                return
        t.finish()


def lots_before(t: Swarm, lot: i64) -> i64:
    """SWM-9.1  How many cards are sold in a round before the first of this sort; COVERT_LOT + 1 is for all ordinary."""
    count: i64 = 0
    sort: i64 = 0
    while sort < lot:
        count += SOLD.of(t, sort)
        sort += 1
    return count


def lot_at(t: Swarm, place: i64) -> i64:
    """SWM-9.1  What is sold in this place of the round; -1 if nothing more is."""
    lot: i64 = QUEST_LOT
    while lot <= COVERT_LOT:
        sold = SOLD.of(t, lot)
        if place < sold:
            return lot
        place -= sold
        lot += 1
    return LEADER_LOT if place < MORE_LEADERS.of(t, t.event) else -1


# -- SWM-9.2: bidding ------------------------------------------------------------------------------------------------

PAID_BY_BUYER: Final = phrase("SWM-9.3", "You pay only if nobody bids higher")
OUT_OF_AUCTION: Final = phrase("SWM-9.2", "You are out of this auction")
BID_RANGE: Final = phrase("SWM-9.2", "A bid is above {least} and at most {most} here")


class Bid(Raise[Swarm]):
    """SWM-9.2  More than the standing bid, and no more than one has."""

    effect = PAID_BY_BUYER

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [BID_RANGE, STANDING.of(t), t.water[seat]]


# -- SWM-9.6: Peephole -----------------------------------------------------------------------------------------------

PEEPS: Final = phrase("SWM-9.6", "{who:seat} looks at the card through a peephole")
SEEN_LEADER: Final = phrase("SWM-9.6", "The card in the hall is the leader {leader:leader}")
SEEN_COVERT: Final = phrase("SWM-9.6", "The card in the hall is {card:covert}")
SEEN_QUEST: Final = phrase("SWM-9.6", "The card in the hall is the quest {quest:quest}")
PEEP_ONCE: Final = phrase("SWM-9.6", "You have looked already, or cannot bid higher")


class Peep(Operation):
    """SWM-9.6  Peephole: whoever can bid higher looks at the card alone, once per lot."""

    words = ["peep"]
    card: i64 = PEEPHOLE

    def add_ways(self, t: Swarm, seat: i64, found: Options) -> None:
        if t.water[seat] > STANDING.of(t) and not t.peeped >> seat & 1:
            found.add(self.code)

    def fault(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [PEEP_ONCE]

    def play(self, t: Swarm, seat: i64, action: i64) -> None:
        t.peeped |= 1 << seat
        t.for_sale().look(t, seat)
        t.show_water(seat, STANDING.of(t) + 1)
        t.tell(PEEPS, seat)
        t.tell_seats(1 << seat, glimpsed(t.lot), t.for_sale().apart)


# -- SWM-9.2 to SWM-9.4: the sale ------------------------------------------------------------------------------------

BUYS: Final = phrase("SWM-9.3", "{who:seat} buys it for {n}")
BOUGHT_LEADER: Final = phrase("SWM-9.3", "You have bought {leader:leader}")
BOUGHT_COVERT: Final = phrase("SWM-9.3", "You have bought {card:covert}")
BOUGHT_QUEST: Final = phrase("SWM-9.3", "You have bought the quest {quest:quest}")
MERCHANT_EARNS: Final = phrase("SWM-13.5", "{who:seat} earns {n} water by the trade")
UNSOLD: Final = phrase("SWM-9.4", "Nobody wants it: it goes under its pile")
ASK_BID: Final = phrase("SWM-9.2", "A {lot:lot} card is for sale, the standing bid is {n}. Bid, or pass.")


TRADE: Final = SPECIALTY.row(NUMBERS, "trade", "SWM-13.5", 0, 20, "water when somebody else buys")


class Sale(Auction[Swarm]):
    """SWM-9.2  Bidders in turn name more or pass for good; SWM-9.3  the last one left pays."""

    def order(self, t: Swarm) -> list[int]:
        return [seat for seat in t.turn_order() if not t.prays(seat)]

    def purse(self, t: Swarm, seat: i64) -> i64:
        return t.water[seat]

    def asks(self, t: Swarm, seat: i64) -> bool:
        return HIDDEN_WATER.on(t) or super().asks(t, seat)

    def raise_to(self, t: Swarm, seat: i64, n: i64) -> None:
        t.show_water(seat, n)
        super().raise_to(t, seat, n)

    def sold(self, t: Swarm, seat: i64, price: i64) -> None:
        t.pay(seat, price)
        t.tell(BUYS, seat, price)
        t.tell_seats(1 << seat, bought(t.lot), t.for_sale().apart)
        t.for_sale().take_apart(t, seat)
        for other in range(t.seats):
            if other != seat and t.is_a(other, MERCHANT):  # SWM-13.5
                t.water[other] += TRADE.of(t, MERCHANT)
                t.tell(MERCHANT_EARNS, other, TRADE.of(t, MERCHANT))
        t.finish()

    def unsold(self, t: Swarm) -> None:
        """SWM-9.4  Under its pile; whoever knows the card knows where it lies."""
        t.for_sale().put_under()
        t.tell(UNSOLD)
        t.finish()

    def prompt(self, t: Swarm, seat: i64) -> Saying:
        return [ASK_BID, t.lot, STANDING.of(t)]

    def onward(self, t: Swarm, seat: i64) -> Saying:
        return [OUT_OF_AUCTION]

    def waiting(self, t: Swarm) -> Saying:
        return [AWAIT, self.bidder(t)]


def glimpsed(lot: i64) -> int:
    if lot == QUEST_LOT:
        return SEEN_QUEST
    return SEEN_LEADER if lot == LEADER_LOT else SEEN_COVERT


def bought(lot: i64) -> int:
    if lot == QUEST_LOT:
        return BOUGHT_QUEST
    return BOUGHT_LEADER if lot == LEADER_LOT else BOUGHT_COVERT


AUCTIONS: Final = Auctions("swarm.auctions", "Auctions", "SWM-9.1")
SALE: Final = Sale("swarm.sale", "Auction", "SWM-9.2", [PASS, Bid(BID), Peep()])
