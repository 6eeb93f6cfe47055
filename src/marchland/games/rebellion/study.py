"""What a study of many matches groups the players by, and how matches end."""

from __future__ import annotations

from marchland.engine.sets import size
from marchland.engine.table import Table
from marchland.games.rebellion.buildings import BUILDS
from marchland.games.rebellion.ending import holds_all
from marchland.games.rebellion.income import PAYS_UPKEEP, RECEIVES
from marchland.games.rebellion.revolts import RISE
from marchland.games.rebellion.setup import FOUNDS, STARTS
from marchland.games.rebellion.table import BUILDINGS, Rebellion
from marchland.games.rebellion.world import WORLD


def study(dealt: Table, story: list[list[int]]) -> list[tuple[int, str, str]]:
    found: list[tuple[int, str, str]] = []
    seats = int(dealt.seats)
    revolts = [0] * seats
    incomes: list[list[int]] = [[] for _ in range(seats)]
    for _, phrase, *said in story:
        if phrase == STARTS:
            found += [((said[0] + place) % seats, "turn", str(place + 1)) for place in range(seats)]
        elif phrase == FOUNDS:
            found.append((said[0], "continent", WORLD.groups[WORLD.group_of[said[1]]].name))
        elif phrase == BUILDS:
            found.append((said[0], "built", BUILDINGS[said[1]]))
        elif phrase == RISE:
            revolts[said[1]] += 1
        elif phrase == RECEIVES:
            incomes[said[0]].append(said[1])
        elif phrase == PAYS_UPKEEP:
            incomes[said[0]][-1] -= said[1]
    found += [(seat, "revolts", ["0", "1", "2", "3 or more"][min(3, n)]) for seat, n in enumerate(revolts)]
    for seat, net in enumerate(incomes):
        found += [(seat, "income", f"round {turn + 1}: {coins}") for turn, coins in enumerate(net)]
    return found


def ending(t: Rebellion) -> str:
    """REB-25.1  Every capital of the opponents; REB-25.3  nobody else left; REB-25.4  points."""
    winners = [seat for seat in range(t.seats) if t.places[seat] == 1]
    if size(t.alive) == 1:
        return "last one left"
    if len(winners) == 1 and holds_all(t, winners[0]):
        return "every capital"
    return "points" if len(winners) == 1 else "draw"
