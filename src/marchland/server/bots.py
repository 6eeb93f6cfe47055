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
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from marchland.bots import LEVELS, Sight, make_bot
from marchland.engine.dice import fast_dice
from marchland.engine.errors import IllegalAction, UsageError, in_short
from marchland.engine.match import Entry
from marchland.engine.table import Table
from marchland.games import load, source_of
from marchland.server.clock import BotClock, time_to_answer
from marchland.server.errors import Forbidden, NoRoom, NotSaved, Stale
from marchland.server.limits import MOST_SEATS

if TYPE_CHECKING:
    from marchland.server.live import LiveMatch

log = logging.getLogger("marchland.server")

STAND_IN = "gentle"  # who plays where nobody does: on seats left open, for people who are not there, at chores
LONGEST_THOUGHT = 60.0  # seconds, after which a bot is taken to have lost itself
RETRY_AFTER = 1.0  # seconds until a bot tries again what could not be saved


class Thought(NamedTuple):
    """What a bot has come to: an action, or what went wrong, in a few words for the table and in full for the log."""

    action: int
    fault: str = ""
    trace: str = ""


def failed(fault: BaseException) -> Thought:
    return Thought(-1, in_short(fault), "".join(traceback.format_exception(fault)))


def think(where: str, data: dict[str, Any], seat: int, name: str, seed: int, leaning: int, limit: float) -> Thought:
    """In a worker, which may have to load the game first. Exceptions stay there: not all of them can travel."""
    try:
        bot = make_bot(name, seed)
        bot.leaning = leaning
        table = load(where).from_data(data)
        with no_longer_than(limit):
            return Thought(int(bot.choose(Sight(table, seat))))
    except Exception as fault:
        return failed(fault)


@contextmanager
def no_longer_than(limit: float) -> Iterator[None]:
    """Nothing else ends a bot that goes round in circles; the worker goes with it."""
    end = threading.Timer(limit, os._exit, [1])
    end.daemon = True
    end.start()
    try:
        yield
    finally:
        end.cancel()


def wake_up() -> None:
    """Import everything before the first question comes."""
    for name in LEVELS:
        make_bot(name)


def follow_parent() -> None:
    """A worker whose server was killed would wait for questions for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def begin_worker() -> None:
    threading.Thread(target=follow_parent, daemon=True).start()


def new_pool(workers: int, begin: Callable[[], None] = begin_worker) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"), initializer=begin)


class BotPool:
    """The processes in which bots think."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self.limit = LONGEST_THOUGHT
        self.pool = new_pool(workers)
        self.alone: set[ProcessPoolExecutor] = set()

    def warm_up(self) -> None:
        self.pool.submit(wake_up)

    async def choose(self, table: Table, seat: int, bot: str, match: str) -> Thought:
        """Every question is a new bot's, but in a match all of a seat lean the same way."""
        seed = secrets.randbits(60)
        imagined = table.determinize(seat, fast_dice(seed)).to_data()
        where = source_of(table.game).where
        leaning = crc32(match.encode()) + seat
        question = partial(think, where, imagined, seat, bot, seed + 1, leaning, self.limit)
        loop = asyncio.get_running_loop()
        pool = self.pool
        try:
            return await loop.run_in_executor(pool, question)
        except BrokenProcessPool:
            if self.pool is pool:
                self.pool = new_pool(self.workers)
        # The worker has died, by this question or by another, or for want of memory. Asked again in a process of its
        # own, a question can do no harm to others, nor they to it.
        alone = new_pool(1)
        self.alone.add(alone)
        try:
            return await loop.run_in_executor(alone, question)
        except BrokenProcessPool:
            return Thought(-1, f"its process has died, or did not come to an end within {self.limit:g} seconds")
        finally:
            self.alone.discard(alone)
            alone.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        for pool in [self.pool, *self.alone]:
            pool.shutdown(cancel_futures=True)


class BotSeats:
    """The seats of a match that bots play."""

    def __init__(self, live: LiveMatch, pool: BotPool, pause: float, clock: BotClock) -> None:
        self.live = live
        self.pool = pool
        self.pause = pause
        self.clock = clock
        self.task: asyncio.Task[None] | None = None

    def to_move(self) -> int:
        """A bot that has to decide, or that has been made an offer, and has not failed; -1 if there is none."""
        live = self.live
        table = live.match.table
        bots = [seat for seat, player in enumerate(live.seats) if self.plays(seat) and not player["fault"]]
        if not bots or live.match.over or live.absence.paused:
            return -1
        for seat in bots:
            if table.asked >> seat & 1 or Sight(table, seat).answers().total:
                return seat
        return -1

    def plays(self, seat: int) -> bool:
        """Whether a bot plays the seat: its own, or for a person who does not, or not just now."""
        row = self.live.seats[seat]
        return row["kind"] == "bot" or row["stand_in"] is not None or self.live.chores.sees_to(seat)

    def wake(self) -> None:
        """Let them play until none is to move."""
        if not self.playing and self.to_move() >= 0:
            self.task = asyncio.create_task(self._play())

    @property
    def playing(self) -> bool:
        """One may still think of what is not for it to decide any more, or not now."""
        return self.task is not None and not self.task.done()

    def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()

    async def _play(self) -> None:
        live = self.live
        try:
            asked = self.clock.now()
            while not live.failed and (seat := self.to_move()) >= 0:
                asked = await self._decide(seat, asked)
        except Exception:
            log.exception("the bots of match %s have stopped", live.id)

    async def _decide(self, seat: int, asked: float) -> float:
        """Let a bot answer what it was asked at that moment; the moment of the next question."""
        live = self.live
        seen = live.timeline.counts[seat]
        row = live.seats[seat]
        chore = live.chores.sees_to(seat)
        try:
            thought = await self.pool.choose(live.match.table, seat, level_of(row) or STAND_IN, live.id)
            entry = Entry(seat, thought.action)
            # The clicks of a secret choice take no time: their number is a secret too. Nobody waits for a chore.
            if self.pause > 0 and not chore and (thought.fault or not live.timeline.goes_on_in_secret(entry)):
                asked = time_to_answer(asked, self.clock.now(), self.pause)
                await self.clock.until(asked)
            if not thought.fault:
                await live.enter(entry, seen, by_bot=True)
        except Stale:
            return asked
        except NotSaved as fault:
            if not isinstance(fault, NoRoom):
                log.warning("a bot of match %s was refused: %s", live.id, fault)
            await asyncio.sleep(RETRY_AFTER)
            return asked
        except IllegalAction as fault:
            thought = Thought(-1, "it chose what is not possible", str(fault))
        except Exception as fault:
            thought = failed(fault)
        # It is not to blame if somebody has gone back meanwhile, or has ended the match.
        if thought.fault and not live.timeline.is_stale(seat, seen) and not live.match.over:
            await self._stop(seat, thought)
        return asked

    async def _stop(self, seat: int, thought: Thought) -> None:
        """Say at the table that a bot has failed; it waits until a player lets it or another go on."""
        if level_of(self.live.seats[seat]) is None:
            log.error("a chore in match %s has failed: %s\n%s", self.live.id, thought.fault, thought.trace)
            self.live.chores.give_back(seat)
            return
        log.error("a bot of match %s has failed: %s\n%s", self.live.id, thought.fault, thought.trace)
        await self.live.change_bot(seat, fault=thought.fault)

    async def let_play(self, seat: int, bot: str, by_creator: bool) -> None:
        """Let a bot that has failed try again, or another play for it. One that plays can be changed for another level
        by whoever has made the match; it is called by its level from then on."""
        live = self.live
        if seat >= len(live.seats) or not (live.seats[seat]["fault"] or live.seats[seat]["kind"] == "bot"):
            raise UsageError(f"No bot has failed in seat {seat}.")
        make_bot(bot)
        if live.match.over:
            raise UsageError("The match is over.")
        if live.seats[seat]["fault"]:
            await live.change_bot(seat, fault=None, stand_in=bot if bot != live.seats[seat]["bot"] else None)
        elif not by_creator:
            raise Forbidden("Only the player who made the match changes the level of its bots.")
        else:
            live.absence.check_hands(seat)
            await live.change_bot(seat, bot=bot, stand_in=None)
        self.wake()


def level_of(seat: dict[str, Any]) -> str | None:
    """The bot that plays a seat, if one does."""
    level: str | None = seat["stand_in"] or seat["bot"]
    return level


def seat_name(seat: dict[str, Any]) -> str:
    if seat["kind"] == "bot":
        return numbered(seat["bot"], seat["seat"])
    return str(seat["name"]) if seat["name"] else numbered("seat", seat["seat"])


def failure_of(seat: dict[str, Any]) -> str:
    """That the bot of a seat has stopped, and why; its player is called as they are now."""
    name, stand_in = seat_name(seat), seat["stand_in"]
    who = f"The bot {stand_in}, playing for {name}," if stand_in else f"The bot {name}"
    return f"{who} has failed: {seat['fault']}."


def numbered(what: str, seat: int) -> str:
    return f"{what.capitalize()} {seat + 1}"


# What a seat can be called that is not a person's, or no longer: nobody may be called so.
NUMBERED = [numbered(what, seat) for what in (*LEVELS, "seat") for seat in range(MOST_SEATS)]
