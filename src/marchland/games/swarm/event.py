"""Chapter 5: the round, the event, the swarm and prayer."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.common import PASS
from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.step import Step
from marchland.engine.window import Window
from marchland.games.swarm.cards import (
    BASTION,
    DRUM_LURE,
    EARTH,
    EVENT_DIRECTION,
    EVENT_STEPS,
    FAVOUR,
    FRENZY,
    MERCY,
    NUMBERS,
    PILGRIMS,
    RAIN,
    RAIN_WATER,
    SMOKE_POTS,
    SMOKE_STEPS,
    SPECIALTY,
    STRIDER,
    empty,
    swarm_step,
)
from marchland.games.swarm.ending import check_any_time
from marchland.games.swarm.in_turn import InTurn, next_in_turn
from marchland.games.swarm.operations import Operation
from marchland.games.swarm.settings import NEW_CARD, TOKEN_SOURCE
from marchland.games.swarm.table import AWAIT, Swarm

# -- SWM-5.2 to SWM-5.6: the event -----------------------------------------------------------------------------------

TOKEN_MOVES: Final = phrase("SWM-5.2", "{who:seat} is the start player")
REVEALED: Final = phrase("SWM-5.6", "Round {n}: {event:event}", "round")
EVERYBODY_DRINKS: Final = phrase("SWM-5.6", "Everybody takes {n} water")
MERCY_GIVEN: Final = phrase("SWM-5.6", "{who:seat} takes {n} water from the caravan")


class RevealEvent(Step[Swarm]):
    """SWM-5.2 to SWM-5.6  The token moves, the card is turned up, its instructions are followed."""

    def resume(self, t: Swarm) -> None:
        t.round += 1
        self.forget_last_round(t)
        if TOKEN_SOURCE.of(t) != NEW_CARD and t.event >= 0:
            # SWM-5.2, SWM-5.5  By the printed number of last round's card; SWM-5.3  none lies there in round 1.
            self.move_token(t)
        t.event = t.event_pile[-1]
        t.event_pile = t.event_pile[:-1]
        t.events_seen = [*t.events_seen, int(t.event)]
        t.reveals += 1
        t.tell(REVEALED, t.round, t.event)
        if TOKEN_SOURCE.of(t) == NEW_CARD:
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
        t.start = (t.start + EVENT_STEPS.of(t, t.event)) % t.seats
        t.tell(TOKEN_MOVES, t.start)

    def follow(self, t: Swarm) -> None:
        t.direction = EVENT_DIRECTION[t.event]
        t.steps = EVENT_STEPS.of(t, t.event)
        if RAIN[t.event]:
            n = RAIN_WATER.of(t, t.event)
            for seat in range(t.seats):
                t.water[seat] += n
            t.tell(EVERYBODY_DRINKS, n)
        mercy = MERCY.of(t, t.event)
        for seat in t.turn_order():
            lacking = mercy - t.water[seat]
            if lacking > 0:
                t.water[seat] += lacking
                t.tell(MERCY_GIVEN, seat, lacking)
            t.show_water(seat, mercy, lacking > 0)


# -- SWM-5.7: the swarm window ---------------------------------------------------------------------------------------

LURED: Final = phrase("SWM-5.7", "{who:seat} lures the swarm {direction:direction}")
SMOKED: Final = phrase("SWM-5.7", "{who:seat} lights smoke pots: the swarm will move {n step}")
SWARM_GOES: Final = phrase("SWM-5.8", "The swarm goes as it stands, unless somebody else changes it")
SMOKE_LEAST: Final = phrase("SWM-5.7", "The swarm already moves 0 steps")
ASK_WINDOW: Final = phrase("SWM-5.7", "The swarm will move {direction:direction}, {n step}. Play a card, or pass.")


class Lure(Operation):
    """SWM-5.7  Drum Lure: another direction."""

    words = ["lure {direction}", "direction:direction"]
    card: i64 = DRUM_LURE

    def add_ways(self, t: Swarm, seat: i64, found: Options) -> None:
        found.span(self.of(0), 4)

    def play(self, t: Swarm, seat: i64, action: i64) -> None:
        t.reveals += 1  # like a pass, it is not taken back
        t.direction = self.a(action)
        t.tell(LURED, seat, t.direction)


class Smoke(Operation):
    """SWM-5.7  Smoke Pots: one step less, but never below 0, or one more."""

    card: i64 = SMOKE_POTS
    sign: int = 0

    def add_ways(self, t: Swarm, seat: i64, found: Options) -> None:
        if t.steps > 0 or self.sign > 0:
            found.add(self.code)

    def fault(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [SMOKE_LEAST]

    def play(self, t: Swarm, seat: i64, action: i64) -> None:
        t.reveals += 1
        steps: i64 = t.steps + self.sign * SMOKE_STEPS.of(t, SMOKE_POTS)
        t.steps = steps if steps > 0 else 0
        t.tell(SMOKED, seat, t.steps)


class SmokeLess(Smoke):
    words = ["smoke fewer steps"]
    sign = -1


class SmokeMore(Smoke):
    words = ["smoke more steps"]
    sign = 1


class SwarmWindow(Window[Swarm]):
    """SWM-5.7  Once around: Drum Lure and Smoke Pots change the swarm's coming move."""

    def order(self, t: Swarm) -> list[int]:
        return t.turn_order()

    def eligible(self, t: Swarm, hand: i64) -> bool:
        return len(t.coverts[hand]) > 0

    def prompt(self, t: Swarm, seat: i64) -> Saying:
        return [ASK_WINDOW, t.direction, t.steps]

    def onward(self, t: Swarm, seat: i64) -> Saying:
        return [SWARM_GOES]

    def waiting(self, t: Swarm) -> Saying:
        return [AWAIT, self.hand(t)]


# -- SWM-5.8 to SWM-5.12: the swarm ----------------------------------------------------------------------------------

SWARM_MOVES: Final = phrase("SWM-5.8", "The swarm moves to {tile:region}")
SWARM_KILLS: Final = phrase("SWM-5.9", "The swarm kills {n} of {who:seat} on {tile:region}", "blow")

SPARES: Final = SPECIALTY.row(NUMBERS, "spares", "SWM-13.4", 1, 60, "of so many troops the swarm spares one")


class MoveSwarm(Step[Swarm]):
    """SWM-5.8 to SWM-5.12  Step by step over the edge, killing on every tile that it enters."""

    def resume(self, t: Swarm) -> None:
        t.finish()
        self.sweep(t, t.direction)
        if FRENZY[t.event]:
            # SWM-5.7  Both moves use the changed number and direction.
            self.sweep(t, (t.direction + 1) % 4)
        check_any_time(t)

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
            saved = here // SPARES.of(t, STRIDER)
        if t.favour(seat, EARTH) and saved < FAVOUR.of(t, EARTH):
            saved = FAVOUR.of(t, EARTH)
        if here > saved:
            t.kill(seat, t.swarm, here - saved)
            t.tell(SWARM_KILLS, here - saved, seat, t.swarm)


# -- SWM-5.13 to SWM-5.16: prayer ------------------------------------------------------------------------------------

PRAYS: Final = phrase("SWM-5.13", "{who:seat} prays in the {temple:temple}")
ASK_PRAYER: Final = phrase("SWM-5.13", "Will you pray this round?")
PRAYER_COSTS: Final = phrase(
    "SWM-5.14", "No drops, moves, harvest or auctions this round; {n troop} {n|goes|go} from your reserve to the temple"
)
AS_USUAL: Final = phrase("SWM-5.14", "You drop, move, harvest and bid this round")
PRAY_RESERVE: Final = phrase("SWM-5.15", "Your reserve is empty")

PRAYERS: Final = NUMBERS.one("troops.prayer", "SWM-5.13", 1, 1, 9, "troops that go to the temple with a prayer")


class NoPrayer(Deed[Swarm]):
    words = ["do not pray"]
    effect = AS_USUAL
    forward = True

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        next_in_turn(t)


class Pray(Deed[Swarm]):
    """SWM-5.13  A troop goes from the reserve into a temple; SWM-5.15  there has to be one. SWM-5.16  Any temple will
    do, also one under the swarm."""

    words = ["pray in {temple}", "temple:temple"]
    grave = True

    def offer(self, t: Swarm, seat: i64, found: Options) -> None:
        if t.reserve[seat] > 0:
            found.span(self.of(0), 4)

    def effect_at(self, t: Swarm, seat: i64) -> Saying:
        return [PRAYER_COSTS, sent_by_prayer(t, seat)]

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [PRAY_RESERVE]

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        temple = self.a(action)
        troops = sent_by_prayer(t, seat)
        t.reserve[seat] -= troops
        t.send_inside(seat, temple, troops)
        t.praying |= 1 << seat
        t.tell(PRAYS, seat, temple)
        next_in_turn(t)


def sent_by_prayer(t: Swarm, seat: i64) -> i64:
    """SWM-5.13  How many go to the temple with a prayer, if the reserve has so many."""
    troops = PILGRIMS.of(t, t.event) or PRAYERS.of(t)
    return troops if troops < t.reserve[seat] else t.reserve[seat]


class Prayer(InTurn):
    """SWM-5.13  Pray, and put a troop into a temple, or not. SWM-5.14  Whoever prays moves, harvests and bids not."""

    def prompt(self, t: Swarm, seat: i64) -> Saying:
        return [ASK_PRAYER]


REVEAL_EVENT: Final = RevealEvent("swarm.event", "Event", "SWM-5.6")
SWARM_WINDOW: Final = SwarmWindow("swarm.window", "Lure", "SWM-5.7", [PASS, Lure(), SmokeLess(), SmokeMore()])
MOVE_SWARM: Final = MoveSwarm("swarm.swarm", "Swarm", "SWM-5.8")
PRAYER: Final = Prayer("swarm.prayer", "Prayer", "SWM-5.13", [NoPrayer(), Pray()])
