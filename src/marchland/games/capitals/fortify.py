"""Chapter 8: the Fortify step and the end of the turn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.games.capitals.actions import kinds_in, why_not
from marchland.games.capitals.cards import AIRLIFT_CARD, FORTIFY_TIME, MARCHES, NOTHING, STORMS
from marchland.games.capitals.table import CONNECTED, FORTIFY_RULE, Capitals
from marchland.games.capitals.words import (
    AIRLIFT,
    AIRLIFTS,
    ASK_DISCARD,
    ASK_FORTIFY,
    AWAIT,
    BUY_MARCH,
    BUYS_MARCH,
    DISCARD,
    DISCARDS,
    ENDS_TURN,
    FORTIFIES,
    FORTIFY,
    FORTIFY_OWN,
    LEAVE_ONE,
    LIFT_OWN,
    LIFT_RANGE,
    MARCH_ONCE,
    MARCH_PRICE,
    MOVE_NONE,
    NO_MARCH,
    NOT_HELD,
    NOT_JOINED,
    PLAY,
    PLAYS,
    STEP_PAST,
)
from marchland.games.capitals.world import BIT, NEAR, SEA, TERRITORIES
from marchland.games.conquest.words import END_TURN, MOST

PRICE_OF_MARCH: Final = 2  # CAP-8.3
HAND_LIMIT: Final = 5  # CAP-8.5


def ways(t: Capitals, territory: i64) -> i64:
    """CAP-8.2  The neighbours to which units may pass, as a set; under Storms at Sea not over the sea."""
    if t.event >= 0 and STORMS[t.event]:
        return NEAR[territory] & ~SEA[territory]
    return NEAR[territory]


def joined(t: Capitals, own: i64, source: i64) -> i64:
    """CAP-8.2  The territories that can be fortified from here, as a set: by a chain of own ones, or next to it."""
    if t.settings[FORTIFY_RULE] != CONNECTED:
        return ways(t, source) & own
    reached: i64 = BIT[source]
    grown: i64 = ways(t, source) & own | reached
    while grown != reached:
        fresh: i64 = grown & ~reached
        reached = grown
        for territory in range(TERRITORIES):
            if fresh >> territory & 1:
                grown |= ways(t, territory) & own
    return reached


class Fortify(Step[Capitals]):
    """CAP-8.1  One fortification, and what else was bought or played for; CAP-8.4  then the turn ends."""

    def options(self, t: Capitals, seat: i64, found: Options) -> None:
        found.add(END_TURN.of())
        for card in kinds_in(t.hands[seat], FORTIFY_TIME, NOTHING):
            found.add(PLAY.of(card))
        own = t.own(seat)
        if t.marches > 0:
            self.add_fortifications(t, own, found)
        if t.march_bought == 0 and t.eur[seat] >= PRICE_OF_MARCH:
            found.add(BUY_MARCH.of())
        if t.holds(seat, AIRLIFT_CARD):
            # CAP-A.3  Between any two territories of one's own.
            for source in range(TERRITORIES):
                if own >> source & 1:
                    found.fan(AIRLIFT, own & ~BIT[source], movable(t, source), source)

    def add_fortifications(self, t: Capitals, own: i64, found: Options) -> None:
        connected = t.settings[FORTIFY_RULE] == CONNECTED
        chains: list[int] = []  # what hangs together is found once
        for source in range(TERRITORIES):
            most = movable(t, source)
            if most > 0 and own >> source & 1:
                targets: i64 = 0
                for chain in chains:
                    if chain >> source & 1:
                        targets = chain
                if targets == 0:
                    targets = joined(t, own, source)
                    if connected:
                        chains.append(targets)
                found.fan(FORTIFY, targets & ~BIT[source], most, source)

    def fortify(self, t: Capitals, source: i64, target: i64, n: i64) -> None:
        """CAP-8.3  Each fortification is a move of its own; the same units may move again."""
        t.marches -= 1
        move(t, source, target, n)
        t.tell(FORTIFIES, t.active, target, source, n)

    def buy_march(self, t: Capitals) -> None:
        """CAP-8.3  One more fortification for 2 EUR, once in a turn."""
        t.pay(t.active, PRICE_OF_MARCH)
        t.march_bought = 1
        t.marches += 1
        t.tell(BUYS_MARCH, t.active, PRICE_OF_MARCH)

    def play(self, t: Capitals, card: i64) -> None:
        """CAP-A.4  Forced March: one more fortification."""
        t.begin_play(t.active, card)
        t.marches += MARCHES[card]
        t.tell(PLAYS, t.active, card)
        t.end_play()

    def airlift(self, t: Capitals, source: i64, target: i64, n: i64) -> None:
        """CAP-A.3  No fortification: it needs no chain and uses up no limit."""
        t.begin_play(t.active, AIRLIFT_CARD)
        move(t, source, target, n)
        t.tell(AIRLIFTS, t.active, n, source, target)
        t.end_play()

    def end_turn(self, t: Capitals) -> None:
        t.tell(ENDS_TURN, t.active)
        t.lapse_offers()
        t.finish()

    def prompt(self, t: Capitals, seat: i64) -> list[int]:
        return [ASK_FORTIFY, t.marches]

    def waiting(self, t: Capitals) -> list[int]:
        return [AWAIT, t.active]

    def why(self, t: Capitals, seat: i64, action: i64) -> list[int]:
        kind = action >> 23
        if kind == PLAY.number:
            return why_not(t, seat, PLAY.a(action), FORTIFY_TIME, NOTHING)
        if kind == BUY_MARCH.number:
            return [MARCH_ONCE] if t.march_bought else [MARCH_PRICE, PRICE_OF_MARCH, t.eur[seat]]
        if kind == FORTIFY.number:
            return self.why_not_fortify(t, seat, FORTIFY.a(action), FORTIFY.b(action), FORTIFY.c(action))
        if kind == AIRLIFT.number:
            source = AIRLIFT.a(action)
            if not t.holds(seat, AIRLIFT_CARD):
                return [NOT_HELD, AIRLIFT_CARD]
            return [LIFT_RANGE, source] if both_own(t, seat, source, AIRLIFT.b(action)) else [LIFT_OWN]
        return [STEP_PAST]

    def why_not_fortify(self, t: Capitals, seat: i64, source: i64, target: i64, n: i64) -> list[int]:
        if not both_own(t, seat, source, target):
            return [FORTIFY_OWN]
        if t.marches == 0:
            return [NO_MARCH]
        if not joined(t, t.own(seat), source) >> target & 1:
            return [NOT_JOINED, source, target]
        return [LEAVE_ONE, movable(t, source), source] if n > 0 else [MOVE_NONE]


def both_own(t: Capitals, seat: i64, source: i64, target: i64) -> bool:
    """CAP-8.1, CAP-A.3  From one own territory to another."""
    own = t.own(seat)
    return source != target and own >> source & 1 == 1 and own >> target & 1 == 1


def movable(t: Capitals, source: i64) -> i64:
    """CAP-8.1  Any number, leaving at least one."""
    most: i64 = t.units[source] - 1
    return most if most < MOST else MOST


def move(t: Capitals, source: i64, target: i64, n: i64) -> None:
    t.units[source] -= n
    t.units[target] += n


class EndOfTurn(Step[Capitals]):
    """CAP-8.5  A card for a conquest, one however many there were; then discards down to five; then marks are cleared.

    CAP-9.5  Only here is the limit looked at.
    """

    def resume(self, t: Capitals) -> None:
        seat = t.active
        if t.place() == 0:
            t.set_place(1)
            if t.conquest:
                t.draw(seat)
        if len(t.hands[seat]) > HAND_LIMIT:
            t.ask(seat)
        else:
            t.clear_turn()
            t.finish()

    def options(self, t: Capitals, seat: i64, found: Options) -> None:
        last = -1
        for card in t.hands[seat]:
            if card != last:
                found.add(DISCARD.of(card))
            last = card

    def discard(self, t: Capitals, card: i64) -> None:
        t.throw_away(t.active, card)
        t.tell(DISCARDS, t.active, card)

    def prompt(self, t: Capitals, seat: i64) -> list[int]:
        return [ASK_DISCARD, HAND_LIMIT, len(t.hands[seat])]

    def waiting(self, t: Capitals) -> list[int]:
        return [AWAIT, t.active]

    def why(self, t: Capitals, seat: i64, action: i64) -> list[int]:
        return [NOT_HELD, DISCARD.a(action)] if action >> 23 == DISCARD.number else [STEP_PAST]


FORTIFY_STEP: Final = Fortify("capitals.fortify", "Fortify", "CAP-8.1")
END_OF_TURN: Final = EndOfTurn("capitals.end", "End", "CAP-8.5")
