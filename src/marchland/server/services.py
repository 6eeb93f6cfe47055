"""What the routes work with, and who asks."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request
from starlette.exceptions import HTTPException

from marchland.games import every
from marchland.server.bots import BotPool
from marchland.server.live import Hub
from marchland.server.lobby import Front
from marchland.server.messages import Me
from marchland.server.people import People
from marchland.server.site import Site
from marchland.server.storage import Store

log = logging.getLogger("marchland.server")

COOKIE = "marchland"

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

    @property
    def secure_cookies(self) -> bool:
        return self.site.secure


class Services:
    """What the routes work with."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.store = Store(config.database)
        self.bot_pool = BotPool()
        self.hub = Hub(self.store, self.bot_pool, config.bot_pause)
        self.people = People(self.store)
        self.front = Front(self.store, self.people, config.house)
        self.games = {game.name: game for game in every(partial(log.warning, "%s"))}

    async def run(self, work: Callable[..., R], *arguments: Any) -> R:
        return await self.store.run(work, *arguments)


def services(request: Request) -> Services:
    found: Services = request.app.state.services
    return found


async def visitor(request: Request, use: Annotated[Services, Depends(services)]) -> Me | None:
    return await use.run(use.people.guest, request.cookies.get(COOKIE))


async def guest(me: Annotated[Me | None, Depends(visitor)]) -> Me:
    if me is None:
        raise HTTPException(401, "First say who you are.")
    return me


Use = Annotated[Services, Depends(services)]
Visitor = Annotated[Me | None, Depends(visitor)]
Guest = Annotated[Me, Depends(guest)]
