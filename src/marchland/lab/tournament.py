"""Tournaments: many matches between bots, in several processes, summed up as they come in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from marchland.bots import bot_from
from marchland.bots.arena import play_bots
from marchland.engine.errors import MarchlandError, PlayError, UsageError, told
from marchland.engine.table import Table
from marchland.games import load
from marchland.lab.statistics import wilson
from marchland.lab.workers import NONE, Workers, at_match, how_ended

CHUNKS_PER_JOB = 16
LARGEST_CHUNK = 250


@dataclass(frozen=True)
class Pairing:
    """What is played: a game with its options, and a bot for every seat; and the facts by which wins are counted."""

    game: str  # whatever loads it in every process
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int = 0
    rotate: bool = False
    by: tuple[str, ...] = ()

    def checked(self) -> Pairing:
        """UsageError unless all of it exists."""
        game = load(self.game)
        game.prepared(len(self.seats), self.options)
        for name in self.seats:
            bot_from(name)
        for fact in self.by:
            if fact not in game.facts:
                known = "; ".join(f"{name}, {what}" for name, what in game.facts.items())
                raise UsageError(f"{game.title} tells no {fact!r} of its seats. It tells {known or 'nothing'}.")
        return self

    def line_up(self, number: int) -> tuple[int, list[str]]:
        """The seed and the bots by seat of one match. Rotating, each deal is played once from every side."""
        if not self.rotate:
            return self.seed * 1_000_003 + number, list(self.seats)
        deal, turn = divmod(number, len(self.seats))
        return self.seed * 1_000_003 + deal, [self.seats[(i + turn) % len(self.seats)] for i in range(len(self.seats))]


@dataclass
class Group:
    """The seats that share a value of a fact, and the sums over matches from which their interval follows."""

    times: int = 0
    wins: float = 0.0
    times_squared: float = 0.0
    times_wins: float = 0.0
    wins_squared: float = 0.0

    def count(self, times: int, wins: float) -> None:
        """Add one match in which it was said so many times, so many of them of a winner."""
        self.add(Group(times, wins, times * times, times * wins, wins * wins))

    def add(self, other: Group) -> None:
        self.times += other.times
        self.wins += other.wins
        self.times_squared += other.times_squared
        self.times_wins += other.times_wins
        self.wins_squared += other.wins_squared

    def effective_size(self) -> float:
        """The effective sample size: what is said ten times in a match is won or lost with it, and counts for less."""
        share = self.wins / self.times
        spread = self.wins_squared - 2 * share * self.times_wins + share * share * self.times_squared
        if spread <= 0:
            return self.times
        return min(self.times, share * (1 - share) * self.times * self.times / spread)


@dataclass
class Tally:
    """Sums over matches; two tallies of the same pairing add up."""

    matches: int = 0
    decisions: int = 0
    rounds: dict[int, int] = field(default_factory=dict)  # how many matches lasted so many
    longest: int = 0
    draws: int = 0
    seat_wins: list[float] = field(default_factory=list)
    bot_wins: dict[str, float] = field(default_factory=dict)
    bot_seats: dict[str, int] = field(default_factory=dict)
    place_sums: list[int] = field(default_factory=list)
    endings: dict[str, int] = field(default_factory=dict)
    groups: dict[str, dict[str, Group]] = field(default_factory=dict)

    def count(
        self,
        bots: Sequence[str],
        places: Sequence[int],
        decisions: int,
        rounds: int,
        facts: Sequence[tuple[int, str, str]] = (),
        ending: str = "",
    ) -> None:
        """Add one match; `facts` are what is said of its seats, `ending` how it ended (see Game)."""
        winners = [seat for seat, place in enumerate(places) if place == 1]
        if not self.seat_wins:
            self.seat_wins = [0.0] * len(bots)
            self.place_sums = [0] * len(bots)
        for seat, bot in enumerate(bots):
            won = 1.0 / len(winners) if seat in winners else 0.0
            self.seat_wins[seat] += won
            self.bot_wins[bot] = self.bot_wins.get(bot, 0.0) + won
            self.bot_seats[bot] = self.bot_seats.get(bot, 0) + 1
            self.place_sums[seat] += places[seat]
        by_value: dict[tuple[str, str], list[float]] = {}
        for seat, fact, value in facts:
            by_value.setdefault((fact, value), []).append(1.0 / len(winners) if seat in winners else 0.0)
        for (fact, value), wins in by_value.items():
            self.group(fact, value).count(len(wins), sum(wins))
        if ending:
            self.endings[ending] = self.endings.get(ending, 0) + 1
        self.matches += 1
        self.draws += len(winners) > 1
        self.decisions += decisions
        self.rounds[rounds] = self.rounds.get(rounds, 0) + 1
        self.longest = max(self.longest, decisions)

    def group(self, fact: str, value: str) -> Group:
        return self.groups.setdefault(fact, {}).setdefault(value, Group())

    def add(self, other: Tally) -> None:
        if not other.matches:
            return
        width = len(other.seat_wins)
        self.seat_wins = [a + b for a, b in zip(self.seat_wins or [0.0] * width, other.seat_wins, strict=True)]
        self.place_sums = [a + b for a, b in zip(self.place_sums or [0] * width, other.place_sums, strict=True)]
        for bot, wins in other.bot_wins.items():
            self.bot_wins[bot] = self.bot_wins.get(bot, 0.0) + wins
            self.bot_seats[bot] = self.bot_seats.get(bot, 0) + other.bot_seats[bot]
        for ending, times in other.endings.items():
            self.endings[ending] = self.endings.get(ending, 0) + times
        for fact, values in other.groups.items():
            for value, theirs in values.items():
                self.group(fact, value).add(theirs)
        self.matches += other.matches
        self.draws += other.draws
        self.decisions += other.decisions
        for rounds, times in other.rounds.items():
            self.rounds[rounds] = self.rounds.get(rounds, 0) + times
        self.longest = max(self.longest, other.longest)

    def summary(self) -> dict[str, Any]:
        """The result as data: every share with its interval."""

        def share(wins: float, trials: int, effective: float | None = None) -> dict[str, Any]:
            low, high = wilson(wins / max(1, trials), trials if effective is None else effective)
            return {
                "wins": round(wins, 6),
                "of": trials,
                "share": wins / trials if trials else 0.0,
                "low": low,
                "high": high,
            }

        n = max(1, self.matches)
        return {
            "matches": self.matches,
            "shared_wins": self.draws,
            "rounds_mean": sum(rounds * times for rounds, times in self.rounds.items()) / n,
            "rounds": [
                {"rounds": rounds, **share(times, self.matches)} for rounds, times in sorted(self.rounds.items())
            ],
            "decisions_mean": self.decisions / n,
            "decisions_most": self.longest,
            "decisions": self.decisions,
            "seats": [
                {"seat": seat, **share(wins, self.matches), "place_mean": self.place_sums[seat] / n}
                for seat, wins in enumerate(self.seat_wins)
            ],
            "bots": [{"bot": bot, **share(wins, self.bot_seats[bot])} for bot, wins in sorted(self.bot_wins.items())],
            "endings": [{"ending": ending, **share(n, self.matches)} for ending, n in sorted(self.endings.items())],
            "by": {
                fact: [
                    {fact: value, **share(values[value].wins, values[value].times, values[value].effective_size())}
                    for value in sorted(values, key=in_order)
                ]
                for fact, values in sorted(self.groups.items())
            },
        }


def in_order(value: str) -> list[tuple[int, str]]:
    """Numbers in words sort as numbers: 2 comes before 10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", value)]


def facts_of(pairing: Pairing, dealt: Table, story: list[list[int]]) -> list[tuple[int, str, str]]:
    """The facts of a match by which wins are counted."""
    if not pairing.by:
        return []
    return [(seat, fact, value) for seat, fact, value in dealt.game.study(dealt, story) if fact in pairing.by]


def play_chunk(pairing: Pairing, start: int, stop: int) -> Tally:
    """Matches number start to stop - 1."""
    game = load(pairing.game)
    tally = Tally()
    for number in range(start, stop):
        seed, bots = pairing.line_up(number)
        with naming(number, seed):
            t = game.deal(len(bots), seed=seed, options=pairing.options, events=bool(pairing.by))
            dealt = t.copy()
            players = [bot_from(name, seed * 64 + seat + 1) for seat, name in enumerate(bots)]
            decisions = play_bots(t, players)
            facts = facts_of(pairing, dealt, t.events or [])
            tally.count(bots, t.places, decisions, int(t.round), facts, game.ending(t))
    return tally


@contextmanager
def naming(number: int, seed: int) -> Iterator[None]:
    """Whatever fails in a match is told with what deals the match again."""
    try:
        with at_match(number):
            yield
    except PlayError as fault:
        raise PlayError(f"Match {number + 1}, dealt by seed {seed}: {fault}") from fault
    except MarchlandError:
        raise
    except (Exception, SystemExit) as fault:
        raise PlayError(f"Match {number + 1}, dealt by seed {seed}, has failed: {told(fault)}.") from fault


def chunks(matches: int, jobs: int) -> Iterator[tuple[int, int]]:
    size = max(1, min(LARGEST_CHUNK, matches // (jobs * CHUNKS_PER_JOB)))
    for start in range(0, matches, size):
        yield start, min(start + size, matches)


def run(
    pairing: Pairing,
    matches: int,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    play: Callable[[Pairing, int, int], Tally] = play_chunk,
) -> Tally:
    """Play `matches` matches; the result does not depend on `jobs`. `progress` is told how many are done; `play` plays
    a chunk of them."""
    if matches < 1 or jobs < 1:
        raise UsageError("A tournament needs at least one match and one job.")
    pairing.checked()
    total = Tally()

    def completed(tally: Tally) -> None:
        total.add(tally)
        if progress is not None:
            progress(total.matches)

    if jobs == 1:
        for start, stop in chunks(matches, 1):
            completed(play(pairing, start, stop))
        return total
    workers = Workers(jobs)
    with workers.pool as pool:
        try:
            # Only a few chunks wait at a time: a million matches need no more memory than a thousand.
            pending: set[Future[Tally]] = set()
            for start, stop in chunks(matches, jobs):
                pending.add(pool.submit(play, pairing, start, stop))
                workers.look()
                if len(pending) >= jobs * 3:
                    done, pending = wait(pending, return_when=FIRST_COMPLETED)
                    for future in done:
                        completed(future.result())
            for future in pending:
                completed(future.result())
        except BrokenProcessPool as fault:
            raise PlayError(obituary(pairing, workers.died())) from fault
        except BaseException:
            workers.stop()
            raise
    return total


def obituary(pairing: Pairing, dead: Sequence[tuple[int, int]]) -> str:
    """What is to be said of workers that have died: at which match, and how."""
    for number, code in dead:
        if number != NONE:
            seed, _ = pairing.line_up(number)
            return f"Match {number + 1}, dealt by seed {seed}: the process that played it {how_ended(code)}."
    return f"A process {how_ended(dead[0][1])} before its first match." if dead else "A process was ended from outside."
