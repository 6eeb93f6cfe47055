"""A seat that was handed to a friend is still whose it was: who takes it back, and names and rematches meanwhile."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from server.test_handing_on import People, handed, opened, pair, to_move
from server.world import Person, Server, pick, play_on, wait_until

pytestmark = pytest.mark.anyio


def lent(holder: Person, match: str, friend: Person) -> Any:
    """The seat of the holder goes to a friend, as the friend sees it."""
    return friend.post(f"/api/handovers/{handed(holder, match)}/take")


def taken_back(owner: Person, match: str) -> Any:
    return owner.post(f"/api/matches/{match}/handover/back")


async def test_who_has_handed_a_seat_on_takes_it_back(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people, watch=False)
    cyd = people(server, "Cyd")
    his = await ben.open(match)
    assert lent(ann, match, cyd)["seats"][0]["lender"] == "Ann"
    hers = await cyd.open(match)
    link = cyd.post(f"/api/matches/{match}/seat-link")["link"]
    # Closed to strangers, but not to whose seat it is.
    (listed,) = ann.get("/api/lobby")["mine"]
    assert (listed["id"], listed["your_turn"]) == (match, False)
    assert [(seat["name"], seat["mine"], seat["lent"]) for seat in listed["seats"]] == [
        ("Cyd", False, True),
        ("Ben", False, False),
    ]
    assert not any(seat["lent"] for seat in ben.info(match)["seats"] + cyd.info(match)["seats"])
    mine = await ann.open(match)
    assert mine.state["seat"] == -1
    # Those of the set-up are many: somebody plays meanwhile.
    rng = random.Random(1)
    await asyncio.gather(*(play_on(wire, rng, until=lambda state: state["n"] > 6) for wire in (hers, his)))
    back = taken_back(ann, match)
    assert [(seat["name"], seat["mine"], seat["lender"]) for seat in back["seats"]] == [
        ("Ann", True, None),
        ("Ben", False, None),
    ]
    assert await hers.closed() == 4403
    await his.until(lambda state: state["players"] == ["Ann", "Ben"])
    cyd.refused(404, "GET", f"/api/matches/{match}")
    cyd.refused(404, "POST", f"/api/seats/{link}")
    assert cyd.get("/api/lobby")["mine"] == []
    assert "handed on no seat" in ann.refused(403, "POST", f"/api/matches/{match}/handover/back")
    again = await ann.open(match)
    assert again.state["seat"] == 0
    await asyncio.gather(play_on(again, rng), play_on(his, rng))
    played = ann.info(match)["seats"][0]["played"]
    assert (played.startswith("Cyd, from "), played.endswith(" Ann")) == (True, True)
    for wire in (mine, his, again):
        await wire.close()


async def test_it_is_taken_back_from_whoever_plays_it_by_then(server: Server, people: People) -> None:
    ann, _, match = pair(server, people)
    cyd, dan = people(server, "Cyd"), people(server, "Dan")
    lent(ann, match, cyd)
    assert lent(cyd, match, dan)["seats"][0]["lender"] == "Ann"
    assert "handed on no seat" in cyd.refused(403, "POST", f"/api/matches/{match}/handover/back")
    offered = handed(dan, match)
    assert taken_back(ann, match)["seats"][0]["mine"]
    assert "leads to no seat" in cyd.refused(404, "POST", f"/api/handovers/{offered}/take")


async def test_who_comes_back_by_a_link_owes_the_seat_to_nobody(server: Server, people: People) -> None:
    ann, _, match = pair(server, people)
    cyd = people(server, "Cyd")
    lent(ann, match, cyd)
    assert lent(cyd, match, ann)["seats"][0]["lender"] is None
    assert "handed on no seat" in cyd.refused(403, "POST", f"/api/matches/{match}/handover/back")


async def test_a_seat_is_not_taken_back_by_others_nor_too_late(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people, "random")
    cyd, eve = people(server, "Cyd"), people(server, "Eve")
    path = f"/api/matches/{match}/handover/back"
    lent(ann, match, cyd)
    for other in (ben, cyd, eve):
        assert other.refused(403, "POST", path) == "You have handed on no seat of this match."
    people(server).refused(401, "POST", path)
    # Nobody plays two.
    lent(ben, match, ann)
    assert ann.refused(409, "POST", path) == "You have a seat in this match already."
    ann, ben, match = pair(server, people)
    lent(ann, match, eve)
    his = await ben.open(match)
    await his.ask("resign")
    assert ann.refused(409, "POST", f"/api/matches/{match}/handover/back") == "The match is over."
    await his.close()
    made = ann.new_match("open")
    assert "not being played" in ann.refused(409, "POST", f"/api/matches/{made['id']}/handover/back")
    closed = ben.new_match("random", start=True, watch=False)["id"]
    ann.refused(404, "POST", f"/api/matches/{closed}/handover/back")


async def test_whose_seat_is_lent_keeps_the_own_name(server: Server, people: People) -> None:
    """Neither who plays it, nor anybody else there, looks like whose it is, who may come back any time."""
    ann, ben, match = pair(server, people)
    cyd = people(server, "Cyd")
    lent(ann, match, cyd)
    for other in (ben, cyd):
        for name in ("Ann", "\u0410nn"):
            assert "Choose another name" in other.refused(409, "POST", "/api/guests", {"name": name})
    assert "Choose another name" in ann.refused(409, "POST", "/api/guests", {"name": "Ben"})
    second = people(server, "Ann")
    assert '"Ann" is also the name' in second.refused(409, "POST", f"/api/handovers/{handed(ben, match)}/take")
    assert [seat["name"] for seat in taken_back(ann, match)["seats"]] == ["Ann", "Ben"]


async def test_nobody_takes_the_name_of_who_has_played_there(server: Server, people: People) -> None:
    """Who played is told by their names."""
    ann, ben, match = pair(server, people)
    wires = await opened(ann, ben, match=match)
    moving, _ = await to_move(*wires)
    holder = ann if moving is wires[0] else ben
    cyd = people(server, "Cyd")
    lent(holder, match, cyd)
    hers = await cyd.open(match)
    await hers.play(pick(hers.state, random.Random(1)))
    taken_back(holder, match)
    for other in (ann, ben):
        assert "Choose another name" in other.refused(409, "POST", "/api/guests", {"name": "Cyd"})
    # Nor does anybody come under it, but Cyd herself.
    link = handed(ben if holder is ann else ann, match)
    said = people(server, "C\u0443d").refused(409, "POST", f"/api/handovers/{link}/take")
    assert said.startswith('"C\u0443d" looks like "Cyd", who has played in this match.')
    cyd.post(f"/api/handovers/{link}/take")
    for wire in (*wires, hers):
        await wire.close()


async def test_a_rematch_is_for_whose_seat_it_was(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people)
    cyd = people(server, "Cyd")
    lent(ann, match, cyd)
    his = await ben.open(match)
    await his.ask("resign")
    await his.close()
    again = ben.post(f"/api/matches/{match}/rematch")
    assert [seat["invited"] for seat in again["seats"]] == ["Ann", None]
    ann, ben, match = pair(server, people)
    lent(ann, match, cyd)
    his = await ben.open(match)
    await his.ask("resign")
    await his.close()
    said = cyd.refused(403, "POST", f"/api/matches/{match}/rematch")
    assert said == "You have played for Ann, who can ask for a rematch."
    again = ann.post(f"/api/matches/{match}/rematch")
    assert [(seat["mine"], seat["invited"]) for seat in again["seats"]] == [(True, None), (False, "Ben")]
    assert [person.info(match)["rematch"] for person in (ann, ben, cyd)] == [again["id"], again["id"], None]


async def test_who_plays_for_another_and_lends_the_own_seat_has_one_in_the_rematch(
    server: Server, people: People
) -> None:
    ann, ben, match = pair(server, people)
    zoe = people(server, "Zoe")
    lent(ann, match, zoe)
    lent(ben, match, ann)
    for player in (zoe, ann):
        wire = await player.open(match)
        await wire.ask("leave", bot="random")
        await wire.close()
    wait_until(lambda: ann.info(match)["status"] == "over", "the bots have played it to the end")
    again = ann.post(f"/api/matches/{match}/rematch")
    assert [(seat["mine"], seat["invited"]) for seat in again["seats"]] == [(True, None), (False, "Ben")]


async def test_nobody_was_last_here_before_they_came(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people)
    hers = await ann.open(match)
    await hers.close()
    server.query("update seats set here_at = '2020-01-01T00:00:00+00:00' where match = ? and seat = 0", match)
    server.stop()
    server.start()
    lent(ann, match, people(server, "Cyd"))
    his = await ben.open(match)
    assert his.state["last_here"][0] > "2026"
    await his.close()


async def test_who_plays_for_somebody_does_not_give_up_for_them(server: Server, people: People) -> None:
    """It would be for good, and perhaps for the sake of whoever wins by it."""
    ann, ben, match = pair(server, people)
    dan = people(server, "Dan")
    lent(ann, match, dan)
    his = await dan.open(match)
    for deed in ("resign", "abort"):
        refused = await his.ask(deed)
        assert refused["reason"].startswith("You play this seat for somebody else, who alone can give it up")
    await his.close()
    assert ben.info(match)["status"] == "running"
    taken_back(ann, match)
    hers = await ann.open(match)
    assert (await hers.ask("resign"))["type"] == "ack"
    await hers.close()
    assert (ben.info(match)["status"], ben.info(match)["places"]) == ("over", [2, 1])


async def test_a_resignation_outlives_the_account(server: Server, people: People) -> None:
    """It stays for good, and counts when only one is left."""
    ann, ben, cyd = (people(server, name) for name in ("Ann", "Ben", "Cyd"))
    made = ann.new_match("open", "open")
    for other in (ben, cyd):
        other.join(made)
    match = made["id"]
    ann.post(f"/api/matches/{match}/start")
    cyd.post("/api/account", WORD)
    for person in (cyd, ben):
        wire = await person.open(match)
        await wire.ask("resign")
        if person is cyd:
            cyd.post("/api/account/delete", WORD)
            assert ann.info(match)["seats"][2]["away"] == "resigned"
        await wire.close()
    assert (ann.info(match)["status"], ann.info(match)["places"]) == ("over", [1, 2, 3])


async def test_what_was_whispered_to_who_played_for_somebody_is_not_for_them(server: Server, people: People) -> None:
    ann, ben, match = pair(server, people)
    cyd = people(server, "Cyd")
    lent(ann, match, cyd)
    his = await ben.open(match)
    await his.ask("say", text="Ann plays badly", to=0)
    await his.ask("say", text="Hello", to=None)
    taken_back(ann, match)
    assert [line["text"] for line in ann.get(f"/api/matches/{match}/chat")] == ["Hello"]
    await his.close()


WORD = {"password": "correct horse"}


async def test_a_seat_is_taken_back_from_a_deleted_account(server: Server, people: People) -> None:
    ann, _, match = pair(server, people)
    cyd = people(server, "Cyd")
    cyd.post("/api/account", WORD)
    lent(ann, match, cyd)
    cyd.post("/api/account/delete", WORD)
    assert ann.info(match)["seats"][0]["away"] == "handed"
    seat = taken_back(ann, match)["seats"][0]
    assert (seat["name"], seat["mine"], seat["away"]) == ("Ann", True, None)


@pytest.mark.parametrize("moved", [False, True])
async def test_a_deleted_account_lends_nothing(server: Server, people: People, moved: bool) -> None:
    ann, ben, match = pair(server, people)
    cyd, dan = people(server, "Cyd"), people(server, "Dan")
    ann.post("/api/account", WORD)
    if moved:
        wires = await opened(ann, ben, match=match)
        moving, _ = await to_move(*wires)
        await moving.play(pick(moving.state, random.Random(1)))
        for wire in wires:
            await wire.close()
    lent(ann, match, cyd)
    ann.post("/api/account/delete", WORD)
    seat = cyd.info(match)["seats"][0]
    assert (seat["name"], seat["mine"], seat["away"], seat["lender"]) == ("Cyd", True, None, None)
    # So it is Cyd's, and from Dan she can take it back.
    assert lent(cyd, match, dan)["seats"][0]["lender"] == "Cyd"
    assert taken_back(cyd, match)["seats"][0]["mine"]


async def test_nobody_logs_in_in_place_of_who_has_lent_a_seat(server: Server, people: People) -> None:
    ann, _, match = pair(server, people)
    eve = people(server, "Eve")
    eve.post("/api/account", WORD)
    lent(ann, match, people(server, "Cyd"))
    assert "log out first" in ann.refused(409, "POST", "/api/login", {"name": "Eve", **WORD})
