"""The application: its parts, bound together. Its database is ready when it starts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from marchland.server import history
from marchland.server.guard import Guard
from marchland.server.openapi import document
from marchland.server.problems import handle_faults
from marchland.server.routes import client, games, matches, people, server
from marchland.server.services import Config, Services


def create_app(config: Config) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        use: Services = app.state.services
        use.bot_pool.warm_up()
        waking = asyncio.create_task(history.wake_bots(use.store, use.hub))
        yield
        waking.cancel()
        use.hub.close()
        use.bot_pool.close()
        await use.store.close()

    app = FastAPI(title="Marchland", version="1", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.services = Services(config)
    app.add_middleware(GZipMiddleware, minimum_size=1024)
    app.add_middleware(Guard, site=config.site)
    handle_faults(app)
    people.add(app, config)
    games.add(app)
    server.add(app)
    matches.add(app)
    matches.add_socket(app)
    client.add(app)  # last: it takes every path that is left
    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    return app
