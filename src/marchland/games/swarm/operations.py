"""Chapter 12: operations, and those that stand by themselves. Hidden Camp (12.6) is in drops.py, Forced March (12.5) in
moves.py, Drum Lure and Smoke Pots in event.py, Peephole in auctions.py: beside the rule that each of them changes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import set_of
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.swarm.cards import (
    AROUND,
    BASTION,
    DOWSING,
    KILLS,
    NIGHT_RAID,
    NO_TRAITORS,
    POSITIONS,
    TAKES,
    TURNCOAT,
    WATER_THIEF,
)
from marchland.games.swarm.ending import check_any_time
from marchland.games.swarm.setup import KEEP
from marchland.games.swarm.table import AWAIT, Swarm
from marchland.games.swarm.treason import FAILS, TREASON

NOT_HELD: Final = phrase("SWM-12.1", "You do not hold {card:covert}")


class Operation(Deed[Swarm]):
    """SWM-12.1  Only who holds the card can play it; it is shown, discarded and carried out."""

    grave = True
    card: i64 = -1

    def offer(self, t: Swarm, seat: i64, found: Options) -> None:
        if t.holds(seat, self.card):
            self.add_ways(t, seat, found)

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return self.fault(t, seat, action) if t.holds(seat, self.card) else [NOT_HELD, self.card]

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        t.spend_card(seat, self.card)
        self.play(t, seat, action)

    def add_ways(self, t: Swarm, seat: i64, found: Options) -> None:
        """Add all ways to play a card that is held."""
        found.add(self.code)

    def fault(self, t: Swarm, seat: i64, action: i64) -> Saying:
        """Why a card that is held cannot be played so."""
        return []

    def play(self, t: Swarm, seat: i64, action: i64) -> None:
        """What the card does."""
        raise NotImplementedError


# -- SWM-12.2: missions ----------------------------------------------------------------------------------------------

MISSION_CARD: Final = Slot(0)
VICTIM: Final = Slot(1)
AGENT: Final = Slot(2)  # the leader who is sent
RAIDED: Final = Slot(3)

CAN_BE_BETRAYED: Final = phrase("SWM-12.2", "The leader is shown and can be betrayed; then the mission fails")
NO_LEADER_TO_SEND: Final = phrase("SWM-12.2", "{leader:leader} is not yours to send")

SHOWS_FOR_THIEF: Final = phrase("SWM-12.3", "{who:seat} sends {leader:leader} to steal water from {victim:seat}")
STEALS: Final = phrase("SWM-12.3", "{who:seat} takes {n} water from {victim:seat}")
THIEF_TARGET: Final = phrase("SWM-12.3", "Water is stolen from another player")


class Thief(Operation):
    """SWM-12.3  Water Thief: up to 3 water of another player."""

    words = ["steal from {victim} with {leader}", "victim:seat leader:leader"]
    effect = CAN_BE_BETRAYED
    card: i64 = WATER_THIEF

    def add_ways(self, t: Swarm, seat: i64, found: Options) -> None:
        leaders = set_of(t.leaders[seat])
        for victim in range(t.seats):
            if victim != seat:
                found.fan(self, leaders, 1, victim)

    def fault(self, t: Swarm, seat: i64, action: i64) -> Saying:
        leader = self.b(action)
        return [THIEF_TARGET] if leader in t.leaders[seat] else [NO_LEADER_TO_SEND, leader]

    def play(self, t: Swarm, seat: i64, action: i64) -> None:
        victim, leader = self.a(action), self.b(action)
        t.tell(SHOWS_FOR_THIEF, seat, leader, victim)
        t.call(MISSION, WATER_THIEF, victim, leader)


def steal(t: Swarm, victim: i64) -> None:
    most = TAKES.of(t, WATER_THIEF)
    taken = t.water[victim] if t.water[victim] < most else most
    t.pay(victim, taken)
    t.show_water(victim, 0, taken < most)
    t.water[t.active] += taken
    t.tell(STEALS, t.active, taken, victim)


SHOWS_FOR_RAID: Final = phrase("SWM-12.4", "{who:seat} sends {leader:leader} to raid {victim:seat} on {tile:region}")
RAIDS: Final = phrase("SWM-12.4", "The raid kills {n} of {victim:seat} on {tile:region}", "blow")
RAID_TARGET: Final = phrase("SWM-12.4", "No troops of that player can be raided on {tile:region}")


class Raid(Operation):
    """SWM-12.4  Night Raid: up to 2 troops next to an own tile, neither on a bastion nor on the sanctuary."""

    words = ["raid {victim} on {tile} with {leader}", "tile:region victim:seat leader:leader"]
    effect = CAN_BE_BETRAYED
    card: i64 = NIGHT_RAID

    def add_ways(self, t: Swarm, seat: i64, found: Options) -> None:
        leaders = set_of(t.leaders[seat])
        mine = t.tiles_of(seat)
        for p in range(POSITIONS):
            if AROUND[p] & mine and t.type_at[p] != BASTION and p != t.sanctuary:
                for victim in range(t.seats):
                    if victim != seat and t.occupies(victim, p):
                        found.fan(self, leaders, 1, p, victim)

    def fault(self, t: Swarm, seat: i64, action: i64) -> Saying:
        p, leader = self.a(action), self.c(action)
        return [RAID_TARGET, p] if leader in t.leaders[seat] else [NO_LEADER_TO_SEND, leader]

    def play(self, t: Swarm, seat: i64, action: i64) -> None:
        p, victim, leader = self.a(action), self.b(action), self.c(action)
        t.tell(SHOWS_FOR_RAID, seat, leader, victim, p)
        t.call(MISSION, NIGHT_RAID, victim, leader, p)


def raid(t: Swarm, victim: i64, p: i64) -> None:
    here = t.on(victim, p)
    most = KILLS.of(t, NIGHT_RAID)
    killed = here if here < most else most
    t.kill(victim, p, killed)
    t.tell(RAIDS, killed, victim, p)
    check_any_time(t)


class Mission(Step[Swarm]):
    """SWM-12.2  The leader is shown; after the treason window the effect happens or fails (SWM-4.4)."""

    def resume(self, t: Swarm) -> None:
        leader = AGENT.of(t)
        if t.progress() == 0:
            t.set_progress(1)
            t.leader_shown(t.active, leader)
            t.call(TREASON, 1 << leader)
            return
        card, victim, p = MISSION_CARD.of(t), VICTIM.of(t), RAIDED.of(t)
        t.finish()
        if t.betrayed >> leader & 1:
            t.tell(FAILS)
        elif card == WATER_THIEF:
            steal(t, victim)
        else:
            raid(t, victim, p)


# -- SWM-8.2: dowsing ------------------------------------------------------------------------------------------------

DOWSES: Final = phrase("SWM-8.2", "{who:seat} dowses: {tile:region} yields water this round")
NOT_OCCUPIED: Final = phrase("SWM-1.5", "You do not occupy {tile:region}")


class Dowse(Operation):
    """SWM-8.2  Dowsing: a tile that the player occupies yields water this round."""

    words = ["dowse {tile}", "tile:region"]
    card: i64 = DOWSING

    def add_ways(self, t: Swarm, seat: i64, found: Options) -> None:
        found.fan(self, t.tiles_of(seat))

    def fault(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [NOT_OCCUPIED, self.a(action)]

    def play(self, t: Swarm, seat: i64, action: i64) -> None:
        p = self.a(action)
        t.dowsed |= 1 << p
        t.tell(DOWSES, seat, p)


# -- SWM-12.7: turncoats ---------------------------------------------------------------------------------------------

# The two cards that were drawn.
LOWER: Final = Slot(0)
HIGHER: Final = Slot(1)

TURNS_COAT: Final = phrase("SWM-12.7", "{who:seat} looks for a turncoat")
FOUND_TRAITOR: Final = phrase("SWM-12.7", "You draw the traitor card of {leader:leader}")
TOOK_TRAITOR: Final = phrase("SWM-12.7", "You keep the traitor card of {leader:leader}")
TURNCOAT_WATER: Final = phrase("SWM-12.7", "The traitor pile is empty: {who:seat} takes {n} water")
ASK_TURNCOAT: Final = phrase("SWM-12.7", "Keep one of the two traitor cards.")
ONE_OF_TWO: Final = phrase("SWM-12.7", "When this leader is shown you can betray them; the other card leaves the game")
NOT_FOUND: Final = phrase("SWM-12.7", "{leader:leader} is not among the cards that you drew")


class TurnCoat(Operation):
    """SWM-12.7  Turncoat: look for a new traitor card."""

    words = ["turncoat"]
    card: i64 = TURNCOAT

    def play(self, t: Swarm, seat: i64, action: i64) -> None:
        t.tell(TURNS_COAT, seat)
        t.call(TURNCOATS)


class KeepTurncoat(Deed[Swarm]):
    """SWM-12.7  One of the two; the other is noted, like those of the setup."""

    effect = ONE_OF_TWO
    grave = True

    def offer(self, t: Swarm, seat: i64, found: Options) -> None:
        found.add(self.of(LOWER.of(t)))
        found.add(self.of(HIGHER.of(t)))

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [NOT_FOUND, self.a(action)]

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        leader = self.a(action)
        other = LOWER.of(t) + HIGHER.of(t) - leader
        t.traitors[seat] = sorted([*t.traitors[seat], int(leader)])
        t.noted[seat] = sorted([*t.noted[seat], int(other)])
        t.tell_seats(1 << seat, TOOK_TRAITOR, leader)
        t.finish()


class Turncoats(Step[Swarm]):
    """SWM-12.7  Two traitor cards are drawn, one is kept; a single one is taken, and for none there is water."""

    def resume(self, t: Swarm) -> None:
        if t.progress() == 1:
            t.ask(t.active)
            return
        t.reveals += 1
        drawn = t.traitor_pile[-2:]
        t.traitor_pile = t.traitor_pile[:-2]
        drawn.reverse()
        for leader in drawn:
            t.tell_seats(1 << t.active, FOUND_TRAITOR, leader)
        if len(drawn) == 2:
            t.set_progress(1)
            LOWER.put(t, min(drawn))
            HIGHER.put(t, max(drawn))
            t.ask(t.active)
            return
        t.finish()
        if drawn:
            t.traitors[t.active] = sorted([*t.traitors[t.active], drawn[0]])
        else:
            n = NO_TRAITORS.of(t, TURNCOAT)
            t.water[t.active] += n
            t.tell(TURNCOAT_WATER, t.active, n)

    def drawn(self, t: Swarm) -> list[int]:
        """The two cards between which somebody is choosing; none at any other time."""
        if t.over or t.depth() == 0 or t.step() is not self or t.progress() != 1:
            return []
        return [int(LOWER.of(t)), int(HIGHER.of(t))]

    def prompt(self, t: Swarm, seat: i64) -> Saying:
        return [ASK_TURNCOAT]

    def waiting(self, t: Swarm) -> Saying:
        return [AWAIT, t.active]


MISSION: Final = Mission("swarm.mission", "Mission", "SWM-12.2")
TURNCOATS: Final = Turncoats("swarm.turncoat", "Turncoat", "SWM-12.7", [KeepTurncoat(KEEP)])
