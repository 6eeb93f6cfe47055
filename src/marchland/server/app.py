"""The application: routes and what binds the parts together."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

from fastapi import Depends, FastAPI, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse
from pydantic.json_schema import GenerateJsonSchema
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from marchland.engine.errors import MarchlandError, UsageError
from marchland.engine.table import ALL_SEEING
from marchland.games import every
from marchland.server import catalogue, history
from marchland.server.audience import chat_message, may_read
from marchland.server.bots import BotPool
from marchland.server.errors import Forbidden, NotFound
from marchland.server.guard import Guard
from marchland.server.live import Hub
from marchland.server.lobby import Front
from marchland.server.messages import (
    Chat,
    Check,
    JoinMatch,
    Lobby,
    MatchInfo,
    Me,
    Moment,
    NewGuest,
    NewMatch,
    Problem,
    Reply,
)
from marchland.server.messages import Request as SocketRequest
from marchland.server.sockets import SocketConnection
from marchland.server.specs import (
    Catalogue,
    Clause,
    GameCard,
)
from marchland.server.storage import CHATS, Store

log = logging.getLogger("marchland.server")

COOKIE = "marchland"
A_YEAR = 365 * 24 * 3600
STATIC = Path(__file__).parent / "static"

R = TypeVar("R")


@dataclass(frozen=True)
class Config:
    database: str
    bot_pause: float = 0.4
    secure_cookies: bool = False
    # By game: house rules that new matches begin with.
    house: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


class Services:
    """What the routes work with."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.store = Store(config.database)
        self.bot_pool = BotPool()
        self.hub = Hub(self.store, self.bot_pool, config.bot_pause)
        self.front = Front(self.store, config.house)
        self.games = {game.name: game for game in every(partial(log.warning, "%s"))}

    async def run(self, work: Callable[..., R], *arguments: Any) -> R:
        return await self.store.run(work, *arguments)


def services(request: Request) -> Services:
    found: Services = request.app.state.services
    return found


async def visitor(request: Request, use: Annotated[Services, Depends(services)]) -> Me | None:
    return await use.run(use.front.guest, request.cookies.get(COOKIE))


async def guest(me: Annotated[Me | None, Depends(visitor)]) -> Me:
    if me is None:
        raise HTTPException(401, "First say who you are.")
    return me


Use = Annotated[Services, Depends(services)]
Visitor = Annotated[Me | None, Depends(visitor)]
Guest = Annotated[Me, Depends(guest)]

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": text}
    for status, text in (
        (400, "The body is not JSON"),
        (401, "No guest yet"),
        (403, "Not allowed"),
        (404, "Not found"),
        (409, "Not possible now"),
        (413, "Too large"),
        (422, "Malformed"),
        (429, "Too many requests"),
    )
}


def create_app(config: Config) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        use: Services = app.state.services
        await use.run(use.store.migrate)
        use.bot_pool.warm_up()
        waking = asyncio.create_task(history.wake_bots(use.store, use.hub))
        yield
        waking.cancel()
        use.hub.close()
        use.bot_pool.close()
        await use.store.close()

    app = FastAPI(title="Marchland", version="1", lifespan=lifespan, docs_url=None, redoc_url=None, responses=PROBLEMS)
    app.state.services = Services(config)
    app.add_middleware(GZipMiddleware, minimum_size=1024)
    app.add_middleware(Guard)
    _handle_faults(app)
    _people(app, config)
    _games(app)
    _matches(app)
    _live(app)
    _client(app)
    app.openapi = lambda: openapi(app)  # type: ignore[method-assign]
    return app


class WholePictures(GenerateJsonSchema):
    """A picture is sent with all its parts, those that a game does not have as well."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        return field["type"] == "dataclass-field" or super().field_is_required(field, total)


def openapi(app: FastAPI) -> dict[str, Any]:
    """OpenAPI 3.1 of the routes, with the messages of the socket among its schemas."""
    if app.openapi_schema is None:
        schema = get_openapi(title="Marchland", version="1", openapi_version="3.1.0", routes=app.routes)
        reference = "#/components/schemas/{model}"
        for model in (SocketRequest, Reply):
            made = model.model_json_schema(ref_template=reference, schema_generator=WholePictures, mode="serialization")
            schema["components"]["schemas"].update(made.pop("$defs"))
            schema["components"]["schemas"]["Socket" + model.__name__] = made
        app.openapi_schema = schema
    return app.openapi_schema


# -- faults ------------------------------------------------------------------------------------------------------------

PLAINER = {"string_pattern_mismatch": "It has characters that cannot be used here"}


def problem(status: int, title: str, detail: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail}
    return JSONResponse(body, status, headers, media_type="application/problem+json")


def _handle_faults(app: FastAPI) -> None:
    @app.exception_handler(NotFound)
    async def not_found(_: Request, fault: NotFound) -> JSONResponse:
        return problem(404, "Not found", str(fault))

    @app.exception_handler(Forbidden)
    async def forbidden(_: Request, fault: Forbidden) -> JSONResponse:
        return problem(403, "Not allowed", str(fault))

    @app.exception_handler(UsageError)
    async def usage(_: Request, fault: UsageError) -> JSONResponse:
        return problem(409, "Not possible", str(fault))

    @app.exception_handler(MarchlandError)
    async def failed(_: Request, fault: MarchlandError) -> JSONResponse:
        return problem(409, "Not possible", str(fault))

    @app.exception_handler(HTTPException)
    async def http(_: Request, fault: HTTPException) -> JSONResponse:
        # The framework's own are no sentences, and one of them (405) has a header that must be there.
        return problem(fault.status_code, "Refused", str(fault.detail).removesuffix(".") + ".", fault.headers)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, fault: RequestValidationError) -> JSONResponse:
        error = fault.errors()[0]
        where = ".".join(str(part) for part in error["loc"][1:]) or "the request"
        what = PLAINER.get(error["type"], error["msg"]).removeprefix("Value error, ")
        return problem(422, "Malformed", f"{where}: {what}.")

    @app.exception_handler(Exception)
    async def mistake(_: Request, fault: Exception) -> JSONResponse:
        return problem(500, "Mistake", "The server has made a mistake; this is not your fault.")


# -- people ------------------------------------------------------------------------------------------------------------


def keep(response: Response, token: str, config: Config) -> None:
    response.set_cookie(COOKIE, token, A_YEAR, httponly=True, samesite="lax", secure=config.secure_cookies)


def _people(app: FastAPI, config: Config) -> None:
    @app.get("/api/me")
    async def me(visitor: Visitor) -> Me | None:
        return visitor

    @app.post("/api/guests")
    async def be_guest(wanted: NewGuest, visitor: Visitor, use: Use, response: Response) -> Me:
        if visitor is not None:
            return await use.run(use.front.rename, visitor, wanted.name)
        made, token = await use.run(use.front.new_guest, wanted.name)
        keep(response, token, config)
        return made

    @app.get("/api/lobby")
    async def lobby(visitor: Visitor, use: Use) -> Lobby:
        return await use.run(use.front.lobby, visitor)

    @app.post("/api/seats/{secret}")
    async def take_over(secret: str, use: Use, response: Response) -> MatchInfo:
        match, token = await use.run(use.front.by_secret, secret)
        keep(response, token, config)
        return await use.run(use.front.show, match, await use.run(use.front.guest, token))

    @app.post("/api/invites/{invite}")
    async def invited(invite: str, visitor: Visitor, use: Use) -> MatchInfo:
        row = await use.run(use.front.by_invite, invite)
        return await use.run(use.front.show, row["id"], visitor)


# -- games -------------------------------------------------------------------------------------------------------------


def _games(app: FastAPI) -> None:
    def known(game: str, use: Services) -> str:
        if game not in use.games:
            raise NotFound(f"There is no game {game!r}.")
        return game

    @app.get("/api/games")
    async def games(use: Use) -> list[GameCard]:
        return [catalogue.card(game) for game in use.games.values()]

    @app.get("/api/games/{game}", response_model=Catalogue)
    async def one_game(game: str, request: Request, use: Use) -> Response:
        house = use.config.house.get(game, {})
        return lasting(request, catalogue.catalogue(known(game, use), tuple(house.items())))

    @app.get("/api/games/{game}/rules", response_model=list[Clause])
    async def rules(game: str, request: Request, use: Use) -> Response:
        return lasting(request, catalogue.rules(known(game, use)))


def lasting(request: Request, body: bytes) -> Response:
    """What changes with the rules alone: browsers keep it, and ask only whether it still holds."""
    tag = f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


# -- matches -----------------------------------------------------------------------------------------------------------


def _matches(app: FastAPI) -> None:
    @app.post("/api/matches")
    async def create(wanted: NewMatch, guest: Guest, use: Use) -> MatchInfo:
        identity = await use.run(use.front.create, guest, wanted)
        await use.hub.match(identity)
        return await use.run(use.front.show, identity, guest)

    @app.get("/api/matches/{match}")
    async def show(match: str, visitor: Visitor, use: Use) -> MatchInfo:
        return await use.run(use.front.show, match, visitor)

    @app.get("/api/matches/{match}/catalogue", response_model=Catalogue)
    async def catalogue_of(match: str, use: Use, request: Request) -> Response:
        """The catalogue of the match's game as this match plays it, with the board of its own where it has one."""
        game, options = await use.run(use.front.agreed, match)
        return lasting(request, catalogue.catalogue(game, tuple(options.items())))

    @app.post("/api/matches/{match}/join")
    async def join(match: str, wanted: JoinMatch, guest: Guest, use: Use) -> MatchInfo:
        await use.run(use.front.join, guest, match, wanted.invite)
        return await use.run(use.front.show, match, guest)

    @app.post("/api/matches/{match}/leave")
    async def leave(match: str, guest: Guest, use: Use) -> MatchInfo | None:
        still_there = await use.run(use.front.leave, guest, match)
        return await use.run(use.front.show, match, guest) if still_there else None

    @app.post("/api/matches/{match}/start")
    async def start(match: str, guest: Guest, use: Use) -> MatchInfo:
        await use.run(use.front.start, guest, match)
        await use.hub.match(match)
        return await use.run(use.front.show, match, guest)

    @app.post("/api/matches/{match}/rematch")
    async def rematch(match: str, guest: Guest, use: Use) -> MatchInfo:
        identity = await use.run(use.front.rematch, guest, match)
        await use.hub.match(identity)
        return await use.run(use.front.show, identity, guest)

    @app.get("/api/matches/{match}/record", response_class=PlainTextResponse)
    async def record(match: str, use: Use) -> PlainTextResponse:
        text = history.record_of(await history.finished(use.hub, match))
        name = f'attachment; filename="{match}.jsonl"'
        return PlainTextResponse(text, headers={"content-disposition": name})

    @app.get("/api/matches/{match}/check")
    async def check(match: str, use: Use) -> Check:
        return history.check(await history.finished(use.hub, match))

    @app.get("/api/matches/{match}/moment")
    async def moment(
        match: str,
        use: Use,
        n: Annotated[int, Query(ge=0)] = 0,
        seat: Annotated[int, Query(ge=ALL_SEEING, lt=8)] = ALL_SEEING,
        since: Annotated[int, Query(ge=-1)] = -1,
    ) -> Moment:
        return history.moment(await history.finished(use.hub, match), n, seat, since)

    @app.get("/api/matches/{match}/chat")
    async def chat(match: str, visitor: Visitor, use: Use) -> list[Chat]:
        info = await use.run(use.front.show, match, visitor)
        mine = next((seat.seat for seat in info.seats if seat.mine), -1)
        rows = await use.run(lambda: use.store.find(CHATS, match=match))
        return [Chat(**chat_message(row)) for row in rows if may_read(row, mine)]


# -- the socket ----------------------------------------------------------


def _live(app: FastAPI) -> None:
    @app.websocket("/api/matches/{match}/socket")
    async def socket(socket: WebSocket, match: str, since: int = -1) -> None:
        use: Services = app.state.services
        me = await use.run(use.front.guest, socket.cookies.get(COOKIE))
        await socket.accept()
        try:
            live = await use.hub.match(match)
        except MarchlandError as fault:
            await socket.close(1011, str(fault))
            return
        if live is None:
            await socket.close(4404, "There is no such match, or it has not begun.")
            return
        seat = next((row["seat"] for row in live.seats if me is not None and row["guest"] == me.id), -1)
        await SocketConnection(live, socket, seat, me.name if me is not None else "", since).serve()


# -- the client ----------------------------------------------------------


def static_file(path: str) -> Path | None:
    """The file of that path, if there is one and it lies where it should."""
    try:
        file = (STATIC / path).resolve()
        return file if file.is_relative_to(STATIC.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # too long for a name, or with a NUL in it
        return None


def _client(app: FastAPI) -> None:
    @app.get("/{path:path}", include_in_schema=False)
    async def client(path: str) -> Response:
        if path.startswith("api/"):
            raise NotFound(f"There is nothing at /{path}.")
        file = static_file(path)
        if file is not None:
            # Built assets carry a hash of their content in their names.
            lasting = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            return FileResponse(file, headers={"cache-control": lasting})
        if not (STATIC / "index.html").is_file():
            return PlainTextResponse("The browser client is not built; run 'make web'.", 503)
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})
