"""Chapter 22: captives: how they are taken, what becomes of them, and where they go. Their mutiny: mutiny.py."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import lowest
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.rebellion.army import NOT_YOURS
from marchland.games.rebellion.capture import attacker_won
from marchland.games.rebellion.force import (
    ATTACK_START,
    ATTACKER,
    CHANCE,
    DEFENCE_START,
    DEFENDER,
    LANDED,
    ROLLS,
    TARGET,
)
from marchland.games.rebellion.marching import MOST, NOT_BESIDE
from marchland.games.rebellion.settings import CAPTIVE_WORDING, SLAVES, captives
from marchland.games.rebellion.sheets import CAPTIVE_CELLS, CAPTIVE_POINTS, NATIONS, STEPS_OF_CAPTIVES
from marchland.games.rebellion.table import AWAIT, CAMP, FRESH, Rebellion
from marchland.games.rebellion.world import AROUND, PROVINCES


@final
class Worded:
    """REB-22.1  A sentence about captives, in either of the words that a group may choose."""

    usual: i64
    other: i64

    def __init__(self, clause: str, text: str, role: str = "") -> None:
        self.usual = phrase(clause, text, role)
        self.other = phrase(clause, text.replace("captive", "slave").replace("Captive", "Slave"), role)

    def of(self, t: Rebellion) -> i64:
        return self.other if CAPTIVE_WORDING.of(t) == SLAVES else self.usual

    def said(self, number: i64) -> bool:
        return number == self.usual or number == self.other


SMALL_DIE: Final = 4  # REB-22.3
GREAT_DIE: Final = 10
MANY_SOLDIERS: Final = 10

# -- REB-22.2: taking ------------------------------------------------------------------------------------------------

TAKEN: Final = Slot(0)

CHANCE_TO_TAKE: Final = Worded("REB-22.2", "{n} percent to take captives")
ROLLS_FOR: Final = Worded("REB-22.2", "{who:seat} rolls {rolled} for captives and needs {n} or less")
LETS_GO: Final = Worded("REB-22.2", "{who:seat} takes no captives")
TAKES: Final = Worded("REB-22.3", "{who:seat} takes {n captive} of {nation:seat}")
KEEPS: Final = Worded(
    "REB-22.4", "{who:seat} keeps {n captive} of {nation:seat} in {province:region}; {m} {m|is|are} killed"
)
MOST_KEPT: Final = Worded("REB-22.4", "You have taken {n captive}")
ASK_TAKING: Final = Worded("REB-22.2", "You have won: roll for captives, {n} or less on d100?")
ASK_KEEPING: Final = Worded("REB-22.4", "You have taken {n captive}. How many do you keep?")


def winner(t: Rebellion) -> i64:
    return t.battle[ATTACKER] if attacker_won(t) else t.battle[DEFENDER]


def beaten(t: Rebellion) -> i64:
    return t.battle[DEFENDER] if attacker_won(t) else t.battle[ATTACKER]


def may_take(t: Rebellion) -> bool:
    """REB-22.2  A land battle between players with at least one roll, and a camp that the winner owns."""
    if not captives(t) or t.battle[ROLLS] == 0 or not fought_by_players(t):
        return False
    return t.built[CAMP] & t.owned(winner(t)) != 0


def fought_by_players(t: Rebellion) -> bool:
    return 0 <= t.battle[ATTACKER] < t.seats and 0 <= t.battle[DEFENDER] < t.seats


class CaptivesRoll(Deed[Rebellion]):
    """REB-22.2, REB-22.3"""

    words = ["roll for captives"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [CHANCE_TO_TAKE.of(t), t.battle[CHANCE]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        rolled = t.dice.roll(100)
        t.tell(ROLLS_FOR.of(t), seat, rolled, t.battle[CHANCE])
        if rolled > t.battle[CHANCE]:
            t.finish()
            return
        enemies = t.battle[DEFENCE_START] if attacker_won(t) else t.battle[ATTACK_START]
        n = t.dice.roll(SMALL_DIE if enemies < MANY_SOLDIERS else GREAT_DIE)
        n = n if n < enemies else enemies
        t.tell(TAKES.of(t), seat, n, beaten(t))
        TAKEN.put(t, n)
        t.goto(KEEPING)


class CaptivesSkip(Deed[Rebellion]):
    words = ["take no captives"]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.tell(LETS_GO.of(t), seat)
        t.finish()


class Taking(Step[Rebellion]):
    """REB-22.2  Asked of the winner, also of a defender."""

    def resume(self, t: Rebellion) -> None:
        if may_take(t):
            t.ask(winner(t))
        else:
            t.finish()

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_TAKING.of(t), t.battle[CHANCE]]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, winner(t)]


class CaptivesKeep(Deed[Rebellion]):
    """REB-22.4  Any part; the rest is killed."""

    words = ["keep {n}", "n:count", "captives", "captive"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        found.span(self.of(0), TAKEN.of(t) + 1)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [MOST_KEPT.of(t), TAKEN.of(t)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        n = self.a(action)
        t.put_captives(t.battle[TARGET], beaten(t), 0, n)
        t.tell(KEEPS.of(t), seat, n, beaten(t), t.battle[TARGET], TAKEN.of(t) - n)
        t.finish()


class Keeping(Step[Rebellion]):
    """REB-22.4"""

    def resume(self, t: Rebellion) -> None:
        t.ask(winner(t))

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_KEEPING.of(t), TAKEN.of(t)]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, winner(t)]


# -- REB-22.8: captives of captured land -----------------------------------------------------------------------------

NATION: Final = Slot(0)  # whose captives are asked about

FREED: Final = Worded(
    "REB-22.8", "{n captive} in {province:region} {n|is|are} free, infantry of {who:seat} from now on"
)
FATE: Final = Worded(
    "REB-22.8", "{who:seat} keeps {n captive} of {nation:seat} in {province:region}; {m} {m|is|are} killed"
)
MOST_FATE: Final = Worded("REB-22.8", "There {n|is|are} {n captive} of {nation:seat} in {province:region}")
ASK_FATE: Final = Worded(
    "REB-22.8", "There {n|is|are} {n captive} of {nation:seat} in {province:region}. How many do you keep?"
)


def free_captives(t: Rebellion, province: i64, fresh: bool = False) -> None:
    """REB-22.8, REB-11.7  Captives of the new holder's nation become infantry of his, without movement points; REB-6.6
    in S7 they are fresh."""
    nation = t.holder[province]
    n = t.captives_of(province, nation)
    if n:
        t.remove_captives(province, nation, n)
        t.put(province, FRESH if fresh else 0, n)
        t.tell(FREED.of(t), n, province, nation)


class FateKeep(Deed[Rebellion]):
    """REB-22.8  Number by number; kept ones are the captor's."""

    words = ["keep {n} of {nation}", "nation:seat n:count", "captives", "captive"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        found.span(self.of(NATION.of(t), 0), t.captives_of(t.battle[TARGET], NATION.of(t)) + 1)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        nation = NATION.of(t)
        return [MOST_FATE.of(t), t.captives_of(t.battle[TARGET], nation), nation, t.battle[TARGET]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province, nation, n = t.battle[TARGET], self.a(action), self.b(action)
        there = t.captives_of(province, nation)
        t.remove_captives(province, nation, there)
        t.put_captives(province, nation, 0, n)
        t.tell(FATE.of(t), seat, n, nation, province, there - n)
        NATION.put(t, nation + 1)


class CapturedCaptives(Step[Rebellion]):
    """REB-22.8  Nation by nation in the order of the seats."""

    def resume(self, t: Rebellion) -> None:
        province = t.battle[TARGET]
        if not attacker_won(t) or not t.captive_land >> province & 1:
            t.finish()
            return
        if t.progress() == 0:
            t.set_progress(1)
            free_captives(t, province, t.battle[LANDED] == 1)
        while NATION.of(t) < NATIONS:
            if t.captives_of(province, NATION.of(t)):
                t.ask(t.battle[ATTACKER])
                return
            NATION.add(t, 1)
        t.finish()

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        nation, province = NATION.of(t), t.battle[TARGET]
        return [ASK_FATE.of(t), t.captives_of(province, nation), nation, province]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, t.battle[ATTACKER]]


# -- REB-22.5, REB-22.4: moving and killing --------------------------------------------------------------------------

MOVES: Final = Worded(
    "REB-22.5", "{who:seat} sends {n captive} of {nation:seat} from {source:region} to {target:region}"
)
NOT_HELD: Final = Worded("REB-22.5", "Captives move through land that you hold, and you do not hold {province:region}")
TOO_FEW: Final = Worded("REB-22.5", "In {province:region} you have {n captive} of {nation:seat} with a movement point")
NO_MOVE: Final = Worded("REB-22.5", "At least 1 captive moves, and at most {n} at a time")
KILLS: Final = Worded("REB-22.4", "{who:seat} kills {n captive} of {nation:seat} in {province:region}")
FEWER: Final = Worded("REB-22.4", "In {province:region} you have {n captive} of {nation:seat}")


class CaptiveMove(Deed[Rebellion]):
    """REB-22.5  A step through land that is held, free of cost; those with most points go."""

    words = [
        "send {n} captives of {nation} from {source} to {target}",
        "source:region nation:seat target:region n:count",
        "captives",
        "captive",
    ]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        left = t.captive_land & t.held[seat]
        while left:
            source = lowest(left)
            left &= left - 1
            for nation in range(t.seats):
                n = t.ready_captives(source, nation)
                found.fan_from(self, source << 3 | nation, AROUND[source] & t.held[seat], n if n < MOST else MOST)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        source, nation, target, n = self.a(action), self.b(action), self.c(action), self.d(action)
        if source >= PROVINCES or t.holder[source] != seat:
            return [NOT_HELD.of(t), source]
        if target >= PROVINCES or t.holder[target] != seat:
            return [NOT_HELD.of(t), target]
        if not AROUND[source] >> target & 1:
            return [NOT_BESIDE, target, source]
        ready: i64 = t.ready_captives(source, nation) if nation < t.seats else 0
        return [TOO_FEW.of(t), source, ready, nation] if n > ready else [NO_MOVE.of(t), MOST]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        source, nation, target, n = self.a(action), self.b(action), self.c(action), self.d(action)
        left = n
        points: i64 = STEPS_OF_CAPTIVES
        while left:
            there = t.captives[source * CAPTIVE_CELLS + nation * CAPTIVE_POINTS + points]
            going = there if there < left else left
            t.put_captives(source, nation, points, -going)
            t.put_captives(target, nation, points - 1, going)
            left -= going
            points -= 1
        t.tell(MOVES.of(t), seat, n, nation, source, target)


class CaptiveKill(Deed[Rebellion]):
    """REB-22.4  In the Main phase, behind the question of giving something up."""

    words = [
        "kill {n} captives of {nation} in {province}",
        "province:region nation:seat n:count",
        "captives",
        "captive",
    ]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        left = t.captive_land & t.held[seat]
        while left:
            province = lowest(left)
            left &= left - 1
            for nation in range(t.seats):
                found.span(self.of(province, nation, 1), t.captives_of(province, nation))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        province, nation = self.a(action), self.b(action)
        if province >= PROVINCES or t.holder[province] != seat:
            return [NOT_YOURS, province]
        return [FEWER.of(t), province, t.captives_of(province, nation) if nation < t.seats else 0, nation]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province, nation, n = self.a(action), self.b(action), self.c(action)
        t.remove_captives(province, nation, n)
        t.tell(KILLS.of(t), seat, n, nation, province)
        t.finish()


CAPTIVE_MOVE: Final = CaptiveMove()
CAPTIVE_KILL: Final = CaptiveKill()
TAKING: Final = Taking("rebellion.taking", "Captives", "REB-22.2", [CaptivesRoll(), CaptivesSkip()])
KEEPING: Final = Keeping("rebellion.keeping", "Captives taken", "REB-22.4", [CaptivesKeep()])
CAPTURED_CAPTIVES: Final = CapturedCaptives("rebellion.fate", "Captured captives", "REB-22.8", [FateKeep()])
