"""The WebSocket connection of one viewer: messages in, checked and carried out; states and answers out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable
from typing import Annotated, Any

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter, ValidationError

from marchland.engine.errors import IllegalAction, MarchlandError
from marchland.engine.match import Entry, entry_said, offer_entry
from marchland.engine.offer_words import read_asset
from marchland.server import answers
from marchland.server.errors import Stale, TooMany
from marchland.server.limits import MESSAGES, Bucket
from marchland.server.live import LiveMatch
from marchland.server.messages import (
    Abort,
    AskOdds,
    AskReckoning,
    AskWhy,
    Back,
    HandOver,
    Leave,
    LetPlay,
    MakeOffer,
    Message,
    Play,
    PlayAction,
    PlayText,
    Resign,
    Say,
)
from marchland.server.protocol import WRITE, Write
from marchland.server.sessions import Caller
from marchland.server.shown import Shown

log = logging.getLogger("marchland.server")

LARGEST_MESSAGE = 4096
LARGEST_ID = (1 << 53) - 1  # what a browser counts exactly
WAITING = 256  # messages that a slow client may be behind

LOST = (WebSocketDisconnect, OSError, RuntimeError)  # what sending raises when the connection is gone

_REQUEST: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])


class SocketConnection:
    """A connection with a queue, so that a slow one never holds the others up."""

    def __init__(
        self,
        live: LiveMatch,
        socket: WebSocket,
        seat: int,
        since: int,
        keys: frozenset[str] = frozenset(),
        charge: Callable[[str], None] = lambda limit: None,
        creator: bool = False,
        caller: Caller | None = None,
    ) -> None:
        self.live = live
        self.charge = charge  # count something towards a limit, or raise TooMany
        self.creator = creator  # whether whoever has made the match is here, and not one seat by its link
        self.caller = caller
        self.socket = socket
        self.seat = seat
        self.person = live.seats[seat]["person"] if seat >= 0 else None
        self.since = since
        self.shown: Shown | None = None
        self.keys = keys  # by what it came: the session, the seat, the invite
        # Under another server than ours everything waits in the queue for its turn.
        self.write: Write = socket.scope.get(WRITE, lambda data: False)
        self.backlog: deque[bytes] = deque()
        self.writer: asyncio.Task[None] | None = None
        self.bucket = Bucket(MESSAGES)
        self.closing: asyncio.Task[None] | None = None

    def send(self, data: bytes) -> None:
        """Send at once where the connection takes it; otherwise a task does as soon as it can."""
        if self.closing is not None:
            return
        if self.writer is None and self.write(data):
            return
        self.backlog.append(data)
        if self.writer is None:
            self.writer = asyncio.create_task(self._work_off())
        elif len(self.backlog) > WAITING:
            self.close(1013, "Too slow")

    def close(self, code: int, reason: str) -> None:
        """Without waiting: whoever does not read does not take a farewell either."""
        self.live.audience.connections.discard(self)
        if self.closing is None:
            self.closing = asyncio.create_task(self._close(code, reason))

    async def serve(self) -> None:
        try:
            await self.live.connect(self, self.person)
            # In a task of its own: otherwise each message would wake all the layers that are around the connection.
            await asyncio.create_task(self._read())
        finally:
            if self.writer is not None:
                self.writer.cancel()
            await self.live.disconnect(self, self.person)
            if self.closing is not None:
                await self.closing

    async def _close(self, code: int, reason: str) -> None:
        with contextlib.suppress(*LOST):
            await self.socket.close(code, reason)

    async def _work_off(self) -> None:
        """Send what waits, whenever the connection takes it."""
        with contextlib.suppress(*LOST):
            while self.backlog:
                await self.socket.send_text(self.backlog.popleft().decode())
            self.writer = None

    async def _read(self) -> None:
        while self.closing is None:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect" or self.closing is not None:
                return
            text = message.get("text")
            if text is None:
                self.close(1003, "A message is text")
            elif len(text) > LARGEST_MESSAGE:
                self.close(1009, f"A message has at most {LARGEST_MESSAGE} characters")
            elif self.bucket.take():
                self.close(1008, "Too many messages")
            else:
                await self.handle(text)

    async def handle(self, text: str) -> None:
        try:
            self.charge("message")
            request = _REQUEST.validate_json(text)
            if abs(request.id) > LARGEST_ID:
                return self.refuse(-1, "The message is malformed: its id is too large.")
        except TooMany as fault:
            return self.refuse(id_in(text), str(fault))
        except ValidationError as fault:
            log.info("match %s, seat %d: malformed message", self.live.id, self.seat)
            return self.refuse(id_in(text), f"The message is malformed: {first_fault(fault)}.")
        try:
            await self.carry_out(request)
        except Stale as fault:
            self.refuse(request.id, f"{fault}.", stale=True)
        except IllegalAction as fault:
            self.refuse(request.id, f"{fault.sentence}.", fault.clause)
        except MarchlandError as fault:
            self.refuse(request.id, str(fault))
        except Exception:
            log.exception("match %s, seat %d: %s failed", self.live.id, self.seat, request.type)
            self.refuse(request.id, "The server has made a mistake; nothing has changed.")

    async def carry_out(self, request: Message) -> None:
        live, seat = self.live, self.seat
        if isinstance(request, Play):
            await live.absence.if_absent_back(seat, self)
            await self.play(request)
        elif isinstance(request, AskWhy | AskOdds | AskReckoning):
            self.charge("ask")
            async with live.lock:
                self._reply({"type": "answer", "id": request.id, **self.answer(request)})
        else:
            await self.speak(request)
            self._reply({"type": "ack", "id": request.id, "n": live.timeline.counts[seat]})

    async def play(self, request: Play) -> None:
        live, seat, reply_to = self.live, self.seat, (self, request.id)
        if isinstance(request, PlayAction):
            await live.enter(Entry(seat, request.action), request.n, reply_to)
        elif isinstance(request, PlayText):
            await live.enter(entry_said(live.game, seat, request.text, live.match.players), request.n, reply_to)
        elif isinstance(request, MakeOffer):
            give, ask = ([read_asset(live.game, said) for said in side] for side in (request.give, request.ask))
            await live.enter(offer_entry(seat, request.to, give, ask), request.n, reply_to)
        else:
            await live.undo(seat, request.n, reply_to)

    async def speak(self, request: HandOver | Say | LetPlay | Leave | Back | Resign | Abort) -> None:
        """What is done beside the rules."""
        live, seat = self.live, self.seat
        if isinstance(request, HandOver):
            await live.absence.if_absent_back(seat, self)
            await live.chores.hand_over(seat, request.n, self)
        elif isinstance(request, LetPlay):
            if seat < 0:
                raise MarchlandError("Only players decide who plays on for a bot.")
            await live.bots.let_play(request.seat, request.bot, self.creator)
        elif isinstance(request, Say):
            if seat < 0:
                raise MarchlandError("Only players talk at the table.")
            self.charge("chat")
            await live.chat(seat, request.to, request.text, self, request.name)
        elif isinstance(request, Back):
            await live.absence.back(seat, self)
        else:
            if self.caller is not None:
                self.caller.whole()  # whoever has but the link of a seat does not give it up
            await self.give_up(request)

    async def give_up(self, request: Leave | Resign | Abort) -> None:
        live, seat = self.live, self.seat
        if isinstance(request, Leave):
            await live.absence.let_play(seat, request.bot, self)
        elif isinstance(request, Resign):
            await live.absence.resign(seat, self)
        else:
            await live.absence.abort(seat, self)

    def answer(self, request: AskWhy | AskOdds | AskReckoning) -> dict[str, Any]:
        table = self.live.match.table
        if isinstance(request, AskWhy):
            return answers.why(table, self.seat, request.action)
        if isinstance(request, AskOdds):
            return answers.odds(table, self.seat, request.action)
        return answers.reckoning(table, self.seat, request.actions)

    def refuse(self, identity: int, reason: str, clause: str = "", stale: bool = False) -> None:
        self._reply({"type": "refused", "id": identity, "reason": reason, "clause": clause, "stale": stale})

    def _reply(self, message: dict[str, Any]) -> None:
        self.send(orjson.dumps(message))


def id_in(text: str) -> int:
    """The id of a malformed message, as far as it has one."""
    with contextlib.suppress(orjson.JSONDecodeError):
        raw = orjson.loads(text)
        found = raw.get("id") if isinstance(raw, dict) else None
        if type(found) is int and abs(found) <= LARGEST_ID:
            return found
    return -1


def first_fault(fault: ValidationError) -> str:
    error = fault.errors()[0]
    where = ".".join(str(part) for part in error["loc"][1:]) or "it"
    return f"{where}: {error['msg']}"
