"""What happens to somebody who does not move, by the server's clock, which the tests turn."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from bazaar.steps import LAY, READY, STALLS
from marchland import games
from marchland.engine.common import BID
from marchland.engine.errors import IllegalAction, UsageError
from marchland.engine.match import Entry
from marchland.server.calls import NewMatch
from marchland.server.live import LiveMatch
from marchland.server.patience import Waiting
from marchland.server.services import Services
from marchland.server.storage import EntryRow, stamp
from server.inside import (
    Clock,
    RecordingConnection,
    caller,
    do,
    do_something,
    house,
    loaded,
    new_match,
    offer,
    outside,
    undo,
    until_idle,
)

pytestmark = pytest.mark.anyio

SET_UP = {"max_rounds": 5, "setup_place": "random"}


@pytest.fixture(autouse=True)
def bazaar(guests: None) -> None:
    games.load("bazaar.game")


def away(live: LiveMatch) -> list[str | None]:
    return [row["away"] for row in live.seats]


async def waits_for(use: Services, seats: int = 2, **how: Any) -> tuple[LiveMatch, int]:
    """A match with a minute of patience, and the seat that it waits for."""
    live = await loaded(use, await new_match(use, seats, options=SET_UP, patience=60, **how))
    return live, int(live.match.table.deciders()[0])


async def later(use: Services, clock: Clock, seconds: float) -> None:
    clock.turn(seconds)
    await use.hub.watch.ring()


# -- whose time is up ------------------------------------------------------------------------------------------------


async def test_a_bot_plays_for_somebody_who_does_not_move_in_time(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live, seat = await waits_for(use, 3)
        viewer = RecordingConnection()
        await live.connect(viewer)
        deadline = int(clock()) + 60
        waited = {"seat": seat, "stand_in": None, "away": None, "since": None, "deadline": deadline}
        assert (viewer.state["clock"], viewer.state["seats"]) == (clock(), [waited])
        await later(use, clock, 59)
        assert away(live) == [None] * 3
        await later(use, clock, 1)
        assert away(live)[seat] == "absent"
        shown = viewer.state["seats"][0]
        assert shown == {
            "seat": seat,
            "stand_in": "gentle",
            "away": "absent",
            "since": stamp(clock()),
            "deadline": None,
        }
        await until_idle(live)
        assert {entry.seat for entry in live.match.entries} == {seat}
        # And then it waits for the next, from now on.
        (next_one,) = live.match.table.deciders()
        assert viewer.state["seats"][1]["deadline"] == clock() + 60
        await live.absence.back(seat)
        assert away(live) == [None] * 3
        assert next_one != seat


async def test_without_patience_a_match_waits_for_ever(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live = await loaded(use, await new_match(use, options=SET_UP))
        viewer = RecordingConnection()
        await live.connect(viewer)
        await later(use, clock, 400 * 24 * 3600)
        assert away(live) == [None, None]
        assert use.hub.watch.due == {}
        # Nor does its state tell the time, so that the same table is always the same bytes.
        assert (viewer.state["clock"], viewer.state["seats"]) == (None, [])


async def test_getting_further_begins_the_time_anew(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live, seat = await waits_for(use)
        clock.turn(50)
        await do(live, seat, live.match.table.options(seat)[0])
        assert live.match.table.deciders() == [seat]
        await later(use, clock, 59)
        assert away(live)[seat] is None
        await later(use, clock, 1)
        assert away(live)[seat] == "absent"


async def test_what_is_taken_back_and_done_again_prolongs_nothing(tmp_path: Path) -> None:
    """Whoever does and undoes would keep the others waiting for ever; also after a restart."""
    async with house(tmp_path, clock := Clock()) as use:
        live, seat = await waits_for(use)
        began = int(clock())
        for turned in (10, 40):
            clock.turn(turned)
            await do(live, seat, live.match.table.options(seat)[0])
            await undo(live, seat)
            assert live.absence.waiting.since[seat] == began + 10
        await do(live, seat, live.match.table.options(seat)[0])
        use.hub.live.clear()
        live = await loaded(use, live.id)
        assert live.absence.waiting.since[seat] == began + 10
        # Getting further than ever does.
        await do(live, seat, live.match.table.options(seat)[0])
        assert live.absence.waiting.since[seat] == clock()


def test_what_was_taken_back_counts_no_more_whatever_was_done_since() -> None:
    """Secret choices lie mixed with what is done beside them, and it is the choice that is taken back."""
    waiting = Waiting({"game": "swarm", "awaited": 1, "started": stamp(0), "created": stamp(0)}, 1)
    done = [("act", "commit 4"), ("act", "offer 1: water 3 for nothing"), ("undo", "commit 4"), ("act", "commit 2")]
    for number, (type_, body) in enumerate(done, 1):
        waiting.go_on(EntryRow("match", number, 0, type_, body, 1, stamp(10 * number)))
        assert waiting.since == [10]
    waiting.go_on(EntryRow("match", 5, 0, "act", "lead Asha_Cinder", 1, stamp(50)))
    assert waiting.since == [50]


async def test_offers_prolong_nothing(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live = await loaded(use, await new_match(use, 3, game="bazaar", options={}, patience=60))
        rng = random.Random(0)
        while not live.match.table.deals_open():
            await do_something(live, rng)
        seat, began = int(live.match.table.deciders()[0]), int(clock())
        clock.turn(50)
        await offer(live, seat, (seat + 1) % 3, "1 coin", "1 coin")
        await do(live, seat, live.game.parse("withdraw offer 1"))
        assert live.absence.waiting.since[seat] == began
        use.hub.live.clear()
        live = await loaded(use, live.id)
        assert live.absence.waiting.since[seat] == began


async def test_what_a_bot_has_decided_in_time_stands(tmp_path: Path) -> None:
    """Who could take it back would not have to come in time."""
    async with house(tmp_path, clock := Clock()) as use:
        live, seat = await waits_for(use)
        live.bots.pause = 3600.0
        await later(use, clock, 60)
        await live.enter(Entry(seat, live.match.table.options(seat)[0]), live.timeline.counts[seat], by_bot=True)
        for _ in range(2):
            await live.absence.back(seat)
            viewer = RecordingConnection(seat)
            await live.connect(viewer)
            assert viewer.state["undo"] is None
            with pytest.raises(IllegalAction, match="what the bot has decided stands"):
                await undo(live, seat)
            await do(live, seat, live.match.table.options(seat)[0])
            assert viewer.state["undo"] is not None
            await undo(live, seat)
            # It is so after a restart as well, while they are away and when they are back.
            use.hub.live.clear()
            live = await loaded(use, live.id)
            live.bots.pause = 3600.0
            with pytest.raises(IllegalAction, match="what the bot has decided stands"):
                await undo(live, seat)
            await later(use, clock, 60)
            await live.enter(Entry(seat, live.match.table.options(seat)[0]), live.timeline.counts[seat], by_bot=True)
            use.hub.live.clear()
            live = await loaded(use, live.id)
            live.bots.pause = 3600.0


async def test_what_a_bot_answers_to_an_offer_is_not_what_was_to_be_decided(tmp_path: Path) -> None:
    """Else a friend's offer would do to be back without having decided, also after a restart."""
    async with house(tmp_path, clock := Clock()) as use:
        live = await loaded(use, await new_match(use, 3, game="bazaar", options={}, patience=60))
        live.bots.pause = 3600.0
        rng = random.Random(0)
        while not live.match.table.deals_open():
            await do_something(live, rng)
        seat = int(live.match.table.deciders()[0])
        await offer(live, (seat + 1) % 3, seat, "1 coin", "1 coin")
        await later(use, clock, 60)
        decline = live.match.table.asides(seat)[0]
        await live.enter(Entry(seat, decline), live.timeline.counts[seat], by_bot=True)
        assert live.match.table.deciders() == [seat]
        for _ in range(2):
            with pytest.raises(UsageError, match="Your time was up"):
                await live.absence.back(seat)
            use.hub.live.clear()
            live = await loaded(use, live.id)
            live.bots.pause = 3600.0
        await live.enter(Entry(seat, live.match.table.options(seat)[0]), live.timeline.counts[seat], by_bot=True)
        await live.absence.back(seat)


async def test_what_others_do_at_the_same_time_does_not_prolong_it(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live = await loaded(use, await new_match(use, 3, game="bazaar", options={"deals": "off"}, patience=60))
        assert live.match.table.deciders() == [0, 1, 2]
        clock.turn(50)
        await do(live, 1, BID.of(2))
        await later(use, clock, 10)
        assert away(live) == ["absent", None, "absent"]
        await until_idle(live)


async def test_in_a_secret_choice_everybody_sees_the_own_time_alone(tmp_path: Path) -> None:
    """Whoever saw another's would learn when that one clicks."""
    async with house(tmp_path, clock := Clock()) as use:
        live = await loaded(use, await new_match(use, 3, game="bazaar", options={"deals": "off"}, patience=60))
        rng = random.Random(0)
        while live.match.table.step() is not STALLS:
            await do_something(live, rng)
        began = int(clock())
        clock.turn(20)
        before = [live.audience.state(viewer, -1) for viewer in (1, 2, -1)]
        await do(live, 0, LAY.of(0))
        await do(live, 0, LAY.of(1))
        assert [live.audience.state(viewer, -1) for viewer in (1, 2, -1)] == before
        assert [seat["deadline"] for seat in live.absence.shown(0)] == [began + 80]
        assert [seat["deadline"] for seat in live.absence.shown(1)] == [began + 60]
        assert live.absence.shown(-1) == []
        await later(use, clock, 41)
        assert away(live) == [None, "absent", "absent"]
        await do(live, 0, READY.of())


async def test_nobody_gains_time_by_taking_a_secret_choice_back(tmp_path: Path) -> None:
    """Two who take turns at that could keep a third waiting for ever; while a choice stands no time goes by."""
    async with house(tmp_path, clock := Clock()) as use:
        live = await loaded(use, await new_match(use, 3, game="bazaar", options={"deals": "off"}, patience=60))
        live.bots.pause = 3600.0
        used = 0
        for thinking in (50, 30, 20):
            clock.turn(thinking)
            await do(live, 1, BID.of(2))
            if thinking == 30:
                await live.absence.let_play(1, "random")
                await live.absence.back(1)
            clock.turn(7)
            await undo(live, 1)
            # The first choice has got further than ever, so that the time began anew.
            used += thinking if thinking != 50 else 0
            assert live.absence.waiting.since[1] == int(clock()) - used
            use.hub.live.clear()
            live = await loaded(use, live.id)
            live.bots.pause = 3600.0
            assert live.absence.waiting.since[1] == int(clock()) - used
        await later(use, clock, 10)
        assert away(live)[1] == "absent"


async def test_a_clock_that_is_put_back_gives_nobody_longer(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        identity = await new_match(use, patience=60)
    clock.turn(-3600)
    async with house(tmp_path, clock) as use:
        live = await loaded(use, identity)
        assert use.hub.watch.due == {identity: int(clock()) + 60}
        assert max(live.absence.waiting.since) == int(clock())


async def test_whoever_comes_back_has_the_whole_time_again(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live, seat = await waits_for(use)
        live.bots.pause = 3600.0
        await later(use, clock, 60)
        assert away(live)[seat] == "absent"
        # But one decision is the bot's: whoever came back before it could keep all others waiting.
        for _ in range(2):
            with pytest.raises(UsageError, match="a bot decides this one thing for you"):
                await live.absence.back(seat)
            assert away(live)[seat] == "absent"
            use.hub.live.clear()
            live = await loaded(use, live.id)
            live.bots.pause = 3600.0
        await live.enter(Entry(seat, live.match.table.options(seat)[0]), live.timeline.counts[seat], by_bot=True)
        # And no second one, if the server is started anew.
        use.hub.live.clear()
        live = await loaded(use, live.id)
        live.bots.pause = 3600.0
        await live.absence.back(seat)
        assert live.match.table.deciders() == [seat]
        await later(use, clock, 59)
        assert away(live)[seat] is None
        await later(use, clock, 1)
        assert away(live)[seat] == "absent"


async def test_who_is_late_does_not_get_away_by_leaving(tmp_path: Path) -> None:
    """Whoever had left and come back before the bot has decided would have the whole time again."""
    async with house(tmp_path, clock := Clock()) as use:
        live, seat = await waits_for(use)
        live.bots.pause = 3600.0
        await later(use, clock, 60)
        for _ in range(2):
            with suppress(UsageError):
                await live.absence.let_play(seat, "random")
            use.hub.live.clear()
            live = await loaded(use, live.id)
            live.bots.pause = 3600.0
            with pytest.raises(UsageError, match="Your time was up"):
                await live.absence.back(seat)
        await live.enter(Entry(seat, live.match.table.options(seat)[0]), live.timeline.counts[seat], by_bot=True)
        await live.absence.let_play(seat, "random")
        assert away(live)[seat] == "handed"


async def test_whom_a_bot_plays_for_is_never_late(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live, seat = await waits_for(use, 3)
        await live.absence.let_play(seat, "random")
        await later(use, clock, 60)
        assert away(live)[seat] == "handed"


async def test_nobody_gains_time_by_leaving_and_coming_back(tmp_path: Path) -> None:
    """While a bot plays it stands still, and then it goes on, also after a restart."""
    async with house(tmp_path, clock := Clock()) as use:
        live, seat = await waits_for(use)
        live.bots.pause = 3600.0
        for _ in range(4):
            clock.turn(14)
            await live.absence.let_play(seat, "random")
            clock.turn(100)
            await live.absence.back(seat)
        assert live.timeline.n == 0
        use.hub.live.clear()
        live = await loaded(use, live.id)
        await later(use, clock, 3)
        assert away(live)[seat] is None
        await later(use, clock, 1)
        assert away(live)[seat] == "absent"


async def test_time_stands_still_from_when_it_began(tmp_path: Path) -> None:
    """Who had left before the seat was asked has no longer than others."""
    async with house(tmp_path, clock := Clock()) as use:
        live, seat = await waits_for(use)
        other = 1 - seat
        live.bots.pause = 3600.0
        await live.absence.let_play(other, "random")
        rng = random.Random(1)
        while live.match.table.deciders() == [seat]:
            clock.turn(50)
            await do_something(live, rng)
        await live.absence.back(other)
        assert live.absence.waiting.since[other] == int(clock())


async def test_a_seat_whose_time_is_up_does_not_go_from_hand_to_hand(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live, seat = await waits_for(use)
        live.bots.pause = 3600.0
        secret = await use.run(use.handovers.offer, await caller(use, live.id, seat), live.id)
        link = (await use.run(use.handovers.find, secret))["hash"]
        cyd, _ = await use.run(use.people.new_guest, "Cyd")
        await later(use, clock, 60)
        with pytest.raises(UsageError, match="The time of whoever plays this seat was up"):
            await live.absence.hand_on(seat, cyd, link)
        assert live.seats[seat]["person"] != cyd.id


async def test_bots_do_not_play_on_for_nobody(tmp_path: Path) -> None:
    """When all have become absent the match rests, until one is back."""
    async with house(tmp_path, clock := Clock()) as use:
        live, _ = await waits_for(use, 3, bots=1)
        while not live.absence.paused:
            await until_idle(live)
            await later(use, clock, 60)
        assert away(live) == ["absent", "absent", None]
        n = live.timeline.n
        live.bots.wake()
        assert live.bots.to_move() == -1
        # Nothing happens, however long it takes.
        await later(use, clock, 30 * 24 * 3600)
        assert live.timeline.n == n
        await live.absence.back(0)
        await until_idle(live)
        assert live.match.table.deciders() == [0]
        await do(live, 0, live.match.table.options(0)[0])


async def test_seats_that_were_handed_to_bots_keep_no_match_going(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live, seat = await waits_for(use, 3)
        await live.absence.let_play((seat + 1) % 3, "random")
        await live.absence.resign((seat + 2) % 3)
        await later(use, clock, 60)
        assert away(live)[seat] == "absent"
        assert live.absence.paused
        assert live.match.entries == []


# -- restarts and memory ---------------------------------------------------------------------------------------------


async def test_time_runs_on_while_the_server_does_not(tmp_path: Path) -> None:
    clock = Clock()
    async with house(tmp_path, clock) as use:
        live, seat = await waits_for(use)
        identity = live.id
    clock.turn(59)
    async with house(tmp_path, clock) as use:
        await use.hub.watch.begin()
        assert use.hub.live == {}
        assert use.hub.watch.due == {identity: clock() + 1}
    clock.turn(1)
    async with house(tmp_path, clock) as use:
        await use.hub.watch.begin()
        assert away(await loaded(use, identity))[seat] == "absent"


async def test_a_restart_gives_nobody_more_time_or_less(tmp_path: Path) -> None:
    """After any number of entries, undos, absences and returns, the time is the same from memory and from disk."""
    clock = Clock()
    rng = random.Random(5)
    async with house(tmp_path, clock) as use:
        live = await loaded(use, identity := await new_match(use, 3, game="bazaar", options={}, patience=60))
    for _ in range(6):
        async with house(tmp_path, clock) as use:
            live = await loaded(use, identity)
            for _ in range(8):
                clock.turn(rng.randrange(40))
                await use.hub.watch.ring()
                for seat, why in enumerate(away(live)):
                    if why:
                        with suppress(UsageError):  # it is the bot's to decide
                            await live.absence.back(seat)
                await until_idle(live)
                await do_something(live, rng)
            since, due = live.absence.waiting.since, dict(use.hub.watch.due)
        async with house(tmp_path, clock) as use:
            await use.hub.watch.begin()
            assert use.hub.watch.due == due
            assert (await loaded(use, identity)).absence.waiting.since == since


async def test_matches_that_nobody_looks_at_are_judged_too(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live, seat = await waits_for(use)
        use.hub.live.clear()
        await later(use, clock, 60)
        assert away(await loaded(use, live.id))[seat] == "absent"


async def test_what_cannot_be_written_is_judged_again_later(tmp_path: Path) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live, seat = await waits_for(use)
        outside(tmp_path, "create trigger full before update on seats begin select raise(abort, 'disk full'); end")
        await later(use, clock, 60)
        assert away(live) == [None, None]
        outside(tmp_path, "drop trigger full")
        await later(use, clock, 60)
        assert away(live)[seat] == "absent"


async def test_the_watch_rings_by_itself(tmp_path: Path) -> None:
    clock = Clock()
    async with house(tmp_path, clock) as use:
        identity = (await waits_for(use))[0].id
    clock.turn(60)
    async with house(tmp_path, clock) as use:
        live = await loaded(use, identity)
        async with asyncio.timeout(30):
            while "absent" not in away(live):
                await asyncio.sleep(0.01)


@pytest.mark.parametrize("left", [False, True])
async def test_another_who_takes_the_seat_has_the_whole_time(tmp_path: Path, left: bool) -> None:
    async with house(tmp_path, clock := Clock()) as use:
        live, seat = await waits_for(use)
        clock.turn(50)
        token = await use.run(use.sessions.begin, live.seats[seat]["person"], "A browser")
        holder = await use.run(use.sessions.caller, token)
        assert holder is not None
        secret = await use.run(use.handovers.offer, holder, live.id)
        cyd, _ = await use.run(use.people.new_guest, "Cyd")
        await live.absence.hand_on(seat, cyd, (await use.run(use.handovers.find, secret))["hash"])
        clock.turn(40)
        # Once, whatever becomes of the server meanwhile, and whoever plays: the two could go on for ever.
        live.bots.pause = 3600.0
        if left:
            await live.absence.let_play(seat, "random")
            await live.absence.back(seat)
        use.hub.live.clear()
        live = await loaded(use, live.id)
        await live.absence.take_back(holder)
        await later(use, clock, 19)
        assert away(live) == [None, None]
        await later(use, clock, 1)
        assert away(live)[seat] == "absent"


async def test_nobody_gains_time_by_handing_on_what_leads_nowhere(tmp_path: Path) -> None:
    """Somebody else has the time anew once the seat has got further, which it has not where all was taken back."""
    async with house(tmp_path, clock := Clock()) as use:
        live, seat = await waits_for(use)
        began = int(clock())
        token = await use.run(use.sessions.begin, live.seats[seat]["person"], "A browser")
        holder = await use.run(use.sessions.caller, token)
        assert holder is not None
        await do(live, seat, live.match.table.options(seat)[0])
        await undo(live, seat)
        cyd, _ = await use.run(use.people.new_guest, "Cyd")
        for restarted in (False, True, False):
            clock.turn(10)
            secret = await use.run(use.handovers.offer, holder, live.id)
            await live.absence.hand_on(seat, cyd, (await use.run(use.handovers.find, secret))["hash"])
            assert live.absence.waiting.since[seat] == began + 10
            await do(live, seat, live.match.table.options(seat)[0])
            await undo(live, seat)
            if restarted:
                use.hub.live.clear()
                live = await loaded(use, live.id)
            await live.absence.take_back(holder)
            assert live.absence.waiting.since[seat] == began + 10


@pytest.mark.parametrize("patience", [0, 59, 30 * 24 * 3600 + 1, -60])
def test_patience_has_its_bounds(patience: int) -> None:
    with pytest.raises(ValidationError):
        NewMatch.model_validate({"game": "campus", "seats": [{"kind": "me"}], "patience": patience})
