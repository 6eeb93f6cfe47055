"""Accounts, sessions and devices: who somebody is, where, and how long."""

from __future__ import annotations

import http.client
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from marchland.server.limits import SESSIONS_OF_PERSON, SESSIONS_OF_SEAT
from marchland.server.links import hash_of
from marchland.server.schema import SESSIONS
from marchland.server.sessions import device_of
from server.inside import caller, house, new_match
from server.world import TIMEOUT, Person, Server, Wire, running, wait_until

People = Callable[..., Person]

PASSWORD = "correct horse battery"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("accounts")) as made:
        yield made
    assert made.faults() == ""


@pytest.fixture
def server(shared: Server) -> Server:
    """Nobody of an earlier test has an account or is logged in."""
    shared.query("update people set account = null, looks = null, password = null")
    shared.query("delete from sessions")
    return shared


def log_in(people: People, server: Server, name: str, password: str = PASSWORD) -> Person:
    device = people(server)
    device.me = device.post("/api/login", {"name": name, "password": password})
    return device


def ago(days: float) -> str:
    return (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="seconds")


# -- accounts --------------------------------------------------------------------------------------------------------


def test_a_guest_becomes_an_account_and_keeps_the_matches(ann: Person, server: Server, people: People) -> None:
    match = ann.new_match("random", start=True)["id"]
    made = ann.post("/api/account", {"password": PASSWORD})
    assert made == {"id": ann.me["id"], "name": "Ann", "account": True} == ann.get("/api/me")
    phone = log_in(people, server, " ann ")
    assert phone.me == made
    assert [info["id"] for info in phone.get("/api/lobby")["mine"]] == [match]
    assert phone.info(match)["creator"] is True
    assert "already" in ann.refused(409, "POST", "/api/account", {"password": PASSWORD})


def test_the_password_is_nowhere_as_it_is(ann: Person, server: Server) -> None:
    ann.post("/api/account", {"password": PASSWORD})
    ((kept,),) = server.query("select password from people where id = ?", ann.me["id"])
    assert kept.startswith("$argon2id$")
    assert PASSWORD not in Path(server.database).read_bytes().decode("latin-1")


@pytest.mark.parametrize("password", ["", "1234567", "x" * 201, None, 12345678])
def test_passwords_that_are_refused(ann: Person, password: Any) -> None:
    ann.refused(422, "POST", "/api/account", {"password": password})
    assert ann.get("/api/me")["account"] is False


@pytest.mark.parametrize(("name", "password"), [("Ann", "wrong password"), ("Nobody", PASSWORD), ("", ""), ("Ben", "")])
def test_a_wrong_name_and_a_wrong_password_are_told_the_same(
    ann: Person, ben: Person, people: People, name: str, password: str
) -> None:
    """Ben is a guest, and has no password that anybody could guess."""
    ann.post("/api/account", {"password": PASSWORD})
    thief = people(ann.server)
    said = thief.refused(403, "POST", "/api/login", {"name": name, "password": password})
    assert said == "The name or the password is wrong."
    assert thief.get("/api/me") is None


class Counting(PasswordHasher):
    """Keeps what was tried."""

    def __init__(self) -> None:
        super().__init__()
        self.tried: list[str] = []

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:
        self.tried.append(str(hash))
        return super().verify(hash, password)


@pytest.mark.anyio
async def test_an_unknown_name_costs_the_same_work(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        hasher = use.passwords.hasher = Counting()
        known = await use.passwords.hashed(PASSWORD)
        assert await use.passwords.fits(PASSWORD, known) is True
        assert await use.passwords.fits(PASSWORD, None) is False
        # Both were tried, and both have the same costs and lengths.
        one, other = (hashed.split("$") for hashed in hasher.tried)
        assert one[:4] == other[:4]
        assert [len(part) for part in one] == [len(part) for part in other]


def test_a_name_is_one_accounts(ann: Person, server: Server, people: People) -> None:
    ann.post("/api/account", {"password": PASSWORD})
    false = people(server, "\u0410nn")
    said = false.refused(409, "POST", "/api/account", {"password": PASSWORD})
    assert '"Ann", who has an account here' in said
    false.post("/api/guests", {"name": "Mallory"})
    false.post("/api/account", {"password": PASSWORD})
    false.refused(409, "POST", "/api/guests", {"name": "ANN"})
    assert false.get("/api/me")["name"] == "Mallory"
    # A name that was given up is free.
    ann.post("/api/guests", {"name": "Anna"})
    false.post("/api/guests", {"name": "Ann"})
    assert log_in(people, server, "Ann").me["id"] == false.me["id"]
    assert log_in(people, server, "Anna").me["id"] == ann.me["id"]


def test_logging_in_takes_nobodys_matches_away(ann: Person, ben: Person) -> None:
    ann.post("/api/account", {"password": PASSWORD})
    login = {"name": "Ann", "password": PASSWORD}
    ben.new_match("random", start=True)
    assert "log out first" in ben.refused(409, "POST", "/api/login", login)
    assert "log out first" in ann.refused(409, "POST", "/api/login", login)
    assert ben.get("/api/me") == ben.me
    ben.post("/api/logout")
    assert ben.get("/api/me") is None
    assert ben.post("/api/login", login)["id"] == ann.me["id"]


def test_logging_in_takes_nobody_at_this_screen_away(ann: Person, ben: Person, people: People) -> None:
    """Also where the own seat was handed on, and only the child plays here."""
    ann.post("/api/account", {"password": PASSWORD})
    seats = [{"kind": "me"}, {"kind": "here", "name": "Kid"}]
    match = ben.post("/api/matches", {"game": "campus", "seats": seats, "start": True})["id"]
    link = ben.post(f"/api/matches/{match}/handover")["link"]
    people(ben.server, "Cyd").post(f"/api/handovers/{link}/take")
    assert "log out first" in ben.refused(409, "POST", "/api/login", {"name": "Ann", "password": PASSWORD})
    assert ben.get(f"/api/matches/{match}?at=1")["seats"][1]["mine"]


def test_a_guest_without_matches_just_logs_in(ann: Person, ben: Person, server: Server) -> None:
    ann.post("/api/account", {"password": PASSWORD})
    assert ben.post("/api/login", {"name": "Ann", "password": PASSWORD})["id"] == ann.me["id"]
    assert server.query("select count(*) from sessions where person = ?", ben.me["id"]) == [(0,)]


def test_a_new_password_ends_the_other_sessions_and_links(ann: Person, server: Server, people: People) -> None:
    match = ann.new_match("random", start=True)["id"]
    ann.post("/api/account", {"password": PASSWORD})
    phone, borrowed, link = log_in(people, server, "Ann"), people(server), ann.seat_link(match)
    borrowed.post(f"/api/seats/{link}/open")
    change = {"old": PASSWORD, "new": "another password"}
    assert "not your password" in phone.refused(403, "POST", "/api/account/password", {**change, "old": "wrong"})
    phone.refused(422, "POST", "/api/account/password", {**change, "new": "short"})
    assert ann.get("/api/me") is not None
    phone.post("/api/account/password", change)
    assert phone.get("/api/me") is not None
    assert ann.get("/api/me") is None
    assert borrowed.info(match)["borrowed"] is False
    borrowed.refused(404, "POST", f"/api/seats/{link}/open")
    people(server).refused(403, "POST", "/api/login", {"name": "Ann", "password": PASSWORD})
    log_in(people, server, "Ann", "another password")


def test_guests_have_no_password_to_change(ann: Person) -> None:
    assert "guest" in ann.refused(409, "POST", "/api/account/password", {"old": "", "new": PASSWORD})
    assert "guest" in ann.refused(409, "POST", "/api/account/delete", {"password": ""})


@pytest.mark.anyio
async def test_a_deleted_account_leaves_its_matches_to_the_others(ann: Person, ben: Person, people: People) -> None:
    server = ann.server
    ben.post("/api/account", {"password": PASSWORD})
    made = ann.new_match("open")
    ben.join(made)
    match = made["id"]
    ann.post(f"/api/matches/{match}/start")
    own, joined = ben.new_match("open", public=True)["id"], ann.new_match("open")
    ben.join(joined)
    link, device = ben.seat_link(match), people(server)
    device.post(f"/api/seats/{link}/open")
    wires = [await ben.open(match), await device.open(match), await ann.open(match)]
    await wires[0].ask("say", text="Farewell")
    assert "not your password" in ben.refused(403, "POST", "/api/account/delete", {"password": "wrong"})
    ben.post("/api/account/delete", {"password": PASSWORD})
    for wire in wires[:2]:
        assert await wire.closed() == 4403
    assert ben.get("/api/me") is None
    ben.refused(403, "POST", "/api/login", {"name": "Ben", "password": PASSWORD})
    device.refused(404, "POST", f"/api/seats/{link}/open")
    # The match goes on, with a bot in a seat of no name.
    while wires[2].state["status"] != "over":
        if wires[2].state["spans"]:
            assert (await wires[2].play(wires[2].state["spans"][0][0]))["type"] == "ack"
        else:
            await wires[2].receive()
    await wires[2].close()
    assert [seat["name"] for seat in ann.info(match)["seats"]] == ["Ann", "Seat 2"]
    assert ann.info(match)["seats"][1]["played"] == "the bot gentle for Seat 2"
    assert [chat["name"] for chat in ann.get(f"/api/matches/{match}/chat")] == ["Seat 2"]
    assert "Ben" not in ann.web.get(f"/api/matches/{match}/record").text
    # What had not begun is left.
    ann.refused(404, "GET", f"/api/matches/{own}")
    assert ann.info(joined["id"])["seats"][1]["kind"] == "open"
    assert "Ben" not in str(server.query("select * from people where id = ?", ben.me["id"]))
    # A rematch does not wait for somebody who is gone.
    assert ann.post(f"/api/matches/{match}/rematch")["seats"][1]["invited"] is None
    people(server, "Ben").post("/api/account", {"password": PASSWORD})


@pytest.mark.anyio
async def test_a_name_of_before_is_seen_no_more_in_finished_matches(ann: Person, people: People) -> None:
    """Not where they were asked about before, nor for who is looking at one just then."""
    delia = people(ann.server, "Delia")
    delia.post("/api/account", {"password": PASSWORD})
    made = delia.new_match("open")
    ann.join(made)
    delia.post(f"/api/matches/{made['id']}/start")
    leaving, watching = await delia.open(made["id"]), await ann.open(made["id"])
    await leaving.ask("resign")
    await watching.until(lambda state: state["status"] == "over")
    paths = [f"/api/matches/{made['id']}{what}" for what in ("", "/record", "/summary", "/moment?n=0", "/chat")]
    assert sum("Delia" in ann.web.get(path).text for path in paths) == 4
    delia.post("/api/guests", {"name": "Dalia"})
    assert sum("Dalia" in ann.web.get(path).text for path in paths) == 4
    delia.post("/api/account/delete", {"password": PASSWORD})
    assert not any("Dalia" in ann.web.get(path).text for path in paths)
    await watching.until(lambda state: state["players"] == ["Seat 1", "Ann"])
    await watching.close()
    await leaving.close()


@pytest.mark.anyio
async def test_whoever_is_deleted_has_no_name_where_the_seat_went_from_hand_to_hand(
    ann: Person, ben: Person, people: People
) -> None:
    """And others keep theirs."""
    cyd, dan = people(ann.server, "Cyd"), people(ann.server, "Dan")
    made = ann.new_match("open")
    cyd.join(made)
    match = made["id"]
    ann.post(f"/api/matches/{match}/start")

    async def speak(who: Person) -> None:
        """And play, if it is their turn."""
        wire = await who.open(match)
        await wire.ask("say", text="Hello")
        if wire.state["spans"]:
            await wire.play(wire.state["spans"][0][0])
        await wire.close()

    for who in (ann, cyd):
        await speak(who)
    for before, after in ((ann, ben), (ben, dan)):
        after.post(f"/api/handovers/{before.post(f'/api/matches/{match}/handover')['link']}/take")
        await speak(after)

    def told() -> tuple[list[str], str]:
        names = sorted(chat["name"] for chat in cyd.get(f"/api/matches/{match}/chat"))
        return names, cyd.info(match)["seats"][0]["played"]

    assert told()[0] == ["Ann", "Ben", "Cyd", "Dan"]
    for who in (ann, dan):
        who.post("/api/account", {"password": PASSWORD})
        who.post("/api/account/delete", {"password": PASSWORD})
    names, played = told()
    assert names == ["Ben", "Cyd", "Seat 1", "Seat 1"]
    assert played.startswith("Seat 1, from ") and "Ann" not in played and "Dan" not in played


def test_a_bot_plays_on_for_a_deleted_account_after_a_restart(ann: Person, ben: Person, server: Server) -> None:
    ben.post("/api/account", {"password": PASSWORD})
    made = ben.new_match("open")
    ann.join(made)
    ben.post(f"/api/matches/{made['id']}/start")
    ben.post("/api/account/delete", {"password": PASSWORD})
    server.stop()
    server.start()
    ((away, stand_in),) = server.query("select away, stand_in from seats where match = ? and seat = 0", made["id"])
    assert (away, stand_in) == ("handed", "gentle")
    wait_until(lambda: ann.info(made["id"])["your_turn"], "it is Ann's turn")


def test_an_account_is_deleted_also_where_a_match_of_it_cannot_be_loaded(tmp_path: Path, people: People) -> None:
    with running(tmp_path) as server:
        ann = people(server, "Ann")
        ann.post("/api/account", {"password": PASSWORD})
        match = ann.new_match("random", start=True)["id"]
        server.stop()
        server.query("update matches set game = 'nobodys' where id = ?", match)
        server.start()
        ann.post("/api/account/delete", {"password": PASSWORD})
        assert ann.get("/api/me") is None
        assert "does not go on without who has left it: This server has no game 'nobodys'" in server.faults()


# -- devices ---------------------------------------------------------------------------------------------------------


def test_my_devices(ann: Person, server: Server, people: People) -> None:
    ann.post("/api/account", {"password": PASSWORD})
    match = ann.new_match("random", start=True)
    laptop = people(server)
    laptop.web.headers["user-agent"] = FIREFOX
    laptop.post("/api/login", {"name": "Ann", "password": PASSWORD})
    borrowed = people(server)
    borrowed.post(f"/api/seats/{ann.seat_link(match['id'])}/open")
    listed = laptop.get("/api/devices")
    assert {(one["device"], one["here"], one["match"], *one["others"]) for one in listed} == {
        ("A browser", False, None),
        ("A browser", False, match["title"], "Random 2"),
        ("Firefox on Linux", True, None),
    }
    assert len(listed) == 3
    assert not [token for token in (ann.cookie, laptop.cookie) if token in str(listed)]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (FIREFOX, "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 "
            "Safari/537.36 Edg/128.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/17.5 Mobile/15E148 Safari/604.1",
            "Safari on an iPhone",
        ),
        (
            "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/128.0 Safari/537.36",
            "Chrome on Linux",
        ),
        ("", "A browser"),
        ("<script>" * 1000, "A browser"),
        # Whatever comes late is not looked for: that would take as long as somebody wants.
        ("Edg" * 10_000 + "/1", "A browser"),
    ],
)
def test_what_a_device_is_called(said: str, told: str) -> None:
    assert device_of(said) == told


@pytest.mark.anyio
async def test_devices_that_were_used_longest_ago_give_way(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use)
        ann = await caller(use, match)
        first = await use.run(use.sessions.begin, ann.id)
        await use.run(use.store.change, SESSIONS, {"token_hash": hash_of(first)}, {"used": "2026-01-01T00:00:00+00:00"})
        seats = [await use.run(use.sessions.begin, ann.id, "Phone", match, 0) for _ in range(SESSIONS_OF_SEAT + 3)]
        alive = [token for token in seats if await use.run(use.sessions.caller, token)]
        assert (len(alive), alive[-1]) == (SESSIONS_OF_SEAT, seats[-1])
        assert await use.run(use.sessions.caller, first) is not None
        await use.run(use.store.change, SESSIONS, {"token_hash": hash_of(first)}, {"used": "2026-01-01T00:00:00+00:00"})
        for _ in range(SESSIONS_OF_PERSON - 1):
            last = await use.run(use.sessions.begin, ann.id)
        # The first of all, with which the guest was made, is newer.
        assert await use.run(use.sessions.caller, first) is None
        assert await use.run(use.sessions.caller, last) is not None
        shown = await use.run(use.front.devices, ann)
        assert len(shown) == SESSIONS_OF_PERSON + SESSIONS_OF_SEAT
        assert {device.match for device in shown} == {None, "Campus"}


@pytest.mark.anyio
async def test_one_device_is_ended_with_its_sockets(ann: Person, server: Server, people: People) -> None:
    ann.post("/api/account", {"password": PASSWORD})
    match = ann.new_match("random", start=True)["id"]
    phone = log_in(people, server, "Ann")
    wires = [await phone.open(match), await ann.open(match)]
    (there,) = [one["id"] for one in ann.get("/api/devices") if not one["here"]]
    ann.post(f"/api/devices/{there}/end")
    assert await wires[0].closed() == 4403
    assert phone.get("/api/me") is None
    assert (await wires[1].ask("say", text="still here"))["type"] == "ack"
    await wires[1].close()
    assert "no such device" in ann.refused(404, "POST", f"/api/devices/{there}/end")


def test_nobody_ends_anothers_device(ann: Person, ben: Person) -> None:
    ((here,),) = [[one["id"] for one in ann.get("/api/devices")]]
    ben.refused(404, "POST", f"/api/devices/{here}/end")
    assert ann.get("/api/me") == ann.me


def test_a_borrowed_seat_that_was_ended_does_not_come_back(ann: Person, people: People) -> None:
    match = ann.new_match("random", start=True)["id"]
    link, device = ann.seat_link(match), people(ann.server)
    device.post(f"/api/seats/{link}/open")
    (there,) = [one["id"] for one in ann.get("/api/devices") if one["match"]]
    ann.post(f"/api/devices/{there}/end")
    device.refused(404, "POST", f"/api/seats/{link}/open")
    assert device.info(match)["borrowed"] is False


@pytest.mark.parametrize("here", [False, True])
def test_all_are_ended(ann: Person, server: Server, people: People, here: bool) -> None:
    ann.post("/api/account", {"password": PASSWORD})
    match = ann.new_match("random", start=True)["id"]
    phone, borrowed, link = log_in(people, server, "Ann"), people(server), ann.seat_link(match)
    borrowed.post(f"/api/seats/{link}/open")
    token = ann.cookie
    ann.post("/api/devices/end", {"here": here})
    assert phone.get("/api/me") is None
    assert borrowed.info(match)["borrowed"] is False
    borrowed.refused(404, "POST", f"/api/seats/{link}/open")
    # Whoever kept the cookie has nothing either.
    answer = people(server).web.get("/api/me", headers={"cookie": f"marchland={token}"})
    assert (answer.json() is None) == here


@pytest.mark.anyio
async def test_logging_out_closes_the_sockets(ann: Person) -> None:
    match = ann.new_match("random", start=True)["id"]
    wire = await ann.open(match)
    ann.post("/api/logout")
    assert await wire.closed() == 4403
    assert ann.cookie == ""


# -- sessions --------------------------------------------------------------------------------------------------------


def test_a_session_expires(ann: Person, server: Server) -> None:
    server.query("update sessions set used = ?, expires = ?", ago(91), ago(1))
    assert ann.get("/api/me") is None
    ann.refused(401, "GET", "/api/devices")


def test_sessions_that_have_expired_are_forgotten(tmp_path: Path, people: Callable[..., Person]) -> None:
    with running(tmp_path) as server:
        ann, ben = people(server, "Ann"), people(server, "Ben")
        server.stop()
        server.query("update sessions set expires = ? where person = ?", ago(1), ann.me["id"])
        server.start()
        while len(server.query("select * from sessions")) > 1:
            pass
        assert ben.get("/api/me") == ben.me
        server.stop()


def test_it_is_renewed_by_use_once_a_day(ann: Person, server: Server) -> None:
    server.query("update sessions set used = ?, expires = ?", ago(89), ago(-1))
    assert ann.get("/api/me") == ann.me
    ((used, expires),) = server.query("select used, expires from sessions")
    assert used > ago(0.1) and expires > ago(-89)
    # On the same day nothing is written.
    server.query("update sessions set expires = ?", ago(-50))
    kept = server.query("select used, expires from sessions")
    ann.get("/api/me")
    ann.get("/api/lobby")
    assert server.query("select used, expires from sessions") == kept


def test_the_cookie_is_renewed_too(ann: Person) -> None:
    cookie = ann.web.get("/api/me").headers["set-cookie"]
    assert cookie.startswith(f"marchland={ann.cookie};") and "Max-Age=34560000" in cookie


@pytest.mark.anyio
async def test_an_expired_session_opens_a_spectators_socket(ann: Person, server: Server) -> None:
    match = ann.new_match("random", start=True)["id"]
    server.query("update sessions set expires = ?", ago(1))
    wire = await Wire.open(ann, match)
    assert (await wire.receive())["seat"] == -1
    await wire.close()


@pytest.mark.parametrize("token", ["\x80\xff", "x" * 8000, "a b", '"quoted"'])
def test_tokens_that_are_none(server: Server, token: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=TIMEOUT)
    connection.request("GET", "/api/me", headers={"Cookie": f"marchland={token}; marchland_seat={token}"})
    answer = connection.getresponse()
    assert (answer.status, answer.read()) == (200, b"null")
    connection.close()
