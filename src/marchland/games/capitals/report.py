"""What cards and events add to the battles of Capitals, for whoever looks back at a match."""

from __future__ import annotations

from marchland.engine.report import Outcome
from marchland.engine.table import Table
from marchland.games.capitals.battle import IN_AMBUSH, SHELLED, STORMS_ON
from marchland.games.capitals.cards import BARRAGE, HEAVY, LIGHT, LOW
from marchland.games.capitals.events import EPIDEMIC_IN, UPRISING_IN
from marchland.games.capitals.table import PLUNDERS, Capitals
from marchland.games.conquest.battle import SIDES, TARGET
from marchland.games.conquest.report import ConquestReporter, seat_of


class CapitalsReporter(ConquestReporter):
    def hear(self, t: Table, event: list[int]) -> None:
        assert isinstance(t, Capitals)
        phrase = event[1]
        if phrase == STORMS_ON:
            self.attack(t, event[4], event[3])
        elif phrase == SHELLED:
            self.shell(t, event[3], event[4])
        elif phrase == IN_AMBUSH:
            self.attack(t, event[4], int(TARGET.of(t)))
            self.lose(seat_of(t.owner[event[4]]), event[5])
        elif phrase == EPIDEMIC_IN:
            self.toll("units lost to epidemics", seat_of(t.owner[event[2]]), event[3])
        elif phrase == UPRISING_IN:
            self.toll("territories that rose", event[3], 1)
        elif phrase == PLUNDERS:
            if t.capital[event[5]] == event[3]:  # one's own; those of others come and go
                self.blow(t, event[5], event)
        else:
            super().hear(t, event)

    def shell(self, t: Capitals, target: int, lost: int) -> None:
        """CAP-A.6  One die, and never the last unit."""
        most = int(t.units[target]) + lost - 1
        sides = int(SIDES.of(t))
        low = min(int(LOW.of(t, BARRAGE)), sides)
        outcomes: list[Outcome] = [
            (0, min(int(LIGHT.of(t, BARRAGE)), most), low),
            (0, min(int(HEAVY.of(t, BARRAGE)), most), sides - low),
        ]
        defender = seat_of(t.owner[target])
        self.lose_outside(defender, lost)
        self.weigh(int(t.active), defender, 0, lost, outcomes)
