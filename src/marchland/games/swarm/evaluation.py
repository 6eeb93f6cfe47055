"""How well a seat stands in Swarm, for bots that look one decision ahead."""

from mypy_extensions import i64

from marchland.games.swarm.cards import BASIN, BASTION, CITY, OASIS, POSITIONS, SKILL
from marchland.games.swarm.table import Swarm

POINT = 6.0
CITY_HELD = 4.0
BASTION_HELD = [0.0, 3.0, 9.0, 40.0, 60.0, 60.0]
WATER = 0.55
ON_THE_BOARD = 0.5
ON_AN_OASIS = 0.35
BASIN_HELD = 1.6
IN_A_TEMPLE = 0.4
COVERT_CARD = 1.3
QUEST_CARD = 1.6
TRAITOR_CARD = 0.8
RIVALS = 0.35


def evaluate(t: Swarm, seat: i64) -> float:
    if t.over:
        return 1000.0 if t.places[seat] == 1 else -100.0 * t.places[seat]
    value = standing(t, seat)
    for rival in range(t.seats):
        if rival != seat:
            value -= RIVALS * standing(t, rival)
    return value


def standing(t: Swarm, seat: i64) -> float:
    points: int = t.points[seat]
    water: int = t.water[seat]
    value = POINT * points + WATER * min(water, 12) + 0.15 * max(0, water - 12)
    bastions = 0
    for p in range(POSITIONS):
        troops: int = t.on(seat, p)
        if troops:
            value += ON_THE_BOARD * troops
            kind = t.type_at[p]
            if kind == OASIS:
                value += ON_AN_OASIS * troops
            if t.controls(seat, p):
                if kind == BASTION:
                    bastions += 1
                elif kind == CITY:
                    value += CITY_HELD
                elif kind == BASIN:
                    value += BASIN_HELD
    value += BASTION_HELD[bastions]
    for temple in range(4):
        inside: int = t.in_temple[seat * 4 + temple]
        value += IN_A_TEMPLE * min(inside, 2)
    for leader in t.leaders[seat]:
        skill: int = SKILL[leader]
        value += 0.5 + 0.35 * skill
    value += COVERT_CARD * len(t.coverts[seat]) + QUEST_CARD * len(t.quests[seat])
    return value + TRAITOR_CARD * len(t.traitors[seat])
