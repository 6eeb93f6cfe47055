"""Chapter 6, SWM-6.6 to SWM-6.13: the move turns, with Forced March (SWM-12.5)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit
from marchland.games.swarm.cards import AROUND, FAVOUR, FORCED_MARCH, MOVE_PRICE, NUMBERS, POSITIONS, WIND, empty
from marchland.games.swarm.ending import check_any_time
from marchland.games.swarm.in_turn import DONE, InTurn
from marchland.games.swarm.operations import Dowse, Operation, Raid, Thief, TurnCoat
from marchland.games.swarm.settings import HIDDEN_WATER, MOVE_LIMIT, ONE_MOVE, SANCTUARY_PIN
from marchland.games.swarm.table import Swarm

# -- SWM-6.9 to SWM-6.12: from where, and where to -------------------------------------------------------------------

NOT_ADJACENT: Final = phrase("SWM-6.6", "{source:region} and {target:region} are not adjacent")
SHUT_IN: Final = phrase("SWM-6.11", "Troops can neither leave nor enter the swarm's tile")
PINNED: Final = phrase("SWM-6.9", "Troops may not leave {tile:region} while another player has troops there")
UNMOVED_MOST: Final = phrase("SWM-6.7", "Only {n} of your troops on {tile:region} {n|has|have} not moved yet")


def may_leave(t: Swarm, p: i64) -> bool:
    """SWM-6.9  Not from among others; SWM-6.10  the sanctuary is exempt. SWM-6.11  Not from the swarm's tile."""
    if p == t.swarm:
        return False
    return t.alone(p) or (p == t.sanctuary and not SANCTUARY_PIN.on(t))


def enterable(t: Swarm, p: i64) -> i64:
    """SWM-6.12  From here any adjacent tile can be entered, whoever is there, but the swarm's (SWM-6.11)."""
    return AROUND[p] & ~bit(t.swarm)


def why_not_there(t: Swarm, p: i64, q: i64) -> Saying:
    if p >= POSITIONS or not AROUND[p] >> q & 1:
        return [NOT_ADJACENT, p, q]
    if t.swarm == p or t.swarm == q:
        return [SHUT_IN]
    return [] if may_leave(t, p) else [PINNED, p]


# -- SWM-6.6: moving -------------------------------------------------------------------------------------------------

MOVES: Final = phrase("SWM-6.6", "{who:seat} moves {n} from {source:region} to {target:region}")
MOVE_PRICE_LACKING: Final = phrase("SWM-6.13", "A move costs {price} water, and you have {n}")
MOVED_ONCE: Final = phrase("SWM-6.7", "They do not move again this round")
ONLY_MOVE: Final = phrase("SWM-6.7", "It is your one move this round")
ONE_MOVE_ONLY: Final = phrase("SWM-6.7", "Only one move is allowed in this match")

PRICE: Final = NUMBERS.one("price.move", "SWM-6.6", 1, 0, 20, "water for each move of a stack")


class Move(Deed[Swarm]):
    """SWM-6.6  A stack to an adjacent tile; SWM-6.7, SWM-6.8  only troops that have not moved can be taken."""

    words = ["move {n} from {source} to {target}", "source:region target:region n:count"]

    def offer(self, t: Swarm, seat: i64, found: Options) -> None:
        if t.water[seat] < price(t, seat) or limit_reached(t):
            return
        for p in range(POSITIONS):
            unmoved = t.on(seat, p) - t.moved[p]
            if unmoved > 0 and may_leave(t, p):
                found.fan_from(self, p, enterable(t, p), unmoved)

    def effect_at(self, t: Swarm, seat: i64) -> Saying:
        return [ONLY_MOVE if MOVE_LIMIT.of(t) == ONE_MOVE else MOVED_ONCE]

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        p, q = self.a(action), self.b(action)
        there = why_not_there(t, p, q)
        if there:
            return there
        if limit_reached(t):
            return [ONE_MOVE_ONLY]
        if t.water[seat] < price(t, seat):
            return [MOVE_PRICE_LACKING, price(t, seat), t.water[seat]]
        return [UNMOVED_MOST, t.on(seat, p) - t.moved[p], p]

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        p, q, n = self.a(action), self.b(action), self.c(action)
        t.pay(seat, price(t, seat))
        t.moves_made += 1
        t.take(seat, p, n)
        t.put(seat, q, n)
        t.moved[q] += n
        t.tell(MOVES, seat, n, p, q)
        check_any_time(t)


def price(t: Swarm, seat: i64) -> i64:
    """SWM-6.13  1 water, 2 in a dust storm; the first move is free with the favour of Wind."""
    if t.favour(seat, WIND) and t.moves_made < FAVOUR.of(t, WIND):
        return 0
    return PRICE.of(t) + MOVE_PRICE.of(t, t.event)


def limit_reached(t: Swarm) -> bool:
    """SWM-6.7  With `one_move` there is a single move."""
    return t.moves_made > 0 and MOVE_LIMIT.of(t) == ONE_MOVE


# -- SWM-12.5: Forced March ------------------------------------------------------------------------------------------

MARCHES: Final = phrase("SWM-12.5", "{who:seat} forces a march of {n} from {source:region} to {target:region}")


class March(Operation):
    """SWM-12.5  Forced March: free; moved troops are taken first, and nobody's right to a move changes."""

    words = ["march {n} from {source} to {target}", "source:region target:region n:count"]
    card: i64 = FORCED_MARCH

    def add_ways(self, t: Swarm, seat: i64, found: Options) -> None:
        for p in range(POSITIONS):
            here = t.on(seat, p)
            if here > 0 and may_leave(t, p):
                found.fan_from(self, p, enterable(t, p), here)

    def fault(self, t: Swarm, seat: i64, action: i64) -> Saying:
        p, q = self.a(action), self.b(action)
        return why_not_there(t, p, q) or [UNMOVED_MOST, t.on(seat, p), p]

    def play(self, t: Swarm, seat: i64, action: i64) -> None:
        p, q, n = self.a(action), self.b(action), self.c(action)
        tired: i64 = t.moved[p] if t.moved[p] < n else n
        t.moved[p] -= tired
        t.moved[q] += tired
        t.take(seat, p, n)
        t.put(seat, q, n)
        t.tell(MARCHES, seat, n, p, q)
        check_any_time(t)


# -- SWM-6.1: the move turns -----------------------------------------------------------------------------------------

BATTLES_FOLLOW: Final = phrase("SWM-6.1", "No more moves this round; battles follow when all have moved")
ASK_MOVE: Final = phrase("SWM-6.6", "Move a stack, or done. You have {n} water.")


class Moves(InTurn):
    """SWM-6.1  The move turns, with the operations that belong to them."""

    def takes_part(self, t: Swarm, seat: i64) -> bool:
        return not t.prays(seat)

    def must_ask(self, t: Swarm, seat: i64) -> bool:
        return len(t.coverts[seat]) > 0 or HIDDEN_WATER.on(t)

    def begin(self, t: Swarm, seat: i64) -> None:
        t.moved = empty(POSITIONS)
        t.moves_made = 0

    def prompt(self, t: Swarm, seat: i64) -> Saying:
        return [ASK_MOVE, t.water[seat]]

    def onward(self, t: Swarm, seat: i64) -> Saying:
        return [BATTLES_FOLLOW]


MOVE: Final = Move()
MOVE_TURNS: Final = Moves("swarm.move", "Moves", "SWM-6.6", [DONE, MOVE, March(), Thief(), Raid(), Dowse(), TurnCoat()])
