"""What every bot is: something that chooses among the options of a seat, from that seat's view only."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from marchland.engine.dice import Dice, fast_dice
from marchland.engine.game import Game
from marchland.engine.offers import WITHDRAW
from marchland.engine.options import Options
from marchland.engine.table import Table

NO_OPTIONS: Final = Options()


class Sight:
    """What a bot may see of a table: its options, its view, and tables that it cannot tell from the true one."""

    game: Game
    seat: i64
    _table: Table

    def __init__(self, table: Table, seat: i64) -> None:
        self.game = table.game
        self.seat = seat
        self._table = table

    def options(self) -> Options:
        return self._table.options(self.seat)

    def find(self, found: Options) -> None:
        """The options into a list that is used again and again."""
        self._table.find(self.seat, found)

    def answers(self) -> Options:
        """Offers made to this seat, to be accepted or declined."""
        if not self._table.offers:
            return NO_OPTIONS
        found = Options()
        for action in self._table.asides(self.seat).actions():
            if not WITHDRAW.fits(action):
                found.add(action)
        return found

    def view(self) -> dict[str, object]:
        return self._table.view(self.seat)

    def imagine(self, dice: Dice) -> Table:
        """A table that agrees with all this seat knows; everything else, future dice included, is drawn anew. Others
        may be asked there as well, and first: see Table.determinize."""
        return self._table.determinize(self.seat, dice)


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """One player. It keeps dice of its own, so that its choices never touch those of the match."""

    name: str
    dice: Dice
    leaning: int  # one bot likes this better, another that; the same for a whole match

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.dice = fast_dice(seed)
        self.leaning = seed

    def choose(self, sight: Sight) -> i64:
        """One of sight.answers() as long as there are any, else one of sight.options()."""
        raise NotImplementedError
