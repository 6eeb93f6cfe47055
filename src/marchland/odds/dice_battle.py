"""The exact odds of one roll and of a whole attack fought with dice.

Each side throws a die for each of its units, the attacker at most three and the defender at most two (or as many as
`DiceRule` says); the two highest dice of each side are compared in pairs, and the lower one of each pair costs a unit.
The figures are for sides that throw all the dice they may, in an attack that is fought to the end.

One roll is counted exactly, in integers.  A whole attack is a long chain of rolls and is worked out
in floats; only positive terms are added, so the probabilities are good to 1e-12.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import fsum

TIES = ("defender", "nobody")
"""Who profits from equal dice: the defender, whose unit stands while the attacker's is lost, or nobody."""


@dataclass(frozen=True)
class DiceRule:
    """The most dice of either side, and their sides."""

    attack: int = 3
    defence: int = 2
    sides: int = 6


USUAL = DiceRule()

MOST_UNITS = 1000
"""The most units of either side that are accepted; it keeps the largest attack under a second."""

# Below this chance, what floats lose to underflow is no longer small against the chance itself, so
# no average "given that outcome" is offered.
_TOO_RARE = 1e-300

# `smallest_force` grants the rounding of the chain: 2 v 2 with ties to nobody does reach 0.5.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class RollOdds:
    """How often each pair of losses comes up in one roll, among all throws."""

    attack_dice: int
    defend_dice: int
    ties: str
    total: int
    counts: tuple[tuple[int, int, int], ...]
    """(units lost by the attacker, units lost by the defender, number of throws), never 0 throws."""

    def count(self, attacker_loss: int, defender_loss: int) -> int:
        """The number of throws with exactly these losses."""
        losses = (attacker_loss, defender_loss)
        return sum(throws for own, their, throws in self.counts if (own, their) == losses)

    def chance(self, attacker_loss: int, defender_loss: int) -> Fraction:
        """The exact chance of exactly these losses."""
        return Fraction(self.count(attacker_loss, defender_loss), self.total)


@dataclass(frozen=True)
class BattleOdds:
    """How an attack of a force against a number of defenders ends, fought to the end."""

    force: int
    defenders: int
    ties: str
    attacker_left: tuple[float, ...]
    """[k] is the chance that the attack is won with k units of the force left; [0] is 0."""
    defender_left: tuple[float, ...]
    """[k] is the chance that the attack is lost with k defenders left; [0] is 0."""
    rolls: float
    """The expected number of rolls, counting those in which nobody loses a unit."""
    win: float
    """The chance that the attack is won."""
    lose: float
    """The chance that the attack is lost."""
    force_left: float
    """The expected number of units left in the force, counting 0 for an attack that is lost."""
    force_left_if_won: float | None
    """The same given that the attack is won; None if winning is too rare for floats (1e-300)."""
    defenders_left_if_lost: float | None
    """Expected defenders left given that the attack is lost; None if losing is too rare."""


def roll_odds(
    attack_dice: int, defend_dice: int, ties: str = "defender", edge: int = 0, rule: DiceRule = USUAL
) -> RollOdds:
    """The exact odds of one roll with these numbers of dice.

    `edge` is what the rules of a game add to the attacker's highest die, less what they add to the
    defender's: only the difference matters where the two are compared.
    """
    _check_range("The number of attack dice", attack_dice, rule.attack)
    _check_range("The number of defence dice", defend_dice, rule.defence)
    _check_ties(ties)
    return _count_rolls(attack_dice, defend_dice, ties, edge, rule.sides)


@lru_cache(512)
def battle_odds(
    force: int, defenders: int, ties: str = "defender", edge: int = 0, rule: DiceRule = USUAL
) -> BattleOdds:
    """The odds of an attack with `force` units on `defenders` units, fought to the end, with
    the same `edge` in every roll.

    Either side may have 1 to MOST_UNITS units; other numbers raise ValueError.
    """
    _check_range("The force", force, MOST_UNITS, "units")
    _check_range("The number of defenders", defenders, MOST_UNITS, "units")
    _check_ties(ties)

    # rows[i][d] is the chance that the fight ever stands at `units - i` of the force against d
    # defenders.  No roll costs more than two units, so three rows are alive at a time.
    rows = [[0.0] * (defenders + 1) for _ in range(3)]
    rows[0][defenders] = 1.0
    attacker_left = [0.0] * (force + 1)
    roll_terms: list[float] = []
    for units in range(force, 0, -1):
        against_one, against_more = (_changes(units, n, ties, edge, rule) for n in (1, 2))
        row = rows[0]
        # Downwards, because a roll can cost only defenders and so lead to a later place in this row.
        for left in range(defenders, 0, -1):
            if row[left]:
                change = against_more if left > 1 else against_one
                share = row[left] / change.throws
                for own_loss, their_loss, throws in change.steps:
                    rows[own_loss][left - their_loss] += share * throws
        roll_terms.append(row[1] * against_one.rolls)
        roll_terms.append(fsum(row[2:]) * against_more.rolls)
        attacker_left[units] = row[0]  # No defender left, the attack is won.
        rows = [rows[1], rows[2], [0.0] * (defenders + 1)]
    defender_left = rows[0]  # No unit left in the force, the attack is lost.

    # The rounding of a long chain can end a hair above 1.
    win, lose = min(1.0, fsum(attacker_left)), min(1.0, fsum(defender_left))
    force_left = fsum(k * chance for k, chance in enumerate(attacker_left))
    their_left = fsum(k * chance for k, chance in enumerate(defender_left))
    return BattleOdds(
        force=force,
        defenders=defenders,
        ties=ties,
        attacker_left=tuple(attacker_left),
        defender_left=tuple(defender_left),
        rolls=fsum(roll_terms),
        win=win,
        lose=lose,
        force_left=force_left,
        force_left_if_won=force_left / win if win > _TOO_RARE else None,
        defenders_left_if_lost=their_left / lose if lose > _TOO_RARE else None,
    )


def smallest_force(defenders: int, wanted: float, ties: str = "defender", most: int = MOST_UNITS) -> int | None:
    """The smallest force of at most `most` units that wins with at least the chance `wanted`.

    None if there is none; so always for `wanted` = 1, since any force can be lost to bad dice.
    """
    _check_range("The number of defenders", defenders, MOST_UNITS, "units")
    _check_range("The largest force to try", most, MOST_UNITS, "units")
    _check_ties(ties)
    if not 0 <= wanted <= 1:  # Written so that it also refuses NaN.
        raise ValueError(f"The wanted chance must be from 0 to 1, not {wanted}.")
    if wanted == 1:
        return None

    # wins[i][d] is the chance to win with `units - i` against d; here the force grows row by row,
    # so all forces up to the answer cost no more than one attack.
    nothing = [1.0] + [0.0] * defenders
    wins = [nothing, nothing, nothing]
    for units in range(1, most + 1):
        row = [1.0] + [0.0] * defenders
        wins = [row, wins[0], wins[1]]
        against_one, against_more = _changes(units, 1, ties), _changes(units, 2, ties)
        for left in range(1, defenders + 1):
            change = against_more if left > 1 else against_one
            total = 0.0
            for own_loss, their_loss, throws in change.steps:
                total += throws * wins[own_loss][left - their_loss]
            row[left] = total / change.throws
        if row[defenders] >= wanted - _ROUNDING:
            return units
    return None


@dataclass(frozen=True)
class _Changes:
    """What the next roll that costs anybody a unit does, and how many rolls it takes to come."""

    steps: tuple[tuple[int, int, int], ...]
    """(own loss, their loss, number of throws).  Whole numbers, not chances: a chance rounded once
    and used in every roll of a long chain would add up its error always in the same direction."""
    throws: int
    rolls: float


def _changes(units: int, defenders: int, ties: str, edge: int = 0, rule: DiceRule = USUAL) -> _Changes:
    # One die for each unit left; both throw all they may.
    return _changes_with_dice(min(rule.attack, units), min(rule.defence, defenders), ties, edge, rule.sides)


@cache
def _changes_with_dice(attack_dice: int, defend_dice: int, ties: str, edge: int, sides: int) -> _Changes:
    odds = _count_rolls(attack_dice, defend_dice, ties, edge, sides)
    # With ties to nobody a roll may cost nothing and is then simply repeated: dividing by 1 - p is
    # the same as counting only the throws that cost a unit, and that count is still exact.
    costly = odds.total - odds.count(0, 0)
    steps = tuple((own, their, throws) for own, their, throws in odds.counts if own or their)
    return _Changes(steps, costly, odds.total / costly)


@cache
def _count_rolls(attack_dice: int, defend_dice: int, ties: str, edge: int, sides: int) -> RollOdds:
    counts: Counter[tuple[int, int]] = Counter()
    for (first, second), ours in _highest_two(attack_dice, sides).items():
        for (high, low), theirs in _highest_two(defend_dice, sides).items():
            attacker_loss = defender_loss = 0
            # The losses of all comparisons are removed together.
            compared = [(first + edge, high), (second, low)] if second and low else [(first + edge, high)]
            for own, their in compared:
                if own > their:
                    defender_loss += 1
                elif own < their or ties == "defender":
                    attacker_loss += 1
            counts[attacker_loss, defender_loss] += ours * theirs
    ordered = tuple((own, their, throws) for (own, their), throws in sorted(counts.items()))
    return RollOdds(attack_dice, defend_dice, ties, sides ** (attack_dice + defend_dice), ordered)


@cache
def _highest_two(dice: int, sides: int) -> dict[tuple[int, int], int]:
    """How many throws have these two highest faces; the second is 0 where there is one die."""
    if dice == 1:
        return {(face, 0): 1 for face in range(1, sides + 1)}
    found: dict[tuple[int, int], int] = {}
    for first in range(1, sides + 1):
        for second in range(1, first):
            # One die shows the highest face, and the highest of the others is the second.
            found[first, second] = dice * (second ** (dice - 1) - (second - 1) ** (dice - 1))
        at_most = first**dice - (first - 1) ** dice
        found[first, first] = at_most - dice * (first - 1) ** (dice - 1)
    return found


def _check_range(what: str, value: int, most: int, unit: str = "") -> None:
    if not 1 <= value <= most:
        raise ValueError(f"{what} must be from 1 to {most}{unit and ' ' + unit}, not {value}.")


def _check_ties(ties: str) -> None:
    if ties not in TIES:
        raise ValueError(f"Ties go to 'defender' or 'nobody', not {ties!r}.")
