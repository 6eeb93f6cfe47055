"""Work that several wait for is done once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
R = TypeVar("R")


class Once(Generic[K, R]):
    def __init__(self) -> None:
        self.under_way: dict[K, asyncio.Task[R]] = {}

    async def do(self, key: K, work: Callable[[], Coroutine[Any, Any, R]]) -> R:
        """Begin the work, or join whoever has; it goes on when one of those who wait for it goes away."""
        task = self.under_way.get(key)
        if task is None:
            task = self.under_way[key] = asyncio.create_task(work())
            task.add_done_callback(lambda done: self._end(key, done))
        return await asyncio.shield(task)

    async def settled(self) -> None:
        """When all is done that is under way now."""
        await asyncio.gather(*self.under_way.values(), return_exceptions=True)

    def _end(self, key: K, task: asyncio.Task[R]) -> None:
        del self.under_way[key]
        if not task.cancelled():
            task.exception()  # perhaps nobody waits any more to hear of it

    def close(self) -> None:
        for task in self.under_way.values():
            task.cancel()
