"""Chapters 6 and 12: drops, moves, and the operations played during them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.games.swarm.cards import (
    BASTION,
    DESERT,
    DOWSING,
    FORCED_MARCH,
    HIDDEN_CAMP,
    MOVE_PRICE,
    NEAR,
    NIGHT_RAID,
    NOMAD,
    OASIS,
    POSITIONS,
    TURNCOAT,
    WATER_THIEF,
    WIND,
    empty,
)
from marchland.games.swarm.ending import won_by_bastions
from marchland.games.swarm.in_turn import InTurn
from marchland.games.swarm.table import BASTION_CHECK, HIDDEN_WATER, MOVE_LIMIT, SANCTUARY_PIN, Swarm
from marchland.games.swarm.treason import TREASON
from marchland.games.swarm.words import (
    ASK_DROP,
    ASK_MOVE,
    ASK_TURNCOAT,
    AWAIT,
    CAMP,
    CAMP_MOST,
    CAMPS,
    DONE,
    DOWSE,
    DOWSES,
    DROP,
    DROP_MOST,
    DROP_WHERE,
    DROPS,
    DROPS_FROM_TEMPLE,
    FAILS,
    FOUND_TRAITOR,
    KEEP,
    MARCH,
    MARCHES,
    MOVE,
    MOVE_PRICE_LACKING,
    MOVES,
    NO_LEADER_TO_SEND,
    NOT_ADJACENT,
    NOT_FOUND,
    NOT_HELD,
    NOT_OCCUPIED,
    ONE_MOVE_ONLY,
    PINNED,
    RAID,
    RAID_TARGET,
    RAIDS,
    SHOWS_FOR_RAID,
    SHOWS_FOR_THIEF,
    SHUT_IN,
    STEALS,
    SWARM_TILE,
    TEMPLE_DROP,
    TEMPLE_MOST,
    TEMPLE_SHUT,
    THIEF,
    THIEF_TARGET,
    TOOK_TRAITOR,
    TURN_COAT,
    TURNCOAT_WATER,
    TURNS_COAT,
    UNMOVED_MOST,
)

ONE_MOVE: Final = 1
ANY_TIME: Final = 1


class Drops(InTurn):
    """SWM-6.1  The drop turns. Praying players are left out."""

    def resume(self, t: Swarm) -> None:
        if t.place() == 0 and t.arg(5) == 0:
            for p in range(POSITIONS):
                t.held_before[p] = t.present[p]
        super().resume(t)

    def takes_part(self, t: Swarm, seat: i64) -> bool:
        return not t.prays(seat)

    def must_ask(self, t: Swarm, seat: i64) -> bool:
        return len(t.coverts[seat]) > 0 or t.settings[HIDDEN_WATER] == 1

    def may_drop(self, t: Swarm, seat: i64, p: i64) -> bool:
        """SWM-6.3  The sanctuary or a controlled tile, never the swarm's; SWM-13.2  the Nomad also in the wild."""
        if p == t.swarm:
            return False
        if p == t.sanctuary or t.controls(seat, p):
            return True
        wild = t.type_at[p] == DESERT or t.type_at[p] == OASIS
        return wild and t.present[p] == 0 and t.is_a(seat, NOMAD)

    def payable(self, t: Swarm, seat: i64) -> i64:
        """SWM-6.2  Two water a troop."""
        half: i64 = t.water[seat] // 2
        return half if half < t.reserve[seat] else t.reserve[seat]

    def options(self, t: Swarm, seat: i64, found: Options) -> None:
        found.add(DONE.of())
        legal = [p for p in range(POSITIONS) if self.may_drop(t, seat, p)]
        most = self.payable(t, seat)
        for p in legal:
            found.span(DROP.of(p, 1), most)
        for temple in range(4):
            inside = t.in_temple[seat * 4 + temple]
            if inside > 0 and t.temple_at[temple] != t.swarm:  # SWM-6.5
                for p in legal:
                    found.span(TEMPLE_DROP.of(temple, p, 1), inside)
        if t.holds(seat, HIDDEN_CAMP):
            camp: i64 = t.reserve[seat] if t.reserve[seat] < 3 else 3
            for p in legal:
                found.span(CAMP.of(p, 1), camp)

    def drop(self, t: Swarm, p: i64, n: i64) -> None:
        t.pay(t.active, 2 * n)
        self.land(t, p, n)
        t.tell(DROPS, t.active, n, p)

    def temple_drop(self, t: Swarm, temple: i64, p: i64, n: i64) -> None:
        """SWM-6.4  From a temple, without paying."""
        t.in_temple[t.active * 4 + temple] -= n
        t.put(t.active, p, n)
        t.tell(DROPS_FROM_TEMPLE, t.active, n, temple, p)
        check_any_time(t)

    def camp(self, t: Swarm, p: i64, n: i64) -> None:
        """SWM-12.6"""
        t.spend_card(t.active, HIDDEN_CAMP)
        self.land(t, p, n)
        t.tell(CAMPS, t.active, n, p)

    def land(self, t: Swarm, p: i64, n: i64) -> None:
        t.reserve[t.active] -= n
        t.put(t.active, p, n)
        check_any_time(t)

    def done(self, t: Swarm) -> None:
        self.next(t)

    def prompt(self, t: Swarm, seat: i64) -> list[int]:
        return [ASK_DROP, t.water[seat]]

    def why(self, t: Swarm, seat: i64, action: i64) -> list[int]:
        kind = action >> 23
        if kind == TEMPLE_DROP.number:
            temple, p = TEMPLE_DROP.a(action), TEMPLE_DROP.b(action)
            if t.temple_at[temple] == t.swarm:
                return [TEMPLE_SHUT, temple]
            return self.why_not_there(t, seat, p) or [TEMPLE_MOST, t.in_temple[seat * 4 + temple], temple]
        if kind == CAMP.number and not t.holds(seat, HIDDEN_CAMP):
            return [NOT_HELD, HIDDEN_CAMP]
        if kind == CAMP.number or kind == DROP.number:
            there = self.why_not_there(t, seat, DROP.a(action))
            if there:
                return there
            most = t.reserve[seat] if t.reserve[seat] < 3 else 3
            return [CAMP_MOST, most] if kind == CAMP.number else [DROP_MOST, self.payable(t, seat)]
        return []

    def why_not_there(self, t: Swarm, seat: i64, p: i64) -> list[int]:
        if p >= POSITIONS:
            return []
        if p == t.swarm:
            return [SWARM_TILE, p]
        return [] if self.may_drop(t, seat, p) else [DROP_WHERE, p]


def check_any_time(t: Swarm) -> None:
    """SWM-11.2  With `any_time`, entering a third bastion wins at once."""
    if t.settings[BASTION_CHECK] == ANY_TIME:
        won_by_bastions(t)


class Moves(InTurn):
    """SWM-6.1  The move turns, with the operations that belong to them."""

    def takes_part(self, t: Swarm, seat: i64) -> bool:
        return not t.prays(seat)

    def must_ask(self, t: Swarm, seat: i64) -> bool:
        return len(t.coverts[seat]) > 0 or t.settings[HIDDEN_WATER] == 1

    def begin(self, t: Swarm, seat: i64) -> None:
        t.moved = empty(POSITIONS)
        t.moves_made = 0

    def price(self, t: Swarm, seat: i64) -> i64:
        """SWM-6.13  1 water, 2 in a dust storm; the first move is free with the favour of Wind."""
        if t.moves_made == 0 and t.favour(seat, WIND):
            return 0
        return 1 + MOVE_PRICE[t.event]

    def may_leave(self, t: Swarm, p: i64) -> bool:
        """SWM-6.9  Not from among others; SWM-6.10  the sanctuary is exempt. SWM-6.11  Not from the swarm's tile."""
        if p == t.swarm:
            return False
        return t.alone(p) or (p == t.sanctuary and t.settings[SANCTUARY_PIN] == 0)

    def options(self, t: Swarm, seat: i64, found: Options) -> None:
        """SWM-6.12  Any adjacent tile can be entered, whoever is there, but the swarm's (SWM-6.11)."""
        found.add(DONE.of())
        may_move = t.water[seat] >= self.price(t, seat)
        if t.settings[MOVE_LIMIT] == ONE_MOVE and t.moves_made > 0:
            may_move = False
        march = t.holds(seat, FORCED_MARCH)
        marches = Options()
        for p in range(POSITIONS):
            here = t.on(seat, p)
            if here > 0 and (may_move or march) and self.may_leave(t, p):
                for q in NEAR[p]:
                    if q != t.swarm:
                        if may_move:
                            found.span(MOVE.of(p, q, 1), here - t.moved[p])
                        if march:
                            marches.span(MARCH.of(p, q, 1), here)
        for first, count in marches.spans():
            found.span(first, count)
        if t.coverts[seat]:
            self.operations(t, seat, found)

    def operations(self, t: Swarm, seat: i64, found: Options) -> None:
        if t.holds(seat, WATER_THIEF):
            for victim in range(t.seats):
                if victim != seat:
                    for leader in t.leaders[seat]:
                        found.add(THIEF.of(victim, leader))
        if t.holds(seat, NIGHT_RAID):
            for p in range(POSITIONS):
                if self.in_reach(t, seat, p):
                    for victim in range(t.seats):
                        if victim != seat and t.occupies(victim, p):
                            for leader in t.leaders[seat]:
                                found.add(RAID.of(p, victim, leader))
        if t.holds(seat, DOWSING):
            for p in range(POSITIONS):
                if t.occupies(seat, p):
                    found.add(DOWSE.of(p))
        if t.holds(seat, TURNCOAT):
            found.add(TURN_COAT.of())

    def in_reach(self, t: Swarm, seat: i64, p: i64) -> bool:
        """SWM-12.4  Next to an own tile; neither a bastion nor the sanctuary."""
        if t.type_at[p] == BASTION or p == t.sanctuary:
            return False
        for q in NEAR[p]:
            if t.occupies(seat, q):
                return True
        return False

    def move(self, t: Swarm, p: i64, q: i64, n: i64) -> None:
        """SWM-6.6  A stack to an adjacent tile; SWM-6.8  only troops that have not moved can be taken."""
        t.pay(t.active, self.price(t, t.active))
        t.moves_made += 1
        t.take(t.active, p, n)
        t.put(t.active, q, n)
        t.moved[q] += n
        t.tell(MOVES, t.active, n, p, q)
        check_any_time(t)

    def march(self, t: Swarm, p: i64, q: i64, n: i64) -> None:
        """SWM-12.5  Free; moved troops are taken first, and nobody's right to a move changes."""
        t.spend_card(t.active, FORCED_MARCH)
        tired: i64 = t.moved[p] if t.moved[p] < n else n
        t.moved[p] -= tired
        t.moved[q] += tired
        t.take(t.active, p, n)
        t.put(t.active, q, n)
        t.tell(MARCHES, t.active, n, p, q)
        check_any_time(t)

    def thief(self, t: Swarm, victim: i64, leader: i64) -> None:
        t.spend_card(t.active, WATER_THIEF)
        t.tell(SHOWS_FOR_THIEF, t.active, leader, victim)
        t.call(MISSION, WATER_THIEF, victim, leader)

    def raid(self, t: Swarm, p: i64, victim: i64, leader: i64) -> None:
        t.spend_card(t.active, NIGHT_RAID)
        t.tell(SHOWS_FOR_RAID, t.active, leader, victim, p)
        t.call(MISSION, NIGHT_RAID, victim, leader, p)

    def dowse(self, t: Swarm, p: i64) -> None:
        t.spend_card(t.active, DOWSING)
        t.dowsed |= 1 << p
        t.tell(DOWSES, t.active, p)

    def turn_coat(self, t: Swarm) -> None:
        t.spend_card(t.active, TURNCOAT)
        t.tell(TURNS_COAT, t.active)
        t.call(TURNCOATS)

    def done(self, t: Swarm) -> None:
        self.next(t)

    def prompt(self, t: Swarm, seat: i64) -> list[int]:
        return [ASK_MOVE, t.water[seat]]

    def why(self, t: Swarm, seat: i64, action: i64) -> list[int]:
        kind = action >> 23
        if kind == MOVE.number or kind == MARCH.number:
            return self.why_not_move(t, seat, MOVE.a(action), MOVE.b(action), kind == MARCH.number)
        for wanted, card in ((THIEF, WATER_THIEF), (RAID, NIGHT_RAID), (DOWSE, DOWSING), (TURN_COAT, TURNCOAT)):
            if kind == wanted.number and not t.holds(seat, card):
                return [NOT_HELD, card]
        if kind == DOWSE.number and DOWSE.a(action) < POSITIONS:
            return [NOT_OCCUPIED, DOWSE.a(action)]
        if kind == THIEF.number:
            known = THIEF.b(action) in t.leaders[seat]
            return [THIEF_TARGET] if known else [NO_LEADER_TO_SEND, THIEF.b(action)]
        if kind == RAID.number and RAID.a(action) < POSITIONS:
            known = RAID.c(action) in t.leaders[seat]
            return [RAID_TARGET, RAID.a(action)] if known else [NO_LEADER_TO_SEND, RAID.c(action)]
        return []

    def why_not_move(self, t: Swarm, seat: i64, p: i64, q: i64, march: bool) -> list[int]:
        if p >= POSITIONS or q >= POSITIONS:
            return []
        if march and not t.holds(seat, FORCED_MARCH):
            return [NOT_HELD, FORCED_MARCH]
        if q not in NEAR[p]:
            return [NOT_ADJACENT, p, q]
        if t.swarm == p or t.swarm == q:
            return [SHUT_IN]
        if not self.may_leave(t, p):
            return [PINNED, p]
        if not march and t.settings[MOVE_LIMIT] == ONE_MOVE and t.moves_made > 0:
            return [ONE_MOVE_ONLY]
        if not march and t.water[seat] < self.price(t, seat):
            return [MOVE_PRICE_LACKING, self.price(t, seat), t.water[seat]]
        return [UNMOVED_MOST, t.on(seat, p) - (0 if march else t.moved[p]), p]


# Arguments of a mission.
CARD: Final = 0
VICTIM: Final = 1
AGENT: Final = 2
WHERE: Final = 3


class Mission(Step[Swarm]):
    """SWM-12.2  The leader is shown; after the treason window the effect happens or fails (SWM-4.4)."""

    def resume(self, t: Swarm) -> None:
        leader = t.arg(AGENT)
        if t.place() == 0:
            t.set_place(1)
            t.leader_shown(t.active, leader)
            t.call(TREASON, 1 << leader)
            return
        card, victim, p = t.arg(CARD), t.arg(VICTIM), t.arg(WHERE)
        t.finish()
        if t.betrayed >> leader & 1:
            t.tell(FAILS)
        elif card == WATER_THIEF:
            taken: i64 = t.water[victim] if t.water[victim] < 3 else 3  # SWM-12.3
            t.pay(victim, taken)
            t.show_water(victim, 0, taken < 3)
            t.water[t.active] += taken
            t.tell(STEALS, t.active, taken, victim)
        else:
            here = t.on(victim, p)
            killed: i64 = here if here < 2 else 2  # SWM-12.4
            t.kill(victim, p, killed)
            t.tell(RAIDS, killed, victim, p)
            check_any_time(t)


class Turncoats(Step[Swarm]):
    """SWM-12.7  Two traitor cards are drawn, one is kept; a single one is taken, and for none there is water."""

    def resume(self, t: Swarm) -> None:
        if t.place() == 1:
            t.ask(t.active)
            return
        t.reveals += 1
        drawn = t.traitor_pile[-2:]
        t.traitor_pile = t.traitor_pile[:-2]
        drawn.reverse()
        for leader in drawn:
            t.tell_seats(1 << t.active, FOUND_TRAITOR, leader)
        if len(drawn) == 2:
            t.set_place(1)
            t.set_arg(0, min(drawn))
            t.set_arg(1, max(drawn))
            t.ask(t.active)
            return
        t.finish()
        if drawn:
            t.traitors[t.active] = sorted([*t.traitors[t.active], drawn[0]])
        else:
            t.water[t.active] += 2
            t.tell(TURNCOAT_WATER, t.active, 2)

    def options(self, t: Swarm, seat: i64, found: Options) -> None:
        found.add(KEEP.of(t.arg(0)))
        found.add(KEEP.of(t.arg(1)))

    def keep(self, t: Swarm, leader: i64) -> None:
        other = t.arg(0) + t.arg(1) - leader
        t.traitors[t.active] = sorted([*t.traitors[t.active], int(leader)])
        t.noted[t.active] = sorted([*t.noted[t.active], int(other)])
        t.tell_seats(1 << t.active, TOOK_TRAITOR, leader)
        t.reveals += 1
        t.finish()

    def why(self, t: Swarm, seat: i64, action: i64) -> list[int]:
        return [NOT_FOUND, KEEP.a(action)] if action >> 23 == KEEP.number else []

    def prompt(self, t: Swarm, seat: i64) -> list[int]:
        return [ASK_TURNCOAT]

    def waiting(self, t: Swarm) -> list[int]:
        return [AWAIT, t.active]


DROP_TURNS: Final = Drops("swarm.drop", "Drops", "SWM-6.2")
MOVE_TURNS: Final = Moves("swarm.move", "Moves", "SWM-6.6")
MISSION: Final = Mission("swarm.mission", "Mission", "SWM-12.2")
TURNCOATS: Final = Turncoats("swarm.turncoat", "Turncoat", "SWM-12.7")
