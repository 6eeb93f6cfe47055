"""Exact odds of the dice combat, and plain-text and JSON views of them."""

from .chart import bars, table, to_json
from .dice_battle import (
    MOST_UNITS,
    BattleOdds,
    RollOdds,
    battle_odds,
    roll_odds,
    smallest_force,
)

__all__ = [
    "MOST_UNITS",
    "BattleOdds",
    "RollOdds",
    "bars",
    "battle_odds",
    "roll_odds",
    "smallest_force",
    "table",
    "to_json",
]
