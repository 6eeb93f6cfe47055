"""The time by which bots answer."""

from __future__ import annotations

import asyncio
import time
from math import ceil


class BotClock:
    """Seconds that nobody sets back."""

    def now(self) -> float:
        return time.monotonic()

    async def until(self, moment: float) -> None:
        await asyncio.sleep(max(0.0, moment - self.now()))


def time_to_answer(asked: float, ready: float, pause: float) -> float:
    """When a bot that was asked at one moment and is ready at another answers: a pause after the question or, if it has
    thought longer, at the next multiple of the pause. How long it has thought would tell about its hand."""
    if pause <= 0:
        return ready
    return asked + pause * max(1, ceil((ready - asked) / pause))
