"""The battles of Alliances, and the luck in them, for whoever looks back at a match."""

from __future__ import annotations

from math import comb

from marchland.engine.report import Outcome, Reporter
from marchland.engine.sayings import faces
from marchland.engine.sets import bit
from marchland.engine.table import Table
from marchland.games.alliances.battle import (
    ATTACKER_ROLLS,
    DEFENCE_KILL_FROM,
    DEFENDER_ROLLS,
    KILL_FROM,
    LOSES,
    NEUTRAL_LOSES,
    NEUTRALS_ROLL,
    NO_WAY_OUT,
    TRENCH_DICE,
)
from marchland.games.alliances.command import FIGHTS
from marchland.games.alliances.powers import NEUTRAL, NOBODY
from marchland.games.alliances.regions import REGIONS
from marchland.games.alliances.table import FORCES, Alliances
from marchland.games.alliances.victory import WINS, WINS_STAR

SIDES = 6


class AlliancesReporter(Reporter):
    """Hears who fights whom where, what dice were thrown, and who lost what."""

    ours: list[int]  # the attacker's dice of this battle round
    theirs: list[int]

    def __init__(self, t: Table) -> None:
        super().__init__(t)
        self.ours = []
        self.theirs = []

    def hear(self, t: Table, event: list[int]) -> None:
        assert isinstance(t, Alliances)
        phrase = event[1]
        if phrase == FIGHTS:
            self.begin(t, event[2], seat_of(t, int(t.owner[event[3]])), event[3])
            self.ours = []
            self.theirs = []
        elif not self.battles:
            return  # a match may begin from the middle of one, and then nothing is known of it
        elif phrase == ATTACKER_ROLLS:
            self.ours += faces(event[-1])
        elif phrase in (DEFENDER_ROLLS, NEUTRALS_ROLL):
            self.theirs += faces(event[-1])
            self.roll(t)
        elif phrase == LOSES:
            self.lose(seat_of(t, event[2]), sum(divmod(event[3], FORCES)))
        elif phrase == NEUTRAL_LOSES:
            self.lose(NOBODY, event[2])
        elif phrase == NO_WAY_OUT:
            self.lose(self.battles[-1].defender, event[3])
        elif phrase in (WINS, WINS_STAR):
            self.win()
            if phrase == WINS_STAR:
                self.blow(t, self.battles[-1].defender, event)

    def roll(self, t: Alliances) -> None:
        """ALL-14.6, ALL-14.7  What the dice of a round kill, beside all that so many dice could have."""
        battle = self.battles[-1]
        region = battle.region
        attackers = int(t.attackers[region] + t.attackers[REGIONS + region])
        defenders = int(t.units(t.owner[region], region))
        dice = defenders * (int(TRENCH_DICE.of(t)) if t.entrenched & bit(region) else 1)
        if len(self.theirs) < dice:
            return  # more of them are told next
        kills = sum([face >= KILL_FROM.of(t) for face in self.ours])
        deaths = sum([face >= DEFENCE_KILL_FROM.of(t) for face in self.theirs])
        outcomes: list[Outcome] = [
            (min(lost, attackers), min(taken, defenders), ways * others)
            for lost, ways in ways_to_kill(dice, int(DEFENCE_KILL_FROM.of(t)))
            for taken, others in ways_to_kill(len(self.ours), int(KILL_FROM.of(t)))
        ]
        self.weigh(battle.attacker, battle.defender, min(deaths, attackers), min(kills, defenders), outcomes)
        self.ours = []
        self.theirs = []


def ways_to_kill(dice: int, least: int) -> list[tuple[int, int]]:
    """So many kills of so many dice, and in how many ways they can fall."""
    good = max(0, SIDES + 1 - least)
    made = [(kills, comb(dice, kills) * good**kills * (SIDES - good) ** (dice - kills)) for kills in range(dice + 1)]
    return [(kills, ways) for kills, ways in made if ways]


def seat_of(t: Alliances, power: int) -> int:
    return t.played_by[power] if 0 <= power < NEUTRAL else NOBODY
