"""A match is the same in memory and from disk, whatever was done in it and whoever played: what each viewer is shown,
what each seat can take back and owes, and when whose time is up."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from marchland import games
from marchland.engine.errors import MarchlandError
from marchland.engine.match import Entry
from marchland.server.bots import BotSeats
from marchland.server.live import LiveMatch
from marchland.server.patience import Watch
from marchland.server.services import Services
from marchland.server.sessions import Caller
from server.inside import Clock, everything, house, loaded, new_match, offer, revived, undo

pytestmark = pytest.mark.anyio

STEPS = 120
OFTEN = {"play": 30, "bot": 25, "clock": 14, "undo": 12, "back": 8, "hand_on": 5, "offer": 5, "aside": 5, "leave": 4}
OFTEN |= {"take_back": 4, "restart": 4, "resign": 0.3}


def known(live: LiveMatch) -> Any:
    """All that has to outlive a restart."""
    timeline, absence = live.timeline, live.absence
    seats = range(len(live.seats))
    heard = [(*event[:3], event[3] and (event[3].seat, event[3].action)) for event in timeline.events]
    undos = [(entry.seat, entry.action) if (entry := live.match.can_undo(seat)) else None for seat in seats]
    return {
        "shown": everything(live),
        "heard": (timeline.moments, timeline.known, heard),
        "undo": (undos, [timeline.is_bound(seat) for seat in seats], live.spent),
        "time": (absence.waiting.since, absence.taken_at, dict(live.hub.watch.due)),
        "owed": (absence.overdue, absence.paused, live.bots.to_move()),
        "abort": [absence.can_abort(viewer) for viewer in timeline.viewers],
        "ended": live.match.ended,
    }


class Party:
    """People, bots and a clock, at random."""

    def __init__(self, use: Services, live: LiveMatch, clock: Clock, friends: list[str], seed: int) -> None:
        self.use = use
        self.live = live
        self.clock = clock
        self.friends = friends
        self.rng = random.Random(seed)

    async def do(self, what: str) -> None:
        live, rng = self.live, self.rng
        absence, table = live.absence, live.match.table
        seat = rng.randrange(table.seats)
        by_bot = live.bots.plays(seat)
        if what == "play" or (what == "bot" and by_bot and not absence.paused):
            seat = seat if what == "bot" else rng.choice(table.deciders())
            if what == "play":
                await absence.if_absent_back(seat)
            spans = table.options(seat).spans()
            first, count = rng.choice(spans) if spans else (0, 1)
            entry = Entry(seat, first + rng.randrange(count))
            await live.enter(entry, live.timeline.counts[seat], by_bot=what == "bot")
        elif what == "clock":
            self.clock.turn(rng.choice([1, 5, 17, 31, 60]))
            await self.use.hub.watch.ring()
        elif what == "undo":
            seat = rng.choice([each for each in range(table.seats) if live.match.can_undo(each)] or [seat])
            await absence.if_absent_back(seat)
            await undo(live, seat)
        elif what == "offer":
            await offer(live, seat, (seat + 1) % table.seats, "1 coin", "1 coin")
        elif what == "aside" and (found := table.asides(seat)).total:
            entry = Entry(seat, found.at(rng.randrange(found.total)))
            await live.enter(entry, live.timeline.counts[seat], by_bot=by_bot)
        elif what == "leave":
            await absence.let_play(seat, rng.choice(["random", "gentle"]))
        elif what == "back":
            await absence.back(seat)
        elif what == "hand_on":
            await self.hand_on(seat)
        elif what == "take_back" and (lenders := [row["lender"] for row in live.seats if row["lender"]]):
            await absence.take_back(await self.caller(rng.choice(lenders)))
        elif what == "resign":
            await absence.resign(seat)
        elif what == "restart":
            self.use.hub.live.clear()
            self.live = await loaded(self.use, live.id)

    async def hand_on(self, seat: int) -> None:
        there = [row["person"] for row in self.live.seats]
        free = [one for one in self.friends if one not in there]
        if there[seat] is None or not free:
            return
        secret = await self.use.run(self.use.handovers.offer, await self.caller(there[seat]), self.live.id)
        link = (await self.use.run(self.use.handovers.find, secret))["hash"]
        await self.live.absence.hand_on(seat, await self.caller(self.rng.choice(free)), link)

    async def caller(self, person: str) -> Caller:
        token = await self.use.run(self.use.sessions.begin, person, "A browser")
        found = await self.use.run(self.use.sessions.caller, token)
        assert found is not None
        return found


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", ["bazaar", "campus", "swarm", "capitals", "alliances"])
async def test_a_match_from_disk_is_the_one_in_memory(
    tmp_path: Path, guests: None, monkeypatch: pytest.MonkeyPatch, game: str, seed: int
) -> None:
    if game == "bazaar":
        games.load("bazaar.game")
    # Bots play, and time is up, when the party says so.
    monkeypatch.setattr(BotSeats, "wake", lambda bots: None)
    monkeypatch.setattr(Watch, "_set", lambda watch: None)
    async with house(tmp_path, clock := Clock()) as use:
        live = await loaded(use, await new_match(use, 3, bots=seed % 2, game=game, options={}, patience=60))
        friends = [(await use.run(use.people.new_guest, name))[0].id for name in ("Yan", "Zoe")]
        people = [row["person"] for row in live.seats if row["person"]]
        party = Party(use, live, clock, friends + people, seed)
        for step in range(STEPS):
            what = party.rng.choices([*OFTEN], [*OFTEN.values()])[0]
            try:
                await party.do(what)
            except MarchlandError:
                continue  # what is refused has not happened
            live = party.live
            if live.match.over:
                break
            before = known(live)
            saved = await use.store.load(live.id)
            assert saved is not None
            assert known(revived(use.hub, saved)) == before, f"step {step}: {what}"
