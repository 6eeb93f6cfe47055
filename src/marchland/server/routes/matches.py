"""Matches: before they begin, while they are played, and when they are over."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Annotated, Any

import orjson
from fastapi import FastAPI, Query, Request, Response
from fastapi.responses import PlainTextResponse

from marchland.engine.errors import UsageError
from marchland.engine.summary import Summary
from marchland.engine.table import ALL_SEEING
from marchland.server import catalogue
from marchland.server.absence import ABORTED
from marchland.server.access import View
from marchland.server.archive import NOT_OVER
from marchland.server.bots import STAND_IN
from marchland.server.calls import (
    Check,
    JoinMatch,
    MatchInfo,
    Milestone,
    Moment,
    NewMatch,
    OpenPart,
    Promise,
    RemovePlayer,
)
from marchland.server.chats import latest
from marchland.server.errors import NoSeat, NotFound
from marchland.server.guard import ADDRESS
from marchland.server.lasting import UNCHANGED, lasting
from marchland.server.messages import Chat, EventPage
from marchland.server.routes.handover import NOT_PLAYED
from marchland.server.services import Asker, At, Guest, Services, Use, Viewed, Visitor, viewed
from marchland.server.specs import Catalogue

LONG = 16384  # bytes of an answer that it takes others' time to pack


def add(app: FastAPI) -> None:
    @app.post("/api/matches")
    async def create(wanted: NewMatch, guest: Guest, request: Request, use: Use) -> MatchInfo:
        identity, invite = await use.act(guest, use.front.create_and_invite, wanted, request.scope[ADDRESS])
        await use.openings.follow(identity)
        made = await use.run(use.front.show, identity, guest)
        return made.model_copy(update={"invite": invite})

    @app.get("/api/matches/{match}")
    async def show(match: str, visitor: Visitor, use: Use, invite: str | None = None, at: At = None) -> MatchInfo:
        return await use.run(use.front.show, match, visitor, invite, at)

    @app.get("/api/matches/{match}/catalogue", response_model=Catalogue, responses=UNCHANGED)
    async def catalogue_of(view: Viewed, request: Request, asker: Asker, use: Use) -> Response:
        """The catalogue of the match's game as this match plays it: its board, its numbers, and those on its cards."""
        agreed = tuple(json.loads(view.row["options"]).items())
        async with use.catalogues.of(*asker), use.drawing:
            made = await asyncio.to_thread(catalogue.of_match, view.row["game"], agreed)
        return lasting(request, made)

    @app.post("/api/matches/{match}/join")
    async def join(match: str, wanted: JoinMatch, guest: Guest, use: Use) -> MatchInfo:
        await use.act(guest, use.front.join, match, wanted.invite, wanted.entropy, wanted.colour)
        return await use.run(use.front.show, match, guest)

    @app.post("/api/matches/{match}/leave")
    async def leave(match: str, guest: Guest, use: Use) -> MatchInfo | None:
        view = await viewed(match, guest, use)
        live = await use.hub.match(match)
        if live is not None:
            await live.absence.let_play(view.seat, STAND_IN, guest)
            return await use.run(use.front.show, match, guest)
        still_there = await use.act(guest, use.front.leave, match)
        return await use.run(use.front.show, match, guest) if still_there else None

    @app.post("/api/matches/{match}/back")
    async def back(match: str, guest: Guest, use: Use, at: At = None) -> MatchInfo:
        """The end of `leave` where the match runs; also of somebody else at the own screen."""
        view = await use.act(guest, lambda me: use.access.look(match, me, at=at))
        live = await use.hub.match(match)
        if live is None:
            raise UsageError(NOT_PLAYED)
        await live.absence.back(view.seat, guest)
        return await use.run(use.front.show, match, guest)

    @app.post("/api/matches/{match}/remove")
    async def remove(match: str, whom: RemovePlayer, guest: Guest, use: Use) -> MatchInfo:
        await use.act(guest, use.front.remove, match, whom.seat)
        return await use.run(use.front.show, match, guest)

    @app.post("/api/matches/{match}/start")
    async def start(match: str, guest: Guest, use: Use) -> MatchInfo:
        await use.act(guest, use.front.start, match)
        await use.openings.follow(match)
        return await use.run(use.front.show, match, guest)

    @app.post("/api/matches/{match}/entropy")
    async def promise(match: str, given: Promise, guest: Guest, use: Use) -> MatchInfo:
        await use.act(guest, use.front.promise, match, given.hash)
        return await use.run(use.front.show, match, guest)

    @app.post("/api/matches/{match}/open")
    async def open_part(match: str, part: OpenPart, guest: Guest, use: Use) -> MatchInfo:
        await use.act(guest, use.front.open_part, match, part.entropy)
        await use.openings.follow(match)
        return await use.run(use.front.show, match, guest)

    @app.post("/api/matches/{match}/rematch")
    async def rematch(match: str, guest: Guest, request: Request, use: Use) -> MatchInfo:
        identity = await use.act(guest, use.front.rematch, match, request.scope[ADDRESS])
        return await use.run(use.front.show, identity, guest)

    async def from_archive(
        request: Request,
        use: Services,
        asker: list[str],
        view: View,
        *what: Any,
        media_type: str = "application/json",
        **headers: str,
    ) -> Response:
        match, status = view.row["id"], view.row["status"]
        if status == "waiting":
            raise NotFound(f"There is no match {match!r} that has begun.")
        if status == ABORTED:
            raise UsageError("The match was called off before anybody moved; there is nothing to look back at.")
        if status != "over":
            raise UsageError(NOT_OVER)
        answered = await use.archive.answer(view.row["game"], (match, *what), asker)
        headers["vary"] = "accept-encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
        else:
            answered = await asyncio.to_thread(gzip.decompress, answered)
        return Response(answered, media_type=media_type, headers=headers)

    @app.get("/api/matches/{match}/record", response_class=PlainTextResponse)
    async def record(match: str, request: Request, view: Viewed, asker: Asker, use: Use) -> Response:
        file = {"content-disposition": f'attachment; filename="{match}.jsonl"'}
        return await from_archive(request, use, asker, view, "record", media_type="text/plain", **file)

    @app.get("/api/matches/{match}/check", response_model=Check)
    async def check(request: Request, view: Viewed, asker: Asker, use: Use) -> Response:
        return await from_archive(request, use, asker, view, "check")

    @app.get("/api/matches/{match}/summary", response_model=Summary)
    async def summary(request: Request, view: Viewed, asker: Asker, use: Use) -> Response:
        """What the match came to: the same figures as 'marchland replay RECORD --summary --json'."""
        return await from_archive(request, use, asker, view, "summary")

    @app.get("/api/matches/{match}/moment", response_model=Moment)
    async def moment(
        request: Request,
        view: Viewed,
        asker: Asker,
        use: Use,
        n: Annotated[int, Query(ge=0)] = 0,
        seat: Annotated[int, Query(ge=ALL_SEEING, lt=8)] = ALL_SEEING,
        since: Annotated[int, Query(ge=-1)] = -1,
    ) -> Response:
        return await from_archive(request, use, asker, view, "moment", n, seat, since)

    @app.get("/api/matches/{match}/milestones", response_model=list[Milestone])
    async def milestones(request: Request, view: Viewed, asker: Asker, use: Use) -> Response:
        """Where a replay can jump to."""
        return await from_archive(request, use, asker, view, "milestones")

    @app.get("/api/matches/{match}/events", response_model=EventPage)
    async def events(match: str, before: Annotated[int, Query(ge=0)], view: Viewed, use: Use) -> Response:
        """What happened before the moment that I count as `before`: the last of it, as far as I may hear of it."""
        live = await use.hub.match(match)
        if live is None:
            raise NotFound(f"There is no match {match!r} that has begun.")
        async with live.lock:  # what is not on disk yet has not happened
            if view.seat >= 0 and not live.plays(view.seat, view.seats[view.seat]["person"]):
                raise NoSeat
            told = live.audience.told(view.seat, -1, before)
        return Response(b"{%b}" % told, media_type="application/json")

    @app.get("/api/matches/{match}/chat", response_model=list[Chat])
    async def chat(
        match: str,
        request: Request,
        visitor: Visitor,
        use: Use,
        before: Annotated[int | None, Query(ge=1)] = None,
        invite: str | None = None,
        at: At = None,
    ) -> Response:
        """The last of what I may read, or of what comes before a message by my number of it."""

        def read() -> list[dict[str, Any]]:
            view = use.access.look(match, visitor, invite, at)
            return latest(use.store, match, view.seats, view.seat, before)

        # In one turn: a moment later the seat may be somebody else's, and so may what is whispered to it.
        told = orjson.dumps(await use.run(read))
        if len(told) < LONG or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(told, media_type="application/json")
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(await asyncio.to_thread(gzip.compress, told, 5), media_type="application/json", headers=headers)
