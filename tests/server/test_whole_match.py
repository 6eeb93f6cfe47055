"""A match of two people and a bot, from its first message to its last, and what can be had of it afterwards."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from typing import Any

import pytest

from marchland.engine import record
from marchland.engine.retrospect import look_back
from marchland.games import load
from server.conftest import Finished
from server.world import Person, Server, entries, sentence_of

# -- while it is played ----------------------------------------------------------------------------------------------


def test_everybody_sees_the_end_and_the_same_result(finished: Finished) -> None:
    last = [wire.state for wire in finished.wires]
    assert [state["status"] for state in last] == ["over"] * 3
    assert sorted(last[0]["places"]) == [1, 2, 3]
    assert all(state["places"] == last[0]["places"] for state in last)
    assert all(state["picture"] == last[0]["picture"] for state in last)
    assert [state["seat"] for state in last] == [0, 1, -1]


def test_everybody_hears_the_same_story_in_order(finished: Finished) -> None:
    stories = [wire.events for wire in finished.wires]
    assert stories[0] == stories[1] == stories[2]
    numbers = [event["n"] for event in stories[0]]
    assert numbers == sorted(numbers)
    assert {seat for event in stories[0] for seat in event["seats"]} == {0, 1, 2}


def test_only_seats_that_decide_are_sent_options(finished: Finished) -> None:
    for wire in finished.wires:
        for state in wire.states:
            deciding = state["seat"] in state["deciders"]
            assert bool(state["spans"]) == deciding
            assert state["status"] == "running" or not deciding


def test_the_key_of_the_dice_stays_sealed_until_the_end(finished: Finished, server: Server) -> None:
    """Nobody is sent the key, or any part of it, by whatever way, while the match runs."""
    (dice,) = server.query("select dice from matches where id = ?", finished.id)[0]
    key = json.loads(dice)["key"]
    seal = hashlib.sha256(bytes.fromhex(key)).hexdigest()
    for wire in finished.wires:
        *before, _ = [text for text in wire.frames if '"status":"over"' not in text] + [""]
        assert len(before) > 50
        for text in before:
            assert key[:12] not in text and key[-12:] not in text
        for state in wire.states:
            assert (state["dice"]["hash"], state["dice"]["key"]) == (seal, key if state["status"] == "over" else None)
    for answer in (finished.info, finished.started):
        assert key[:12] not in json.dumps(answer)


def test_what_was_played_is_on_disk(finished: Finished, server: Server) -> None:
    rows = entries(server, finished.id)
    assert [row[0] for row in rows] == list(range(1, finished.wires[0].state["n"] + 1))
    assert {row[1] for row in rows} == {0, 1, 2}


# -- afterwards ------------------------------------------------------------------------------------------------------


def test_the_record_can_be_downloaded_by_anybody_and_verifies(finished: Finished, stranger: Person) -> None:
    answer = stranger.web.get(f"/api/matches/{finished.id}/record")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    assert finished.id in answer.headers["content-disposition"]
    read = record.read(answer.text)
    match = record.verify(read, load("campus"))
    assert match.table.places == finished.wires[0].state["places"]
    assert read.header["players"] == ["Ann", "Ben", "Random 3"]


def test_a_record_that_was_tampered_with_does_not_verify(finished: Finished, stranger: Person) -> None:
    text = stranger.web.get(f"/api/matches/{finished.id}/record").text
    with pytest.raises(record.RecordError, match="altered"):
        record.read(text.replace('"seat":0', '"seat":1', 1))


def test_the_server_checks_its_own_record(finished: Finished, stranger: Person) -> None:
    check = stranger.get(f"/api/matches/{finished.id}/check")
    assert check["ok"] is True
    assert hashlib.sha256(bytes.fromhex(check["key"])).hexdigest() == check["hash"]
    assert check["hash"] == finished.wires[0].state["dice"]["hash"]
    rolled = [dice for event in finished.wires[2].events for dice in [event["dice"]] if dice]
    for side in (0, 1):
        faces = [face for dice in rolled for face in dice[side]]
        assert check["faces"][side][1] == [faces.count(face) for face in range(1, 7)]


def test_the_summary_has_the_figures_of_the_record(finished: Finished, stranger: Person) -> None:
    """The same as 'marchland replay RECORD --summary --json' says of the record that the server gives."""
    text = stranger.web.get(f"/api/matches/{finished.id}/record").text
    match = record.verify(record.read(text), load("campus"))
    summary = stranger.get(f"/api/matches/{finished.id}/summary")
    assert summary == asdict(look_back(match))
    assert summary["places"] == finished.wires[0].state["places"]
    assert [point["n"] for point in summary["points"]][-1] == finished.wires[0].state["n"]


@pytest.mark.parametrize("seat", [-2, -1, 0, 1, 2])
def test_any_moment_can_be_seen_from_every_seat(finished: Finished, stranger: Person, seat: int) -> None:
    first = moment(stranger, finished.id, 0, seat)
    last = first["last"]
    assert last == finished.wires[0].state["n"]
    assert first["state"]["n"] == 0
    seen = {state["n"]: state for wire in finished.wires for state in wire.states if state["seat"] == seat}
    for n in {0, 1, last // 3, last // 2, last - 1, last}:
        shown = moment(stranger, finished.id, n, seat)["state"]
        assert (shown["n"], shown["seat"]) == (n, seat)
        assert shown["status"] == ("over" if n == last else "running")
        if n in seen:
            same = ("picture", "round", "active", "deciders", "stages", "prompt", "spans", "places", "status")
            assert [shown[name] for name in same] == [seen[n][name] for name in same]


def moment(person: Person, match: str, n: int, seat: int, since: int = -1) -> Any:
    return person.get(f"/api/matches/{match}/moment?n={n}&seat={seat}&since={since}")


def test_moments_tell_the_whole_story_piece_by_piece(finished: Finished, stranger: Person) -> None:
    last = finished.wires[0].state["n"]
    story = finished.wires[0].events
    pieces = [moment(stranger, finished.id, n, 0, n - 1)["state"]["events"] for n in range(last + 1)]
    assert [event for piece in pieces for event in piece] == story
    assert moment(stranger, finished.id, last // 2, 0)["state"]["events"] == [
        what for what in story if what["n"] <= last // 2
    ]
    assert moment(stranger, finished.id, 3, 0, last)["state"]["events"] == []


def test_the_milestones_of_a_match_are_what_was_told_of_it(finished: Finished, stranger: Person) -> None:
    found = stranger.get(f"/api/matches/{finished.id}/milestones")
    story = finished.wires[2].events
    for what in ("round", "battle", "blow"):
        told = [(event["n"], event["text"]) for event in story if event["role"] == what]
        assert [(one["n"], one["text"]) for one in found if one["what"] == what] == told
    captures = [one["text"] for one in found if one["what"] == "capture"]
    taken = [event["text"] for event in story if " takes " in event["text"] and "takes back" not in event["text"]]
    assert captures == taken
    assert found == sorted(found, key=lambda one: int(one["n"]))


def test_moments_that_do_not_exist(finished: Finished, stranger: Person) -> None:
    last = finished.wires[0].state["n"]
    assert moment(stranger, finished.id, last + 1000, 0)["state"]["n"] == last
    path = f"/api/matches/{finished.id}/moment"
    assert "seats are 0 to 2" in stranger.refused(409, "GET", f"{path}?n=0&seat=5")
    for query in ("n=-1", "n=x", "seat=-3", "seat=8", "n=1.5", "since=-2"):
        stranger.refused(422, "GET", f"{path}?{query}")


def test_nothing_more_can_be_played(finished: Finished) -> None:
    assert finished.ann.info(finished.id)["status"] == "over"
    assert finished.ann.info(finished.id)["places"] == finished.wires[0].state["places"]
    assert finished.ann.info(finished.id)["round"] == finished.wires[0].state["round"]
    assert finished.ann.info(finished.id)["your_turn"] is False


@pytest.mark.anyio
async def test_a_play_after_the_end_is_refused(finished: Finished) -> None:
    wire = await finished.ann.open(finished.id)
    reply = await wire.play(0)
    assert (reply["type"], reply["reason"]) == ("refused", "The match is over.")
    assert (await wire.ask("undo", n=wire.state["n"]))["type"] == "refused"
    await wire.close()


def test_only_players_of_a_finished_match_get_a_rematch(finished: Finished, ann: Person, stranger: Person) -> None:
    path = f"/api/matches/{finished.id}/rematch"
    stranger.refused(401, "POST", path)
    assert "Only players" in ann.refused(403, "POST", path)
    running = ann.new_match("random", start=True)
    assert "not over" in ann.refused(409, "POST", f"/api/matches/{running['id']}/rematch")


@pytest.mark.parametrize("what", ["record", "check", "moment?n=0&seat=-1", "moment?seat=-2"])
def test_while_a_match_runs_its_dice_stay_sealed(ann: Person, what: str) -> None:
    running = ann.new_match("random", start=True)
    assert "sealed" in ann.refused(409, "GET", f"/api/matches/{running['id']}/{what}")
    waiting = ann.new_match("open")
    ann.refused(404, "GET", f"/api/matches/{waiting['id']}/{what}")
    ann.refused(404, "GET", f"/api/matches/nosuchmatch/{what}")


def test_the_problem_of_a_running_match_is_a_problem_document(ann: Person) -> None:
    running = ann.new_match("random", start=True)
    answer = ann.web.get(f"/api/matches/{running['id']}/record")
    assert "not over" in sentence_of(answer, 409)
    assert "attachment" not in str(answer.headers)
