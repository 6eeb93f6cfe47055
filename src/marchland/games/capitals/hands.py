"""EUR and Action cards: who has what (CAP-9)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from marchland.engine.cards import Cards, new_cards
from marchland.engine.sayings import phrase
from marchland.games.capitals.cards import ACTION, ACTION_COUNT
from marchland.games.conquest.table import Conquest

DRAWS: Final = phrase("CAP-9.4", "{who:seat} draws a card")
DREW: Final = phrase("CAP-9.4", "You draw {card:card}")
DRAW_LOST: Final = phrase("CAP-9.4", "There is no card left for {who:seat} to draw")
RESHUFFLED: Final = phrase("CAP-9.4", "The Action discard pile is shuffled into a new deck")
INHERITS: Final = phrase("CAP-10.4", "{who:seat} receives {n} EUR and {m card} of {whom:seat}")
INHERITED: Final = phrase("CAP-10.4", "You receive {card:card}")


@mypyc_attr(allow_interpreted_subclasses=True)
class Hands(Conquest):
    """Purses and Action cards of a table of conquest."""

    eur: vec[i64]
    bank: i64  # what it took in, less what it gave out: together with all purses always 0
    hands: Cards  # the Action cards, those in the deck and the discards with them
    playing: i64  # CAP-9.4  the card that is being carried out, -1 if none
    removed: list[int]  # cards that are not in this game

    def empty_hands(self) -> None:
        self.eur = vec[i64]([0] * self.seats)
        self.bank = 0
        self.hands = new_cards(ACTION, self.seats, ACTION.copies_at(self, ACTION_COUNT))
        self.playing = -1
        self.removed = []

    # -- EUR -----------------------------------------------------------------------------------------------------------

    def gain(self, seat: i64, n: i64) -> None:
        """From the bank, which never runs out."""
        self.eur[seat] += n
        self.bank -= n

    def pay(self, seat: i64, n: i64) -> None:
        """CAP-6.5  To the bank."""
        self.eur[seat] -= n
        self.bank += n

    def give_eur(self, giver: i64, taker: i64, n: i64) -> None:
        self.eur[giver] -= n
        self.eur[taker] += n

    def take_up_to(self, taker: i64, giver: i64, n: i64) -> i64:
        """So much from a player, or all if that is less; how much it was."""
        taken: i64 = self.eur[giver]
        if taken > n:
            taken = n
        self.give_eur(giver, taker, taken)
        return taken

    # -- cards ---------------------------------------------------------------------------------------------------------

    def can_draw(self) -> bool:
        return len(self.hands.pile) + len(self.hands.discard) > 0

    def draw(self, seat: i64) -> None:
        """CAP-9.4  The top card; an empty deck is made anew from the discards; if there is none, the draw is lost."""
        if self.hands.refill(self):
            self.tell(RESHUFFLED)
        card = self.hands.draw(self, seat)
        if card < 0:
            self.tell(DRAW_LOST, seat)
            return
        self.tell(DRAWS, seat)
        self.tell_seats(1 << seat, DREW, card)

    def holds(self, seat: i64, card: i64) -> bool:
        return card in self.hands[seat]

    def begin_play(self, seat: i64, card: i64) -> None:
        """CAP-9.1  A card leaves the hand before all eyes and is being carried out."""
        self.hands.lose(self, seat, card)
        self.playing = card

    def end_play(self) -> None:
        """CAP-9.1  It has been carried out and goes face up on the discard pile."""
        self.hands.discard = [*self.hands.discard, int(self.playing)]
        self.playing = -1

    def throw_away(self, seat: i64, card: i64) -> None:
        self.hands.spend(self, seat, card)

    def inherit(self, heir: i64, seat: i64) -> None:
        """CAP-10.4  All EUR and all cards of an eliminated player go to whoever took the last territory."""
        cards = self.hands[seat]
        n: i64 = self.eur[seat]
        self.give_eur(seat, heir, n)
        self.tell(INHERITS, heir, n, len(cards), seat)
        for card in cards:
            self.tell_seats(1 << heir, INHERITED, card)
        self.hands.hand_all(self, seat, heir)

    # -- copies --------------------------------------------------------------------------------------------------------

    def copy_hands_into(self, twin: Hands) -> None:
        self.copy_conquest_into(twin)
        twin.eur = self.eur[:]
        twin.bank = self.bank
        twin.hands = self.hands.copy()
        twin.playing = self.playing
        twin.removed = self.removed
