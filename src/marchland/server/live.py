"""Live matches: loaded when somebody looks, played over sockets, every entry committed before it is acknowledged."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any, Protocol

import orjson

from marchland.engine.dice import dice_from_data
from marchland.engine.errors import IllegalAction, MarchlandError
from marchland.engine.match import SNAPSHOT_EVERY, Match
from marchland.engine.sealed import Sealed
from marchland.engine.table import SPECTATOR
from marchland.games import load
from marchland.odds.actions import odds_of
from marchland.server.robots import Robots
from marchland.server.state import happening, seal_of, state
from marchland.server.storage import CHATS, MATCHES, SNAPSHOTS, Conflict, EntryRow, Store, now

log = logging.getLogger("marchland.server")

STALE = "The match has gone on since; look again"


class Viewer(Protocol):
    """Somebody at a socket."""

    seat: int
    since: int

    async def send(self, data: bytes) -> None: ...


class LiveMatch:
    """One running match in memory. `n` is the number of its last entry on disk."""

    def __init__(self, hub: Hub, row: dict[str, Any], seats: list[dict[str, Any]]) -> None:
        self.hub = hub
        self.id = str(row["id"])
        self.seats = seats
        self.opening: dict[str, Any] = json.loads(row["dice"])
        self.game = load(row["game"])
        names = [hub.seat_name(seat) for seat in seats]
        self.match = Match(self.game, len(seats), json.loads(row["options"]), dice_from_data(self.opening), names)
        self.n = 0
        self.heard: list[tuple[int, int, bytes]] = []  # entry, audience, happening as JSON
        self.stirred = [0] * len(seats)  # the entry since which a seat's decision has stood as it does
        self.viewers: set[Viewer] = set()
        self.pictures: dict[int, bytes] = {}
        self.bots_at_work: asyncio.Task[None] | None = None
        self.chats = 0
        self._note(self.match.events)

    # -- history -----------------------------------------------------------------------------------------------------

    def _note(self, events: list[list[int]]) -> None:
        for event in events:
            text = happening(self.game, self.match.players, self.n, event[1:])
            self.heard.append((self.n, event[0], orjson.dumps(text)))

    def apply(self, seat: int, sort: str, body: str, action: int = -1) -> None:
        """Carry out one entry, live or from disk; MarchlandError leaves everything as it was."""
        match = self.match
        step_before = match.table.step() if match.table.agenda else None
        reveals_before = match.table.reveals
        events: list[list[int]] = []
        taken_back = ""
        if sort == "do":
            events = match.play(seat, action if action >= 0 else self.game.parse(body))
        elif sort == "offer":
            offer = json.loads(body)
            events = match.propose(seat, offer["to"], offer["give"], offer["ask"])
        else:
            secret = isinstance(step_before, Sealed)
            gone = match.undo(seat)
            taken_back = "" if secret else f"{match.players[seat]} takes back: {match.describe(gone)}"
        self.n += 1
        self.pictures.clear()
        self._note(events)
        if taken_back:
            note = {"n": self.n, "text": taken_back, "clause": "", "dice": None, "regions": [], "seat": seat}
            self.heard.append((self.n, -1, orjson.dumps(note)))
        sealed = isinstance(step_before, Sealed) and match.table.reveals == reveals_before and not match.table.over
        for other in range(len(self.stirred)):
            # Secret choices of others leave one's own decision as it was.
            if not sealed or other == seat:
                self.stirred[other] = self.n

    def load_rows(self, rows: list[EntryRow]) -> None:
        for row in rows:
            self.apply(row.seat, row.sort, row.body)

    # -- playing -----------------------------------------------------------------------------------------------------

    async def enter(self, seat: int, seen: int, sort: str, body: str, action: int = -1) -> int:
        """One entry from a seat that has seen entry `seen`; returns its number once it is committed."""
        if self.match.table.over:
            raise IllegalAction("The match is over")
        if not 0 <= seat < len(self.seats):
            raise IllegalAction("You are watching this match, not playing it")
        if seen < self.stirred[seat] or seen > self.n:
            raise Stale(STALE)
        self.apply(seat, sort, body, action)
        number = self.n
        row = EntryRow(self.id, number, seat, sort, body, int(self.match.table.asked), now())
        try:
            await self.hub.store.append(row)
        except Conflict as fault:
            await self.hub.reload(self)
            raise Stale(STALE) from fault
        except Exception as fault:
            log.exception("entry %d of match %s was not saved", number, self.id)
            await self.hub.reload(self)
            raise MarchlandError("The server could not save this, so it has not happened; try again.") from fault
        await self._after_commit(number)
        return number

    async def _after_commit(self, number: int) -> None:
        table = self.match.table
        entries = len(self.match.entries)
        if table.over:
            places = json.dumps(table.places)
            values = {"status": "over", "places": places, "round": int(table.round)}
            await self.hub.store.run(self.hub.store.change, MATCHES, {"id": self.id}, values)
        elif entries and entries % SNAPSHOT_EVERY == 0 and entries in self.match.snapshots:
            data = self.match.snapshots[entries]
            await self.hub.store.run(self.hub.store.save_snapshot, self.id, number, self.game.version, data)
        if number == self.n:
            await self.broadcast()

    async def broadcast(self) -> None:
        for viewer in list(self.viewers):
            await self.show(viewer)
        self.wake_bots()

    def awaits(self, seat: int) -> bool:
        return not self.match.table.over and bool(self.match.table.asked >> seat & 1)

    # -- what viewers see --------------------------------------------------------------------------------------------

    def picture(self, seat: int) -> orjson.Fragment:
        # Where nothing is hidden all see the same picture: it is drawn once per entry.
        viewer = SPECTATOR if self.game.open_information else seat
        if viewer not in self.pictures:
            self.pictures[viewer] = orjson.dumps(self.match.table.picture(viewer))
        return orjson.Fragment(self.pictures[viewer])

    def state(self, seat: int, since: int) -> bytes:
        first = len(self.heard)
        while first > 0 and self.heard[first - 1][0] > since:
            first -= 1
        mine = 1 << seat if seat >= 0 else 0
        news = [orjson.Fragment(text) for _, who, text in self.heard[first:] if who < 0 or who & mine]
        present = sorted({viewer.seat for viewer in self.viewers if viewer.seat >= 0})
        seal = seal_of(self.opening, self.match.table.over)
        return orjson.dumps(state(self.match, self.id, self.n, seat, news, present, seal, self.picture(seat)))

    async def show(self, viewer: Viewer) -> None:
        since, viewer.since = viewer.since, self.n
        await viewer.send(self.state(viewer.seat, since))

    # -- questions ---------------------------------------------------------------------------------------------------

    def why(self, seat: int, action: int) -> dict[str, Any]:
        table = self.match.table
        if table.options(seat).holds(action) or table.asides(seat).holds(action):
            return {"text": "This is possible.", "clause": "", "win": None}
        refusal = table.refusal(seat, action)
        return {"text": refusal.sentence + ".", "clause": refusal.clause, "win": None}

    def odds(self, action: int) -> dict[str, Any]:
        odds = odds_of(self.match.table, action)
        if odds is None:
            return {"text": "No dice decide this.", "clause": "", "win": None}
        left = f", with {odds.force_left_if_won:.1f} left on average" if odds.force_left_if_won is not None else ""
        text = f"{odds.win:.0%} to win{left}"
        return {"text": text, "clause": self.game.clause("S.9"), "win": odds.win}

    # -- bots --------------------------------------------------------------------------------------------------------

    def bot_to_move(self) -> int:
        table = self.match.table
        for seat in table.deciders():
            if self.seats[seat]["kind"] == "bot":
                return seat
        return -1

    def wake_bots(self) -> None:
        idle = self.bots_at_work is None or self.bots_at_work.done()
        if idle and self.bot_to_move() >= 0:
            self.bots_at_work = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        try:
            while (seat := self.bot_to_move()) >= 0:
                if self.hub.bot_pause > 0:
                    await asyncio.sleep(self.hub.bot_pause)
                action = await self.hub.robots.choose(self.match.table, seat, self.seats[seat]["bot"])
                if self.bot_to_move() != seat:
                    continue
                try:
                    await self.enter(seat, self.n, "do", self.game.name_of(action), action)
                except (IllegalAction, Stale):
                    continue
        except Exception:
            log.exception("a bot of match %s failed", self.id)

    # -- chat --------------------------------------------------------------------------------------------------------

    async def talk(self, seat: int, name: str, to: int | None, text: str) -> None:
        self.chats += 1
        row = {"match": self.id, "number": self.chats, "seat": seat, "name": name, "to": to, "text": text, "at": now()}
        await self.hub.store.run(self.hub.store.add, CHATS, row)
        message = orjson.dumps(chat_message(row))
        for viewer in list(self.viewers):
            if may_read(row, viewer.seat):
                await viewer.send(message)


def chat_message(row: dict[str, Any]) -> dict[str, Any]:
    return {"type": "chat", **{name: value for name, value in row.items() if name != "match"}}


def may_read(row: dict[str, Any], seat: int) -> bool:
    return row["to"] is None or (seat >= 0 and seat in (row["to"], row["seat"]))


class Stale(MarchlandError):
    """The client acted on a state that is no more."""


class Hub:
    """The matches in memory."""

    def __init__(self, store: Store, robots: Robots, bot_pause: float) -> None:
        self.store = store
        self.robots = robots
        self.bot_pause = bot_pause
        self.live: dict[str, LiveMatch] = {}
        self.loading: dict[str, asyncio.Lock] = {}

    def seat_name(self, seat: dict[str, Any]) -> str:
        if seat["kind"] == "bot":
            return f"{str(seat['bot']).capitalize()} {seat['seat'] + 1}"
        return str(seat["name"]) if seat["name"] else f"Seat {seat['seat'] + 1}"

    async def match(self, identity: str) -> LiveMatch | None:
        """The match of that id if it has begun, loaded from disk if need be."""
        found = self.live.get(identity)
        if found is not None:
            return found
        lock = self.loading.setdefault(identity, asyncio.Lock())
        async with lock:
            if identity not in self.live:
                loaded = await self._load(identity)
                if loaded is None:
                    return None
                self.live[identity] = loaded
        self.loading.pop(identity, None)
        found = self.live[identity]
        found.wake_bots()
        return found

    async def _load(self, identity: str) -> LiveMatch | None:
        row = await self.store.run(lambda: self.store.one(MATCHES, id=identity))
        if row is None or row["status"] == "waiting":
            return None
        seats = (await self.store.run(self.store.seats_of, [identity]))[identity]
        rows = await self.store.run(self.store.entries, identity)
        made = LiveMatch(self, row, seats)
        if row["rules"] == made.game.version:
            made.load_rows(rows)
        else:
            await self._from_snapshot(made, rows)
        made.chats = len(await self.store.run(lambda: self.store.find(CHATS, match=identity)))
        return made

    async def _from_snapshot(self, made: LiveMatch, rows: list[EntryRow]) -> None:
        """The rules have changed since the match began: it goes on from its last snapshot."""
        saved = await self.store.run(lambda: self.store.find(SNAPSHOTS, match=made.id))
        if not saved:
            raise MarchlandError("This match was begun by older rules and has no snapshot to go on from.")
        last = saved[-1]
        options, players = made.match.options, made.match.players
        made.match = Match(made.game, len(made.seats), options, None, players, json.loads(last["data"]))
        made.heard = []
        made.n = last["number"]
        made.load_rows([row for row in rows if row.number > last["number"]])

    async def reload(self, stale: LiveMatch) -> None:
        """Somebody else has written to this match: throw the memory away and show everybody the truth."""
        fresh = await self._load(stale.id)
        if fresh is None:
            return
        fresh.viewers = stale.viewers
        self.live[stale.id] = fresh
        await fresh.broadcast()

    def forget_idle(self) -> None:
        """Matches that nobody watches and that await no bot leave memory."""
        for identity, match in list(self.live.items()):
            if not match.viewers and match.bot_to_move() < 0:
                del self.live[identity]
