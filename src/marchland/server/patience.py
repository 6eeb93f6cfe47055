"""Patience: since when each seat is awaited, and whose time is up, by the server's clock alone.

All of it follows from what is on disk, so that no restart gives anybody more time, or less.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from marchland.engine.errors import UsageError
from marchland.engine.offer_words import is_offer_code
from marchland.games import named
from marchland.server.schema import ENTRIES, MATCHES
from marchland.server.storage import UNDO, EntryRow, Store, seconds_of

if TYPE_CHECKING:
    from marchland.server.live import Hub

log = logging.getLogger("marchland.server")

LOOK_AGAIN = 60.0  # seconds; so often the clock on the wall is read, which somebody may set


class Waiting:
    """Since when each seat is awaited, in seconds since 1970; 0 where it is not.

    A seat's time begins anew when it has got further than ever. What others do while it is awaited does not prolong it,
    nor does what it takes back and does again, nor what stands beside the question: offers, answers to them, gifts.
    While it is not awaited, because it has made a secret choice that it takes back later, its time stands still.
    """

    def __init__(self, row: dict[str, Any], seats: int) -> None:
        began = seconds_of(row["started"] or row["created"])
        self.since = [began if row["awaited"] >> seat & 1 else 0 for seat in range(seats)]
        self.asked = self.since[:]  # the same, whoever has come to the seat meanwhile
        self.used = [0] * seats  # of its time, when it was last awaited no more
        self.begun = [began] * seats  # since when it runs at the earliest, because of who has come to the seat
        self.beside = beside(row["game"])
        self.answers = [0] * seats  # how many of its answers stand
        self.furthest = [0] * seats  # as many as there ever were
        self.further_at = [0] * seats  # since when

    def go_on(self, row: EntryRow) -> None:
        """After an entry others are awaited."""
        further, at = self._gets_further(row), seconds_of(row.at)
        for seat, since in enumerate(self.since):
            own = seat == row.seat
            if not row.awaited >> seat & 1:
                if since:
                    self.used[seat] = 0 if own and further else at - self.asked[seat]
                self.since[seat] = self.asked[seat] = 0
            elif not since and own and row.type == UNDO:
                self.asked[seat] = at - self.used[seat]
                self.since[seat] = max(self.asked[seat], self.begun[seat])
            elif not since or (own and further):
                self.since[seat] = self.asked[seat] = at

    def is_answer(self, row: EntryRow) -> bool:
        """Whether a seat has answered what it was asked, or has taken such an answer back."""
        return row.type != "offer" and not is_offer_code(row.body) and row.body.split(" ")[0] not in self.beside

    def _gets_further(self, row: EntryRow) -> bool:
        seat = row.seat
        if self.is_answer(row):
            self.answers[seat] += 1 if row.type != UNDO else -1
        if self.answers[seat] <= self.furthest[seat]:
            return False
        self.furthest[seat], self.further_at[seat] = self.answers[seat], seconds_of(row.at)
        return True

    def begin_anew(self, seat: int, at: int) -> None:
        """Somebody has come back, or another sits there now; their time runs since then."""
        self.begun[seat] = max(self.begun[seat], at)
        if self.since[seat]:
            self.since[seat] = max(self.since[seat], at)


def beside(game: str) -> Collection[str]:
    """The names of what can be done beside any question; nothing is known of a game that is not here any more."""
    try:
        return {deed.name for deed in named(game).beside}
    except UsageError:
        return ()


def waiting_since(
    row: dict[str, Any], seats: int, entries: Iterable[EntryRow], holders: Sequence[dict[str, Any]], moment: int
) -> Waiting:
    """From what is on disk of a match at this moment."""
    waiting = Waiting(row, seats)
    for entry in entries:
        waiting.go_on(entry)
    for holder in holders:
        waiting.begin_anew(holder["seat"], seconds_of(holder["at"]))
    # Where the clock was put back nobody has longer than others.
    waiting.since = [min(since, moment) for since in waiting.since]
    return waiting


def can_be_late(seat: dict[str, Any]) -> bool:
    return seat["kind"] == "person" and not seat["stand_in"]


def first_due(seats: Sequence[dict[str, Any]], waiting: Waiting, patience: int | None) -> int | None:
    """When the first of the people who are awaited has no time left; None if nobody is, or all wait for ever."""
    if patience is None:
        return None
    awaited = [since for row, since in zip(seats, waiting.since, strict=True) if since and can_be_late(row)]
    return min(awaited) + patience if awaited else None


def every_due(store: Store, moment: int) -> dict[str, int]:
    """By match, from disk alone: to load them all for this would take too long. Runs in the database thread."""
    found = {}
    rows = [row for row in store.find(MATCHES, status="running") if row["patience"] is not None]
    identities = [row["id"] for row in rows]
    seats, holders = store.seats_of(identities), store.holders_of(identities)
    for row in rows:
        match = row["id"]
        entries = [EntryRow(**entry) for entry in store.find(ENTRIES, match=match)]
        waiting = waiting_since(row, len(seats[match]), entries, holders[match], moment)
        due = first_due(seats[match], waiting, row["patience"])
        if due is not None:
            found[match] = due
    return found


class Watch:
    """Rings when somebody's time is up, in whichever match, in memory or not."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.due: dict[str, float] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.rings_at = 0.0
        self.ringing: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """After a restart: all that runs, and at once those whose time ran out meanwhile."""
        found = await self.hub.store.run(every_due, self.hub.store, int(self.hub.clock()))
        # A match that was loaded meanwhile knows better.
        self.due = {**found, **self.due}
        await self.ring()

    def expect(self, match: str, due: float | None) -> None:
        if due is None:
            self.due.pop(match, None)
            return
        self.due[match] = due
        # Where it is set too early it rings in vain, and is set again.
        if self.timer is None or due < self.rings_at:
            self._set()

    async def ring(self) -> None:
        """Judge the matches in which somebody's time is up."""
        moment = self.hub.clock()
        for match in [match for match, due in self.due.items() if due <= moment]:
            self.due.pop(match, None)
            try:
                live = await self.hub.match(match)
                if live is not None:
                    await live.absence.judge()
            except Exception as fault:
                log.warning("match %s: whose time is up will be judged later: %s", match, fault)
                self.due[match] = moment + LOOK_AGAIN
        self._set()

    def stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        if self.ringing is not None:
            self.ringing.cancel()

    def _set(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if self.due:
            moment = self.hub.clock()
            delay = min(max(min(self.due.values()) - moment, 0.0), LOOK_AGAIN)
            self.rings_at = moment + delay
            self.timer = asyncio.get_running_loop().call_later(delay, self._ring_now)

    def _ring_now(self) -> None:
        if self.ringing is None or self.ringing.done():
            self.ringing = asyncio.create_task(self.ring())
