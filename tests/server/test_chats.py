"""Whoever is not meant learns nothing of a whisper, not even that there was one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from marchland.engine.errors import MarchlandError
from marchland.server.chats import latest
from marchland.server.live import LiveMatch
from server.inside import RecordingConnection, caller, house, loaded, new_match, outside
from server.world import Person, Server

pytestmark = pytest.mark.anyio

Line = tuple[int, int | None, str]
OPEN: list[Line] = [(0, None, "Hello"), (2, None, "Hi"), (1, None, "Shall we?"), (2, None, "Go on")]
WHISPERS: list[Line] = [(0, 1, "Against Cyd?"), (1, 0, "Yes"), (0, 1, "You first")]


async def say(live: LiveMatch, lines: list[Line]) -> None:
    for seat, to, text in lines:
        await live.chat(seat, to, text)


def without_time(frames: list[bytes]) -> list[Any]:
    messages = [json.loads(frame) for frame in frames]
    return [{**message, "at": ""} for message in messages if message["type"] == "chat"]


async def test_the_same_bytes_whether_others_whisper_or_not(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        heard: list[dict[int, list[Any]]] = []
        for lines in (OPEN, [OPEN[0], *WHISPERS, OPEN[1], WHISPERS[0], *OPEN[2:], *WHISPERS]):
            live = await loaded(use, await new_match(use, 4))
            readers = {seat: RecordingConnection(seat) for seat in (0, 1, 2, 3, -1)}
            for reader in readers.values():
                await live.connect(reader)
            await say(live, lines)
            heard.append({seat: without_time(reader.sent) for seat, reader in readers.items()})
        plain, whispered = heard
        for seat in (2, 3, -1):
            assert plain[seat] == whispered[seat]
            assert [chat["number"] for chat in plain[seat]] == [1, 2, 3, 4]
        for seat in (0, 1):
            assert [chat["number"] for chat in whispered[seat]] == list(range(1, 12))


async def test_numbers_go_on_after_a_restart_and_after_a_message_that_was_not_saved(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        live = await loaded(use, await new_match(use, 3))
        await say(live, [*WHISPERS, OPEN[0]])
        outside(tmp_path, "create trigger full before insert on chats begin select raise(abort, 'disk full'); end")
        with pytest.raises(MarchlandError, match="could not save"):
            await say(live, [OPEN[1]])
        outside(tmp_path, "drop trigger full")
        await say(live, [OPEN[2]])
        use.hub.live.clear()
        again = await loaded(use, live.id)
        assert again is not live
        cyd, ann = RecordingConnection(2), RecordingConnection(0)
        for reader in (cyd, ann):
            await again.connect(reader)
        await say(again, [OPEN[3]])
        assert [json.loads(reader.sent[-1])["number"] for reader in (cyd, ann)] == [3, 6]


async def test_a_team_talks_among_itself(tmp_path: Path) -> None:
    """Of four powers GB and RU are one team, GE and OT the other; also after a restart."""
    async with house(tmp_path) as use:
        match = await new_match(use, 4, game="alliances", options={"scenario": "A"})
        live = await loaded(use, match)
        teams = live.match.table.teams()
        readers = {seat: RecordingConnection(seat) for seat in (0, 1, 2, 3, -1)}
        for reader in readers.values():
            await live.connect(reader)
        await live.chat(0, "team", "Through the Sound")
        await live.chat(1, None, "Hello")
        for seat, reader in readers.items():
            mate = seat >= 0 and teams[seat] == teams[0]
            heard = [(chat["number"], chat["to"], chat["text"]) for chat in without_time(reader.sent)]
            assert heard == ([(1, "team", "Through the Sound"), (2, None, "Hello")] if mate else [(1, None, "Hello")])
            told = await use.run(latest, use.store, match, live.seats, seat)
            assert [chat["text"] for chat in told] == [text for _, _, text in heard]


async def test_a_team_is_not_told_on_to_who_takes_a_seat_over(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use, 4, game="alliances", options={"scenario": "A"})
        live = await loaded(use, match)
        await live.chat(0, "team", "Through the Sound")
        mate = live.match.table.teams().index(live.match.table.teams()[0], 1)
        link = await use.run(use.handovers.offer, await caller(use, match, mate), match)
        zoe, _ = await use.run(use.people.new_guest, "Zoe")
        await live.absence.hand_on(mate, zoe, (await use.run(use.handovers.find, link))["hash"])
        await live.chat(0, "team", "Welcome")
        heard = await use.run(latest, use.store, match, live.seats, mate)
        assert [(chat["number"], chat["text"]) for chat in heard] == [(1, "Welcome")]


async def test_what_was_said_is_told_a_piece_at_a_time(tmp_path: Path) -> None:
    """By the numbers of the reader, who does not read every tenth."""
    async with house(tmp_path) as use:
        match = await new_match(use, 3)
        seats = (await loaded(use, match)).seats
        values = ", ".join(
            f"('{match}', {number}, 0, {'null' if number % 10 else 1}, 'Ann', 'x', '')" for number in range(1, 501)
        )
        outside(tmp_path, f'insert into chats (match, number, seat, "to", name, text, at) values {values}')

        async def told(before: int | None) -> list[int]:
            return [chat["number"] for chat in await use.run(latest, use.store, match, seats, 2, before)]

        assert await told(None) == list(range(251, 451))
        assert await told(251) == list(range(51, 251))
        assert await told(51) == list(range(1, 51))
        assert (await told(1), len(await told(10_000))) == ([], 200)


async def test_long_talk_is_packed_where_that_is_wanted(server: Server, people: Callable[..., Person]) -> None:
    ann = people(server, "Ann")
    made = ann.new_match("random", start=True)["id"]
    values = ", ".join(f"('{made}', {number}, 0, 'Ann', '{'long ' * 90}', '')" for number in range(1, 100))
    server.query(f"insert into chats (match, number, seat, name, text, at) values {values}")
    answers = [
        ann.web.get(f"/api/matches/{made}/chat", headers={"accept-encoding": coding}) for coding in ("gzip", "identity")
    ]
    assert [answer.headers.get("content-encoding") for answer in answers] == ["gzip", None]
    assert answers[0].json() == answers[1].json() != []
