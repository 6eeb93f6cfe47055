"""Chapter 1: setup."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.games.campus.table import MAP_SCALE, MORE_TROOPS, NEUTRAL_HAND, RANDOM, SETUP_PLACE, Campus
from marchland.games.campus.words import (
    ASK_SET_UP,
    AWAIT_SET_UP,
    BEGINS,
    DEALT,
    PLACE_START,
    SET_UP_FIRST,
    SET_UP_OWN,
    SETS_UP,
)
from marchland.games.campus.words import NEUTRAL_HAND as NEUTRAL_HAND_DEALT
from marchland.games.conquest.table import NEUTRAL

STARTING_TROOPS: Final = 15


class DealRooms(Step[Campus]):
    """CAM-1.2 to CAM-1.5  Pick the first player, deal all rooms in play, count the remainders."""

    def resume(self, t: Campus) -> None:
        # CAM-1.2  A random first player; the others follow in rising seat number.
        first = t.dice.below(t.seats)
        t.order = [int((first + i) % t.seats) for i in range(t.seats)]
        t.tell(BEGINS, first)

        # CAM-1.8  With two players a neutral hand comes last in turn order.
        hands = t.order[:]
        neutral = t.settings[MAP_SCALE] == NEUTRAL_HAND and t.seats == 2
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
            t.units[room] += 1
            t.tell(NEUTRAL_HAND_DEALT, len(theirs), room)
        t.finish()


def starting_troops(t: Campus) -> int:
    """CAM-1.5  Fifteen each, those on the dealt rooms included, which leaves the remainders of CAM-1.7.

    CAM-1.9  With `more_troops`, more where rooms are many.
    """
    largest = max(t.held[seat] for seat in range(t.seats))
    if t.settings[MAP_SCALE] == MORE_TROOPS and largest > STARTING_TROOPS - 1:
        return largest + 5
    return STARTING_TROOPS


class PlaceStart(Step[Campus]):
    """CAM-1.6  In turn order each player puts one starting troop in a room of theirs, until none is left.

    The first argument counts the turns taken round the table.
    """

    def resume(self, t: Campus) -> None:
        if not any(t.remainder):
            t.finish()
            return
        turn = t.arg(0)
        while t.remainder[t.order[turn % t.seats]] == 0:
            turn += 1
        t.set_arg(0, turn)
        t.active = t.order[turn % t.seats]
        if t.settings[SETUP_PLACE] == RANDOM:
            rooms = [room for room in range(len(t.owner)) if t.owner[room] == t.active]
            self.place_start(t, rooms[t.dice.below(len(rooms))])
        else:
            t.ask(t.active)

    def options(self, t: Campus, seat: i64, found: Options) -> None:
        found.fan(PLACE_START, t.lands[seat])

    def place_start(self, t: Campus, room: i64) -> None:
        t.units[room] += 1
        t.remainder[t.active] -= 1
        t.set_arg(0, t.arg(0) + 1)
        t.tell(SETS_UP, t.active, room)

    def prompt(self, t: Campus, seat: i64) -> list[int]:
        return [ASK_SET_UP, t.remainder[seat]]

    def waiting(self, t: Campus) -> list[int]:
        return [AWAIT_SET_UP, t.active]

    def why(self, t: Campus, seat: i64, action: i64) -> list[int]:
        if action >> 23 == PLACE_START.number:
            return [SET_UP_OWN, PLACE_START.a(action)]
        return [SET_UP_FIRST]


DEAL_ROOMS: Final = DealRooms("campus.deal", "Deal", "CAM-1.4")
PLACE_START_STEP: Final = PlaceStart("campus.place_start", "Set up", "CAM-1.6")
