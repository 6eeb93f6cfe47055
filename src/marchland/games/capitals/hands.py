"""EUR and Action cards: who has what, and who knows of which card where it is (CAP-9, section Hidden information)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from marchland.engine.redeal import forget_one
from marchland.engine.sayings import phrase
from marchland.games.conquest.table import Conquest

DRAWS: Final = phrase("CAP-9.4", "{who:seat} draws a card")
DREW: Final = phrase("CAP-9.4", "You draw {card:card}")
DRAW_LOST: Final = phrase("CAP-9.4", "There is no card left for {who:seat} to draw")
RESHUFFLED: Final = phrase("CAP-9.4", "The Action discard pile is shuffled into a new deck")
INHERITS: Final = phrase("CAP-10.4", "{who:seat} receives {n} EUR and {m card} of {whom:seat}")
INHERITED: Final = phrase("CAP-10.4", "You receive {card:card}")


@mypyc_attr(allow_interpreted_subclasses=True)
class Hands(Conquest):
    """Purses and hands of a table of conquest. Piles have their top card last, hands are sorted."""

    eur: vec[i64]
    bank: i64  # what it took in, less what it gave out: together with all purses always 0
    deck: list[int]
    discards: list[int]
    hands: list[list[int]]
    playing: i64  # CAP-9.4  the card that is being carried out, -1 if none
    removed: list[int]  # cards that are not in this game
    told: list[list[int]]  # by viewer, a spectator last: pairs (mask, card), one of these seats holds such a card

    def empty_hands(self) -> None:
        self.eur = vec[i64]([0] * self.seats)
        self.bank = 0
        self.deck = []
        self.discards = []
        self.hands = [[] for _ in range(self.seats)]
        self.playing = -1
        self.removed = []
        self.told = [[] for _ in range(self.seats + 1)]

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
        return len(self.deck) + len(self.discards) > 0

    def draw(self, seat: i64) -> None:
        """CAP-9.4  The top card; an empty deck is made anew from the discards; if there is none, the draw is lost."""
        if not self.deck and self.discards:
            self.deck = self.discards
            self.discards = []
            self.dice.shuffle(self.deck)
            self.tell(RESHUFFLED)
        self.reveals += 1
        if not self.deck:
            self.tell(DRAW_LOST, seat)
            return
        card = self.deck.pop()
        self.put_in_hand(seat, card)
        self.tell(DRAWS, seat)
        self.tell_seats(1 << seat, DREW, card)

    def put_in_hand(self, seat: i64, card: i64) -> None:
        hand = self.hands[seat]
        hand.append(card)
        hand.sort()

    def holds(self, seat: i64, card: i64) -> bool:
        return card in self.hands[seat]

    def begin_play(self, seat: i64, card: i64) -> None:
        """CAP-9.1  A card leaves the hand before all eyes and is being carried out."""
        self.leave_hand(seat, card)
        self.playing = card

    def end_play(self) -> None:
        """CAP-9.1  It has been carried out and goes face up on the discard pile."""
        self.discards.append(self.playing)
        self.playing = -1

    def throw_away(self, seat: i64, card: i64) -> None:
        self.leave_hand(seat, card)
        self.discards.append(card)

    def leave_hand(self, seat: i64, card: i64) -> None:
        """Everybody sees it: it may be the card that somebody knew of."""
        self.hands[seat].remove(card)
        self.reveals += 1
        for row in self.told:
            forget_one(row, seat, card)

    # -- who knows what ------------------------------------------------------------------------------------------------

    def show_card(self, viewer: i64, holder: i64, card: i64) -> None:
        """One card is shown to one player."""
        row = self.told[viewer]
        forget_one(row, holder, card)
        row += [int(1 << holder), int(card)]

    def show_hand(self, viewer: i64, holder: i64) -> None:
        """CAP-A.11  One player sees the whole hand of another."""
        self.settle_doubts(viewer, holder)
        row = self.told[viewer]
        for card in self.hands[holder]:
            row += [int(1 << holder), card]

    def settle_doubts(self, viewer: i64, holder: i64) -> None:
        """Whoever sees a whole hand needs no guesses about it any more."""
        row = self.told[viewer]
        kept: list[int] = []
        for i in range(0, len(row), 2):
            mask = row[i]
            if mask >> holder & 1:
                elsewhere = mask & ~int(1 << holder)
                if elsewhere and row[i + 1] not in self.hands[holder]:
                    kept += [elsewhere, row[i + 1]]
            else:
                kept += [mask, row[i + 1]]
        self.told[viewer] = kept

    def pass_card(self, giver: i64, taker: i64, card: i64) -> None:
        """A card goes from hand to hand face down: the two know which, all others that it may be any."""
        self.hands[giver].remove(card)
        self.put_in_hand(taker, card)
        self.reveals += 1
        for viewer in range(len(self.told)):
            row = self.told[viewer]
            if viewer == giver:
                row += [int(1 << taker), int(card)]
            elif viewer == taker:
                forget_one(row, giver, card)
            else:
                for i in range(0, len(row), 2):
                    if row[i] >> giver & 1:
                        row[i] |= int(1 << taker)

    def inherit(self, heir: i64, seat: i64) -> None:
        """CAP-10.4  All EUR and all cards of an eliminated player go to whoever took the last territory."""
        cards = self.hands[seat]
        n: i64 = self.eur[seat]
        self.give_eur(seat, heir, n)
        self.tell(INHERITS, heir, n, len(cards), seat)
        self.settle_doubts(heir, seat)
        for viewer in range(len(self.told)):
            row = self.told[viewer]
            for i in range(0, len(row), 2):
                if row[i] >> seat & 1:
                    row[i] = row[i] & ~int(1 << seat) | int(1 << heir)
        for card in cards:
            self.put_in_hand(heir, card)
            self.told[seat] += [int(1 << heir), card]
            self.tell_seats(1 << heir, INHERITED, card)
        self.hands[seat] = []
        self.reveals += 1

    # -- copies --------------------------------------------------------------------------------------------------------

    def lay_out_hands(self, twin: Hands) -> None:
        self.lay_out_conquest(twin)
        twin.eur = self.eur[:]
        twin.bank = self.bank
        twin.deck = self.deck[:]
        twin.discards = self.discards[:]
        twin.hands = [cards[:] for cards in self.hands]
        twin.playing = self.playing
        twin.removed = self.removed
        twin.told = [row[:] for row in self.told]
