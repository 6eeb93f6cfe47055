"""How soon people see each other's actions while others flood the server: beside the same server left in peace.

    python benchmarks/flood.py              four clients loop on the check of a long match and reopen its socket
    python benchmarks/flood.py --unlimited  the same without the limits on requests: what the construction alone holds

Ten four-seat tables of the first game are played at the pace of people in a hurry. In the database lies a finished
match of more than 9,000 entries. Four clients, each with an address of its own, ask for its check, open its socket,
read the first state and close it, over and over, as fast as the server lets them. Quiet and flooded turns alternate.
Exits 1 if the 99th percentile of the others' actions is more than three times that of the quiet turns.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import random
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from driver import GAME, OPTIONS, SEATS, Guest, OurTable, Table, new_match, our_tables, server
from marchland.engine.dice import dice_from_data
from marchland.engine.match import Entry, Match
from marchland.engine.timeline import Timeline
from marchland.server.live import row_of
from marchland.server.schema import ENTRIES, MATCHES
from marchland.server.storage import EntryRow, Store, now
from server import Stolen, engine_is_compiled

TABLES = 10
PACE = 0.2  # seconds between what a table sees and what it does next, on average
FLOODERS = 4
ENTRIES_AT_LEAST = 9000
TURNS = 8  # of each kind
SECONDS = 5.0  # of each turn
MOST_RATIO = 3.0


class PacedTable(OurTable):
    def go(self) -> None:
        self.playing = True
        self.missing = SEATS
        asyncio.get_running_loop().call_later(self.rng.uniform(0, 2 * PACE), self.begin)

    def begin(self) -> None:
        if not self.over:
            self.sent = time.perf_counter()
            self.act()


# -- the long match --------------------------------------------------------------------------------------------------


def play_out(row: dict[str, Any], rng: random.Random) -> tuple[Timeline, list[EntryRow]]:
    dice = dice_from_data(json.loads(row["dice"]))
    timeline = Timeline(Match(GAME, SEATS, json.loads(row["options"]), dice))
    rows = []
    table = timeline.match.table
    while not table.over:
        seat = rng.choice(table.deciders())
        # The first span ends a turn where a turn can be ended.
        first, count = rng.choice(table.options(seat).spans()[1:] or table.options(seat).spans())
        entry = Entry(seat, first + rng.randrange(count))
        timeline.enter(entry)
        rows.append(row_of(row["id"], timeline, seat, entry, now()))
    return timeline, rows


def lengthen(database: str, match: str) -> int:
    """Let a match that has just begun have been a long one; how many entries it has."""
    store = Store(f"sqlite:///{database}")
    row = store.one(MATCHES, id=match)
    assert row is not None
    for seed in range(200):
        timeline, rows = play_out(row, random.Random(seed))
        if len(rows) >= ENTRIES_AT_LEAST:
            break
    else:
        raise SystemExit(f"No random match of {GAME.title} has {ENTRIES_AT_LEAST} entries.")
    table = timeline.match.table
    store.add(ENTRIES, *(entry._asdict() for entry in rows))
    places = json.dumps(table.places)
    store.change(MATCHES, {"id": match}, {"status": "over", "places": places, "round": int(table.round)})
    store.engine.dispose()
    return len(rows)


# -- the flood -------------------------------------------------------------------------------------------------------


def flooder(port: int, match: str, number: int, flooding: Event, ended: Event, answers: Counter[str]) -> None:
    guest = Guest(port, 1000 + number)
    path = f"127.0.0.1:{port}/api/matches/{match}"
    with httpx.Client(headers=guest.headers, timeout=60) as web:
        while not ended.is_set():
            if not flooding.wait(0.1):
                continue
            answers[f"check {web.get(f'http://{path}/check').status_code}"] += 1
            try:
                with connect(f"ws://{path}/socket", additional_headers=guest.headers, max_size=None) as socket:
                    socket.recv()
                answers["socket 101"] += 1
            except InvalidStatus as refused:
                answers[f"socket {refused.response.status_code}"] += 1


def flood(port: int, match: str, flooding: Event, ended: Event, told: Queue[dict[str, int]]) -> None:
    answers: Counter[str] = Counter()
    threads = [
        threading.Thread(target=flooder, args=(port, match, number, flooding, ended, answers))
        for number in range(FLOODERS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told.put(dict(answers))


class Flood:
    """The flooders, in a process of their own, so that they take none of the driver's time."""

    def __init__(self, port: int, match: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.on, self.ended, self.told = context.Event(), context.Event(), context.Queue()
        self.process = context.Process(target=flood, args=(port, match, self.on, self.ended, self.told))
        self.process.start()

    def end(self) -> dict[str, int]:
        self.ended.set()
        self.on.set()
        answers: dict[str, int] = self.told.get(timeout=60)
        self.process.join()
        return answers


# -- measuring -------------------------------------------------------------------------------------------------------


class Kind:
    """The latencies of all turns of a kind."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.latencies: list[float] = []

    async def turn(self, tables: list[Table], seconds: float, counts: bool = True) -> None:
        for table in tables:
            table.latencies = []
            table.go()
        await asyncio.sleep(seconds)
        for table in tables:
            table.playing = False
        while any(table.missing for table in tables if not table.over):
            await asyncio.sleep(0.01)
        assert not any(table.lost for table in tables), "a socket was closed"
        if counts:
            self.latencies += [latency for table in tables for latency in table.latencies]

    def quantile(self, share: float) -> float:
        return 1000 * sorted(self.latencies)[int(share * (len(self.latencies) - 1))]

    def line(self) -> str:
        figures = [self.quantile(share) for share in (0.5, 0.99, 1.0)]
        return f"{self.name:<10}{len(self.latencies):>10,}" + "".join(f"{figure:>10.1f}" for figure in figures)


async def measure(port: int, match: str) -> tuple[Kind, Kind, dict[str, int]]:
    quiet, flooded = Kind("quiet"), Kind("flooded")
    tables = await our_tables(port, range(TABLES), PacedTable)
    flooders = Flood(port, match)
    try:
        await quiet.turn(tables, 1.0, counts=False)
        for _ in range(TURNS):
            await quiet.turn(tables, SECONDS)
            flooders.on.set()
            await flooded.turn(tables, SECONDS)
            flooders.on.clear()
    finally:
        answers = await asyncio.to_thread(flooders.end)
    return quiet, flooded, answers


@contextlib.contextmanager
def flooded_server(kind: str, folder: Path) -> Iterator[tuple[int, str, int]]:
    """A server with a long match: its port, the match, and how many entries that has."""
    with server(kind, folder) as (_, port, _):
        match, _ = new_match(port, 500)
    entries = lengthen(str(folder / f"{kind}.sqlite"), match)
    with server(kind, folder) as (_, port, _):
        yield port, match, entries


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--unlimited", action="store_true", help="without the limits on requests")
    arguments = parser.parse_args()
    stolen = Stolen()
    assert OPTIONS, "the first game has matches of any length"
    with tempfile.TemporaryDirectory() as folder:
        kind = "unlimited" if arguments.unlimited else "ours"
        with flooded_server(kind, Path(folder)) as (port, match, entries):
            quiet, flooded, answers = asyncio.run(measure(port, match))
    engine = "compiled" if engine_is_compiled() else "interpreted"
    print(
        f"{TABLES} tables of {SEATS}; {FLOODERS} flooders on a match of {entries:,} entries; the engine runs {engine}"
    )
    print(f"{'':<10}{'actions':>10}{'p50 ms':>10}{'p99 ms':>10}{'worst':>10}")
    print(quiet.line())
    print(flooded.line())
    print("the flooders were answered: " + ", ".join(f"{what}: {count:,}" for what, count in sorted(answers.items())))
    stolen.warn()
    ratio = flooded.quantile(0.99) / quiet.quantile(0.99)
    print(f"ratio of the 99th percentiles {ratio:.2f} (at most {MOST_RATIO:g})")
    return 0 if ratio <= MOST_RATIO else 1


if __name__ == "__main__":
    raise SystemExit(main())
