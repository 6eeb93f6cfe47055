"""What a match came to: the one definition from which terminal, server and the page of the end are made.

Not compiled: the server's schema is read off the annotations, which compiled classes do not keep.
"""

from dataclasses import dataclass
from typing import Final

NOBODY: Final = -1  # as a defender: pieces that belong to no seat

RUNNING: Final = "running"
BY_RULE: Final = "rule"  # how a match has ended, where not by what Match.ended says
LEAD: Final = "lead"
SWING: Final = "swing"
BLOW: Final = "blow"


@dataclass
class Reason:
    """Why the match is over, and the clause behind it; there is none where the players have ended it. `by` is what
    decided, in a word or two of the game: points, elimination."""

    how: str  # "rule", "resigned", or "running" while it is not over
    text: str
    clause: str
    by: str


@dataclass
class Point:
    """A place on the curves: the beginning of a round, after `n` entries, and last the end, `over`."""

    n: int
    round: int
    over: bool


@dataclass
class Curve:
    """What the seats had of something, by seat and then by point; the nouns are those of a Fact."""

    one: str
    many: str
    values: list[list[int]]


@dataclass
class Battle:
    """Who fought whom over which region (`where`, as the log names it), begun by entry `n`. `lost` are the attacker's
    pieces and the defender's; `won` says whether the attacker has."""

    n: int
    round: int
    attacker: int
    defender: int
    region: int
    where: str
    lost: list[int]
    won: bool


@dataclass
class Rivalry:
    """All battles of one attacker against one defender."""

    attacker: int
    defender: int
    battles: int
    won: int
    lost: list[int]


@dataclass
class Luck:
    """What dice have cost a seat and brought it, beside what was to be expected of the very same rolls. `luck` is how
    many pieces better off the seat is than that, `deviation` its standard deviation, and `said` the two in words."""

    seat: int
    rolls: int
    lost: int
    expected_lost: float
    taken: int
    expected_taken: float
    luck: float
    deviation: float
    said: str


@dataclass
class Toll:
    """What chance took besides, or gave, without dice that could be weighed: by seat."""

    what: str
    values: list[int]


@dataclass
class TurningPoint:
    """A moment after entry `n` that one would like to see again: a lasting lead, a swing, a blow."""

    n: int
    round: int
    what: str
    seat: int
    text: str
    clause: str


@dataclass
class Summary:
    """`given_table`: the match began from a table that somebody gave, and nothing is known of what was before."""

    game: str
    title: str
    rules: str
    players: list[str]
    places: list[int]
    reason: Reason
    given_table: bool
    entries: int
    rounds: int
    points: list[Point]
    curves: list[Curve]
    battles: int
    rivalries: list[Rivalry]
    greatest: list[Battle]  # the battles that cost most, the dearest first
    lost: list[int]  # pieces, by seat, in battles and by what else was aimed at them
    luck: list[Luck]  # empty where no dice were rolled
    tolls: list[Toll]
    turning_points: list[TurningPoint]
