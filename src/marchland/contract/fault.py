"""What a check is, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from marchland.contract.trial import ENOUGH, Stuck, Trial
from marchland.engine.errors import told
from marchland.engine.game import Game


class Broken(Exception):
    """Something does not hold; each argument says one thing, as a sentence without capital and full stop."""

    @property
    def endless(self) -> bool:
        return isinstance(self.__cause__, Stuck) and self.__cause__.endless


@dataclass(frozen=True, repr=False)
class Fault:
    """What a check has found, and the match and decision that show it; the seed is None where no match is needed."""

    check: str
    sentence: str
    seed: int | None = None
    seats: int = 0
    decision: int = 0
    last: str = ""
    endless: bool = False  # the rules do not come to an end, so that there is nothing more to look at

    def __str__(self) -> str:
        said = self.sentence[:1].upper() + self.sentence[1:]
        if self.seed is None:
            return f"{said}."
        after = f", after {self.last!r}" if self.last else ""
        return f"{said} (seed {self.seed}, {self.seats} players, decision {self.decision}{after})."

    __repr__ = __str__


@dataclass(frozen=True)
class Check:
    """One promise of the contract. `look` raises Broken where a match, or the game itself, does not keep it."""

    name: str
    promise: str
    look: Callable[[Trial], None]
    of_game: bool = False  # one look at the game is enough, no match is needed

    def __str__(self) -> str:
        return self.name

    def faults(self, game: Game, seeds: Iterable[int], most: int = ENOUGH) -> list[Fault]:
        """What is amiss in the first of these matches that shows anything, in that many decisions of each."""
        for seed in seeds:
            trial = Trial(game, seed, most)
            broken = self._look(trial)
            if broken is not None:
                if self.of_game:
                    return [Fault(self.name, sentence) for sentence in broken.args]
                where = (trial.seats, trial.decision, trial.last, broken.endless)
                return [Fault(self.name, sentence, seed, *where) for sentence in broken.args]
            if self.of_game:
                break
        return []

    def _look(self, trial: Trial) -> Broken | None:
        try:
            self.look(trial)
        except Broken as broken:
            return broken
        except Stuck:
            # That matches can be played is a promise of its own, and said there.
            return None
        except (Exception, SystemExit) as fault:
            return Broken(f"a look at it ({self.name}) fails with {told(fault)}")
        return None
