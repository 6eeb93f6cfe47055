"""Stocks behind screens, against all that they can possibly be."""

import itertools
import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.dice import fast_dice
from marchland.engine.stocks import at_least, at_most, blurred, drawn, least, most, shifted

Stocks = tuple[int, ...]


class Screen:
    """The true stocks, and for somebody who looks on: a row of doubts, and all stocks that it thinks possible."""

    def __init__(self, stocks: list[int]) -> None:
        self.stock = vec[i64](stocks)
        self.row: list[int] = []
        self.possible: set[Stocks] = {tuple(stocks)}

    def deal(self, one: int, two: int, n: int) -> None:
        self.stock[one] -= n
        self.stock[two] += n
        self.row = blurred(self.row, self.stock, one, two)
        found = set()
        for world in self.possible:
            for share in range(world[one] + world[two] + 1):
                after = list(world)
                after[one], after[two] = share, world[one] + world[two] - share
                found.add(tuple(after))
        self.possible = found

    def gain(self, seat: int, n: int) -> None:
        """A payment if it is less than nothing; then there must have been enough."""
        self.stock[seat] += n
        self.possible = {(*world[:seat], world[seat] + n, *world[seat + 1 :]) for world in self.possible}
        if n < 0:
            self.row = at_least(self.row, self.stock, seat, 0)
            self.possible = {world for world in self.possible if world[seat] >= 0}

    def show(self, seat: int, n: int, all_of_it: bool) -> None:
        self.row = at_least(self.row, self.stock, seat, n)
        self.possible = {world for world in self.possible if world[seat] >= n}
        if all_of_it:
            self.row = at_most(self.row, self.stock, seat, n)
            self.possible = {world for world in self.possible if world[seat] <= n}


def history(seats: int, rng: random.Random) -> Screen:
    screen = Screen([rng.randrange(4) for _ in range(seats)])
    for _ in range(rng.randrange(1, 12)):
        one, two = rng.sample(range(seats), 2)
        has = int(screen.stock[one])
        chance = rng.random()
        if chance < 0.45:
            screen.deal(one, two, rng.randrange(has + 1))
        elif chance < 0.6:
            screen.gain(one, rng.randrange(1, 3))
        elif chance < 0.8:
            screen.gain(one, -rng.randrange(has + 1))
        elif chance < 0.95:
            screen.show(one, rng.randrange(has + 1), False)
        else:
            screen.show(one, has, True)
    return screen


@pytest.mark.parametrize("seed", range(150))
def test_bounds_are_exact(seed: int) -> None:
    """Of every set of seats the least and the greatest sum; and of each seat what it can have."""
    rng = random.Random(seed)
    screen = history(3 + seed % 2, rng)
    seats = len(screen.stock)
    sets = 1 << seats
    row = screen.row or [0] * (2 * sets)
    for members in range(sets):
        sums = [sum(world[seat] for seat in range(seats) if members >> seat & 1) for world in screen.possible]
        truth = sum(int(screen.stock[seat]) for seat in range(seats) if members >> seat & 1)
        assert (truth - row[members], truth + row[sets + members]) == (min(sums), max(sums))
    for seat in range(seats):
        has = [world[seat] for world in screen.possible]
        assert (least(screen.row, screen.stock, seat), most(screen.row, screen.stock, seat)) == (min(has), max(has))


@pytest.mark.parametrize("seed", range(60))
def test_everything_that_can_be_is_drawn_and_nothing_else(seed: int) -> None:
    screen = history(3 + seed % 2, random.Random(seed))
    reached = {tuple(drawn(screen.row, screen.stock, fast_dice(number))) for number in range(60)}
    assert reached <= screen.possible
    if len(screen.possible) <= 8:
        reached |= {tuple(drawn(screen.row, screen.stock, fast_dice(number))) for number in range(60, 600)}
        assert reached == screen.possible


@pytest.mark.parametrize("seed", range(60))
def test_the_truth_does_not_shine_through(seed: int) -> None:
    """Counted from other stocks that are possible, the same bounds give the same draws."""
    screen = history(3 + seed % 2, random.Random(seed))
    for other in itertools.islice(sorted(screen.possible), 0, None, 7):
        there = vec[i64](list(other))
        row = shifted(screen.row, screen.stock, there)
        for number in range(5):
            one = drawn(screen.row, screen.stock, fast_dice(number))
            assert list(drawn(row, there, fast_dice(number))) == list(one)
