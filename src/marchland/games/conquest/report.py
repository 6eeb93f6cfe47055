"""The battles of a match and the luck of their dice, for whoever looks back at it: S.6 to S.14."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from marchland.engine.report import Reporter
from marchland.engine.summary import NOBODY
from marchland.engine.table import Table
from marchland.games.conquest.attack import ATTACKS, STRIKES
from marchland.games.conquest.battle import MOST_ATTACKING, MOST_DEFENDING, OURS, ROLLED, SIDES, SOURCE, TARGET, THEIRS
from marchland.games.conquest.table import CAPTURES, ELIMINATED, NEUTRAL, Conquest
from marchland.odds.dice_battle import DiceRule, roll_odds


@mypyc_attr(allow_interpreted_subclasses=True)
class ConquestReporter(Reporter):
    pair: list[int]  # the round, the source and the target of the battle that began last

    def __init__(self, t: Table) -> None:
        super().__init__(t)
        self.pair = []

    def hear(self, t: Table, event: list[int]) -> None:
        assert isinstance(t, Conquest)
        phrase = event[1]
        if phrase == ATTACKS:
            self.pair = []
            self.attack(t, event[4], event[3])
        elif phrase == STRIKES:
            self.attack(t, event[4], event[3])
        elif phrase == ROLLED:
            self.roll(t, event[4], event[5])
        elif phrase == CAPTURES and self.pair and self.pair[2] == event[3]:
            self.win()
        elif phrase == ELIMINATED:
            self.blow(t, event[2], event)

    def attack(self, t: Conquest, source: int, target: int) -> None:
        """S.12  In style `force` a declaration is a battle. S.11  Else the same attack again goes on with it."""
        pair = [int(t.round), source, target]
        if pair != self.pair:
            self.pair = pair
            self.begin(t, seat_of(t.owner[source]), seat_of(t.owner[target]), target)

    def roll(self, t: Conquest, lost: int, taken: int) -> None:
        """S.9  What a roll has cost, beside all that so many dice could have."""
        source, target = int(SOURCE.of(t)), int(TARGET.of(t))
        self.attack(t, source, target)  # a match may begin in the middle of one
        attacker, defender = seat_of(t.owner[source]), seat_of(t.owner[target])
        rule = DiceRule(int(MOST_ATTACKING.of(t)), int(MOST_DEFENDING.of(t)), int(SIDES.of(t)))
        ties = "nobody" if t.ties_stand else "defender"
        edge = int(t.attacker_edge() - t.defender_edge())
        odds = roll_odds(int(OURS.of(t)), int(THEIRS.of(t)), ties, edge, rule)
        self.lose(attacker, lost)
        self.lose(defender, taken)
        self.weigh(attacker, defender, lost, taken, odds.counts)


def seat_of(owner: i64) -> int:
    return int(owner) if owner < NEUTRAL else NOBODY
