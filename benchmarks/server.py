"""How many actions a second the server carries, and how soon all four seats see each: beside a bare socket server.

    python benchmarks/server.py            100 sockets on 25 four-seat matches of the first game, a minute
    python benchmarks/server.py --profile  the same, with the functions of our server that take the most time

The bare server does the least that could be called the same work: it takes a message, commits one row to SQLite in the
same way (WAL, synchronous=FULL, in groups) and sends 8 kB of JSON to the four sockets of the table. Both are driven in
turns from this process, which needs a core of its own. Exits 1 if ours carries less than half of what the bare one
does (the median of all rounds), or if it takes more than two seconds to start.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import tempfile
import time
from pathlib import Path
from statistics import median

from driver import SEATS, TABLES, Table, bare_tables, renewed, server

ROUNDS = 8  # how often the two servers take turns
SECONDS = 3.0  # of each turn
LEAST_RATIO = 0.5
LONGEST_START = 2.0


def cpu_seconds(pid: int) -> float:
    """What a process has used so far, which a busy machine does not distort; 0 where nobody tells."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Stolen:
    """How much of the machine its host has given to others meanwhile, where it tells."""

    def __init__(self) -> None:
        self.began = self._ticks()

    @staticmethod
    def _ticks() -> tuple[int, int]:
        stat = Path("/proc/stat")
        fields = [int(field) for field in stat.read_text().split("\n", 1)[0].split()[1:9]] if stat.exists() else []
        return sum(fields), fields[7] if len(fields) == 8 else 0

    def warn(self) -> None:
        every, stolen = (now - then for now, then in zip(self._ticks(), self.began, strict=True))
        if every and stolen / every > 0.01:
            print(f"The host gave {stolen / every:.0%} of this machine to others: measure again in peace.")


class Figures:
    def __init__(self, name: str, pid: int) -> None:
        self.name = name
        self.pid = pid
        self.actions = 0
        self.seconds = 0.0
        self.cpu = 0.0
        self.rates: list[float] = []  # of each turn
        self.latencies: list[float] = []
        self.sizes: list[int] = []

    async def turn(self, tables: list[Table], seconds: float, counts: bool) -> None:
        for table in tables:
            table.latencies, table.sizes = [], []
        began, cpu = time.perf_counter(), cpu_seconds(self.pid)
        for table in tables:
            table.go()
        await asyncio.sleep(seconds)
        passed = time.perf_counter() - began
        done = sum(len(table.latencies) for table in tables)
        used = cpu_seconds(self.pid) - cpu
        for table in tables:
            table.playing = False
        while any(table.missing for table in tables if not table.over):
            assert not any(table.lost for table in tables), "a socket was closed"
            await asyncio.sleep(0.01)
        if counts:
            self.actions += done
            self.seconds += passed
            self.cpu += used
            self.rates.append(done / passed)
            for table in tables:
                self.latencies += table.latencies
                self.sizes += table.sizes

    @property
    def rate(self) -> float:
        return self.actions / self.seconds

    def quantile(self, share: float) -> float:
        return 1000 * sorted(self.latencies)[int(share * (len(self.latencies) - 1))]

    def line(self) -> str:
        size = sum(self.sizes) / len(self.sizes)
        p50, p99, cpu = self.quantile(0.5), self.quantile(0.99), 1e6 * self.cpu / self.actions
        return f"{self.name:<12}{self.rate:>12,.0f}{p50:>12.1f}{p99:>12.1f}{cpu:>16,.0f}{size:>14,.0f}"


async def measure(our_pid: int, our_port: int, bare_pid: int, bare_port: int) -> tuple[Figures, Figures]:
    ours, bare = Figures("marchland", our_pid), Figures("bare", bare_pid)
    tables: list[Table] = []
    numbers = itertools.count()
    all_bare = await bare_tables(bare_port)
    for turn in range(ROUNDS + 1):
        seconds, counts = (SECONDS, True) if turn else (1.0, False)
        tables = await renewed(tables, our_port, numbers)
        await ours.turn(tables, seconds, counts)
        await bare.turn(all_bare, seconds, counts)
    return ours, bare


def show_profile(path: str) -> None:
    import pstats

    pstats.Stats(path).sort_stats("tottime").print_stats(35)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profile", action="store_true", help="profile our server while it is driven")
    arguments = parser.parse_args()
    kind = "profiled" if arguments.profile else "ours"
    stolen = Stolen()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with server(kind, place) as (pid, port, start), server("bare", place) as (bare_pid, bare_port, _):
            mine, theirs = asyncio.run(measure(pid, port, bare_pid, bare_port))
        if arguments.profile:
            show_profile(str(place / "profiled.sqlite.profile"))
    engine = "compiled" if engine_is_compiled() else "interpreted"
    print(f"{TABLES * SEATS} sockets, {TABLES} tables of {SEATS}; the engine runs {engine}")
    print(f"{'':<12}{'actions/s':>12}{'p50 ms':>12}{'p99 ms':>12}{'CPU µs/action':>16}{'bytes/update':>14}")
    print(mine.line())
    print(theirs.line())
    ratio = median(ours / bare for ours, bare in zip(mine.rates, theirs.rates, strict=True))
    stolen.warn()
    print(f"ratio {ratio:.2f} (at least {LEAST_RATIO}); ready after {start:.2f} s (at most {LONGEST_START})")
    return 0 if arguments.profile or (ratio >= LEAST_RATIO and start <= LONGEST_START) else 1


def engine_is_compiled() -> bool:
    from marchland.engine import table

    return not str(table.__file__).endswith(".py")


if __name__ == "__main__":
    raise SystemExit(main())
