"""Chapter 1: setup."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.campus.table import MAP_SCALE, MORE_TROOPS, NEUTRAL_HAND, NUMBERS, RANDOM, SETUP_PLACE, Campus
from marchland.games.conquest.table import NEUTRAL, SET_UP_FOR_ME

BEGINS: Final = phrase("CAM-1.2", "{who:seat} is the first player")
DEALT: Final = phrase("CAM-1.4", "{who:seat} is dealt {n room} and has {rest troop} left to place")
NEUTRAL_DEALT: Final = phrase("CAM-1.8", "The neutral hand is dealt {n room}; {room:region} has a second troop")

STARTING_TROOPS: Final = NUMBERS.one("troops.start", "CAM-1.5", 15, 1, 200, "starting troops of each player")
MORE: Final = NUMBERS.one("troops.more", "CAM-1.9", 5, 0, 50, "starting troops beyond the rooms, with more_troops")
SECOND: Final = NUMBERS.one("troops.neutral", "CAM-1.8", 1, 0, 20, "troops added to one room of the neutral hand")


class DealRooms(Step[Campus]):
    """CAM-1.2 to CAM-1.5  Pick the first player, deal all rooms in play, count the remainders."""

    def resume(self, t: Campus) -> None:
        # CAM-1.2  A random first player; the others follow in rising seat number.
        first = t.dice.below(t.seats)
        t.order = [int((first + i) % t.seats) for i in range(t.seats)]
        t.tell(BEGINS, first)

        # CAM-1.8  With two players a neutral hand comes last in turn order.
        hands = t.order[:]
        neutral = MAP_SCALE.of(t) == NEUTRAL_HAND and t.seats == 2
        if neutral:
            hands.append(NEUTRAL)

        # CAM-1.4  One by one, beginning with the last player and going backwards.
        rooms = [room for room in range(len(t.owner)) if t.board.in_play[room]]
        t.dice.shuffle(rooms)
        for index, room in enumerate(rooms):
            t.settle(room, hands[-1 - index % len(hands)], 1)

        troops = starting_troops(t)
        for seat in range(t.seats):
            t.remainder[seat] = troops - t.held[seat]
        for seat in t.order:
            t.tell(DEALT, seat, t.held[seat], t.remainder[seat])
        if neutral:
            theirs = [room for room in range(len(t.owner)) if t.owner[room] == NEUTRAL]
            room = theirs[t.dice.below(len(theirs))]
            t.units[room] += SECOND.of(t)
            t.tell(NEUTRAL_DEALT, len(theirs), room)
        t.finish()


def starting_troops(t: Campus) -> int:
    """CAM-1.5  Fifteen each, those on the dealt rooms included, which leaves the remainders of CAM-1.7.

    CAM-1.9  With `more_troops`, more where rooms are many.
    """
    largest = max(t.held[seat] for seat in range(t.seats))
    troops = STARTING_TROOPS.of(t)
    if MAP_SCALE.of(t) == MORE_TROOPS and largest > troops - 1:
        return largest + MORE.of(t)
    # Every dealt room has its troop, whatever the number.
    return max(troops, largest)


TURN: Final = Slot(0)  # how many turns were taken round the table

SETS_UP: Final = phrase("CAM-1.6", "{who:seat} puts a starting troop in {room:region}")
ASK_SET_UP: Final = phrase("CAM-1.6", "Put a starting troop in a room of yours; you have {n troop} left.")
AWAIT_SET_UP: Final = phrase("CAM-1.6", "{who:seat} puts a starting troop in a room")
SET_UP_FIRST: Final = phrase("CAM-1.6", "First all starting troops are set up, one at a time")
SET_UP_OWN: Final = phrase("CAM-1.6", "You do not control {room:region}, and troops are set up in rooms of your own")
SET_UP_OVER: Final = phrase("CAM-1.6", "The setup is over")


class PlaceStart(Deed[Campus]):
    """CAM-1.6  One starting troop in a room of one's own."""

    words = ["set up {room}", "room:region"]

    def offer(self, t: Campus, seat: i64, found: Options) -> None:
        found.fan(self, t.lands[seat])

    def why(self, t: Campus, seat: i64, action: i64) -> Saying:
        return [SET_UP_OWN, self.a(action)]

    def elsewhere(self, t: Campus) -> Saying:
        return [SET_UP_OVER]

    def do(self, t: Campus, seat: i64, action: i64) -> None:
        place_start(t, self.a(action))


def place_start(t: Campus, room: i64) -> None:
    t.units[room] += 1
    t.remainder[t.active] -= 1
    TURN.add(t, 1)
    t.tell(SETS_UP, t.active, room)


class SetUp(Step[Campus]):
    """CAM-1.6  In turn order each player sets up a starting troop, until none is left."""

    def resume(self, t: Campus) -> None:
        if not any(t.remainder):
            t.finish()
            return
        while t.remainder[t.order[TURN.of(t) % t.seats]] == 0:
            TURN.add(t, 1)
        t.active = t.order[TURN.of(t) % t.seats]
        if SETUP_PLACE.of(t) == RANDOM:
            rooms = [room for room in range(len(t.owner)) if t.owner[room] == t.active]
            place_start(t, rooms[t.dice.below(len(rooms))])
        else:
            t.ask(t.active)

    def prompt(self, t: Campus, seat: i64) -> Saying:
        return [ASK_SET_UP, t.remainder[seat]]

    def waiting(self, t: Campus) -> Saying:
        return [AWAIT_SET_UP, t.active]

    def first(self, t: Campus) -> Saying:
        return [SET_UP_FIRST]

    def chore(self, t: Campus, seat: i64) -> str:
        return SET_UP_FOR_ME


DEAL_ROOMS: Final = DealRooms("campus.deal", "Deal", "CAM-1.4")
SET_UP: Final = SetUp("campus.place_start", "Set up", "CAM-1.6", [PlaceStart()])
