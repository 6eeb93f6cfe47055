"""Stocks behind screens: what somebody who keeps count can know of everybody's money.

All gains and payments are public but for deals, of which only the two parties know how much went over. So a viewer
knows every sum in which nobody has dealt with anybody outside, and bounds for the others: whoever paid or bid had as
much, and nobody ever owes anything. What a viewer knows is kept as a row: for every set of seats how far their true
sum is above the least and below the greatest possible one. Counted from the truth, public gains and payments change
nothing; an empty row says that nothing is in doubt.

These bounds are exact. Sets of possible stocks that begin with one point, and are then shifted, cut by a bound on one
seat or blurred between two, are always described by the bounds on the sums of all subsets of seats (they are
generalized polymatroids, whose corners are whole numbers). Hence every bound can be reached, and drawing one seat after
the other within its bounds never ends in contradiction.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.dice import Dice


def blurred(row: list[int], stock: vec[i64], one: i64, two: i64) -> list[int]:
    """Two seats have dealt, and the viewer does not know how much went over: only what they have together."""
    n: i64 = len(stock)
    sets: i64 = 1 << n
    old = row or [0] * (2 * sets)
    made = old[:]
    for members in range(sets):
        here: i64 = one if members >> one & 1 else two
        there: i64 = two if here == one else one
        if members >> here & 1 and not members >> there & 1:
            # At the least this one has nothing, at most all that the other has as well.
            made[members] = old[members & ~(1 << here)] + stock[here]
            made[sets + members] = old[sets + (members | 1 << there)] + stock[there]
    return made if any(made) else []


def at_least(row: list[int], stock: vec[i64], seat: i64, n: i64) -> list[int]:
    """A seat is seen to have so much."""
    spare: i64 = stock[seat] - n
    if not row or row[1 << seat] <= spare:
        return row
    sets: i64 = len(row) // 2
    made = row[:]
    for members in range(sets):
        if members >> seat & 1:
            made[members] = min(row[members], row[members & ~(1 << seat)] + int(spare))
        else:
            made[sets + members] = min(row[sets + members], row[sets + (members | 1 << seat)] + int(spare))
    return made if any(made) else []


def at_most(row: list[int], stock: vec[i64], seat: i64, n: i64) -> list[int]:
    """A seat is seen to have no more than so much."""
    room: i64 = n - stock[seat]
    if not row or row[len(row) // 2 + (1 << seat)] <= room:
        return row
    sets: i64 = len(row) // 2
    made = row[:]
    for members in range(sets):
        if members >> seat & 1:
            made[sets + members] = min(row[sets + members], row[sets + (members & ~(1 << seat))] + int(room))
        else:
            made[members] = min(row[members], row[members | 1 << seat] + int(room))
    return made if any(made) else []


def least(row: list[int], stock: vec[i64], seat: i64) -> int:
    """The least that a seat can have. Bounds that are tried out must not be above `most` or below this."""
    return int(stock[seat]) - (row[1 << seat] if row else 0)


def most(row: list[int], stock: vec[i64], seat: i64) -> int:
    return int(stock[seat]) + (row[len(row) // 2 + (1 << seat)] if row else 0)


def drawn(row: list[int], stock: vec[i64], dice: Dice) -> vec[i64]:
    """Stocks that a viewer thinks possible, one seat after the other in random order."""
    made = stock[:]
    seats = list(range(len(stock))) if row else []
    dice.shuffle(seats)
    left = row
    for seat in seats:
        low, high = least(left, stock, seat), most(left, stock, seat)
        made[seat] = low + dice.below(high - low + 1)
        left = at_most(at_least(left, stock, seat, made[seat]), stock, seat, made[seat])
    return made


def shifted(row: list[int], before: vec[i64], after: vec[i64]) -> list[int]:
    """The same bounds, counted from other stocks."""
    made = row[:]
    sets: i64 = len(row) // 2
    for members in range(sets):
        for seat in range(len(before)):
            if members >> seat & 1:
                made[members] += int(after[seat] - before[seat])
                made[sets + members] -= int(after[seat] - before[seat])
    return made if any(made) else []
