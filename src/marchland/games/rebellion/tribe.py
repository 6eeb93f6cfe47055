"""REB-19.8, REB-19.9: a tribe that an expedition meets, and the land that it takes. Its fight is one of battle.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.slots import Slot
from marchland.games.rebellion.aftermath import AFTERMATH
from marchland.games.rebellion.force import (
    ATTACKER,
    CAN_LEAVE,
    ROLLS,
    TARGET,
    force_soldiers,
    settle_force,
    take_out,
)
from marchland.games.rebellion.table import NOBODY, TRIBE, Rebellion
from marchland.games.rebellion.world import AROUND

WHERE: Final = Slot(0)  # the province in which the tribe has appeared
MANY: Final = Slot(1)  # of the tribe

TRIBE_ROLLS: Final = phrase("REB-19.9", "{who:seat} throws for the tribe")
TRIBE_TAKES: Final = phrase("REB-19.9", "A tribe holds {province:region}, and the title is gone", "blow")
TRIBE_DEAD: Final = phrase("REB-19.8", "The tribe is gone, and {who:seat} keeps {province:region}")
RETREATS: Final = phrase(
    "REB-19.8", "{who:seat} leaves {province:region} to the tribe and goes to {target:region} with {n soldier}"
)
NO_REFUGE: Final = phrase(
    "REB-19.8", "One retreats to a neighbour that one holds or that nobody has, and after the first roll of a fight"
)
LEAVES_LAND: Final = phrase("REB-19.8", "All units go there free of cost, and the tribe takes the province")


def refuges(t: Rebellion, seat: i64, province: i64) -> i64:
    """REB-19.8  Neighbours that are held, or empty and unowned."""
    return AROUND[province] & (t.held[seat] | t.free())


def tribe_takes(t: Rebellion, province: i64) -> None:
    """REB-19.9  The title goes; buildings and markers stay. REB-22.11  Captives go."""
    t.robbery[province] = 0
    t.recall_from(province)
    t.clear_captives(province)
    t.give_title(province, NOBODY)
    t.hand_to(province, TRIBE)
    t.tell(TRIBE_TAKES, province)


def settle_tribe(t: Rebellion, province: i64, n: i64) -> None:
    """So many infantry of the tribe stand there."""
    t.put(province, 0, n)


def lost_to_tribe(t: Rebellion) -> None:
    """All who fought are dead."""
    tribe_takes(t, t.battle[TARGET])


def tribe_beaten(t: Rebellion) -> None:
    province = t.battle[TARGET]
    settle_force(t, province)
    t.tell(TRIBE_DEAD, t.battle[ATTACKER], province)


class TribeRetreat(Deed[Rebellion]):
    """REB-19.8  At once, or after any roll of the fight: all units together."""

    words = ["retreat to {province}", "province:region"]
    effect = LEAVES_LAND

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if not t.force:
            found.fan(self, refuges(t, seat, WHERE.of(t)))
        elif t.battle[CAN_LEAVE] and t.battle[ROLLS]:
            found.fan(self, refuges(t, seat, t.battle[TARGET]))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_REFUGE]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        refuge = self.a(action)
        if t.force:  # in the midst of the fight
            province = t.battle[TARGET]
        else:
            province = WHERE.of(t)
            take_out(t, province)
            settle_tribe(t, province, MANY.of(t))
        n = force_soldiers(t)
        settle_force(t, refuge)
        if t.holder[refuge] != seat:  # REB-4.4
            t.give_title(refuge, seat)
            t.hand_to(refuge, seat)
        t.tell(RETREATS, seat, province, refuge, n)
        tribe_takes(t, province)
        t.succeed(AFTERMATH)


TRIBE_RETREAT: Final = TribeRetreat()
