"""The arithmetic of chances: exact odds of dice battles, and plain-text views of figures and distributions.

It knows no game. Games import what they need of it when somebody asks for odds.
"""

from .chart import Ends, bars, figures, grid
from .dice_battle import (
    MOST_UNITS,
    BattleOdds,
    DiceRule,
    RollOdds,
    battle_odds,
    roll_odds,
    smallest_force,
)

__all__ = [
    "MOST_UNITS",
    "BattleOdds",
    "DiceRule",
    "Ends",
    "RollOdds",
    "bars",
    "battle_odds",
    "figures",
    "grid",
    "roll_odds",
    "smallest_force",
]
