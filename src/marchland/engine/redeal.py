"""Dealing hidden cards anew for somebody who knows some of them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.dice import Dice

ON_THE_TABLE: Final = 8


class Redeal:
    """The cards that a seat does not see, each with its home: the hand of another seat, or ON_THE_TABLE (pile, hall).
    They change places at random, but none goes where the seat knows that it cannot be."""

    cards: list[int]
    homes: list[int]
    may: list[int]  # a mask of the homes that are possible for each card; 0 for all
    never: list[int]  # a mask of the homes that are not
    places: list[int]  # where in the pile the hidden cards of the pile lie
    in_hands: int

    def __init__(self, hands: list[list[int]], seat: i64) -> None:
        self.cards = []
        self.homes = []
        self.may = []
        self.never = []
        self.places = []
        for holder in range(len(hands)):
            if holder != seat:
                for card in hands[holder]:
                    self.add(card, holder)
        self.in_hands = len(self.cards)

    def add(self, card: int, home: i64) -> None:
        self.cards.append(card)
        self.homes.append(int(home))
        self.may.append(0)
        self.never.append(0)

    def add_pile(self, pile: list[int], seen: list[int], seat: i64, keeps: bool) -> None:
        """The cards of a pile that the seat has not seen; a keeper sees the last one."""
        for i in range(len(pile)):
            known = (seat >= 0 and seen[i] >> seat & 1 == 1) or (keeps and i == len(pile) - 1)
            if not known:
                self.places.append(i)
                self.add(pile[i], ON_THE_TABLE)

    def know(self, told: list[int]) -> None:
        """What is known of cards of which there is one each."""
        for i in range(len(self.cards)):
            self.may[i] = told[self.cards[i]]

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
        """Cards change places as in any shuffle, as long as both may go there; twice, since some may not."""
        for _ in range(2):
            for i in range(len(self.cards) - 1, 0, -1):
                j = int(dice.below(i + 1))
                if self.possible(i, self.homes[j]) and self.possible(j, self.homes[i]):
                    self.cards[i], self.cards[j] = self.cards[j], self.cards[i]
                    self.may[i], self.may[j] = self.may[j], self.may[i]
                    self.never[i], self.never[j] = self.never[j], self.never[i]

    def hands(self, hands: list[list[int]], seat: i64) -> list[list[int]]:
        made: list[list[int]] = [hands[p][:] if p == seat else [] for p in range(len(hands))]
        for i in range(self.in_hands):
            made[self.homes[i]].append(self.cards[i])
        for hand in made:
            hand.sort()
        return made

    def pile(self, pile: list[int]) -> list[int]:
        made = pile[:]
        for i in range(len(self.places)):
            made[self.places[i]] = self.cards[self.in_hands + i]
        return made


def forget_one(pairs: list[int], seat: i64, kind: i64) -> None:
    """What is known of hands is kept in pairs (mask, kind): one of these seats holds such a card. Strike out one pair
    that a card of this seat may have been; the surest one."""
    for sure in (True, False):
        for i in range(0, len(pairs), 2):
            fits = pairs[i] == 1 << seat if sure else pairs[i] >> seat & 1 == 1
            if fits and pairs[i + 1] == kind:
                del pairs[i : i + 2]
                return
