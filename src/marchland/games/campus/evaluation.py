"""How well a seat stands in Campus, for bots that look one decision ahead.

The weights were found by playing against random opponents. A troop is the unit of account: below twelve rooms the
income stays at three whatever one holds, so a room is worth no more than the troop that it may cost.
"""

from typing import Final

from mypy_extensions import i64

from marchland.games.campus.table import Campus

ROOM: Final = 1.0
BUILDING: Final = 4.0  # per troop of its bonus
HALF_TAKEN: Final = 1.0  # the same, times the square of the share
AT_THE_FRONT: Final = 1.0
BEHIND: Final = 0.85  # a step away from use
EACH_RIVAL: Final = 0.3
STRONGEST_RIVAL: Final = 0.2


def evaluate(t: Campus, seat: i64) -> float:
    if t.over:
        return 1000.0 if t.places[seat] == 1 else -100.0 * t.places[seat]
    if t.held[seat] == 0:
        return -500.0
    value = prospects(t, seat) + standing(t, seat)
    strongest = 0.0
    for rival in range(t.seats):
        if rival != seat and t.held[rival] > 0:
            theirs = prospects(t, rival) + float(int(t.troops(rival)))
            value -= EACH_RIVAL * theirs
            if theirs > strongest:
                strongest = theirs
    return value - STRONGEST_RIVAL * strongest


def prospects(t: Campus, seat: i64) -> float:
    """Income to come: rooms, complete buildings, and half-taken ones by the square of the share."""
    rooms: int = t.held[seat]
    value = ROOM * rooms
    bonuses = t.bonus
    for group in range(len(bonuses)):
        members = t.board.members[group]
        if members:
            ours = 0
            for room in members:
                if t.owner[room] == seat:
                    ours += 1
            share = ours / len(members)
            value += bonuses[group] * (BUILDING if ours == len(members) else HALF_TAKEN * share * share)
    return value


def standing(t: Campus, seat: i64) -> float:
    """Troops, worth most where they can fight."""
    value = 0.0
    for room in range(len(t.owner)):
        if t.owner[room] == seat:
            front = False
            for near in t.board.neighbours[room]:
                if t.owner[near] != seat:
                    front = True
            units: int = t.units[room]
            value += (AT_THE_FRONT if front else BEHIND) * units
    return value
