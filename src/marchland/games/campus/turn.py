"""Chapters 2 and 3: the rounds, the turn, and receiving and placing troops."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.options import Options
from marchland.engine.step import Phase, Step
from marchland.games.campus.move import MOVE
from marchland.games.campus.table import OPENING, STAGGERED, Campus
from marchland.games.campus.words import (
    ASK_PLACE,
    AWAIT_PLACE,
    NEW_ROUND,
    PLACE,
    PLACE_FIRST,
    PLACE_OWN,
    PLACE_RANGE,
    PLACES,
    RECEIVES,
)
from marchland.games.conquest.words import MOST


class Rounds(Step[Campus]):
    """S.16  Round after round, in each a turn for every player who is not eliminated.

    CAM-6.1  Until one player is left or the limit is reached; CAM-6.5  so the game always ends, since no turn can
    go on for ever: placing, reinforcing and rolling use troops up.
    The argument is the place in the turn order of whoever comes next; place 0 is before the first round.
    """

    def resume(self, t: Campus) -> None:
        index = t.arg(0)
        while index < t.seats and not t.alive(t.order[index]):
            index += 1
        if index >= t.seats or t.place() == 0:
            if t.round >= t.max_rounds:
                t.reach_limit()
                return
            t.set_place(1)
            t.round += 1
            t.tell(NEW_ROUND, t.round)
            index = 0
            while not t.alive(t.order[index]):
                index += 1
        t.set_arg(0, index + 1)
        t.active = t.order[index]
        t.call(TURN)


class Receive(Step[Campus]):
    """CAM-2.2, CAM-3.1  Base and bonuses, computed once at the beginning of the turn; all troops are fresh."""

    def resume(self, t: Campus) -> None:
        t.count_mine()
        t.to_place = received(t)
        t.tell(RECEIVES, t.active, t.to_place)
        t.finish()


def received(t: Campus) -> i64:
    """CAM-3.2  The minimum of three holds for the base; bonuses come on top."""
    income = t.income(t.active)
    if t.settings[OPENING] == STAGGERED and t.round == 1:
        # CAM-2.6  The j-th of n gets j/n of it, base and bonuses together.
        j: i64 = t.order.index(t.active) + 1
        return income * j // t.seats
    return income


class PlaceTroops(Step[Campus]):
    """CAM-2.3  All of them, in rooms of one's own, anywhere and in any split, before anything moves."""

    def resume(self, t: Campus) -> None:
        if t.to_place == 0:
            t.finish()
        else:
            t.ask(t.active)

    def options(self, t: Campus, seat: i64, found: Options) -> None:
        found.fan(PLACE, t.lands[seat], t.to_place if t.to_place < MOST else MOST)

    def act(self, t: Campus, seat: i64, action: i64) -> None:
        self.place(t, PLACE.a(action), PLACE.b(action))

    def place(self, t: Campus, room: i64, n: i64) -> None:
        t.units[room] += n
        t.to_place -= n
        t.tell(PLACES, t.active, n, room)

    def prompt(self, t: Campus, seat: i64) -> list[int]:
        return [ASK_PLACE, t.to_place]

    def waiting(self, t: Campus) -> list[int]:
        return [AWAIT_PLACE, t.active, t.to_place]

    def why(self, t: Campus, seat: i64, action: i64) -> list[int]:
        if action >> 23 != PLACE.number:
            return [PLACE_FIRST, t.to_place]
        room = PLACE.a(action)
        return [PLACE_RANGE, t.to_place] if room in t.mine else [PLACE_OWN, room]


RECEIVE: Final = Receive("campus.receive", "Receive", "CAM-2.2")
PLACE_TROOPS: Final = PlaceTroops("campus.place", "Place", "CAM-2.3")
# CAM-2.1  A turn: receive, place, move.
TURN: Final[Phase[Campus]] = Phase("campus.turn", "Turn", "CAM-2.1", [RECEIVE, PLACE_TROOPS, MOVE])
ROUNDS: Final = Rounds("campus.rounds", "Rounds", "S.16")
