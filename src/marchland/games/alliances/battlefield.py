"""One battle as its steps see it: the arguments of the frame that they share, both sides, and who decides for them
(ALL-1.12, ALL-18.3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.slots import Slot
from marchland.games.alliances.powers import NEUTRAL, team_of
from marchland.games.alliances.regions import REGIONS
from marchland.games.alliances.table import Alliances

# Arguments of the frame.
WHERE: Final = Slot(0)
REFUGE: Final = Slot(1)  # ALL-15.6  the region of retreat, plus 1, once it is chosen
KILLS: Final = Slot(2)  # attackers that the dice kill
FORCED: Final = Slot(3)  # attackers that they force to retreat
THEIR_KILLS: Final = Slot(4)  # the same of the defenders
THEIR_FORCED: Final = Slot(5)


def attacking_infantry(t: Alliances) -> i64:
    return t.attackers[WHERE.of(t)]


def attacking_artillery(t: Alliances) -> i64:
    return t.attackers[REGIONS + WHERE.of(t)]


def attackers(t: Alliances) -> i64:
    return attacking_infantry(t) + attacking_artillery(t)


def defender(t: Alliances) -> i64:
    """ALL-1.12  The region is still the defender's; -1 when no defender is left."""
    return t.owner[WHERE.of(t)]


def defenders(t: Alliances) -> i64:
    power = defender(t)
    return t.units(power, WHERE.of(t)) if power >= 0 else 0


def chooser(t: Alliances, attacker: i64) -> i64:
    """ALL-18.3  For neutral units the first enemy after the attacker in the player order chooses."""
    place = t.order.index(int(attacker))
    for i in range(1, len(t.order)):
        power = t.order[(place + i) % len(t.order)]
        if team_of(power) != team_of(attacker):
            return power
    return attacker


def defence(t: Alliances) -> i64:
    """The power that decides for the defenders."""
    power = defender(t)
    return chooser(t, t.mover) if power == NEUTRAL else power


def take_attackers(t: Alliances, infantry: i64, artillery: i64) -> None:
    t.attackers[WHERE.of(t)] -= infantry
    t.attackers[REGIONS + WHERE.of(t)] -= artillery
