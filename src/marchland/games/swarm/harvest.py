"""Chapter 8: harvest."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.sayings import phrase
from marchland.engine.step import Step
from marchland.games.swarm.cards import BASIN, DROUGHT, FAVOUR, NUMBERS, OASIS, POSITIONS, RAIN_LINE, WATER, ZEALOT
from marchland.games.swarm.table import Swarm

HARVESTS: Final = phrase("SWM-8.1", "{who:seat} harvests {n} water")

PER_TROOP: Final = NUMBERS.one("yield.troop", "SWM-8.1", 1, 0, 20, "water for each troop on a tile that yields")
PER_BASIN: Final = NUMBERS.one("yield.basin", "SWM-8.3", 2, 0, 50, "water for each basin under control")


class Harvest(Step[Swarm]):
    """SWM-8.1  Water for troops on yielding tiles, for basins and for the favour of Water; not for those who pray."""

    def resume(self, t: Swarm) -> None:
        yielding = yielding_tiles(t)
        per_troop, per_basin = PER_TROOP.of(t), PER_BASIN.of(t)
        for seat in t.turn_order():
            if t.prays(seat) and not t.is_a(seat, ZEALOT):  # SWM-13.3
                continue
            gained: i64 = FAVOUR.of(t, WATER) if t.favour(seat, WATER) else 0  # SWM-8.4
            for p in range(POSITIONS):
                if yielding >> p & 1:
                    gained += per_troop * t.on(seat, p)
                if t.type_at[p] == BASIN and t.controls(seat, p):
                    gained += per_basin  # SWM-8.3
            t.water[seat] += gained
            t.tell(HARVESTS, seat, gained)
        t.finish()


def yielding_tiles(t: Swarm) -> i64:
    """SWM-8.2  Oases, the line of the rain and a dowsed tile; in a drought only the last."""
    if DROUGHT[t.event]:
        return t.dowsed
    mask: i64 = RAIN_LINE[t.event]
    for p in range(POSITIONS):
        if t.type_at[p] == OASIS:
            mask |= 1 << p
    return mask | t.dowsed


HARVEST: Final = Harvest("swarm.harvest", "Harvest", "SWM-8.1")
