"""The browser client, as it was built."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Response
from fastapi.responses import FileResponse, PlainTextResponse
from starlette.exceptions import HTTPException

STATIC = Path(__file__).parent.parent / "static"


def static_file(path: str) -> Path | None:
    """The file of that path, if there is one and it lies where it should."""
    try:
        file = (STATIC / path).resolve()
        return file if file.is_relative_to(STATIC.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # too long for a name, or with a NUL in it
        return None


def add(app: FastAPI) -> None:
    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def client(path: str) -> Response:
        if path.startswith("api/"):
            raise HTTPException(405)  # or 404: see problems.py
        file = static_file(path)
        if file is not None:
            # Built assets carry a hash of their content in their names.
            lasting = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            return FileResponse(file, headers={"cache-control": lasting})
        if not (STATIC / "index.html").is_file():
            return PlainTextResponse("The browser client is not built; run 'make web'.", 503)
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})
