"""Matches that nobody comes to do not wait for ever."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime

from marchland.server.limits import PRIVATE_WAITS, PUBLIC_WAITS
from marchland.server.storage import Store

log = logging.getLogger("marchland.server")

EVERY = 3600.0  # seconds


async def sweep(store: Store) -> None:
    """For as long as the server runs."""
    while True:
        try:
            await store.run(call_off, store)
        except Exception:
            log.exception("matches that have waited too long could not be called off")
        await asyncio.sleep(EVERY)


def call_off(store: Store) -> None:
    """In the database thread."""
    moment = datetime.now(UTC)
    before = {public: moment - waits for public, waits in ((True, PUBLIC_WAITS), (False, PRIVATE_WAITS))}
    for match in store.expired({public: at.isoformat(timespec="seconds") for public, at in before.items()}):
        store.remove_match(match)
        log.info("match %s has waited too long and is called off", match)
