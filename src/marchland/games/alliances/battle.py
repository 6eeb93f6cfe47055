"""Chapters 14, 15 and 17: one battle, round by round. Its steps share a frame: t.call(STRIKE, region)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit
from marchland.engine.step import Step
from marchland.games.alliances.battlefield import (
    FORCED,
    KILLS,
    REFUGE,
    THEIR_FORCED,
    THEIR_KILLS,
    WHERE,
    attackers,
    attacking_artillery,
    attacking_infantry,
    defence,
    defender,
    defenders,
    take_attackers,
)
from marchland.games.alliances.parts import Decision
from marchland.games.alliances.powers import NEUTRAL
from marchland.games.alliances.regions import AROUND, LAND, NUMBERS
from marchland.games.alliances.settings import CASUALTIES, INFANTRY_FIRST
from marchland.games.alliances.table import Alliances, force
from marchland.games.alliances.victory import CONQUEST

RETREAT_FROM: Final = NUMBERS.one(
    "dice.retreat", "ALL-14.6", 3, 1, 7, "the least roll of the attacker that forces a defender to retreat"
)
KILL_FROM: Final = NUMBERS.one("dice.kill", "ALL-14.6", 5, 1, 7, "the least roll of the attacker that kills")
DEFENCE_KILL_FROM: Final = NUMBERS.one(
    "dice.defence_kill", "ALL-14.7", 5, 1, 7, "the least roll of the defender that kills; less forces to retreat"
)
TRENCH_DICE: Final = NUMBERS.one("dice.trench", "ALL-17.1", 2, 1, 3, "dice of each defending unit in a trench")

# -- ALL-14.3: strike ------------------------------------------------------------------------------------------------

STRIKES: Final = phrase("ALL-14.3", "Artillery kills {n unit} in {region:region}")


class Strike(Step[Alliances]):
    """ALL-14.2, ALL-14.3  A battle round begins: every attacking artillery kills one defending unit.

    ALL-17.6  Trenches do not weaken it. ALL-14.4  If no defender is left, the attacker has won at once.
    """

    def resume(self, t: Alliances) -> None:
        kills = at_most(attacking_artillery(t), defenders(t))
        THEIR_KILLS.put(t, kills)
        if kills > 0:
            t.tell(STRIKES, kills, WHERE.of(t))
        t.goto(STRIKE_LOSS)


# -- ALL-14.10: who is killed ----------------------------------------------------------------------------------------

LOSES: Final = phrase("ALL-14.10", "The {who:power} loses {units:force}")
NEUTRAL_LOSES: Final = phrase("ALL-14.10", "Killed among the neutrals: {n unit}")
ASK_LOSE: Final = phrase("ALL-14.10", "{power:power}: choose {n unit} in {region:region} to be killed.")
OTHER_LOSSES: Final = phrase("ALL-14.10", "Exactly {n unit} of those in the battle must be killed")


class Lose(Deed[Alliances]):
    """ALL-14.10  The owner chooses which of its units are killed. ALL-14.9  Kills beyond the units are lost."""

    words = ["lose {i} infantry and {a} artillery", "i:count a:count"]

    def offer(self, t: Alliances, seat: i64, found: Options) -> None:
        step = loss_of(t)
        infantry, artillery, kills = step.infantry(t), step.artillery(t), step.kills(t)
        most = infantry if infantry < kills else kills
        if CASUALTIES.of(t) == INFANTRY_FIRST:
            found.add(self.of(most, kills - most))
            return
        for i in range(most + 1):
            if kills - i <= artillery:
                found.add(self.of(i, kills - i))

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        return [OTHER_LOSSES, loss_of(t).kills(t)]

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        step = loss_of(t)
        step.lose(t, self.a(action), self.b(action))
        step.go_on(t)


class Loss(Decision):
    """ALL-14.10  Units of one side are killed; a choice is put only when both kinds are there and not all die."""

    def infantry(self, t: Alliances) -> i64:
        return t.infantry_in(defender(t), WHERE.of(t))

    def artillery(self, t: Alliances) -> i64:
        return t.artillery_in(defender(t), WHERE.of(t))

    def kills(self, t: Alliances) -> i64:
        return THEIR_KILLS.of(t)

    def power(self, t: Alliances) -> i64:
        return defence(t)

    def lose(self, t: Alliances, infantry: i64, artillery: i64) -> None:
        power = defender(t)
        t.take(power, WHERE.of(t), infantry, artillery)
        if power == NEUTRAL:
            t.tell(NEUTRAL_LOSES, infantry)
        else:
            t.tell(LOSES, power, force(infantry, artillery))

    def go_on(self, t: Alliances) -> None:
        raise NotImplementedError

    def resume(self, t: Alliances) -> None:
        if self.kills(t) > 0:
            super().resume(t)
        else:
            self.go_on(t)

    def act(self, t: Alliances, seat: i64, action: i64) -> None:
        t.reveals += 1
        super().act(t, seat, action)

    def prompt(self, t: Alliances, seat: i64) -> Saying:
        return [ASK_LOSE, self.power(t), self.kills(t), WHERE.of(t)]


def loss_of(t: Alliances) -> Loss:
    step = t.step()
    assert isinstance(step, Loss)
    return step


class StrikeLoss(Loss):
    """ALL-14.3, ALL-14.10  What the artillery has struck."""

    def go_on(self, t: Alliances) -> None:
        t.goto(CONQUEST if defenders(t) == 0 else ROLL)


class AttackerLoss(Loss):
    """ALL-14.8, ALL-14.10  Kills are carried out on both sides before any retreat, first on the attacker's."""

    def infantry(self, t: Alliances) -> i64:
        return attacking_infantry(t)

    def artillery(self, t: Alliances) -> i64:
        return attacking_artillery(t)

    def kills(self, t: Alliances) -> i64:
        return KILLS.of(t)

    def power(self, t: Alliances) -> i64:
        return t.mover

    def lose(self, t: Alliances, infantry: i64, artillery: i64) -> None:
        take_attackers(t, infantry, artillery)
        t.tell(LOSES, t.mover, force(infantry, artillery))

    def go_on(self, t: Alliances) -> None:
        t.goto(DEFENDER_LOSS)


class DefenderLoss(Loss):
    """ALL-14.10  Then on the defender's."""

    def go_on(self, t: Alliances) -> None:
        t.goto(ATTACKER_RETREAT)


# -- ALL-14.5: dice --------------------------------------------------------------------------------------------------

ATTACKER_ROLLS: Final = phrase("ALL-14.6", "The {who:power} attacks and rolls {thrown:dice}")
DEFENDER_ROLLS: Final = phrase("ALL-14.7", "The {who:power} defends and rolls {thrown:dice}")
NEUTRALS_ROLL: Final = phrase("ALL-14.7", "The neutral units defend and roll {thrown:dice}")
DICE_TOLD: Final = 12  # in one saying; further ones are told in the next


class Throw:
    """Dice of one side: how many kill, and how many force to retreat."""

    def __init__(self, t: Alliances, dice: i64, kill_from: i64, retreat_from: i64, said: i64, whose: i64) -> None:
        self.kills: i64 = 0
        self.forced: i64 = 0
        thrown: i64 = 0
        for i in range(dice):
            face = t.dice.roll()
            if face >= kill_from:
                self.kills += 1
            elif face >= retreat_from:
                self.forced += 1
            thrown = thrown << 4 | face
            if i % DICE_TOLD == DICE_TOLD - 1 or i == dice - 1:
                if whose == NEUTRAL:
                    t.tell(NEUTRALS_ROLL, thrown)
                else:
                    t.tell(said, whose, thrown)
                thrown = 0


class Roll(Step[Alliances]):
    """ALL-14.5 to ALL-14.7, ALL-14.11  All dice of the attacker, one for each infantry, then all of the defender, one
    for each unit or in a trench two. Both count at the same moment (ALL-14.8). ALL-17.5, ALL-18.1  Neutral units defend
    like any others."""

    def resume(self, t: Alliances) -> None:
        trench = t.entrenched & bit(WHERE.of(t)) != 0
        ours = Throw(t, attacking_infantry(t), KILL_FROM.of(t), RETREAT_FROM.of(t), ATTACKER_ROLLS, t.mover)
        dice = defenders(t) * (TRENCH_DICE.of(t) if trench else 1)
        theirs = Throw(t, dice, DEFENCE_KILL_FROM.of(t), 0, DEFENDER_ROLLS, defender(t))
        KILLS.put(t, at_most(theirs.kills, attackers(t)))
        FORCED.put(t, at_most(theirs.forced, attackers(t) - KILLS.of(t)))
        THEIR_KILLS.put(t, at_most(ours.kills, defenders(t)))
        THEIR_FORCED.put(t, 0 if trench else at_most(ours.forced, defenders(t) - THEIR_KILLS.of(t)))  # ALL-17.1
        t.goto(ATTACKER_LOSS)


def at_most(hits: i64, units: i64) -> i64:
    """ALL-14.9  No more are hit than there are."""
    return hits if hits < units else units


# -- ALL-15: retreats ------------------------------------------------------------------------------------------------

GOES_BACK: Final = phrase("ALL-15.1", "Back to {origin:region}: {units:force}")
REPELLED: Final = phrase("ALL-15.2", "The attack on {region:region} is over")
EMPTIED: Final = phrase("ALL-15.3", "{region:region} is unoccupied")
RETREATS: Final = phrase("ALL-15.5", "Retreat to {refuge:region}: {n unit}")
NO_WAY_OUT: Final = phrase("ALL-15.7", "No way out of {region:region}: {n unit} killed")
ASK_GO_BACK: Final = phrase("ALL-15.1", "{power:power}: go back from {region:region} with at least {n unit}.")
ASK_MAY_GO_BACK: Final = phrase("ALL-15.1", "{power:power}: go back from {region:region} with any units, or fight on.")
ASK_RETREAT: Final = phrase("ALL-15.4", "{power:power}: retreat from {region:region} with at least {n unit}.")
ASK_MAY_RETREAT: Final = phrase("ALL-15.4", "{power:power}: retreat from {region:region} with any units, or stay.")
ASK_FOR_NEUTRALS: Final = phrase(
    "ALL-18.3", "{power:power}: you decide for the neutral units in {region:region}. At least {n} must retreat."
)
ASK_CORNERED: Final = phrase(
    "ALL-15.7", "{power:power}: there is no way out of {region:region}; choose {n unit} to die."
)
ASK_REFUGE: Final = phrase("ALL-15.6", "{power:power}: retreat from {region:region} to which region?")
GO_BACK_OTHERWISE: Final = phrase("ALL-15.1", "Of the attackers in the battle at least {n} must go back")
RETREAT_OTHERWISE: Final = phrase("ALL-15.4", "Of the defenders in the battle at least {n} must retreat")
DIE_OTHERWISE: Final = phrase("ALL-15.7", "There is no way out: exactly {n unit} must die, and nobody can retreat")
NO_REFUGE: Final = phrase("ALL-15.5", "The defenders cannot retreat to {region:region}")


def refuges(t: Alliances) -> i64:
    """ALL-15.5, ALL-15.8 to ALL-15.13, ALL-18.2  Adjacent land of the defender or unoccupied, but never the origin, as
    it is now; once a region is chosen, that one (ALL-15.6)."""
    if REFUGE.of(t) > 0:
        return bit(REFUGE.of(t) - 1)
    where = WHERE.of(t)
    return AROUND[where] & LAND & (t.held[defender(t)] | t.unoccupied()) & ~bit(t.origin) & ~bit(where)


class Retreat(Deed[Alliances]):
    """ALL-15.1, ALL-15.4  The forced units, and any others."""

    words = ["retreat {i} infantry and {a} artillery", "i:count a:count"]

    def offer(self, t: Alliances, seat: i64, found: Options) -> None:
        step = withdrawal_of(t)
        infantry, artillery, forced = step.infantry(t), step.artillery(t), step.forced(t)
        most = forced if step.cornered(t) else infantry + artillery
        for i in range(infantry + 1):
            least: i64 = forced - i if forced > i else 0
            top: i64 = most - i if most - i < artillery else artillery
            found.span(self.of(i, least), top - least + 1)

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        step = withdrawal_of(t)
        return [step.otherwise(t), step.forced(t)]

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        t.reveals += 1
        withdrawal_of(t).leave(t, self.a(action), self.b(action))


class Withdrawal(Decision):
    """Units of one side leave the battle."""

    def infantry(self, t: Alliances) -> i64:
        raise NotImplementedError

    def artillery(self, t: Alliances) -> i64:
        raise NotImplementedError

    def forced(self, t: Alliances) -> i64:
        raise NotImplementedError

    def cornered(self, t: Alliances) -> bool:
        """ALL-15.7  Whether there is no way out: then nobody may go who need not."""
        return False

    def otherwise(self, t: Alliances) -> int:
        """What is said to whoever wants to leave in another way."""
        raise NotImplementedError

    def leave(self, t: Alliances, infantry: i64, artillery: i64) -> None:
        raise NotImplementedError


def withdrawal_of(t: Alliances) -> Withdrawal:
    step = t.step()
    assert isinstance(step, Withdrawal)
    return step


class AttackerRetreat(Withdrawal):
    """ALL-15.1  All of them go back to the origin, at sea too. ALL-15.2  If no attacker is left, the battle ends and
    nobody else has to retreat."""

    def infantry(self, t: Alliances) -> i64:
        return attacking_infantry(t)

    def artillery(self, t: Alliances) -> i64:
        return attacking_artillery(t)

    def forced(self, t: Alliances) -> i64:
        return at_most(FORCED.of(t), attackers(t))

    def otherwise(self, t: Alliances) -> int:
        return GO_BACK_OTHERWISE

    def leave(self, t: Alliances, infantry: i64, artillery: i64) -> None:
        if infantry + artillery > 0:
            take_attackers(t, infantry, artillery)
            t.put(t.mover, t.origin, infantry, artillery)
            t.tell(GOES_BACK, t.origin, force(infantry, artillery))
        if attackers(t) == 0:
            where = WHERE.of(t)
            t.tell(REPELLED, where)
            if defenders(t) == 0:
                t.tell(EMPTIED, where)
                t.deserted(t.mover, where)
            t.finish()
        else:
            t.goto(CONQUEST if defenders(t) == 0 else DEFENDER_RETREAT)

    def prompt(self, t: Alliances, seat: i64) -> Saying:
        if self.forced(t) == 0:
            return [ASK_MAY_GO_BACK, t.mover, WHERE.of(t)]
        return [ASK_GO_BACK, t.mover, WHERE.of(t), self.forced(t)]


class DefenderRetreat(Withdrawal):
    """ALL-15.4, ALL-17.4, ALL-18.5  The defender's forced units, and any others that want to. ALL-14.12  Here the owner
    always chooses."""

    def infantry(self, t: Alliances) -> i64:
        return t.infantry_in(defender(t), WHERE.of(t))

    def artillery(self, t: Alliances) -> i64:
        return t.artillery_in(defender(t), WHERE.of(t))

    def forced(self, t: Alliances) -> i64:
        return at_most(THEIR_FORCED.of(t), defenders(t))

    def cornered(self, t: Alliances) -> bool:
        return refuges(t) == 0

    def otherwise(self, t: Alliances) -> int:
        return DIE_OTHERWISE if self.cornered(t) else RETREAT_OTHERWISE

    def power(self, t: Alliances) -> i64:
        return defence(t)

    def leave(self, t: Alliances, infantry: i64, artillery: i64) -> None:
        if infantry + artillery == 0:
            t.goto(STRIKE)
        elif self.cornered(t):
            where = WHERE.of(t)
            t.take(defender(t), where, infantry, artillery)
            t.tell(NO_WAY_OUT, where, infantry + artillery)
            t.goto(CONQUEST if defenders(t) == 0 else STRIKE)
        else:
            # They wait in the places of the attacker's kills and retreats, which are over.
            KILLS.put(t, infantry)
            FORCED.put(t, artillery)
            t.goto(CHOOSE_REFUGE)

    def prompt(self, t: Alliances, seat: i64) -> Saying:
        if defender(t) == NEUTRAL:
            return [ASK_FOR_NEUTRALS, self.power(t), WHERE.of(t), self.forced(t)]
        if self.forced(t) == 0:
            return [ASK_MAY_RETREAT, self.power(t), WHERE.of(t)]
        return [ASK_CORNERED if self.cornered(t) else ASK_RETREAT, self.power(t), WHERE.of(t), self.forced(t)]


class RetreatTo(Deed[Alliances]):
    """ALL-15.6  One region for all retreats of a battle."""

    words = ["retreat to {region}", "region:region"]

    def offer(self, t: Alliances, seat: i64, found: Options) -> None:
        found.fan(self, refuges(t))

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        return [NO_REFUGE, self.a(action)]

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        t.reveals += 1
        power, where, refuge = defender(t), WHERE.of(t), self.a(action)
        infantry, artillery = KILLS.of(t), FORCED.of(t)
        REFUGE.put(t, refuge + 1)
        t.take(power, where, infantry, artillery)
        t.put(power, refuge, infantry, artillery)
        t.tell(RETREATS, refuge, infantry + artillery)
        t.goto(CONQUEST if defenders(t) == 0 else STRIKE)


class ChooseRefuge(Decision):
    """ALL-15.5, ALL-15.6  With several regions of retreat the defender chooses at its first retreat."""

    def power(self, t: Alliances) -> i64:
        return defence(t)

    def prompt(self, t: Alliances, seat: i64) -> Saying:
        return [ASK_REFUGE, self.power(t), WHERE.of(t)]


LOSE: Final = Lose()
RETREAT: Final = Retreat()
RETREAT_TO: Final = RetreatTo()

STRIKE: Final = Strike("alliances.strike", "Strike", "ALL-14.3")
STRIKE_LOSS: Final = StrikeLoss("alliances.strike_loss", "Strike", "ALL-14.3", [LOSE])
ROLL: Final = Roll("alliances.roll", "Dice", "ALL-14.5")
ATTACKER_LOSS: Final = AttackerLoss("alliances.attacker_loss", "Attacker's losses", "ALL-14.10", [LOSE])
DEFENDER_LOSS: Final = DefenderLoss("alliances.defender_loss", "Defender's losses", "ALL-14.10", [LOSE])
ATTACKER_RETREAT: Final = AttackerRetreat("alliances.attacker_retreat", "Attacker's retreat", "ALL-15.1", [RETREAT])
DEFENDER_RETREAT: Final = DefenderRetreat("alliances.defender_retreat", "Defender's retreat", "ALL-15.4", [RETREAT])
CHOOSE_REFUGE: Final = ChooseRefuge("alliances.refuge", "Region of retreat", "ALL-15.6", [RETREAT_TO])
BATTLE: Final[list[Step[Alliances]]] = [
    STRIKE,
    STRIKE_LOSS,
    ROLL,
    ATTACKER_LOSS,
    DEFENDER_LOSS,
    ATTACKER_RETREAT,
    DEFENDER_RETREAT,
    CHOOSE_REFUGE,
]
