"""Chapter 11: the Move tokens. The plan, the plunder of what was unoccupied, and the order of battles."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import BATTLE, Saying, phrase
from marchland.engine.sayings import TURN as TURN_BEGINS
from marchland.engine.sets import bit, lowest
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.alliances.battle import STRIKE
from marchland.games.alliances.movement import Reach, forbidden
from marchland.games.alliances.parts import ENOUGH, TAKE_BACKS, Decision, may_take_back
from marchland.games.alliances.regions import AROUND, LAND, REGIONS
from marchland.games.alliances.settings import MOVE_TURNS
from marchland.games.alliances.table import MOVE, Alliances, force
from marchland.games.alliances.victory import STEAL, Steal

# -- ALL-11.1: whose turn it is --------------------------------------------------------------------------------------

TURN: Final = Slot(0)  # the place in the player order of the power that moved last, plus 1

COMMANDS: Final = phrase("ALL-11.3", "{who:seat} moves the {power:power} from {region:region}", TURN_BEGINS)


class Moves(Step[Alliances]):
    """ALL-11.1, ALL-11.8  Part 4: in command rounds each power resolves one Move token that it holds, in player order.
    After each command the turn goes to the next power that holds one then."""

    def resume(self, t: Alliances) -> None:
        place = next_place(t, TURN.of(t))
        if place < 0:
            t.mover = -1
            t.finish()
            return
        TURN.put(t, place + 1)
        t.mover = t.order[place]
        t.active = t.played_by[t.mover]
        t.call(PICK_TOKEN)


def next_place(t: Alliances, last: i64) -> i64:
    """The place in the player order of the power that moves next, -1 if no Move token is left. ALL-16.5  A token
    captured by whoever has just moved waits for the next command round, but with `move_turns = all`."""
    if last > 0 and MOVE_TURNS.on(t) and t.holds(t.order[last - 1], MOVE):
        return last - 1
    for i in range(len(t.order)):
        place: i64 = (last + i) % len(t.order)
        if t.holds(t.order[place], MOVE):
            return place
    return -1


ASK_MOVE_TOKEN: Final = phrase("ALL-11.3", "{power:power}: choose the Move token to resolve.")
NO_TOKEN: Final = phrase("ALL-11.3", "You hold no Move token in {region:region}")


class ChooseToken(Deed[Alliances]):
    """ALL-11.2, ALL-11.3  One of them must be taken; its region is the origin."""

    words = ["move from {region}", "region:region"]

    def offer(self, t: Alliances, seat: i64, found: Options) -> None:
        found.fan(self, t.holds(t.mover, MOVE))

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        return [NO_TOKEN, self.a(action)]

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        t.origin = self.a(action)
        t.take_token(t.mover, t.origin, MOVE)
        t.tell(COMMANDS, seat, t.mover, t.origin)
        t.goto(PLAN)


class PickToken(Decision):
    """ALL-11.3  The power chooses which of its Move tokens to resolve."""

    def prompt(self, t: Alliances, seat: i64) -> Saying:
        return [ASK_MOVE_TOKEN, t.mover]


# -- ALL-11.6: the plan ----------------------------------------------------------------------------------------------

RECALLED: Final = Slot(0)  # ALL-7.8  how often units were taken back

ALL_AT_ONCE: Final = phrase("ALL-11.6", "All units move at once, and battles must be fought")
SENDS: Final = phrase("ALL-11.6", "The {who:power} sends {units:force} to {region:region}")
ASK_PLAN: Final = phrase("ALL-11.6", "{power:power}: send units from {origin:region}.")
NO_MORE_UNITS: Final = phrase("ALL-11.4", "You have {n} {kind:unit} left to send from {origin:region}")
AN_ALLY: Final = phrase("ALL-12.5", "{region:region} is owned by an ally")
ITSELF: Final = phrase("ALL-12.5", "A move cannot end in {region:region}, where it begins")
STRAIT_CLOSED: Final = phrase("ALL-13.4", "A shore of the strait to {region:region} is an enemy region")
OUT_OF_REACH: Final = phrase("ALL-12.1", "{region:region} cannot be reached from {origin:region}")
NOBODY_SENT: Final = phrase("ALL-11.6", "No units are sent to {region:region}")


def left_to_send(t: Alliances, kind: i64) -> i64:
    """ALL-11.4  The units in the origin that are not assigned."""
    left = t.artillery_in(t.mover, t.origin) if kind else t.infantry_in(t.mover, t.origin)
    for region in range(REGIONS):
        left -= t.plan[kind * REGIONS + region]
    return left


class Go(Deed[Alliances]):
    """ALL-11.6  Close the plan: all units are put on their destinations at once."""

    words = ["go"]
    effect: int = ALL_AT_ONCE
    forward = True

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        t.reveals += 1
        RECALLED.put(t, 0)
        march(t)
        t.goto(PLUNDER)


class Send(Deed[Alliances]):
    """ALL-11.4, ALL-11.5  Units of the origin, whenever they came there, to the same or to different regions."""

    words = ["send {n} {kind} to {region}", "kind:unit region:region n:count"]

    def offer(self, t: Alliances, seat: i64, found: Options) -> None:
        reached = Reach(t, t.mover, t.origin).destinations
        for kind in range(2):
            found.fan(self, reached, left_to_send(t, kind), kind)

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        kind, region = self.a(action), self.b(action)
        if region >= REGIONS or not Reach(t, t.mover, t.origin).destinations & bit(region):
            if region < REGIONS and forbidden(t, t.mover) & bit(region):
                return [AN_ALLY, region]
            if region == t.origin:
                return [ITSELF, region]
            if region < REGIONS and AROUND[t.origin] & bit(region):
                return [STRAIT_CLOSED, region]
            return [OUT_OF_REACH, region, t.origin]
        return [NO_MORE_UNITS, left_to_send(t, kind), kind, t.origin]

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        t.plan[self.a(action) * REGIONS + self.b(action)] += self.c(action)


def planned(t: Alliances) -> i64:
    """The destinations of the plan."""
    found: i64 = 0
    for region in range(REGIONS):
        if t.plan[region] + t.plan[REGIONS + region] > 0:
            found |= bit(region)
    return found


class Recall(Deed[Alliances]):
    """ALL-11.6, ALL-7.8  Take back all units of a destination."""

    words = ["recall from {region}", "region:region"]

    def offer(self, t: Alliances, seat: i64, found: Options) -> None:
        if may_take_back(t, RECALLED.of(t)):
            found.fan(self, planned(t))

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        region = self.a(action)
        sent = region < REGIONS and planned(t) & bit(region)
        return [ENOUGH, TAKE_BACKS.of(t)] if sent else [NOBODY_SENT, region]

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        t.plan[self.a(action)] = 0
        t.plan[REGIONS + self.a(action)] = 0
        RECALLED.add(t, 1)


class Plan(Decision):
    """ALL-11.6  The whole plan is shown before anything moves."""

    def prompt(self, t: Alliances, seat: i64) -> Saying:
        return [ASK_PLAN, t.mover, t.origin]


def march(t: Alliances) -> None:
    """ALL-11.6, ALL-12.9, ALL-13.1, ALL-14.1  Units reach own regions, seas and unoccupied land; in enemy regions they
    will fight, and what they have all left is unoccupied."""
    mover, origin = t.mover, t.origin
    hostile, free = t.hostile(mover), t.unoccupied()
    goals = planned(t)
    reach = Reach(t, mover, origin)
    left = goals & hostile
    while left:
        # ALL-17.7  Settled for every destination before anything has changed.
        if reach.meets_trench(t, lowest(left)):
            t.entrenched |= bit(lowest(left))
        left &= left - 1
    left = goals
    while left:
        region = lowest(left)
        left &= left - 1
        infantry, artillery = t.plan[region], t.plan[REGIONS + region]
        t.take(mover, origin, infantry, artillery)
        if hostile & bit(region):
            t.attackers[region] = infantry
            t.attackers[REGIONS + region] = artillery
        else:
            t.put(mover, region, infantry, artillery)
            if free & bit(region):
                t.plunder |= bit(region)
        t.tell(SENDS, mover, force(infantry, artillery), region)
    t.plan = vec[i64]([0] * (2 * REGIONS))


# -- ALL-12.7: plunder -----------------------------------------------------------------------------------------------

PLUNDERS: Final = phrase("ALL-12.7", "The {who:power} takes {n coin} from {region:region}, where nobody was")
NOT_SO_MUCH_PLUNDER: Final = phrase("ALL-12.7", "There are not so many coins in {region:region}")
ASK_PLUNDER: Final = phrase("ALL-12.7", "{power:power}: take how many coins from {region:region}?")


class StealUnoccupied(Steal):
    """ALL-12.7, ALL-12.8, ALL-12.11  After a move, any number of the coins there, whoever has left them."""

    def region(self, t: Alliances) -> i64:
        return lowest(t.plunder)

    def takes(self) -> int:
        return PLUNDERS

    def too_many(self) -> int:
        return NOT_SO_MUCH_PLUNDER

    def go_on(self, t: Alliances) -> None:
        t.plunder &= t.plunder - 1


class Plunder(Decision):
    """ALL-11.7  In order of region id, before the battles."""

    def resume(self, t: Alliances) -> None:
        while t.plunder and t.coins[lowest(t.plunder)] == 0:
            t.plunder &= t.plunder - 1
        if t.plunder:
            super().resume(t)
        else:
            t.goto(BATTLES)

    def prompt(self, t: Alliances, seat: i64) -> Saying:
        return [ASK_PLUNDER, t.mover, lowest(t.plunder)]


# -- ALL-11.7: battles -----------------------------------------------------------------------------------------------

FIGHTS: Final = phrase(
    "ALL-14.1", "{who:seat} attacks {region:region} from {origin:region}: {units:force} against {n unit}", BATTLE
)
IN_TRENCH: Final = phrase("ALL-17.1", "The defenders of {region:region} are in a trench")
ASK_BATTLE: Final = phrase("ALL-11.7", "{power:power}: choose the next battle.")
NO_BATTLE: Final = phrase("ALL-11.7", "There is no battle to fight in {region:region}")


class NextBattle(Deed[Alliances]):
    """ALL-11.7  With several battles left, the power chooses the next one."""

    words = ["fight in {region}", "region:region"]

    def offer(self, t: Alliances, seat: i64, found: Options) -> None:
        found.fan(self, battles(t))

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        return [NO_BATTLE, self.a(action)]

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        t.reveals += 1
        region = self.a(action)
        infantry, artillery = t.attackers[region], t.attackers[REGIONS + region]
        defenders = t.units(t.owner[region], region)
        t.tell(FIGHTS, t.played_by[t.mover], region, t.origin, force(infantry, artillery), defenders)
        if t.entrenched & bit(region):
            t.tell(IN_TRENCH, region)
        t.call(STRIKE, region)


def battles(t: Alliances) -> i64:
    """The regions with battles that are still to be fought."""
    found: i64 = 0
    left = LAND
    while left:
        region = lowest(left)
        if t.attackers[region] + t.attackers[REGIONS + region] > 0:
            found |= bit(region)
        left &= left - 1
    return found


class Battles(Decision):
    """ALL-11.7  One by one. When none is left the command is over, and the token goes back (ALL-11.3)."""

    def resume(self, t: Alliances) -> None:
        if battles(t):
            super().resume(t)
            return
        t.origin = -1
        t.entrenched = 0
        t.finish()

    def prompt(self, t: Alliances, seat: i64) -> Saying:
        return [ASK_BATTLE, t.mover]


SEND: Final = Send()
NEXT_BATTLE: Final = NextBattle()

MOVES: Final = Moves("alliances.moves", "Moves", "ALL-11.1")
PICK_TOKEN: Final = PickToken("alliances.pick_token", "Move token", "ALL-11.3", [ChooseToken()])
PLAN: Final = Plan("alliances.plan", "Plan", "ALL-11.6", [Go(), SEND, Recall()])
PLUNDER: Final = Plunder("alliances.plunder", "Plunder", "ALL-12.7", [StealUnoccupied(STEAL)])
BATTLES: Final = Battles("alliances.battles", "Battles", "ALL-11.7", [NEXT_BATTLE])
