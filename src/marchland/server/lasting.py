"""Answers that stay the same for long: browsers keep them, and each is packed once, not for everybody who asks."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from typing import Any

from fastapi import Request, Response

UNCHANGED: dict[int | str, dict[str, Any]] = {304: {"description": "What you have still holds"}}
ASK_AGAIN = "no-cache"  # whether it still holds
FOR_EVER = "public, max-age=31536000, immutable"
WORTH_PACKING = 1024


def lasting(
    request: Request, body: bytes, media_type: str | None = "application/json", kept: str = ASK_AGAIN
) -> Response:
    tag, packed = prepared(body)
    headers = {"etag": tag, "cache-control": kept}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
        return Response(packed, media_type=media_type, headers=headers)
    return Response(body, media_type=media_type, headers=headers)


@lru_cache(256)
def prepared(body: bytes) -> tuple[str, bytes]:
    """The tag of a body, and the body packed; nothing where that saves nothing."""
    tag = f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    packed = gzip.compress(body, mtime=0) if len(body) >= WORTH_PACKING else b""
    return tag, packed if len(packed) < len(body) * 0.9 else b""
