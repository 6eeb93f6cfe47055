"""What somebody has seen of hidden cards, as a story, and how it may have come about.

A story is a list of events, each packed into one int: a known card comes into a hand (GAIN) or leaves it (DROP), so
many unknown ones come (HIDE), one card goes over face down (PASS), or all of them do (ALL). A card that is shown in a
hand is a DROP and a GAIN: it was there, whoever knew of it or not. From this follows what can be where, jointly:
whoever gave away one of two known cards still has the other.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from marchland.engine.dice import Dice

GAIN: Final = 0  # holder, kind
DROP: Final = 1  # holder, kind
HIDE: Final = 2  # holder, how many
PASS: Final = 3  # giver, taker
ALL: Final = 4  # giver, taker
LACK: Final = 5  # a fact of now rather than an event: holder, kind

NOWHERE: Final = 31  # the home of cards that are in nobody's hand

ATTEMPTS: Final = 24  # how often a story is told, or a deal made, at random before anything else is tried
FLOCKS: Final = [8, 64, 512]  # how many tell a story side by side
WORLDS: Final = 24  # possibilities up to which a story is told in full, to see what is certain by now


def event(op: i64, a: i64, b: i64) -> int:
    return int(op | a << 3 | b << 8)


def lack(kind: i64, holder: i64) -> int:
    """That a holder has no card of a kind, as an int."""
    return int(kind << 5 | holder)


def has(holder: i64, kind: i64) -> list[int]:
    """The fact that a holder has a card of a kind now."""
    return [event(DROP, holder, kind), event(GAIN, holder, kind)]


def has_not(holder: i64, kind: i64) -> list[int]:
    """The fact that a holder has no card of a kind now."""
    return [event(LACK, holder, kind)]


def dropped(pairs: list[int], seat: i64, kind: i64) -> list[int]:
    """What is left of pairs (holders, kind) when a card of this kind has left a hand: the pair that is surely there
    is struck out, otherwise one of those that may have been there; of the others it is not known which is left."""
    fitting: list[int] = []
    either = 0
    for i in range(0, len(pairs), 2):
        if pairs[i + 1] == kind and pairs[i] >> seat & 1:
            if pairs[i] == 1 << seat:
                return pairs[:i] + pairs[i + 2 :]
            fitting.append(i)
            either |= pairs[i]
    if not fitting:
        return pairs
    left = pairs[:]
    for i in fitting:
        left[i] = either
    return left[: fitting[0]] + left[fitting[0] + 2 :]


@final
class World:
    """One way in which a story may have gone: where the known cards are, and how many unknown ones are in each hand.
    An unknown card that turns out to be of some kind counts as known from then on."""

    kinds: list[int]
    at: list[int]  # the holder of each known card
    unknown: list[int]

    def __init__(self, kinds: list[int], at: list[int], unknown: list[int]) -> None:
        self.kinds = kinds
        self.at = at
        self.unknown = unknown

    def copy(self) -> World:
        return World(self.kinds[:], self.at[:], self.unknown[:])

    def find(self, holder: i64, kind: i64) -> i64:
        for i in range(len(self.at)):
            if self.at[i] == holder and self.kinds[i] == kind:
                return i
        return -1

    def happen(self, op: i64, a: i64, b: i64, copies: list[int]) -> bool:
        """What is not left to chance; False if it cannot have happened in this world."""
        if op == GAIN:
            self.kinds.append(b)
            self.at.append(a)
            return self.kinds.count(b) <= copies[b]
        if op == DROP:
            card = self.find(a, b)
            if card >= 0:
                del self.kinds[card]
                del self.at[card]
                return True
            self.unknown[a] -= 1
            return self.unknown[a] >= 0 and self.kinds.count(b) < copies[b]
        if op == HIDE:
            self.unknown[a] += b
            return True
        self.unknown[b] += self.unknown[a]
        self.unknown[a] = 0
        for i in range(len(self.at)):
            if self.at[i] == a:
                self.at[i] = b
        return True

    def give(self, card: i64, giver: i64, taker: i64) -> None:
        """Which card went over: a known one, or (-1) an unknown one."""
        if card >= 0:
            self.at[card] = taker
        else:
            self.unknown[giver] -= 1
            self.unknown[taker] += 1

    def cards_of(self, holder: i64) -> list[int]:
        """Known cards of a holder, by their places, and -1 for every unknown one."""
        mine = [i for i in range(len(self.at)) if self.at[i] == holder]
        return mine + [-1] * self.unknown[holder]

    def placed(self) -> list[int]:
        """The known cards as packed pairs of kind and holder, in rising order."""
        made = [self.kinds[i] << 5 | self.at[i] for i in range(len(self.at))]
        made.sort()
        return made


def blank(holders: i64) -> World:
    return World([], [], [0] * holders)


@final
class Recall:
    """Tells a story: how it may have gone, one choice at every card that went over face down, and deals the cards of
    which nothing is known.

    First at random, every card of the giver being equally likely, and from the beginning again when the story comes
    to something that cannot have happened so. If that fails too often, many tell it side by side, and whoever gets
    stuck goes on from where another one is; a card of which there is only one is then given away only to where it can
    still reach the hand it was seen in. And if all of them get stuck, in order and going back a choice at a time: that
    finds a way whenever there is one. None of this depends on where the cards truly are: only on what was seen.
    """

    story: list[int]
    copies: list[int]  # how many cards of each kind there are
    pool: list[int]  # the cards that the viewer does not see now
    lacks: list[int]  # packed pairs: this holder has no card of this kind now
    dice: Dice
    reach: list[list[int]]  # [event][kind]: where a card must be then to get to where it was seen next
    rest: list[int]  # the unknown cards as they are dealt, hand by hand, what is left behind them

    def __init__(self, story: list[int], copies: list[int], pool: list[int], lacks: list[int], dice: Dice) -> None:
        self.story = story
        self.copies = copies
        self.pool = pool
        self.lacks = lacks
        self.dice = dice
        self.reach = []
        self.rest = []

    def tell(self, holders: i64) -> World | None:
        """A world in which the story can end; None if there is none."""
        for _ in range(ATTEMPTS):
            world = self.at_random(blank(holders))
            if world is not None:
                return world
        self.reach = self.look_back()
        for size in FLOCKS:
            world = self.side_by_side([blank(holders) for _ in range(size)])
            if world is not None:
                return world
        return self.in_order(0, blank(holders))

    def at_random(self, world: World) -> World | None:
        for now in self.story:
            op, a, b = now & 7, now >> 3 & 31, now >> 8
            if op == PASS:
                mine = world.cards_of(a)
                world.give(mine[self.dice.below(len(mine))], a, b)
            elif not world.happen(op, a, b, self.copies):
                return None
        return world if self.deals_out(world) else None

    def side_by_side(self, worlds: list[World]) -> World | None:
        size = len(worlds)
        for i in range(len(self.story)):
            now = self.story[i]
            op, a, b = now & 7, now >> 3 & 31, now >> 8
            alive: list[World] = []
            for world in worlds:
                if op == PASS:
                    mine = self.candidates(world, i, a, b)
                    if mine:
                        world.give(mine[self.dice.below(len(mine))], a, b)
                        alive.append(world)
                elif world.happen(op, a, b, self.copies):
                    alive.append(world)
            if not alive:
                return None
            for _ in range(size - len(alive)):
                alive.append(alive[self.dice.below(len(alive))].copy())
            worlds = alive
        for world in worlds:
            if self.deals_out(world):
                return world
        return None

    def in_order(self, start: i64, world: World) -> World | None:
        for i in range(start, len(self.story)):
            now = self.story[i]
            op, a, b = now & 7, now >> 3 & 31, now >> 8
            if op == PASS:
                mine = self.candidates(world, i, a, b)
                self.dice.shuffle(mine)
                tried: list[int] = []
                for card in mine:
                    kind = world.kinds[card] if card >= 0 else -1
                    if kind not in tried:
                        tried.append(kind)
                        branch = world.copy()
                        branch.give(card, a, b)
                        found = self.in_order(i + 1, branch)
                        if found is not None:
                            return found
                return None
            if not world.happen(op, a, b, self.copies):
                return None
        return world if self.deals_out(world) else None

    def deals_out(self, world: World) -> bool:
        """Deal the rest; False if this world does not agree with what is to be seen now."""
        rest = self.pool[:]
        for kind in world.kinds:
            if kind not in rest:
                return False
            rest.remove(kind)
        self.dice.shuffle(rest)
        if self.lacks:
            for lack in self.lacks:
                if world.find(lack & 31, lack >> 5) >= 0:
                    return False
            homes = [holder for holder in range(len(world.unknown)) for _ in range(world.unknown[holder])]
            rest = self.kept_away(rest, homes + [NOWHERE] * (len(rest) - len(homes)))
        self.rest = rest
        return len(rest) + len(world.kinds) == len(self.pool)

    def kept_away(self, cards: list[int], homes: list[int]) -> list[int]:
        """The cards, one for each home, and none where it is lacking; empty if that cannot be."""
        for _ in range(ATTEMPTS):
            if not any(lack(cards[i], homes[i]) in self.lacks for i in range(len(cards))):
                return cards
            self.dice.shuffle(cards)
        takes = [-1] * len(homes)  # the card that each home has taken
        for card in range(len(cards)):
            if not self.finds_home(card, cards, homes, takes, []):
                return []
        return [cards[card] for card in takes]

    def finds_home(self, card: int, cards: list[int], homes: list[int], takes: list[int], asked: list[int]) -> bool:
        """A card finds a home, if need be by sending another on; `asked` are homes that cannot help any more."""
        places = list(range(len(homes)))
        self.dice.shuffle(places)
        for place in places:
            if place not in asked and lack(cards[card], homes[place]) not in self.lacks:
                asked.append(place)
                if takes[place] < 0 or self.finds_home(takes[place], cards, homes, takes, asked):
                    takes[place] = card
                    return True
        return False

    def candidates(self, world: World, i: i64, giver: i64, taker: i64) -> list[int]:
        """The cards that can go over: one that can only now set out for where it was seen next, or else any."""
        after = self.reach[i + 1]
        found: list[int] = []
        due: list[int] = []
        for card in world.cards_of(giver):
            ways = after[world.kinds[card]] if card >= 0 else -1
            if not ways >> giver & 1:
                due.append(card)
            if ways >> taker & 1:
                found.append(card)
        if not due:
            return found
        return due if len(due) == 1 and due[0] in found else []

    def look_back(self) -> list[list[int]]:
        """From the end: a single card that is seen in a hand must have been on its way there."""
        anywhere = -1
        row = [anywhere] * len(self.copies)
        for none in self.lacks:
            if self.copies[none >> 5] == 1:
                row[none >> 5] &= ~(1 << (none & 31))
        made = [row]
        for i in range(len(self.story) - 1, -1, -1):
            now = self.story[i]
            op, a, b = now & 7, now >> 3 & 31, now >> 8
            row = row[:]
            if op == DROP and self.copies[b] == 1:
                row[b] = 1 << a
            elif op == GAIN:
                row[b] = anywhere
            elif op in (PASS, ALL):
                for kind in range(len(row)):
                    if row[kind] >> b & 1:
                        row[kind] |= 1 << a
                    elif op == ALL:
                        row[kind] &= ~(1 << a)
            made.append(row)
        made.reverse()
        return made


def certain(story: list[int], copies: list[int], holders: i64) -> World | None:
    """What a story comes to if nothing about it is in doubt any more: the world that all others merely add to. None
    if there is no such world, or more of them than are worth telling."""
    worlds = [blank(holders)]
    for now in story:
        op, a, b = now & 7, now >> 3 & 31, now >> 8
        told: list[World] = []
        seen: list[list[int]] = []
        for world in worlds:
            if op != PASS:
                branches = [world] if world.happen(op, a, b, copies) else []
            else:
                branches = []
                for card in dict.fromkeys(world.cards_of(a)):
                    branch = world.copy()
                    branch.give(card, a, b)
                    branches.append(branch)
            for branch in branches:
                placed = branch.placed()
                if placed not in seen:
                    seen.append(placed)
                    told.append(branch)
        if not told or len(told) > WORLDS:
            return None
        worlds = told
    least = min(worlds, key=_known)
    for world in worlds:
        rest = world.placed()
        for card in least.placed():
            if card not in rest:
                return None
            rest.remove(card)
    return least


def _known(world: World) -> int:
    return len(world.kinds)
