"""Finished matches: their records, the check of their dice, and any moment of them; and matches left at a restart."""

from __future__ import annotations

import logging
from collections import Counter, OrderedDict

import orjson

from marchland.engine import record
from marchland.engine.dice import dice_from_data
from marchland.engine.errors import RecordError, UsageError
from marchland.engine.match import Match, redo
from marchland.engine.table import ALL_SEEING, Table
from marchland.server.live import Hub, LiveMatch, may_hear
from marchland.server.lobby import NotFound
from marchland.server.messages import Check, Moment, State
from marchland.server.state import happening, question, scene, seal_of
from marchland.server.storage import MATCHES, SEATS, Store

log = logging.getLogger("marchland.server")

KEPT = 32  # finished matches whose moments stay in memory
STRIDE = 50  # entries between two kept tables


async def wake_bots(store: Store, hub: Hub) -> None:
    """After a restart bots go on where they were awaited."""
    running = await store.run(lambda: store.find(MATCHES, status="running"))
    awaited = await store.run(store.awaited, [row["id"] for row in running])
    for identity, mask in awaited.items():
        bots = await store.run(lambda identity=identity: store.find(SEATS, match=identity, kind="bot"))
        if any(mask >> seat["seat"] & 1 for seat in bots):
            try:
                await hub.match(identity)
            except Exception:
                # One match that cannot be loaded does not keep the bots of the others waiting.
                log.exception("match %s cannot be loaded", identity)


async def finished(hub: Hub, identity: str) -> LiveMatch:
    live = await hub.match(identity)
    if live is None:
        raise NotFound(f"There is no match {identity!r} that has begun.")
    async with live.turn:  # an end that is not on disk yet is none
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
        dice = happening(live.game, live.match.players, event[1:])["dice"] or []
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


class Film:
    """A finished match with a table kept every few entries, so that any moment is near."""

    def __init__(self, live: LiveMatch) -> None:
        done = live.match
        match = Match(done.game, done.table.seats, done.options, dice_from_data(live.opening), done.players, done.base)
        self.tables: list[Table] = [match.table.copy()]
        self.told: list[int] = [len(match.events)]
        for number, entry in enumerate(done.entries, 1):
            redo(match, entry)
            self.told.append(len(match.events))
            if number % STRIDE == 0:
                self.tables.append(match.table.copy())
        self.match = match

    def news(self, since: int, n: int, viewer: int) -> list[dict[str, object]]:
        """What happened after entry `since` up to entry n, as far as the viewer may hear of it."""
        match = self.match
        return [
            {"n": number, **happening(match.game, match.players, event[1:])}
            for number in range(max(since + 1, 0), n + 1)
            for event in match.events[self.told[number - 1] if number else 0 : self.told[number]]
            if viewer == ALL_SEEING or may_hear(viewer, event[0])
        ]

    def at(self, n: int) -> Match:
        """The match as it stood after n entries; only its table and names are to be read."""
        shown = Match(self.match.game, self.match.table.seats, self.match.options, None, self.match.players)
        table = self.tables[n // STRIDE].copy()
        for entry in self.match.entries[n // STRIDE * STRIDE : n]:
            if entry.offer is not None:
                table.propose(entry.seat, entry.offer[0][0], entry.offer[1], entry.offer[2])
            else:
                table.play(entry.seat, entry.action)
        shown.table = table
        shown.undoable = []
        return shown


_FILMS: OrderedDict[str, Film] = OrderedDict()


def moment(live: LiveMatch, n: int, seat: int, since: int) -> Moment:
    """A moment of a match that is over, as a seat saw it, or a spectator, or as the all-seeing does."""
    if seat >= len(live.seats):
        raise UsageError(f"The match has seats 0 to {len(live.seats) - 1}.")
    film = _FILMS.pop(live.id, None) or Film(live)
    _FILMS[live.id] = film
    if len(_FILMS) > KEPT:
        _FILMS.popitem(last=False)
    last = len(film.match.entries)
    n = min(n, last)
    shown = film.at(n)
    seal = seal_of(live.opening, True)
    head = {"type": "state", "match": live.id, "n": n, "seat": seat}
    data = orjson.dumps({**head, **scene(shown, seat, [], seal), **question(shown, seat, film.news(since, n, seat))})
    return Moment(last=last, state=State.model_validate_json(data))
