"""Chapters 8 and 9: harvest and auctions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.auction import STANDING, Auction
from marchland.engine.common_words import BID, PASS
from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.games.swarm.cards import (
    BASIN,
    DROUGHT,
    MERCHANT,
    OASIS,
    PEEPHOLE,
    POSITIONS,
    RAIN_LINE,
    SECOND_LEADER,
    WATER,
    ZEALOT,
)
from marchland.games.swarm.table import HIDDEN_WATER, LOT_PILES, Swarm
from marchland.games.swarm.words import (
    ASK_BID,
    AWAIT,
    BID_RANGE,
    BOUGHT_COVERT,
    BOUGHT_LEADER,
    BOUGHT_QUEST,
    BUYS,
    HARVESTS,
    LOT,
    MERCHANT_EARNS,
    NOT_HELD,
    PEEP,
    PEEP_ONCE,
    PEEPS,
    SEEN_COVERT,
    SEEN_LEADER,
    SEEN_QUEST,
    UNSOLD,
)

QUEST_LOT: Final = 0
LEADER_LOT: Final = 1
COVERT_LOT: Final = 2


class Harvest(Step[Swarm]):
    """SWM-8.1  Water for troops on yielding tiles, for basins and for the favour of Water; not for those who pray."""

    def resume(self, t: Swarm) -> None:
        yielding = yielding_tiles(t)
        for seat in t.turn_order():
            if t.prays(seat) and not t.is_a(seat, ZEALOT):  # SWM-13.3
                continue
            gained: i64 = 1 if t.favour(seat, WATER) else 0  # SWM-8.4
            for p in range(POSITIONS):
                if yielding >> p & 1:
                    gained += t.on(seat, p)
                if t.type_at[p] == BASIN and t.controls(seat, p):
                    gained += 2  # SWM-8.3
            t.water[seat] += gained
            t.tell(HARVESTS, seat, gained)
        t.finish()


def yielding_tiles(t: Swarm) -> i64:
    """SWM-8.2  Oases, the line of the rain and a dowsed tile; in a drought only the last."""
    if DROUGHT[t.event]:
        return t.dowsed
    mask: i64 = RAIN_LINE[t.event]
    for p in range(POSITIONS):
        if t.type_at[p] == OASIS:
            mask |= 1 << p
    return mask | t.dowsed


class Auctions(Step[Swarm]):
    """SWM-9.1  A quest, a leader, a covert card; in a Great Bazaar a second leader."""

    def resume(self, t: Swarm) -> None:
        lots = [QUEST_LOT, LEADER_LOT, COVERT_LOT]
        if SECOND_LEADER[t.event]:
            lots.append(LEADER_LOT)
        while t.place() < len(lots):
            t.lot = lots[t.place()]
            t.set_place(t.place() + 1)
            if t.praying != (1 << t.seats) - 1 and t.put_up(LOT_PILES[t.lot]):
                t.peeped = 0
                t.tell(LOT, t.lot)
                t.call(SALE, t.lot)
                return
        t.finish()


class Sale(Auction[Swarm]):
    """SWM-9.2  Bidders in turn name more or pass for good; SWM-9.3  the last one left pays."""

    def order(self, t: Swarm) -> list[int]:
        return [seat for seat in t.turn_order() if not t.prays(seat)]

    def purse(self, t: Swarm, seat: i64) -> i64:
        return t.water[seat]

    def asks(self, t: Swarm, seat: i64) -> bool:
        return t.settings[HIDDEN_WATER] == 1 or super().asks(t, seat)

    def options(self, t: Swarm, seat: i64, found: Options) -> None:
        super().options(t, seat, found)
        raises = t.water[seat] > t.arg(STANDING)
        if t.holds(seat, PEEPHOLE) and raises and not t.peeped >> seat & 1:
            found.add(PEEP.of())

    def pass_(self, t: Swarm) -> None:
        t.reveals += 1  # neither a pass nor a bid is taken back
        super().pass_(t)

    def bid(self, t: Swarm, n: i64) -> None:
        t.reveals += 1
        t.show_water(self.bidder(t), n)
        super().bid(t, n)

    def peep(self, t: Swarm) -> None:
        """SWM-9.6  Look at the card alone, once per lot."""
        seat = self.bidder(t)
        t.spend_card(seat, PEEPHOLE)
        t.peeped |= 1 << seat
        t.for_sale().look(t, seat)
        t.show_water(seat, t.arg(STANDING) + 1)
        t.tell(PEEPS, seat)
        t.tell_seats(1 << seat, glimpsed(t.lot), t.for_sale().apart)

    def sold(self, t: Swarm, seat: i64, price: i64) -> None:
        t.pay(seat, price)
        t.tell(BUYS, seat, price)
        t.tell_seats(1 << seat, bought(t.lot), t.for_sale().apart)
        t.for_sale().take_apart(t, seat)
        for other in range(t.seats):
            if other != seat and t.is_a(other, MERCHANT):  # SWM-13.5
                t.water[other] += 1
                t.tell(MERCHANT_EARNS, other)
        t.finish()

    def unsold(self, t: Swarm) -> None:
        """SWM-9.4  Under its pile; whoever knows the card knows where it lies."""
        t.for_sale().put_under()
        t.tell(UNSOLD)
        t.finish()

    def prompt(self, t: Swarm, seat: i64) -> list[int]:
        return [ASK_BID, t.lot, t.arg(STANDING)]

    def waiting(self, t: Swarm) -> list[int]:
        return [AWAIT, self.bidder(t)]

    def why(self, t: Swarm, seat: i64, action: i64) -> list[int]:
        kind = action >> 23
        if kind == BID.number:
            return [BID_RANGE, t.arg(STANDING), t.water[seat]]
        if kind == PEEP.number:
            return [PEEP_ONCE] if t.holds(seat, PEEPHOLE) else [NOT_HELD, PEEPHOLE]
        return []


def glimpsed(lot: i64) -> int:
    if lot == QUEST_LOT:
        return SEEN_QUEST
    return SEEN_LEADER if lot == LEADER_LOT else SEEN_COVERT


def bought(lot: i64) -> int:
    if lot == QUEST_LOT:
        return BOUGHT_QUEST
    return BOUGHT_LEADER if lot == LEADER_LOT else BOUGHT_COVERT


HARVEST: Final = Harvest("swarm.harvest", "Harvest", "SWM-8.1")
AUCTIONS: Final = Auctions("swarm.auctions", "Auctions", "SWM-9.1")
SALE: Final = Sale("swarm.sale", "Auction", "SWM-9.2")

assert PASS.number < BID.number < PEEP.number  # options come in rising order
