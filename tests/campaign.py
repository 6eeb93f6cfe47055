"""Kill a real server again and again while people and bots play, and count what was acknowledged and is lost.

    python tests/campaign.py --kills 200            about ten minutes
    python tests/campaign.py --kills 20 --seed 7

It is killed (SIGKILL) at any moment of play, just before and just after a commit, while bots are to move, and while it
starts. After every kill the database is read from outside: every acknowledged entry must be there, once, and every
match must load. Exits 1 if anything is lost or doubled.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from server import world
from server.test_kill import Player, acknowledged, all_is_there
from server.world import Person, Server, entries

MATCHES = 3  # at a time
SEATS = 2  # of people in each; the others are bots'
LONG = {"max_rounds": 60, "setup_place": "random"}

# Within a commit only the server itself can end at the right moment; it does when the file says so.
AT_A_COMMIT = """
import os, pathlib, signal, sqlalchemy
from marchland.server.storage import Store

def die(when):
    flag = pathlib.Path({flag!r})
    if flag.exists() and flag.read_text() == when:
        os.kill(os.getpid(), signal.SIGKILL)

def write(store, transactions, whole=Store._write):
    whole(store, transactions)
    die("after a commit")

Store._write = write

def watch(connection, record):
    connection.set_trace_callback(lambda sql: die("before a commit") if sql == "COMMIT" else None)

sqlalchemy.event.listen(sqlalchemy.engine.Engine, "connect", watch)
"""


class Counts(NamedTuple):
    kills: Counter[str]
    acknowledged: int
    found: int
    doubled: int
    over: int  # matches that were played to their end and checked

    @property
    def lost(self) -> int:
        return self.acknowledged - self.found

    def lines(self) -> list[str]:
        by_moment = ", ".join(f"{count} {moment}" for moment, count in sorted(self.kills.items()))
        return [
            f"kills                    {self.kills.total():6}  ({by_moment})",
            f"entries acknowledged     {self.acknowledged:6}",
            f"found after the restarts {self.found:6}",
            f"lost                     {self.lost:6}",
            f"doubled                  {self.doubled:6}",
            f"matches played out       {self.over:6}  (dice checked, and the story whole in every browser)",
        ]


class Campaign:
    """A server, people who come back whenever it does, and somebody with an axe."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.flag = folder / "die"
        self.server = Server(folder, prelude=AT_A_COMMIT.format(flag=str(self.flag)))
        self.rng = random.Random(seed)
        self.players: list[Player] = []
        self.playing: dict[str, asyncio.Task[list[None]]] = {}
        self.kills: Counter[str] = Counter()
        self.over = 0
        self.start_takes = 1.0

    async def run(self, kills: int, tell: bool = False) -> Counts:
        moments = [self.in_play, self.before_a_commit, self.after_a_commit, self.while_bots_play, self.while_it_starts]
        await self.start()
        try:
            for number in range(kills):
                await self.keep_playing()
                moment = moments[number % len(moments)]
                await moment()
                self.kills[moment.__name__.replace("_", " ")] += 1
                await all_is_there(self.server, self.folder, self.players)
                await self.start()
                if tell and (number + 1) % 10 == 0:
                    print(f"{number + 1} kills, {acknowledged(self.players)} entries acknowledged", flush=True)
            await self.keep_playing()
        finally:
            for task in self.playing.values():
                task.cancel()
            await asyncio.gather(*self.playing.values(), return_exceptions=True)
            self.server.kill()
            for player in self.players:
                player.person.web.close()
        return self.counts()

    async def start(self) -> None:
        began = time.monotonic()
        await asyncio.to_thread(self.server.start)
        self.start_takes = time.monotonic() - began

    async def keep_playing(self) -> None:
        """So many matches run; those that are over are checked."""
        for match, task in list(self.playing.items()):
            if task.done():
                task.result()
                del self.playing[match]
                await self.look_back(match)
        while len(self.playing) < MATCHES:
            people = [Person(self.server, f"Player {number}") for number in range(SEATS)]
            match = people[0].new_match(*["open"] * (SEATS - 1), "random", options=LONG)
            for person in people[1:]:
                person.join(match)
            people[0].post(f"/api/matches/{match['id']}/start")
            players = [Player(person, match["id"], self.rng.getrandbits(30)) for person in people]
            self.players += players
            self.playing[match["id"]] = asyncio.ensure_future(asyncio.gather(*(player.play() for player in players)))

    async def look_back(self, match: str) -> None:
        self.over += 1
        for player in self.players:
            if player.match == match:
                await player.looks_back()

    # -- moments -----------------------------------------------------------------------------------------------------

    async def some_moves(self) -> None:
        target = acknowledged(self.players) + self.rng.randrange(5, 40)
        while acknowledged(self.players) < target and not any(task.done() for task in self.playing.values()):
            await asyncio.sleep(0.001)

    async def in_play(self) -> None:
        await self.some_moves()
        self.server.kill()

    async def before_a_commit(self) -> None:
        await self.ended_by_itself("before a commit")

    async def after_a_commit(self) -> None:
        """What is on disk was acknowledged to nobody."""
        await self.ended_by_itself("after a commit")

    async def ended_by_itself(self, when: str) -> None:
        await self.some_moves()
        self.flag.write_text(when)
        assert self.server.process is not None
        await asyncio.to_thread(self.server.process.join, world.TIMEOUT)
        assert not self.server.runs()
        self.server.kill()
        self.flag.unlink()

    async def while_bots_play(self) -> None:
        await self.some_moves()
        last = "select awaited from entries where match = ? order by number desc limit 1"
        while not any(row[0] >> SEATS for match in self.playing for row in self.server.query(last, match)):
            await asyncio.sleep(0)
        self.server.kill()

    async def while_it_starts(self) -> None:
        await self.in_play()
        self.server.launch()
        await asyncio.sleep(self.rng.random() * self.start_takes)
        self.server.kill()

    # -- what came of it ---------------------------------------------------------------------------------------------

    def counts(self) -> Counts:
        claimed = [(player.match, *entry) for player in self.players for entry in player.acknowledged]
        on_disk = Counter(
            (match, *row) for match in {player.match for player in self.players} for row in entries(self.server, match)
        )
        found = sum(on_disk[entry] > 0 for entry in claimed)
        doubled = sum(count - 1 for count in on_disk.values()) + len(claimed) - len(set(claimed))
        return Counts(self.kills, len(claimed), found, doubled, self.over)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    world.TIMEOUT = 300  # a machine that has other things to do is no fault of the server
    # Who was killed has put nothing away; Python says so of all of them at the end.
    os.environ["PYTHONWARNINGS"] = "ignore:resource_tracker"
    with tempfile.TemporaryDirectory() as folder:
        campaign = Campaign(Path(folder), arguments.seed)
        counts = asyncio.run(campaign.run(arguments.kills, tell=True))
        faults = campaign.server.faults()
    print("\n".join(counts.lines()))
    if "Traceback" in faults:
        print(faults, file=sys.stderr)
    return 1 if counts.lost or counts.doubled or "Traceback" in faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
