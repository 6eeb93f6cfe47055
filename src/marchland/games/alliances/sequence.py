"""The sequence of play (ALL-7.1): setup, and round after round."""

from __future__ import annotations

from typing import Any, Final

from marchland.engine.step import Phase, Step
from marchland.games.alliances.command import MOVES
from marchland.games.alliances.draft import DRAFT
from marchland.games.alliances.gifts import W1, W2, W3
from marchland.games.alliances.invest import INVEST_AND_DIG
from marchland.games.alliances.payment import PAY, PRODUCTION
from marchland.games.alliances.revival import REVIVAL
from marchland.games.alliances.scoring import SCORE
from marchland.games.alliances.setup import LAY_OUT
from marchland.games.alliances.table import Alliances
from marchland.games.alliances.tokens import BEGIN_ROUND, LAY_TOKENS, ROLL_ORDER
from marchland.games.alliances.training import TRAIN_UNITS

# ALL-7.1  The seven parts, and the windows for gifts before three of them (ALL-23.5).
PARTS: Final[list[Step[Any]]] = [
    BEGIN_ROUND,
    LAY_TOKENS,
    ROLL_ORDER,
    W1,
    INVEST_AND_DIG,
    MOVES,
    SCORE,
    PRODUCTION,
    W2,
    PAY,
    W3,
    TRAIN_UNITS,
    REVIVAL,
]


class Rounds(Step[Alliances]):
    """ALL-1.2, ALL-7.1  Round after round, until somebody has won."""

    def resume(self, t: Alliances) -> None:
        t.call(ROUND)


ROUND: Final[Phase[Alliances]] = Phase("alliances.round", "Round", "ALL-7.1", PARTS)
ROUNDS: Final = Rounds("alliances.rounds", "Rounds", "ALL-7.1")
MATCH: Final[Phase[Alliances]] = Phase("alliances.match", "Alliances", "ALL-7.1", [LAY_OUT, DRAFT, ROUNDS])
