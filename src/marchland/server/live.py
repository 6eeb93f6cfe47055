"""Live matches: the authority over each, that is its timeline, one entry at a time, committed before it is shown."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from marchland.engine.dice import dice_from_data
from marchland.engine.errors import EngineError, IllegalAction, MarchlandError, PlayError, UsageError, in_short
from marchland.engine.format1 import action_said
from marchland.engine.game import Game
from marchland.engine.match import SNAPSHOT_EVERY, Entry, Match, code_of_entry, entry_of, offer_entry
from marchland.engine.timeline import Timeline
from marchland.games import named
from marchland.server.audience import Audience, Connection, ReplyTo
from marchland.server.bots import BotPool, BotSeats, seat_name
from marchland.server.errors import NotSaved, Stale
from marchland.server.schema import CHATS, SEATS
from marchland.server.storage import (
    PROGRESS,
    SNAPSHOT,
    Conflict,
    EntryRow,
    SavedMatch,
    Statement,
    Store,
    now,
)

if TYPE_CHECKING:
    from marchland.server.sockets import SocketConnection

log = logging.getLogger("marchland.server")

STALE = "The match has gone on since; look again"
NOT_SAVED = "The server could not save this, so it has not happened; try again."
UNREADABLE = "The server cannot read this match just now"
ENDED = "This device may not look at the match from here any more"


class LiveMatch:
    """One running match in memory."""

    timeline: Timeline
    audience: Audience
    seats: list[dict[str, Any]]
    opening: dict[str, Any]  # the dice as they lay before the deal
    chats: int

    def __init__(self, hub: Hub, saved: SavedMatch) -> None:
        self.hub = hub
        self.id = str(saved.row["id"])
        self.game = game_of(str(saved.row["game"]))
        # One entry at a time, and nobody is shown what is not on disk yet.
        self.lock = asyncio.Lock()
        self.failed = False
        self._restore(saved)
        self.audience = Audience(self.id, self.timeline, self.opening, self.faults())
        self.bots = BotSeats(self, hub.pool, hub.bot_pause)

    @property
    def match(self) -> Match:
        return self.timeline.match

    # -- loading -----------------------------------------------------------------------------------------------------

    def _restore(self, saved: SavedMatch) -> None:
        """The match as it is on disk. If the rules have changed since it began, it goes on from a snapshot."""
        self.seats = saved.seats
        self.opening = json.loads(saved.row["dice"])
        self.chats = saved.chats
        if saved.row["rules"] == self.game.version:
            self.timeline = self._replayed(saved, None)
            return
        for snapshot in reversed(saved.snapshots):
            try:
                self.timeline = self._replayed(saved, snapshot)
                return
            except (MarchlandError, EngineError) as fault:
                log.warning("match %s does not go on from entry %d: %s", self.id, snapshot["number"], fault)
        raise MarchlandError("This match was begun by older rules and has no snapshot to go on from.")

    def _replayed(self, saved: SavedMatch, snapshot: dict[str, Any] | None) -> Timeline:
        names = [seat_name(seat) for seat in self.seats]
        options = json.loads(saved.row["options"])
        base = json.loads(snapshot["data"]) if snapshot is not None else None
        match = Match(self.game, len(names), options, dice_from_data(self.opening), names, base)
        timeline = Timeline(match, snapshot["number"] if snapshot is not None else 0)
        for row in saved.entries:
            if row.number > timeline.n:
                entry = entry_in(self.game, row)
                if entry is not None:
                    timeline.enter(entry)
                else:
                    timeline.undo(row.seat, lenient=True)
        return timeline

    async def reload(self) -> None:
        """Somebody has changed on disk who sits here."""
        async with self.lock:
            await self._recover()
        self.bots.wake()

    async def _recover(self) -> None:
        """Back to what is on disk. If that cannot be read either, everybody has to connect again."""
        try:
            saved = await self.hub.store.run(self.hub.store.saved, self.id)
            assert saved is not None
            self._restore(saved)
        except Exception:
            log.exception("match %s cannot be read", self.id)
            self.failed = True
            self.hub.live.pop(self.id, None)
            self.audience.close(1011, UNREADABLE)
        else:
            self.audience.follow(self.timeline, self.opening, self.faults())
            self.audience.show_news()

    # -- playing -----------------------------------------------------------------------------------------------------

    async def enter(self, entry: Entry, seen: int, reply_to: ReplyTo | None = None) -> int:
        """An entry of a seat that has seen so many moments; returns the seat's count once it is committed and all are
        shown it. The state of whoever asked for it names the message that it answers."""
        return await self._commit(entry.seat, entry, seen, reply_to)

    async def undo(self, seat: int, seen: int, reply_to: ReplyTo | None = None) -> int:
        return await self._commit(seat, None, seen, reply_to)

    async def _commit(self, seat: int, entry: Entry | None, seen: int, reply_to: ReplyTo | None) -> int:
        async with self.lock:
            self._check(seat, seen)
            entries, round_before = len(self.match.entries), self.match.table.round
            await self._go_on(seat, entry)
            try:
                row = row_of(self.id, self.timeline, seat, entry)
                await self.hub.store.append(row, *self._changes(entries, round_before))
            except Exception as fault:
                await self._recover()
                if isinstance(fault, Conflict):
                    raise Stale(STALE) from fault
                log.error("an entry of match %s was not saved", self.id, exc_info=fault)
                raise NotSaved(NOT_SAVED) from fault
            self.audience.show_news(reply_to)
            count = self.timeline.counts[seat]
        self.bots.wake()
        return count

    async def _go_on(self, seat: int, entry: Entry | None) -> None:
        """Carry out an entry or an undo; MarchlandError leaves everything as it was, whatever the rules have raised."""
        try:
            if entry is not None:
                self.timeline.enter(entry)
            else:
                self.timeline.undo(seat)
        except Exception as fault:
            if isinstance(fault, MarchlandError) and not isinstance(fault, PlayError):
                raise
            log.error("the rules failed in match %s", self.id, exc_info=fault)
            await self._recover()
            said = f"The rules of {self.game.title} have failed: {in_short(fault)}. Nothing has changed."
            raise PlayError(said) from fault

    def _check(self, seat: int, seen: int) -> None:
        if self.failed:
            raise NotSaved(NOT_SAVED)
        if not 0 <= seat < len(self.seats):
            raise IllegalAction("You are watching this match, not playing it")
        if self.match.table.over:
            raise IllegalAction("The match is over")
        if self.timeline.is_stale(seat, seen):
            raise Stale(STALE)

    def _changes(self, entries_before: int, round_before: int) -> list[Statement]:
        """What is written together with an entry: the match's row where it changes, and now and then a snapshot."""
        table = self.match.table
        entries = len(self.match.entries)
        changes: list[Statement] = []
        if table.over or table.round != round_before:
            status = "over" if table.over else "running"
            places = json.dumps(table.places)
            values = {"match": self.id, "status": status, "places": places, "round": int(table.round)}
            changes.append((PROGRESS, values))
        # Also where an undo has gone back behind a snapshot: nothing could be resumed from that one.
        if entries // SNAPSHOT_EVERY != entries_before // SNAPSHOT_EVERY and not table.over:
            data = json.dumps(table.to_data(), separators=(",", ":"))
            values = {"match": self.id, "number": self.timeline.n, "rules": self.game.version, "data": data}
            changes.append((SNAPSHOT, values))
        return changes

    # -- bots that have failed ---------------------------------------------------------------------------------------

    def faults(self) -> list[dict[str, Any]]:
        """The bots that have stopped, each with its sentence."""
        return [{"seat": row["seat"], "text": row["fault"]} for row in self.seats if row["fault"]]

    async def change_bot(self, seat: int, **values: str | None) -> None:
        """Write down that a bot has stopped, or who goes on for it, and show everybody."""
        try:
            await self.hub.store.run(self.hub.store.change, SEATS, {"match": self.id, "seat": seat}, values)
        except Exception:
            # It is shown all the same: the worst is that the bot tries again after a restart.
            log.exception("what became of a bot of match %s was not saved", self.id)
        self.seats[seat].update(values)
        self.audience.show_faults(self.faults())

    # -- connections -------------------------------------------------------------------------------------------------

    async def connect(self, connection: Connection) -> None:
        """From now on this one is shown the match."""
        async with self.lock:
            if self.failed:
                connection.close(1011, UNREADABLE)
            else:
                self.audience.add(connection)

    async def disconnect(self, connection: Connection) -> None:
        self.audience.connections.discard(connection)
        async with self.lock:
            self.audience.remove(connection)
        self.hub.forget_idle()

    async def chat(self, seat: int, name: str, to: int | None, text: str) -> None:
        if to is not None and to >= len(self.seats):
            raise MarchlandError(f"There is no seat {to} at this table.")
        self.chats += 1
        row = {"match": self.id, "number": self.chats, "seat": seat, "name": name, "to": to, "text": text, "at": now()}
        try:
            await self.hub.store.run(self.hub.store.add, CHATS, row)
        except Exception as fault:
            log.error("a message in match %s was not saved", self.id, exc_info=fault)
            raise MarchlandError(NOT_SAVED) from fault
        self.audience.send_chat(row)


def game_of(name: str) -> Game:
    try:
        return named(name)
    except UsageError as fault:
        raise MarchlandError(f"This server has no game {name!r}; it can be started with --game PATH.") from fault


def entry_in(game: Game, row: EntryRow) -> Entry | None:
    """What was entered, by its row on disk; None is an undo."""
    if row.type == "undo":
        return None
    if row.type == "offer":
        offer = json.loads(row.body)
        return offer_entry(row.seat, offer["to"], offer["give"], offer["ask"])
    if row.type == "do":
        return Entry(row.seat, action_said(game, row.body))
    return entry_of(game, row.seat, row.body)


def row_of(match: str, timeline: Timeline, seat: int, entry: Entry | None) -> EntryRow:
    """The row of the latest moment."""
    type_, body = ("act", code_of_entry(timeline.match.game, entry)) if entry is not None else ("undo", "")
    return EntryRow(match, timeline.n, seat, type_, body, int(timeline.match.table.asked), now())


class Hub:
    """The matches in memory."""

    def __init__(self, store: Store, pool: BotPool, bot_pause: float) -> None:
        self.store = store
        self.pool = pool
        self.bot_pause = bot_pause
        self.live: dict[str, LiveMatch] = {}
        self.connections: set[SocketConnection] = set()
        self.loop: asyncio.AbstractEventLoop | None = None

    async def match(self, identity: str) -> LiveMatch | None:
        """The match of that id if it has begun, loaded from disk if need be."""
        found = self.live.get(identity)
        if found is None:
            saved = await self.store.run(self.store.saved, identity)
            # Somebody else may have loaded it meanwhile.
            found = self.live.get(identity)
            if found is None and saved is not None:
                found = self.live[identity] = LiveMatch(self, saved)
        if found is not None:
            found.bots.wake()
        return found

    def register(self, connection: SocketConnection) -> None:
        """From now on this one is closed when a key ends by which it came."""
        self.loop = asyncio.get_running_loop()
        self.connections.add(connection)

    def end(self, keys: Iterable[str]) -> None:
        """From the database thread: close all that came by sessions and links that have ended."""
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self._end, frozenset(keys))

    def _end(self, keys: frozenset[str]) -> None:
        for connection in list(self.connections):
            if connection.keys & keys:
                connection.close(4403, ENDED)

    def forget_idle(self) -> None:
        """Matches that nobody watches, that await no bot and write nothing leave memory."""
        for identity, match in list(self.live.items()):
            if not match.audience.connections and match.bots.to_move() < 0 and not match.lock.locked():
                del self.live[identity]

    def close(self) -> None:
        for match in self.live.values():
            match.bots.stop()
