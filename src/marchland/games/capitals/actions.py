"""Chapters 9 and A: the Action cards of the Muster step. Those of battles and fortifications stand in their steps."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.engine.words import Kind
from marchland.games.capitals.bids import CARD_BID, FOR_CONFERENCE, FOR_TERRITORY, FOR_UNITS
from marchland.games.capitals.cards import (
    A_PLAYER,
    A_TERRITORY,
    CONFERENCE,
    DEFECTION,
    EMBARGOES,
    EUR,
    MUSTER_TIME,
    NAMES,
    NOTHING,
    NUMBERS,
    PEACE_CONFERENCE,
    PRIZE,
    SPIES,
    TAKES,
    TIME,
    UNITS,
    WEAK,
)
from marchland.games.capitals.receiving import gain_eur, to_pool
from marchland.games.capitals.table import AWAIT, Capitals
from marchland.games.capitals.world import BIT, TERRITORIES

# -- CAP-9: playing a card -------------------------------------------------------------------------------------------

NOT_HELD: Final = phrase("CAP-9.1", "You do not hold {card:card}")
NOT_NOW: Final = phrase("CAP-9.1", "{card:card} is not played at this time, or not in this way")
NO_TARGET: Final = phrase("CAP-9.1", "{card:card} has no such target now")


class CardDeed(Deed[Capitals]):
    """CAP-9.1  A card of one's hand, at its time only, and only if it has a legal target now."""

    grave = True
    time: i64 = MUSTER_TIME
    names: i64 = NOTHING  # what is named together with the card

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        last = -1
        for card in t.hands[seat]:
            if card != last and TIME[card] == self.time and NAMES[card] == self.names:
                self.offer_card(t, seat, card, found)
            last = card

    def offer_card(self, t: Capitals, seat: i64, card: i64, found: Options) -> None:
        """The ways in which this card can be played now."""
        found.add(self.of(card))

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        card = self.a(action)
        if not t.holds(seat, card):
            return [NOT_HELD, card]
        if TIME[card] != self.time or NAMES[card] != self.names:
            return [NOT_NOW, card]
        return self.why_not(t, seat, action)

    def why_not(self, t: Capitals, seat: i64, action: i64) -> Saying:
        """The same of a card that is played at this time and in this way."""
        return [NO_TARGET, self.a(action)]


def offer_each(kind: Kind, hand: list[int], found: Options) -> None:
    """An action for each different card of a sorted hand."""
    last = -1
    for card in hand:
        if card != last:
            found.add(kind.of(card))
        last = card


def start(t: Capitals, card: i64) -> None:
    """CAP-9.3  The card lies apart until it is carried out; no other is played meanwhile but Lobbyists."""
    t.begin_play(t.active, card)
    t.call(CARD_DONE)


class CardDone(Step[Capitals]):
    """CAP-9.1  Carried out completely, the card goes face up on the discard pile."""

    def resume(self, t: Capitals) -> None:
        t.end_play()
        t.finish()


CARD_DONE: Final = CardDone("capitals.card_done", "Card", "CAP-9.1")

# -- cards that name nothing -----------------------------------------------------------------------------------------

MOST_CONFERENCES: Final = NUMBERS.one("limit.conferences", "CAP-9.2", 2, 0, 9, "Peace Conferences in one turn")

PLAYS: Final = phrase("CAP-9.1", "{who:seat} plays {card:card}")
TWO_CONFERENCES: Final = phrase("CAP-9.2", "Only {n Peace Conference} can be played in a turn")


class Play(CardDeed):
    """CAP-A.1, CAP-A.2, CAP-A.13, CAP-A.15  Units to the pool, EUR, and then the bid that a card causes."""

    words = ["play {card}", "card:card"]

    def offer_card(self, t: Capitals, seat: i64, card: i64, found: Options) -> None:
        if card != PEACE_CONFERENCE or t.conferences < MOST_CONFERENCES.of(t):
            found.add(self.of(card))

    def why_not(self, t: Capitals, seat: i64, action: i64) -> Saying:
        return [TWO_CONFERENCES, MOST_CONFERENCES.of(t)]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        card = self.a(action)
        start(t, card)
        t.tell(PLAYS, seat, card)
        to_pool(t, seat, UNITS.of(t, card))
        gain_eur(t, seat, EUR.of(t, card))
        if PRIZE.of(t, card):
            t.call(CARD_BID, FOR_UNITS, PRIZE.of(t, card))
        if CONFERENCE[card]:
            t.conferences += 1
            t.call(CARD_BID, FOR_CONFERENCE)


# -- cards that name a player ----------------------------------------------------------------------------------------

PLAYS_ON: Final = phrase("CAP-9.1", "{who:seat} plays {card:card} on {whom:seat}")
TAXED: Final = phrase("CAP-A.10", "{who:seat} takes {n} EUR from {whom:seat}")
EMBARGOED: Final = phrase("CAP-A.12", "{whom:seat} is under embargo")
SEES: Final = phrase("CAP-A.11", "{whom:seat} holds {card:card}")


class PlayOn(CardDeed):
    """CAP-A.10  On any other player; CAP-A.11  with a card; CAP-A.12  without an embargo marker."""

    words = ["play {card} on {who}", "card:card who:seat"]
    names: i64 = A_PLAYER

    def offer_card(self, t: Capitals, seat: i64, card: i64, found: Options) -> None:
        for other in range(t.seats):
            if can_name(t, seat, card, other):
                found.add(self.of(card, other))

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        card, other = self.a(action), self.b(action)
        start(t, card)
        t.tell(PLAYS_ON, seat, card, other)
        if TAKES.of(t, card):
            # CAP-A.10  Or all there is, if that is less.
            t.tell(TAXED, seat, t.take_up_to(seat, other, TAKES.of(t, card)), other)
        if EMBARGOES[card]:
            t.embargoed |= 1 << other  # CAP-A.12
            t.tell(EMBARGOED, other)
        if SPIES[card]:
            t.hands.show_hand(t, other, seat)
            for held in t.hands[other]:
                t.tell_seats(1 << seat, SEES, other, held)
            t.call(SPY, other)


def can_name(t: Capitals, seat: i64, card: i64, other: i64) -> bool:
    if other == seat or not t.alive(other):
        return False
    if SPIES[card]:
        return len(t.hands[other]) > 0
    return not EMBARGOES[card] or not t.embargoed >> other & 1


VICTIM: Final = Slot(0)

SPIES_OUT: Final = phrase("CAP-A.11", "{who:seat} takes a card of {whom:seat}")
TOOK: Final = phrase("CAP-A.11", "{who:seat} takes {card:card} from {whom:seat}")
ASK_SPY: Final = phrase("CAP-A.11", "Take one of the cards of {whom:seat}.")
SEEN_BY_OWNER: Final = phrase("CAP-A.11", "Whose it was sees which you take, the others do not")
NOT_IN_HAND: Final = phrase("CAP-A.11", "There is no {card:card} among these cards")


class TakeCard(Deed[Capitals]):
    """CAP-A.11  The other sees which, the rest of the table does not."""

    words = ["take {card}", "card:card"]
    effect = SEEN_BY_OWNER
    grave = True

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        offer_each(self, t.hands[VICTIM.of(t)], found)

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        return [NOT_IN_HAND, self.a(action)]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        card = self.a(action)
        victim = VICTIM.of(t)
        t.hands.hand_over(t, victim, seat, card)
        t.tell(SPIES_OUT, seat, victim)
        t.tell_seats(1 << seat | 1 << victim, TOOK, seat, card, victim)
        t.finish()


class Spy(Step[Capitals]):
    """CAP-A.11  The spy sees the hand and takes one card.

    Of a single card there is nothing to choose; of several the spy is asked even if all are alike, since that is
    nobody else's business.
    """

    def resume(self, t: Capitals) -> None:
        hand = t.hands[VICTIM.of(t)]
        if len(hand) == 1:
            self.act(t, t.active, TAKE_CARD.of(hand[0]))
        else:
            t.ask(t.active)

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        return [ASK_SPY, VICTIM.of(t)]

    def waiting(self, t: Capitals) -> Saying:
        return [AWAIT, t.active]


TAKE_CARD: Final = TakeCard()
SPY: Final = Spy("capitals.spy", "Espionage", "CAP-A.11", [TAKE_CARD])

# -- cards that name a territory -------------------------------------------------------------------------------------

PLAYS_IN: Final = phrase("CAP-9.1", "{who:seat} plays {card:card} in {territory:region}")


class PlayIn(CardDeed):
    """CAP-A.14  Defection: the territory is bid for."""

    words = ["play {card} in {territory}", "card:card territory:region"]
    names: i64 = A_TERRITORY

    def offer_card(self, t: Capitals, seat: i64, card: i64, found: Options) -> None:
        found.fan(self, can_defect(t, seat), 1, card)

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        card, territory = self.a(action), self.b(action)
        start(t, card)
        t.tell(PLAYS_IN, seat, card, territory)
        t.call(CARD_BID, FOR_TERRITORY, territory)


def can_defect(t: Capitals, seat: i64) -> i64:
    """CAP-A.14  Next to an own territory, not one's own, no capital, and held by a single unit; as a set."""
    near: i64 = 0
    own = t.own(seat)
    weak: i64 = 0
    most = WEAK.of(t, DEFECTION)
    around = t.board.around
    for territory in range(TERRITORIES):
        if own >> territory & 1:
            near |= around[territory]
        elif t.units[territory] <= most:
            weak |= BIT[territory]
    return near & weak & ~t.tokens


PLAY: Final = Play()
CARDS: Final[list[CardDeed]] = [PLAY, PlayOn(), PlayIn()]
