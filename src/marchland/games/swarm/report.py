"""The battles of Swarm, for whoever looks back at a match. No dice are rolled in them; chance is the swarm."""

from __future__ import annotations

from marchland.engine.report import Reporter
from marchland.engine.table import Table
from marchland.games.swarm.battle import (
    ARMY_BETRAYED,
    BATTLE_TIED,
    FALLS_BACK,
    LOSES_BATTLE,
    PLAN_SHOWN,
    WINS_BATTLE,
)
from marchland.games.swarm.event import SWARM_KILLS
from marchland.games.swarm.plan import ONE, TWO, WHERE
from marchland.games.swarm.table import Swarm


class SwarmReporter(Reporter):
    armies: list[int]  # as they stood when the plans were turned up: the first fighter's, and the other's

    def __init__(self, t: Table) -> None:
        super().__init__(t)
        self.armies = [0, 0]

    def hear(self, t: Table, event: list[int]) -> None:
        assert isinstance(t, Swarm)
        phrase = event[1]
        if phrase == PLAN_SHOWN and event[2] == ONE.of(t):
            one, two, tile = int(ONE.of(t)), int(TWO.of(t)), int(WHERE.of(t))
            self.begin(t, one, two, tile)
            self.armies = [int(t.on(one, tile)), int(t.on(two, tile))]
        elif phrase == SWARM_KILLS:
            self.toll("troops killed by the swarm", event[3], event[2])
        elif self.battles:  # a match may begin from the middle of one, and then nothing is known of it
            self.hear_the_end(phrase, event)

    def hear_the_end(self, phrase: int, event: list[int]) -> None:
        if phrase == WINS_BATTLE:
            self.lose(event[2], event[3])
            self.win(event[2] == self.battles[-1].attacker)
        elif phrase == LOSES_BATTLE:
            self.lose(event[2], event[3])
        elif phrase == FALLS_BACK:
            self.lose(event[3], -event[2])
        elif phrase == BATTLE_TIED:
            self.lose_army(0)
            self.lose_army(1)
        elif phrase == ARMY_BETRAYED:
            self.lose_army(0 if event[2] == self.battles[-1].attacker else 1)

    def lose_army(self, side: int) -> None:
        """SWM-4.5, SWM-7.15  All of it, whatever was committed."""
        battle = self.battles[-1]
        self.lose(battle.defender if side else battle.attacker, self.armies[side])
