"""The cards of one deck on a table: pile, discards and hands, and who knows of which card where it is.

Whatever happens to a card happens here, so that nobody forgets to say who saw it: everybody's knowledge follows, and
what has been seen is counted among the reveals of the table, which no undo takes back.

Knowledge is of single cards: one of these holders has a card of this kind. As long as cards are only drawn, shown and
played, the holder is sure. When a card goes from hand to hand face down, all others are in doubt which it was; from
then on they keep the story of what they see (see recall.py), until it is certain again where everything is.

What nobody keeps: which cards were in hands when the discards became a new pile (a card that was drawn before may be
imagined as one of those discards), and that a hand lacked some card once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from mypy_extensions import i64

from marchland.engine.deck import Deck
from marchland.engine.dice import Dice
from marchland.engine.recall import ALL, DROP, GAIN, HIDE, LACK, PASS, Recall, certain, dropped, event
from marchland.engine.sets import lowest

if TYPE_CHECKING:
    from marchland.engine.table import Table

EVERYBODY: Final = -1  # as a set of viewers


@final
class Cards:
    """Lists are replaced and never changed: copies share them. The top card of the pile is the last; hands are sorted.

    A viewer is a seat, or a spectator, whose row is the last: what he knows, all know.
    """

    seats: i64
    copies: list[int]  # how many cards of each kind the deck has
    held: list[list[int]]  # hands, by seat
    pile: list[int]
    seen: list[int]  # card by card of the pile: the seats that know which it is; empty if nobody knows any
    discard: list[int]
    apart: i64  # a card that lies face down beside the pile, such as one for sale; -1 if none does
    apart_seen: i64  # the seats that know which
    known: list[list[int]]  # by viewer, pairs (holders, kind): one of these seats holds such a card
    story: list[list[int]]  # by viewer: what was seen since it is in doubt which card went over face down

    def __getitem__(self, seat: i64) -> list[int]:
        """The hand of a seat."""
        return self.held[seat]

    def copy(self) -> Cards:
        twin = Cards()
        twin.seats = self.seats
        twin.copies = self.copies
        twin.held = self.held
        twin.pile = self.pile
        twin.seen = self.seen
        twin.discard = self.discard
        twin.apart = self.apart
        twin.apart_seen = self.apart_seen
        twin.known = self.known
        twin.story = self.story
        return twin

    def lay(self, pile: list[int]) -> None:
        """Lay down a pile of which nobody knows the order."""
        self.pile = pile
        self.seen = []

    def everywhere(self) -> list[int]:
        """All cards of the deck that are still in it."""
        apart = [int(self.apart)] if self.apart >= 0 else []
        return [*self.pile, *self.discard, *apart, *(card for hand in self.held for card in hand)]

    # -- from the pile -------------------------------------------------------------------------------------------------

    def refill(self, t: Table) -> bool:
        """An empty pile is made anew from the discards; whether it was."""
        if self.pile or not self.discard:
            return False
        pile = self.discard[:]
        t.dice.shuffle(pile)
        self.discard = []
        self.lay(pile)
        return True

    def draw(self, t: Table, seat: i64, seen: i64 = 0) -> i64:
        """The top card comes into a hand; -1 if there is none. `seen` are seats that know the top of the pile."""
        t.reveals += 1
        if not self.pile:
            return -1
        if self.seen:
            seen |= self.seen[-1]
        card = self._take_top()
        self._put(seat, card, seen)
        return card

    def lay_apart(self, t: Table, seen: i64 = 0) -> i64:
        """The top card comes to lie beside the pile, face down; -1 if there is none."""
        t.reveals += 1
        if not self.pile:
            return -1
        self.apart_seen = seen | self.seen[-1] if self.seen else seen
        self.apart = self._take_top()
        return self.apart

    def look(self, t: Table, seat: i64) -> None:
        """A seat looks at the card that lies apart."""
        t.reveals += 1
        self.apart_seen |= 1 << seat

    def take_apart(self, t: Table, seat: i64) -> None:
        """The card that lies apart goes to a hand; whoever knows it knows where it is."""
        t.reveals += 1
        self._put(seat, self.apart, self.apart_seen)
        self.apart = -1
        self.apart_seen = 0

    def put_under(self) -> None:
        """The card that lies apart goes under the pile; whoever knows it knows where it lies."""
        if self.apart_seen or self.seen:
            self.seen = [int(self.apart_seen), *(self.seen or [0] * len(self.pile))]
        self.pile = [int(self.apart), *self.pile]
        self.apart = -1
        self.apart_seen = 0

    def _take_top(self) -> int:
        top = self.pile[-1]
        self.pile = self.pile[:-1]
        if self.seen:
            left = self.seen[:-1]
            self.seen = left if any(left) else []
        return top

    def _put(self, seat: i64, card: i64, seen: i64) -> None:
        """A card comes into a hand; `seen` are the seats that know which."""
        self._add(seat, card)
        for viewer in range(self.seats + 1):
            if viewer != seat:
                if viewer < self.seats and seen >> viewer & 1:
                    self._note(viewer, GAIN, seat, card)
                elif self.story[viewer]:
                    self._note(viewer, HIDE, seat, 1)

    # -- from hands ----------------------------------------------------------------------------------------------------

    def spend(self, t: Table, seat: i64, card: i64) -> None:
        """A card is played or thrown away: everybody sees it go to the discards."""
        self.lose(t, seat, card)
        self.discard = [*self.discard, int(card)]

    def lose(self, t: Table, seat: i64, card: i64) -> None:
        """A card leaves a hand before all eyes."""
        t.reveals += 1
        self._remove(seat, card)
        for viewer in range(self.seats + 1):
            if viewer != seat:
                self._note(viewer, DROP, seat, card)

    def show(self, t: Table, seat: i64, card: i64, viewers: i64 = EVERYBODY) -> None:
        """Everybody, or the seats of a mask, see that a seat holds a card."""
        t.reveals += 1
        for viewer in range(self.seats + 1):
            if viewer != seat and viewers >> viewer & 1:
                self._note(viewer, DROP, seat, card)
                self._note(viewer, GAIN, seat, card)

    def show_hand(self, t: Table, seat: i64, viewer: i64) -> None:
        """One seat looks at the whole hand of another."""
        t.reveals += 1
        for card in self.held[seat]:
            self._note(viewer, DROP, seat, card)
        for card in self.held[seat]:
            self._note(viewer, GAIN, seat, card)

    def hand_over(self, t: Table, giver: i64, taker: i64, card: i64) -> None:
        """A card goes from hand to hand face down: the two know which, all others that it may be any of the giver's."""
        t.reveals += 1
        for viewer in range(self.seats + 1):
            if viewer == giver:
                self._note(viewer, GAIN, taker, card)
            elif viewer == taker:
                self._note(viewer, DROP, giver, card)
            else:
                self._doubt(viewer, [event(PASS, giver, taker)], 1 << giver, 1 << taker)
        self._remove(giver, card)
        self._add(taker, card)

    def swap(self, t: Table, one: i64, ones: i64, two: i64, twos: i64) -> None:
        """A card of either goes to the other, face down and at once: neither gets back what it gives."""
        t.reveals += 1
        way: i64 = self.seats
        both: i64 = 1 << one | 1 << two
        for viewer in range(self.seats + 1):
            if viewer == one:
                self._note(viewer, DROP, two, twos)
                self._note(viewer, GAIN, two, ones)
            elif viewer == two:
                self._note(viewer, DROP, one, ones)
                self._note(viewer, GAIN, one, twos)
            else:
                there = [event(PASS, one, way), event(PASS, two, way + 1)]
                self._doubt(viewer, [*there, event(ALL, way, two), event(ALL, way + 1, one)], both, both)
        self._remove(one, ones)
        self._remove(two, twos)
        self._add(two, ones)
        self._add(one, twos)

    def hand_all(self, t: Table, giver: i64, taker: i64) -> None:
        """A whole hand goes over, face down but for its taker."""
        t.reveals += 1
        cards = self.held[giver]
        for viewer in range(self.seats + 1):
            if viewer == giver:
                for card in cards:
                    self._note(viewer, GAIN, taker, card)
            elif viewer == taker:
                for card in cards:
                    self._note(viewer, DROP, giver, card)
            else:
                self._note(viewer, ALL, giver, taker)
        for card in cards:
            self._remove(giver, card)
            self._add(taker, card)

    def _add(self, seat: i64, card: i64) -> None:
        hand = [*self.held[seat], int(card)]
        hand.sort()
        self.held = self.held[:]
        self.held[seat] = hand

    def _remove(self, seat: i64, card: i64) -> None:
        hand = self.held[seat][:]
        hand.remove(card)
        self.held = self.held[:]
        self.held[seat] = hand

    # -- who knows what ------------------------------------------------------------------------------------------------

    def holders(self, viewer: i64, kind: i64) -> i64:
        """The seats one of which holds a card of a kind, as far as a viewer knows of one; 0 if of none."""
        pairs = self.known[viewer]
        for i in range(0, len(pairs), 2):
            if pairs[i + 1] == kind:
                return pairs[i]
        return 0

    def told(self, viewer: i64) -> list[int]:
        """The same for every kind of a deck that has one card of each."""
        made = [0] * len(self.copies)
        pairs = self.known[viewer]
        for i in range(0, len(pairs), 2):
            made[pairs[i + 1]] = pairs[i]
        return made

    def surely(self, viewer: i64, seat: i64) -> list[int]:
        """The cards that a viewer knows to be in a hand."""
        pairs = self.known[viewer]
        return [pairs[i + 1] for i in range(0, len(pairs), 2) if pairs[i] == 1 << seat]

    def unseen(self, viewer: i64, top: i64 = 0) -> list[int]:
        """All cards that a viewer does not see, in rising order; of the pile it sees so many on top."""
        found = self.pile[: len(self.pile) - top]
        if self.seen:
            found = [self.pile[i] for i in range(len(self.pile)) if not self.sees_place(viewer, i, top)]
        if self.apart >= 0 and not (viewer >= 0 and self.apart_seen >> viewer & 1):
            found.append(int(self.apart))
        for seat in range(self.seats):
            if seat != viewer:
                found += self.held[seat]
        found.sort()
        return found

    def sees_place(self, viewer: i64, place: i64, top: i64) -> bool:
        """Whether a viewer knows which card lies in a place of the pile."""
        if place >= len(self.pile) - top:
            return True
        return len(self.seen) > 0 and viewer >= 0 and self.seen[place] >> viewer & 1 == 1

    def _note(self, viewer: i64, op: i64, a: i64, b: i64) -> None:
        """A viewer sees something happen, and it is no longer or still as sure as before where everything is."""
        pairs = self.known[viewer]
        story = self.story[viewer]
        if story:
            self._write(viewer, [*story, event(op, a, b)])
        if op == GAIN:
            self._know(viewer, [*pairs, int(1 << a), int(b)])
        elif op == DROP and (pairs or story):
            self._know(viewer, dropped(pairs, a, b))
            if story:
                self._settle(viewer)
        elif op == ALL and pairs:
            gone = int(1 << a)
            moved = pairs[:]
            for i in range(0, len(moved), 2):
                if moved[i] & gone:
                    moved[i] = moved[i] & ~gone | int(1 << b)
            self._know(viewer, moved)

    def _doubt(self, viewer: i64, events: list[int], givers: i64, takers: i64) -> None:
        """Cards go over face down before a viewer's eyes: if one of them can have been known, the story begins here."""
        pairs = self.known[viewer]
        story = self.story[viewer]
        told = len(story) > 0
        if not told:
            touched = False
            for i in range(0, len(pairs), 2):
                if pairs[i] & givers:
                    touched = True
            if not touched:
                return
            story = self._so_far(viewer)
        self._write(viewer, story + events)
        moved = pairs[:]
        for i in range(0, len(moved), 2):
            if moved[i] & givers:
                moved[i] |= int(takers)
        self._know(viewer, moved)
        if not told:
            self._settle(viewer)

    def _so_far(self, viewer: i64) -> list[int]:
        """The beginning of a story: what is known where, and how many other cards are in the hands."""
        pairs = self.known[viewer]
        story = [event(GAIN, lowest(pairs[i]), pairs[i + 1]) for i in range(0, len(pairs), 2)]
        for seat in range(self.seats):
            if seat != viewer:
                story.append(event(HIDE, seat, len(self.held[seat]) - len(self.surely(viewer, seat))))
        return story

    def _settle(self, viewer: i64) -> None:
        """Once nothing is in doubt any more the story is over."""
        world = certain(self.story[viewer], self.copies, self.seats + 2)
        if world is not None:
            self._write(viewer, [])
            pairs: list[int] = []
            for i in range(len(world.kinds)):
                pairs += [1 << world.at[i], world.kinds[i]]
            self._know(viewer, pairs)

    def _know(self, viewer: i64, pairs: list[int]) -> None:
        self.known = self.known[:]
        self.known[viewer] = pairs

    def _write(self, viewer: i64, story: list[int]) -> None:
        self.story = self.story[:]
        self.story[viewer] = story

    # -- imagining -----------------------------------------------------------------------------------------------------

    def imagine(self, viewer: i64, dice: Dice, top: i64, facts: list[int]) -> bool:
        """Deal all cards anew that a viewer does not see, in agreement with everything that it knows; False if there
        is no such deal. `top` is how many cards on top of the pile it sees; `facts` (has, has_not) are what it can
        tell besides of hands as they are now.

        What comes out depends on the dice and on what the viewer has seen, not on where the cards lie. If nothing is
        in doubt every deal is equally likely; otherwise see Recall.
        """
        pool = self.unseen(viewer, top)
        kept: list[list[int]] = []
        if facts or self.story[viewer]:
            story = self.story[viewer] or self._so_far(viewer)
            recall = Recall(
                story + [fact for fact in facts if fact & 7 != LACK],
                self.copies,
                pool,
                [fact >> 3 for fact in facts if fact & 7 == LACK],
                dice,
            )
            world = recall.tell(self.seats + 2)
            if world is None:
                return False
            kept = [[world.kinds[i] for i in range(len(world.at)) if world.at[i] == p] for p in range(self.seats)]
            pool = recall.rest
        else:
            if self.known[viewer]:
                kept = [self.surely(viewer, seat) for seat in range(self.seats)]
                for cards in kept:
                    for card in cards:
                        pool.remove(card)
            dice.shuffle(pool)
        self._deal(viewer, pool, kept, top)
        self._others_know(viewer)
        return True

    def _deal(self, viewer: i64, cards: list[int], kept: list[list[int]], top: i64) -> None:
        """The given cards, hand by hand beside those that are known there, then apart, then in the pile."""
        held = self.held[:]
        dealt: i64 = 0
        for seat in range(self.seats):
            if seat != viewer and held[seat]:
                mine = kept[seat] if kept else []
                more: i64 = dealt + len(held[seat]) - len(mine)
                hand = mine + cards[dealt:more]
                hand.sort()
                held[seat] = hand
                dealt = more
        self.held = held
        if self.apart >= 0 and not (viewer >= 0 and self.apart_seen >> viewer & 1):
            self.apart = cards[dealt]
            dealt += 1
        pile = self.pile[:]
        for place in range(len(pile)):
            if not self.sees_place(viewer, place, top):
                pile[place] = cards[dealt]
                dealt += 1
        self.pile = pile

    def _others_know(self, viewer: i64) -> None:
        """What others know is not known either: on the imagined table it is what all know for sure."""
        spectator: i64 = self.seats
        public = self.known[spectator]
        known: list[list[int]] = []
        story: list[list[int]] = []
        for seat in range(self.seats):
            if seat == viewer:
                known.append(self.known[seat])
                story.append(self.story[seat])
            else:
                sure: list[int] = []
                for i in range(0, len(public), 2):
                    holders: i64 = public[i]
                    if holders & (holders - 1) == 0 and holders != 1 << seat:
                        sure += public[i : i + 2]
                known.append(sure)
                story.append([])
        known.append(public)
        story.append(self.story[spectator])
        self.known = known
        self.story = story

    # -- data ----------------------------------------------------------------------------------------------------------

    def to_data(self) -> dict[str, object]:
        return {
            "held": [hand[:] for hand in self.held],
            "pile": self.pile[:],
            "seen": self.seen[:],
            "discard": self.discard[:],
            "apart": [int(self.apart), int(self.apart_seen)],
            "known": [pairs[:] for pairs in self.known],
            "story": [story[:] for story in self.story],
        }

    def load_data(self, data: Any) -> None:
        """Set blank cards to saved data; ValueError, the end of a sentence, if they do not fit."""
        entries = self.to_data().keys()
        if not isinstance(data, dict) or data.keys() != entries:
            raise ValueError(f"not made of {', '.join(entries)}")
        self.held = _rows(data, "held", self.seats)
        self.known = _rows(data, "known", self.seats + 1)
        self.story = _rows(data, "story", self.seats + 1)
        self.pile = _row(data["pile"], "pile")
        self.seen = _row(data["seen"], "seen")
        self.discard = _row(data["discard"], "discard")
        apart = _row(data["apart"], "apart")
        if (
            (self.seen and len(self.pile) != len(self.seen))
            or len(apart) != 2
            or any(len(pairs) % 2 for pairs in self.known)
        ):
            raise ValueError("with more or fewer 'seen', 'apart' or 'known' than there must be")
        self.apart, self.apart_seen = apart
        kinds = self.everywhere() + [kind for pairs in self.known for kind in pairs[1::2]]
        if self.apart < -1 or any(not 0 <= kind < len(self.copies) for kind in kinds):
            raise ValueError("with cards that the deck does not have")


def _row(row: Any, name: str) -> list[int]:
    if not isinstance(row, list) or any(type(number) is not int for number in row):
        raise ValueError(f"whose {name!r} is not made of whole numbers")
    return row[:]


def _rows(data: dict[str, Any], name: str, count: i64) -> list[list[int]]:
    rows = data[name]
    if not isinstance(rows, list) or len(rows) != count:
        raise ValueError(f"whose {name!r} is not a list of {count}")
    return [_row(row, name) for row in rows]


def new_cards(deck: Deck, seats: i64, copies: list[int] | None = None) -> Cards:
    """No cards yet: a deck before it is laid down. `copies` are those of the table where they can be turned."""
    made = Cards()
    made.seats = seats
    made.copies = copies if copies is not None else [card.count for card in deck.cards]
    made.held = [[] for _ in range(seats)]
    made.lay([])
    made.discard = []
    made.apart = -1
    made.apart_seen = 0
    made.known = [[] for _ in range(seats + 1)]
    made.story = [[] for _ in range(seats + 1)]
    return made
