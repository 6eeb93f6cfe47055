"""Positions of Campus:

{"seats": 4, "active": 0, "step": "move", "rooms": {"COM": [0, 6]}, "rest": [1, 1], "fallen": [2, 3]}
"""

from __future__ import annotations

from typing import Any, Final

from marchland.engine.agenda import Argument
from marchland.engine.errors import UsageError
from marchland.engine.forms import ByName, BySeat, Whole, Word, whole
from marchland.engine.position import Entry, kept
from marchland.games.campus.move import MOVE
from marchland.games.campus.setup import SET_UP
from marchland.games.campus.setup import TURN as TURNS_TAKEN
from marchland.games.campus.table import WHOLE, Campus
from marchland.games.campus.turn import NEXT, PLACE_TROOPS, RECEIVE, ROUNDS, TURN
from marchland.games.conquest.position import (
    Holding,
    Territory,
    battle_frames,
    holding_of,
    lay_seats,
    usual_entries,
)
from marchland.games.conquest.table import NEUTRAL

ROOM: Final = Territory("a room", WHOLE)
HOLDING: Final = Holding("[owner, troops] or [owner, fresh, settled, veteran]", [1, 3])

ENTRIES: Final = [
    Entry(
        "step",
        "Where the match stands.",
        Word(["place_start", "receive", "place", "move"]),
        "CAM-2.1",
        "move",
    ),
    Entry(
        "rooms",
        "Who holds a room with how many troops. Only troops of the active seat are other than fresh.",
        ByName(ROOM, HOLDING),
        "CAM-4.1",
        "as 'rest' says",
    ),
    Entry("rest", "The same of every room in play that is not named.", HOLDING, "S.1", "all rooms are named"),
    kept("to_place", "At the step place: troops that were received and are not placed yet.", Whole(), "CAM-2.3"),
    kept("remainder", "At the step place_start: troops that are not set up yet.", BySeat(Whole(), 0), "CAM-1.5"),
    *usual_entries(ROOM),
]
FRAMES: Final = {
    SET_UP.tag: [Argument("turns", TURNS_TAKEN, Whole(), "how many turns were taken round the table")],
    ROUNDS.tag: [Argument("turns", NEXT, Whole(), "how many in the order have had their turn, or have it")],
    **battle_frames(ROOM),
}


def place(t: Campus, given: dict[str, Any]) -> None:
    step = given.setdefault("step", "move")
    if step:
        t.round = whole(given.get("round", 1), 1, int(t.max_rounds), "The 'round' of a position")
    t.active = given.get("active", 0)
    if sorted(given.setdefault("order", list(range(t.seats)))) != list(range(t.seats)):
        raise UsageError("The 'order' of a position names every seat once.")
    lay_rooms(t, given)
    lay_seats(t, given, [seat for seat in range(t.seats) if t.held[seat] == 0], "room")
    if step:
        t.to_place = given.get("to_place", 1) if step == "place" else 0
        t.remainder = given.get("remainder", t.remainder) if step == "place_start" else [0] * t.seats
        stand(t, step)


def lay_rooms(t: Campus, given: dict[str, Any]) -> None:
    rooms = given.get("rooms", {})
    for room, region in enumerate(t.board.regions):
        if not t.board.in_play[room]:
            continue
        holding = holding_of(t, room, given, rooms, "Room")
        if not holding:
            raise UsageError(f"Room {region.code} needs {HOLDING.noun}.")
        if len(holding) == 4 and holding[0] != t.active:
            raise UsageError(f"Room {region.code}: only troops of the active seat have states.")
        t.settle(room, holding[0], sum(holding[1:]))
        if len(holding) == 4:
            t.settled[room], t.veteran[room] = holding[2], holding[3]


def stand(t: Campus, step: str) -> None:
    """Leave the agenda at a step."""
    t.call(t.game.root)
    turn = t.order.index(t.active)
    if step == "place_start":
        t.set_progress(2)
        t.call(SET_UP, turn)
        return
    t.set_progress(3)
    t.call(ROUNDS, turn + 1)
    t.set_progress(1)
    t.call(TURN)
    steps = [RECEIVE, PLACE_TROOPS, MOVE]
    place = ["receive", "place", "move"].index(step)
    t.set_progress(place + 1)
    t.call(steps[place])


def laid(t: Campus) -> dict[str, Any]:
    rooms: dict[int, list[int]] = {}
    for room in range(len(t.owner)):
        if t.owner[room] <= NEUTRAL:
            settled, veteran = int(t.settled[room]), int(t.veteran[room])
            fresh = int(t.fresh(room))
            states = [fresh, settled, veteran] if settled or veteran else [fresh]
            rooms[room] = [int(t.owner[room]), *states]
    return {"rooms": rooms, "order": t.order, "fallen": t.fallen}
