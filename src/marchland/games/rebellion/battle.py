"""Chapter 8: land battles, soldier by soldier."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import size
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.rebellion.aftermath import AFTERMATH, CONSEQUENCES
from marchland.games.rebellion.capture import (
    capture,
    march_cost,
    pay_for_landing,
    rebels_win,
    sea_due,
)
from marchland.games.rebellion.force import (
    ATTACK_FIXED,
    ATTACK_START,
    ATTACKER,
    CAN_LEAVE,
    CHANCE,
    DEFENCE_FIXED,
    DEFENCE_START,
    DEFENDER,
    INSIDE,
    LANDED,
    MARCH_DUE,
    ROLLS,
    SEA_DUE,
    TARGET,
    UNTIL,
    arms_in,
    arms_in_force,
    came_by_landing_ship,
    first_arm,
    force_soldiers,
    lose_from_force,
    settle_force,
)
from marchland.games.rebellion.modifiers import (
    attack_fixed,
    attack_total,
    defence_fixed,
    defence_total,
    weapon_bonus,
)
from marchland.games.rebellion.settings import (
    ASK,
    LOSS_ORDER,
    NUMBERS,
)
from marchland.games.rebellion.table import ARMS, AWAIT, CAVALRY, REBELS, TRIBE, Rebellion
from marchland.games.rebellion.tribe import NO_REFUGE, TRIBE_RETREAT, TRIBE_ROLLS, lost_to_tribe, tribe_beaten

# -- REB-8.4: rolls --------------------------------------------------------------------------------------------------

ROLLED: Final = phrase(
    "REB-8.4", "The attack rolls {a:d100} and has {total} in all, the defence rolls {b:d100} and has {other}"
)
REBELS_ROLL: Final = phrase("REB-24.12", "{who:seat} throws for the rebels")
ATTACKER_LOSES: Final = phrase("REB-8.4", "The attack loses a soldier: {n} left against {m}")
DEFENDER_LOSES: Final = phrase("REB-8.4", "The defence loses a soldier: {n} left against {m}")
GOES_BACK: Final = phrase("REB-8.6", "The survivors go back, and no march is paid")
WITHDRAWS: Final = phrase("REB-8.6", "{who:seat} withdraws with {n soldier}")
BEATEN: Final = phrase("REB-8.7", "The attack on {province:region} has failed")
RISING_FAILS: Final = phrase("REB-24.8", "The revolt in {province:region} is put down")
NOT_YET: Final = phrase("REB-8.5", "One withdraws after a roll, not before the first")
NO_WAY_BACK: Final = phrase("REB-16.7", "The landing ship is gone, and there is no way back")
UNTIL_RANGE: Final = phrase("REB-8.15", "Rolls go on until 0 to {n soldier} of yours are left")
ASK_ROLL: Final = phrase(
    "REB-8.5", "Battle for {province:region}: {n} against {m}, you add {a} and the defence {b}. Roll, or withdraw."
)
ASK_TRIBE_ROLL: Final = phrase(
    "REB-19.8", "Fight in {province:region}: {n} against {m}, you add {a} and the tribe {b}. Roll, or retreat."
)
FIRST_ROLL: Final = phrase(
    "REB-8.4", "Battle for {province:region}: {n} against {m}, you add {a} and the defence {b}. Roll."
)


def begin_battle(t: Rebellion, inside: bool, attacker: i64, target: i64) -> None:
    """The force stands ready against whoever is in the target. REB-8.14  Inside a province rebels rise against its
    holder, or its holder fights a tribe."""
    row = t.battle
    row[INSIDE] = 1 if inside else 0
    row[ATTACKER] = attacker
    row[DEFENDER] = TRIBE if inside and attacker < t.seats else t.holder[target]
    row[TARGET] = target
    row[ATTACK_FIXED] = weapon_bonus(t, attacker) if inside else attack_fixed(t, attacker, target)
    row[DEFENCE_FIXED] = weapon_bonus(t, row[DEFENDER]) if inside else defence_fixed(t, attacker, target)
    row[ATTACK_START] = force_soldiers(t)
    row[DEFENCE_START] = t.soldiers(target)
    row[MARCH_DUE] = 0 if inside else march_cost(t)
    row[SEA_DUE] = 0 if inside else sea_due(t, target)
    row[ROLLS] = 0
    row[UNTIL] = 0
    row[CAN_LEAVE] = 0
    row[CHANCE] = 0
    row[LANDED] = 1 if came_by_landing_ship(t) else 0
    if attacker == REBELS or row[DEFENDER] == REBELS:  # REB-1.6, REB-24.12  The victim's left neighbour
        t.tell(REBELS_ROLL, t.left_of(row[DEFENDER] if attacker == REBELS else t.origin[target]))
    elif row[DEFENDER] == TRIBE:
        t.tell(TRIBE_ROLLS, t.right_of(attacker))


def roll_once(t: Rebellion) -> None:
    """REB-8.4  REB-1.6  The attacker's die first. Equal totals are the defender's."""
    row = t.battle
    a = t.dice.roll(100)
    b = t.dice.roll(100)
    total, other = a + attack_total(t), b + defence_total(t)
    row[ROLLS] += 1
    t.tell(ROLLED, a, total, b, other)
    lose_one(t, total > other)


def lose_one(t: Rebellion, defender: bool) -> None:
    """REB-6.9  The loser of a roll loses a soldier, by himself or as he chooses."""
    row = t.battle
    arms = arms_in(t, row[TARGET]) if defender else arms_in_force(t)
    loser = row[DEFENDER] if defender else row[ATTACKER]
    if LOSS_ORDER.of(t) == ASK and loser < t.seats and size(arms) > 1:
        t.call(LOSS, 1 if defender else 0, loser)
    else:
        take_loss(t, defender, first_arm(arms))


def take_loss(t: Rebellion, defender: bool, arm: i64) -> None:
    target = t.battle[TARGET]
    if defender:
        t.lose_soldier(target, arm)
        t.tell(DEFENDER_LOSES, t.soldiers(target), force_soldiers(t))
    else:
        lose_from_force(t, arm)
        t.tell(ATTACKER_LOSES, force_soldiers(t), t.soldiers(target))


class BattleRoll(Deed[Rebellion]):
    """REB-8.4  One roll."""

    words = ["roll"]
    forward = True
    weighed = True

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        roll_once(t)


class BattleUntil(Deed[Rebellion]):
    """REB-8.15  A row of rolls: until the attacker has so many soldiers or fewer, or it ends."""

    words = ["roll until {n} are left", "n:count"]
    at_least = "fight to the end"

    def left(self, t: Rebellion) -> i64:
        return force_soldiers(t)

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        found.span(self.of(0), self.left(t))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [UNTIL_RANGE, self.left(t) - 1]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.battle[UNTIL] = self.a(action) + 1


class BattleWithdraw(Deed[Rebellion]):
    """REB-8.6  The survivors go back to where they came from; no march is paid."""

    words = ["withdraw"]
    effect = GOES_BACK

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.battle[ROLLS] and not t.battle[INSIDE] and not came_by_landing_ship(t):
            found.add(self.code)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        if t.battle[INSIDE]:
            return [NO_REFUGE]
        return [NO_WAY_BACK if came_by_landing_ship(t) else NOT_YET]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        n = force_soldiers(t)
        settle_force(t, -1)
        t.tell(WITHDRAWS, seat, n)
        t.finish()


class Battle(Step[Rebellion]):
    """REB-8.5  Roll after roll, until one side is gone; REB-8.3  at once where nobody stands. REB-8.14  A fight inside
    a province goes on by itself, REB-8.15  unless a player could leave it."""

    def resume(self, t: Rebellion) -> None:
        row = t.battle
        depth = t.depth()
        while True:
            if self.defence(t) == 0:
                self.won(t)
                return
            left = self.attack(t)
            if left == 0:
                self.lost(t)
                return
            asks = not row[INSIDE] or row[CAN_LEAVE]
            if asks and (row[UNTIL] == 0 or left < row[UNTIL]):
                row[UNTIL] = 0
                t.ask(row[ATTACKER])
                return
            self.roll(t)
            if t.depth() != depth:
                return  # somebody chooses what is lost

    def attack(self, t: Rebellion) -> i64:
        """Soldiers who attack, and who defend."""
        return force_soldiers(t)

    def defence(self, t: Rebellion) -> i64:
        return t.soldiers(t.battle[TARGET])

    def roll(self, t: Rebellion) -> None:
        roll_once(t)

    def won(self, t: Rebellion) -> None:
        """REB-9.1, REB-24.10, REB-19.8"""
        if t.battle[INSIDE]:
            if t.battle[ATTACKER] == REBELS:
                rebels_win(t, t.battle[TARGET], t.battle[DEFENDER])
            else:
                tribe_beaten(t)
            t.succeed(AFTERMATH)
            return
        capture(t, t.battle[ATTACKER], t.battle[TARGET])
        if not t.over:
            t.battle[CHANCE] = taking_chance(t, t.battle[TARGET])
            t.succeed(CONSEQUENCES)

    def lost(self, t: Rebellion) -> None:
        """REB-8.7, REB-24.8, REB-19.8"""
        if t.battle[INSIDE]:
            if t.battle[ATTACKER] == REBELS:
                t.tell(RISING_FAILS, t.battle[TARGET])
            else:
                lost_to_tribe(t)
            t.succeed(AFTERMATH)
            return
        t.tell(BEATEN, t.battle[TARGET])
        pay_for_landing(t)
        t.battle[CHANCE] = taking_chance(t, t.battle[TARGET])
        t.succeed(CONSEQUENCES)

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        row = t.battle
        way_out = ASK_TRIBE_ROLL if row[INSIDE] else ASK_ROLL
        phrase = way_out if row[ROLLS] and not came_by_landing_ship(t) else FIRST_ROLL
        target = row[TARGET]
        return [phrase, target, force_soldiers(t), t.soldiers(target), attack_total(t), defence_total(t)]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, t.battle[ATTACKER]]


TAKING_BASE: Final = NUMBERS.one("captives.base", "REB-22.2", 20, 0, 100, "percent to take captives")
TAKING_UNIT: Final = NUMBERS.one("captives.unit", "REB-22.2", 5, 0, 100, "percent more for each unit that is left")
TAKING_CAVALRY: Final = NUMBERS.one("captives.cavalry", "REB-22.2", 15, 0, 100, "percent more for each cavalry")
CERTAIN: Final = 100


def taking_chance(t: Rebellion, province: i64) -> i64:
    """REB-22.2  By the units of the winner, who stands in the province now; more than certain it is not."""
    riders = t.count[province * ARMS + CAVALRY]
    others = t.units_in(province) - riders
    chance = TAKING_BASE.of(t) + TAKING_UNIT.of(t) * others + TAKING_CAVALRY.of(t) * riders
    return chance if chance < CERTAIN else CERTAIN


# -- REB-6.9: who is lost --------------------------------------------------------------------------------------------

SIDE: Final = Slot(0)  # 1 for the defender
LOSER: Final = Slot(1)

NO_SUCH_ARM: Final = phrase("REB-6.9", "You have no {unit:unit} in this battle")
ASK_LOSS: Final = phrase("REB-6.9", "You lose a soldier in {province:region}: of which arm?")


class LoseType(Deed[Rebellion]):
    """REB-6.9  The arm that suffers the loss."""

    words = ["lose one {unit}", "unit:unit"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        arms = arms_in(t, t.battle[TARGET]) if SIDE.of(t) else arms_in_force(t)
        for arm in range(ARMS):
            if arms >> arm & 1:
                found.add(self.of(arm))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_SUCH_ARM, self.a(action)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        take_loss(t, SIDE.of(t) == 1, self.a(action))
        t.finish()


class Loss(Step[Rebellion]):
    """REB-6.9  Asked of the owner of the loss, then the battle goes on."""

    def resume(self, t: Rebellion) -> None:
        t.ask(LOSER.of(t))

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_LOSS, t.battle[TARGET]]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, LOSER.of(t)]


ROLL: Final = BattleRoll()
ROLL_UNTIL: Final = BattleUntil()
WITHDRAW: Final = BattleWithdraw()
BATTLE: Final = Battle("rebellion.battle", "Battle", "REB-8.4", [ROLL, ROLL_UNTIL, WITHDRAW, TRIBE_RETREAT])
LOSS: Final = Loss("rebellion.loss", "Losses", "REB-6.9", [LoseType()])
