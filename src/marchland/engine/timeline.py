"""A match as it is lived through: what each viewer can know of it, moment by moment, and what it has heard.

A moment is one thing done: an action, an offer, an undo. The match itself (see Match) forgets what was undone; here
it stays, since people have seen it. And a viewer counts only the moments that it can know of: how often others have
clicked before a secret choice was ready is their secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marchland.engine.match import Entry, Match, may_hear
from marchland.engine.sayings import EVERYBODY
from marchland.engine.sealed import Sealed
from marchland.engine.table import SPECTATOR
from marchland.engine.witness import Changes

# What was heard: at which moment, by whom, and what: a saying, or an entry that was taken back. A plain tuple, which
# the garbage collector does not walk through again and again in long matches.
Event = tuple[int, int, tuple[int, ...], Entry | None]


class Timeline:
    """`counts[viewer]` is how many moments a seat, or (last, as -1) the spectators, can know of so far.

    Where a match goes on from a snapshot, `start` is the number of moments before that, and `first` the counts.
    """

    match: Match
    start: int
    viewers: list[int]
    moments: list[tuple[int, ...]]  # the counts after the deal and after each moment
    stale_before: list[int]  # the count since which each seat's decision has stood as it does
    bound: list[Entry | None]  # the last entry of each seat that it cannot take back, whatever the rules say
    done: list[int]  # how many entries of each seat stand, and how many of them each viewer can know of
    known: list[list[int]]
    events: list[Event]
    changes: dict[int, Changes]  # what events after the deal changed on the board, by index, until somebody takes it

    def __init__(self, match: Match, start: int = 0, first: Sequence[int] = ()) -> None:
        self.match = match
        self.start = start
        seats = int(match.table.seats)
        self.viewers = [*range(seats), SPECTATOR]
        self.moments = [tuple(first) or (start,) * (seats + 1)]
        self.stale_before = list(self.moments[0][:seats])
        self.bound = [None] * seats
        self.done = [0] * seats
        self.known = [self.done[:] for _ in self.viewers]
        self.events = []
        self.changes = {}
        match.follow()
        self._note(match.events)

    @property
    def n(self) -> int:
        """How many moments there were, whoever may know of them."""
        return self.start + len(self.moments) - 1

    @property
    def counts(self) -> tuple[int, ...]:
        return self.moments[-1]

    def enter(self, entry: Entry) -> None:
        """Carry out an entry; MarchlandError leaves everything as it was."""
        self._go_on(entry.seat, entry, False)

    def undo(self, seat: int, lenient: bool = False) -> Entry:
        """Take back the seat's last entry, and return it (see Match.undo)."""
        undone = self._go_on(seat, None, lenient)
        assert undone is not None
        return undone

    def bind(self, seat: int) -> None:
        """What a seat has just done stands."""
        self.bound[seat] = self.match.entries[-1]

    def is_bound(self, seat: int) -> bool:
        """Whether only that is in the way of what a seat would take back."""
        return self.bound[seat] is not None and self.match.can_undo(seat) is self.bound[seat]

    def is_stale(self, seat: int, seen: int) -> bool:
        """Whether the decision of a seat that has seen so many moments is no longer the one it saw."""
        return not self.stale_before[seat] <= seen <= self.counts[seat]

    def goes_on_in_secret(self, entry: Entry) -> bool:
        """Whether a seat would go on choosing in secret after an entry of which nobody else learns anything at all."""
        table = self.match.table
        step = table.step() if table.depth() else None
        if not isinstance(step, Sealed) or entry.offer is not None:
            return False
        after = table.copy()
        said: list[list[int]] = []
        after.events = said
        try:
            entry.carry_out(after)
        except Exception:
            return False  # whoever enters it is told why
        going_on = not after.over and after.step() is step and after.asked >> entry.seat & 1
        if not going_on or after.reveals != table.reveals:
            return False
        others = [viewer for viewer in self.viewers if viewer != entry.seat]
        return not any(after.view(one) != table.view(one) or self.match.heard_by(one, said) for one in others)

    def news(self, viewer: int, since: int) -> list[int]:
        """The events, by index, that a viewer hears after the moment that it counts as `since`."""
        first = len(self.events)
        while first > 0 and self.count_at(first - 1, viewer) > since:
            first -= 1
        return [index for index in range(first, len(self.events)) if may_hear(viewer, self.events[index][1])]

    def count_at(self, index: int, viewer: int) -> int:
        """What a viewer counts as the moment of an event."""
        return self.moments[self.events[index][0]][viewer]

    def _go_on(self, seat: int, entry: Entry | None, lenient: bool) -> Entry | None:
        """Returns what was undone."""
        match = self.match
        table = match.table
        step = table.step() if table.depth() else None
        sealed: Sealed[Any] | None = step if isinstance(step, Sealed) else None
        choices = sealed.own_choices(table, seat) if sealed is not None else []
        sights = [table.view(viewer) for viewer in self.viewers] if sealed is not None else []
        reveals = table.reveals
        said = match.enter(entry) if entry is not None else []
        undone = match.undo(seat, lenient) if entry is None else None
        table = match.table
        secret = (
            sealed is not None
            and not table.over
            and table.reveals == reveals
            and table.step() is sealed
            and sealed.own_choices(table, seat) != choices
        )
        counts = list(self.counts)
        self.done[seat] += 1 if entry is not None else -1
        still_secret = sealed is not None and not table.over and table.step() is sealed
        for viewer in self.viewers:
            # Of a secret choice others learn what their own view tells (perhaps who is ready), perhaps nothing.
            if not secret or viewer == seat or table.view(viewer) != sights[viewer] or match.heard_by(viewer, said):
                counts[viewer] += 1
                self.known[viewer][seat] = self.done[seat]
            if not still_secret:
                self.known[viewer] = self.done[:]
            if viewer >= 0 and (not secret or viewer == seat):
                self.stale_before[viewer] = counts[viewer]
        self.moments.append(tuple(counts))
        self._note(said)
        if undone is not None and not secret:
            self.events.append((len(self.moments) - 1, EVERYBODY, (), undone))
            if match.witness is not None:
                match.witness.look(table, EVERYBODY)
        self._note_changes()
        return undone

    def _note(self, said: list[list[int]]) -> None:
        for event in said:
            self.events.append((len(self.moments) - 1, event[0], tuple(event[1:]), None))

    def _note_changes(self) -> None:
        """What the witness has seen belongs to the latest events."""
        witness = self.match.witness
        seen = witness.collect() if witness is not None else []
        for index, changes in enumerate(seen, len(self.events) - len(seen)):
            if changes:
                self.changes[index] = changes
