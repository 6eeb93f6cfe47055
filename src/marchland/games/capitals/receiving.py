"""Chapter 4: receiving outside the own turn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.games.capitals.table import Capitals
from marchland.games.capitals.words import (
    ASK_PLACE_NOW,
    AWAIT,
    GAINS,
    PLACE_NOW,
    PUT_OWN,
    PUT_RANGE,
    PUTS,
    TO_POOL,
)
from marchland.games.capitals.world import TERRITORIES
from marchland.games.conquest.words import MOST

# Arguments of the frame.
RECEIVER: Final = 0
LEFT: Final = 1  # units still to put
EUR_GIVEN: Final = 2
CARDS_GIVEN: Final = 3


def receive(t: Capitals, seat: i64, units: i64, eur: i64, cards: i64) -> None:
    """CAP-4.1  Units go to the pool of the active player who is mustering; anybody else puts them at once."""
    if seat == t.active and t.playing >= 0:
        # Cards that cause a bid are played in the Muster step alone.
        to_pool(t, seat, units)
        t.call(RECEIVE, seat, 0, eur, cards)
    else:
        t.call(RECEIVE, seat, units, eur, cards)


def to_pool(t: Capitals, seat: i64, units: i64) -> None:
    if units > 0:
        t.pool[seat] += units
        t.tell(TO_POOL, units, seat)


def receive_all(t: Capitals, seats: list[int], units: i64, eur: i64, cards: i64) -> None:
    """CAP-4.2  In this order, one player completely after the other: the first lies on top of the agenda."""
    for seat in reversed(seats):
        receive(t, seat, units, eur, cards)


class Receive(Step[Capitals]):
    """CAP-4.1  EUR and cards are received; then the units are put on own territories, in any split."""

    def resume(self, t: Capitals) -> None:
        seat = t.arg(RECEIVER)
        if t.place() == 0:
            t.set_place(1)
            if t.arg(EUR_GIVEN) > 0:
                t.gain(seat, t.arg(EUR_GIVEN))
                t.tell(GAINS, seat, t.arg(EUR_GIVEN))
            for _ in range(t.arg(CARDS_GIVEN)):
                t.draw(seat)
        if t.arg(LEFT) == 0:
            t.finish()
            return
        options = self.listed(t, seat)
        if options.total == 1:
            self.act(t, seat, options.at(0))
        else:
            t.ask(seat, options)

    def options(self, t: Capitals, seat: i64, found: Options) -> None:
        left = t.arg(LEFT)
        found.fan(PLACE_NOW, t.own(seat), left if left < MOST else MOST)

    def place_now(self, t: Capitals, territory: i64, n: i64) -> None:
        t.units[territory] += n
        t.set_arg(LEFT, t.arg(LEFT) - n)
        t.tell(PUTS, t.arg(RECEIVER), n, territory)

    def prompt(self, t: Capitals, seat: i64) -> list[int]:
        return [ASK_PLACE_NOW, t.arg(LEFT)]

    def waiting(self, t: Capitals) -> list[int]:
        return [AWAIT, t.arg(RECEIVER)]

    def why(self, t: Capitals, seat: i64, action: i64) -> list[int]:
        if action >> 23 != PLACE_NOW.number:
            return []
        territory = PLACE_NOW.a(action)
        own = territory < TERRITORIES and t.owner[territory] == seat
        return [PUT_RANGE, t.arg(LEFT)] if own else [PUT_OWN, territory]


RECEIVE: Final = Receive("capitals.receive", "Receive", "CAP-4.1")
