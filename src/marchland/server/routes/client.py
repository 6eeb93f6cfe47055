"""The browser client, as it was built."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse
from starlette.exceptions import HTTPException

from marchland.server.lasting import ASK_AGAIN, FOR_EVER, lasting

STATIC = Path(__file__).parent.parent / "static"


def static_file(path: str) -> Path | None:
    """The file of that path, if there is one and it lies where it should."""
    try:
        file = (STATIC / path).resolve()
        return file if file.is_relative_to(STATIC.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # too long for a name, or with a NUL in it
        return None


@lru_cache(256)
def content(file: Path, written: int) -> bytes:
    """As it was written at that time: a client that is built anew is served from then on."""
    return file.read_bytes()


def add(app: FastAPI) -> None:
    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def client(request: Request, path: str) -> Response:
        if path.startswith("api/"):
            raise HTTPException(405)  # or 404: see problems.py
        file = static_file(path) or static_file("index.html")
        if file is None:
            return PlainTextResponse("The browser client is not built; run 'make web'.", 503)
        # Built assets carry a hash of their content in their names.
        kept = FOR_EVER if file.parent.name == "assets" else ASK_AGAIN
        media_type, _ = mimetypes.guess_type(file.name)
        return lasting(request, content(file, file.stat().st_mtime_ns), media_type, kept)
