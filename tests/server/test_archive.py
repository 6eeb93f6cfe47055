"""Long matches: loaded in slices, answered from a process of their own, and told in pages."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import random
from collections.abc import Generator
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from marchland.engine import record
from marchland.engine.errors import MarchlandError, UsageError
from marchland.engine.retrospect import look_back
from marchland.engine.table import ALL_SEEING, SPECTATOR
from marchland.server import archive, audience, history, loading
from marchland.server.archive import Kept, Turns
from marchland.server.errors import TooMany
from marchland.server.guard import ADDRESS
from marchland.server.live import LiveMatch
from marchland.server.loading import Slices
from marchland.server.once import Once
from marchland.server.services import Services, asker
from marchland.server.sessions import Caller
from server.inside import RecordingConnection, do_something, everything, house, kill_workers, loaded, new_match, outside

pytestmark = pytest.mark.anyio


async def finished(use: Services, game: str = "campus", **how: Any) -> LiveMatch:
    live = await loaded(use, await new_match(use, 2, game=game, **how))
    rng = random.Random(1)
    while not live.match.table.over:
        await do_something(live, rng)
    return live


async def ask(use: Services, live: LiveMatch, *what: Any, who: str = "Eve") -> Any:
    return json.loads(gzip.decompress(await use.archive.answer(live.game.name, (live.id, *what), [who])))


# -- the archive -----------------------------------------------------------------------------------------------------


async def test_the_archive_answers_as_the_match_itself_would(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await finished(use)
        assert await ask(use, live, "check") == history.check(live).model_dump(mode="json")
        assert await ask(use, live, "summary") == asdict(look_back(live.match))
        last = len(live.match.entries)
        for n, seat, since in ((0, ALL_SEEING, -1), (last // 2, 0, 3), (last + 100, SPECTATOR, last - 2)):
            expected = history.moment(live, n, seat, since).model_dump(mode="json")
            assert await ask(use, live, "moment", n, seat, since) == expected
        with pytest.raises(UsageError, match="no viewer 5"):
            await ask(use, live, "moment", 0, 5, -1)


async def test_what_was_worked_out_is_kept(tmp_path: Path) -> None:
    """Also when the match can no longer be read, and for everybody."""
    async with house(tmp_path) as use:
        live = await finished(use)
        first = await ask(use, live, "check")
        outside(tmp_path, "delete from entries")
        kill_workers()
        assert await ask(use, live, "check", who="Ann") == first


async def test_the_same_question_of_many_is_worked_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path) as use:
        live = await finished(use)
        asked: list[Any] = []
        work_out = use.archive._in_worker
        monkeypatch.setattr(use.archive, "_in_worker", lambda work: asked.append(work) or work_out(work))
        answers = await asyncio.gather(*(ask(use, live, "check", who=f"guest {number}") for number in range(10)))
        assert len(asked) == 1
        assert all(answer == answers[0] for answer in answers)


async def test_a_worker_that_has_died_is_replaced(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await finished(use)
        for n in range(2):
            assert (await ask(use, live, "moment", n, 0, -1))["state"]["n"] == n
            kill_workers()


async def test_a_question_that_kills_every_worker_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path) as use:
        live = await finished(use)
        # A worker that may not think for a moment ends itself.
        monkeypatch.setattr(archive, "answer", die)
        with pytest.raises(UsageError, match="cannot be read just now"):
            await ask(use, live, "check")
        monkeypatch.undo()
        assert (await ask(use, live, "check"))["ok"]


def die(*_: object) -> None:
    os._exit(1)


async def test_an_altered_match_does_not_pass_its_check(tmp_path: Path) -> None:
    """What was entered otherwise cannot be replayed, and the archive says so instead of making something up."""
    async with house(tmp_path) as use:
        live = await finished(use)
        outside(tmp_path, f"update entries set body = 'nonsense' where match = '{live.id}' and number = 5")
        with pytest.raises(UsageError, match="nonsense"):
            await ask(use, live, "check")


async def test_records_of_the_archive_can_be_verified(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await finished(use)
        packed = await use.archive.answer("campus", (live.id, "record"), ["Eve"])
        text = gzip.decompress(packed).decode()
        assert text == history.record_of(live)
        record.verify(record.read(text), live.game)


async def test_who_asks_much_waits_behind_themselves() -> None:
    turns = Turns("questions", 20)
    order: list[str] = []

    async def work(who: str, name: str) -> None:
        async with turns.of(who):
            order.append(name)
            await asyncio.sleep(0)

    eve = [asyncio.create_task(work("Eve", f"Eve {number}")) for number in range(3)]
    ann = asyncio.create_task(work("Ann", "Ann"))
    await asyncio.gather(*eve, ann)
    assert order == ["Eve 0", "Ann", "Eve 1", "Eve 2"]
    assert (turns.locks, turns.waiting) == ({}, {})


async def test_others_at_an_address_wait_for_one_question_and_not_for_all() -> None:
    """A school has one address; whoever asks much there waits behind themselves all the same."""
    turns = Turns("questions", 20)
    done: list[str] = []

    async def work(who: str) -> None:
        school = HTTPConnection({"type": "http", ADDRESS: "school"})
        async with turns.of(*asker(school, Caller(who, who))):
            await asyncio.sleep(0)
            done.append(who)

    await asyncio.gather(*(work("Eve") for _ in range(20)), work("Ann"))
    assert done[:3] == ["Eve", "Ann", "Eve"]


async def test_a_school_that_looks_back_together_is_not_refused() -> None:
    turns, done = Turns("questions", 2), []

    async def look(who: str) -> None:
        async with turns.of(who, "school"):
            await asyncio.sleep(0)
            done.append(who)

    await asyncio.gather(*(look(f"pupil {number}") for number in range(30)))
    assert len(done) == 30
    assert (turns.locks, turns.waiting) == ({}, {})


async def test_all_who_do_not_say_who_they_are_wait_behind_each_other() -> None:
    """They would fill the queue of a school."""
    turns = Turns("questions", 20)
    school = HTTPConnection({"type": "http", ADDRESS: "school"})
    held = asyncio.Event()

    async def wait(who: Caller | None) -> None:
        async with turns.of(*asker(school, who)):
            await held.wait()

    waiting = [asyncio.create_task(wait(None)) for _ in range(20)]
    await asyncio.sleep(0)
    with pytest.raises(TooMany):
        await wait(None)
    waiting.append(asyncio.create_task(wait(Caller("Ann", "Ann"))))
    await asyncio.sleep(0)
    held.set()
    await asyncio.gather(*waiting)


async def test_nobody_lets_questions_pile_up() -> None:
    turns = Turns("questions", 20)
    held = asyncio.Event()

    async def wait() -> None:
        async with turns.of("Eve"):
            await held.wait()

    waiting = [asyncio.create_task(wait()) for _ in range(20)]
    await asyncio.sleep(0)
    with pytest.raises(TooMany, match="wait 10 seconds"):
        await wait()
    async with turns.of("Ann"):
        held.set()
    await asyncio.gather(*waiting)
    assert turns.waiting == {}


def test_answers_that_find_no_room_go_oldest_first() -> None:
    kept = Kept(3 * (100 + archive.OVERHEAD))
    for name in ("a", "b", "c"):
        kept.add((name,), bytes(100))
    assert kept.get(("a",)) is not None
    kept.add(("d",), bytes(100))
    assert [question[0] for question in kept.answers] == ["c", "a", "d"]
    kept.add(("e",), bytes(10_000))
    assert (list(kept.answers), kept.room) == ([], 3 * (100 + archive.OVERHEAD))


# -- loading ---------------------------------------------------------------------------------------------------------


async def test_others_go_on_while_a_long_match_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "SLICE", 1e-9)
    monkeypatch.setattr("marchland.server.storage.PIECE", 7)
    async with house(tmp_path) as use:
        live = await finished(use)
        before = everything(live)
        use.hub.live.clear()
        steps = 0
        task = asyncio.create_task(use.hub.match(live.id))
        while not task.done():
            await asyncio.sleep(0)
            steps += 1
        again = await task
        assert again is not None
        assert again is not live
        assert everything(again) == before
        # Each piece that is read, and each slice, lets others have a turn.
        assert steps > len(live.match.entries) // 7


async def test_slices_of_several_works_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is to do: one slice of one of them, and then others have a turn."""
    monkeypatch.setattr(loading, "SLICE", 1e-9)
    slices = Slices()
    order: list[str] = []

    def work(name: str) -> Generator[None, None, str]:
        for _ in range(3):
            order.append(name)
            yield
        return name

    assert await asyncio.gather(*(slices.run(work(name)) for name in "abc")) == ["a", "b", "c"]
    assert order == list("abcabcabc")


async def test_one_who_goes_away_does_not_end_it_for_the_others() -> None:
    once: Once[str, int] = Once()
    go_on = asyncio.Event()
    begun = 0

    async def work() -> int:
        nonlocal begun
        begun += 1
        await go_on.wait()
        return 7

    waiting = [asyncio.create_task(once.do("x", work)) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    go_on.set()
    assert await asyncio.gather(*waiting[1:]) == [7, 7]
    assert (begun, once.under_way) == (1, {})


async def test_what_fails_fails_for_all_and_can_be_tried_again() -> None:
    once: Once[str, int] = Once()
    outcomes = iter([MarchlandError("no"), 7])

    async def work() -> int:
        outcome = next(outcomes)
        if isinstance(outcome, MarchlandError):
            raise outcome
        return outcome

    results = await asyncio.gather(*(once.do("x", work) for _ in range(3)), return_exceptions=True)
    assert [str(result) for result in results] == ["no"] * 3
    assert await once.do("x", work) == 7


# -- the log ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["campus", "swarm"])
async def test_a_long_log_is_told_in_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """Whatever a page begins with, it begins with a whole moment; together they are all that a viewer has heard."""
    async with house(tmp_path) as use:
        live = await finished(use, game, options={"max_rounds": 5} if game == "campus" else {})
        monkeypatch.setattr(audience, "LONGEST_LOG", 10**9)
        views = {viewer: pages(live, viewer) for viewer in live.timeline.viewers}
        assert all(len(found) == 1 for found in views.values())
        monkeypatch.setattr(audience, "LONGEST_LOG", 10)
        for viewer, (whole,) in views.items():
            found = pages(live, viewer)
            assert len(found) > 3
            assert [event for page in found for event in page] == whole
            for page, following in pairwise(found):
                assert page[-1]["n"] < following[0]["n"]
                assert len([event for event in page if event["n"] > page[0]["n"]]) < 10


def pages(live: LiveMatch, viewer: int) -> list[list[Any]]:
    """The first state's events, and before them page by page all older ones."""
    state = json.loads(live.audience.state(viewer, -1))
    found, earlier = [state["events"]], state["earlier"]
    while earlier:
        page = json.loads(b"{%b}" % live.audience.told(viewer, -1, found[0][0]["n"]))
        found.insert(0, page["events"])
        earlier = page["earlier"]
    return found


async def test_who_was_long_away_is_told_that_there_is_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path) as use:
        live = await finished(use)
        monkeypatch.setattr(audience, "LONGEST_LOG", 10)
        last = live.timeline.counts[0]
        for since, more in ((-1, True), (0, True), (last - 1, False), (last, False)):
            eve = RecordingConnection(0, since)
            await live.connect(eve)
            assert eve.state["earlier"] is more
            assert all(event["n"] > since for event in eve.state["events"])
            await live.disconnect(eve)


async def test_a_moment_is_told_with_the_last_that_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path) as use:
        live = await finished(use)
        last = len(live.match.entries)
        whole = history.moment(live, last, ALL_SEEING, -1).state
        assert not whole.earlier
        monkeypatch.setattr(history, "LONGEST_LOG", 10)
        found: list[Any] = []
        n, earlier = last, True
        while earlier:
            state = history.moment(live, n, ALL_SEEING, -1).state
            found = [*state.events, *found]
            n, earlier = state.events[0].n - 1, state.earlier
        assert found == whole.events
        assert not history.moment(live, last, ALL_SEEING, last - 1).state.earlier
