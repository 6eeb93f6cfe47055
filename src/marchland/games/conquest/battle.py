"""One declared attack, roll by roll: the steps of S.8 to S.13 share a frame.

t.call(ATTACKER_DICE, source, target, force)      force is 0 in style `roll`
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.games.conquest.table import FORCE, NEUTRAL, Conquest
from marchland.games.conquest.words import (
    ASK_ATTACKER_DICE,
    ASK_CONTINUE,
    ASK_DEFENDER_DICE,
    ASK_MOVE_IN,
    AWAIT_CONTINUE,
    AWAIT_DICE,
    AWAIT_MOVE_IN,
    BREAKS_OFF,
    CONTINUE,
    DICE,
    DICE_RANGE,
    MOVE_IN,
    MOVE_RANGE,
    REPELLED,
    ROLLED,
    SPENT,
    STOP,
)

# Arguments of the frame.
SOURCE: Final = 0
TARGET: Final = 1
LEFT: Final = 2  # units left in the force
OURS: Final = 3  # the attacker's number of dice
THEIRS: Final = 4  # the defender's


class ChooseDice(Step[Conquest]):
    """S.8  One side's number of dice: the most, or with `dice_choice = choose` as many as it names."""

    def most(self, t: Conquest) -> i64:
        raise NotImplementedError

    def thrower(self, t: Conquest) -> i64:
        raise NotImplementedError

    def dice(self, t: Conquest, n: i64) -> None:
        raise NotImplementedError

    def resume(self, t: Conquest) -> None:
        most = self.most(t)
        thrower = self.thrower(t)
        # One answer is no question, and neutral units always throw the most.
        if t.choose_dice and most > 1 and thrower < NEUTRAL:
            t.ask(thrower)
        else:
            self.dice(t, most)

    def options(self, t: Conquest, seat: i64, found: Options) -> None:
        found.span(DICE.of(1), self.most(t))

    def waiting(self, t: Conquest) -> list[int]:
        return [AWAIT_DICE, self.thrower(t)]

    def why(self, t: Conquest, seat: i64, action: i64) -> list[int]:
        return [DICE_RANGE, self.most(t)] if action >> 23 == DICE.number else []


class AttackerDice(ChooseDice):
    """S.8  The attacker throws up to three dice, one for each unit that backs the attack."""

    def most(self, t: Conquest) -> i64:
        backing = t.arg(LEFT) if t.style == FORCE else t.eligible(t.arg(SOURCE))
        return backing if backing < 3 else 3

    def thrower(self, t: Conquest) -> i64:
        return t.owner[t.arg(SOURCE)]

    def dice(self, t: Conquest, n: i64) -> None:
        t.set_arg(OURS, n)
        t.goto(DEFENDER_DICE)

    def prompt(self, t: Conquest, seat: i64) -> list[int]:
        return [ASK_ATTACKER_DICE, t.arg(TARGET)]


class DefenderDice(ChooseDice):
    """S.8  The defender throws up to two, knowing the attacker's number; neutral units always the most."""

    def most(self, t: Conquest) -> i64:
        defenders: i64 = t.units[t.arg(TARGET)]
        return defenders if defenders < 2 else 2

    def thrower(self, t: Conquest) -> i64:
        return t.owner[t.arg(TARGET)]

    def dice(self, t: Conquest, n: i64) -> None:
        t.set_arg(THEIRS, n)
        t.goto(ROLL_DICE)

    def prompt(self, t: Conquest, seat: i64) -> list[int]:
        return [ASK_DEFENDER_DICE, t.arg(TARGET), t.arg(OURS)]


class RollDice(Step[Conquest]):
    """S.9  Throw, compare the highest dice and then the second, remove all losses together."""

    def resume(self, t: Conquest) -> None:
        source = t.arg(SOURCE)
        target = t.arg(TARGET)
        ours = t.arg(OURS)
        theirs = t.arg(THEIRS)
        t.commit(source, t.arg(LEFT) if t.style == FORCE else ours)

        first: i64 = 0  # our two highest dice
        second: i64 = 0
        thrown: i64 = 0
        for _ in range(ours):
            face = t.dice.roll()
            thrown = thrown << 3 | face
            if face > first:
                second = first
                first = face
            elif face > second:
                second = face
        face = t.dice.roll()
        answer: i64 = face
        high: i64 = face
        low: i64 = 0
        if theirs > 1:
            face = t.dice.roll()
            answer = answer << 3 | face
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
        t.tell(ROLLED, thrown, answer, lost_by_us, lost_by_them)
        if lost_by_us:
            t.lose(source, lost_by_us)
        if lost_by_them:
            t.lose(target, lost_by_them)
        if t.style == FORCE:
            self.after_force(t, source, target, lost_by_us)
        else:
            self.after_strike(t, source, target)

    def after_force(self, t: Conquest, source: i64, target: i64, lost: i64) -> None:
        """S.12  Until the target is empty or the force used up."""
        left: i64 = t.arg(LEFT) - lost
        t.set_arg(LEFT, left)
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


class ContinueOrStop(Step[Conquest]):
    """S.12  With `attack_stop = yes`: go on, or keep what is left of the force where it came from."""

    def options(self, t: Conquest, seat: i64, found: Options) -> None:
        found.add(CONTINUE.of())
        found.add(STOP.of())

    def continue_(self, t: Conquest) -> None:
        t.goto(ATTACKER_DICE)

    def stop(self, t: Conquest) -> None:
        t.tell(BREAKS_OFF, t.owner[t.arg(SOURCE)], t.arg(LEFT))
        t.finish()

    def prompt(self, t: Conquest, seat: i64) -> list[int]:
        return [ASK_CONTINUE, t.arg(LEFT), t.units[t.arg(TARGET)], t.arg(TARGET)]

    def waiting(self, t: Conquest) -> list[int]:
        return [AWAIT_CONTINUE, t.active]


class MoveInto(Step[Conquest]):
    """S.13  Style `roll`: at least as many as the dice of the last roll, at most all that are eligible."""

    def resume(self, t: Conquest) -> None:
        most = t.eligible(t.arg(SOURCE))
        if t.arg(OURS) >= most:
            self.move_in(t, most)
        else:
            t.ask(t.active)

    def options(self, t: Conquest, seat: i64, found: Options) -> None:
        least = t.arg(OURS)
        found.span(MOVE_IN.of(least), t.eligible(t.arg(SOURCE)) - least + 1)

    def move_in(self, t: Conquest, n: i64) -> None:
        source = t.arg(SOURCE)
        target = t.arg(TARGET)
        t.commit(source, n)
        t.finish()
        t.capture(source, target, n)

    def prompt(self, t: Conquest, seat: i64) -> list[int]:
        return [ASK_MOVE_IN, t.arg(TARGET)]

    def waiting(self, t: Conquest) -> list[int]:
        return [AWAIT_MOVE_IN, t.active, t.arg(TARGET)]

    def why(self, t: Conquest, seat: i64, action: i64) -> list[int]:
        if action >> 23 != MOVE_IN.number:
            return []
        return [MOVE_RANGE, t.arg(OURS), t.eligible(t.arg(SOURCE))]


ATTACKER_DICE: Final = AttackerDice("conquest.attacker_dice", "Attacker's dice", "S.8")
DEFENDER_DICE: Final = DefenderDice("conquest.defender_dice", "Defender's dice", "S.8")
ROLL_DICE: Final = RollDice("conquest.roll", "Roll", "S.9")
CONTINUE_OR_STOP: Final = ContinueOrStop("conquest.continue", "Continue or stop", "S.12")
MOVE_INTO: Final = MoveInto("conquest.move_in", "Move in", "S.13")

BATTLE: Final = [ATTACKER_DICE, DEFENDER_DICE, ROLL_DICE, CONTINUE_OR_STOP, MOVE_INTO]
