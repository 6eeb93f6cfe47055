"""Live matches: loaded when somebody looks, played over sockets, every entry committed before it is acknowledged."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterable
from typing import Any, Protocol

import orjson

from marchland.bots import Sight
from marchland.engine.dice import dice_from_data
from marchland.engine.errors import EngineError, IllegalAction, MarchlandError
from marchland.engine.format1 import action_said
from marchland.engine.match import SNAPSHOT_EVERY, Match, may_hear
from marchland.engine.sealed import Sealed
from marchland.engine.table import SPECTATOR
from marchland.games import load
from marchland.odds.actions import odds_of, odds_of_plan
from marchland.server.robots import Robots
from marchland.server.state import happening, question, scene, seal_of
from marchland.server.storage import CHATS, GONE_ON, SNAPSHOT, Change, Conflict, EntryRow, SavedMatch, Store, now

log = logging.getLogger("marchland.server")

STALE = "The match has gone on since; look again"
NOT_SAVED = "The server could not save this, so it has not happened; try again."
UNREADABLE = "The server cannot read this match just now"
AGAIN_AFTER = 1.0  # seconds until a bot tries again what could not be saved


class Viewer(Protocol):
    """Somebody at a socket. `since` is the last count of entries that it was shown."""

    seat: int
    since: int

    def send(self, data: bytes) -> None: ...

    def dismiss(self, code: int, reason: str) -> None: ...


# A happening: every viewer's count of entries when it happened, who may hear it, and the rest of its JSON. Plain
# tuples, which the garbage collector does not walk through again and again in long matches.
Heard = tuple[tuple[int, ...], int, bytes]


# What was made for a viewer that had seen so much.
Made = dict[tuple[int, int], bytes]


class Stale(MarchlandError):
    """The client acted on a state that is no more."""


class LiveMatch:
    """One running match in memory. `n` is the number of its last entry on disk.

    What is sent as `n` counts only the entries that a viewer can know of: how often others have clicked before a
    secret choice was ready is their secret too.
    """

    match: Match
    n: int
    known: list[int]  # what each seat, and last the spectators, count as `n`
    stirred: list[int]  # the count since which a seat's decision has stood as it does
    heard: list[Heard]
    seats: list[dict[str, Any]]
    opening: dict[str, Any]  # the dice as they lay before the deal
    seals: dict[bool, dict[str, Any]]  # what is shown of them while the match runs, and when it is over
    chats: int

    def __init__(self, hub: Hub, saved: SavedMatch) -> None:
        self.hub = hub
        self.id = str(saved.row["id"])
        self.game = load(saved.row["game"])
        self.everybody = [*range(len(saved.seats)), SPECTATOR]
        self.viewers: set[Viewer] = set()
        self.shown_present: list[int] = []
        self.scenes: dict[int, bytes] = {}
        self.bots_at_work: asyncio.Task[None] | None = None
        # One entry at a time, and nobody is shown what is not on disk yet.
        self.turn = asyncio.Lock()
        self.gone = False
        self.restore(saved)

    # -- history -----------------------------------------------------------------------------------------------------

    def restore(self, saved: SavedMatch) -> None:
        """The match as it is on disk. If the rules have changed since it began, it goes on from a snapshot."""
        self.seats = saved.seats
        self.opening = json.loads(saved.row["dice"])
        self.seals = {over: seal_of(self.opening, over) for over in (False, True)}
        self.chats = saved.chats
        if saved.row["rules"] == self.game.version:
            self._replay(saved, None)
            return
        for snapshot in reversed(saved.snapshots):
            try:
                self._replay(saved, snapshot)
                return
            except (MarchlandError, EngineError) as fault:
                log.warning("match %s does not go on from entry %d: %s", self.id, snapshot["number"], fault)
        raise MarchlandError("This match was begun by older rules and has no snapshot to go on from.")

    def _replay(self, saved: SavedMatch, snapshot: dict[str, Any] | None) -> None:
        names = [seat_name(seat) for seat in self.seats]
        options = json.loads(saved.row["options"])
        base = json.loads(snapshot["data"]) if snapshot is not None else None
        self.match = Match(self.game, len(names), options, dice_from_data(self.opening), names, base)
        self.n = snapshot["number"] if snapshot is not None else 0
        self.known = [self.n] * len(self.everybody)
        self.stirred = self.known[:-1]
        self.heard = []
        self.scenes.clear()
        self._note(self.match.events if base is None else [])
        for row in saved.entries:
            if row.number > self.n:
                self.apply(row.seat, row.type, row.body, lenient=True)

    def _note(self, events: list[list[int]]) -> None:
        counts = tuple(self.known)
        for event in events:
            told = happening(self.game, self.match.players, event[1:])
            self.heard.append((counts, event[0], orjson.dumps(told)[1:]))

    def apply(self, seat: int, sort: str, body: str, action: int = -1, lenient: bool = False) -> None:
        """Carry out one entry, live or from disk; MarchlandError leaves everything as it was."""
        match = self.match
        table = match.table
        step = table.step() if table.depth() else None
        sealed = step if isinstance(step, Sealed) else None
        choices = sealed.own_choices(table, seat) if sealed is not None else []
        sights = [table.view(viewer) for viewer in self.everybody] if sealed is not None else []
        reveals = table.reveals
        events: list[list[int]] = []
        taken_back = ""
        if sort == "act":
            events = match.play(seat, action if action >= 0 else self.game.action_of(body))
        elif sort == "do":
            events = match.play(seat, action_said(self.game, body))
        elif sort == "offer":
            offer = json.loads(body)
            events = match.propose(seat, offer["to"], offer["give"], offer["ask"])
        else:
            taken_back = match.describe(match.undo(seat, lenient))
        self.n += 1
        self.scenes.clear()
        table = match.table
        secret = (
            sealed is not None
            and not table.over
            and table.reveals == reveals
            and table.step() is sealed
            and sealed.own_choices(table, seat) != choices
        )
        for viewer in self.everybody:
            # Of a secret choice others learn what their own view tells (perhaps who is ready), perhaps nothing.
            if not secret or viewer == seat or table.view(viewer) != sights[viewer] or hears(viewer, events):
                self.known[viewer] += 1
            if viewer >= 0 and (not secret or viewer == seat):
                self.stirred[viewer] = self.known[viewer]
        self._note(events)
        if taken_back and not secret:
            text = f"{match.players[seat]} takes back: {taken_back}"
            told: dict[str, Any] = {"text": text, "clause": "", "dice": None, "regions": [], "seat": seat}
            self.heard.append((tuple(self.known), -1, orjson.dumps(told)[1:]))

    # -- playing -----------------------------------------------------------------------------------------------------

    async def enter(
        self, seat: int, seen: int, sort: str, body: str, action: int = -1, asker: tuple[Viewer, int] | None = None
    ) -> int:
        """One entry from a seat that has seen `seen`; returns the seat's count once it is committed and all are shown
        it. The state of the asker names the message that it answers."""
        async with self.turn:
            self._admit(seat, seen)
            entries, round_before = len(self.match.entries), self.match.table.round
            try:
                self.apply(seat, sort, body, action)
                body = body if action < 0 else self.game.code_of(action)
                row = EntryRow(self.id, self.n, seat, sort, body, int(self.match.table.asked), now())
                await self.hub.store.append(row, *self._besides(entries, round_before))
            except MarchlandError:
                raise
            except Exception as fault:
                await self._recover()
                if isinstance(fault, Conflict):
                    raise Stale(STALE) from fault
                log.error("an entry of match %s was not saved", self.id, exc_info=fault)
                raise MarchlandError(NOT_SAVED) from fault
            self.show_news(asker)
            count = self.known[seat]
        self.wake_bots()
        return count

    def _admit(self, seat: int, seen: int) -> None:
        if self.gone:
            raise MarchlandError(NOT_SAVED)
        if not 0 <= seat < len(self.seats):
            raise IllegalAction("You are watching this match, not playing it")
        if self.match.table.over:
            raise IllegalAction("The match is over")
        if not self.stirred[seat] <= seen <= self.known[seat]:
            raise Stale(STALE)

    def _besides(self, entries_before: int, round_before: int) -> list[Change]:
        """What is written together with an entry: the match's row where it changes, and now and then a snapshot."""
        table = self.match.table
        entries = len(self.match.entries)
        changes: list[Change] = []
        if table.over or table.round != round_before:
            status = "over" if table.over else "running"
            places = json.dumps(table.places)
            changes.append((GONE_ON, {"match": self.id, "status": status, "places": places, "round": int(table.round)}))
        # Also where an undo has gone back behind a snapshot: nothing could be resumed from that one.
        if entries // SNAPSHOT_EVERY != entries_before // SNAPSHOT_EVERY and not table.over:
            data = json.dumps(table.to_data(), separators=(",", ":"))
            values = {"match": self.id, "number": self.n, "rules": self.game.version, "data": data}
            changes.append((SNAPSHOT, values))
        return changes

    async def _recover(self) -> None:
        """Back to what is on disk. If that cannot be read either, everybody has to come again."""
        try:
            saved = await self.hub.store.run(self.hub.store.saved, self.id)
            assert saved is not None
            self.restore(saved)
        except Exception:
            log.exception("match %s cannot be read", self.id)
            self.gone = True
            self.hub.live.pop(self.id, None)
            for viewer in list(self.viewers):
                viewer.dismiss(1011, UNREADABLE)
        else:
            self.show_news()

    def awaits(self, seat: int) -> bool:
        return not self.match.table.over and bool(self.match.table.asked >> seat & 1)

    # -- what viewers see --------------------------------------------------------------------------------------------

    def scene(self, seat: int) -> bytes:
        # Where nothing is hidden all see the same: it is drawn once per entry.
        viewer = SPECTATOR if self.game.open_information else seat
        drawn = self.scenes.get(viewer)
        if drawn is None:
            seal = self.seals[self.match.table.over]
            drawn = self.scenes[viewer] = orjson.dumps(scene(self.match.table, viewer, self.shown_present, seal))
        return drawn

    def state(self, seat: int, since: int, made: Made | None = None, answers: int | None = None) -> bytes:
        """What a viewer is sent. What was `made` for one serves all who see the same."""
        made = {} if made is None else made
        viewer = SPECTATOR if self._only_waits(seat) else seat
        rest = made.get((viewer, since))
        if rest is None:
            entry = self.match.can_undo(viewer)
            undo = self.match.describe(entry) if entry is not None else None
            news = self.news(viewer, since)
            asked = orjson.dumps(question(self.match.table, self.match.players, viewer, news, undo))
            rest = made[viewer, since] = b"%b,%b" % (self.scene(seat)[1:-1], asked[1:])
        head = b'{"type":"state","answers":%b,"match":"%b","n":%d,"seat":%d,%b'
        answered = b"null" if answers is None else b"%d" % answers
        return head % (answered, self.id.encode(), self.known[seat], seat, rest)

    def _only_waits(self, seat: int) -> bool:
        """Where nothing is hidden, whoever has nothing to do sees what a spectator sees."""
        table = self.match.table
        idle = seat < 0 or not (table.asked >> seat & 1 or self.match.can_undo(seat) or table.asides(seat).total)
        return idle and self.game.open_information

    def news(self, seat: int, since: int) -> list[orjson.Fragment]:
        """What happened after the entry that a viewer counts as `since`, as far as it may hear of it."""
        first = len(self.heard)
        while first > 0 and self.heard[first - 1][0][seat] > since:
            first -= 1
        return [
            orjson.Fragment(b'{"n":%d,%b' % (counts[seat], rest))
            for counts, audience, rest in self.heard[first:]
            if may_hear(seat, audience)
        ]

    def show(self, viewers: Iterable[Viewer], asker: tuple[Viewer, int] | None = None) -> None:
        made: Made = {}
        for viewer in list(viewers):
            answers = asker[1] if asker is not None and asker[0] is viewer else None
            data = self.state(viewer.seat, viewer.since, made, answers)
            viewer.since = self.known[viewer.seat]
            viewer.send(data)

    def show_news(self, asker: tuple[Viewer, int] | None = None) -> None:
        self.show([viewer for viewer in self.viewers if viewer.since != self.known[viewer.seat]], asker)

    async def come(self, viewer: Viewer) -> None:
        """Somebody looks on from now on."""
        async with self.turn:
            self.viewers.add(viewer)
            if self.gone:
                viewer.dismiss(1011, UNREADABLE)
            elif not self._show_presence():
                self.show([viewer])

    async def go(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        async with self.turn:
            self._show_presence()
        self.hub.forget_idle()

    def _show_presence(self) -> bool:
        """Show everybody who is there, if that has changed."""
        present = sorted({viewer.seat for viewer in self.viewers if viewer.seat >= 0})
        if present == self.shown_present:
            return False
        self.shown_present = present
        self.scenes.clear()
        self.show(self.viewers)
        return True

    # -- questions ---------------------------------------------------------------------------------------------------

    def why(self, seat: int, action: int) -> dict[str, Any]:
        table = self.match.table
        if table.options(seat).holds(action) or table.asides(seat).holds(action):
            return {"text": "This is possible.", "clause": "", "win": None}
        refusal = table.refusal(seat, action)
        return {"text": refusal.sentence + ".", "clause": refusal.clause, "win": None}

    def odds(self, seat: int, action: int) -> dict[str, Any]:
        table = self.match.table
        odds = odds_of(table, seat, action)
        if odds is None:
            return {"text": "No battle is decided by this.", "clause": "", "win": None}
        return {"text": odds.text, "clause": self.game.clause(odds.clause), "win": odds.win}

    def reckon(self, seat: int, actions: list[int]) -> dict[str, Any]:
        table = self.match.table
        rows = table.reckon(seat, actions) if seat >= 0 else []
        odds = odds_of_plan(table, seat, actions)
        if odds is None:
            return {"text": "", "clause": "", "win": None, "rows": rows}
        return {"text": odds.text, "clause": self.game.clause(odds.clause), "win": odds.win, "rows": rows}

    # -- bots --------------------------------------------------------------------------------------------------------

    def bot_to_move(self) -> int:
        """A bot that has to decide, or that has been made an offer; -1 if there is none."""
        table = self.match.table
        for seat, player in enumerate(self.seats):
            if player["kind"] == "bot" and (table.asked >> seat & 1 or Sight(table, seat).answers().total):
                return seat
        return -1

    def wake_bots(self) -> None:
        idle = self.bots_at_work is None or self.bots_at_work.done()
        if idle and self.bot_to_move() >= 0:
            self.bots_at_work = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        try:
            while not self.gone and (seat := self.bot_to_move()) >= 0:
                if self.hub.bot_pause > 0:
                    await asyncio.sleep(self.hub.bot_pause)
                seen = self.known[seat]
                action = await self.hub.robots.choose(self.match.table, seat, self.seats[seat]["bot"], self.id)
                try:
                    await self.enter(seat, seen, "act", "", action)
                except Stale:
                    continue
                except MarchlandError as fault:
                    log.warning("a bot of match %s was refused: %s", self.id, fault)
                    await asyncio.sleep(AGAIN_AFTER)
        except Exception:
            log.exception("a bot of match %s failed", self.id)

    # -- chat --------------------------------------------------------------------------------------------------------

    async def talk(self, seat: int, name: str, to: int | None, text: str) -> None:
        if to is not None and to >= len(self.seats):
            raise MarchlandError(f"There is no seat {to} at this table.")
        self.chats += 1
        row = {"match": self.id, "number": self.chats, "seat": seat, "name": name, "to": to, "text": text, "at": now()}
        try:
            await self.hub.store.run(self.hub.store.add, CHATS, row)
        except Exception as fault:
            log.error("a message in match %s was not saved", self.id, exc_info=fault)
            raise MarchlandError(NOT_SAVED) from fault
        message = orjson.dumps(chat_message(row))
        for viewer in list(self.viewers):
            if may_read(row, viewer.seat):
                viewer.send(message)


def hears(seat: int, events: list[list[int]]) -> bool:
    return any(may_hear(seat, event[0]) for event in events)


def chat_message(row: dict[str, Any]) -> dict[str, Any]:
    return {"type": "chat", **{name: value for name, value in row.items() if name != "match"}}


def may_read(row: dict[str, Any], seat: int) -> bool:
    return row["to"] is None or (seat >= 0 and seat in (row["to"], row["seat"]))


def seat_name(seat: dict[str, Any]) -> str:
    if seat["kind"] == "bot":
        return f"{str(seat['bot']).capitalize()} {seat['seat'] + 1}"
    return str(seat["name"]) if seat["name"] else f"Seat {seat['seat'] + 1}"


class Hub:
    """The matches in memory."""

    def __init__(self, store: Store, robots: Robots, bot_pause: float) -> None:
        self.store = store
        self.robots = robots
        self.bot_pause = bot_pause
        self.live: dict[str, LiveMatch] = {}

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
            found.wake_bots()
        return found

    def forget_idle(self) -> None:
        """Matches that nobody watches, that await no bot and write nothing leave memory."""
        for identity, match in list(self.live.items()):
            if not match.viewers and match.bot_to_move() < 0 and not match.turn.locked():
                del self.live[identity]

    def close(self) -> None:
        for match in self.live.values():
            if match.bots_at_work is not None:
                match.bots_at_work.cancel()
