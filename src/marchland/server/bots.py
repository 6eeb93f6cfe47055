"""The bots of live matches. They think in a process of their own and never hold the server up.

What travels there is an imagined table: everything the bot's seat cannot know has been drawn anew before it leaves.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TYPE_CHECKING, Any
from zlib import crc32

from marchland.bots import Sight, make_bot
from marchland.engine.dice import fast_dice
from marchland.engine.errors import MarchlandError
from marchland.engine.match import Entry
from marchland.engine.table import Table
from marchland.games import load
from marchland.server.errors import Stale

if TYPE_CHECKING:
    from marchland.server.live import LiveMatch

log = logging.getLogger("marchland.server")

RETRY_AFTER = 1.0  # seconds until a bot tries again what could not be saved


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


class BotPool:
    """The processes in which bots think."""

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


class BotSeats:
    """The seats of a match that bots play."""

    def __init__(self, live: LiveMatch, pool: BotPool, pause: float) -> None:
        self.live = live
        self.pool = pool
        self.pause = pause
        self.task: asyncio.Task[None] | None = None

    def to_move(self) -> int:
        """A bot that has to decide, or that has been made an offer; -1 if there is none."""
        table = self.live.match.table
        for seat, player in enumerate(self.live.seats):
            if player["kind"] == "bot" and (table.asked >> seat & 1 or Sight(table, seat).answers().total):
                return seat
        return -1

    def wake(self) -> None:
        """Let them play until none is to move."""
        idle = self.task is None or self.task.done()
        if idle and self.to_move() >= 0:
            self.task = asyncio.create_task(self._play())

    def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()

    async def _play(self) -> None:
        live = self.live
        try:
            while not live.failed and (seat := self.to_move()) >= 0:
                if self.pause > 0:
                    await asyncio.sleep(self.pause)
                seen = live.timeline.counts[seat]
                action = await self.pool.choose(live.match.table, seat, live.seats[seat]["bot"], live.id)
                try:
                    await live.enter(Entry(seat, action), seen)
                except Stale:
                    continue
                except MarchlandError as fault:
                    log.warning("a bot of match %s was refused: %s", live.id, fault)
                    await asyncio.sleep(RETRY_AFTER)
        except Exception:
            log.exception("a bot of match %s failed", live.id)
