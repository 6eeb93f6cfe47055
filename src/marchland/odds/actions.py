"""The odds of an action that somebody is about to take."""

from marchland.engine.table import Table
from marchland.games.conquest.table import Conquest
from marchland.games.conquest.words import ATTACK, STRIKE
from marchland.odds.dice_battle import MOST_UNITS, BattleOdds, battle_odds


def odds_of(table: Table, action: int) -> BattleOdds | None:
    """The chance of an attack on this table, fought to the end; None where no dice decide."""
    if not isinstance(table, Conquest):
        return None
    kind = table.game.words.kind_of(action)
    if kind.number not in (ATTACK.number, STRIKE.number):
        return None
    source, target = kind.a(action), kind.b(action)
    if max(source, target) >= len(table.units):
        return None
    force = ATTACK.c(action) if kind.number == ATTACK.number else table.eligible(source)
    defenders = table.units[target]
    if not 1 <= force <= MOST_UNITS or not 1 <= defenders <= MOST_UNITS:
        return None
    return battle_odds(int(force), int(defenders), "nobody" if table.ties_stand else "defender")
