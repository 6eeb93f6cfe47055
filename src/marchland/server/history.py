"""Finished matches: their records, the check of their dice, and any moment of them; and matches left at a restart."""

from __future__ import annotations

import logging
from collections import Counter

import orjson

from marchland.engine import record
from marchland.engine.errors import MarchlandError, RecordError, UsageError
from marchland.server.errors import NotFound
from marchland.server.live import Hub, LiveMatch
from marchland.server.messages import Check, Moment, State
from marchland.server.schema import MATCHES, SEATS
from marchland.server.state import event_data, question, scene, seal_of
from marchland.server.storage import Store

log = logging.getLogger("marchland.server")


async def wake_bots(store: Store, hub: Hub) -> None:
    """After a restart bots go on where they were awaited."""
    running = await store.run(lambda: store.find(MATCHES, status="running"))
    awaited = await store.run(store.awaited, [row["id"] for row in running])
    for identity, mask in awaited.items():
        seats = await store.run(lambda identity=identity: store.find(SEATS, match=identity))
        if any(mask >> seat["seat"] & 1 for seat in seats if seat["kind"] == "bot" or seat["away"]):
            try:
                await hub.match(identity)
            except MarchlandError as fault:
                log.warning("match %s cannot be loaded: %s", identity, fault)
            except Exception:
                # One match that cannot be loaded does not keep the bots of the others waiting.
                log.exception("match %s cannot be loaded", identity)


async def finished(hub: Hub, identity: str) -> LiveMatch:
    live = await hub.match(identity)
    if live is None:
        raise NotFound(f"There is no match {identity!r} that has begun.")
    async with live.lock:  # an end that is not on disk yet is none
        over = live.match.table.over
    if not over:
        raise UsageError("The match is not over yet; its dice stay sealed until then.")
    return live


def record_of(live: LiveMatch) -> str:
    return record.write(live.match)


def check(live: LiveMatch) -> Check:
    """Verify the record as `marchland verify` does, and count the faces of all dice."""
    seal = seal_of(live.opening, True)
    faces: Counter[tuple[int, int]] = Counter()
    for event in live.match.events:
        dice = live.game.read(event).rolls()
        for side, thrown in enumerate(dice):
            faces.update((side, face) for face in thrown)
    try:
        record.verify(record.read(record_of(live)), live.game)
        sentence, ok = f"All {len(live.match.entries)} entries and every draw follow from the key.", True
    except RecordError as fault:
        sentence, ok = str(fault), False
    sides = [("attackers' dice", 0), ("defenders' dice", 1)]
    counted = [(name, [faces[(side, face)] for face in range(1, 7)]) for name, side in sides]
    return Check(ok=ok, sentence=sentence, hash=seal["hash"], key=seal["key"], faces=counted)


def moment(live: LiveMatch, n: int, seat: int, since: int) -> Moment:
    """A moment of a match that is over, as a seat saw it, or a spectator, or as the all-seeing does."""
    match = live.match
    match.table.check_viewer(seat)
    last = len(match.entries)
    n = min(n, last)
    table = match.at(n)
    seal = seal_of(live.opening, True)
    head = {"type": "state", "match": live.id, "n": n, "seat": seat}
    events = [{"n": number, **event_data(match, event)} for number, event in match.heard(seat, since, n)]
    data = orjson.dumps({**head, **scene(table, seat, [], seal), **question(table, match.players, seat, events)})
    return Moment(last=last, state=State.model_validate_json(data))
