"""The socket of one viewer: messages in, checked and carried out; states and answers out."""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Any

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter, ValidationError

from marchland.engine.errors import IllegalAction, MarchlandError
from marchland.server.guard import Bucket
from marchland.server.live import Hub, LiveMatch, Stale
from marchland.server.messages import AskOdds, AskWhy, MakeOffer, Message, PlayAction, PlayText, TakeBack

log = logging.getLogger("marchland.server")

LARGEST_MESSAGE = 4096
WAITING = 256  # messages that a slow client may be behind

_REQUEST: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])


class Socket:
    """A viewer with a queue, so that one slow connection never holds the others up."""

    def __init__(self, hub: Hub, socket: WebSocket, match: str, seat: int, name: str, since: int) -> None:
        self.hub = hub
        self.socket = socket
        self.match = match
        self.seat = seat
        self.name = name
        self.since = since
        self.queue: asyncio.Queue[bytes] = asyncio.Queue(WAITING)
        self.bucket = Bucket(rate=20, burst=60)

    async def send(self, data: bytes) -> None:
        try:
            self.queue.put_nowait(data)
        except asyncio.QueueFull:
            await self.socket.close(1013, "Too slow")

    async def serve(self) -> None:
        live = self.live()
        writer = asyncio.create_task(self._write())
        live.viewers.add(self)
        try:
            await live.broadcast()
            await self._read()
        except WebSocketDisconnect:
            pass
        finally:
            writer.cancel()
            self.live().viewers.discard(self)
            await self.live().broadcast()
            self.hub.forget_idle()

    def live(self) -> LiveMatch:
        """The match may be loaded anew under the socket."""
        return self.hub.live[self.match]

    async def _write(self) -> None:
        try:
            while True:
                await self.socket.send_text((await self.queue.get()).decode())
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _read(self) -> None:
        while True:
            text = await self.socket.receive_text()
            if len(text) > LARGEST_MESSAGE:
                await self.socket.close(1009, "A message has at most 4096 characters")
                return
            if not self.bucket.take():
                await self.socket.close(1008, "Too many messages")
                return
            await self.handle(text)

    async def handle(self, text: str) -> None:
        identity = -1
        try:
            raw = orjson.loads(text)
            if isinstance(raw, dict) and isinstance(raw.get("id"), int):
                identity = raw["id"]
            request = _REQUEST.validate_json(text)
        except (orjson.JSONDecodeError, ValidationError) as fault:
            log.info("match %s, seat %d: malformed message", self.match, self.seat)
            await self.refuse(identity, f"The message is malformed: {first_fault(fault)}.", "", False)
            return
        try:
            await self.carry_out(request)
        except Stale as fault:
            await self.refuse(request.id, str(fault) + ".", "", True)
        except IllegalAction as fault:
            await self.refuse(request.id, fault.sentence + ".", fault.clause, False)
        except MarchlandError as fault:
            await self.refuse(request.id, str(fault), "", False)

    async def carry_out(self, request: Message) -> None:
        live = self.live()
        if isinstance(request, PlayAction):
            name = live.game.name_of(request.action)
            number = await live.enter(self.seat, request.n, "do", name, request.action)
            await self.acknowledge(request.id, number)
        elif isinstance(request, PlayText):
            action = live.game.parse(request.text)
            number = await live.enter(self.seat, request.n, "do", live.game.name_of(action), action)
            await self.acknowledge(request.id, number)
        elif isinstance(request, MakeOffer):
            body = orjson.dumps({"to": request.to, "give": request.give, "ask": request.ask}).decode()
            await self.acknowledge(request.id, await live.enter(self.seat, request.n, "offer", body))
        elif isinstance(request, TakeBack):
            await self.acknowledge(request.id, await live.enter(self.seat, request.n, "undo", ""))
        elif isinstance(request, AskWhy):
            await self.answer(request.id, live.why(self.seat, request.action))
        elif isinstance(request, AskOdds):
            await self.answer(request.id, live.odds(request.action))
        else:
            if self.seat < 0:
                raise MarchlandError("Only players talk at the table.")
            await live.talk(self.seat, self.name, request.to, request.text)
            await self.acknowledge(request.id, live.n)

    async def acknowledge(self, identity: int, number: int) -> None:
        await self.send(orjson.dumps({"type": "ack", "id": identity, "n": number}))

    async def refuse(self, identity: int, reason: str, clause: str, stale: bool) -> None:
        message = {"type": "refused", "id": identity, "reason": reason, "clause": clause, "stale": stale}
        await self.send(orjson.dumps(message))

    async def answer(self, identity: int, answer: dict[str, Any]) -> None:
        await self.send(orjson.dumps({"type": "answer", "id": identity, **answer}))


def first_fault(fault: Exception) -> str:
    if isinstance(fault, ValidationError):
        error = fault.errors()[0]
        where = ".".join(str(part) for part in error["loc"][1:]) or "it"
        return f"{where}: {error['msg']}"
    return "it is not JSON"
