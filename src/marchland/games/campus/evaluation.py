"""How well a seat stands in Campus, for bots that look one decision ahead."""

from mypy_extensions import i64

from marchland.games.campus.table import Campus


def evaluate(t: Campus, seat: i64) -> float:
    """Income first; then troops, worth most at a front; then what the neighbours can take."""
    if t.over:
        return 1000.0 if t.places[seat] == 1 else -100.0 * t.places[seat]
    if t.held[seat] == 0:
        return -500.0
    value = prospects(t, seat)
    worst = 0.0
    for other in range(t.seats):
        if other != seat and t.held[other] > 0:
            theirs = prospects(t, other)
            value -= 0.3 * theirs
            if theirs > worst:
                worst = theirs
    return value - 0.2 * worst + standing(t, seat)


def prospects(t: Campus, seat: i64) -> float:
    """Income to come: rooms by thirds, complete buildings in full, half-taken ones by the square of the share."""
    rooms: int = t.held[seat]
    value = 0.5 * rooms
    bonuses = t.bonuses()
    for group in range(len(bonuses)):
        members = t.board.members[group]
        if members:
            ours = 0
            for room in members:
                if t.owner[room] == seat:
                    ours += 1
            share = ours / len(members)
            value += bonuses[group] * (1.5 if ours == len(members) else 0.6 * share * share)
    return value


def standing(t: Campus, seat: i64) -> float:
    """Troops at the front count more than those behind it; rooms that can be overrun count against."""
    value = 0.0
    for room in range(len(t.owner)):
        if t.owner[room] != seat:
            continue
        units: int = t.units[room]
        threat: int = 0
        front = False
        for near in t.board.neighbours[room]:
            if t.owner[near] != seat:
                front = True
                if t.owner[near] < t.seats:
                    threat += t.units[near] - 1
        if front:
            value += 0.35 * units
            if threat > units:
                value -= 0.6 * (threat - units) / threat
        else:
            # One troop holds a room behind the front; the rest stands idle.
            value += 0.12 * units
    return value
