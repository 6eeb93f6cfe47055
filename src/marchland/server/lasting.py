"""Answers that stay the same for long: browsers keep them, and each is packed once, not for everybody who asks."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from typing import Any, NamedTuple

from fastapi import Request, Response

UNCHANGED: dict[int | str, dict[str, Any]] = {304: {"description": "What you have still holds"}}
ASK_AGAIN = "no-cache"  # whether it still holds
FOR_EVER = "public, max-age=31536000, immutable"
WORTH_PACKING = 1024


class Ready(NamedTuple):
    """An answer, its tag, and the answer packed; nothing where that saves nothing."""

    body: bytes
    tag: str
    packed: bytes


def lasting(
    request: Request, answer: bytes | Ready, media_type: str | None = "application/json", kept: str = ASK_AGAIN
) -> Response:
    body, tag, packed = answer if isinstance(answer, Ready) else kept_ready(answer)
    headers = {"etag": tag, "cache-control": kept}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
        return Response(packed, media_type=media_type, headers=headers)
    return Response(body, media_type=media_type, headers=headers)


def ready(body: bytes) -> Ready:
    tag = f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    packed = gzip.compress(body, mtime=0) if len(body) >= WORTH_PACKING else b""
    return Ready(body, tag, packed if len(packed) < len(body) * 0.9 else b"")


kept_ready = lru_cache(256)(ready)
