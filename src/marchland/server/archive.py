"""Finished matches, read and reckoned in a process of their own: however long they are, nobody at a table waits."""

from __future__ import annotations

import asyncio
import gzip
import logging
import os
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache, partial
from typing import Any

import orjson

from marchland.engine.errors import MarchlandError, UsageError
from marchland.engine.retrospect import look_back
from marchland.games import load, source_of
from marchland.server import history
from marchland.server.bots import begin_worker, new_pool, no_longer_than
from marchland.server.errors import TooMany
from marchland.server.limits import A_WHILE
from marchland.server.loading import Restored, game_of, restoring, whole
from marchland.server.once import Once
from marchland.server.storage import Store

log = logging.getLogger("marchland.server")

KEPT_BYTES = 32 << 20  # of answers
PACKED = 6  # how thoroughly
OVERHEAD = 500  # bytes that each answer takes besides its own
KEPT_MATCHES = 4  # in the worker
LONGEST_WORK = 60.0  # seconds
MOST_WAITING = 20  # questions of one person
NOT_OVER = "The match is not over yet; its dice stay sealed until then."
UNREADABLE = "This match cannot be read just now; try again later."

# A match, what is asked about it, and more exactly.
Question = tuple[Any, ...]

# -- in the worker ---------------------------------------------------------------------------------------------------


def begin() -> None:
    begin_worker()
    os.nice(5)  # people at tables come first


@cache
def store(url: str) -> Store:
    return Store(url)


_matches: OrderedDict[str, Restored] = OrderedDict()


def restored(url: str, where: str, match: str) -> Restored:
    found = _matches.pop(match, None)
    if found is None or found.saved.seats != store(url).seats_of([match])[match]:
        # Or somebody who sat there is called otherwise since.
        saved = store(url).saved(match)
        if saved is None:
            raise MarchlandError(UNREADABLE)
        found = whole(restoring(saved, load(where)))
    if not found.match.over:
        raise UsageError(NOT_OVER)
    _matches[match] = found
    while len(_matches) > KEPT_MATCHES:
        _matches.popitem(last=False)
    return found


ANSWERS: dict[str, Callable[..., bytes]] = {
    "record": lambda played: history.record_of(played).encode(),
    "check": lambda played: history.check(played).model_dump_json().encode(),
    "milestones": lambda played: orjson.dumps([one.model_dump() for one in history.milestones(played)]),
    "summary": lambda played: orjson.dumps(look_back(played.match)),
    "moment": lambda played, *of: history.moment(played, *of).model_dump_json().encode(),
}


def answer(url: str, where: str, question: Question) -> bytes | str:
    """Packed, since a long one takes its time and is asked for again. Refusals come back as their sentence: not every
    exception can travel."""
    match, what, *exactly = question
    try:
        with no_longer_than(LONGEST_WORK):
            return gzip.compress(ANSWERS[what](restored(url, where, match), *exactly), PACKED, mtime=0)
    except MarchlandError as fault:
        return str(fault)


# -- in the server ---------------------------------------------------------------------------------------------------


class Kept:
    """Answers, as many as find room; those that nobody has asked for longest go."""

    def __init__(self, most: int) -> None:
        self.room = most
        self.answers: OrderedDict[Question, bytes] = OrderedDict()

    def get(self, question: Question) -> bytes | None:
        if question in self.answers:
            self.answers.move_to_end(question)
        return self.answers.get(question)

    def add(self, question: Question, answered: bytes) -> None:
        self.room -= len(answered) + OVERHEAD
        self.answers[question] = answered
        while self.room < 0:
            self._drop(next(iter(self.answers)))

    def forget(self, matches: Collection[str]) -> None:
        for question in [question for question in self.answers if question[0] in matches]:
            self._drop(question)

    def _drop(self, question: Question) -> None:
        self.room += len(self.answers.pop(question)) + OVERHEAD


class Turns:
    """One question at a time for each: who asks for more waits behind themselves, and not before others."""

    def __init__(self, what: str, most: int) -> None:
        self.what = what
        self.most = most  # of one person that wait
        self.locks: dict[str, asyncio.Lock] = {}
        self.waiting: dict[str, int] = {}

    @asynccontextmanager
    async def of(self, person: str, *around: str) -> AsyncIterator[None]:
        """The turn of all whom a question counts for, one after the other. At their address waits one of everybody, and
        nobody is refused because there are many."""
        if self.waiting.get(person, 0) >= self.most:
            raise TooMany(self.what, A_WHILE)
        async with AsyncExitStack() as turn:
            for who in (person, *around):
                await turn.enter_async_context(self._of_one(who))
            yield

    @asynccontextmanager
    async def _of_one(self, who: str) -> AsyncIterator[None]:
        self.waiting[who] = self.waiting.get(who, 0) + 1
        try:
            async with self.locks.setdefault(who, asyncio.Lock()):
                yield
        finally:
            self.waiting[who] -= 1
            if not self.waiting[who]:
                del self.waiting[who], self.locks[who]


class Archive:
    def __init__(self, database: str) -> None:
        self.database = database
        self.pool: ProcessPoolExecutor | None = None
        self.kept = Kept(KEPT_BYTES)
        self.turns = Turns("questions at once about finished matches", MOST_WAITING)
        self.asked: Once[Question, bytes] = Once()
        self.forgotten = 0  # how often something was

    def forget(self, matches: Collection[str]) -> None:
        """Somebody in these is to be called otherwise from now on, also in what is just being worked out."""
        self.forgotten += 1
        self.kept.forget(matches)

    async def answer(self, game: str, question: Question, askers: Sequence[str]) -> bytes:
        """Packed; `askers` are all that the question counts for, the person first. It is about a match that is over."""
        found = self.kept.get(question)
        if found is not None:
            return found
        async with self.turns.of(*askers):
            return await self.asked.do(question, partial(self._work_out, game, question))

    async def _work_out(self, game: str, question: Question) -> bytes:
        found = self.kept.get(question)
        if found is not None:
            return found
        work = partial(answer, self.database, source_of(game_of(game)).where, question)
        forgotten = self.forgotten
        answered = await self._in_worker(work)
        if isinstance(answered, str):
            raise UsageError(answered)
        if forgotten == self.forgotten:
            self.kept.add(question, answered)
        return answered

    async def _in_worker(self, work: Callable[[], bytes | str]) -> bytes | str:
        loop = asyncio.get_running_loop()
        for _ in range(2):
            pool = self.pool = self.pool or new_pool(1, begin)
            try:
                return await loop.run_in_executor(pool, work)
            except BrokenProcessPool:
                # The worker has died: by this question or another, or for want of memory.
                log.warning("the worker of the archive has died")
                if self.pool is pool:
                    self.pool = None
        return UNREADABLE

    def close(self) -> None:
        self.asked.close()
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)
