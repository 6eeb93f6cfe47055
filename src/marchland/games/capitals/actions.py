"""Chapters 9 and A: the Action cards of the Muster step. Those of battles and fortifications stand in their steps."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.games.capitals.bids import CARD_BID, FOR_CONFERENCE, FOR_TERRITORY, FOR_UNITS
from marchland.games.capitals.cards import (
    A_PLAYER,
    A_TERRITORY,
    CONFERENCE,
    EMBARGOES,
    EUR,
    MUSTER_TIME,
    NAMES,
    NOTHING,
    PEACE_CONFERENCE,
    PRIZE,
    SPIES,
    TAKES,
    TIME,
    UNITS,
)
from marchland.games.capitals.receiving import to_pool
from marchland.games.capitals.table import Capitals
from marchland.games.capitals.words import (
    ASK_SPY,
    AWAIT,
    EMBARGOED,
    GAINS,
    NO_TARGET,
    NOT_HELD,
    NOT_IN_HAND,
    NOT_NOW,
    PLAY,
    PLAY_IN,
    PLAY_ON,
    PLAYS,
    PLAYS_IN,
    PLAYS_ON,
    SEES,
    SPIES_OUT,
    TAKE_CARD,
    TAXED,
    TOOK,
    TWO_CONFERENCES,
)
from marchland.games.capitals.world import BIT, NEAR, TERRITORIES

MOST_CONFERENCES: Final = 2  # CAP-9.2
VICTIM: Final = 0  # the argument of Spy


def kinds_in(hand: list[int], time: i64, names: i64) -> list[int]:
    """The different cards of a sorted hand that are played at a time and name such a thing."""
    found: list[int] = []
    last = -1
    for card in hand:
        if card != last and TIME[card] == time and NAMES[card] == names:
            found.append(card)
        last = card
    return found


def add_muster_cards(t: Capitals, seat: i64, found: Options) -> None:
    """CAP-9.1  Only cards of this time, and only if they have a legal target now."""
    hand = t.hands[seat]
    if not hand:
        return
    for card in kinds_in(hand, MUSTER_TIME, NOTHING):
        if card != PEACE_CONFERENCE or t.conferences < MOST_CONFERENCES:
            found.add(PLAY.of(card))
    for card in kinds_in(hand, MUSTER_TIME, A_PLAYER):
        for other in range(t.seats):
            if can_name(t, seat, card, other):
                found.add(PLAY_ON.of(card, other))
    for card in kinds_in(hand, MUSTER_TIME, A_TERRITORY):
        wavering = can_defect(t, seat)
        for territory in range(TERRITORIES):
            if wavering >> territory & 1:
                found.add(PLAY_IN.of(card, territory))


def can_name(t: Capitals, seat: i64, card: i64, other: i64) -> bool:
    """CAP-A.10  Any other player; CAP-A.11  with a card; CAP-A.12  without an embargo marker."""
    if other == seat or not t.alive(other):
        return False
    if SPIES[card]:
        return len(t.hands[other]) > 0
    return not EMBARGOES[card] or not t.embargoed >> other & 1


def can_defect(t: Capitals, seat: i64) -> i64:
    """CAP-A.14  Next to an own territory, not one's own, no capital, and held by exactly one unit; as a set."""
    near: i64 = 0
    own = t.own(seat)
    single: i64 = 0
    for territory in range(TERRITORIES):
        if own >> territory & 1:
            near |= NEAR[territory]
        elif t.units[territory] == 1:
            single |= BIT[territory]
    return near & single & ~t.tokens


def play_card(t: Capitals, card: i64) -> None:
    """CAP-A.1, CAP-A.2, CAP-A.13, CAP-A.15  Units to the pool, EUR, and then the bid that a card causes."""
    seat = t.active
    start(t, card)
    t.tell(PLAYS, seat, card)
    to_pool(t, seat, UNITS[card])
    if EUR[card]:
        t.gain(seat, EUR[card])
        t.tell(GAINS, seat, EUR[card])
    if PRIZE[card]:
        t.call(CARD_BID, FOR_UNITS, PRIZE[card])
    if CONFERENCE[card]:
        t.conferences += 1
        t.call(CARD_BID, FOR_CONFERENCE)


def play_on_player(t: Capitals, card: i64, other: i64) -> None:
    seat = t.active
    start(t, card)
    t.tell(PLAYS_ON, seat, card, other)
    if TAKES[card]:
        # CAP-A.10  Or all there is, if that is less.
        t.tell(TAXED, seat, t.take_up_to(seat, other, TAKES[card]), other)
    if EMBARGOES[card]:
        t.embargoed |= 1 << other  # CAP-A.12
        t.tell(EMBARGOED, other)
    if SPIES[card]:
        t.hands.show_hand(t, other, seat)
        for held in t.hands[other]:
            t.tell_seats(1 << seat, SEES, other, held)
        t.call(SPY, other)


def play_in_territory(t: Capitals, card: i64, territory: i64) -> None:
    """CAP-A.14  Defection: the territory is bid for."""
    start(t, card)
    t.tell(PLAYS_IN, t.active, card, territory)
    t.call(CARD_BID, FOR_TERRITORY, territory)


def start(t: Capitals, card: i64) -> None:
    """CAP-9.3  The card lies apart until it is carried out; no other is played meanwhile but Lobbyists."""
    t.begin_play(t.active, card)
    t.call(CARD_DONE)


def why_not(t: Capitals, seat: i64, card: i64, time: i64, names: i64) -> list[int]:
    """Why a card is not among the options."""
    if not t.holds(seat, card):
        return [NOT_HELD, card]
    if TIME[card] != time or NAMES[card] != names:
        return [NOT_NOW, card]
    return [TWO_CONFERENCES, MOST_CONFERENCES] if card == PEACE_CONFERENCE else [NO_TARGET, card]


class CardDone(Step[Capitals]):
    """CAP-9.1  Carried out completely, the card goes face up on the discard pile."""

    def resume(self, t: Capitals) -> None:
        t.end_play()
        t.finish()


class Spy(Step[Capitals]):
    """CAP-A.11  The spy sees the hand and takes one card; the other sees which, the rest of the table does not.

    Of a single card there is nothing to choose; of several the spy is asked even if all are alike, since that is
    nobody else's business.
    """

    def resume(self, t: Capitals) -> None:
        hand = t.hands[t.arg(VICTIM)]
        if len(hand) == 1:
            self.take_card(t, hand[0])
        else:
            t.ask(t.active)

    def options(self, t: Capitals, seat: i64, found: Options) -> None:
        last = -1
        for card in t.hands[t.arg(VICTIM)]:
            if card != last:
                found.add(TAKE_CARD.of(card))
            last = card

    def take_card(self, t: Capitals, card: i64) -> None:
        victim = t.arg(VICTIM)
        t.hands.hand_over(t, victim, t.active, card)
        t.tell(SPIES_OUT, t.active, victim)
        t.tell_seats(1 << t.active | 1 << victim, TOOK, t.active, card, victim)
        t.finish()

    def prompt(self, t: Capitals, seat: i64) -> list[int]:
        return [ASK_SPY, t.arg(VICTIM)]

    def waiting(self, t: Capitals) -> list[int]:
        return [AWAIT, t.active]

    def why(self, t: Capitals, seat: i64, action: i64) -> list[int]:
        return [NOT_IN_HAND, TAKE_CARD.a(action)] if action >> 23 == TAKE_CARD.number else []


CARD_DONE: Final = CardDone("capitals.card_done", "Card", "CAP-9.1")
SPY: Final = Spy("capitals.spy", "Espionage", "CAP-A.11")
