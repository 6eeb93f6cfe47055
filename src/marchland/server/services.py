"""What the routes work with, and who asks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query
from pydantic import BeforeValidator
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from marchland.games import every
from marchland.server.access import Access, View
from marchland.server.addresses import around
from marchland.server.archive import Archive, Turns
from marchland.server.bots import BotPool
from marchland.server.entropy import Openings
from marchland.server.guard import ADDRESS, COUNTS_AS
from marchland.server.handover import Handovers
from marchland.server.limits import CONNECTIONS_OF_ADDRESS, Limits
from marchland.server.links import Links
from marchland.server.live import Hub
from marchland.server.lobby import Front
from marchland.server.people import Passwords, People
from marchland.server.sessions import COOKIE, SEAT_COOKIE, Caller, Sessions
from marchland.server.site import Site
from marchland.server.storage import Clock, Store

log = logging.getLogger("marchland.server")

R = TypeVar("R")


@dataclass(frozen=True)
class Config:
    database: str
    bot_pause: float = 0.4
    # By game: house rules that new matches begin with.
    house: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    # Under which addresses it is reached.
    site: Site = field(default_factory=Site)
    # Addresses and networks that are believed when they say for whom they ask.
    proxies: tuple[str, ...] = ()
    clock: Clock = time.time  # by which it is judged whose time is up

    @property
    def secure_cookies(self) -> bool:
        return self.site.secure


class Services:
    """What the routes work with."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.store = Store(config.database)
        self.limits = Limits()
        self.bot_pool = BotPool()
        self.archive = Archive(config.database)
        # To list fifty matches takes long, and whoever is at an address may ask for thirty such lists a second.
        self.lists = Turns("lists of matches at once", CONNECTIONS_OF_ADDRESS)
        # To draw a board takes longest of all that is not asked of the archive, and whoever draws keeps the interpreter
        # from others time and again: one at a time.
        self.catalogues = Turns("boards of matches at once", CONNECTIONS_OF_ADDRESS)
        self.drawing = asyncio.Semaphore(1)
        self.hub = Hub(self.store, self.bot_pool, config.bot_pause, config.clock)
        # Sockets are closed as soon as that ends by which they came.
        self.sessions = Sessions(self.store, self.hub.end)
        self.links = Links(self.store, self.hub.end)
        self.people = People(self.store, self.sessions, self.hub.end)
        self.passwords = Passwords()
        self.access = Access(self.store, self.links)
        self.front = Front(self.store, self.sessions, self.links, self.access, config.house)
        self.handovers = Handovers(self.store)
        self.openings = Openings(self.front, self.hub)
        self.games = {game.name: game for game in every(partial(log.warning, "%s"))}

    async def run(self, work: Callable[..., R], *arguments: Any) -> R:
        return await self.store.run(work, *arguments)

    async def act(self, me: Caller, work: Callable[..., R], *arguments: Any) -> R:
        """Let somebody change something, as they are when it is done: since it was looked up who asks they may have got
        another name, or the session have ended."""
        return await self.store.run(lambda: work(self.sessions.anew(me), *arguments))


def services(connection: HTTPConnection) -> Services:
    found: Services = connection.app.state.services
    return found


async def who_asks(connection: HTTPConnection, use: Services) -> Caller | None:
    """In its match the cookie of a seat counts before the identity."""
    cookies, match = connection.cookies, connection.path_params.get("match")
    return await use.run(use.sessions.asking, cookies.get(COOKIE), cookies.get(SEAT_COOKIE), match)


async def visitor(connection: HTTPConnection, use: Annotated[Services, Depends(services)]) -> Caller | None:
    caller = await who_asks(connection, use)
    if caller is not None:
        use.limits.charge_person(connection.scope[COUNTS_AS], connection.scope[ADDRESS], caller.counts_for)
    return caller


def counted_for(connection: HTTPConnection, caller: Caller | None) -> str:
    """Whom it counts for what somebody asks; all those at an address who do not say who they are count as one."""
    return caller.counts_for if caller is not None else f"nobody at {connection.scope[ADDRESS]}"


def asker(connection: HTTPConnection, caller: Annotated[Caller | None, Depends(visitor)]) -> list[str]:
    """By what those are known whose work waits for its turn: who they are, and then their address, where others are
    kept waiting by one thing of theirs and not by all of them."""
    return [counted_for(connection, caller), around(connection.scope[ADDRESS])]


async def player(caller: Annotated[Caller | None, Depends(visitor)]) -> Caller:
    if caller is None:
        raise HTTPException(401, "First say who you are.")
    return caller


async def guest(caller: Annotated[Caller, Depends(player)]) -> Caller:
    return caller.whole()


Use = Annotated[Services, Depends(services)]
Visitor = Annotated[Caller | None, Depends(visitor)]
# For what a seat can do, also one that came by its link; and for what only the whole person can.
Player = Annotated[Caller, Depends(player)]
Guest = Annotated[Caller, Depends(guest)]
Asker = Annotated[list[str], Depends(asker)]


def digits(value: object) -> object:
    """Of what stands in an address: "2.0" is no seat."""
    if isinstance(value, str) and not value.isdecimal():
        raise ValueError("not a whole number")
    return value


# Where several people play at one screen: whose turn at it is.
At = Annotated[int | None, BeforeValidator(digits), Query(ge=0, lt=8)]


async def viewed(match: str, visitor: Visitor, use: Use, invite: str | None = None, at: At = None) -> View:
    return await use.run(use.access.look, match, visitor, invite, at)


# A match that whoever asks may see.
Viewed = Annotated[View, Depends(viewed)]
