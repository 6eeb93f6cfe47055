"""Playing a match out with random options: the fastest loop there is, for benchmarks, tests and search."""

from mypy_extensions import i64

from marchland.engine.dice import Dice
from marchland.engine.options import Options
from marchland.engine.table import Table


def play_out(t: Table, chooser: Dice, limit: i64 = 1000000) -> i64:
    """Random decisions until the match is over or `limit` is reached; returns how many were made."""
    made: i64 = 0
    options = Options()
    while not t.over and made < limit:
        seat: i64 = 0
        asked: i64 = t.asked
        while not asked & 1:
            asked >>= 1
            seat += 1
        t.find(seat, options)
        t.apply(seat, options.at(chooser.below(options.total)))
        made += 1
    return made
