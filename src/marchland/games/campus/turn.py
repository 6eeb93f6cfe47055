"""Chapters 2 and 3: the rounds, the turn, and receiving and placing troops."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.slots import Slot
from marchland.engine.step import Phase, Step
from marchland.games.campus.move import MOVE
from marchland.games.campus.table import OPENING, STAGGERED, Campus
from marchland.games.conquest.table import MOST, PLACE_THE_REST

NEXT: Final = Slot(0)  # the place in the turn order of whoever comes next

NEW_ROUND: Final = phrase("S.16", "Round {n}", "round")
RECEIVES: Final = phrase("CAM-3.1", "{who:seat} receives {n troop}", "turn")


class Rounds(Step[Campus]):
    """S.16  Round after round, in each a turn for every player who is not eliminated.

    CAM-6.1  Until one player is left or the limit is reached; CAM-6.5  so the game always ends, since no turn can
    go on for ever: placing, reinforcing and rolling use troops up. Place 0 is before the first round.
    """

    def resume(self, t: Campus) -> None:
        index = NEXT.of(t)
        while index < t.seats and not t.alive(t.order[index]):
            index += 1
        if index >= t.seats or t.progress() == 0:
            if t.round >= t.max_rounds:
                t.reach_limit()
                return
            t.set_progress(1)
            t.round += 1
            t.tell(NEW_ROUND, t.round)
            index = 0
            while not t.alive(t.order[index]):
                index += 1
        NEXT.put(t, index + 1)
        t.active = t.order[index]
        t.call(TURN)


class Receive(Step[Campus]):
    """CAM-2.2, CAM-3.1  Base and bonuses, computed once at the beginning of the turn; all troops are fresh."""

    def resume(self, t: Campus) -> None:
        t.to_place = received(t)
        t.tell(RECEIVES, t.active, t.to_place)
        t.finish()


def received(t: Campus) -> i64:
    """CAM-3.2  The minimum of three holds for the base; bonuses come on top."""
    income = t.income(t.active)
    if OPENING.of(t) == STAGGERED and t.round == 1:
        # CAM-2.6  The j-th of n gets j/n of it, base and bonuses together.
        j: i64 = t.order.index(t.active) + 1
        return income * j // t.seats
    return income


PLACES: Final = phrase("CAM-2.3", "{who:seat} places {n troop} in {room:region}")
ASK_PLACE: Final = phrase("CAM-2.3", "Place {n troop}.")
AWAIT_PLACE: Final = phrase("CAM-2.3", "{who:seat} places {n troop}")
PLACE_FIRST: Final = phrase("CAM-2.3", "First place {n|the|all} {n troop} that you received")
PLACE_OWN: Final = phrase("CAM-2.3", "You do not control {room:region}, and troops are placed in rooms of your own")
PLACE_RANGE: Final = phrase("CAM-2.3", "You can place 1 to {n troop}")
NOT_PLACING: Final = phrase("CAM-2.3", "There are no troops left to place")


class Place(Deed[Campus]):
    """CAM-2.3  Anywhere in rooms of one's own, in any split."""

    words = ["place {n} in {room}", "room:region n:count"]

    def offer(self, t: Campus, seat: i64, found: Options) -> None:
        found.fan(self, t.lands[seat], t.to_place if t.to_place < MOST else MOST)

    def why(self, t: Campus, seat: i64, action: i64) -> Saying:
        room = self.a(action)
        return [PLACE_RANGE, t.to_place] if t.controls(seat, room) else [PLACE_OWN, room]

    def elsewhere(self, t: Campus) -> Saying:
        return [NOT_PLACING]

    def do(self, t: Campus, seat: i64, action: i64) -> None:
        room, n = self.a(action), self.b(action)
        t.units[room] += n
        t.to_place -= n
        t.tell(PLACES, seat, n, room)


class PlaceTroops(Step[Campus]):
    """CAM-2.3  All of them, before anything moves."""

    def resume(self, t: Campus) -> None:
        if t.to_place == 0:
            t.finish()
        else:
            t.ask(t.active)

    def prompt(self, t: Campus, seat: i64) -> Saying:
        return [ASK_PLACE, t.to_place]

    def waiting(self, t: Campus) -> Saying:
        return [AWAIT_PLACE, t.active, t.to_place]

    def first(self, t: Campus) -> Saying:
        return [PLACE_FIRST, t.to_place]

    def chore(self, t: Campus, seat: i64) -> str:
        return PLACE_THE_REST


RECEIVE: Final = Receive("campus.receive", "Receive", "CAM-2.2")
PLACE_TROOPS: Final = PlaceTroops("campus.place", "Place", "CAM-2.3", [Place()])
# CAM-2.1  A turn: receive, place, move.
TURN: Final[Phase[Campus]] = Phase("campus.turn", "Turn", "CAM-2.1", [RECEIVE, PLACE_TROOPS, MOVE])
ROUNDS: Final = Rounds("campus.rounds", "Rounds", "S.16")
