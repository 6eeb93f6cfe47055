"""Dealing hidden cards anew for somebody who knows some of them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.dice import Dice

ON_THE_TABLE: Final = 8  # the home of the cards in the pile and in the auction hall
HALL: Final = -1  # the place of the card in the hall
ATTEMPTS: Final = 20


class Redeal:
    """The cards that a seat does not see, each with its home (the hand of another seat, or ON_THE_TABLE) and its place
    there. They change places at random, but none goes where the seat knows that it cannot be. What comes out depends
    on the dice and on what the seat knows, not on where the cards lay before.
    """

    cards: list[int]
    homes: list[int]
    places: list[int]
    may: list[int]  # a mask of the homes that are possible for each card; 0 for all
    never: list[int]  # a mask of the homes that are not

    def __init__(self) -> None:
        self.cards = []
        self.homes = []
        self.places = []
        self.may = []
        self.never = []

    def add(self, card: i64, home: i64, place: i64, may: i64 = 0) -> None:
        self.cards.append(card)
        self.homes.append(home)
        self.places.append(place)
        self.may.append(may)
        self.never.append(0)

    def add_hands(self, hands: list[list[int]], seat: i64, told: list[int]) -> None:
        """Others' hands; `told` says what is known of cards of which there is one each, if anything can be."""
        for holder in range(len(hands)):
            if holder != seat:
                hand = hands[holder]
                for place in range(len(hand)):
                    card = hand[place]
                    self.add(card, holder, place, told[card] if told else 0)

    def add_pile(self, pile: list[int], seen: list[int], seat: i64, keeps: bool) -> None:
        """The cards of a pile that the seat has not seen; a keeper sees the last one."""
        hidden = len(pile) - 1 if keeps else len(pile)
        for place in range(hidden):
            if seat < 0 or not seen[place] >> seat & 1:
                self.add(pile[place], ON_THE_TABLE, place)

    def tie(self, kind: int, homes: int) -> None:
        """One card of this kind is in one of these homes."""
        for i in range(len(self.cards)):
            if self.cards[i] == kind and self.may[i] == 0 and homes >> self.homes[i] & 1:
                self.may[i] = homes
                return

    def is_tied(self, kind: int, homes: int) -> bool:
        return any(self.cards[i] == kind and self.may[i] == homes for i in range(len(self.cards)))

    def judge(self, card: int, holder: int, holds: bool) -> None:
        """Whether a holder has a card can be seen from an offer that stands: it can be accepted, or it cannot."""
        for i in range(len(self.cards)):
            if self.cards[i] == card:
                if holds:
                    self.may[i] = 1 << holder
                else:
                    self.never[i] |= 1 << holder

    def possible(self, i: int, home: int) -> bool:
        return (self.may[i] == 0 or self.may[i] >> home & 1 == 1) and not self.never[i] >> home & 1

    def shuffle(self, dice: Dice) -> None:
        """Cards whose home is known stay; all others change places, freely where nothing is known of any of them."""
        loose: list[int] = []
        choosy = False
        for i in range(len(self.cards)):
            may: i64 = self.may[i]
            if may == 0 or may & (may - 1) != 0:
                loose.append(i)
                if may != 0 or self.never[i] != 0:
                    choosy = True
        if choosy:
            self.sort(loose)
            for _ in range(ATTEMPTS):
                if self.seat_choosy(dice, loose):
                    break
            self.mingle(dice, loose)
            return
        cards = [self.cards[i] for i in loose]
        cards.sort()
        dice.shuffle(cards)
        for k in range(len(loose)):
            self.cards[loose[k]] = cards[k]

    def sort(self, loose: list[int]) -> None:
        """Forget where the cards lay."""
        order = sorted((self.cards[i], self.may[i], self.never[i], i) for i in loose)
        cards, may, never = self.cards[:], self.may[:], self.never[:]
        for place, (_, _, _, i) in zip(loose, order, strict=True):
            self.cards[place], self.may[place], self.never[place] = cards[i], may[i], never[i]

    def seat_choosy(self, dice: Dice, loose: list[int]) -> bool:
        """Those that cannot go everywhere take a place first, the narrowest before the others; False if one finds
        none, and then nothing has changed."""
        order = loose[:]
        dice.shuffle(order)
        order.sort(key=self.width)
        free = loose[:]
        goes: list[int] = []
        for i in order:
            fitting = [place for place in free if self.possible(i, self.homes[place])]
            if not fitting:
                return False
            place = fitting[dice.below(len(fitting))]
            free.remove(place)
            goes.append(place)
        cards, may, never = self.cards[:], self.may[:], self.never[:]
        for i, place in zip(order, goes, strict=True):
            self.cards[place], self.may[place], self.never[place] = cards[i], may[i], never[i]
        return True

    def width(self, i: int) -> int:
        """How choosy a card is: the number of homes that it may have."""
        return (self.may[i] or (1 << ON_THE_TABLE + 1) - 1).bit_count() - self.never[i].bit_count()

    def mingle(self, dice: Dice, loose: list[int]) -> None:
        """Cards change places in pairs as long as both may go there: no arrangement is preferred."""
        for a in range(len(loose) - 1, 0, -1):
            i, j = loose[a], loose[dice.below(a + 1)]
            if self.possible(i, self.homes[j]) and self.possible(j, self.homes[i]):
                self.cards[i], self.cards[j] = self.cards[j], self.cards[i]
                self.may[i], self.may[j] = self.may[j], self.may[i]
                self.never[i], self.never[j] = self.never[j], self.never[i]

    def deal(self, hands: list[list[int]], pile: list[int], hall: i64) -> i64:
        """Lay the cards where they belong, in new hands and in the given pile; the card that lies in the hall then."""
        for holder in range(len(hands)):
            hands[holder] = hands[holder][:]
        for i in range(len(self.cards)):
            home, place = self.homes[i], self.places[i]
            if home != ON_THE_TABLE:
                hands[home][place] = self.cards[i]
            elif place != HALL:
                pile[place] = self.cards[i]
            else:
                hall = self.cards[i]
        for hand in hands:
            hand.sort()
        return hall


def forget_one(pairs: list[int], seat: i64, kind: i64) -> None:
    """What is known of hands is kept in pairs (mask, kind): one of these seats holds such a card. Strike out one pair
    that a card of this seat may have been; the surest one."""
    for sure in (True, False):
        for i in range(0, len(pairs), 2):
            fits = pairs[i] == 1 << seat if sure else pairs[i] >> seat & 1 == 1
            if fits and pairs[i + 1] == kind:
                del pairs[i : i + 2]
                return
