"""Bots think in a process of their own and never hold the server up.

What travels there is an imagined table: everything the bot's seat cannot know has been drawn anew before it leaves.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any
from zlib import crc32

from marchland.bots import Sight, make_bot
from marchland.engine.dice import fast_dice
from marchland.engine.table import Table
from marchland.games import load


def think(game: str, data: dict[str, Any], seat: int, name: str, seed: int, leaning: int) -> int:
    bot = make_bot(name, seed)
    bot.leaning = leaning
    return int(bot.choose(Sight(load(game).from_data(data), seat)))


def wake_up() -> None:
    """Import everything before the first question comes."""
    for name in ("random", "greedy"):
        make_bot(name)


def follow_parent() -> None:
    """A worker whose server was killed would wait for questions for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def begin_worker() -> None:
    threading.Thread(target=follow_parent, daemon=True).start()


class Robots:
    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self.pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, mp_context=context, initializer=begin_worker)

    def warm_up(self) -> None:
        self.pool.submit(wake_up)

    async def choose(self, table: Table, seat: int, bot: str, match: str) -> int:
        """Every question is a new bot's, but in a match all of a seat lean the same way."""
        seed = secrets.randbits(60)
        imagined = table.determinize(seat, fast_dice(seed)).to_data()
        question = partial(think, table.game.name, imagined, seat, bot, seed + 1, crc32(match.encode()) + seat)
        loop = asyncio.get_running_loop()
        pool = self.pool
        try:
            return await loop.run_in_executor(pool, question)
        except BrokenProcessPool:
            # The worker was killed, for want of memory perhaps: another one takes over.
            if self.pool is pool:
                self.pool = self._new_pool()
            return await loop.run_in_executor(self.pool, question)

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)
