"""Chapters 2.4, 4 and 5: reinforcing and attacking."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.games.campus.table import Campus
from marchland.games.campus.words import (
    ASK_AGAIN,
    ASK_MOVE,
    AWAIT_MOVE,
    ENDS_TURN,
    NONE_FRESH,
    NOT_PLACING,
    PLACE,
    PLACE_START,
    REINFORCE,
    REINFORCE_MOST,
    REINFORCE_NEXT,
    REINFORCE_OWN,
    REINFORCES,
    SET_UP_OVER,
)
from marchland.games.conquest.battle import ATTACKER_DICE
from marchland.games.conquest.table import FORCE
from marchland.games.conquest.words import ATTACK, ATTACKS, END_TURN, SAME_ATTACK, STRIKE, STRIKES


class Move(Step[Campus]):
    """CAM-2.4  Reinforce and attack in any order and mixture, or not at all, until the turn is ended."""

    def options(self, t: Campus, seat: i64, found: Options) -> None:
        if t.run:
            # S.11  Without stopping, only the same attack again.
            found.add(STRIKE.of(t.run[0], t.run[1]))
            return
        own = t.lands[seat]
        around = t.board.around
        kind = ATTACK if t.style == FORCE else STRIKE  # S.11  style `roll` names no force
        found.add(END_TURN.of())
        for room in t.mine:
            # CAM-5.1  S.6: attack what is adjacent and not one's own.
            eligible = t.eligible(room)
            if eligible > 0:
                found.fan(kind, around[room] & ~own, eligible, room)
        for room in t.mine:
            # CAM-2.5  One step, to an adjacent room.
            mobile = t.mobile(room)
            if mobile > 0:
                found.fan(REINFORCE, around[room] & own, mobile, room)

    def act(self, t: Campus, seat: i64, action: i64) -> None:
        kind = action >> 23
        if kind == REINFORCE.number:
            self.reinforce(t, REINFORCE.a(action), REINFORCE.b(action), REINFORCE.c(action))
        elif kind == ATTACK.number:
            self.attack(t, ATTACK.a(action), ATTACK.b(action), ATTACK.c(action))
        else:
            super().act(t, seat, action)

    def reinforce(self, t: Campus, source: i64, target: i64, n: i64) -> None:
        """CAM-4.3  Fresh troops move one step and are settled there; CAM-4.11  also in a room taken this turn."""
        t.units[source] -= n
        t.units[target] += n
        t.settled[target] += n
        t.tell(REINFORCES, t.active, target, source, n)

    def attack(self, t: Campus, source: i64, target: i64, n: i64) -> None:
        """CAM-5.1  A force is named; CAM-5.2  it alone gives dice; CAM-5.3  it fights until one side has won.

        CAM-5.5  Another force may try again, from here or elsewhere; two forces never join.
        """
        t.tell(ATTACKS, t.active, target, source, n)
        t.call(ATTACKER_DICE, source, target, n)

    def strike(self, t: Campus, source: i64, target: i64) -> None:
        """S.11  Style `roll`: one roll, backed by all eligible troops."""
        t.tell(STRIKES, t.active, target, source)
        t.call(ATTACKER_DICE, source, target)

    def end_turn(self, t: Campus) -> None:
        t.tell(ENDS_TURN, t.active)
        t.forget_states()
        t.finish()

    def prompt(self, t: Campus, seat: i64) -> list[int]:
        return [ASK_AGAIN, t.run[1]] if t.run else [ASK_MOVE]

    def waiting(self, t: Campus) -> list[int]:
        return [AWAIT_MOVE, t.active]

    def why(self, t: Campus, seat: i64, action: i64) -> list[int]:
        kind = action >> 23
        if kind == ATTACK.number:
            return t.attack_fault(seat, ATTACK.a(action), ATTACK.b(action), ATTACK.c(action))
        if kind == STRIKE.number:
            return t.attack_fault(seat, STRIKE.a(action), STRIKE.b(action), -1)
        if t.run:
            return [SAME_ATTACK, t.run[1], t.run[0]]
        if kind == REINFORCE.number:
            return self.why_not_reinforce(t, REINFORCE.a(action), REINFORCE.b(action))
        if kind == PLACE.number:
            return [NOT_PLACING]
        return [SET_UP_OVER] if kind == PLACE_START.number else []

    def why_not_reinforce(self, t: Campus, source: i64, target: i64) -> list[int]:
        for room in (source, target):
            if room not in t.mine:
                return [REINFORCE_OWN, room]
        if not t.board.adjacent(source, target):
            return [REINFORCE_NEXT, source, target]
        most = t.mobile(source)
        return [REINFORCE_MOST, most, source] if most > 0 else [NONE_FRESH, source]


MOVE: Final = Move("campus.move", "Move", "CAM-2.4")
