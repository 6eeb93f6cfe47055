"""Everything that goes wrong, as problem details (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from marchland.engine.errors import MarchlandError, UsageError
from marchland.server.errors import Forbidden, NotFound, TooMany
from marchland.server.messages import Problem

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

PLAINER = {"string_pattern_mismatch": "It has characters that cannot be used here"}


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
