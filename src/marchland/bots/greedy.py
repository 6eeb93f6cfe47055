"""The bot that looks one decision ahead."""

from mypy_extensions import i64

from marchland.bots.bot import Bot, Sight
from marchland.engine.dice import fast_dice
from marchland.engine.table import Table

WORLDS = 6  # imagined tables over which a choice is averaged
FINALISTS = 4  # spans that are looked at closely
COUNTS = 6  # counts tried in a span that is looked at closely


class Greedy(Bot):
    """Tries options on imagined tables and takes the one that the game's evaluation likes best.

    First the ends of every span on one imagined table, then the best spans at more counts and on more tables. All
    options meet the same dice, so that luck does not decide between them.
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__("greedy", seed)

    def choose(self, sight: Sight) -> i64:
        options = sight.options()
        if options.total == 1:
            return options.at(0)
        worlds = [sight.imagine(fast_dice(self.dice.word())) for _ in range(WORLDS)]
        seat = sight.seat
        ranked: list[tuple[float, int, int]] = []
        for first, count in options.spans():
            best = worth(worlds[:1], seat, first)
            if count > 1:
                best = max(best, worth(worlds[:1], seat, first + count - 1))
            ranked.append((best, first, count))
        ranked.sort(reverse=True)
        chosen = -1
        record = 0.0
        for _, first, count in ranked[:FINALISTS]:
            for action in spread(first, count):
                value = worth(worlds, seat, action)
                if chosen < 0 or value > record:
                    chosen = action
                    record = value
        return chosen


def spread(first: int, count: int) -> list[int]:
    """A few actions of a span, its ends among them."""
    if count <= COUNTS:
        return list(range(first, first + count))
    return [first + i * (count - 1) // (COUNTS - 1) for i in range(COUNTS)]


def worth(worlds: list[Table], seat: i64, action: i64) -> float:
    """The mean evaluation after an action; a single table will do where no dice are rolled."""
    total = 0.0
    tried = 0
    for world in worlds:
        after = world.copy()
        drawn = after.dice.draws
        after.apply(seat, action)
        total += after.game.evaluate(after, seat)
        tried += 1
        if after.dice.draws == drawn and after.reveals == world.reveals:
            break
    return total / tried
