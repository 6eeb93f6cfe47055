"""Who may see a match, invites, removing somebody, and rematches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from server.conftest import Finished
from server.world import Person, Server, Wire

People = Callable[..., Person]

WHAT = ["", "/catalogue", "/chat", "/record", "/check", "/summary", "/moment?n=0&seat=-1"]


def closed_match(ann: Person, ben: Person, **how: Any) -> Any:
    """One that strangers may not watch."""
    made = ann.new_match("open", watch=False, **how)
    ben.join(made)
    ann.post(f"/api/matches/{made['id']}/start")
    return made


def mine(person: Person) -> list[str]:
    return [match["id"] for match in person.get("/api/lobby")["mine"]]


def over(server: Server, match: str) -> None:
    server.query("update matches set status = 'over' where id = ?", match)


# -- seeing ----------------------------------------------------------------------------------------------------------


@pytest.mark.anyio
@pytest.mark.parametrize("known", [False, True])
async def test_a_closed_match_is_not_there_for_strangers(ann: Person, ben: Person, people: People, known: bool) -> None:
    match = closed_match(ann, ben)["id"]
    eve = people(ann.server, "Eve" if known else "")
    nowhere = "nosuchmatch"
    for what in WHAT:
        hidden = eve.refused(404, "GET", f"/api/matches/{match}{what}")
        # The sentence is the one for matches that do not exist.
        assert hidden.replace(match, nowhere) == eve.refused(404, "GET", f"/api/matches/{nowhere}{what}")
    if known:
        for what in ("join", "leave", "start", "rematch", "invite", "invite/renew", "seat-link"):
            eve.refused(404, "POST", f"/api/matches/{match}/{what}", {})
    wire = await Wire.open(eve, match)
    assert await wire.closed() == 4404
    assert wire.frames == []
    assert match not in str(eve.get("/api/lobby"))


def test_its_players_see_it(ann: Person, ben: Person, finished: Finished) -> None:
    match = closed_match(ann, ben)["id"]
    for person in (ann, ben):
        assert person.info(match)["watch"] is False
        person.get(f"/api/matches/{match}/catalogue")
        person.get(f"/api/matches/{match}/chat")
    assert stays_as_before(finished)


def stays_as_before(finished: Finished) -> bool:
    """A match that may be watched is there for everybody."""
    return bool(finished.eve.get(f"/api/matches/{finished.id}/check")["ok"])


def test_a_finished_one_shows_its_record_to_its_players_alone(finished: Finished, server: Server) -> None:
    server.query("update matches set watch = 0 where id = ?", finished.id)
    try:
        for what in WHAT:
            assert finished.ann.web.get(f"/api/matches/{finished.id}{what}").status_code == 200
            finished.eve.refused(404, "GET", f"/api/matches/{finished.id}{what}")
    finally:
        server.query("update matches set watch = 1 where id = ?", finished.id)


@pytest.mark.anyio
async def test_whoever_has_an_invite_may_look(ann: Person, ben: Person, stranger: Person) -> None:
    made = closed_match(ann, ben)
    match, invite = made["id"], made["invite"]
    assert stranger.post(f"/api/invites/{invite}")["id"] == match
    for what in WHAT[:3]:
        stranger.refused(404, "GET", f"/api/matches/{match}{what}?invite=wrong")
        stranger.get(f"/api/matches/{match}{what}?invite={invite}")
    wire = await Wire.open(stranger, match, query=f"&invite={invite}")
    assert (await wire.receive())["seat"] == -1
    # An invite to another match opens nothing here.
    other = ann.new_match("open")["invite"]
    stranger.refused(404, "GET", f"/api/matches/{match}?invite={other}")
    # When the invites are renewed, so much for those who came by one.
    renewed = ann.post(f"/api/matches/{match}/invite/renew")["link"]
    assert await wire.closed() == 4403
    stranger.refused(404, "GET", f"/api/matches/{match}?invite={invite}")
    stranger.get(f"/api/matches/{match}?invite={renewed}")


def test_a_public_one_that_is_not_watched_is_seen_while_it_waits(ann: Person, ben: Person, stranger: Person) -> None:
    made = ann.new_match("open", public=True, watch=False)
    assert stranger.info(made["id"])["watch"] is False
    ben.post(f"/api/matches/{made['id']}/join", {})
    ann.post(f"/api/matches/{made['id']}/start")
    stranger.refused(404, "GET", f"/api/matches/{made['id']}")


def test_leaving_a_closed_match_one_sees_it_no_more(ann: Person, ben: Person) -> None:
    made = ann.new_match("open", watch=False)
    ben.join(made)
    assert ben.post(f"/api/matches/{made['id']}/leave") is None
    ben.refused(404, "GET", f"/api/matches/{made['id']}")
    assert ann.info(made["id"])["seats"][1]["kind"] == "open"
    assert ben.join(made)["seats"][1]["mine"] is True


# -- invites ---------------------------------------------------------------------------------------------------------


def test_anybody_at_the_table_invites(ann: Person, ben: Person, people: People) -> None:
    made = ann.new_match("open", "open", "open")
    ben.join(made)
    link = ben.post(f"/api/matches/{made['id']}/invite")["link"]
    assert link != made["invite"]
    cyd, dan = people(ann.server, "Cyd"), people(ann.server, "Dan")
    assert "Only players" in cyd.refused(403, "POST", f"/api/matches/{made['id']}/invite")
    # The earlier ones still work.
    cyd.join(made)
    dan.post(f"/api/matches/{made['id']}/join", {"invite": link})
    assert [seat["name"] for seat in ann.info(made["id"])["seats"]] == ["Ann", "Ben", "Cyd", "Dan"]


def test_the_creator_renews_the_invites(ann: Person, ben: Person, people: People) -> None:
    made = ann.new_match("open", "open")
    ben.join(made)
    bens = ben.post(f"/api/matches/{made['id']}/invite")["link"]
    assert "Only the player who made" in ben.refused(403, "POST", f"/api/matches/{made['id']}/invite/renew")
    renewed = ann.post(f"/api/matches/{made['id']}/invite/renew")["link"]
    cyd = people(ann.server, "Cyd")
    for dead in (bens, made["invite"]):
        assert "renewed" in cyd.refused(404, "POST", f"/api/invites/{dead}")
        cyd.refused(403, "POST", f"/api/matches/{made['id']}/join", {"invite": dead})
    cyd.post(f"/api/matches/{made['id']}/join", {"invite": renewed})


def test_an_invite_to_another_match_lets_nobody_in(ann: Person, ben: Person) -> None:
    made, other = ann.new_match("open"), ann.new_match("open")
    ben.refused(403, "POST", f"/api/matches/{made['id']}/join", {"invite": other["invite"]})


# -- removing --------------------------------------------------------------------------------------------------------


def test_the_creator_removes_somebody_before_the_start(ann: Person, ben: Person) -> None:
    made = ann.new_match("open", "open", "random")
    path = f"/api/matches/{made['id']}/remove"
    ben.join(made)
    assert "Only the player who made" in ben.refused(403, "POST", path, {"seat": 0})
    for seat, said in ((0, "your own seat"), (2, "Nobody"), (3, "Nobody"), (7, "Nobody")):
        assert said in ann.refused(409, "POST", path, {"seat": seat})
    ann.refused(422, "POST", path, {"seat": -1})
    assert ann.post(path, {"seat": 1})["seats"][1]["kind"] == "open"
    assert made["id"] not in mine(ben)
    ben.join(made)
    ann.post(f"/api/matches/{made['id']}/start")
    assert "begun" in ann.refused(409, "POST", path, {"seat": 1})


# -- rematches -------------------------------------------------------------------------------------------------------


@pytest.fixture
def played(ann: Person, ben: Person, server: Server) -> str:
    """A match that is over, as far as the lobby knows."""
    made = ann.new_match("open", "random", public=True)
    ben.join(made)
    ann.post(f"/api/matches/{made['id']}/start")
    over(server, made["id"])
    return str(made["id"])


def test_a_rematch_is_an_invitation(played: str, ann: Person, ben: Person, server: Server, people: People) -> None:
    path = f"/api/matches/{played}/rematch"
    again = ann.post(path)
    assert (again["status"], again["public"], again["creator"]) == ("waiting", False, True)
    seats = [(seat["kind"], seat["name"], seat["bot"], seat["invited"], seat["for_me"]) for seat in again["seats"]]
    assert seats == [
        ("person", "Ann", None, None, False),
        ("open", "", None, "Ben", False),
        ("bot", "Random 3", "random", None, False),
    ]
    assert again["options"] == ann.info(played)["options"]
    # Ben is told of it in the match and in the lobby, and joins without a link.
    assert ben.info(played)["rematch"] == again["id"]
    assert people(server).info(played)["rematch"] is None
    (invitation,) = [match for match in ben.get("/api/lobby")["mine"] if match["id"] == again["id"]]
    assert invitation["seats"][1]["for_me"] is True
    assert ben.post(path)["id"] == again["id"]
    joined = ben.post(f"/api/matches/{again['id']}/join", {})
    assert joined["seats"][1]["mine"] is True and joined["seats"][1]["invited"] is None
    dice = server.query("select dice from matches where id in (?, ?)", played, again["id"])
    assert len(set(dice)) == 2
    assert ann.post(f"/api/matches/{again['id']}/start")["status"] == "running"


def test_nobody_takes_a_seat_that_is_kept(played: str, ann: Person, ben: Person, people: People) -> None:
    again = ann.post(f"/api/matches/{played}/rematch")
    link = ann.post(f"/api/matches/{again['id']}/invite")["link"]
    cyd = people(ann.server, "Cyd")
    path = f"/api/matches/{again['id']}/join"
    assert "private" in cyd.refused(403, "POST", path, {})
    assert "kept for others" in cyd.refused(409, "POST", path, {"invite": link})
    # Ben declines, and the seat is free.
    ben.post(f"/api/matches/{again['id']}/leave")
    assert again["id"] not in mine(ben)
    assert cyd.post(path, {"invite": link})["seats"][1]["mine"] is True


def test_its_maker_keeps_it_no_longer(played: str, ann: Person, ben: Person) -> None:
    again = ann.post(f"/api/matches/{played}/rematch")["id"]
    assert ann.post(f"/api/matches/{again}/remove", {"seat": 1})["seats"][1]["invited"] is None
    assert "private" in ben.refused(403, "POST", f"/api/matches/{again}/join", {})


def test_a_rematch_that_was_called_off_can_be_asked_for_again(played: str, ann: Person, ben: Person) -> None:
    again = ann.post(f"/api/matches/{played}/rematch")["id"]
    ann.post(f"/api/matches/{again}/leave")
    assert ben.info(played)["rematch"] is None
    other = ben.post(f"/api/matches/{played}/rematch")
    assert other["id"] != again
    assert [seat["invited"] for seat in other["seats"]] == ["Ann", None, None]


def test_whoever_does_not_come_is_played_by_a_bot(played: str, ann: Person, ben: Person) -> None:
    again = ann.post(f"/api/matches/{played}/rematch")["id"]
    started = ann.post(f"/api/matches/{again}/start")
    assert (started["seats"][1]["kind"], started["seats"][1]["invited"]) == ("bot", None)
    assert again not in mine(ben)


def test_a_closed_rematch_is_seen_by_those_it_is_kept_for(
    ann: Person, ben: Person, server: Server, people: People
) -> None:
    match = closed_match(ann, ben)["id"]
    over(server, match)
    again = ann.post(f"/api/matches/{match}/rematch")["id"]
    assert ben.info(again)["watch"] is False
    people(server, "Eve").refused(404, "GET", f"/api/matches/{again}")
