"""Bots think in a process of their own and never hold the server up.

What travels there is an imagined table: everything the bot's seat cannot know has been drawn anew before it leaves.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from marchland.bots import Sight, make_bot
from marchland.engine.dice import fast_dice
from marchland.engine.table import Table
from marchland.games import load


def think(game: str, data: dict[str, Any], seat: int, bot: str, seed: int) -> int:
    table = load(game).from_data(data)
    return int(make_bot(bot, seed).choose(Sight(table, seat)))


def wake_up() -> None:
    """Import everything before the first question comes."""
    for name in ("random", "greedy"):
        make_bot(name)


class Robots:
    def __init__(self, workers: int = 1) -> None:
        self.pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))

    def warm_up(self) -> None:
        self.pool.submit(wake_up)

    async def choose(self, table: Table, seat: int, bot: str) -> int:
        seed = secrets.randbits(60)
        imagined = table.determinize(seat, fast_dice(seed)).to_data()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.pool, think, table.game.name, imagined, seat, bot, seed + 1)

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
