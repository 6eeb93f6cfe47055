"""What a study of many matches groups the players by, and how matches end."""

from __future__ import annotations

from marchland.games.alliances.powers import CODES, TEAMS
from marchland.games.alliances.revival import REVIVES
from marchland.games.alliances.scoring import BOTH_ONE, SCORES, leader
from marchland.games.alliances.seats import SCENARIOS
from marchland.games.alliances.settings import POINTS_TO_WIN
from marchland.games.alliances.table import Alliances

FACTS = {
    "team": "the team of a player",
    "power": "a power that a player has",
    "scenario": "the scenario that was laid out",
    "points": "the points of the team in the end",
    "revived": "a power of the player that was revived at least once",
}


def study(dealt: Alliances, story: list[list[int]]) -> list[tuple[int, str, str]]:
    points = [0, 0]
    revived: set[int] = set()
    for _, phrase, *said in story:
        if phrase == SCORES:
            points[said[1]] += said[0]
        elif phrase == BOTH_ONE:
            points = [points[0] + 1, points[1] + 1]
        elif phrase == REVIVES:
            revived.add(said[0])
    scenario = SCENARIOS[dealt.scenario].name if dealt.scenario >= 0 else "draft"
    found: list[tuple[int, str, str]] = []
    for seat in range(dealt.seats):
        team = dealt.team_at(seat)
        powers = dealt.powers_of(seat)
        found += [(seat, "team", TEAMS[team]), (seat, "scenario", scenario), (seat, "points", str(points[team]))]
        found += [(seat, "power", CODES[power]) for power in powers]
        found += [(seat, "revived", CODES[power]) for power in powers if power in revived]
    return found


def ending(t: Alliances) -> str:
    """ALL-4.2 to ALL-4.4"""
    if leader(t) < 0:
        return "draw"
    return "points" if max(t.points) >= POINTS_TO_WIN.of(t) else "round limit"
