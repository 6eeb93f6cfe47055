"""The battles of a match and the luck of their dice, for whoever looks back at it (REB-8)."""

from __future__ import annotations

from marchland.engine.report import Reporter
from marchland.engine.summary import NOBODY
from marchland.engine.table import Table
from marchland.games.rebellion.attack import ATTACKS
from marchland.games.rebellion.battle import ATTACKER_LOSES, DEFENDER_LOSES, ROLLED
from marchland.games.rebellion.capture import CAPTURES, REBELLIOUS
from marchland.games.rebellion.chances import DIE, roll_chance
from marchland.games.rebellion.ending import IS_OUT
from marchland.games.rebellion.fleets import SINKS
from marchland.games.rebellion.food import STARVES, STARVES_ABOARD
from marchland.games.rebellion.force import ATTACKER, DEFENDER, TARGET
from marchland.games.rebellion.plague import TOLL
from marchland.games.rebellion.plots import CAUGHT
from marchland.games.rebellion.sea_battle import ATTACKER_HIT, ATTACKS_FLEET, DEFENDER_HIT, FLEET_WINS
from marchland.games.rebellion.table import Rebellion

PAIRS = DIE * DIE  # of two dice


class RebellionReporter(Reporter):
    wins: int  # of all pairs of dice, those by which the attacker wins the roll that was told last

    def __init__(self, t: Table) -> None:
        super().__init__(t)
        self.wins = 0

    def hear(self, t: Table, event: list[int]) -> None:
        assert isinstance(t, Rebellion)
        phrase = event[1]
        if phrase == ATTACKS:
            self.begin(t, event[2], self.seat_of(t, int(t.holder[event[3]])), event[3])
        elif phrase == ROLLED:
            self.roll(t, event[3] - event[2] - (event[5] - event[4]))
        elif phrase == ATTACKER_LOSES:
            self.fall(t, 1, 0)
        elif phrase == DEFENDER_LOSES:
            self.fall(t, 0, 1)
        elif phrase == CAPTURES and self.battles and self.battles[-1].region == event[3]:
            self.win()
        elif phrase == ATTACKS_FLEET:
            self.begin(t, event[2], event[3], event[4])
        elif phrase == ATTACKER_HIT:
            self.fall(t, 1, 0)
        elif phrase == DEFENDER_HIT:
            self.fall(t, 0, 1)
        elif phrase == FLEET_WINS and self.battles and event[2] == t.battle[ATTACKER]:
            self.win()
        elif phrase == SINKS:
            self.toll("transporters sunk", event[2], 1)
        elif phrase in (STARVES, STARVES_ABOARD):
            self.toll("soldiers lost to hunger", event[2], 1)
        elif phrase == REBELLIOUS:
            self.toll("provinces that rose", int(t.origin[event[2]]), 1)
        elif phrase == TOLL:
            self.toll("soldiers lost to the plague", event[3], event[2])
        elif phrase == CAUGHT:
            self.toll("agents caught", event[2], 1)
        elif phrase == IS_OUT:
            self.blow(t, event[2], event)

    def roll(self, t: Rebellion, ahead: int) -> None:
        """REB-8.4  By what both sides add; REB-8.14  a revolt is a battle as well."""
        row = t.battle
        if not self.battles or self.battles[-1].region != row[TARGET]:
            attacker, defender = self.seat_of(t, int(row[ATTACKER])), self.seat_of(t, int(row[DEFENDER]))
            self.begin(t, attacker, defender, int(row[TARGET]))
        self.wins = round(roll_chance(ahead) * PAIRS)

    def fall(self, t: Rebellion, lost: int, taken: int) -> None:
        row = t.battle
        attacker = self.seat_of(t, int(row[ATTACKER]))
        defender = self.seat_of(t, int(row[DEFENDER]))
        if self.battles:
            self.lose(attacker, lost)
            self.lose(defender, taken)
            self.weigh(attacker, defender, lost, taken, [(1, 0, PAIRS - self.wins), (0, 1, self.wins)])

    def seat_of(self, t: Rebellion, holder: int) -> int:
        return holder if 0 <= holder < t.seats else NOBODY
