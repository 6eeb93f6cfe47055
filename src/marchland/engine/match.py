"""A match being played: the table, what was done so far, and undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from marchland.engine.dice import Dice, FairDice
from marchland.engine.errors import IllegalAction
from marchland.engine.game import Game
from marchland.engine.sealed import Sealed
from marchland.engine.table import Table
from marchland.engine.words import describe

SNAPSHOT_EVERY: Final = 100


class Entry:
    """One thing that a seat did: an action, or an offer that it made; with the random draws that followed."""

    def __init__(self, seat: int, action: int, offer: list[list[int]] | None, draws: list[int]) -> None:
        self.seat = seat
        self.action = action
        self.offer = offer  # [[to], assets given, assets asked] where the entry is an offer
        self.draws = draws


class Match:
    """A table with its history. `play` and `undo` are the only ways on; every entry can be replayed.

    Undo is automatic up to a barrier: dice were used, something hidden was revealed, another seat has acted.
    """

    game: Game
    table: Table
    options: dict[str, Any]
    players: list[str]
    base: dict[str, Any] | None  # the table that the match began with, where it was not dealt
    opening: dict[str, object]  # the dice as they were before the deal
    setup: list[int]  # draws of the deal
    entries: list[Entry]
    snapshots: dict[int, dict[str, object]]
    events: list[list[int]]  # [audience, phrase, arguments…] of the whole match
    told: list[int]  # how many events there were before each entry
    undoable: list[Table]  # the table before each of the last entries, as far as they can be undone

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, object] | None = None,
        dice: Dice | None = None,
        players: Sequence[str] = (),
        base: dict[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.options = dict(game.settings.words(game.settings.numbers(options or {})))
        self.base = base
        if base is None:
            chosen = dice if dice is not None else FairDice.fresh()
            self.opening = chosen.to_data()
            chosen.heard = []
            self.table = game.deal(seats, options=self.options, dice=chosen, events=True)
        else:
            self.table = game.from_data(base)
            self.table.events = []
            self.table.dice.heard = []
            self.opening = self.table.dice.to_data()
        self.players = list(players) or [f"seat {seat}" for seat in range(self.table.seats)]
        self.setup = self._heard()
        self.entries = []
        self.snapshots = {}
        self.events = []
        self.told = []
        self.undoable = []
        self._collect()

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, seat: int, action: int) -> list[list[int]]:
        """Carry out a legal action; returns the events. An illegal one raises IllegalAction and changes nothing."""
        table = self.table
        if not table.options(seat).holds(action) and not table.asides(seat).holds(action):
            raise table.refusal(seat, action)
        return self._do(seat, action, None)

    def propose(self, seat: int, to: int, give: list[int], ask: list[int]) -> list[list[int]]:
        """Make an offer; it stands beside whatever is being decided."""
        return self._do(seat, -1, [[to], list(give), list(ask)])

    def _do(self, seat: int, action: int, offer: list[list[int]] | None) -> list[list[int]]:
        table = self.table
        before = table.copy()
        sealed = table.depth() > 0 and isinstance(table.step(), Sealed) and offer is None
        if offer is not None:
            table.propose(seat, offer[0][0], offer[1], offer[2])
        else:
            table.play(seat, action)
        if (
            table.dice.draws != before.dice.draws
            or table.reveals != before.reveals
            or (self.entries and self.entries[-1].seat != seat)
        ):
            self.undoable = []
        if table.dice.draws == before.dice.draws and table.reveals == before.reveals and not sealed:
            self.undoable.append(before)
        self.entries.append(Entry(seat, action, offer, self._heard()))
        self.told.append(len(self.events))
        if len(self.entries) % SNAPSHOT_EVERY == 0:
            self.snapshots[len(self.entries)] = table.to_data()
        return self._collect()

    def _heard(self) -> list[int]:
        heard = self.table.dice.heard
        self.table.dice.heard = []
        return heard or []

    def _collect(self) -> list[list[int]]:
        fresh = self.table.events or []
        self.table.events = []
        self.events += fresh
        return fresh

    # -- undo --------------------------------------------------------------------------------------------------------

    def can_undo(self, seat: int) -> Entry | None:
        """What `undo` would take back for this seat, if anything."""
        index = self._last_of(seat)
        return self.entries[index] if index >= 0 else None

    def _last_of(self, seat: int) -> int:
        """The index of the entry that this seat can take back, or -1."""
        table = self.table
        if table.over or not self.entries:
            return -1
        step = table.step()
        if isinstance(step, Sealed) and step.own_choices(table, seat):
            if not step.may_take_back(table, seat):
                return -1
            # Sealed choices of several seats lie mixed in the history, also with gifts and answers to offers.
            choice = step.own_choices(table, seat)[-1]
            last = len(self.entries) - 1
            while self.entries[last].seat != seat or self.entries[last].action != choice:
                last -= 1
            return last
        return len(self.entries) - 1 if self.undoable and self.entries[-1].seat == seat else -1

    def undo(self, seat: int) -> Entry:
        """Take back the seat's last entry; IllegalAction says why that is not possible."""
        index = self._last_of(seat)
        if index < 0:
            raise IllegalAction(
                "Nothing can be undone: dice were rolled, something was revealed, or another player has acted"
            )
        step = self.table.step()
        if isinstance(step, Sealed) and step.own_choices(self.table, seat):
            step.take_back(self.table, seat)
            self.table.advance()
        else:
            before = self.undoable.pop()
            before.dice.heard = []
            before.events = []
            self.table = before
        gone = self.entries.pop(index)
        self.snapshots = {number: data for number, data in self.snapshots.items() if number <= index}
        if index == len(self.entries):
            del self.events[self.told[index] :]
        del self.told[index]
        return gone

    # -- words -------------------------------------------------------------------------------------------------------

    def describe(self, entry: Entry) -> str:
        if entry.offer is not None:
            return f"offer to {self.players[entry.offer[0][0]]}"
        return describe(self.game.words, self.game.labels, entry.action, self.players)

    def heard_by(self, seat: int, events: Sequence[Sequence[int]] | None = None) -> list[list[int]]:
        """The events that a seat (-1: a spectator) may hear, without their audience."""
        chosen = self.events if events is None else events
        return [list(event[1:]) for event in chosen if event[0] < 0 or (seat >= 0 and event[0] >> seat & 1)]


def redo(match: Match, entry: Entry) -> None:
    if entry.offer is not None:
        match.propose(entry.seat, entry.offer[0][0], entry.offer[1], entry.offer[2])
    else:
        match.play(entry.seat, entry.action)
