"""The server itself: under which address others reach it, and how it is asked."""

from __future__ import annotations

import asyncio

import orjson
from fastapi import FastAPI, Request, Response

from marchland.server.calls import ServerInfo
from marchland.server.lasting import lasting
from marchland.server.services import Use
from marchland.server.site import is_loopback


def add(app: FastAPI) -> None:
    @app.get("/api/server")
    async def server(request: Request, use: Use) -> ServerInfo:
        site = use.config.site
        if site.public_url:
            return ServerInfo(public_url=site.public_url, addresses=[], local=False)
        # The addresses of a machine are the business of whoever sits at it; behind a proxy nobody does.
        here = not use.config.proxies and request.client is not None and is_loopback(request.client.host)
        return ServerInfo(public_url=None, addresses=site.addresses() if here else [], local=site.local)

    @app.api_route("/openapi.json", methods=["GET", "HEAD"], include_in_schema=False)
    async def contract(request: Request) -> Response:
        # To make it takes two thirds of a second, once.
        body = await asyncio.to_thread(lambda: orjson.dumps(app.openapi()))
        return await asyncio.to_thread(lasting, request, body)
