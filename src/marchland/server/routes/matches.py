"""Matches: before they begin, while they are played, and when they are over."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import FastAPI, Query, Request, Response, WebSocket
from fastapi.responses import PlainTextResponse

from marchland.engine.errors import MarchlandError
from marchland.engine.table import ALL_SEEING
from marchland.server import catalogue, history
from marchland.server.access import View
from marchland.server.audience import chat_message, may_read
from marchland.server.errors import Forbidden, NotFound
from marchland.server.live import ENDED
from marchland.server.messages import Chat, Check, JoinMatch, MatchInfo, Moment, NewMatch, RemovePlayer
from marchland.server.routes.games import lasting
from marchland.server.schema import CHATS
from marchland.server.services import Guest, Services, Use, Viewed, Visitor, viewed, visitor
from marchland.server.sessions import Caller
from marchland.server.sockets import SocketConnection
from marchland.server.specs import Catalogue


def add(app: FastAPI) -> None:
    @app.post("/api/matches")
    async def create(wanted: NewMatch, guest: Guest, use: Use) -> MatchInfo:
        identity = await use.run(use.front.create, guest, wanted)
        await use.hub.match(identity)
        made = await use.run(use.front.show, identity, guest)
        return made.model_copy(update={"invite": await use.run(use.links.invite, identity)})

    @app.get("/api/matches/{match}")
    async def show(match: str, visitor: Visitor, use: Use, invite: str | None = None) -> MatchInfo:
        return await use.run(use.front.show, match, visitor, invite)

    @app.get("/api/matches/{match}/catalogue", response_model=Catalogue)
    async def catalogue_of(view: Viewed, request: Request) -> Response:
        """The catalogue of the match's game as this match plays it, with the board of its own where it has one."""
        options = json.loads(view.row["options"])
        return lasting(request, catalogue.catalogue(view.row["game"], tuple(options.items())))

    @app.post("/api/matches/{match}/join")
    async def join(match: str, wanted: JoinMatch, guest: Guest, use: Use) -> MatchInfo:
        await use.run(use.front.join, guest, match, wanted.invite)
        return await use.run(use.front.show, match, guest)

    @app.post("/api/matches/{match}/leave")
    async def leave(match: str, guest: Guest, use: Use) -> MatchInfo | None:
        still_there = await use.run(use.front.leave, guest, match)
        return await use.run(use.front.show, match, guest) if still_there else None

    @app.post("/api/matches/{match}/remove")
    async def remove(match: str, whom: RemovePlayer, guest: Guest, use: Use) -> MatchInfo:
        await use.run(use.front.remove, guest, match, whom.seat)
        return await use.run(use.front.show, match, guest)

    @app.post("/api/matches/{match}/start")
    async def start(match: str, guest: Guest, use: Use) -> MatchInfo:
        await use.run(use.front.start, guest, match)
        await use.hub.match(match)
        return await use.run(use.front.show, match, guest)

    @app.post("/api/matches/{match}/rematch")
    async def rematch(match: str, guest: Guest, use: Use) -> MatchInfo:
        identity = await use.run(use.front.rematch, guest, match)
        return await use.run(use.front.show, identity, guest)

    @app.get("/api/matches/{match}/record", response_class=PlainTextResponse)
    async def record(match: str, view: Viewed, use: Use) -> PlainTextResponse:
        text = history.record_of(await history.finished(use.hub, match))
        name = f'attachment; filename="{match}.jsonl"'
        return PlainTextResponse(text, headers={"content-disposition": name})

    @app.get("/api/matches/{match}/check")
    async def check(match: str, view: Viewed, use: Use) -> Check:
        return history.check(await history.finished(use.hub, match))

    @app.get("/api/matches/{match}/moment")
    async def moment(
        match: str,
        view: Viewed,
        use: Use,
        n: Annotated[int, Query(ge=0)] = 0,
        seat: Annotated[int, Query(ge=ALL_SEEING, lt=8)] = ALL_SEEING,
        since: Annotated[int, Query(ge=-1)] = -1,
    ) -> Moment:
        return history.moment(await history.finished(use.hub, match), n, seat, since)

    @app.get("/api/matches/{match}/chat")
    async def chat(match: str, view: Viewed, use: Use) -> list[Chat]:
        rows = await use.run(lambda: use.store.find(CHATS, match=match))
        return [Chat(**chat_message(row)) for row in rows if may_read(row, view.seat)]


def add_socket(app: FastAPI) -> None:
    @app.websocket("/api/matches/{match}/socket")
    async def socket(socket: WebSocket, match: str, since: int = -1, invite: str | None = None) -> None:
        use: Services = app.state.services
        await socket.accept()
        try:
            await welcome(socket, use, match, since, invite)
        except NotFound:
            await socket.close(4404, "There is no such match, or it has not begun.")
        except Forbidden as fault:
            await socket.close(4403, in_frame(str(fault)))
        except MarchlandError as fault:
            await socket.close(1011, in_frame(str(fault)))


async def welcome(socket: WebSocket, use: Services, match: str, since: int, invite: str | None) -> None:
    async def look() -> tuple[Caller | None, View]:
        caller = await visitor(socket, use)
        return caller, await viewed(match, caller, use, invite)

    caller, view = await look()
    live = await use.hub.match(match)
    if live is None:
        raise NotFound(match)
    name = caller.name if caller is not None else ""
    connection = SocketConnection(live, socket, view.seat, name, since, view.keys)
    use.hub.register(connection)
    try:
        # What has ended before it was registered is found now, and what ends from now on closes it.
        if (await look())[1].keys != view.keys:
            raise Forbidden(ENDED)
        await connection.serve()
    finally:
        use.hub.connections.discard(connection)


def in_frame(sentence: str) -> str:
    """As much of it as a closing frame holds."""
    return sentence.encode()[:120].decode(errors="ignore")
