"""Chapters 4 and 19: scoring, and the end of the match."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.sayings import BLOW, phrase
from marchland.engine.sets import size
from marchland.engine.step import Step
from marchland.games.alliances.powers import CENTRAL, ENTENTE, NOBODY
from marchland.games.alliances.settings import POINTS_TO_WIN, ROUND_LIMIT, TIE_SCORING
from marchland.games.alliances.table import TRAIN, Alliances

COUNTS: Final = phrase("ALL-19.1", "Strategic regions that count: {a} of the Triple Entente, {b} of the Central Powers")
SCORES: Final = phrase("ALL-19.2", "{n point} for the {team:team}", BLOW)
LEVEL: Final = phrase("ALL-19.4", "The counts are equal, and nobody gains a point")
BOTH_ONE: Final = phrase("ALL-19.4", "The counts are equal, and both teams gain a point")
WINS: Final = phrase("ALL-4.2", "Victory for the {team:team} with {n point}", "blow")
DRAWN: Final = phrase("ALL-4.3", "The war ends in a draw", "blow")
TIME_IS_UP: Final = phrase("ALL-4.4", "Round {n} was the last")


def counted(t: Alliances, team: i64) -> i64:
    """ALL-18.4, ALL-19.1, ALL-19.3  The strategic regions that a team owns in which no Train token lies."""
    return size(t.team_lands(team) & t.strategic & ~t.lying(TRAIN))


class Score(Step[Alliances]):
    """ALL-4.1, ALL-7.2  Part 5 asks nobody. ALL-19.5  Then the end of the match is checked."""

    def resume(self, t: Alliances) -> None:
        a, b = counted(t, ENTENTE), counted(t, CENTRAL)
        t.tell(COUNTS, a, b)
        if a != b:
            ahead: i64 = ENTENTE if a > b else CENTRAL
            gain: i64 = a - b if a > b else b - a
            t.points[ahead] += gain
            t.tell(SCORES, gain, ahead)
        elif TIE_SCORING.on(t):
            t.points[ENTENTE] += 1
            t.points[CENTRAL] += 1
            t.tell(BOTH_ONE)
        else:
            t.tell(LEVEL)
        if is_over(t):
            end(t)
        else:
            t.finish()


def is_over(t: Alliances) -> bool:
    """ALL-4.2, ALL-4.4  Somebody has the points to win, or the last round has been scored."""
    enough = POINTS_TO_WIN.of(t)
    return t.points[ENTENTE] >= enough or t.points[CENTRAL] >= enough or t.round >= ROUND_LIMIT.of(t)


def leader(t: Alliances) -> i64:
    """ALL-4.3  The team with more points, NOBODY if they have the same."""
    a, b = t.points[ENTENTE], t.points[CENTRAL]
    return NOBODY if a == b else ENTENTE if a > b else CENTRAL


def end(t: Alliances) -> None:
    """ALL-3.9  All seats of the winning team share the first place, all others the second; in a draw all the first."""
    winner = leader(t)
    enough = POINTS_TO_WIN.of(t)
    if t.points[ENTENTE] < enough and t.points[CENTRAL] < enough:
        t.tell(TIME_IS_UP, t.round)
    if winner == NOBODY:
        t.tell(DRAWN)
        t.end([1] * t.seats)
    else:
        t.tell(WINS, winner, t.points[winner])
        t.end([1 if t.team_at(seat) == winner else 2 for seat in range(t.seats)])


SCORE: Final = Score("alliances.score", "Scoring", "ALL-19.1")
