"""What the games of this family have in common besides their rules."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from marchland.engine.game import Game
from marchland.engine.odds import Inquiry, Odds
from marchland.engine.table import Table
from marchland.games.conquest.table import Conquest


@mypyc_attr(allow_interpreted_subclasses=True)
class ConquestGame(Game):
    # Odds are imported by whoever asks for them: a match that nobody weighs needs none.

    def odds(self, t: Table, seat: int, actions: list[int], quick: bool = False) -> Odds | None:
        from marchland.games.conquest.odds import odds_of_attack

        assert isinstance(t, Conquest)
        return odds_of_attack(t, actions, quick)

    def inquiry(self) -> Inquiry | None:
        from marchland.games.conquest.odds import DiceInquiry

        return DiceInquiry(self)
