"""Whoever is not meant learns nothing of a whisper, not even that there was one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from marchland.engine.errors import MarchlandError
from marchland.server.live import LiveMatch
from server.inside import RecordingConnection, house, loaded, new_match, outside
from server.world import Person, Server

pytestmark = pytest.mark.anyio

Line = tuple[int, int | None, str]
OPEN: list[Line] = [(0, None, "Hello"), (2, None, "Hi"), (1, None, "Shall we?"), (2, None, "Go on")]
WHISPERS: list[Line] = [(0, 1, "Against Cyd?"), (1, 0, "Yes"), (0, 1, "You first")]


async def say(live: LiveMatch, lines: list[Line]) -> None:
    for seat, to, text in lines:
        await live.chat(seat, f"Seat {seat}", to, text)


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
        assert (cyd.state["number"], ann.state["number"]) == (3, 6)


async def test_what_is_read_again_has_the_numbers_that_were_sent(server: Server, people: Callable[..., Person]) -> None:
    """Clients tell by the number what they have already."""
    ann, ben, cyd, eve = people(server, "Ann"), people(server, "Ben"), people(server, "Cyd"), people(server)
    match = ann.new_match("open", "open")
    for person in (ben, cyd):
        person.join(match)
    ann.post(f"/api/matches/{match['id']}/start")
    wires = [await person.open(match["id"]) for person in (ann, ben, cyd, eve)]
    for text, to in (("psst", 1), ("all", None), ("psst", 1), ("end", None)):
        assert (await wires[0].ask("say", text=text, to=to))["type"] == "ack"
    for wire, person in zip(wires, (ann, ben, cyd, eve), strict=True):
        while "end" not in [chat["text"] for chat in wire.chats]:
            await wire.receive()
        assert person.get(f"/api/matches/{match['id']}/chat") == wire.chats
        assert [chat["number"] for chat in wire.chats] == list(range(1, len(wire.chats) + 1))
        await wire.close()
    assert [len(wire.chats) for wire in wires] == [4, 4, 2, 2]
