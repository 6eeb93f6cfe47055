"""A match being played: the table, what was done so far, and undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from marchland.engine.dice import Dice, FairDice, dice_from_data
from marchland.engine.entropy import Entropy
from marchland.engine.errors import IllegalAction, MarchlandError, PlayError, told
from marchland.engine.game import Game
from marchland.engine.offer_words import code_of_offer, is_offer, is_offer_code, offer_of, read_assets, read_offer
from marchland.engine.sayings import listed
from marchland.engine.sealed import Sealed
from marchland.engine.table import ALL_SEEING, Table
from marchland.engine.witness import Changes, Witness
from marchland.engine.words import describe

SNAPSHOT_EVERY: Final = 100

# Why nothing can be undone.
NOTHING_DONE: Final = "you have done nothing yet"
DICE_USED: Final = "dice were rolled or cards drawn"
SHOWN: Final = "something was shown or looked at"
OTHER_ASKED: Final = "another player has been asked"
OTHER_ACTED: Final = "another player has acted"
BOUND: Final = "your choices are bound by what has happened since"
OVER: Final = "the match is over"


class Entry:
    """One thing that a seat did: an action, or an offer that it made; with the random draws that followed."""

    def __init__(
        self, seat: int, action: int, offer: list[list[int]] | None = None, draws: list[int] | None = None
    ) -> None:
        self.seat = seat
        self.action = action
        self.offer = offer  # [[to], assets given, assets asked] where the entry is an offer
        self.draws = draws or []

    def carry_out(self, table: Table) -> None:
        """IllegalAction says why it is not possible, and nothing has changed."""
        if self.offer is not None:
            table.make_offer(self.seat, self.offer[0][0], self.offer[1], self.offer[2])
        else:
            table.play(self.seat, self.action)


def offer_entry(seat: int, to: int, give: list[int], ask: list[int], draws: list[int] | None = None) -> Entry:
    return Entry(seat, -1, [[to], give, ask], draws)


def entry_said(game: Game, seat: int, text: str, seats: Sequence[str] = ()) -> Entry:
    """What a seat does, in words: `attack CAF from OBS with 3`, `offer seat 2: 3 water for Ambush`."""
    if is_offer(game, text):
        to, give, ask = read_offer(game, text, seats)
        return offer_entry(seat, to, give, ask)
    return Entry(seat, game.parse(text))


def code_of_entry(game: Game, entry: Entry) -> str:
    """An entry as it is saved: `attack OBS CAF 3`, `offer 2: water 3 for covert Ambush`."""
    if entry.offer is not None:
        return code_of_offer(game, entry.offer[0][0], entry.offer[1], entry.offer[2])
    return game.code_of(entry.action)


def entry_of(game: Game, seat: int, code: str, draws: list[int] | None = None) -> Entry:
    """The inverse of code_of_entry."""
    if is_offer_code(code):
        to, give, ask = offer_of(game, code)
        return offer_entry(seat, to, give, ask, draws)
    return Entry(seat, game.action_of(code), None, draws)


def may_hear(viewer: int, audience: int) -> bool:
    """Whether what is said to an audience (a mask of seats, or everybody) is said to a viewer."""
    return audience < 0 or viewer == ALL_SEEING or (viewer >= 0 and bool(audience >> viewer & 1))


def all_others_resigned(names: Sequence[str], places: Sequence[int]) -> str:
    """How a match has come to its end beside the rules."""
    winners = [names[seat] for seat, place in enumerate(places) if place == 1]
    return f"All others have resigned, so {listed(winners)} {'has' if len(winners) == 1 else 'have'} won"


class Match:
    """A table with its history: the table at any moment of it, what was heard, and undo.

    Undo is one rule for all games. A seat takes back its own last entries as far as a barrier: the dice were used,
    something hidden was shown or looked at, or anybody else was asked. Secret choices (Sealed) are taken back one by
    one, whatever others do meanwhile, until the last is made.
    """

    game: Game
    table: Table
    options: dict[str, Any]
    players: list[str]
    base: dict[str, Any] | None  # the table that the match began with, where it was not dealt
    opening: dict[str, object]  # the dice as they were before the deal
    entropy: Entropy | None  # where their key comes from, where several have added to it
    setup: list[int]  # draws of the deal
    entries: list[Entry]
    snapshots: dict[int, dict[str, object]]
    events: list[list[int]]  # [audience, phrase, arguments…] of the whole match
    ends: list[int]  # how many events there were after the deal, and after each entry
    undoable: int  # how many of the last entries can be undone
    barrier: str  # why no more of them
    ended: dict[str, Any] | None  # how it ended where not by its rules: `why`, and the `places`
    witness: Witness | None  # who follows the board from event to event

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, object] | None = None,
        dice: Dice | None = None,
        players: Sequence[str] = (),
        base: dict[str, Any] | None = None,
    ) -> None:
        self.witness = None
        self.game = game
        self.options = game.agreed(options or {})
        self.base = base
        self.entropy = None
        if base is None:
            chosen = dice if dice is not None else FairDice.fresh()
            self.opening = chosen.to_data()
            chosen.heard = []
            self.table = game.deal(seats, options=self.options, dice=chosen, events=True)
        else:
            self.table = game.from_data(base)
            self.opening = self.table.dice.to_data()
            self._listen()
        self.players = list(players) or [f"seat {seat}" for seat in range(self.table.seats)]
        self.setup = self._heard()
        self.entries = []
        self.snapshots = {}
        self.events = []
        self.ends = []
        self.undoable = 0
        self.barrier = NOTHING_DONE
        self.ended = None
        self._collect()

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, seat: int, action: int) -> list[list[int]]:
        """Carry out a legal action; returns the events. An illegal one raises IllegalAction and changes nothing."""
        return self.enter(Entry(seat, action))

    def propose(self, seat: int, to: int, give: str, ask: str = "") -> list[list[int]]:
        """Make an offer in words (see Table.propose); it stands beside whatever is being decided."""
        return self.enter(offer_entry(seat, to, read_assets(self.game, give), read_assets(self.game, ask)))

    def enter(self, entry: Entry) -> list[list[int]]:
        """Carry out an entry, with the draws that the dice give now. Whatever it raises, nothing has changed."""
        if self.ended is not None:
            raise IllegalAction("The match is over")
        table = self.table
        draws, reveals = table.dice.draws, table.reveals
        sealed = table.depth() > 0 and isinstance(table.step(), Sealed) and entry.offer is None
        try:
            entry.carry_out(table)
        except MarchlandError:
            raise
        except Exception as fault:
            self._return_to(len(self.entries))
            said = f"The rules of {self.game.title} have failed at '{self.describe(entry)}'"
            raise PlayError(f"{said}: {told(fault)}. Nothing has changed.") from fault
        if table.dice.draws != draws:
            self._stop_undo(DICE_USED)
        elif not sealed and table.asked & ~(1 << entry.seat):
            self._stop_undo(OTHER_ASKED)
        elif table.reveals != reveals:
            self._stop_undo(SHOWN)
        elif not sealed:
            self.undoable += 1
        self.entries.append(Entry(entry.seat, entry.action, entry.offer, self._heard()))
        if len(self.entries) % SNAPSHOT_EVERY == 0:
            self.snapshots[len(self.entries)] = table.to_data()
        return self._collect()

    def follow(self) -> Witness:
        """From now on somebody looks at the board whenever something is told."""
        self.witness = self.table.witness = Witness(self.table)
        return self.witness

    @property
    def over(self) -> bool:
        """By its rules, or because the players have ended it otherwise."""
        return self.table.over or self.ended is not None

    @property
    def places(self) -> list[int]:
        return self.table.places if self.ended is None else list(self.ended["places"])

    def _listen(self) -> None:
        self.table.witness = self.witness
        self.table.events = []
        self.table.dice.heard = []

    def _heard(self) -> list[int]:
        heard = self.table.dice.heard
        self.table.dice.heard = []
        return heard or []

    def _collect(self) -> list[list[int]]:
        fresh = self.table.events or []
        self.table.events = []
        self.events += fresh
        self.ends.append(len(self.events))
        return fresh

    def _stop_undo(self, barrier: str) -> None:
        self.undoable = 0
        self.barrier = barrier

    # -- in Python ---------------------------------------------------------------------------------------------------

    def copy(self) -> Match:
        """A match that goes on by itself from here."""
        return restored(self.game, self._kept())

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.game, self._kept())

    def _kept(self) -> dict[str, Any]:
        """All of the match as plain data; entries and snapshots are never changed, and so copies share them."""
        return {
            "table": self.table.to_data(),
            "options": dict(self.options),
            "players": self.players[:],
            "base": self.base,
            "opening": self.opening,
            "entropy": self.entropy,
            "setup": self.setup,
            "entries": [(entry.seat, entry.action, entry.offer, entry.draws) for entry in self.entries],
            "snapshots": dict(self.snapshots),
            "events": self.events[:],
            "ends": self.ends[:],
            "undo": (self.undoable, self.barrier),
            "ended": self.ended,
        }

    def __repr__(self) -> str:
        return f"<Match: {len(self.entries)} entries, {self.table!r}>"

    # -- any moment --------------------------------------------------------------------------------------------------

    def at(self, n: int) -> Table:
        """The table as it stood after n entries: from the last snapshot before, or from the deal."""
        start = max((number for number in self.snapshots if number <= n), default=0)
        if start > 0:
            table = self.game.from_data(self.snapshots[start])
        elif self.base is not None:
            table = self.game.from_data(self.base)
        else:
            table = self.game.deal(self.table.seats, options=self.options, dice=dice_from_data(self.opening))
        for entry in self.entries[start:n]:
            entry.carry_out(table)
        return table

    def heard(self, viewer: int, since: int, until: int) -> list[tuple[int, list[int]]]:
        """What happened after entry `since` up to entry `until`, as far as a viewer may hear of it: events (see
        Game.read), each with the number of its entry. The deal is entry 0."""
        return [
            (number, event)
            for number in range(max(since + 1, 0), min(until, len(self.entries)) + 1)
            for event in self.heard_by(viewer, self.events[self.ends[number - 1] if number else 0 : self.ends[number]])
        ]

    def seen(self, since: int, until: int) -> list[Changes]:
        """What each event after entry `since` (0: after the deal) up to entry `until` changed on the board."""
        table = self.at(since)
        table.events = []
        table.witness = Witness(table)
        for entry in self.entries[since:until]:
            entry.carry_out(table)
        return table.witness.collect()

    def heard_by(self, viewer: int, events: Sequence[Sequence[int]]) -> list[list[int]]:
        """The events that a viewer may hear."""
        return [list(event) for event in events if may_hear(viewer, event[0])]

    # -- undo --------------------------------------------------------------------------------------------------------

    def can_undo(self, seat: int) -> Entry | None:
        """What `undo` would take back for this seat, if anything."""
        index = self._last_of(seat)
        return self.entries[index] if index >= 0 else None

    def _last_of(self, seat: int) -> int:
        """The index of the entry that this seat can take back, or -1."""
        if self.over or not self.entries:
            return -1
        step = self._sealed_by(seat)
        if step is None:
            return len(self.entries) - 1 if self.undoable and self.entries[-1].seat == seat else -1
        if not step.may_take_back(self.table, seat):
            return -1
        # Sealed choices of several seats lie mixed in the history, also with gifts and answers to offers; those on a
        # table that the match was given were made before it.
        choice = step.own_choices(self.table, seat)[-1]
        last = len(self.entries) - 1
        while last >= 0 and (self.entries[last].seat != seat or self.entries[last].action != choice):
            last -= 1
        return last

    def _sealed_by(self, seat: int) -> Sealed[Any] | None:
        """The step in which a seat has made secret choices that are not revealed yet."""
        step = self.table.step() if not self.table.over else None
        return step if isinstance(step, Sealed) and step.own_choices(self.table, seat) else None

    def why_no_undo(self, seat: int) -> str:
        if self.over:
            return OVER
        if self._sealed_by(seat) is not None:
            return BOUND
        if not any(entry.seat == seat for entry in self.entries):
            return NOTHING_DONE
        return self.barrier if self.entries[-1].seat == seat else OTHER_ACTED

    def undo(self, seat: int, lenient: bool = False) -> Entry:
        """Take back the seat's last entry; IllegalAction says why that is not possible. Lenient is who loads a match
        from a time when others could be asked already: the seat's entry has to be the last."""
        index = self._last_of(seat)
        if index < 0 and lenient and self.entries and self.entries[-1].seat == seat:
            index = len(self.entries) - 1
        if index < 0:
            raise IllegalAction(f"Nothing can be undone: {self.why_no_undo(seat)}")
        step = self._sealed_by(seat)
        gone = self.entries.pop(index)
        self.snapshots = {number: data for number, data in self.snapshots.items() if number <= index}
        first, last = self.ends[index], self.ends[index + 1]
        del self.events[first:last]
        self.ends = self.ends[: index + 1] + [end - (last - first) for end in self.ends[index + 2 :]]
        if step is not None:
            step.take_back(self.table, seat)
            self.table.advance()
        else:
            self.undoable = max(0, self.undoable - 1)
            self._return_to(index)
        return gone

    def _return_to(self, n: int) -> None:
        """Put the table back to where it stood after n entries."""
        self.table = self.at(n)
        self._listen()

    # -- words -------------------------------------------------------------------------------------------------------

    def describe(self, entry: Entry) -> str:
        if entry.offer is not None:
            return f"offer to {self.players[entry.offer[0][0]]}"
        return describe(self.game.words, self.game.labels, entry.action, self.players)


def restored(game: Game, kept: dict[str, Any]) -> Match:
    """A match from its pickle, with all of its history."""
    match = Match(game, 0, kept["options"], None, kept["players"], kept["table"])
    match.base = kept["base"]
    match.opening = kept["opening"]
    match.entropy = kept["entropy"]
    match.setup = kept["setup"]
    match.entries = [Entry(seat, action, offer, draws) for seat, action, offer, draws in kept["entries"]]
    match.snapshots = kept["snapshots"]
    match.events = kept["events"]
    match.ends = kept["ends"]
    match.undoable, match.barrier = kept["undo"]
    match.ended = kept["ended"]
    return match
