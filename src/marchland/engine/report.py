"""Who listens to a match that is played over again, and keeps account of its battles and its luck.

A game extends `Reporter` with what its own events say. They are heard while they are told, so that the table can be
asked as well: who holds what, how many dice, which card is in force.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from marchland.engine.summary import Battle
from marchland.engine.witness import Witness

if TYPE_CHECKING:
    from marchland.engine.table import Table

# How a roll may end: what the attacker loses, what the defender loses, and in how many equally likely ways.
Outcome = tuple[int, int, int]


class Fortune:
    """What dice have cost a seat and brought it, and what was to be expected, exactly."""

    def __init__(self) -> None:
        self.rolls = 0
        self.lost = 0
        self.taken = 0
        self.expected_lost = Fraction(0)
        self.expected_taken = Fraction(0)
        self.variance = Fraction(0)  # of what is taken less what is lost

    def add(self, lost: int, taken: int, expected_lost: Fraction, expected_taken: Fraction, variance: Fraction) -> None:
        self.rolls += 1
        self.lost += lost
        self.taken += taken
        self.expected_lost += expected_lost
        self.expected_taken += expected_taken
        self.variance += variance

    def luck(self) -> Fraction:
        return (self.taken - self.expected_taken) - (self.lost - self.expected_lost)


@mypyc_attr(allow_interpreted_subclasses=True)
class Reporter(Witness):
    """`n` is the entry that is being carried out. Seats are numbers from 0; whoever else fights is nobody."""

    n: int
    battles: list[Battle]
    lost: list[int]
    fortunes: list[Fortune]
    tolls: dict[str, list[int]]
    blows: list[tuple[int, int, int, list[int]]]  # the entry, the round, whom it hit, and the event that told it

    def __init__(self, t: Table) -> None:
        super().__init__(t)
        self.n = 0
        self.battles = []
        self.lost = [0] * t.seats
        self.fortunes = [Fortune() for _ in range(t.seats)]
        self.tolls = {}
        self.blows = []

    def look(self, t: Table, audience: int, saying: Sequence[int] = ()) -> None:
        if t.events:
            self.hear(t, t.events[-1])

    # -- for the game to fill in -------------------------------------------------------------------------------------

    def hear(self, t: Table, event: list[int]) -> None:
        """An event is being told: [audience, phrase, arguments…]."""

    # -- for the game to say -----------------------------------------------------------------------------------------

    def begin(self, t: Table, attacker: int, defender: int, region: int) -> None:
        """A battle begins; what is lost from now on is lost in it."""
        where = t.game.labels.name("region", region)
        self.battles.append(Battle(self.n, int(t.round), attacker, defender, region, where, [0, 0], False))

    def lose(self, seat: int, pieces: int) -> None:
        """In the battle that began last."""
        battle = self.battles[-1]
        battle.lost[0 if seat == battle.attacker else 1] += pieces
        self.lose_outside(seat, pieces)

    def lose_outside(self, seat: int, pieces: int) -> None:
        """By something aimed at a seat that is no battle."""
        if seat >= 0:
            self.lost[seat] += pieces

    def win(self, attacker: bool = True) -> None:
        self.battles[-1].won = attacker

    def weigh(self, attacker: int, defender: int, lost: int, taken: int, outcomes: Sequence[Outcome]) -> None:
        """A roll has cost the attacker and the defender so much, out of all that it might have."""
        ways = sum([ways for _, _, ways in outcomes])
        ours = Fraction(sum([own * ways for own, _, ways in outcomes]), ways)
        theirs = Fraction(sum([their * ways for _, their, ways in outcomes]), ways)
        square = Fraction(sum([(their - own) * (their - own) * ways for own, their, ways in outcomes]), ways)
        variance = square - (theirs - ours) * (theirs - ours)
        if attacker >= 0:
            self.fortunes[attacker].add(lost, taken, ours, theirs, variance)
        if defender >= 0:
            self.fortunes[defender].add(taken, lost, theirs, ours, variance)

    def toll(self, what: str, seat: int, pieces: int) -> None:
        """Chance has taken pieces, and no dice say how many it might have."""
        values = self.tolls.setdefault(what, [0] * len(self.lost))
        if seat >= 0:
            values[seat] += pieces

    def blow(self, t: Table, seat: int, event: list[int]) -> None:
        """Something has happened to a seat that may decide the match."""
        self.blows.append((self.n, int(t.round), seat, event))
