"""The application: its parts, bound together. Its database is ready when it starts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from marchland.server import expiry, history
from marchland.server.addresses import Proxies
from marchland.server.bodies import Route
from marchland.server.guard import Guard
from marchland.server.openapi import document
from marchland.server.problems import handle_faults
from marchland.server.routes import client, games, handover, links, matches, people, server, socket
from marchland.server.services import Config, Services


def create_app(config: Config) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        use: Services = app.state.services
        use.bot_pool.warm_up()
        await use.openings.catch_up()
        waking = asyncio.create_task(history.wake_bots(use.store, use.hub))
        sweeping = asyncio.create_task(expiry.sweep(use.store, use.hub.end))
        watching = asyncio.create_task(use.hub.watch.begin())
        yield
        waking.cancel()
        sweeping.cancel()
        watching.cancel()
        use.openings.close()
        use.hub.close()
        use.bot_pool.close()
        use.archive.close()
        await use.store.close()

    app = FastAPI(title="Marchland", version="1", lifespan=lifespan, openapi_url=None)
    services = app.state.services = Services(config)
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)
    app.add_middleware(Guard, site=config.site, limits=services.limits, proxies=Proxies(config.proxies))
    handle_faults(app)
    app.router.route_class = Route
    people.add(app, config)
    people.add_accounts(app, config)
    people.add_devices(app, config)
    links.add(app, config)
    games.add(app)
    server.add(app)
    matches.add(app)
    handover.add(app)
    socket.add(app)
    client.add(app)  # last: it takes every path that is left
    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    return app
