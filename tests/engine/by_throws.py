"""Luck weighed against all throws of some dice, each carried out by the rules."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from marchland.engine.report import Reporter
from marchland.engine.table import Table


def listening(t: Table) -> Reporter:
    """Who hears from now on what happens at a table."""
    t.events = []
    t.witness = reporter = t.game.reporter(t)
    return reporter


def assert_fair(fought: Callable[[tuple[int, ...]], Reporter], dice: int, seats: tuple[int, ...] = (0, 1)) -> None:
    """What was expected is the mean of what the rules do over all throws, and the spread is theirs: nothing else makes
    all luck add up to nothing, and its squares to the variance."""
    reporters = [fought(faces) for faces in product(range(1, 7), repeat=dice)]
    for seat in seats:
        fortunes = [reporter.fortunes[seat] for reporter in reporters]
        assert {fortune.rolls for fortune in fortunes} == {1}
        count = len(fortunes)
        assert fortunes[0].expected_lost == Fraction(sum(fortune.lost for fortune in fortunes), count)
        assert fortunes[0].expected_taken == Fraction(sum(fortune.taken for fortune in fortunes), count)
        assert fortunes[0].variance == sum((fortune.luck() ** 2 for fortune in fortunes), Fraction(0)) / count > 0
