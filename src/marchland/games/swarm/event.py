"""Chapter 5: the round, the event, the swarm and prayer."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.common_words import PASS
from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.engine.window import Window
from marchland.games.swarm.cards import (
    BASTION,
    DRUM_LURE,
    EARTH,
    EVENT_DIRECTION,
    EVENT_STEPS,
    FRENZY,
    MERCY,
    PILGRIMS,
    RAIN,
    SMOKE_POTS,
    STRIDER,
    empty,
    swarm_step,
)
from marchland.games.swarm.ending import won_by_bastions
from marchland.games.swarm.in_turn import InTurn
from marchland.games.swarm.table import BASTION_CHECK, TOKEN_SOURCE, Swarm
from marchland.games.swarm.words import (
    ASK_PRAYER,
    ASK_WINDOW,
    AWAIT,
    EVERYBODY_DRINKS,
    LURE,
    LURED,
    MERCY_GIVEN,
    NO_PRAYER,
    NOT_HELD,
    PRAY,
    PRAY_RESERVE,
    PRAYS,
    REVEALED,
    SMOKE_LEAST,
    SMOKE_LESS,
    SMOKE_MORE,
    SMOKED,
    SWARM_KILLS,
    SWARM_MOVES,
    TOKEN_MOVES,
)

NEW_CARD: Final = 1
ANY_TIME: Final = 1


class RevealEvent(Step[Swarm]):
    """SWM-5.2 to SWM-5.6  The token moves, the card is turned up, its instructions are followed."""

    def resume(self, t: Swarm) -> None:
        t.round += 1
        self.forget_last_round(t)
        if t.settings[TOKEN_SOURCE] != NEW_CARD and t.event >= 0:
            # SWM-5.2, SWM-5.5  By the printed number of last round's card; SWM-5.3  none lies there in round 1.
            self.move_token(t)
        t.event = t.event_pile[-1]
        t.event_pile = t.event_pile[:-1]
        t.events_seen = [*t.events_seen, int(t.event)]
        t.reveals += 1
        t.tell(REVEALED, t.round, t.event)
        if t.settings[TOKEN_SOURCE] == NEW_CARD:
            self.move_token(t)  # SWM-5.4
        self.follow(t)
        t.finish()

    def forget_last_round(self, t: Swarm) -> None:
        """SWM-1.8  What a card said of "this round" ends here."""
        t.praying = 0
        t.dowsed = 0
        t.failed = 0
        t.used = 0
        t.feats = empty(t.seats)
        if t.round > 1:
            # SWM-3.4  Offers during setup count towards round 1.
            t.offers_this_round = empty(t.seats)

    def move_token(self, t: Swarm) -> None:
        t.start = (t.start + EVENT_STEPS[t.event]) % t.seats
        t.tell(TOKEN_MOVES, t.start)

    def follow(self, t: Swarm) -> None:
        t.direction = EVENT_DIRECTION[t.event]
        t.steps = EVENT_STEPS[t.event]
        if RAIN[t.event]:
            for seat in range(t.seats):
                t.water[seat] += 1
            t.tell(EVERYBODY_DRINKS)
        for seat in t.turn_order():
            lacking = MERCY[t.event] - t.water[seat]
            if lacking > 0:
                t.water[seat] += lacking
                t.tell(MERCY_GIVEN, seat, lacking)
            t.show_water(seat, MERCY[t.event], lacking > 0)


class SwarmWindow(Window[Swarm]):
    """SWM-5.7  Once around: Drum Lure and Smoke Pots change the swarm's coming move."""

    def order(self, t: Swarm) -> list[int]:
        return t.turn_order()

    def eligible(self, t: Swarm, hand: i64) -> bool:
        return len(t.coverts[hand]) > 0

    def options(self, t: Swarm, seat: i64, found: Options) -> None:
        found.add(PASS.of())
        if t.holds(seat, DRUM_LURE):
            found.span(LURE.of(0), 4)
        if t.holds(seat, SMOKE_POTS):
            if t.steps > 0:
                found.add(SMOKE_LESS.of())
            found.add(SMOKE_MORE.of())

    def pass_(self, t: Swarm) -> None:
        t.reveals += 1
        super().pass_(t)

    def lure(self, t: Swarm, direction: i64) -> None:
        t.reveals += 1
        seat = self.hand(t)
        t.spend_card(seat, DRUM_LURE)
        t.direction = direction
        t.tell(LURED, seat, direction)

    def smoke_less(self, t: Swarm) -> None:
        self.smoke(t, -1)

    def smoke_more(self, t: Swarm) -> None:
        self.smoke(t, 1)

    def smoke(self, t: Swarm, change: i64) -> None:
        t.reveals += 1
        seat = self.hand(t)
        t.spend_card(seat, SMOKE_POTS)
        t.steps += change
        t.tell(SMOKED, seat, t.steps)

    def prompt(self, t: Swarm, seat: i64) -> list[int]:
        return [ASK_WINDOW, t.direction, t.steps]

    def waiting(self, t: Swarm) -> list[int]:
        return [AWAIT, self.hand(t)]

    def why(self, t: Swarm, seat: i64, action: i64) -> list[int]:
        kind = action >> 23
        if kind == LURE.number:
            return [NOT_HELD, DRUM_LURE]
        if kind == SMOKE_LESS.number and t.holds(seat, SMOKE_POTS):
            return [SMOKE_LEAST]
        return [NOT_HELD, SMOKE_POTS] if kind in (SMOKE_LESS.number, SMOKE_MORE.number) else []


class MoveSwarm(Step[Swarm]):
    """SWM-5.8 to SWM-5.12  Step by step over the edge, killing on every tile that it enters."""

    def resume(self, t: Swarm) -> None:
        t.finish()
        self.sweep(t, t.direction)
        if FRENZY[t.event]:
            # SWM-5.7  Both moves use the changed number and direction.
            self.sweep(t, (t.direction + 1) % 4)
        if t.settings[BASTION_CHECK] == ANY_TIME:
            won_by_bastions(t)

    def sweep(self, t: Swarm, direction: i64) -> None:
        for _ in range(t.steps):
            t.swarm = swarm_step(t.swarm, direction)
            if t.type_at[t.swarm] != BASTION:  # SWM-5.10
                for seat in range(t.seats):
                    self.devour(t, seat)
        if t.steps > 0:
            t.tell(SWARM_MOVES, t.swarm)

    def devour(self, t: Swarm, seat: i64) -> None:
        """SWM-5.9  All of them; SWM-13.4  half of the Strider's; SWM-14.2  all but one with the favour of Earth."""
        here = t.on(seat, t.swarm)
        if here == 0:
            return
        saved: i64 = 0
        if t.is_a(seat, STRIDER):
            saved = here // 2
        if t.favour(seat, EARTH) and saved < 1:
            saved = 1
        if here > saved:
            t.kill(seat, t.swarm, here - saved)
            t.tell(SWARM_KILLS, here - saved, seat, t.swarm)


class Prayer(InTurn):
    """SWM-5.13  Pray, and put a troop into a temple, or not. SWM-5.14  Whoever prays moves, harvests and bids not."""

    def options(self, t: Swarm, seat: i64, found: Options) -> None:
        found.add(NO_PRAYER.of())
        if t.reserve[seat] > 0:  # SWM-5.15
            found.span(PRAY.of(0), 4)

    def no_prayer(self, t: Swarm) -> None:
        self.next(t)

    def pray(self, t: Swarm, temple: i64) -> None:
        """SWM-5.16  Into any temple, also one under the swarm."""
        seat = t.active
        troops: i64 = 2 if PILGRIMS[t.event] and t.reserve[seat] > 1 else 1
        t.reserve[seat] -= troops
        t.in_temple[seat * 4 + temple] += troops
        t.praying |= 1 << seat
        t.tell(PRAYS, seat, temple)
        self.next(t)

    def prompt(self, t: Swarm, seat: i64) -> list[int]:
        return [ASK_PRAYER]

    def why(self, t: Swarm, seat: i64, action: i64) -> list[int]:
        return [PRAY_RESERVE] if action >> 23 == PRAY.number else []


REVEAL_EVENT: Final = RevealEvent("swarm.event", "Event", "SWM-5.6")
SWARM_WINDOW: Final = SwarmWindow("swarm.window", "Lure", "SWM-5.7")
MOVE_SWARM: Final = MoveSwarm("swarm.swarm", "Swarm", "SWM-5.8")
PRAYER: Final = Prayer("swarm.prayer", "Prayer", "SWM-5.13")
