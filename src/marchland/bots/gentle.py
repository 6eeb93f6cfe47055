"""The bot that one meets first: it plays sensibly, but overlooks things and is content with less than the best."""

from typing import Final

from mypy_extensions import i64

from marchland.bots.greedy import FINALISTS, Greedy, World, scattered
from marchland.engine.table import Table

OVERLOOKED: Final = 50  # of a hundred spans of options
CONTENT: Final = 0.5  # with this share of what the best choice gains


class Gentle(Greedy):
    """Greedy, but only half of the options come to its mind in a round, and of those it takes any that gains a fair
    share of what the best one would. It always knows that it can go on. Where it cannot, and all that it sees would
    leave it worse off, it looks at the others too, so that it errs without being stupid."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.name = "gentle"

    def shortlist(self, worlds: list[World], spans: list[tuple[int, int]]) -> list[tuple[float, int, int]]:
        t = worlds[0].table
        found = self.ranked(worlds, [span for span in spans if self.comes_to_mind(t, span[0])])
        way_out = any(leads_on(t, first) for first, _ in spans)
        if not way_out and (not found or found[0][0] < 0.0):
            found = self.ranked(worlds, spans)
        return found[:FINALISTS]

    def comes_to_mind(self, t: Table, first: int) -> bool:
        """What was overlooked once is overlooked until the next round."""
        return leads_on(t, first) or scattered(first + 7919 * t.round, self.leaning) % 100 >= OVERLOOKED

    def preferred(self, finals: list[tuple[float, int]]) -> i64:
        best = max(finals)[0]
        least = CONTENT * best if best > 0.0 else best
        good = [action for value, action in finals if value >= least]
        return good[self.dice.below(len(good))]


def leads_on(t: Table, first: int) -> bool:
    deed = t.step().deed(t, first >> 23)
    return deed is not None and deed.forward
