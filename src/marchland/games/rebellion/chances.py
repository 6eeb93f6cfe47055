"""The chances of a land battle (REB-8), worked out soldier by soldier: who has how many left, by exact arithmetic.

Losses fall by the automatic order (REB-6.9), so each side passes through one row of states, from all to none.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.games.rebellion.modifiers import for_ground, for_numbers
from marchland.games.rebellion.settings import NUMBERS_BONUS, START
from marchland.games.rebellion.table import ARMS, ARTILLERY, CARAVAN, INFANTRY, SOLDIERS, Rebellion, change

DIE: Final = 100


class Sides:
    """One side of a battle, after no loss, one loss, two …: soldiers, cannons, and whether infantry is among them."""

    soldiers: list[int]
    cannons: list[int]
    infantry: list[bool]

    def __init__(self, units: list[int]) -> None:
        left = units[:]
        self.soldiers = []
        self.cannons = []
        self.infantry = []
        while True:
            total = 0
            for arm in range(ARMS):
                total += left[arm] * int(SOLDIERS[arm])
            self.soldiers.append(total)
            self.cannons.append(left[ARTILLERY] + left[CARAVAN])
            self.infantry.append(left[INFANTRY] > 0)
            if total == 0:
                return
            arm = 0
            while left[arm] == 0:
                arm += 1
            left[arm] -= 1
            for piece in range(ARMS):
                left[piece] += int(change(arm, piece))


def roll_chance(ahead: i64) -> float:
    """REB-8.4  The chance that d100 and so much more is above another d100."""
    # The attacker wins if a - b > -ahead: of 10,000 pairs those with a difference above that.
    least: i64 = 1 - ahead
    if least <= 1 - DIE:
        return 1.0
    if least > DIE - 1:
        return 0.0
    pairs: i64 = 0
    if least > 0:
        n: i64 = DIE - least
        pairs = n * (n + 1) // 2
    else:
        n = DIE + least - 1
        pairs = DIE * DIE - n * (n + 1) // 2
    return float(int(pairs)) / (DIE * DIE)


class BattleChances:
    """How a battle ends that is fought until one side is gone: chances by the soldiers who are left."""

    attackers: list[int]
    defenders: list[int]
    win: float
    attacker_left: list[float]  # [soldiers]: the chance that the attacker has won with so many
    defender_left: list[float]
    rolls: float

    def __init__(self, t: Rebellion, attack: Sides, defence: Sides, fixed: i64, level: i64, each: i64) -> None:
        """`fixed` is what the attacker adds throughout less what the defender does, `each` what a cannon takes."""
        self.attackers = attack.soldiers
        self.defenders = defence.soldiers
        rows, columns = len(attack.soldiers), len(defence.soldiers)
        self.attacker_left = [0.0] * rows
        self.defender_left = [0.0] * columns
        self.rolls = 0.0
        at_start = NUMBERS_BONUS.of(t) == START
        reached = [[0.0] * columns for _ in range(rows)]
        reached[0][0] = 1.0
        for a in range(rows):
            row = reached[a]
            for d in range(columns):
                here = row[d]
                if here == 0.0:
                    continue
                if d == columns - 1:
                    self.attacker_left[attack.soldiers[a]] += here
                elif a == rows - 1:
                    self.defender_left[defence.soldiers[d]] += here
                else:
                    place_a, place_d = (0, 0) if at_start else (a, d)
                    ahead = fixed + for_numbers(t, attack.soldiers[place_a], defence.soldiers[place_d])
                    ahead -= for_ground(t, level, attack.cannons[a], defence.infantry[d], each)
                    chance = roll_chance(ahead)
                    row[d + 1] += here * chance
                    reached[a + 1][d] += here * (1.0 - chance)
                    self.rolls += here
        self.win = sum(self.attacker_left)

    def left_if_won(self) -> float:
        total = sum(n * chance for n, chance in enumerate(self.attacker_left))
        return total / self.win if self.win > 0.0 else 0.0

    def left_if_lost(self) -> float:
        total = sum(n * chance for n, chance in enumerate(self.defender_left))
        return total / (1.0 - self.win) if self.win < 1.0 else 0.0


def defenders_in(t: Rebellion, province: i64) -> Sides:
    return Sides([int(t.count[province * ARMS + arm]) for arm in range(ARMS)])
