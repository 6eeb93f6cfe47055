"""Chapter E: the Event cards, and the first two steps of a round (CAP-3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.sayings import phrase
from marchland.engine.step import Step
from marchland.games.capitals.bids import EVENT_BID, FOR_CONFERENCE, FOR_SANCTION, FOR_UNITS
from marchland.games.capitals.cards import (
    AID_EUR,
    AID_UNITS,
    EPIDEMIC,
    EVENT_CARDS,
    EVENT_CONFERENCE,
    EVENT_EUR,
    EVENT_PRIZE,
    EVENT_UNITS,
    HOLDINGS,
    INFLATION,
    PURGE,
    SANCTION,
    UPRISING,
)
from marchland.games.capitals.receiving import receive_all
from marchland.games.capitals.table import FIRST_ROUND_EVENT, Capitals
from marchland.games.capitals.world import TERRITORIES
from marchland.games.conquest.table import NEUTRAL

NEW_ROUND: Final = phrase("CAP-3.1", "Round {n}", "round")


class WinnerCheck(Step[Capitals]):
    """CAP-3.3  Whoever controls all capitals when a round begins has won, and nothing more is drawn or bid.

    CAP-11.1  This, the last player (S.15) and the round limit end the game; CAP-11.2  after the last round the check
    is made once more before the ranking decides.
    """

    def resume(self, t: Capitals) -> None:
        t.event = -1  # CAP-3.10  "This round" is over.
        if t.won():
            return
        if t.round >= t.max_rounds:
            t.reach_limit()
            return
        t.round += 1
        t.tell(NEW_ROUND, t.round)
        t.finish()


EVENT_DRAWN: Final = phrase("CAP-3.4", "Event: {event:event}")
EVENTS_RESHUFFLED: Final = phrase("CAP-3.9", "The Event discard pile is shuffled into a new deck")


class DrawEvent(Step[Capitals]):
    """CAP-3.4  The top Event card is turned up and carried out completely. CAP-3.5  In round 1 perhaps not."""

    def resume(self, t: Capitals) -> None:
        if t.progress() == 1 or (t.round == 1 and not FIRST_ROUND_EVENT.on(t)):
            t.finish()
            return
        t.set_progress(1)
        if not t.event_deck:
            # CAP-3.9  The discard pile is shuffled and becomes the new deck.
            t.event_deck = t.event_discards
            t.event_discards = []
            t.dice.shuffle(t.event_deck)
            if not t.event_deck:
                t.finish()  # a group may play without any event
                return
            t.tell(EVENTS_RESHUFFLED)
        t.event = t.event_deck.pop()
        t.event_discards.append(t.event)
        t.reveals += 1
        t.tell(EVENT_DRAWN, t.event)
        self.carry_out(t, t.event)

    def carry_out(self, t: Capitals, event: i64) -> None:
        """What the card says in numbers; CAP-E.1  some say nothing. Winter, storms, truce and surplus are looked up
        where they matter: CAP-E.6, CAP-E.7, CAP-E.12, CAP-E.14."""
        order = t.current_order()
        units, eur, cards = EVENT_UNITS.of(t, event), EVENT_EUR.of(t, event), EVENT_CARDS.of(t, event)
        if units or eur or cards:
            # CAP-E.2, CAP-E.3, CAP-E.10  Every player gains EUR, places units or draws.
            receive_all(t, order, units, eur, cards)
        if INFLATION.of(t, event):
            inflate(t, order, INFLATION.of(t, event))
        if UPRISING.of(t, event):
            rise(t, UPRISING.of(t, event), HOLDINGS.of(t, event))
        aid_units, aid_eur = AID_UNITS.of(t, event), AID_EUR.of(t, event)
        if aid_units or aid_eur:
            # CAP-E.9  All who are tied for the fewest territories.
            fewest = min([t.held[seat] for seat in order])
            receive_all(t, [seat for seat in order if t.held[seat] == fewest], aid_units, aid_eur, 0)
        for _ in range(PURGE.of(t, event)):
            purge(t, order)
        if EPIDEMIC.of(t, event):
            spread_epidemic(t, EPIDEMIC.of(t, event))
        if EVENT_PRIZE.of(t, event):
            t.call(EVENT_BID, FOR_UNITS, EVENT_PRIZE.of(t, event))  # CAP-E.8
        if EVENT_CONFERENCE[event]:
            t.call(EVENT_BID, FOR_CONFERENCE)  # CAP-E.13
        if SANCTION[event]:
            t.call(EVENT_BID, FOR_SANCTION)  # CAP-E.16


PAYS_INFLATION: Final = phrase("CAP-E.4", "{who:seat} pays {n} EUR")


def inflate(t: Capitals, order: list[int], divisor: i64) -> None:
    """CAP-E.4  A quarter of what each has now, rounded down."""
    for seat in order:
        n: i64 = t.eur[seat] // divisor
        t.pay(seat, n)
        t.tell(PAYS_INFLATION, seat, n)


UPRISING_IN: Final = phrase(
    "CAP-E.5", "{territory:region} rises against {who:seat}; {n neutral unit} {n|holds|hold} it", "blow"
)
NO_UPRISING: Final = phrase("CAP-E.5", "No territory can rise")


def rise(t: Capitals, units: i64, holdings: i64) -> None:
    """CAP-E.5  Any territory without a token whose controller has at least four, each equally likely. Nobody is its
    captor."""
    found = [
        territory
        for territory in range(TERRITORIES)
        if not t.tokens >> territory & 1 and t.owner[territory] < NEUTRAL and t.held[t.owner[territory]] >= holdings
    ]
    if not found:
        t.tell(NO_UPRISING)
        return
    territory = found[t.dice.below(len(found))]
    loser: i64 = t.owner[territory]
    t.held[loser] -= 1
    t.settle(territory, NEUTRAL, units)
    t.tell(UPRISING_IN, territory, loser, units)


PURGED: Final = phrase("CAP-E.11", "{who:seat} discards {card:card}")


def purge(t: Capitals, order: list[int]) -> None:
    """CAP-E.11  Everybody who has a card discards one, picked by chance, face up."""
    for seat in order:
        hand = t.hands[seat]
        if hand:
            card = hand[t.dice.below(len(hand))]
            t.throw_away(seat, card)
            t.tell(PURGED, seat, card)


EPIDEMIC_IN: Final = phrase("CAP-E.15", "{territory:region} loses {n unit}")


def spread_epidemic(t: Capitals, divisor: i64) -> None:
    """CAP-E.15  One unit in five everywhere, neutral units included."""
    for territory in range(TERRITORIES):
        lost: i64 = t.units[territory] // divisor
        if lost > 0:
            t.lose(territory, lost)
            t.tell(EPIDEMIC_IN, territory, lost)


WINNER_CHECK: Final = WinnerCheck("capitals.winner_check", "Winner", "CAP-3.3")
DRAW_EVENT: Final = DrawEvent("capitals.event", "Event", "CAP-3.4")
