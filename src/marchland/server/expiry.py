"""Matches that nobody comes to do not wait for ever, and sessions that have ended are forgotten."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from functools import partial
from typing import Any

from marchland.server.errors import NotSaved
from marchland.server.limits import PRIVATE_WAITS, PUBLIC_WAITS
from marchland.server.links import Ended, delete_sessions
from marchland.server.schema import SESSIONS
from marchland.server.storage import Store, seconds_of, stamp

log = logging.getLogger("marchland.server")

EVERY = 60.0  # seconds
WAITS = {True: PUBLIC_WAITS, False: PRIVATE_WAITS}  # by whether it is public


async def sweep(store: Store, ended: Ended) -> None:
    """For as long as the server runs."""
    while True:
        for work in (call_off, partial(forget, ended=ended)):
            try:
                await store.run(work, store)
            except NotSaved as fault:
                log.warning("what has expired is cleared away later: %s", fault)
            except Exception:
                log.exception("what has expired could not be cleared away")
        await asyncio.sleep(EVERY)


def call_off(store: Store) -> None:
    """Matches that have waited too long. In the database thread."""
    moment = datetime.now(UTC)
    before = {public: moment - waits for public, waits in WAITS.items()}
    for match in store.expired({public: at.isoformat(timespec="seconds") for public, at in before.items()}):
        store.remove_match(match)
        log.info("match %s has waited too long and is called off", match)


def waits_until(row: dict[str, Any]) -> str | None:
    """When the match of this row is called off; one that has begun is not."""
    if row["status"] != "waiting":
        return None
    return stamp(seconds_of(row["created"]) + WAITS[row["public"]].total_seconds())


def forget(store: Store, ended: Ended) -> None:
    """Sessions whose time is over. In the database thread."""
    over = SESSIONS.c.expires < datetime.now(UTC).isoformat(timespec="seconds")
    with store.turn() as connection:
        keys = delete_sessions(connection, over)
    if keys:
        ended(keys)
