"""Chapters 2.4, 4 and 5: reinforcing and attacking."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.step import Step
from marchland.games.campus.table import Campus
from marchland.games.conquest.attack import ATTACK, STRIKE, Attack, Strike
from marchland.games.conquest.table import SAME_ATTACK
from marchland.games.conquest.words import END_TURN

# -- CAM-4: reinforcing ----------------------------------------------------------------------------------------------

REINFORCES: Final = phrase("CAM-4.3", "{who:seat} reinforces {target:region} from {source:region} with {n troop}")
REINFORCE_OWN: Final = phrase("CAM-4.3", "You reinforce only between rooms of your own, and {room:region} is not yours")
REINFORCE_NEXT: Final = phrase("CAM-2.5", "{source:region} and {target:region} are not adjacent")
NONE_FRESH: Final = phrase("CAM-4.3", "No fresh troop can leave {source:region}")
THEY_REST: Final = phrase("CAM-4.5", "They rest there until your turn is over")
REINFORCE_MOST: Final = phrase("CAM-4.3", "At most {n} of the fresh troops can leave {source:region}")


class Reinforce(Deed[Campus]):
    """CAM-4.3  Fresh troops move one step and are settled there; CAM-4.11  also in a room taken this turn."""

    words = ["reinforce {target} from {source} with {n}", "source:region target:region n:count"]
    effect = THEY_REST

    def offer(self, t: Campus, seat: i64, found: Options) -> None:
        if t.run:
            return
        own = t.lands[seat]
        left = own
        around = t.board.around
        room: i64 = 0
        while left:
            if left & 1:
                mobile = t.mobile(room)
                if mobile > 0:
                    # CAM-2.5  One step, to an adjacent room.
                    found.fan_from(self, room, around[room] & own, mobile)
            left >>= 1
            room += 1

    def why(self, t: Campus, seat: i64, action: i64) -> Saying:
        source, target = self.a(action), self.b(action)
        if t.run:
            return attack_again(t)
        for room in (source, target):
            if not t.controls(seat, room):
                return [REINFORCE_OWN, room]
        if not t.board.adjacent(source, target):
            return [REINFORCE_NEXT, source, target]
        most = t.mobile(source)
        return [REINFORCE_MOST, most, source] if most > 0 else [NONE_FRESH, source]

    def do(self, t: Campus, seat: i64, action: i64) -> None:
        source, target, n = self.a(action), self.b(action), self.c(action)
        t.units[source] -= n
        t.units[target] += n
        t.settled[target] += n
        t.tell(REINFORCES, seat, target, source, n)


# -- CAM-5: attacking ------------------------------------------------------------------------------------------------


class CampusAttack(Attack[Campus]):
    """CAM-5.1  A force is named; CAM-5.2  it alone gives dice; CAM-5.3  it fights until one side has won.

    CAM-5.5  Another force may try again, from here or elsewhere; two forces never join.
    """


# -- CAM-2.4: the end of the turn ------------------------------------------------------------------------------------

ENDS_TURN: Final = phrase("CAM-2.4", "{who:seat} ends the turn")
NO_MORE_MOVES: Final = phrase("CAM-2.4", "No more reinforcing or attacking until your next turn")
ASK_MOVE: Final = phrase("CAM-2.4", "Reinforce or attack, or end your turn.")
ASK_AGAIN: Final = phrase("S.11", "The attack on {target:region} goes on: roll again.")
AWAIT_MOVE: Final = phrase("CAM-2.4", "{who:seat} reinforces and attacks")


class EndTurn(Deed[Campus]):
    """CAM-2.4  Made like END_TURN."""

    effect = NO_MORE_MOVES
    forward = True

    def offer(self, t: Campus, seat: i64, found: Options) -> None:
        if not t.run:
            found.add(self.code)

    def why(self, t: Campus, seat: i64, action: i64) -> Saying:
        return attack_again(t)

    def do(self, t: Campus, seat: i64, action: i64) -> None:
        t.tell(ENDS_TURN, seat)
        t.forget_states()
        t.finish()


class Move(Step[Campus]):
    """CAM-2.4  Reinforce and attack in any order and mixture, or not at all, until the turn is ended."""

    def prompt(self, t: Campus, seat: i64) -> Saying:
        return [ASK_AGAIN, t.run[1]] if t.run else [ASK_MOVE]

    def waiting(self, t: Campus) -> Saying:
        return [AWAIT_MOVE, t.active]

    def first(self, t: Campus) -> Saying:
        return attack_again(t)


def attack_again(t: Campus) -> Saying:
    """S.11  In a run nothing else can be done."""
    return [SAME_ATTACK, t.run[1], t.run[0]] if t.run else []


MOVE: Final = Move(
    "campus.move", "Move", "CAM-2.4", [EndTurn(END_TURN), CampusAttack(ATTACK), Strike(STRIKE), Reinforce()]
)
