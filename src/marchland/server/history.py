"""Finished matches: their records, the check of their dice, and any moment of them; and matches left at a restart."""

from __future__ import annotations

import logging
from collections import Counter
from itertools import chain
from typing import Any, Protocol

import orjson

from marchland.engine import record
from marchland.engine.errors import MarchlandError, RecordError
from marchland.engine.game import Game
from marchland.engine.match import Match, may_hear
from marchland.engine.sayings import BATTLE, BLOW, EVERYBODY, ROUND
from marchland.engine.table import SPECTATOR
from marchland.engine.witness import Changes
from marchland.server.calls import Check, Milestone, Moment
from marchland.server.entropy import draw_of
from marchland.server.live import Hub
from marchland.server.messages import State
from marchland.server.schema import MATCHES
from marchland.server.state import LONGEST_LOG, ending, event_data, question, scene, seal_of
from marchland.server.storage import Store

log = logging.getLogger("marchland.server")

CAPTURE = "capture"


async def wake_bots(store: Store, hub: Hub) -> None:
    """After a restart bots go on where they were awaited."""
    running = await store.run(lambda: store.find(MATCHES, status="running"))
    awaited = await store.run(store.awaited, [row["id"] for row in running])
    seats = await store.run(store.seats_of, list(awaited))
    for identity, mask in awaited.items():
        bots = [seat["seat"] for seat in seats[identity] if seat["kind"] == "bot" or seat["stand_in"]]
        if any(mask >> seat & 1 for seat in bots):
            try:
                await hub.match(identity)
            except MarchlandError as fault:
                log.warning("match %s cannot be loaded: %s", identity, fault)
            except Exception:
                # One match that cannot be loaded does not keep the bots of the others waiting.
                log.exception("match %s cannot be loaded", identity)


class Played(Protocol):
    """A match with its history, live or from the archive."""

    id: str
    game: Game
    opening: dict[str, Any]

    @property
    def match(self) -> Match: ...


def record_of(played: Played) -> str:
    return record.write(played.match)


def check(played: Played) -> Check:
    """Verify the record as `marchland verify` does, and count the faces of all dice."""
    seal = seal_of(played.opening, True)
    faces: Counter[tuple[int, int]] = Counter()
    for event in played.match.events:
        dice = played.game.read(event).rolls()
        for side, thrown in enumerate(dice):
            faces.update((side, face) for face in thrown)
    try:
        record.verify(record.read(record_of(played)), played.game)
        sentence, ok = what_follows(played.match), True
    except RecordError as fault:
        sentence, ok = str(fault), False
    sides = [("attackers' dice", 0), ("defenders' dice", 1)]
    counted = [(name, [faces[(side, face)] for face in range(1, 7)]) for name, side in sides]
    return Check(
        ok=ok, sentence=sentence, hash=seal["hash"], key=seal["key"], draw=draw_of(played.opening, True), faces=counted
    )


def what_follows(match: Match) -> str:
    text = f"All {len(match.entries)} entries and every draw follow from the key"
    if match.entropy is not None:
        added = sum(1 for part in match.entropy.parts if part)
        players = {0: "alone", 1: "and 1 player"}.get(added, f"and {added} players")
        text += f", and the key from what the server {players} added to it"
    if match.base is not None:
        text += ". But the record begins from a given table, not from the deal; nothing before it is checked"
    return text + "."


def moment(played: Played, n: int, seat: int, since: int) -> Moment:
    """A moment of a match that is over, as a seat saw it, or a spectator, or as the all-seeing does."""
    match = played.match
    match.table.check_viewer(seat)
    last = len(match.entries)
    n = min(n, last)
    table = match.at(n)
    ended = match.ended if n == last else None
    seal = seal_of(played.opening, True)
    head = {"type": "state", "match": played.id, "n": n, "seat": seat, "clock": None}
    nobody: dict[str, list[Any]] = {name: [] for name in ("seats", "bots", "present", "last_here", "faults")}
    beside = {"players": match.players, "can_abort": False, **nobody}
    heard, earlier = heard_last(match, seat, since, n)
    before = max(heard[0][0] - 1, 0) if heard else n
    seen = match.seen(before, n)
    events = [
        {"n": number, **event_data(match, match.events[index]), "changes": changed(seen, index - match.ends[before])}
        for number, index in heard
    ]
    told = {"events": events, "earlier": earlier}
    asked = question(table, match.players, seat if ended is None else SPECTATOR)
    if ended is not None:
        asked |= {"prompt": ending(ended, match.players), "deals": None}
    seen_now = {**scene(table, seat, ended), "picture": table.picture(seat), "dice": seal}
    data = orjson.dumps({**head, **seen_now, **beside, **asked, **told})
    return Moment(last=last, state=State.model_validate_json(data))


def changed(seen: list[Changes], index: int) -> Changes:
    """Of the deal (before all that was seen) nobody follows what it changes."""
    return seen[index] if index >= 0 else []


def milestones(played: Played) -> list[Milestone]:
    """What everybody heard of a match that is over, as far as one jumps there in its replay."""
    match = played.match
    owners = [region.owner for region in match.at(0).picture(SPECTATOR).regions]
    seen = match.seen(0, len(match.entries))
    found: list[Milestone] = []
    for number in range(len(match.ends)):
        for index in range(match.ends[number - 1] if number else 0, match.ends[number]):
            if match.events[index][0] != EVERYBODY:
                continue
            told = played.game.read(match.events[index], match.players)
            what: list[str] = [role for role in (ROUND, BATTLE, BLOW) if role == told.role]
            for region, shown in changed(seen, index - match.ends[0]):
                if owners[region] >= 0 and shown.owner not in (owners[region], -1) and CAPTURE not in what:
                    what.append(CAPTURE)
                owners[region] = shown.owner
            found += [Milestone.model_validate({"n": number, "what": one, "text": told.text}) for one in what]
    return found


def heard_last(match: Match, viewer: int, since: int, n: int) -> tuple[list[tuple[int, int]], bool]:
    """The last that a viewer heard after entry `since` up to entry n, in whole entries: events by index, each with the
    number of its entry; and whether there is more."""
    found: list[list[tuple[int, int]]] = []
    count = 0
    for number in range(n, max(since, -1), -1):
        events = range(match.ends[number - 1] if number else 0, match.ends[number])
        said = [(number, index) for index in events if may_hear(viewer, match.events[index][0])]
        if said and count >= LONGEST_LOG:
            return list(chain.from_iterable(reversed(found))), True
        found.append(said)
        count += len(said)
    return list(chain.from_iterable(reversed(found))), False
