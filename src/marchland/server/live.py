"""Live matches: the authority over each, that is its timeline, one entry at a time, committed before it is shown."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import sqlalchemy as sa

from marchland.engine.errors import IllegalAction, MarchlandError, PlayError, in_short
from marchland.engine.match import SNAPSHOT_EVERY, Entry, Match, code_of_entry
from marchland.engine.offer_words import is_offer_code
from marchland.engine.timeline import Timeline
from marchland.server.absence import SEAT_IS_GONE, Absence
from marchland.server.audience import Audience, Connection, ReplyTo
from marchland.server.bots import BotPool, BotSeats, failure_of, level_of, seat_name
from marchland.server.chats import Chats, recipient
from marchland.server.chores import Chores
from marchland.server.clock import BotClock
from marchland.server.errors import NoSeat, NotSaved, Stale
from marchland.server.limits import OFFERS_IN_MATCH, TAKEN_BACK_IN_MATCH
from marchland.server.loading import Restored, Slices, game_of, restoring
from marchland.server.once import Once
from marchland.server.patience import Watch
from marchland.server.people import NEUTRAL
from marchland.server.schema import CHATS, PEOPLE, SEATS
from marchland.server.storage import (
    ACT,
    OLD_SNAPSHOTS,
    PROGRESS,
    SNAPSHOT,
    UNDO,
    Clock,
    Conflict,
    EntryRow,
    Statement,
    Store,
    now,
    stamp,
)

if TYPE_CHECKING:
    from marchland.server.sockets import SocketConnection

log = logging.getLogger("marchland.server")

STALE = "The match has gone on since; look again"
NO_LONGER_YOURS = "You do not play this seat any more"
NOT_SAVED = "The server could not save this, so it has not happened; try again."
UNREADABLE = "The server cannot read this match just now"
ENDED = "This device may not look at the match from here any more"
OFFER = "offer"
MOST_OF = {UNDO: (TAKEN_BACK_IN_MATCH, "taken a move back"), OFFER: (OFFERS_IN_MATCH, "made an offer")}
ENTRIES_IN_MEMORY = 60_000  # of all matches together; each takes about a kilobyte
SHORTEST = 50  # what a match without entries takes, in entries


class TurnLock(asyncio.Lock):
    """A lock that knows who waits for it. From when one gives it up until the next has it, it is not locked."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = 0

    async def acquire(self) -> Literal[True]:
        self.waiting += 1
        try:
            return await super().acquire()
        finally:
            self.waiting -= 1

    @property
    def wanted(self) -> bool:
        return self.waiting > 0 or self.locked()


class LiveMatch:
    """One running match in memory."""

    timeline: Timeline
    audience: Audience
    seats: list[dict[str, Any]]
    opening: dict[str, Any]  # the dice as they lay before the deal

    def __init__(self, hub: Hub, restored: Restored) -> None:
        self.hub = hub
        self.id = restored.id
        self.game = restored.game
        # One entry at a time, and nobody is shown what is not on disk yet.
        self.lock = TurnLock()
        self.failed = False
        self.absence = Absence(self)
        self.chores = Chores(self)
        self._take(restored)
        self.audience = Audience(self.id, self.timeline, self.opening, self.faults(), self.absence)
        self.bots = BotSeats(self, hub.pool, hub.bot_pause, hub.bot_clock)

    @property
    def match(self) -> Match:
        return self.timeline.match

    # -- loading -----------------------------------------------------------------------------------------------------

    def _take(self, restored: Restored) -> None:
        self.seats = restored.saved.seats
        self.opening = restored.opening
        self.timeline = restored.timeline
        self.chats = Chats(restored.saved.chats, self.timeline.viewers, self.seats)
        self.absence.restore(restored.saved)
        self.spent = Counter((sort, row.seat) for row in restored.saved.entries if (sort := sort_of(row)))

    def call(self, seat: int, name: str) -> None:
        """From now on the person of a seat has this name."""
        self.match.players[seat] = self.seats[seat]["name"] = name
        self.audience.forget_words()

    async def rename(self, person: str, name: str) -> None:
        """Nobody waits for the match to be read anew because of a name."""
        async with self.lock:
            for row in [row for row in self.seats if row["person"] == person]:
                self.call(row["seat"], name)
            self.audience.show_all(self.faults())

    async def reload(self) -> None:
        """Who sits here has changed on disk."""
        async with self.lock:
            await self._recover()
            if not self.failed:
                self.audience.show_all(self.faults())
        await self.absence.note_deserted()
        self.bots.wake()

    async def _recover(self) -> None:
        """Back to what is on disk. If that cannot be read either, everybody has to connect again."""
        try:
            restored = await self.hub.restored(self.id)
            assert restored is not None
            self._take(restored)
        except Exception:
            log.exception("match %s cannot be read", self.id)
            self.failed = True
            self.hub.live.pop(self.id, None)
            self.audience.close(1011, UNREADABLE)
        else:
            self.audience.follow(self.timeline, self.opening, self.faults())
            self.audience.show_news()

    @property
    def size(self) -> int:
        """What it takes in memory, roughly, in entries."""
        return len(self.timeline.moments) + SHORTEST

    # -- playing -----------------------------------------------------------------------------------------------------

    async def enter(self, entry: Entry, seen: int, reply_to: ReplyTo | None = None, by_bot: bool = False) -> int:
        """An entry of a seat that has seen so many moments; returns the seat's count once it is committed and all are
        shown it. The state of whoever asked for it names the message that it answers."""
        return await self._commit(entry.seat, entry, seen, reply_to, by_bot)

    async def undo(self, seat: int, seen: int, reply_to: ReplyTo | None = None) -> int:
        return await self._commit(seat, None, seen, reply_to)

    async def _commit(
        self, seat: int, entry: Entry | None, seen: int, reply_to: ReplyTo | None, by_bot: bool = False
    ) -> int:
        async with self.lock:
            self.check(seat, seen)
            self.check_player(seat, reply_to, by_bot)
            sort = UNDO if entry is None else OFFER if entry.offer is not None else ""
            if entry is None:
                self.absence.refuse_undo(seat)
            if not by_bot:
                self.check_spent(sort, seat)
            match = self.timeline.match
            entries, round_before = len(match.entries), match.table.round
            undone = await self._go_on(seat, entry)
            try:
                row = row_of(self.id, self.timeline, seat, entry, stamp(self.hub.clock()), undone)
                row = self.absence.in_time(row)
                # Somebody may have been put out, so that one is left of those who have not resigned.
                ended = self.absence.decided() if not match.table.over else None
                changes = self._changes(entries, round_before)
                await self.hub.store.append(row, *changes, *([self.absence.end("over", ended)] if ended else []))
            except Exception as fault:
                await self._recover()
                if isinstance(fault, Conflict):
                    raise Stale(STALE) from fault
                if isinstance(fault, NotSaved):
                    raise
                log.error("an entry of match %s was not saved", self.id, exc_info=fault)
                raise NotSaved(NOT_SAVED) from fault
            if sort:
                self.spent[sort, seat] += 1
            match.ended = ended
            self.absence.note(row)
            self.chores.note(seat, by_bot)
            self.audience.show_news(reply_to)
            count = self.timeline.counts[seat]
        self.bots.wake()
        return count

    async def _go_on(self, seat: int, entry: Entry | None) -> Entry | None:
        """Carry out an entry or an undo, and return what was undone; MarchlandError leaves everything as it was,
        whatever the rules have raised."""
        try:
            if entry is None:
                return self.timeline.undo(seat)
            self.timeline.enter(entry)
            return None
        except Exception as fault:
            if isinstance(fault, MarchlandError) and not isinstance(fault, PlayError):
                raise
            log.error("the rules failed in match %s", self.id, exc_info=fault)
            await self._recover()
            said = f"The rules of {self.game.title} have failed: {in_short(fault)}. Nothing has changed."
            raise PlayError(said) from fault

    def check(self, seat: int, seen: int) -> None:
        if self.failed:
            raise NotSaved(NOT_SAVED)
        if not 0 <= seat < len(self.seats):
            raise IllegalAction("You are watching this match, not playing it")
        if self.match.over:
            raise IllegalAction("The match is over")
        if self.timeline.is_stale(seat, seen):
            raise Stale(STALE)

    def check_player(self, seat: int, reply_to: ReplyTo | None, by_bot: bool) -> None:
        """Who plays a seat may have changed while a bot thought, or a message waited for the lock."""
        if by_bot and not self.bots.plays(seat):
            raise Stale(STALE)
        if not by_bot:
            self.absence.refuse_away(seat)
        if reply_to is not None and reply_to[0] not in self.audience.connections:
            raise IllegalAction(NO_LONGER_YOURS)

    def check_spent(self, sort: str, seat: int) -> None:
        """What leads nowhere could go on for ever."""
        if sort and self.spent[sort, seat] >= MOST_OF[sort][0]:
            most, what = MOST_OF[sort]
            raise IllegalAction(f"You have {what} {most:,} times in this match; more cannot be kept")

    def _changes(self, entries_before: int, round_before: int) -> list[Statement]:
        """What is written together with an entry: the match's row where it changes, and now and then a snapshot."""
        match = self.timeline.match
        table, entries = match.table, len(match.entries)
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
            values["counts"] = json.dumps(self.timeline.counts)
            changes += [(SNAPSHOT, values), (OLD_SNAPSHOTS, {"match": self.id})]
        return changes

    # -- bots that have failed ---------------------------------------------------------------------------------------

    def faults(self) -> list[dict[str, Any]]:
        """The bots that have stopped, each with its sentence."""
        return [{"seat": row["seat"], "text": failure_of(row)} for row in self.seats if row["fault"]]

    async def change_bot(self, seat: int, **values: str | None) -> None:
        """Write down that a bot has stopped, or who goes on for it, and show everybody."""
        async with self.lock:
            if not self.bots.plays(seat):
                return  # whom it played for is back
            before, row = self.seats[seat], {**self.seats[seat], **values}
            update = sa.update(SEATS).where(SEATS.c.match == self.id, SEATS.c.seat == seat).values(**values)
            another = self.absence.another_bot(row, before) if level_of(row) != level_of(before) else []
            try:
                await self.hub.store.run(self.hub.store.carry_out, [(update, {}), *another])
            except Exception as fault:
                foreseen = isinstance(fault, NotSaved)
                log.warning("what became of a bot of match %s was not saved", self.id, exc_info=not foreseen)
                # That it has failed is shown all the same: the worst is that it tries again after a restart.
                if not values.get("fault"):
                    raise fault if foreseen else NotSaved(NOT_SAVED) from fault
            self.seats[seat].update(values)
            self.absence.hands[seat] += bool(another)
            self.match.players[seat] = seat_name(self.seats[seat])
            self.audience.forget_words()
            self.audience.show_all(self.faults())

    # -- connections -------------------------------------------------------------------------------------------------

    def plays(self, seat: int, person: str | None) -> bool:
        """Whether a seat is still this person's."""
        return bool(self.seats[seat]["person"] == person)

    async def connect(self, connection: Connection, person: str | None = None) -> None:
        """From now on this one is shown the match; unless the seat has just gone from this person to another."""
        async with self.lock:
            if self.failed:
                connection.close(1011, UNREADABLE)
            elif person is not None and not self.plays(connection.seat, person):
                connection.close(SEAT_IS_GONE, "Somebody else plays this seat now.")
            else:
                self.audience.add(connection)
        if connection in self.audience.connections:
            await self._note_here(connection.seat)

    async def disconnect(self, connection: Connection, person: str | None = None) -> None:
        """One that the server has closed is in the audience no more; its person was at the table all the same, unless
        the seat is another's by now."""
        there = connection in self.audience.connections
        if there or (person is not None and self.plays(connection.seat, person)):
            self.audience.connections.discard(connection)
            await self._note_here(connection.seat)
        async with self.lock:
            self.audience.remove(connection)

    async def _note_here(self, seat: int) -> None:
        """When somebody was last at the table. Should that not be saved, it is known until the match leaves memory."""
        if seat < 0 or self.failed:
            return
        now_here = {"here_at": stamp(self.hub.clock())}
        self.seats[seat].update(now_here)
        with suppress(NotSaved):
            await self.hub.store.run(self.hub.store.change, SEATS, {"match": self.id, "seat": seat}, now_here)

    async def chat(
        self, seat: int, to: int | str | None, text: str, by: Connection | None = None, name: str | None = None
    ) -> None:
        """`name` is whom the speaker believes to be at the seat that it is said to."""
        async with self.lock:
            # Nobody talks under the name of somebody who has taken the seat meanwhile.
            if by is not None and by not in self.audience.connections:
                raise IllegalAction(NO_LONGER_YOURS)
            self._refuse_other(to, name)
            await self._say(seat, to, text)

    async def recount_chats(self) -> None:
        """Somebody else reads what is said to a seat."""
        rows = await self.hub.store.run(partial(self.hub.store.find, CHATS, match=self.id))
        self.chats = Chats(rows, self.timeline.viewers, self.seats)

    def _refuse_other(self, to: int | str | None, name: str | None) -> None:
        if isinstance(to, int):
            if to >= len(self.seats):
                raise MarchlandError(f"There is no seat {to} at this table.")
            there = seat_name(self.seats[to])
            if name not in (None, there):
                raise MarchlandError(f"{there} has this seat now, not {name}; choose again who is to read it.")

    async def _say(self, seat: int, to: int | str | None, text: str) -> None:
        whom = recipient(to, seat, self.match.table.teams())
        said = {"seat": seat, "name": seat_name(self.seats[seat]), "to": whom, "text": text, "at": now()}
        person = self.seats[seat]["person"]
        self.chats.check_room(seat, person)
        row = {"match": self.id, "number": self.chats.next_number(), "person": person, **said}
        try:
            await self.hub.store.run(self._keep_said, row)
        except MarchlandError:
            raise
        except Exception as fault:
            log.error("a message in match %s was not saved", self.id, exc_info=fault)
            raise MarchlandError(NOT_SAVED) from fault
        self.audience.send_chat(row, self.chats.heard(row), self.seats)

    def _keep_said(self, row: dict[str, Any]) -> None:
        """In the database thread, where nobody deletes the account meanwhile whose name stands there."""
        store = self.hub.store
        if store.one(PEOPLE, id=row["person"], name=NEUTRAL) is not None:
            raise NoSeat
        store.add(CHATS, row)


def sort_of(row: EntryRow) -> str:
    """Whether an entry leads the match nowhere by itself, and how."""
    if row.type in (UNDO, OFFER):
        return row.type
    return OFFER if row.type == ACT and is_offer_code(row.body) else ""


def row_of(
    match: str, timeline: Timeline, seat: int, entry: Entry | None, at: str, undone: Entry | None = None
) -> EntryRow:
    """The row of the latest moment, of what was entered or undone."""
    what = entry or undone
    body = code_of_entry(timeline.match.game, what) if what is not None else ""
    return EntryRow(match, timeline.n, seat, ACT if entry else UNDO, body, int(timeline.match.table.asked), at)


class Hub:
    """The matches in memory, the one that was asked for last at the end."""

    def __init__(self, store: Store, pool: BotPool, bot_pause: float, clock: Clock = time.time) -> None:
        self.store = store
        self.pool = pool
        self.bot_pause = bot_pause
        self.clock = clock
        self.bot_clock = BotClock()
        self.watch = Watch(self)
        self.live: dict[str, LiveMatch] = {}
        self.connections: set[SocketConnection] = set()
        self.endings = 0  # how often keys have ended by which connections come
        self.loop: asyncio.AbstractEventLoop | None = None
        self.loading: Once[str, LiveMatch | None] = Once()
        self.slices = Slices()

    async def match(self, identity: str) -> LiveMatch | None:
        """The match of that id if it has begun, loaded from disk if need be."""
        found = self.live.pop(identity, None)
        while found is None:
            loaded = await self.loading.do(identity, partial(self._load, identity))
            if loaded is None:
                return None
            # Others wait for the same; perhaps one of them has come, gone, and let it leave memory meanwhile.
            found = self.live.pop(identity, None)
        self.live[identity] = found
        found.bots.wake()
        return found

    async def rename(self, person: str, name: str) -> None:
        """Wherever somebody sits in a match in memory."""
        await self.loading.settled()  # what is being loaded may have been read before
        for match in [each for each in self.live.values() if any(row["person"] == person for row in each.seats)]:
            await match.rename(person, name)

    async def reload(self, matches: Iterable[str]) -> None:
        """Those in memory among these are read anew."""
        await self.loading.settled()
        for match in [self.live[identity] for identity in matches if identity in self.live]:
            await match.reload()

    def register(self, connection: SocketConnection) -> None:
        """From now on this one is closed when a key ends by which it came, and its match stays in memory."""
        self.loop = asyncio.get_running_loop()
        self.connections.add(connection)

    def unregister(self, connection: SocketConnection) -> None:
        self.connections.discard(connection)
        self.forget_idle()

    def end(self, keys: Iterable[str]) -> None:
        """From the database thread: close all that came by what has ended, once that is committed."""
        self.store.afterwards(partial(self._end_all, frozenset(keys)))

    def _end_all(self, keys: frozenset[str]) -> None:
        self.endings += 1
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self._end, keys)

    def _end(self, keys: frozenset[str]) -> None:
        for connection in list(self.connections):
            if connection.keys & keys:
                connection.close(4403, ENDED)

    async def _load(self, identity: str) -> LiveMatch | None:
        restored = await self.restored(identity)
        if restored is None:
            return None
        self.live[identity] = found = LiveMatch(self, restored)
        self.forget_idle()
        await found.absence.note_deserted()
        return found

    async def restored(self, identity: str) -> Restored | None:
        """A match as it is on disk. However long it is, others go on meanwhile."""
        saved = await self.store.load(identity)
        return await self.slices.run(restoring(saved, game_of(saved.row["game"]))) if saved is not None else None

    def forget_idle(self) -> None:
        """Where there is too much in memory, matches that nobody watches, that await no bot and write nothing leave
        it; those first that nobody has asked for longest. The last was asked for just now."""
        # Somebody who is still on the way to the audience must meet those who come later.
        awaited = {connection.live for connection in self.connections}
        size = sum(match.size for match in self.live.values())
        for identity, match in list(self.live.items())[:-1]:
            if size <= ENTRIES_IN_MEMORY:
                return
            if match in awaited or match.bots.playing or match.lock.wanted:
                continue
            if not match.audience.connections and match.bots.to_move() < 0:
                size -= match.size
                del self.live[identity]

    def close(self) -> None:
        self.loading.close()
        self.watch.stop()
        for match in self.live.values():
            match.bots.stop()
