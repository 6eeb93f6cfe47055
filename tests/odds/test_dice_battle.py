"""The odds of the dice combat against published figures, exact fractions and plain simulation."""

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marchland.odds import MOST_UNITS, DiceRule, battle_odds, roll_odds, smallest_force

NEAR = 1e-12

# (dice of the attacker, of the defender) -> {(attacker's loss, defender's loss): throws}.  Typed in,
# not taken from the library: the oracle below must not share its mistakes.
KNOWN = {
    "defender": {
        (1, 1): {(0, 1): 15, (1, 0): 21},
        (2, 1): {(0, 1): 125, (1, 0): 91},
        (3, 1): {(0, 1): 855, (1, 0): 441},
        (1, 2): {(0, 1): 55, (1, 0): 161},
        (2, 2): {(0, 2): 295, (1, 1): 420, (2, 0): 581},
        (3, 2): {(0, 2): 2890, (1, 1): 2611, (2, 0): 2275},
    },
    "nobody": {
        (1, 1): {(0, 0): 6, (0, 1): 15, (1, 0): 15},
        (2, 1): {(0, 0): 36, (0, 1): 125, (1, 0): 55},
        (3, 1): {(0, 0): 216, (0, 1): 855, (1, 0): 225},
        (1, 2): {(0, 0): 36, (0, 1): 55, (1, 0): 125},
        (2, 2): {(0, 0): 66, (0, 1): 220, (1, 0): 220, (0, 2): 295, (1, 1): 200, (2, 0): 295},
        (3, 2): {(0, 0): 381, (0, 1): 1545, (1, 0): 915, (0, 2): 2890, (1, 1): 1066, (2, 0): 979},
    },
}
ROLLS = [(ties, dice) for ties, rolls in KNOWN.items() for dice in rolls]

units = st.integers(1, 40)
ties_values = st.sampled_from(["defender", "nobody"])


def exact_ends(force: int, defenders: int, ties: str) -> tuple[dict[tuple[int, int], Fraction], Fraction]:
    """The chance of every end (units left, defenders left) and the expected rolls, in fractions."""
    reach = {(force, defenders): Fraction(1)}
    ends: dict[tuple[int, int], Fraction] = {}
    rolls = Fraction(0)
    # Every roll that counts costs a unit, so states in order of their total are in order of time.
    for total in range(force + defenders, 0, -1):
        for own in range(total + 1):
            chance = reach.pop((own, total - own), Fraction(0))
            if not chance:
                continue
            their = total - own
            if not own or not their:
                ends[own, their] = chance
                continue
            known = KNOWN[ties][min(3, own), min(2, their)]
            all_throws = 6 ** (min(3, own) + min(2, their))
            visits = chance / (1 - Fraction(known.get((0, 0), 0), all_throws))
            rolls += visits
            for (own_loss, their_loss), throws in known.items():
                if own_loss or their_loss:
                    after = (own - own_loss, their - their_loss)
                    reach[after] = reach.get(after, Fraction(0)) + visits * Fraction(throws, all_throws)
    return ends, rolls


def fight(force: int, defenders: int, ties: str, rng: random.Random) -> tuple[int, int, int]:
    """One attack with real dice: units left, defenders left, rolls."""
    rolls = 0
    while force and defenders:
        attack = sorted((rng.randint(1, 6) for _ in range(min(3, force))), reverse=True)
        defence = sorted((rng.randint(1, 6) for _ in range(min(2, defenders))), reverse=True)
        rolls += 1
        for index in range(min(len(attack), len(defence))):
            if attack[index] > defence[index]:
                defenders -= 1
            elif attack[index] < defence[index] or ties == "defender":
                force -= 1
    return force, defenders, rolls


# --- one roll -------------------------------------------------------------------------------------


def test_three_against_two_with_ties_to_the_defender() -> None:
    odds = roll_odds(3, 2, "defender")
    assert odds.total == 7776
    assert (odds.count(0, 2), odds.count(1, 1), odds.count(2, 0)) == (2890, 2611, 2275)
    assert odds.chance(0, 2) == Fraction(2890, 7776)
    assert odds.count(0, 0) == 0 and odds.chance(1, 0) == 0


@pytest.mark.parametrize(("ties", "dice"), ROLLS)
def test_every_number_of_dice(ties: str, dice: tuple[int, int]) -> None:
    odds = roll_odds(*dice, ties)
    assert {(own, their): throws for own, their, throws in odds.counts} == KNOWN[ties][dice]
    assert odds.total == 6 ** sum(dice) == sum(throws for _, _, throws in odds.counts)
    assert (odds.attack_dice, odds.defend_dice, odds.ties) == (*dice, ties)


def test_with_ties_to_nobody_the_same_number_of_dice_is_fair() -> None:
    for dice in (1, 2):
        for own, their, throws in roll_odds(dice, dice, "nobody").counts:
            assert roll_odds(dice, dice, "nobody").count(their, own) == throws


def test_ties_to_the_defender_is_the_default_option() -> None:
    assert roll_odds(2, 2) == roll_odds(2, 2, "defender") != roll_odds(2, 2, "nobody")
    assert battle_odds(4, 3) == battle_odds(4, 3, "defender") != battle_odds(4, 3, "nobody")


def test_an_edge_is_added_to_the_highest_die_alone() -> None:
    """One die each: of 36 throws the attacker's is higher in 15, as high in 6, and 2 or more higher in 10."""
    assert [roll_odds(1, 1, "defender", edge).count(0, 1) for edge in (-1, 0, 1)] == [10, 15, 21]
    assert [roll_odds(1, 1, "nobody", edge).count(0, 0) for edge in (-1, 0, 1)] == [5, 6, 5]
    # The second dice are compared as they fell: whoever loses both by far still does.
    plain, led = roll_odds(3, 2), roll_odds(3, 2, "defender", 1)
    assert plain.total == led.total and led.count(0, 2) > plain.count(0, 2) and led.count(2, 0) < plain.count(2, 0)
    second = sum(n for _, their, n in plain.counts if their == 2)
    assert second <= sum(n for _, their, n in led.counts if their == 2) <= second + plain.count(1, 1)
    assert battle_odds(1, 1, "defender", 1).win == pytest.approx(21 / 36)
    assert battle_odds(6, 5, "defender", 1).win > battle_odds(6, 5).win > battle_odds(6, 5, "defender", -1).win


# --- a whole attack -------------------------------------------------------------------------------


@pytest.mark.parametrize("ties", ["defender", "nobody"])
@pytest.mark.parametrize(("force", "defenders"), [(1, 1), (1, 4), (2, 2), (3, 1), (3, 2), (4, 3), (7, 10), (25, 22)])
def test_every_figure_agrees_with_exact_fractions(force: int, defenders: int, ties: str) -> None:
    odds = battle_odds(force, defenders, ties)
    ends, rolls = exact_ends(force, defenders, ties)
    won = {own: chance for (own, _), chance in ends.items() if own}
    lost = {their: chance for (_, their), chance in ends.items() if their}
    assert sum(won.values()) + sum(lost.values()) == 1

    assert odds.attacker_left == pytest.approx([float(won.get(k, 0)) for k in range(force + 1)], abs=NEAR)
    held = [float(lost.get(k, 0)) for k in range(defenders + 1)]
    assert odds.defender_left == pytest.approx(held, abs=NEAR)
    win, lose = sum(won.values()), sum(lost.values())
    own_left = sum(k * chance for k, chance in won.items())
    their_left = sum(k * chance for k, chance in lost.items())
    assert odds.win == pytest.approx(float(win), abs=NEAR)
    assert odds.lose == pytest.approx(float(lose), abs=NEAR)
    assert odds.rolls == pytest.approx(float(rolls), abs=NEAR)
    assert odds.force_left == pytest.approx(float(own_left), abs=NEAR)
    assert odds.force_left_if_won == pytest.approx(float(own_left / win), abs=NEAR)
    assert odds.defenders_left_if_lost == pytest.approx(float(their_left / lose), abs=NEAR)


def test_one_against_one() -> None:
    odds = battle_odds(1, 1, "defender")
    assert odds.attacker_left == pytest.approx((0, 15 / 36), abs=NEAR)
    assert odds.defender_left == pytest.approx((0, 21 / 36), abs=NEAR)
    assert (odds.rolls, odds.force_left_if_won, odds.defenders_left_if_lost) == (1, 1, 1)
    # A third kind of roll, equal dice, is thrown again: 36/30 rolls, and then a fair fight.
    odds = battle_odds(1, 1, "nobody")
    assert (odds.win, odds.lose, odds.rolls) == pytest.approx((0.5, 0.5, 1.2), abs=NEAR)


@settings(deadline=None)
@given(units, units, ties_values)
def test_the_chances_of_all_ends_add_up_to_one(force: int, defenders: int, ties: str) -> None:
    odds = battle_odds(force, defenders, ties)
    assert len(odds.attacker_left) == force + 1 and len(odds.defender_left) == defenders + 1
    assert odds.attacker_left[0] == odds.defender_left[0] == 0
    assert all(chance >= 0 for chance in odds.attacker_left + odds.defender_left)
    assert math.fsum(odds.attacker_left + odds.defender_left) == pytest.approx(1, abs=NEAR)
    assert odds.win == pytest.approx(math.fsum(odds.attacker_left), abs=NEAR)
    assert odds.win + odds.lose == pytest.approx(1, abs=NEAR)


@settings(deadline=None)
@given(units, units, ties_values)
def test_more_units_are_never_worse(force: int, defenders: int, ties: str) -> None:
    odds = battle_odds(force, defenders, ties)
    stronger, harder = battle_odds(force + 1, defenders, ties), battle_odds(force, defenders + 1, ties)
    assert stronger.win >= odds.win - NEAR
    assert stronger.force_left >= odds.force_left - NEAR
    assert harder.win <= odds.win + NEAR
    assert harder.force_left <= odds.force_left + NEAR


@pytest.mark.parametrize("ties", ["defender", "nobody"])
def test_more_units_are_better_in_small_fights(ties: str) -> None:
    win = {(f, d): battle_odds(f, d, ties).win for f in range(1, 10) for d in range(1, 10)}
    for (force, defenders), chance in win.items():
        if force < 9:
            assert win[force + 1, defenders] > chance
        if defenders < 9:
            assert win[force, defenders + 1] < chance


@settings(deadline=None)
@given(st.integers(1, 12), st.integers(1, 12))
def test_ties_to_nobody_are_better_for_the_attacker(force: int, defenders: int) -> None:
    strict, mild = battle_odds(force, defenders, "defender"), battle_odds(force, defenders, "nobody")
    assert mild.win > strict.win
    assert mild.force_left > strict.force_left


@pytest.mark.parametrize("ties", ["defender", "nobody"])
@pytest.mark.parametrize(("force", "defenders"), [(2, 2), (5, 4), (9, 8), (4, 7)])
def test_simulated_attacks_agree_within_four_sigma(force: int, defenders: int, ties: str) -> None:
    odds = battle_odds(force, defenders, ties)
    rng = random.Random(20240 + 100 * force + defenders)
    fights = 4000
    results = [fight(force, defenders, ties, rng) for _ in range(fights)]
    for k, chance in enumerate(odds.attacker_left):
        seen = sum(own == k for own, _, _ in results) if k else 0
        assert abs(seen - fights * chance) <= 4 * math.sqrt(fights * chance * (1 - chance)) + NEAR
    won = sum(own > 0 for own, _, _ in results)
    assert abs(won - fights * odds.win) <= 4 * math.sqrt(fights * odds.win * odds.lose)
    mean = sum(rolls for _, _, rolls in results) / fights
    variance = sum((rolls - mean) ** 2 for _, _, rolls in results) / fights
    assert abs(mean - odds.rolls) <= 4 * math.sqrt(variance / fights)


@pytest.mark.parametrize("ties", ["defender", "nobody"])
def test_the_largest_attack_keeps_its_accuracy(ties: str) -> None:
    odds = battle_odds(MOST_UNITS, MOST_UNITS, ties)
    assert math.fsum(odds.attacker_left + odds.defender_left) == pytest.approx(1, abs=NEAR)
    # Known from the same chain in integers of 400 bits.
    known = {"defender": (0.9989113234289508, 927.0779766091479), "nobody": (1.0, 927.0933788181456)}
    assert (odds.win, odds.rolls) == pytest.approx(known[ties], rel=NEAR)


def test_rounding_never_lifts_a_chance_above_one() -> None:
    odds = battle_odds(121, 56, "nobody")
    assert math.fsum(odds.attacker_left) > 1  # Otherwise this case tests nothing: look for another.
    assert odds.win == 1


def test_an_end_too_rare_for_floats_has_no_average() -> None:
    hopeless, certain = battle_odds(1, 1000), battle_odds(1000, 1)
    assert hopeless.force_left_if_won is None and hopeless.defenders_left_if_lost is not None
    assert certain.defenders_left_if_lost is None and certain.force_left_if_won is not None
    # Near the smallest float, digits are missing already.
    assert 0 < battle_odds(1, 510).win < 1e-300 and battle_odds(1, 510).force_left_if_won is None
    # Very rare is not too rare: a force of one can only win without a loss.
    assert 0 < battle_odds(1, 400).win < 1e-200
    assert battle_odds(1, 400).force_left_if_won == pytest.approx(1, abs=NEAR)


# --- the smallest force ---------------------------------------------------------------------------


@settings(deadline=None)
@given(st.integers(1, 15), st.floats(0.01, 0.99), ties_values)
def test_the_smallest_force_is_enough_and_one_less_is_not(defenders: int, wanted: float, ties: str) -> None:
    force = smallest_force(defenders, wanted, ties, 60)
    assert force is not None
    assert battle_odds(force, defenders, ties).win >= wanted - 2 * NEAR
    if force > 1:
        assert battle_odds(force - 1, defenders, ties).win < wanted
        assert smallest_force(defenders, wanted, ties, force - 1) is None
    assert smallest_force(defenders, wanted, ties, force) == force


@pytest.mark.parametrize("ties", ["defender", "nobody"])
def test_a_force_reaches_the_chance_that_its_own_odds_name(ties: str) -> None:
    for force in range(1, 12):
        for defenders in range(1, 12):
            assert smallest_force(defenders, battle_odds(force, defenders, ties).win, ties) == force


def test_known_smallest_forces() -> None:
    assert smallest_force(1, 0.5, "nobody", 10) == 1  # Exactly one half, as is 2 v 2.
    assert smallest_force(2, 0.5, "nobody", 10) == 2
    assert smallest_force(1, 0.5, "defender", 10) == 2
    assert smallest_force(5, 0.0, "defender", 10) == 1
    assert smallest_force(5, 0.9, "defender", 3) is None
    assert smallest_force(1, 1.0, "nobody", MOST_UNITS) is None  # No force is quite safe.


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [(0, 1), (4, 1), (1, 0), (1, 3), (-1, 2)])
def test_a_roll_with_a_wrong_number_of_dice_is_refused(dice: tuple[int, int]) -> None:
    wrong = next(n for n, most in zip(dice, (3, 2), strict=True) if not 1 <= n <= most)
    with pytest.raises(ValueError, match=rf"dice must be from 1 to [32], not {wrong}\.$"):
        roll_odds(*dice, "defender")


@pytest.mark.parametrize("wrong", [0, -3, MOST_UNITS + 1])
def test_a_wrong_number_of_units_is_refused(wrong: int) -> None:
    with pytest.raises(ValueError, match=rf"^The force must be from 1 to 1000 units, not {wrong}\.$"):
        battle_odds(wrong, 3, "defender")
    with pytest.raises(ValueError, match=rf"^The number of defenders must .*, not {wrong}\.$"):
        battle_odds(3, wrong, "defender")
    with pytest.raises(ValueError, match=rf"^The number of defenders must .*, not {wrong}\.$"):
        smallest_force(wrong, 0.5, "defender", 10)
    with pytest.raises(ValueError, match=rf"^The largest force to try must .*, not {wrong}\.$"):
        smallest_force(3, 0.5, "defender", wrong)


@pytest.mark.parametrize("wrong", [-0.1, 1.5, 60.0, math.nan])
def test_a_wrong_chance_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match=rf"^The wanted chance must be from 0 to 1, not {wrong}\.$"):
        smallest_force(3, wrong, "defender", 10)


def test_an_unknown_side_of_ties_is_refused() -> None:
    with pytest.raises(ValueError, match="'defender' or 'nobody', not 'attacker'"):
        roll_odds(3, 2, "attacker")
    with pytest.raises(ValueError, match="not 'attacker'"):
        battle_odds(3, 2, "attacker")
    with pytest.raises(ValueError, match="not ''"):
        smallest_force(3, 0.5, "", 10)


@pytest.mark.parametrize(("attack", "defence", "sides"), [(1, 1, 2), (2, 2, 4), (4, 2, 5), (5, 1, 4), (3, 2, 8)])
@pytest.mark.parametrize("edge", [-1, 0, 2])
def test_other_dice_are_counted_throw_by_throw(attack: int, defence: int, sides: int, edge: int) -> None:
    counted: Counter[tuple[int, int]] = Counter()
    for throw in product(range(1, sides + 1), repeat=attack + defence):
        ours, theirs = (sorted(dice, reverse=True)[:2] for dice in (throw[:attack], throw[attack:]))
        ours[0] += edge
        won = [own > their for own, their in zip(ours, theirs, strict=False)]
        counted[won.count(False), won.count(True)] += 1
    odds = roll_odds(attack, defence, "defender", edge, DiceRule(attack, defence, sides))
    assert {(own, their): throws for own, their, throws in odds.counts} == counted
    assert odds.total == sum(counted.values())
