"""The link of a seat opens that seat for whoever has it, as long as its holder wants, and nothing else."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from marchland.server.limits import INVITES_OF_PERSON, LIMITS
from server.world import SHORT, Person, Server, Wire

People = Callable[..., Person]

ME = {"kind": "me"}


def borrow(people: People, owner: Person, match: str, name: str = "") -> Person:
    """Another device, on which the seat of the owner is open."""
    device = people(owner.server, name)
    device.post(f"/api/seats/{owner.seat_link(match)}/open")
    return device


def running_match(ann: Person, ben: Person, **how: Any) -> str:
    made = ann.new_match("open", **how)
    ben.join(made)
    ann.post(f"/api/matches/{made['id']}/start")
    return str(made["id"])


# -- the link is its holder's ----------------------------------------------------------------------------------------


def test_a_link_noted_before_leaving_opens_nothing_of_the_next_player(ann: Person, ben: Person, people: People) -> None:
    """The takeover in three requests: join, note the link, leave. Then wait who comes."""
    made = ann.new_match("open", public=True)
    mallory = people(ann.server, "Mallory")
    mallory.post(f"/api/matches/{made['id']}/join", {})
    noted = mallory.seat_link(made["id"])
    mallory.post(f"/api/matches/{made['id']}/leave")
    ben.join(made)
    mallory.refused(404, "POST", f"/api/seats/{noted}")
    mallory.refused(404, "POST", f"/api/seats/{noted}/open")
    assert mallory.get("/api/me") == mallory.me
    assert not any(seat["mine"] for seat in mallory.info(made["id"])["seats"])


def test_a_session_by_the_link_of_before_holds_nothing_of_the_next_player(
    ann: Person, ben: Person, people: People
) -> None:
    made = ann.new_match("open", public=True)
    mallory = people(ann.server, "Mallory")
    mallory.join(made)
    device = borrow(people, mallory, made["id"])
    mallory.post(f"/api/matches/{made['id']}/leave")
    ben.join(made)
    assert not any(seat["mine"] for seat in device.info(made["id"])["seats"])
    assert "no seat by a link" in device.refused(409, "POST", f"/api/matches/{made['id']}/seat/close")


def test_whoever_is_removed_keeps_no_way_in(ann: Person, ben: Person, people: People) -> None:
    made = ann.new_match("open", public=True)
    ben.join(made)
    noted = ben.seat_link(made["id"])
    device = borrow(people, ben, made["id"])
    noted_again = ben.seat_link(made["id"])
    removed = ann.post(f"/api/matches/{made['id']}/remove", {"seat": 1})
    assert [seat["kind"] for seat in removed["seats"]] == ["person", "open"]
    for link in (noted, noted_again):
        device.refused(404, "POST", f"/api/seats/{link}/open")
    cyd = people(ann.server, "Cyd")
    cyd.join(made)
    for person in (ben, device):
        assert not any(seat["mine"] for seat in person.info(made["id"])["seats"])


def test_who_has_a_seat_in_the_match_opens_no_other(ann: Person, ben: Person) -> None:
    """The own one would be out of reach on that device."""
    match = running_match(ann, ben)
    link = ann.seat_link(match)
    for path in (f"/api/seats/{link}", f"/api/seats/{link}/open"):
        assert "one of your own in this match" in ben.refused(409, "POST", path)
    assert [seat["mine"] for seat in ben.info(match)["seats"]] == [False, True]
    ann.post(f"/api/seats/{link}/open")


def test_the_holder_renews_the_link(ann: Person, people: People) -> None:
    match = ann.new_match("random", start=True)["id"]
    old = ann.seat_link(match)
    device = people(ann.server)
    device.post(f"/api/seats/{old}/open")
    assert device.info(match)["borrowed"] is True
    new = ann.seat_link(match)
    assert new != old
    device.refused(404, "POST", f"/api/seats/{old}/open")
    assert device.info(match)["borrowed"] is False
    assert device.post(f"/api/seats/{new}/open")["seats"][0]["mine"] is True


@pytest.mark.parametrize("secret", ["nosuchsecret", "%00", "' or 1=1 --", "x" * 900, "\u00ff", "%ff%fe"])
def test_links_that_lead_nowhere(ann: Person, secret: str) -> None:
    ann.refused(404, "POST", f"/api/seats/{secret}")
    ann.refused(404, "POST", f"/api/seats/{secret}/open")


def test_an_invite_is_no_link_of_a_seat_nor_the_other_way_round(ann: Person) -> None:
    made = ann.new_match("open")
    ann.refused(404, "POST", f"/api/seats/{made['invite']}")
    ann.refused(404, "POST", f"/api/invites/{ann.seat_link(made['id'])}")


def test_no_secret_is_in_the_database(ann: Person, server: Server) -> None:
    made = ann.new_match("open")
    secrets = [made["invite"], ann.seat_link(made["id"]), ann.cookie]
    secrets.append(ann.post(f"/api/matches/{made['id']}/invite")["link"])
    tables = [name for (name,) in server.query("select name from sqlite_master where type = 'table'")]
    held = str([server.query(f'select * from "{name}"') for name in tables])
    assert made["id"] in held
    assert not [secret for secret in secrets if secret in held]


# -- nothing but the seat --------------------------------------------------------------------------------------------


def test_looking_at_a_link_changes_nothing(ann: Person, ben: Person) -> None:
    match = ann.new_match("random", start=True)["id"]
    link = ann.seat_link(match)
    offer = ben.post(f"/api/seats/{link}")
    assert (offer["match"]["id"], offer["seat"], offer["holder"], offer["you"]) == (match, 0, "Ann", "Ben")
    assert ben.get("/api/me") == ben.me
    assert ben.info(match)["borrowed"] is False
    assert [device["match"] for device in ann.get("/api/devices")] == [None]


def test_opening_a_link_leaves_everybody_who_they_are(ann: Person, ben: Person, people: People) -> None:
    made = ann.new_match("random", start=True)
    own = ben.new_match("random", start=True)
    answer = ben.web.post(f"/api/seats/{ann.seat_link(made['id'])}/open")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("marchland_seat=") and f"Path=/api/matches/{made['id']};" in cookie
    assert "httponly" in cookie.lower() and "samesite=lax" in cookie.lower()
    assert ben.get("/api/me") == ben.me
    assert [match["id"] for match in ben.get("/api/lobby")["mine"]] == [own["id"]]
    there = ben.info(made["id"])
    assert (there["seats"][0]["mine"], there["borrowed"], there["creator"]) == (True, True, False)
    assert ben.info(own["id"])["borrowed"] is False
    # Given back, Ben is a spectator there.
    ben.post(f"/api/matches/{made['id']}/seat/close")
    assert ben.info(made["id"])["borrowed"] is False
    assert not any(seat["mine"] for seat in ben.info(made["id"])["seats"])


def test_its_holder_needs_no_link(ann: Person) -> None:
    match = ann.new_match("random", start=True)["id"]
    opened = ann.post(f"/api/seats/{ann.seat_link(match)}/open")
    assert (opened["borrowed"], opened["creator"]) == (False, True)
    assert len(ann.get("/api/devices")) == 1


# Everything that is about the person, or about the match as a whole.
FORBIDDEN: list[tuple[str, Any]] = [
    ("join", {}),
    ("leave", None),
    ("start", None),
    ("remove", {"seat": 1}),
    ("rematch", None),
    ("invite", None),
    ("invite/renew", None),
    ("seat-link", None),
]


@pytest.mark.parametrize(("what", "body"), FORBIDDEN)
def test_in_its_match_a_borrowed_seat_only_plays(ann: Person, people: People, what: str, body: Any) -> None:
    made = ann.new_match("open")
    device = borrow(people, ann, made["id"])
    said = device.refused(403, "POST", f"/api/matches/{made['id']}/{what}", body)
    assert "one seat" in said and "Ann" in said
    assert ann.info(made["id"])["seats"] == made["seats"]


@pytest.mark.parametrize("cookie", ["marchland", "marchland_seat"])
def test_its_token_is_no_identity_under_any_name(ann: Person, people: People, cookie: str) -> None:
    """Somebody who reads their own cookies can send them anywhere."""
    match, other = (ann.new_match("random", start=True)["id"] for _ in range(2))
    device = borrow(people, ann, match)
    token = device.web.cookies.get("marchland_seat")
    thief = people(ann.server)
    thief.web.headers["cookie"] = f"{cookie}={token}"
    seats = [ME, {"kind": "bot", "bot": "random"}]
    calls: list[tuple[str, str, Any]] = [
        ("GET", "/api/me", None),
        ("GET", "/api/lobby", None),
        ("POST", "/api/guests", {"name": "Mallory"}),
        ("POST", "/api/account", {"password": "correct horse"}),
        ("POST", "/api/account/password", {"old": "x", "new": "correct horse"}),
        ("POST", "/api/account/delete", {"password": "x"}),
        ("POST", "/api/login", {"name": "Ann", "password": "x"}),
        ("POST", "/api/logout", None),
        ("GET", "/api/devices", None),
        ("POST", "/api/devices/end", {"here": True}),
        ("POST", f"/api/devices/{ann.get('/api/devices')[0]['id']}/end", None),
        ("POST", "/api/matches", {"game": "campus", "options": SHORT, "seats": seats}),
        ("GET", f"/api/matches/{other}", None),
        ("GET", f"/api/matches/{other}/chat", None),
        ("POST", f"/api/matches/{other}/seat-link", None),
    ]
    for method, path, body in calls:
        thief.refused(403, method, path, body)
    assert ann.get("/api/me") == ann.me
    assert len(ann.get("/api/devices")) == 2


def test_who_somebody_is_comes_by_its_own_cookie(ann: Person, people: People) -> None:
    """The other one has seats alone, whatever is put there."""
    other = people(ann.server)
    other.web.headers["cookie"] = f"marchland_seat={ann.cookie}"
    assert other.get("/api/me") is None
    other.refused(401, "GET", "/api/devices")


@pytest.mark.anyio
@pytest.mark.parametrize("cookie", ["marchland", "marchland_seat"])
async def test_its_token_opens_no_socket_of_another_match(ann: Person, people: People, cookie: str) -> None:
    match, other = (ann.new_match("random", start=True)["id"] for _ in range(2))
    token = borrow(people, ann, match).web.cookies.get("marchland_seat")
    wire = await Wire.open(people(ann.server), other, cookie=f"{cookie}={token}")
    assert await wire.closed() == 4403
    assert wire.frames == []


# -- sockets ---------------------------------------------------------------------------------------------------------


@pytest.mark.anyio
async def test_a_borrowed_seat_of_the_maker_does_not_change_the_bots(ann: Person, people: People) -> None:
    match = ann.new_match("random", start=True)["id"]
    borrowed, own = await borrow(people, ann, match).open(match), await ann.open(match)
    refused = await borrowed.ask("bot", seat=1, bot="gentle")
    assert (refused["type"], "made the match" in refused["reason"]) == ("refused", True)
    assert (await own.ask("bot", seat=1, bot="gentle"))["type"] == "ack"
    for wire in (borrowed, own):
        await wire.close()


@pytest.mark.anyio
async def test_a_borrowed_seat_is_not_given_up(ann: Person, people: People) -> None:
    match = ann.new_match("random", "random", start=True)["id"]
    borrowed, own = await borrow(people, ann, match).open(match), await ann.open(match)
    for kind, more in (("leave", {"bot": "random"}), ("resign", {}), ("abort", {})):
        assert (await borrowed.ask(kind, **more))["reason"].startswith("This device has one seat by its link")
    assert (own.state["status"], own.state["seats"]) == ("running", [])
    # Where its holder has let a bot play it goes on for them.
    assert (await own.ask("leave", bot="random"))["type"] == "ack"
    assert (await borrowed.ask("back"))["type"] == "ack"
    for wire in (borrowed, own):
        await wire.close()


@pytest.mark.anyio
async def test_a_borrowed_seat_plays_under_the_name_of_its_holder(ann: Person, ben: Person, people: People) -> None:
    match = running_match(ann, ben)
    device = borrow(people, ann, match, "Cyd")
    wire = await device.open(match)
    assert wire.state["seat"] == 0
    assert (await wire.ask("say", text="It is me"))["type"] == "ack"
    assert [(chat["seat"], chat["name"]) for chat in ben.get(f"/api/matches/{match}/chat")] == [(0, "Ann")]
    await wire.close()


@pytest.mark.anyio
async def test_when_the_link_is_renewed_open_sockets_close(ann: Person, ben: Person, people: People) -> None:
    match = running_match(ann, ben)
    device = borrow(people, ann, match)
    borrowed, own, other = await device.open(match), await ann.open(match), await ben.open(match)
    ann.seat_link(match)
    assert await borrowed.closed() == 4403
    assert "may not look" in (borrowed.socket.close_reason or "")
    for wire in (own, other):
        assert (await wire.ask("say", text="still here"))["type"] == "ack"
        await wire.close()
    # What the device is now is a spectator.
    again = await device.open(match)
    assert again.state["seat"] == -1
    await again.close()


@pytest.mark.anyio
async def test_a_seat_given_back_closes_its_sockets(ann: Person, ben: Person, people: People) -> None:
    match = running_match(ann, ben)
    device = borrow(people, ann, match)
    wire = await device.open(match)
    device.post(f"/api/matches/{match}/seat/close")
    assert await wire.closed() == 4403


@pytest.mark.anyio
async def test_no_socket_survives_that_was_opened_while_its_session_ended(
    ann: Person, ben: Person, people: People
) -> None:
    """Both at once, many times: whichever comes first, in the end none is open."""
    match = running_match(ann, ben)
    wires: list[Wire] = []

    async def open_one(device: Person) -> None:
        wires.append(await Wire.open(device, match))

    for _ in range(8):
        device = borrow(people, ann, match)
        await asyncio.gather(
            *(open_one(device) for _ in range(4)), asyncio.to_thread(ann.post, f"/api/matches/{match}/seat-link")
        )
    for wire in wires:
        # A socket that came after the end is a spectator's; all of the seat are closed.
        state = await first_state(wire)
        if state is None or state["seat"] >= 0:
            assert await wire.closed() == 4403
        else:
            await wire.close()


async def first_state(wire: Wire) -> Any:
    try:
        return await wire.receive()
    except Exception:
        return None


def test_a_new_link_leaves_an_offer_to_take_the_seat(ann: Person, ben: Person) -> None:
    match = ann.new_match("random", start=True)["id"]
    offer = ann.post(f"/api/matches/{match}/handover")["link"]
    ann.seat_link(match)
    assert ben.post(f"/api/handovers/{offer}")["holder"] == "Ann"


def test_a_borrowed_seat_takes_nothing_from_its_holder_elsewhere(ann: Person, people: People) -> None:
    match = ann.new_match("random", start=True)["id"]
    device = borrow(people, ann, match)
    asked = range(LIMITS["match"].person.burst + 1)
    assert {device.web.post(f"/api/matches/{match}/rematch").status_code for _ in asked} == {403, 429}
    assert ann.new_match("open")["status"] == "waiting"


def test_of_many_invites_of_one_the_oldest_end(ann: Person, ben: Person, stranger: Person) -> None:
    made = ann.new_match("open", "open")
    match = made["id"]
    ben.join(made)
    theirs = ben.post(f"/api/matches/{match}/invite")["link"]
    others = [ann.post(f"/api/matches/{match}/invite")["link"] for _ in range(INVITES_OF_PERSON - 1)]
    oldest = hashlib.sha256(others[0].encode()).hexdigest()
    ann.server.query("update links set created = '2026-01-01' where hash = ?", oldest)
    ann.post(f"/api/matches/{match}/invite")
    stranger.refused(404, "POST", f"/api/invites/{others[0]}")
    for link in (others[-1], theirs):
        assert stranger.post(f"/api/invites/{link}")["id"] == match
    # To log out elsewhere takes nobody's invitation away.
    ann.post("/api/devices/end", {"here": False})
    assert stranger.post(f"/api/invites/{others[-1]}")["id"] == match


def test_where_its_maker_has_left_anybody_renews_the_invites(ann: Person, ben: Person, people: People) -> None:
    made = ann.new_match("open")
    match = made["id"]
    ben.join(made)
    ann.post(f"/api/matches/{match}/start")
    assert "Only the player who made" in ben.refused(403, "POST", f"/api/matches/{match}/invite/renew")
    cyd = people(ann.server, "Cyd")
    cyd.post(f"/api/handovers/{ann.post(f'/api/matches/{match}/handover')['link']}/take")
    # It is still the maker's seat.
    assert ann.post(f"/api/matches/{match}/invite/renew")
    cyd.refused(403, "POST", f"/api/matches/{match}/invite/renew")
    ann.server.query("update seats set lender = null where match = ?", match)
    ann.refused(403, "POST", f"/api/matches/{match}/invite/renew")
    assert ben.post(f"/api/matches/{match}/invite/renew")


def test_or_where_its_maker_is_gone(ann: Person, ben: Person) -> None:
    made = ann.new_match("open", watch=False)
    match = made["id"]
    ben.join(made)
    ann.post(f"/api/matches/{match}/start")
    for path in ("account", "account/delete"):
        ann.post(f"/api/{path}", {"password": "correct horse"})
    assert ben.post(f"/api/matches/{match}/invite/renew")
    ben.refused(404, "POST", f"/api/invites/{made['invite']}")
