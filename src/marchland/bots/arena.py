"""A whole match between bots."""

from typing import Final

from mypy_extensions import i64

from marchland.bots.bot import Bot, Sight
from marchland.engine.errors import EngineError
from marchland.engine.table import Table

LONGEST: Final = 1000000


def play_bots(t: Table, bots: list[Bot]) -> int:
    """Let the bots play to the end; returns the number of decisions."""
    sights = [Sight(t, seat) for seat in range(t.seats)]
    made: int = 0
    while not t.over:
        seat: i64 = 0
        asked: i64 = t.asked
        while not asked & 1:
            asked >>= 1
            seat += 1
        action = bots[seat].choose(sights[seat])
        if t.offers:
            t.play(seat, action)
        else:
            t.apply(seat, action)
        made += 1
        if made > LONGEST:
            raise EngineError(f"a match of {t.game.title} did not end within {LONGEST} decisions")
    return made
