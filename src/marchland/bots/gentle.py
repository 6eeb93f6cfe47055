"""The bot that one meets first: it plays sensibly, but overlooks things and is content with less than the best."""

from typing import Final

from mypy_extensions import i64

from marchland.bots.greedy import FINALISTS, Greedy, World

OVERLOOKED: Final = 75  # of a hundred spans of options
CONTENT: Final = 0.25  # with this share of what the best choice gains


class Gentle(Greedy):
    """Greedy, but most options do not come to its mind, and of those that do it takes any that gains a fair share of
    what the best one would. Only where all of them would leave it worse off does it look at the others too, so that it
    errs without being stupid."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.name = "gentle"

    def shortlist(self, worlds: list[World], spans: list[tuple[int, int]]) -> list[tuple[float, int, int]]:
        found = self.ranked(worlds, [span for span in spans if self.dice.below(100) >= OVERLOOKED])
        if not found or found[0][0] < 0.0:
            found = self.ranked(worlds, spans)
        return found[:FINALISTS]

    def preferred(self, finals: list[tuple[float, int]]) -> i64:
        best = max(finals)[0]
        least = CONTENT * best if best > 0.0 else best
        good = [action for value, action in finals if value >= least]
        return good[self.dice.below(len(good))]
