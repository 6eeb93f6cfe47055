"""The processes that play a tournament, and which match each of them is at: one that dies can tell nobody any more."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import Array, active_children
from multiprocessing.process import BaseProcess
from signal import SIG_IGN, SIGINT, SIGTERM, signal
from typing import Any

NONE = -1  # in the place of a match
KILLED = -9  # an exit code; Windows has no name for it

# In a worker: what all of them share, and where in it this one notes its match.
_shared: Any = None
_place = 0


class Workers:
    def __init__(self, jobs: int) -> None:
        self.places = Array("q", 2 * jobs)  # of each worker its process, and the match that it is at
        # Ctrl-C reaches every process of a terminal; the workers leave it to us.
        self.pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(self.places,))
        self.others = set(active_children())
        self.ours: set[BaseProcess] = set()

    def look(self) -> None:
        """Remember the processes that there are: of those that have ended nobody else keeps how."""
        self.ours |= set(active_children()) - self.others

    def stop(self) -> None:
        """Nobody will read what is under way, so nobody waits for it."""
        self.look()
        self.pool.shutdown(wait=False, cancel_futures=True)
        for worker in self.ours:
            worker.terminate()

    def died(self) -> list[tuple[int, int]]:
        """Of a pool that is broken, the workers that ended by themselves: the match that each was at, or NONE, and its
        exit code. The pool ends the others."""
        self.pool.shutdown()
        found = [(worker.pid, worker.exitcode) for worker in self.ours if worker.exitcode not in (None, -SIGTERM)]
        at = dict(zip(self.places[::2], self.places[1::2], strict=True))
        return [(at.get(process, NONE), code) for process, code in found if code is not None]


def _begin(places: Any) -> None:
    global _shared, _place
    signal(SIGINT, SIG_IGN)
    with places.get_lock():
        _place = list(places[::2]).index(0)
        places[2 * _place : 2 * _place + 2] = [os.getpid(), NONE]
    _shared = places


@contextmanager
def at_match(number: int) -> Iterator[None]:
    """Noted, in a worker, as long as the match is played."""
    if _shared is not None:
        _shared[2 * _place + 1] = number
    yield
    if _shared is not None:
        _shared[2 * _place + 1] = NONE


def how_ended(code: int) -> str:
    """How a process has ended, for the end of a sentence."""
    if code == KILLED:
        return "was killed, perhaps for lack of memory; try fewer --jobs"
    return f"has died ({f'signal {-code}' if code < 0 else f'exit code {code}'})"
