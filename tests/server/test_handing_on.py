"""Absence at a real server: messages at the socket, seats handed on by link, and a server that is killed meanwhile."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from server.world import SHORT, Person, Server, Wire, entries, pick, play_on, running, wait_until

pytestmark = pytest.mark.anyio

People = Callable[..., Person]


def pair(server: Server, people: People, *others: str, **how: Any) -> tuple[Person, Person, str]:
    """Ann and Ben in a match that runs."""
    ann, ben = people(server, "Ann"), people(server, "Ben")
    made = ann.new_match("open", *others, **how)
    ben.join(made)
    ann.post(f"/api/matches/{made['id']}/start")
    return ann, ben, made["id"]


async def opened(*people: Person, match: str) -> list[Wire]:
    return [await person.open(match) for person in people]


async def to_move(*wires: Wire) -> tuple[Wire, Wire]:
    """Who has to move, and who waits."""
    first, second = wires
    return (first, second) if first.state["spans"] else (second, first)


def away(state: Any) -> dict[int, str]:
    return {one["seat"]: one["away"] for one in state["seats"] if one["away"]}


# -- messages --------------------------------------------------------------------------------------------------------


async def test_a_player_leaves_and_is_back(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people)
    moving, waiting = await to_move(*await opened(ann, ben, match=match))
    seat = moving.state["seat"]
    n = moving.state["n"]
    assert (await moving.ask("leave", bot="nobody"))["reason"].startswith("There is no bot 'nobody'")
    assert (await moving.ask("leave", bot="random"))["type"] == "ack"
    await waiting.until(lambda state: away(state) == {seat: "handed"})
    refused = await moving.ask("play", n=n, action=0)
    assert refused["type"] == "refused"
    await waiting.until(lambda state: bool(state["spans"]))
    assert {row[1] for row in entries(server, match)} == {seat}
    assert (await moving.ask("back"))["type"] == "ack"
    assert away(moving.state) == {}
    rng = random.Random(1)
    await play_on(waiting, rng, until=lambda state: not state["spans"])
    await moving.until(lambda state: bool(state["spans"]))
    assert (await moving.play(pick(moving.state, rng)))["type"] == "ack"
    for wire in (moving, waiting):
        await wire.close()


async def test_spectators_do_none_of_it(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people)
    eve = people(server, "Eve")
    wire = await eve.open(match)
    for kind, more in (("leave", {"bot": "random"}), ("back", {}), ("resign", {}), ("abort", {})):
        assert (await wire.ask(kind, **more))["reason"] == "You have no seat in this match."
    for path in ("handover", "handover/withdraw", "leave"):
        assert eve.refused(403, "POST", f"/api/matches/{match}/{path}") == "You have no seat in this match."
    assert people(server).refused(401, "POST", f"/api/matches/{match}/handover")
    assert ann.info(match)["status"] == ben.info(match)["status"] == "running"
    await wire.close()


async def test_a_match_ends_when_all_but_one_have_resigned(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people)
    mine, his = await opened(ann, ben, match=match)
    assert ann.refused(409, "GET", f"/api/matches/{match}/record")
    assert (await his.ask("resign"))["type"] == "ack"
    await mine.until(lambda state: state["status"] == "over")
    assert mine.state["places"] == [1, 2]
    assert (await mine.ask("play", n=mine.state["n"], action=0))["reason"] == "The match is over."
    check = ann.get(f"/api/matches/{match}/check")
    assert check["ok"]
    assert hashlib.sha256(bytes.fromhex(check["key"])).hexdigest() == check["hash"] == mine.state["dice"]["hash"]
    assert '"ended":{"why":"resigned","places":[1,2]}' in ann.web.get(f"/api/matches/{match}/record").text
    reason = ann.get(f"/api/matches/{match}/summary")["reason"]
    assert (reason["how"], reason["text"]) == ("resigned", "All others have resigned, so Ann has won")
    assert ann.get(f"/api/matches/{match}/moment?n=9")["state"]["status"] == "over"
    for wire in (mine, his):
        await wire.close()


async def test_a_match_is_called_off(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people)
    mine, his = await opened(ann, ben, match=match)
    assert (await his.ask("abort"))["type"] == "ack"
    await mine.until(lambda state: state["status"] == "aborted")
    for path in ("record", "check", "summary", "moment"):
        assert "called off" in ann.refused(409, "GET", f"/api/matches/{match}/{path}")
    assert [info["status"] for info in ann.get("/api/lobby")["mine"] if info["id"] == match] == ["aborted"]
    assert (await mine.ask("resign"))["reason"] == "The match is over."
    for wire in (mine, his):
        await wire.close()


# -- handing on ------------------------------------------------------------------------------------------------------


def handed(holder: Person, match: str) -> str:
    return str(holder.post(f"/api/matches/{match}/handover")["link"])


async def test_a_seat_goes_to_whoever_takes_it_by_the_link(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people)
    cyd = people(server, "Cyd")
    mine, second, his = await opened(ann, ann, ben, match=match)
    link = handed(ann, match)
    found = cyd.post(f"/api/handovers/{link}")
    assert (found["match"]["id"], found["seat"], found["holder"]) == (match, 0, "Ann")
    # To look changes nothing, and nobody needs a name for it.
    assert people(server).post(f"/api/handovers/{link}")["holder"] == "Ann"
    assert ann.info(match)["seats"][0]["mine"]
    people(server).refused(401, "POST", f"/api/handovers/{link}/take")
    taken = cyd.post(f"/api/handovers/{link}/take")
    assert (taken["seats"][0]["mine"], taken["seats"][0]["name"]) == (True, "Cyd")
    assert [await mine.closed(), await second.closed()] == [4403, 4403]
    await his.until(lambda state: state["players"] == ["Cyd", "Ben"])
    # Who had the seat is a spectator like any other.
    again = await ann.open(match)
    assert (again.state["seat"], again.state["spans"]) == (-1, [])
    assert (await again.ask("resign"))["reason"] == "You have no seat in this match."
    hers = await cyd.open(match)
    assert hers.state["seat"] == 0
    await asyncio.gather(play_on(hers, random.Random(1)), play_on(his, random.Random(2)))
    assert ann.info(match)["seats"][0]["name"] == "Cyd"
    assert '"players":["Cyd","Ben"]' in ann.web.get(f"/api/matches/{match}/record").text
    for wire in (his, again, hers):
        await wire.close()


async def test_what_was_whispered_to_the_former_player_is_not_for_the_next(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people)
    cyd = people(server, "Cyd")
    mine, his = await opened(ann, ben, match=match)

    def read(person: Person) -> list[tuple[int, str]]:
        return [(line["number"], line["text"]) for line in person.web.get(f"/api/matches/{match}/chat").json()]

    await his.ask("say", text="Hello", to=None)
    await his.ask("say", text="Beware of Cyd", to=0)
    await mine.ask("say", text="I do", to=1)
    cyd.post(f"/api/handovers/{handed(ann, match)}/take")
    hers = await cyd.open(match)
    # Whoever lets a bot play at once is none the wiser.
    await hers.ask("leave", bot="random")
    await hers.ask("back")
    assert read(cyd) == [(1, "Hello")]
    await his.ask("say", text="Welcome", to=0)
    assert read(cyd) == [(1, "Hello"), (2, "Welcome")]
    assert [number for number, _ in read(ben)] == [1, 2, 3, 4]
    # Nor is who has come taken for who has read the words before.
    told = ben.web.get(f"/api/matches/{match}/chat").json()
    assert [line["whom"] for line in told] == [None, None, "Ben", "Cyd"]
    assert read(ann) == [(1, "Hello")]
    for wire in (his, hers):
        await wire.close()


async def test_a_whisper_reaches_nobody_who_has_come_to_the_seat_meanwhile(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people)
    cyd = people(server, "Cyd")
    his = await ben.open(match)
    assert (await his.ask("say", text="Beware of Cyd", to=0, name="Ann"))["type"] == "ack"
    cyd.post(f"/api/handovers/{handed(ann, match)}/take")
    said = await his.ask("say", text="She is coming", to=0, name="Ann")
    assert said["reason"] == "Cyd has this seat now, not Ann; choose again who is to read it."
    assert cyd.get(f"/api/matches/{match}/chat") == []
    assert (await his.ask("say", text="Welcome", to=0, name="Cyd"))["type"] == "ack"
    assert [line["text"] for line in cyd.get(f"/api/matches/{match}/chat")] == ["Welcome"]
    await his.close()


async def test_the_seat_of_a_closed_match_is_seen_by_whoever_has_the_link(server: Server, people: People) -> None:
    """Strangers see nothing of it before, and nothing else by it."""
    ann, ben = people(server, "Ann"), people(server, "Ben")
    match = ann.new_match("random", start=True, watch=False)["id"]
    link = ann.post(f"/api/matches/{match}/handover")["link"]
    ben.refused(404, "GET", f"/api/matches/{match}")
    offered = ben.post(f"/api/handovers/{link}")
    assert (offered["holder"], offered["seat"], offered["match"]["id"]) == ("Ann", 0, match)
    assert not any(seat["mine"] for seat in offered["match"]["seats"])
    ben.refused(404, "GET", f"/api/matches/{match}")
    assert ben.post(f"/api/handovers/{link}/take")["seats"][0]["mine"]
    assert "leads to no seat" in ann.refused(404, "POST", f"/api/handovers/{link}")


async def test_a_link_serves_once(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people)
    cyd, dan = people(server, "Cyd"), people(server, "Dan")
    link = handed(ann, match)
    # Not even for those who have a seat, and it stays good after they have tried.
    for seated in (ann, ben):
        sentence = seated.refused(409, "POST", f"/api/handovers/{link}/take")
        assert sentence == "You have a seat in this match already."
    cyd.post(f"/api/handovers/{link}/take")
    for path in (f"/api/handovers/{link}", f"/api/handovers/{link}/take"):
        assert "leads to no seat" in dan.refused(404, "POST", path)


async def test_many_take_the_same_seat_and_one_gets_it(server: Server, people: People) -> None:
    ann, _, match = pair(server, people)
    link = handed(ann, match)
    crowd = [people(server, f"Guest {number}") for number in range(6)]
    answers = await asyncio.gather(*(asyncio.to_thread(one.web.post, f"/api/handovers/{link}/take") for one in crowd))
    assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404, 404, 404]
    winner = next(one for one, answer in zip(crowd, answers, strict=True) if answer.status_code == 200)
    assert ann.info(match)["seats"][0]["name"] == winner.me["name"]


async def test_an_offer_is_taken_back_or_made_anew(server: Server, people: People) -> None:
    ann, _, match = pair(server, people)
    cyd = people(server, "Cyd")
    first = handed(ann, match)
    second = handed(ann, match)
    cyd.refused(404, "POST", f"/api/handovers/{first}/take")
    ann.post(f"/api/matches/{match}/handover/withdraw")
    cyd.refused(404, "POST", f"/api/handovers/{second}/take")
    cyd.refused(404, "POST", "/api/handovers/anything")
    assert ann.info(match)["seats"][0]["mine"]
    # Who takes an offer back that was never made has done no harm.
    assert ann.post(f"/api/matches/{match}/handover/withdraw") is None


async def test_who_offers_a_seat_is_told_as_long_as_the_link_is_out(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people)
    ann.new_match("random", start=True)

    def offers(person: Person) -> list[tuple[str, int]]:
        mine = person.get("/api/lobby")["mine"]
        assert person.info(match)["seats"] in [info["seats"] for info in mine]
        return [(info["id"], seat["seat"]) for info in mine for seat in info["seats"] if seat["offered"]]

    device = people(server)
    device.post(f"/api/seats/{ann.seat_link(match)}/open")
    handed(ann, match)
    assert offers(ann) == [(match, 0)]
    # Nobody else is, nor a device that has the seat alone.
    assert offers(ben) == []
    assert not any(seat["offered"] for seat in device.info(match)["seats"])
    ann.post(f"/api/matches/{match}/handover/withdraw")
    assert offers(ann) == []
    people(server, "Cyd").post(f"/api/handovers/{handed(ann, match)}/take")
    assert offers(ann) == []


async def test_nobody_who_reads_the_database_can_use_a_link(server: Server, people: People) -> None:
    ann, _, match = pair(server, people)
    link = handed(ann, match)
    ((stored, kind, seat),) = server.query("select hash, type, seat from links where match = ? and seat = 0", match)
    assert (stored, kind, seat) == (hashlib.sha256(link.encode()).hexdigest(), "handover", 0)
    people(server, "Eve").refused(404, "POST", f"/api/handovers/{stored}/take")


async def test_links_and_sessions_of_the_former_player_die_with_the_seat(server: Server, people: People) -> None:
    ann, _, match = pair(server, people)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    for kind, seat in (("seat", 0), ("seat", 1), ("invite", None)):
        values = (f"{kind} {seat} of {match}", kind, match, seat, now)
        server.query("insert into links (hash, type, match, seat, created) values (?, ?, ?, ?, ?)", *values)
    for seat in (0, 1):
        values = (f"limited {seat} {match}", f"id {seat} {match}", ann.me["id"], match, seat, now, now, now)
        columns = "token_hash, id, person, match, seat, created, used, expires, device"
        server.query(f"insert into sessions ({columns}) values (?, ?, ?, ?, ?, ?, ?, ?, 'phone')", *values)
    people(server, "Cyd").post(f"/api/handovers/{handed(ann, match)}/take")
    left = server.query("select distinct type, seat from links where match = ? order by type", match)
    assert left == [("invite", None), ("seat", 1)]
    assert server.query("select seat from sessions where match = ?", match) == [(1,)]
    # The former player's own session is as it was.
    assert ann.get("/api/me")["name"] == "Ann"


async def test_whoever_resigned_or_ended_hands_nothing_on(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people, "random", "random")
    link = handed(ben, match)
    wire = await ben.open(match)
    await wire.ask("resign")
    people(server, "Cyd").refused(404, "POST", f"/api/handovers/{link}/take")
    assert "for good" in ben.refused(409, "POST", f"/api/matches/{match}/handover")
    await wire.close()
    ann, ben, match = pair(server, people)
    link = handed(ann, match)
    wire = await ben.open(match)
    await wire.ask("resign")
    assert people(server, "Cyd").refused(409, "POST", f"/api/handovers/{link}/take") == "The match is over."
    assert "while its match is being played" in ann.refused(409, "POST", f"/api/matches/{match}/handover")
    await wire.close()
    made = ann.new_match("open")
    assert "being played" in ann.refused(409, "POST", f"/api/matches/{made['id']}/handover")


async def test_a_seat_that_a_bot_plays_is_taken_from_the_bot(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people)
    mine, his = await opened(ann, ben, match=match)
    await mine.ask("leave", bot="random")
    cyd = people(server, "Cyd")
    taken = cyd.post(f"/api/handovers/{handed(ann, match)}/take")
    assert taken["seats"][0]["away"] is None
    await his.until(lambda state: state["players"][0] == "Cyd" and away(state) == {})
    for wire in (mine, his):
        await wire.close()


# -- time ------------------------------------------------------------------------------------------------------------


def shift(server: Server, match: str, seconds: int) -> None:
    """Let so much time have passed while the server was down."""
    then = (datetime.now(UTC) - timedelta(seconds=seconds)).isoformat(timespec="seconds")
    server.query("update matches set started = ? where id = ?", then, match)
    server.query("update entries set at = ? where match = ?", then, match)


async def test_time_outs_survive_a_killed_server(tmp_path: Path, people: People) -> None:
    with running(tmp_path) as server:
        ann, ben, match = pair(server, people, patience=3600)
        moving, waiting = await to_move(*await opened(ann, ben, match=match))
        seat = moving.state["seat"]
        assert moving.state["seats"][0]["deadline"] > moving.state["clock"] + 3500
        server.kill()
        # Not yet: after the restart everything is as it was.
        shift(server, match, 3000)
        server.start()
        wire = await waiting.person.open(match)
        (shown,) = wire.state["seats"]
        assert shown["away"] is None
        assert 0 < shown["deadline"] - wire.state["clock"] <= 600
        await wire.close()
        server.kill()
        shift(server, match, 3600)
        server.start()
        # Nobody looks, and it is judged all the same.
        wait_until(lambda: entries(server, match), "the bot plays for who was not there")
        assert server.query("select away, stand_in from seats where match = ? and seat = ?", match, seat) == [
            ("absent", "gentle")
        ]
        assert ann.info(match)["seats"][seat]["away"] == "absent"
        assert {row[1] for row in entries(server, match)} == {seat}
        server.kill()
        server.start()
        # It is still so; and whoever does anything is back.
        wire = await moving.person.open(match)
        assert away(wire.state) == {seat: "absent"}
        # But for one thing that may be the bot's to decide.
        while "a bot decides" in (reply := await wire.ask("play", n=wire.state["n"], action=0))["reason"]:
            pass
        assert reply["type"] == "refused"
        await wire.until(lambda state: away(state) == {})
        await wire.close()
        assert "Traceback" not in server.faults()


async def test_the_server_watches_the_time_by_itself(tmp_path: Path, people: People) -> None:
    with running(tmp_path) as server:
        ann, ben, match = pair(server, people, patience=60, options=SHORT)
        server.kill()
        server.query("update matches set patience = 1")
        server.start()
        mine, his = await opened(ann, ben, match=match)
        # Neither moves: one after the other becomes absent, and then the match rests.
        for wire in (mine, his):
            await wire.until(lambda state: away(state) == {0: "absent", 1: "absent"})
        rest = entries(server, match)
        assert len({row[1] for row in rest}) == 1
        assert (await his.ask("back"))["type"] == "ack"
        await mine.until(lambda state: away(state) == {0: "absent"})
        for wire in (mine, his):
            await wire.close()
