"""How a battle will probably end (ALL-14, ALL-15, ALL-17), worked out exactly round by round.

Both sides fight on as long as they can: nobody retreats who need not, and infantry dies and retreats before artillery.
Every die of the defender takes one attacker out of the battle, so how many attackers are left after a round is certain;
only whether they are killed, and what becomes of the defenders, is left to the dice.
"""

from __future__ import annotations

from math import comb
from typing import Final, final

from mypy_extensions import i64

from marchland.games.alliances.battle import DEFENCE_KILL_FROM, KILL_FROM, RETREAT_FROM, TRENCH_DICE
from marchland.games.alliances.table import ARTILLERY_COST, INFANTRY_COST, Alliances

FACES: Final = 6


@final
class Forecast:
    """A battle of some infantry and artillery against defenders."""

    win: float  # the chance that the attacker conquers the region
    emptied: float  # the chance that nobody is left there
    lost: float  # the cost of the attackers that are killed, on average
    killed: float  # defenders that are killed, on average
    rounds: float  # battle rounds, on average
    attackers_left: list[float]  # [k]: the chance to win with k units in the region
    defenders_left: list[float]  # [k]: the chance that k defenders hold it

    def __init__(self, attackers: int, defenders: int) -> None:
        self.win = 0.0
        self.emptied = 0.0
        self.lost = 0.0
        self.killed = 0.0
        self.rounds = 0.0
        self.attackers_left = [0.0] * (attackers + 1)
        self.defenders_left = [0.0] * (defenders + 1)

    def add(self, other: Forecast, chance: float) -> None:
        """What follows with this chance."""
        self.win += chance * other.win
        self.emptied += chance * other.emptied
        self.lost += chance * other.lost
        self.killed += chance * other.killed
        self.rounds += chance * other.rounds
        for k, one in enumerate(other.attackers_left):
            self.attackers_left[k] += chance * one
        for k, one in enumerate(other.defenders_left):
            self.defenders_left[k] += chance * one


@final
class Dice:
    """What dice do by the numbers of a match, and all battles that were worked out with them."""

    kill: float  # of an attacker's die
    force: float
    defence_kill: float
    trench_dice: int
    found: dict[int, Forecast]

    def __init__(self, kill_from: int, retreat_from: int, defence_kill_from: int, trench_dice: int) -> None:
        self.kill = part_from(kill_from)
        self.force = max(0.0, part_from(retreat_from) - self.kill)
        self.defence_kill = part_from(defence_kill_from)
        self.trench_dice = trench_dice
        self.found = {}

    def battle(self, infantry: int, artillery: int, defenders: int, trench: bool) -> Forecast:
        key = ((infantry * 64 + artillery) * 64 + defenders) * 2 + (1 if trench else 0)
        known = self.found.get(key)
        if known is None:
            known = self.worked_out(infantry, artillery, defenders, trench)
            self.found[key] = known
        return known

    def worked_out(self, infantry: int, artillery: int, defenders: int, trench: bool) -> Forecast:
        made = Forecast(infantry + artillery, defenders)
        made.rounds = 1.0
        struck = min(artillery, defenders)
        left = defenders - struck
        made.killed = float(struck)
        if left == 0:
            # ALL-14.4
            made.win = 1.0
            made.attackers_left[infantry + artillery] = 1.0
            return made
        dice = left * (self.trench_dice if trench else 1)
        made.lost = self.cost_of_kills(infantry, artillery, dice)
        gone = min(dice, infantry + artillery)
        staying = max(0, infantry - gone)
        guns = artillery - max(0, gone - infantry)
        for kills in range(infantry + 1):
            for forced in range(infantry - kills + 1):
                chance = self.chance_of(infantry, kills, forced)
                if chance > 0.0:
                    dead = min(kills, left)
                    made.killed += chance * dead
                    self.go_on(made, chance, staying, guns, left - dead, 0 if trench else forced, trench)
        return made

    def go_on(
        self, made: Forecast, chance: float, infantry: int, artillery: int, defenders: int, forced: int, trench: bool
    ) -> None:
        """ALL-15.2, ALL-16.1  After the kills of a round: the attack is over, or won, or the next round follows."""
        if infantry + artillery == 0:
            made.defenders_left[defenders] += chance
            if defenders == 0:
                made.emptied += chance
        elif defenders <= forced:
            made.win += chance
            made.attackers_left[infantry + artillery] += chance
        else:
            made.add(self.battle(infantry, artillery, defenders - forced, trench), chance)

    def chance_of(self, dice: int, kills: int, forced: int) -> float:
        """That of so many of the attacker's dice so many kill and so many force a retreat."""
        rest = dice - kills - forced
        nothing = max(0.0, 1.0 - self.kill - self.force)
        ways = comb(dice, kills) * comb(dice - kills, forced)
        return float(ways) * float(self.kill**kills * self.force**forced * nothing**rest)

    def cost_of_kills(self, infantry: int, artillery: int, dice: int) -> float:
        """The cost of the attackers that the defender's dice kill, on average: infantry first."""
        total = 0.0
        for kills in range(dice + 1):
            chance = float(comb(dice, kills)) * float(
                self.defence_kill**kills * (1.0 - self.defence_kill) ** (dice - kills)
            )
            soldiers = min(kills, infantry)
            guns = min(kills - soldiers, artillery)
            total += chance * (soldiers * INFANTRY_COST + guns * ARTILLERY_COST)
        return total


def part_from(least: int) -> float:
    """The part of the faces of a die from this one on."""
    return max(0, FACES + 1 - least) / FACES


_DICE: Final[dict[int, Dice]] = {}


def dice_of(t: Alliances) -> Dice:
    """The dice of a match; matches with the same numbers share what was worked out."""
    numbers: list[i64] = [KILL_FROM.of(t), RETREAT_FROM.of(t), DEFENCE_KILL_FROM.of(t), TRENCH_DICE.of(t)]
    key = int(((numbers[0] * 8 + numbers[1]) * 8 + numbers[2]) * 8 + numbers[3])
    known = _DICE.get(key)
    if known is None:
        known = Dice(int(numbers[0]), int(numbers[1]), int(numbers[2]), int(numbers[3]))
        _DICE[key] = known
    return known


def forecast(t: Alliances, infantry: i64, artillery: i64, defenders: i64, trench: bool) -> Forecast:
    return dice_of(t).battle(int(infantry), int(artillery), int(defenders), trench)
