"""The application: its parts, bound together, and the document that describes it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import GenerateJsonSchema
from starlette.middleware.gzip import GZipMiddleware

from marchland.server import expiry, history
from marchland.server.addresses import Proxies
from marchland.server.guard import Guard
from marchland.server.messages import Reply
from marchland.server.messages import Request as SocketRequest
from marchland.server.problems import PROBLEMS, handle_faults
from marchland.server.routes import client, games, links, matches, people
from marchland.server.services import Config, Services


def create_app(config: Config) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        use: Services = app.state.services
        await use.run(use.store.migrate)
        use.bot_pool.warm_up()
        await use.openings.catch_up()
        waking = asyncio.create_task(history.wake_bots(use.store, use.hub))
        sweeping = asyncio.create_task(expiry.sweep(use.store))
        yield
        waking.cancel()
        sweeping.cancel()
        use.openings.close()
        use.hub.close()
        use.bot_pool.close()
        use.archive.close()
        await use.store.close()

    app = FastAPI(title="Marchland", version="1", lifespan=lifespan, docs_url=None, redoc_url=None, responses=PROBLEMS)
    services = app.state.services = Services(config)
    app.add_middleware(GZipMiddleware, minimum_size=1024)
    app.add_middleware(Guard, limits=services.limits, proxies=Proxies(config.proxies))
    handle_faults(app)
    people.add(app, config)
    people.add_accounts(app, config)
    people.add_devices(app, config)
    links.add(app, config)
    games.add(app)
    matches.add(app)
    matches.add_socket(app)
    client.add(app)  # last: it takes every path that is left
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
