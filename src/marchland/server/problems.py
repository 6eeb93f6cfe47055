"""Everything that goes wrong, as problem details (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route

from marchland.engine.errors import MarchlandError, UsageError
from marchland.server.errors import Forbidden, NoRoom, NotFound, NotSaved, TooMany
from marchland.server.names import PATTERN, RULE

PLAINER = {
    "string_pattern_mismatch": "It has characters that cannot be used here",
    "model_attributes_type": "It is not an object of JSON",
}


def problem(status: int, title: str, detail: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail}
    return JSONResponse(body, status, headers, media_type="application/problem+json")


def handle_faults(app: FastAPI) -> None:
    @app.exception_handler(NotFound)
    async def not_found(_: Request, fault: NotFound) -> JSONResponse:
        return problem(404, "Not found", str(fault))

    @app.exception_handler(Forbidden)
    async def forbidden(_: Request, fault: Forbidden) -> JSONResponse:
        return problem(403, "Not allowed", str(fault))

    @app.exception_handler(TooMany)
    async def too_many(_: Request, fault: TooMany) -> JSONResponse:
        return problem(429, "Too many", str(fault), {"retry-after": str(fault.wait)})

    @app.exception_handler(NoRoom)
    async def full(_: Request, fault: NoRoom) -> JSONResponse:
        return problem(507, "No room", str(fault))

    @app.exception_handler(NotSaved)
    async def not_saved(_: Request, fault: NotSaved) -> JSONResponse:
        return problem(503, "Not saved", str(fault), {"retry-after": "1"})

    @app.exception_handler(UsageError)
    async def usage(_: Request, fault: UsageError) -> JSONResponse:
        return problem(409, "Not possible", str(fault))

    @app.exception_handler(MarchlandError)
    async def failed(_: Request, fault: MarchlandError) -> JSONResponse:
        return problem(409, "Not possible", str(fault))

    @app.exception_handler(HTTPException)
    async def http(request: Request, fault: HTTPException) -> JSONResponse:
        if fault.status_code == 405:
            return wrong_method(request)
        # The framework's own are no sentences.
        return problem(fault.status_code, "Refused", str(fault.detail).removesuffix(".") + ".", fault.headers)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, fault: RequestValidationError) -> JSONResponse:
        error = fault.errors()[0]
        if error["type"] == "json_invalid":
            return problem(400, "Malformed", "The body of the request is not JSON.")
        if error.get("ctx", {}).get("pattern") == PATTERN:
            return problem(422, "Malformed", f"{RULE}.")
        where = ".".join(str(part) for part in error["loc"][1:]) or "the request"
        what = PLAINER.get(error["type"], error["msg"]).removeprefix("Value error, ")
        return problem(422, "Malformed", f"{where}: {what}.")

    @app.exception_handler(Exception)
    async def mistake(_: Request, fault: Exception) -> JSONResponse:
        return problem(500, "Mistake", "The server has made a mistake; this is not your fault.")


def wrong_method(request: Request) -> JSONResponse:
    """405 with all methods that the path has; the page of the client, which takes every path, is not the API's."""
    path = request.url.path
    routes = [route for route in request.app.routes if isinstance(route, Route)]
    if path.startswith("/api/"):
        routes = [route for route in routes if route.include_in_schema]
    partly = [route for route in routes if route.matches(request.scope)[0] is Match.PARTIAL]
    methods = ", ".join(sorted({method for route in partly for method in route.methods or ()}))
    if not methods:
        return problem(404, "Not found", f"There is nothing at {path}.")
    return problem(405, "Wrong method", f"{path} takes {methods}, not {request.method}.", {"allow": methods})
