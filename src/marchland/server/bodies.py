"""What is read of the body of a request: JSON, whose objects are no larger than anybody's."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

MOST_MEMBERS = 500  # of an object; the options of a match with every number changed are half as many


class Asked(Request):
    async def json(self) -> Any:
        """All that is wrong with it is found before the first of it is told, so there are not thousands of things."""
        return json.loads(await self.body(), object_pairs_hook=few)


def few(members: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(members) > MOST_MEMBERS:
        raise HTTPException(422, f"An object of JSON has at most {MOST_MEMBERS} members here, not {len(members):,}.")
    return dict(members)


class Route(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            return await handle(Asked(request.scope, request.receive))

        return handled
