"""Random matches of any game: whoever looks at them is handed one state after the other."""

from __future__ import annotations

import json
import random
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from functools import cached_property
from threading import current_thread, main_thread
from typing import Any

from marchland.engine.dice import Dice
from marchland.engine.errors import EngineError, IllegalAction, UsageError, told
from marchland.engine.game import Game
from marchland.engine.playout import play_out
from marchland.engine.table import SPECTATOR, Table
from marchland.rulebook import read_rulebook

PATIENCE = 20.0  # seconds of computing that one decision may take
BOUND = 100_000  # no match takes more decisions than this, however silly they are
ENOUGH = 5_000  # decisions of one match that are worth looking at
MOST_ROUNDS = 15  # where a group agrees on the number of rounds: so many more than the least


class Stuck(Exception):
    """The match cannot go on; the message says why, as a sentence without its full stop."""

    @property
    def endless(self) -> bool:
        return isinstance(self.__cause__, TooLong)


class Trial:
    """One random match. Its seed says all: how many play, by which options, and what they do. `most` is how many
    decisions of it are looked at."""

    def __init__(self, game: Game, seed: int, most: int = ENOUGH) -> None:
        self.game = game
        self.seed = seed
        self.most = most
        self.seats = game.least_seats + seed % (game.most_seats - game.least_seats + 1)
        self.options = random_options(game, random.Random(f"{game.name} {seed}"), self.seats)
        self.rng = random.Random(seed)
        self.decision = 0  # how many have been made
        self.last = ""  # the latest, in words

    def deal(
        self, seed: int | None = None, dice: Dice | None = None, options: Mapping[str, object] | None = None
    ) -> Table:
        """The table as it is dealt; with another seed, other dice or other options where they are given."""
        chosen = self.options if options is None else options
        try:
            with in_time():
                return self.game.deal(self.seats, self.seed if seed is None else seed, chosen, dice, events=True)
        except EngineError as fault:
            raise Stuck(f"a match cannot be dealt: {fault}") from fault
        except (Exception, SystemExit) as fault:
            raise Stuck(f"a match cannot be dealt: {told(fault)}") from fault

    def states(self, t: Table | None = None, most: int | None = None) -> Iterator[Table]:
        """Random play to the end: the table is handed out before every decision, and when the match is over."""
        t = t or self.deal()
        most = self.most if most is None else most
        while True:
            yield t
            if t.over or self.decision == most:
                return
            if self.rng.random() < (0.5 if t.deals_open() else 0.01):
                self._talk(t)
            if not t.over:
                self._decide(t)
            self.decision += 1

    def closely(self) -> bool:
        """Whether this state is worth a costly look: all of the beginning, then one in seven."""
        return self.decision < 60 or self.decision % 7 == 0

    def _decide(self, t: Table) -> None:
        for decider in t.deciders():
            if not t.options(decider).total:
                raise Stuck(f"seat {decider} has to decide at {t.step().tag} and has no option")
        seat, action = random_choice(t, self.rng)
        self.last = f"seat {seat}: {self.game.name_of(action)}"
        play(t, seat, action)

    def _talk(self, t: Table) -> None:
        """Try to make an offer, and perhaps answer one that stands."""
        maker, to = self.rng.sample(range(t.seats), 2)
        before = t.fingerprint()
        try:
            t.make_offer(maker, to, some_assets(t, maker, self.rng), some_assets(t, to, self.rng))
        except IllegalAction as refused:
            if t.fingerprint() != before:
                raise Stuck(f"an offer of seat {maker} is refused ({refused}) and has changed the table") from refused
        answers = [(seat, action) for seat in range(t.seats) for action in t.asides(seat)]
        if answers and self.rng.random() < 0.3:
            play(t, *self.rng.choice(answers))

    @cached_property
    def clauses(self) -> set[str]:
        """The numbers of the rulebook's clauses."""
        return {clause.number for clause in read_rulebook(self.game.rulebook()).clauses}


def play(t: Table, seat: int, action: int) -> None:
    """Carry out an option; Stuck says why that cannot be done."""
    name = t.game.name_of(action)
    try:
        with in_time():
            t.play(seat, action)
    except IllegalAction as refused:
        raise Stuck(f"'{name}' is an option of seat {seat} and is refused: {refused}") from refused
    except EngineError as fault:
        raise Stuck(f"after '{name}' of seat {seat} {fault}") from fault
    except (Exception, SystemExit) as fault:
        raise Stuck(f"'{name}' is an option of seat {seat}, but carrying it out raises {told(fault)}") from fault


def play_on(t: Table, chooser: Dice, decisions: int) -> int:
    """Random play for so many decisions; returns how many there were. Stuck if the rules fail."""
    try:
        with in_time(decisions):
            return int(play_out(t, chooser, decisions))
    except (Exception, SystemExit) as fault:
        raise Stuck(told(fault)) from fault


class TooLong(Exception):
    """Something that takes no time has taken PATIENCE."""


@contextmanager
def in_time(decisions: int = 1) -> Iterator[None]:
    """TooLong, where it happens, if the rules do not come to an end. Only the main thread can be stopped in the middle
    of something, and not on every system."""
    if current_thread() is not main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise TooLong(f"it does not come to an end within {PATIENCE:g} seconds")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE * max(1, decisions / 1000))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def random_options(game: Game, rng: random.Random, seats: int = 0) -> dict[str, object]:
    """Any value of any option, but few rounds where their number can be agreed on, and nothing that does not fit the
    number of seats or another option."""
    chosen: dict[str, object] = {}
    for setting in game.settings.every:
        most = min(setting.most, setting.least + MOST_ROUNDS) if "rounds" in setting.name else setting.most
        chosen[setting.name] = rng.choice(setting.values or range(setting.least, most + 1))
    while not fit(game, seats, chosen):
        # Without the one that is at fault; if they are several, one by one.
        fitting = [name for name in chosen if fit(game, seats, {**chosen, name: default_of(game, name)})]
        name = rng.choice(fitting or [name for name in chosen if chosen[name] != default_of(game, name)])
        chosen[name] = default_of(game, name)
    return chosen


def fit(game: Game, seats: int, options: Mapping[str, object]) -> bool:
    try:
        game.prepared(seats or game.usual_seats, options)
    except UsageError:
        return False
    return True


def default_of(game: Game, option: str) -> str:
    return game.settings.every[game.settings.index[option]].default


def random_choice(t: Table, rng: random.Random) -> tuple[int, int]:
    """A decider and one of its options: a span first, so that long counts do not drown the rest."""
    seat = rng.choice(t.deciders())
    first, count = rng.choice(t.options(seat).spans())
    return seat, first + rng.randrange(count)


def some_assets(t: Table, giver: int, rng: random.Random) -> list[int]:
    """Something that a seat might give: mostly what it has, sometimes nonsense."""
    found: list[int] = []
    for offerable in t.assets(giver, giver):
        most, cards = offerable["most"], offerable["cards"]
        assert isinstance(most, int) and isinstance(cards, list)
        if rng.random() < 0.5 and (cards or most > 0):
            (asset,) = [asset for asset in t.game.deals.assets if asset.name == offerable["name"]]
            found.append(int(asset.of(rng.choice(cards) if cards else rng.randint(1, min(most, 4)))))
    return found if rng.random() < 0.9 else [*found, rng.randrange(-600, 1200)]


def everybody(t: Table) -> list[int]:
    return [SPECTATOR, *range(t.seats)]


def seen(t: Table, seat: int) -> str:
    """The view of a seat, byte by byte."""
    return json.dumps(t.view(seat), sort_keys=True)


def heard(events: list[list[int]], seat: int) -> list[list[int]]:
    """The events that a seat hears; an event is [audience, phrase, arguments...]."""
    return [event[1:] for event in events if event[0] == -1 or (seat >= 0 and event[0] >> seat & 1)]


def difference(one: Any, two: Any, path: str = "") -> str:
    """Where two pieces of plain data differ first, and how; empty if nowhere."""
    if one == two:
        return ""
    if is_dataclass(one) and is_dataclass(two) and not isinstance(one, type) and not isinstance(two, type):
        one, two = asdict(one), asdict(two)
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        pairs = [(f"{path}.{key}".lstrip("."), one[key], two[key]) for key in one]
    elif isinstance(one, (list, tuple)) and isinstance(two, (list, tuple)) and len(one) == len(two):
        pairs = [(f"{path}[{i}]", *both) for i, both in enumerate(zip(one, two, strict=True))]
    else:
        return f"{path or 'it'} is {short(one)} here and {short(two)} there"
    return next((found for name, a, b in pairs if (found := difference(a, b, name))), "")


def short(value: object) -> str:
    said = repr(value)
    return said if len(said) <= 60 else f"{said[:57]}..."
