"""One declared attack, roll by roll: the steps of S.8 to S.13 share a frame.

t.call(ATTACKER_DICE, source, target, force)      force is 0 in style `roll`
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.conquest.table import FORCE, NEUTRAL, SHARED_NUMBERS, Conquest

# Arguments of the frame.
SOURCE: Final = Slot(0)
TARGET: Final = Slot(1)
LEFT: Final = Slot(2)  # units left in the force
OURS: Final = Slot(3)  # the attacker's number of dice
THEIRS: Final = Slot(4)  # the defender's

# -- S.8: how many dice ----------------------------------------------------------------------------------------------

MOST_ATTACKING: Final = SHARED_NUMBERS.one("dice.attacker", "S.8", 3, 1, 6, "the most dice that the attacker throws")
MOST_DEFENDING: Final = SHARED_NUMBERS.one("dice.defender", "S.8", 2, 1, 2, "the most dice that the defender throws")
SIDES: Final = SHARED_NUMBERS.one("dice.sides", "S.8", 6, 2, 12, "the sides of a die")

ASK_ATTACKER_DICE: Final = phrase("S.8", "Throw how many dice against {target:region}?")
ASK_DEFENDER_DICE: Final = phrase("S.8", "{target:region} is attacked; dice against you: {n}. Throw how many?")
AWAIT_DICE: Final = phrase("S.8", "{who:seat} chooses a number of dice")
DICE_RANGE: Final = phrase("S.8", "Between 1 and {n} dice can be thrown here")
DICE_MOVE_IN: Final = phrase("S.13", "If the target falls, at least as many must move in")


class Dice(Deed[Conquest]):
    """S.8  With `dice_choice = choose` either side names its number of dice."""

    words = ["throw {n}", "n:count"]

    def offer(self, t: Conquest, seat: i64, found: Options) -> None:
        found.span(self.of(1), choice_of_dice(t).most(t))

    def effect_at(self, t: Conquest, seat: i64) -> Saying:
        return [DICE_MOVE_IN] if t.step() is ATTACKER_DICE and t.style != FORCE else []

    def why(self, t: Conquest, seat: i64, action: i64) -> Saying:
        return [DICE_RANGE, choice_of_dice(t).most(t)]

    def do(self, t: Conquest, seat: i64, action: i64) -> None:
        choice_of_dice(t).throw(t, self.a(action))


def choice_of_dice(t: Conquest) -> ChooseDice:
    step = t.step()
    assert isinstance(step, ChooseDice)
    return step


class ChooseDice(Step[Conquest]):
    """S.8  One side's number of dice: the most, or with `dice_choice = choose` as many as it names."""

    def most(self, t: Conquest) -> i64:
        raise NotImplementedError

    def thrower(self, t: Conquest) -> i64:
        raise NotImplementedError

    def throw(self, t: Conquest, n: i64) -> None:
        raise NotImplementedError

    def resume(self, t: Conquest) -> None:
        most = self.most(t)
        thrower = self.thrower(t)
        # One answer is no question, and neutral units always throw the most.
        if t.choose_dice and most > 1 and thrower < NEUTRAL:
            t.ask(thrower)
        else:
            self.throw(t, most)

    def waiting(self, t: Conquest) -> Saying:
        return [AWAIT_DICE, self.thrower(t)]


class AttackerDice(ChooseDice):
    """S.8  The attacker throws up to three dice, one for each unit that backs the attack."""

    def most(self, t: Conquest) -> i64:
        backing = LEFT.of(t) if t.style == FORCE else t.eligible(SOURCE.of(t))
        most = MOST_ATTACKING.of(t)
        return backing if backing < most else most

    def thrower(self, t: Conquest) -> i64:
        return t.owner[SOURCE.of(t)]

    def throw(self, t: Conquest, n: i64) -> None:
        OURS.put(t, n)
        t.goto(DEFENDER_DICE)

    def prompt(self, t: Conquest, seat: i64) -> Saying:
        return [ASK_ATTACKER_DICE, TARGET.of(t)]


class DefenderDice(ChooseDice):
    """S.8  The defender throws up to two, knowing the attacker's number; neutral units always the most."""

    def most(self, t: Conquest) -> i64:
        defenders: i64 = t.units[TARGET.of(t)]
        most = MOST_DEFENDING.of(t)
        return defenders if defenders < most else most

    def thrower(self, t: Conquest) -> i64:
        return t.owner[TARGET.of(t)]

    def throw(self, t: Conquest, n: i64) -> None:
        THEIRS.put(t, n)
        t.goto(ROLL_DICE)

    def prompt(self, t: Conquest, seat: i64) -> Saying:
        return [ASK_DEFENDER_DICE, TARGET.of(t), OURS.of(t)]


# -- S.9 to S.12: the roll -------------------------------------------------------------------------------------------

ROLLED: Final = phrase("S.9", "Dice {ours:dice} against {theirs:dice}: attacker loses {a}, defender {d}")
REPELLED: Final = phrase("S.12", "The attack on {target:region} has failed")
SPENT: Final = phrase("S.11", "The attack on {target:region} has failed")


class RollDice(Step[Conquest]):
    """S.9  Throw, compare the highest dice and then the second, remove all losses together."""

    def resume(self, t: Conquest) -> None:
        source = SOURCE.of(t)
        target = TARGET.of(t)
        ours = OURS.of(t)
        theirs = THEIRS.of(t)
        t.commit(source, LEFT.of(t) if t.style == FORCE else ours)

        sides = SIDES.of(t)
        first: i64 = 0  # our two highest dice
        second: i64 = 0
        thrown: i64 = 0
        for _ in range(ours):
            face = t.dice.roll(sides)
            thrown = thrown << 4 | face
            if face > first:
                second = first
                first = face
            elif face > second:
                second = face
        face = t.dice.roll(sides)
        answer: i64 = face
        high: i64 = face
        low: i64 = 0
        if theirs > 1:
            face = t.dice.roll(sides)
            answer = answer << 4 | face
            low = face if face < high else high
            high = face if face > high else high
        first += t.attacker_edge()
        high += t.defender_edge()

        lost_by_us: i64 = 0
        lost_by_them: i64 = 0
        if first > high:
            lost_by_them += 1
        elif first < high or not t.ties_stand:
            lost_by_us += 1
        if ours > 1 and theirs > 1:
            if second > low:
                lost_by_them += 1
            elif second < low or not t.ties_stand:
                lost_by_us += 1

        # S.10  All comparisons first, then all losses together.
        if lost_by_us:
            t.lose(source, lost_by_us)
        if lost_by_them:
            t.lose(target, lost_by_them)
        t.tell(ROLLED, thrown, answer, lost_by_us, lost_by_them)
        if t.style == FORCE:
            self.after_force(t, source, target, lost_by_us)
        else:
            self.after_strike(t, source, target)

    def after_force(self, t: Conquest, source: i64, target: i64, lost: i64) -> None:
        """S.12  Until the target is empty or the force used up."""
        left: i64 = LEFT.of(t) - lost
        LEFT.put(t, left)
        if t.units[target] == 0:
            t.finish()
            t.capture(source, target, left)
        elif left == 0:
            t.tell(REPELLED, target)
            t.finish()
        elif t.may_stop:
            t.goto(CONTINUE_OR_STOP)
        else:
            t.goto(ATTACKER_DICE)

    def after_strike(self, t: Conquest, source: i64, target: i64) -> None:
        """S.11  One roll to a declaration; without stopping, the same attack has to go on, and so does a run that was
        begun as one."""
        if t.units[target] == 0:
            t.run = []
            t.goto(MOVE_INTO)
            return
        t.finish()
        goes_on = len(t.run) > 0 or not t.may_stop
        t.run = [source, target] if goes_on and t.eligible(source) > 0 else []
        if t.eligible(source) < 1:
            t.tell(SPENT, target)


# -- S.12: going on or not -------------------------------------------------------------------------------------------

BREAKS_OFF: Final = phrase("S.12", "{who:seat} breaks off with {n} left of the force")
ASK_CONTINUE: Final = phrase(
    "S.12", "{n} of your force {n|faces|face} {d} in {target:region}. Continue the attack, or stop?"
)
AWAIT_CONTINUE: Final = phrase("S.12", "{who:seat} decides whether to continue the attack")
ROLLS_AGAIN: Final = phrase("S.12", "Another roll with what is left of the force")
STAYS_BACK: Final = phrase("S.12", "What is left of the force stays in {source:region}: {n}")


class Continue(Deed[Conquest]):
    words = ["continue"]
    effect = ROLLS_AGAIN
    forward = True

    def do(self, t: Conquest, seat: i64, action: i64) -> None:
        t.goto(ATTACKER_DICE)


class Stop(Deed[Conquest]):
    """S.12  What is left of the force stays where it came from."""

    words = ["stop"]

    def effect_at(self, t: Conquest, seat: i64) -> Saying:
        return [STAYS_BACK, SOURCE.of(t), LEFT.of(t)]

    def do(self, t: Conquest, seat: i64, action: i64) -> None:
        t.tell(BREAKS_OFF, t.owner[SOURCE.of(t)], LEFT.of(t))
        t.finish()


class ContinueOrStop(Step[Conquest]):
    """S.12  With `attack_stop = yes`: go on, or keep what is left of the force."""

    def prompt(self, t: Conquest, seat: i64) -> Saying:
        return [ASK_CONTINUE, LEFT.of(t), t.units[TARGET.of(t)], TARGET.of(t)]

    def waiting(self, t: Conquest) -> Saying:
        return [AWAIT_CONTINUE, t.active]


# -- S.13: moving in -------------------------------------------------------------------------------------------------

ASK_MOVE_IN: Final = phrase("S.13", "{target:region} is taken. Move in with how many?")
AWAIT_MOVE_IN: Final = phrase("S.13", "{who:seat} moves into {target:region}")
MOVE_RANGE: Final = phrase("S.13", "Between {least} and {most} must move in")
REST_STAYS: Final = phrase("S.13", "The others stay in {source:region}")


class MoveIn(Deed[Conquest]):
    """S.13  Style `roll`: at least as many as the dice of the last roll, at most all that are eligible."""

    words = ["move in {n}", "n:count"]

    def offer(self, t: Conquest, seat: i64, found: Options) -> None:
        least = OURS.of(t)
        found.span(self.of(least), t.eligible(SOURCE.of(t)) - least + 1)

    def effect_at(self, t: Conquest, seat: i64) -> Saying:
        return [REST_STAYS, SOURCE.of(t)]

    def why(self, t: Conquest, seat: i64, action: i64) -> Saying:
        return [MOVE_RANGE, OURS.of(t), t.eligible(SOURCE.of(t))]

    def do(self, t: Conquest, seat: i64, action: i64) -> None:
        move_in(t, self.a(action))


def move_in(t: Conquest, n: i64) -> None:
    source = SOURCE.of(t)
    target = TARGET.of(t)
    t.commit(source, n)
    t.finish()
    t.capture(source, target, n)


class MoveInto(Step[Conquest]):
    """S.13  The winner moves in, unasked where there is only one number."""

    def resume(self, t: Conquest) -> None:
        most = t.eligible(SOURCE.of(t))
        if OURS.of(t) >= most:
            move_in(t, most)
        else:
            t.ask(t.active)

    def prompt(self, t: Conquest, seat: i64) -> Saying:
        return [ASK_MOVE_IN, TARGET.of(t)]

    def waiting(self, t: Conquest) -> Saying:
        return [AWAIT_MOVE_IN, t.active, TARGET.of(t)]


DICE: Final = Dice()
CONTINUE: Final = Continue()
STOP: Final = Stop()
MOVE_IN: Final = MoveIn()

ATTACKER_DICE: Final = AttackerDice("conquest.attacker_dice", "Attacker's dice", "S.8", [DICE])
DEFENDER_DICE: Final = DefenderDice("conquest.defender_dice", "Defender's dice", "S.8", [DICE])
ROLL_DICE: Final = RollDice("conquest.roll", "Roll", "S.9")
CONTINUE_OR_STOP: Final = ContinueOrStop("conquest.continue", "Continue or stop", "S.12", [CONTINUE, STOP])
MOVE_INTO: Final = MoveInto("conquest.move_in", "Move in", "S.13", [MOVE_IN])

BATTLE: Final = [ATTACKER_DICE, DEFENDER_DICE, ROLL_DICE, CONTINUE_OR_STOP, MOVE_INTO]
