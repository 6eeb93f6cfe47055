"""Dice that nobody can choose: neither the server, nor whoever comes last, nor whoever stays away."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from docs.pages import blocks_of
from marchland import load
from marchland.engine import record
from marchland.server.entropy import TIME_TO_OPEN, time_left
from server.world import Person, Server, Wire, play_on, running, wait_until

People = Callable[..., Person]


def sha256(part: str) -> str:
    return hashlib.sha256(bytes.fromhex(part)).hexdigest()


def key_of(server: str, parts: dict[int, str]) -> str:
    """As the protocol has it, written once more."""
    text = b"marchland dice 1" + bytes.fromhex(server)
    for seat in sorted(parts):
        text += bytes([seat]) + bytes.fromhex(parts[seat])
    return hashlib.sha256(text).hexdigest()


def path(match: Any, what: str) -> str:
    return f"/api/matches/{match['id']}/{what}"


@pytest.fixture
def part() -> str:
    return secrets.token_hex(32)


@pytest.fixture
def other() -> str:
    return secrets.token_hex(32)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server that does not wait long for those who do not open."""
    hurry = "from marchland.server import entropy; entropy.TIME_TO_OPEN = 0.05"
    with running(tmp_path_factory.mktemp("hasty"), prelude=hurry) as made:
        yield made
    assert made.faults() == ""


def begun(person: Person, match: Any) -> Any:
    def look() -> Any:
        info = person.info(match["id"])
        return info if info["status"] == "running" else None

    return wait_until(look, "the match has begun")


# -- before the start --------------------------------------------------------------------------------------------------


def test_the_server_promises_its_part_before_anybody_else(ann: Person, server: Server, part: str) -> None:
    made = ann.new_match("open")
    draw = made["draw"]
    assert draw["seats"] == [None, None] and draw["opened"] == [False, False]
    assert (draw["missing"], draw["server_part"], draw["parts"]) == ([], None, None)
    again = ann.post(path(made, "entropy"), {"hash": sha256(part)})
    assert again["draw"] == {**draw, "seats": [sha256(part), None]}
    (dice,) = server.query("select dice from matches where id = ?", made["id"])[0]
    assert sha256(json.loads(dice)["server"]) == draw["server"]
    assert json.loads(dice)["server"][:12] not in json.dumps(again)


def test_a_hash_comes_with_the_seat_or_later_and_can_be_replaced(
    ann: Person, ben: Person, part: str, other: str
) -> None:
    made = ann.new_match("open", entropy=sha256(part))
    assert made["draw"]["seats"] == [sha256(part), None]
    joined = ben.post(path(made, "join"), {"invite": made["invite"], "entropy": sha256(other)})
    assert joined["draw"]["seats"] == [sha256(part), sha256(other)]
    replaced = ben.post(path(made, "entropy"), {"hash": sha256(part)})
    assert replaced["draw"]["seats"] == [sha256(part)] * 2


def test_whoever_leaves_takes_the_hash_along(
    ann: Person, ben: Person, people: People, server: Server, part: str
) -> None:
    made = ann.new_match("open")
    ben.post(path(made, "join"), {"invite": made["invite"], "entropy": sha256(part)})
    left = ben.post(path(made, "leave"))
    assert left["draw"]["seats"] == [None, None]
    cyd = people(server, "Cyd")
    assert cyd.join(made)["draw"]["seats"] == [None, None]
    assert cyd.post(path(made, "join"), {"entropy": sha256(part)})["draw"]["seats"] == [None, None]


def test_nobody_promises_for_another(ann: Person, ben: Person, stranger: Person, part: str) -> None:
    made = ann.new_match("open", public=True)
    assert "no seat" in ben.refused(403, "POST", path(made, "entropy"), {"hash": sha256(part)})
    assert "no seat" in ben.refused(403, "POST", path(made, "open"), {"entropy": part})
    stranger.refused(401, "POST", path(made, "entropy"), {"hash": sha256(part)})
    stranger.refused(401, "POST", path(made, "open"), {"entropy": part})
    assert ann.info(made["id"])["draw"]["seats"] == [None, None]


@pytest.mark.parametrize(
    "bad", ["", "00", "g" * 64, "0" * 63, "0" * 65, "A" * 64, "0" * 64 + "\n", 7, None, ["0" * 64]]
)
def test_what_is_no_hash_is_refused(ann: Person, bad: Any) -> None:
    made = ann.new_match("open")
    assert "hash" in ann.refused(422, "POST", path(made, "entropy"), {"hash": bad})
    assert "entropy" in ann.refused(422, "POST", path(made, "open"), {"entropy": bad})
    if bad is not None:
        seats = [{"kind": "me"}, {"kind": "open"}]
        assert "entropy" in ann.refused(422, "POST", "/api/matches", {"game": "campus", "seats": seats, "entropy": bad})
    assert ann.info(made["id"])["draw"] == made["draw"]


def test_a_match_that_an_older_server_made_keeps_its_dice(ann: Person, server: Server, part: str) -> None:
    made = ann.new_match("random")
    old = {"kind": "fair", "key": part, "position": 0, "draws": 0}
    server.query("update matches set dice = ? where id = ?", json.dumps(old), made["id"])
    assert ann.info(made["id"])["draw"] is None
    assert "older server" in ann.refused(409, "POST", path(made, "entropy"), {"hash": sha256(part)})
    assert ann.post(path(made, "start"))["status"] == "running"
    assert server.query("select dice from matches where id = ?", made["id"]) == [(json.dumps(old),)]
    asyncio.run(play_out(ann, made["id"]))
    check = ann.get(path(made, "check"))
    assert (check["ok"], check["key"], check["draw"]) == (True, part, None)


# -- opening -----------------------------------------------------------------------------------------------------------


def test_a_match_begins_when_all_have_opened(ann: Person, ben: Person, server: Server, part: str, other: str) -> None:
    made = ann.new_match("open", "random", entropy=sha256(part))
    ben.post(path(made, "join"), {"invite": made["invite"], "entropy": sha256(other)})
    started = ann.post(path(made, "start"))
    assert (started["status"], started["draw"]["opened"]) == ("opening", [False, False, False])
    mine = ben.get("/api/lobby")["mine"]
    assert [match["status"] for match in mine] == ["opening"]
    half = ann.post(path(made, "open"), {"entropy": part})
    assert (half["status"], half["draw"]["opened"]) == ("opening", [True, False, False])
    assert half["draw"]["parts"] is None
    assert part not in json.dumps(ben.info(made["id"]))
    full = ben.post(path(made, "open"), {"entropy": other})
    assert (full["status"], full["draw"]["opened"], full["draw"]["missing"]) == ("running", [True, True, False], [])
    (dice,) = server.query("select dice from matches where id = ?", made["id"])[0]
    stored = json.loads(dice)
    assert stored["key"] == key_of(stored["entropy"]["server"], {0: part, 1: other})
    assert sha256(stored["entropy"]["server"]) == made["draw"]["server"]


def test_only_what_was_promised_can_be_opened(ann: Person, ben: Person, part: str, other: str) -> None:
    made = ann.new_match("open", "open", entropy=sha256(part))
    ben.join(made)
    assert "not been started yet" in ann.refused(409, "POST", path(made, "open"), {"entropy": part})
    ann.post(path(made, "start"))
    assert "does not fit the hash" in ann.refused(409, "POST", path(made, "open"), {"entropy": other})
    assert "gave no hash" in ben.refused(409, "POST", path(made, "open"), {"entropy": other})
    assert ann.info(made["id"])["draw"]["opened"] == [False, False, False]
    started = ann.post(path(made, "open"), {"entropy": part})
    assert (started["status"], started["draw"]["missing"]) == ("running", [1])
    # Once more is no fault: the first answer may have been lost.
    assert ann.post(path(made, "open"), {"entropy": part})["draw"] == started["draw"]
    assert "has begun" in ann.refused(409, "POST", path(made, "open"), {"entropy": other})
    assert "has begun" in ben.refused(409, "POST", path(made, "open"), {"entropy": other})


def test_while_a_match_is_opening_nobody_comes_goes_or_thinks_again(
    ann: Person, ben: Person, people: People, server: Server, part: str, other: str
) -> None:
    made = ann.new_match("open", "random", entropy=sha256(part), public=True)
    ben.join(made)
    before = ann.post(path(made, "start"))
    assert before["status"] == "opening"
    cyd = people(server, "Cyd")
    assert "already begun" in cyd.refused(409, "POST", path(made, "join"), {})
    assert "has begun" in ben.refused(409, "POST", path(made, "leave"))
    assert "has begun" in ann.refused(409, "POST", path(made, "leave"))
    for person in (ann, ben):
        assert "has been started" in person.refused(409, "POST", path(made, "entropy"), {"hash": sha256(other)})
    assert ann.post(path(made, "start")) == before
    assert made["id"] not in [match["id"] for match in cyd.get("/api/lobby")["open"]]
    assert "not over yet" in cyd.refused(409, "GET", path(made, "record"))
    assert asyncio.run(closing_code(cyd, made["id"])) == 4404


async def closing_code(person: Person, match: str) -> int:
    return await (await Wire.open(person, match)).closed()


def test_playing_at_once_opens_at_once(ann: Person, part: str) -> None:
    made = ann.new_match("random", "random", start=True, entropy=sha256(part))
    assert made["status"] == "opening"
    assert ann.post(path(made, "open"), {"entropy": part})["status"] == "running"


def test_who_gives_nothing_is_named_and_nobody_waits(ann: Person) -> None:
    made = ann.new_match("random", start=True)
    assert (made["status"], made["draw"]["missing"], made["draw"]["seats"]) == ("running", [0], [None, None])


def test_who_does_not_open_in_time_is_left_out_and_named(hasty: Server, people: People, part: str, other: str) -> None:
    ann, ben = people(hasty, "Ann"), people(hasty, "Ben")
    made = ann.new_match("open", entropy=sha256(part))
    ben.post(path(made, "join"), {"invite": made["invite"], "entropy": sha256(other)})
    ann.post(path(made, "start"))
    ann.web.post(path(made, "open"), json={"entropy": part})
    info = begun(ben, made)
    assert 1 in info["draw"]["missing"] and info["draw"]["seats"] == [sha256(part), sha256(other)]
    assert "has begun" in ben.refused(409, "POST", path(made, "open"), {"entropy": other})
    (dice,) = hasty.query("select dice from matches where id = ?", made["id"])[0]
    stored = json.loads(dice)
    opened = {seat: one for seat, one in enumerate(stored["entropy"]["parts"]) if one}
    assert 1 not in opened
    assert stored["key"] == key_of(stored["entropy"]["server"], opened)


def test_bots_begin_to_play_though_nobody_looks(hasty: Server, people: People, part: str) -> None:
    ann = people(hasty, "Ann")
    before = hasty.query("select count(*) from entries")
    for _ in range(6):  # chance decides who begins
        ann.new_match("random", "random", "random", start=True, entropy=sha256(part))
    wait_until(lambda: hasty.query("select count(*) from entries") != before, "a bot has played")


def test_a_time_that_passes_while_the_server_is_down_is_caught_up(tmp_path: Path, people: People, part: str) -> None:
    with running(tmp_path) as server:
        ann = people(server, "Ann")
        made = [ann.new_match("random", start=True, entropy=sha256(part)) for _ in range(2)]
        assert [match["status"] for match in made] == ["opening"] * 2
        server.kill()
        dice = "select id, dice from matches"
        for identity, text in server.query(dice):
            late = json.dumps({**json.loads(text), "until": 1.0})
            server.query("update matches set dice = ? where id = ?", late, identity)
        server.start()
        running_now = "select count(*) from matches where status = 'running'"
        wait_until(lambda: server.query(running_now)[0][0] == 2, "both have begun, though nobody has looked")
        assert ann.info(made[0]["id"])["draw"]["missing"] == [0]
        assert "Traceback" not in server.faults()


def test_where_the_clock_was_put_back_nobody_waits_longer() -> None:
    assert time_left({"dice": json.dumps({"until": time.time() + 5000})}) == TIME_TO_OPEN
    assert 0 < time_left({"dice": json.dumps({"until": time.time() + TIME_TO_OPEN / 2})}) < TIME_TO_OPEN


def test_a_match_goes_on_opening_after_a_restart(tmp_path: Path, people: People, part: str) -> None:
    forever = "from marchland.server import entropy; entropy.TIME_TO_OPEN = 1000.0"
    with running(tmp_path, prelude=forever) as server:
        ann = people(server, "Ann")
        made = ann.new_match("random", start=True, entropy=sha256(part))
        server.kill()
        # Nobody could open anything while it was away, however long that was.
        (text,) = server.query("select dice from matches where id = ?", made["id"])[0]
        server.query("update matches set dice = ?", json.dumps({**json.loads(text), "until": 1.0}))
        server.start()
        assert ann.info(made["id"])["status"] == "opening"
        assert ann.post(path(made, "open"), {"entropy": part})["status"] == "running"
        # And an overdue one begins at the next look, whatever became of the timer.
        other = ann.new_match("random", start=True, entropy=sha256(part))
        (text,) = server.query("select dice from matches where id = ?", other["id"])[0]
        late = json.dumps({**json.loads(text), "until": 1.0})
        server.query("update matches set dice = ? where id = ?", late, other["id"])
        assert ann.info(other["id"])["status"] == "running"
        assert "has begun" in ann.refused(409, "POST", path(other, "open"), {"entropy": part})


def test_a_rematch_takes_no_old_part_along(ann: Person, part: str) -> None:
    made = ann.new_match("random", start=True, entropy=sha256(part))
    ann.post(path(made, "open"), {"entropy": part})
    asyncio.run(play_out(ann, made["id"]))
    again = ann.post(path(made, "rematch"))
    assert again["draw"]["seats"] == [None, None]
    assert again["draw"]["server"] != made["draw"]["server"]


async def play_out(person: Person, match: str) -> Any:
    wire = await person.open(match)
    await play_on(wire, random.Random(1))
    await wire.close()
    return wire


# -- afterwards --------------------------------------------------------------------------------------------------------


class Played:
    """A match of Ann, who has opened, Ben, who gave a hash and nothing else, and a bot."""

    def __init__(self, server: Server) -> None:
        self.ann, self.ben = Person(server, "Ann"), Person(server, "Ben")
        self.part, self.unopened = secrets.token_hex(32), secrets.token_hex(32)
        self.made = self.ann.new_match("open", "random", entropy=sha256(self.part))
        joining = {"invite": self.made["invite"], "entropy": sha256(self.unopened)}
        self.ben.post(path(self.made, "join"), joining)
        self.ann.post(path(self.made, "start"))
        self.ann.post(path(self.made, "open"), {"entropy": self.part})
        (text,) = server.query("select dice from matches where id = ?", self.made["id"])[0]
        late = json.dumps({**json.loads(text), "until": 1.0})
        server.query("update matches set dice = ? where id = ?", late, self.made["id"])
        self.begun = self.ann.info(self.made["id"])
        self.wires = asyncio.run(self.play())

    async def play(self) -> list[Any]:
        wires = [await person.open(self.made["id"]) for person in (self.ann, self.ben)]
        await asyncio.gather(*(play_on(wire, random.Random(2)) for wire in wires))
        for wire in wires:
            await wire.close()
        return wires


@pytest.fixture(scope="module")
def played(server: Server) -> Any:
    made = Played(server)
    yield made
    for person in (made.ann, made.ben):
        person.web.close()


def test_every_state_shows_the_hashes_and_the_last_everything(played: Played) -> None:
    hashes = [sha256(played.part), sha256(played.unopened), None]
    for wire in played.wires:
        for state in wire.states:
            draw, over = state["dice"]["draw"], state["status"] == "over"
            assert (draw["server"], draw["seats"]) == (played.made["draw"]["server"], hashes)
            assert (draw["opened"], draw["missing"]) == ([True, False, False], [1])
            assert (draw["parts"] is not None) == (draw["server_part"] is not None) == over
        last = wire.states[-1]["dice"]
        assert last["draw"]["parts"] == [played.part, None, None]
        assert sha256(last["draw"]["server_part"]) == played.made["draw"]["server"]
        assert last["key"] == key_of(last["draw"]["server_part"], {0: played.part})
        assert sha256(last["key"]) == wire.states[0]["dice"]["hash"]


def test_no_part_is_told_before_the_end(played: Played) -> None:
    server_part = played.wires[0].state["dice"]["draw"]["server_part"]
    for wire in played.wires:
        before = [text for text in wire.frames if '"status":"over"' not in text]
        assert len(before) > 30
        for text in [*before, json.dumps(played.begun)]:
            assert server_part[:12] not in text and played.part[:12] not in text


def test_the_check_and_the_record_carry_it(played: Played, stranger: Person) -> None:
    check = stranger.get(path(played.made, "check"))
    assert check["ok"] and check["draw"] == played.wires[0].state["dice"]["draw"]
    assert check["sentence"].endswith("and the key from what the server and 1 player added to it.")
    text = stranger.web.get(path(played.made, "record")).text
    match = record.verify(record.read(text), load("campus"))
    assert match.entropy is not None
    assert match.entropy.parts == [bytes.fromhex(played.part), b"", b""]
    assert match.entropy.hashes[1] == sha256(played.unopened)


def test_an_outsider_verifies_with_the_lines_of_the_protocol(
    played: Played, stranger: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (lines,) = [block.text for block in blocks_of("docs/protocol.md") if block.language == "python"]
    text = stranger.web.get(path(played.made, "record")).text
    monkeypatch.chdir(tmp_path)
    (tmp_path / "match.jsonl").write_text(text)
    exec(compile(lines, "protocol.md", "exec"), {})
    for old, new in [(played.part, played.unopened), (sha256(played.part), sha256(played.unopened))]:
        (tmp_path / "match.jsonl").write_text(text.replace(old, new, 1))
        with pytest.raises(AssertionError):
            exec(compile(lines, "protocol.md", "exec"), {})
