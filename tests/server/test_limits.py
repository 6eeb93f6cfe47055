"""Limits as an attacker meets them: floods of every sort, invented addresses, many names; and nobody else notices."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from marchland.engine.errors import MarchlandError
from marchland.server import limits as limits_module
from marchland.server.app import create_app
from marchland.server.errors import TooMany
from marchland.server.limits import (
    A_MOMENT,
    ADDRESSES_OF_NETWORK,
    CHATS_IN_MATCH,
    CHATS_OF_SEAT,
    LIMITS,
    MESSAGES,
    OPEN_MATCHES,
    REFUSALS,
    SOCKETS_OF_ADDRESS,
    SOCKETS_OF_PERSON,
    WAITING_MATCHES,
    Buckets,
    Limits,
    Places,
    Rate,
    counted_as,
)
from marchland.server.services import Config
from server.conftest import Finished
from server.inside import house, loaded, new_match, outside
from server.world import TIMEOUT, Person, Server, Wire, lay_database, refusal, running, sentence_of

# -- buckets ---------------------------------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    clock = Clock()
    buckets = Buckets(Rate(5, 60), clock=clock)
    assert [buckets.take("Eve") for _ in range(5)] == [0.0] * 5
    assert buckets.take("Eve") == pytest.approx(1.0)
    # To be refused costs nothing.
    assert buckets.take("Eve") == pytest.approx(1.0)
    clock.now += 0.4
    assert buckets.take("Eve") == pytest.approx(0.6)
    clock.now += 0.6
    assert buckets.take("Eve") == 0.0
    assert buckets.take("Eve") == pytest.approx(1.0)
    clock.now += 3600
    assert [buckets.take("Eve") for _ in range(6)] == [0.0] * 5 + [pytest.approx(1.0)]


def test_a_flood_of_addresses_frees_nobody_and_takes_no_more_memory() -> None:
    clock = Clock()
    buckets = Buckets(Rate(20, 60), most=100, clock=clock)
    for _ in range(20):
        buckets.take("flooder")
    for number in range(10_000):
        assert buckets.take(f"address {number}") == 0.0
        assert len(buckets.buckets) <= 100
        clock.now += 0.00001
    assert buckets.take("flooder") > 0


def test_buckets_that_are_full_again_are_forgotten_first() -> None:
    clock = Clock()
    buckets = Buckets(Rate(2, 60), most=10, clock=clock)
    for number in range(5):
        buckets.take(f"early {number}")
    clock.now += 1.5
    for number in range(5):
        buckets.take(f"late {number}")
    buckets.take("one more")
    assert set(buckets.buckets) == {*(f"late {number}" for number in range(5)), "one more"}


def test_places_are_given_back_whatever_happens() -> None:
    places = Places("tables", 2)
    with ExitStack() as held:
        held.enter_context(places.one("Eve"))
        with suppress(OSError), places.one("Eve"):
            raise OSError
        held.enter_context(places.one("Eve"))
        with pytest.raises(TooMany, match="Too many tables; wait 10 seconds"), places.one("Eve"):
            pass
        with places.one("Ann"):
            pass
    assert places.held == {}


def test_persons_and_addresses_have_buckets_of_their_own() -> None:
    limits = Limits({"look": LIMITS["look"]._replace(person=Rate(2, 1), address=Rate(3, 1))})
    limits.charge("look", "A", "Ann")
    limits.charge("look", "A", "Ann")
    with pytest.raises(TooMany, match="wait 60 seconds") as refused:
        limits.charge("look", "B", "Ann")
    assert refused.value.wait == 60
    limits.charge("look", "A", "Ben")
    with pytest.raises(TooMany):
        limits.charge("look", "A", "Cyd")


def test_what_somebody_is_refused_is_taken_from_nobody_else_at_the_address() -> None:
    limits = Limits({"look": LIMITS["look"]._replace(person=Rate(2, 1), address=Rate(3, 1))})
    for _ in range(2):
        limits.charge("look", "A", "Ann")
    for _ in range(5):
        with pytest.raises(TooMany):
            limits.charge("look", "A", "Ann")
    limits.charge("look", "A", "Ben")
    with pytest.raises(TooMany):
        limits.charge("look", "A", "Cyd")


def test_what_neighbours_have_used_up_is_not_taken_from_an_address_as_well() -> None:
    limits = Limits({"look": LIMITS["look"]._replace(address=Rate(3, 1))})
    few = next(iter(limits.networks.values()))
    few.rate = Rate(4, 1)
    for number in (0, 0, 0, 1):
        limits.charge("look", f"2001:db8:0:{number}::/64")
    for _ in range(5):
        with pytest.raises(TooMany):
            limits.charge("look", "2001:db8:0:1::/64")
    few.buckets.clear()
    for _ in range(2):
        limits.charge("look", "2001:db8:0:1::/64")


@pytest.mark.anyio
async def test_who_does_not_take_no_for_an_answer_waits_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """The longer, the more of them there are."""
    monkeypatch.setattr(limits_module, "A_MOMENT", 0.05)
    monkeypatch.setattr(limits_module, "IN_A_MOMENT", 2)
    limits, loop = Limits(), asyncio.get_running_loop()
    for _ in range(REFUSALS.burst):
        at_once = asyncio.ensure_future(limits.before_refusing("A"))
        await asyncio.sleep(0)
        assert at_once.done()

    async def waited() -> float:
        began = loop.time()
        await limits.before_refusing("A")
        return loop.time() - began

    held = [asyncio.ensure_future(waited()) for _ in range(8)]
    await asyncio.sleep(0)
    # Nobody else waits.
    other = asyncio.ensure_future(limits.before_refusing("B"))
    await asyncio.sleep(0)
    assert (other.done(), any(one.done() for one in held)) == (True, False)
    for number, seconds in enumerate(await asyncio.gather(*held), 1):
        assert seconds >= 0.05 + 0.025 * number - 0.001
    assert limits.held_back == {}
    # Who hangs up and comes again does not fill the memory with answers to nobody.
    monkeypatch.setattr(limits_module, "CONNECTIONS_OF_ADDRESS", 2)
    some = [asyncio.ensure_future(limits.before_refusing("A")) for _ in range(5)]
    await asyncio.sleep(0)
    assert [one.done() for one in some] == [False, False, True, True, True]
    await asyncio.gather(*some)


@pytest.mark.parametrize(
    ("method", "path", "limit"),
    [
        ("GET", "/api/lobby", "look"),
        ("GET", "/", "look"),
        ("GET", "/assets/index-Cx1.js", "file"),
        ("HEAD", "/api/matches/x/check", "look"),
        ("GET", "/api/matches/x/check", "check"),
        ("GET", "/api/matches/x/record", "check"),
        ("GET", "/api/matches/x/moment", "moment"),
        ("GET", "/api/matches/x/milestones", "moment"),
        ("GET", "/api/matches/x/summary", "moment"),
        ("GET", "/api/matches/x/chat", "moment"),
        ("POST", "/api/matches", "match"),
        ("POST", "/api/matches/x/rematch", "match"),
        ("POST", "/api/matches/x/join", "change"),
        ("POST", "/api/guests", "name"),
        ("POST", "/api/login", "login"),
        ("POST", "/api/account", "login"),
        ("POST", "/api/account/password", "login"),
        ("DELETE", "/api/guests", "change"),
    ],
)
def test_what_a_request_counts_as(method: str, path: str, limit: str) -> None:
    assert counted_as(method, path) == limit


@pytest.mark.anyio
async def test_lists_that_one_asks_for_again_and_again_keep_nobody_waiting(tmp_path: Path) -> None:
    lay_database(tmp_path / "marchland.sqlite")
    app = create_app(Config(f"sqlite:///{tmp_path / 'marchland.sqlite'}"))
    done: list[str] = []

    async def look(who: str) -> None:
        network = httpx.ASGITransport(app, client=(who, 1))
        async with httpx.AsyncClient(transport=network, base_url="http://localhost") as web:
            assert (await web.get("/api/lobby")).status_code == 200
            done.append(who)

    try:
        await asyncio.gather(*(look("192.0.2.1") for _ in range(30)), look("192.0.2.2"))
    finally:
        app.state.services.bot_pool.close()
        app.state.services.archive.close()
        await app.state.services.store.close()
    assert done.index("192.0.2.2") < 10


def test_the_protocol_names_every_limit() -> None:
    text = Path(__file__).parents[2].joinpath("docs", "protocol.md").read_text()
    for name, limit in LIMITS.items():
        row = next(line for line in text.splitlines() if line.startswith(f"| {name} |"))
        assert row.endswith(f"| {' | '.join(f'{rate.burst:,}, {rate.a_minute:,}' for rate in limit[1:])} |")
    quotas = (SOCKETS_OF_PERSON, SOCKETS_OF_ADDRESS, WAITING_MATCHES, OPEN_MATCHES, CHATS_IN_MATCH)
    refusals = f"each time ({REFUSALS.burst} at once, {REFUSALS.a_minute} a minute are not)"
    assert f"{A_MOMENT:.0f} second later {refusals}".replace("1 second", "a second") in " ".join(text.split())
    said = "{} sockets (an address: {}), {} matches of their own that wait for players and {} that are not over, "
    assert (said + "and says at most {} things").format(*quotas) in " ".join(text.split())
    assert f"that a seat has in turn say {CHATS_OF_SEAT:,} in all" in " ".join(text.split())


# -- floods ----------------------------------------------------------------------------------------------------------


def flood(ask: Callable[[int], httpx.Response], most: int) -> list[int]:
    """Ask until it is too much; the statuses before. The refusal says how long to wait, twice."""
    statuses: list[int] = []
    for number in count():
        answer = ask(number)
        if answer.status_code == 429:
            wait = int(answer.headers["retry-after"])
            assert f"wait {wait} second" in sentence_of(answer, 429)
            assert 1 <= wait <= 60
            return statuses
        statuses.append(answer.status_code)
        assert len(statuses) <= most, "this flood is not stopped"
    raise AssertionError


# Who floods with what; the limit that stops it, and what is answered before.
FLOODS: dict[str, tuple[str, str, int]] = {
    "GET /api/lobby": ("look", "person", 200),
    "GET /api/matches/nosuchmatch/moment": ("moment", "person", 404),
    "GET /api/matches/nosuchmatch/check": ("check", "person", 404),
    "GET /api/matches/nosuchmatch/record": ("check", "person", 404),
    "POST /api/invites/nosuchinvite": ("change", "person", 404),
    "POST /api/guests": ("name", "person", 200),
    "POST /api/matches": ("match", "person", 422),
    "POST /api/login": ("login", "person", 422),
    "GET /": ("look", "address", 0),
}


@pytest.mark.parametrize("what", FLOODS)
def test_a_flood_is_stopped_and_nobody_else_is(server: Server, people: Callable[..., Person], what: str) -> None:
    name, whose, status = FLOODS[what]
    eve, ann = people(server, "Eve"), people(server, "Ann")
    method, path = what.split()

    def ask(person: Person, number: int) -> httpx.Response:
        body = {"json": {"name": f"Eve {number}"}} if method == "POST" else {}
        return person.web.request(method, path, **body)

    limit: Rate = getattr(LIMITS[name], whose)
    statuses = flood(lambda number: ask(eve, number), 3 * limit.burst + 100)
    # Becoming a guest was a change of name, too; and meanwhile the bucket fills up a little.
    assert len(statuses) >= limit.burst - 1
    if status:
        assert set(statuses) - {405} <= {status}
    assert ask(ann, 1).status_code in {*statuses, 200}
    assert ann.get("/api/me")["name"] in ("Ann", "Eve 1")


def test_who_has_flooded_is_still_who_they_were(server: Server, people: Callable[..., Person]) -> None:
    eve = people(server, "Eve")
    statuses = flood(lambda number: eve.web.post("/api/guests", json={"name": f"Eve {number}"}), 100)
    assert eve.get("/api/me")["name"] == f"Eve {len(statuses) - 1}"


def test_new_guests_are_no_way_out_of_the_limits_of_an_address(server: Server, people: Callable[..., Person]) -> None:
    """Whoever forgets who they are at every request still comes from the same address."""
    eve = people(server)

    def as_somebody_new(number: int) -> httpx.Response:
        eve.web.cookies.clear()
        return eve.web.post("/api/guests", json={"name": f"Eve {number}"})

    statuses = flood(as_somebody_new, 300)
    assert len(statuses) >= LIMITS["name"].address.burst
    assert people(server, "Ann").me["name"] == "Ann"


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without proxies."""
    with running(tmp_path_factory.mktemp("plain"), proxies=()) as made:
        yield made
    assert made.faults() == ""


@pytest.mark.parametrize(("named", "status"), [("host", 421), ("origin", 403)])
def test_what_comes_for_or_from_another_site_counts_too(server: Server, named: str, status: int) -> None:
    with httpx.Client(base_url=server.address, timeout=TIMEOUT) as web:
        asked = {named: "http://evil.example", "x-forwarded-for": f"192.0.2.{status % 250}"}
        statuses = flood(lambda _: web.post("/api/invites/nosuchinvite", headers=asked), 1000)
        assert set(statuses) == {status} and len(statuses) >= LIMITS["change"].address.burst


def test_invented_addresses_help_nobody(plain: Server) -> None:
    with httpx.Client(base_url=plain.address, timeout=TIMEOUT) as web:

        def elsewhere(number: int) -> httpx.Response:
            invented = f"198.51.{number // 250}.{number % 250}"
            headers = {"x-forwarded-for": invented, "forwarded": f"for={invented}", "x-real-ip": invented}
            return web.post("/api/invites/nosuchinvite", headers=headers)

        statuses = flood(elsewhere, 1000)
        assert len(statuses) >= LIMITS["change"].address.burst


def test_behind_a_proxy_only_its_own_word_counts(server: Server) -> None:
    """Here the server has a proxy, and the client adds inventions of its own before what the proxy says."""
    with httpx.Client(base_url=server.address, timeout=TIMEOUT) as web:

        def elsewhere(number: int) -> httpx.Response:
            said = f"198.51.{number // 250}.{number % 250}, 192.0.2.77"
            return web.post("/api/invites/nosuchinvite", headers={"x-forwarded-for": said})

        flood(elsewhere, 1000)
        other = web.post("/api/invites/nosuchinvite", headers={"x-forwarded-for": "192.0.2.77, 192.0.2.78"})
        assert other.status_code == 404


def test_a_household_of_ipv6_is_one_address(server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=TIMEOUT) as web:

        def elsewhere(number: int) -> httpx.Response:
            said = f"2001:db8:aaaa:1::{number:x}"
            return web.post("/api/invites/nosuchinvite", headers={"x-forwarded-for": said})

        flood(elsewhere, 1000)
        neighbour = {"x-forwarded-for": "2001:db8:aaaa:2::1"}
        assert web.post("/api/invites/nosuchinvite", headers=neighbour).status_code == 404


def test_whoever_has_thousands_of_networks_is_a_few_addresses(server: Server) -> None:
    """Providers give away networks (/48) with 65,536 of a household each."""
    with httpx.Client(base_url=server.address, timeout=TIMEOUT) as web:

        def elsewhere(number: int) -> httpx.Response:
            said = f"2001:db8:bbbb:{number:x}::1"
            return web.post("/api/matches", json={}, headers={"x-forwarded-for": said})

        flood(elsewhere, LIMITS["match"].address.burst * ADDRESSES_OF_NETWORK + 20)
        neighbour = {"x-forwarded-for": "2001:db8:bbbc::1"}
        assert web.post("/api/matches", json={}, headers=neighbour).status_code == 401


@pytest.mark.anyio
@pytest.mark.parametrize("text", ["{}", '{"type": "undo", "id": 7, "n": 0}'], ids=["malformed", "whole"])
async def test_many_sockets_together_say_no_more_than_a_few(
    server: Server, people: Callable[..., Person], text: str
) -> None:
    """Of people without a name, whom nothing else tells apart, and each within the rate of a socket."""
    ann = people(server, "Ann")
    match = ann.new_match("random", start=True, public=True)["id"]
    wires = [await Wire.open(people(server), match, **{"x-forwarded-for": "192.0.2.7"}) for _ in range(30)]
    began = time.monotonic()
    for _ in range(MESSAGES.burst - 10):
        for wire in wires:
            await wire.socket.send(text)
    refused = 0
    for wire in wires:
        for _ in range(MESSAGES.burst - 10):
            while (reply := await wire.receive())["type"] != "refused":
                pass
            assert reply["id"] == (7 if "id" in text else -1)
            refused += "Too many messages; wait" in reply["reason"]
        await wire.close()
    assert refused > 0
    # All of them together count as one, so that there is room for others at the address.
    most, a_minute = LIMITS["message"].person
    assert len(wires) * (MESSAGES.burst - 10) - refused <= most + a_minute / 60 * (time.monotonic() - began) + 1
    wire = await ann.open(match)
    assert (await wire.ask("why", action=0))["type"] == "answer"
    await wire.close()


# -- sockets ---------------------------------------------------------------------------------------------------------


@pytest.mark.anyio
async def test_sockets_opened_over_and_over(server: Server, people: Callable[..., Person]) -> None:
    eve, ann = people(server, "Eve"), people(server, "Ann")
    match = eve.new_match("random", start=True)["id"]
    await open_and_close(eve, match, LIMITS["socket"].person.burst)
    with pytest.raises(InvalidStatus) as refused:
        await open_and_close(eve, match, 50)
    assert refusal(refused.value)[0] == 429
    await (await ann.open(match)).close()


async def open_and_close(person: Person, match: str, times: int) -> None:
    for _ in range(times):
        await (await person.open(match)).close()


@pytest.mark.anyio
async def test_sockets_of_one_person_at_a_time(server: Server, people: Callable[..., Person]) -> None:
    """From however many addresses; when one is closed there is room for another."""
    eve, ann = people(server, "Eve"), people(server, "Ann")
    match = eve.new_match("random", start=True)["id"]
    wires = [await Wire.open(eve, match) for _ in range(SOCKETS_OF_PERSON)]
    with pytest.raises(InvalidStatus) as refused:
        await Wire.open(eve, match, **{"x-forwarded-for": "192.0.2.99"})
    assert refusal(refused.value) == (429, "Too many open connections; wait 10 seconds.")
    await (await ann.open(match)).close()
    await wires.pop().close()
    wires.append(await room_again(eve, match))
    for wire in wires:
        assert (await wire.receive())["type"] == "state"
        await wire.close()


async def room_again(person: Person, match: str) -> Wire:
    """The server may hear a moment later that a socket was closed."""
    for _ in range(20):
        try:
            return await Wire.open(person, match)
        except InvalidStatus:
            continue
    raise AssertionError("there is no room again")


@pytest.mark.anyio
async def test_sockets_of_one_address_at_a_time(server: Server, people: Callable[..., Person]) -> None:
    """Without saying who they are."""
    eve, ann = people(server), people(server, "Ann")
    match = ann.new_match("random", start=True)["id"]
    wires = [await Wire.open(eve, match) for _ in range(SOCKETS_OF_ADDRESS)]
    with pytest.raises(InvalidStatus) as refused:
        await Wire.open(eve, match)
    assert refusal(refused.value) == (429, "Too many open connections; wait 10 seconds.")
    await (await ann.open(match)).close()
    # Nobody has read what they were sent, so that each takes its time to close.
    await asyncio.gather(*(wire.close() for wire in wires))


@pytest.mark.anyio
async def test_chat_has_a_rate_and_goes_on_later(server: Server, people: Callable[..., Person]) -> None:
    """Also over several sockets; the game itself goes on."""
    eve = people(server, "Eve")
    match = eve.new_match("open", "open")
    ann = people(server, "Ann")
    ann.join(match)
    eve.post(f"/api/matches/{match['id']}/start")
    wires = [await eve.open(match["id"]) for _ in range(3)]
    said = 0
    reply: Any = None
    for number in range(100):
        reply = await wires[number % 3].ask("say", text=f"Hello {number}")
        if reply["type"] == "refused":
            break
        said += 1
    assert said >= LIMITS["chat"].person.burst
    assert "Too many chat messages; wait" in reply["reason"]
    wire = await ann.open(match["id"])
    assert (await wire.ask("say", text="Be quiet, Eve"))["type"] == "ack"
    assert (await wires[0].ask("why", action=0))["type"] == "answer"
    assert len(ann.get(f"/api/matches/{match['id']}/chat")) == said + 1
    for each in (*wires, wire):
        await each.close()


@pytest.mark.anyio
@pytest.mark.parametrize("what", ["socket", "requests"])
async def test_one_pupil_keeps_no_school_from_playing(server: Server, people: Callable[..., Person], what: str) -> None:
    """By asking for more than one may, of which the address has a limit as well."""
    eve, ann = people(server, "Eve"), people(server, "Ann")
    ann.address = eve.address
    ann.web.headers["x-forwarded-for"] = eve.address
    match = ann.new_match("random", start=True)["id"]
    limit = LIMITS["chat" if what == "socket" else "name"]
    async with httpx.AsyncClient(base_url=server.address, headers=eve.web.headers, timeout=TIMEOUT) as web:
        if what == "requests":
            web.cookies = eve.web.cookies
            asked = [web.post("/api/guests", json={"name": "Eve"}) for _ in range(2 * limit.address.burst)]
            statuses = [answer.status_code for answer in await asyncio.gather(*asked)]
            assert statuses.count(200) <= limit.person.burst + 1 and set(statuses) == {200, 429}
            assert ann.post("/api/guests", {"name": "Anna"})["name"] == "Anna"
        else:
            wire = await Wire.open(eve, eve.new_match("random", start=True)["id"])
            said = [(await wire.ask("say", text="Hello"))["type"] for _ in range(limit.address.burst + 10)]
            assert said.count("ack") <= limit.person.burst + 1 and said[-1] == "refused"
            await wire.close()
    wire = await ann.open(match)
    assert (await wire.ask("say", text="Good morning"))["type"] == "ack"
    await wire.close()


@pytest.mark.anyio
async def test_chat_has_an_end(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        match = await new_match(use, 2)
        ((ann,),) = outside(tmp_path, f"select person from seats where match = '{match}' and seat = 0")
        values = ", ".join(f"('{match}', {number}, 0, 'Ann', '{ann}', 'x', '')" for number in range(1, CHATS_IN_MATCH))
        outside(tmp_path, f"insert into chats (match, number, seat, name, person, text, at) values {values}")
        live = await loaded(use, match)
        await live.chat(0, None, "The last word")
        with pytest.raises(MarchlandError, match=f"You have said {CHATS_IN_MATCH} things"):
            await live.chat(0, None, "And another thing")
        await live.chat(1, None, "Peace at last")
        assert outside(tmp_path, "select count(*) from chats") == [(CHATS_IN_MATCH + 1,)]
        # Whoever takes the seat may say as much, but the other one no more from wherever.
        eve, _ = await use.run(use.people.new_guest, "Eve")
        live.seats[0]["person"], live.seats[1]["person"] = eve.id, ann
        await live.chat(0, None, "And I?")
        with pytest.raises(MarchlandError, match=f"You have said {CHATS_IN_MATCH} things"):
            await live.chat(1, None, "I was not done")


@pytest.mark.anyio
async def test_a_seat_that_goes_from_hand_to_hand_falls_silent(tmp_path: Path) -> None:
    """However many play it in turn."""
    async with house(tmp_path) as use:
        match = await new_match(use, 2)
        values = ", ".join(
            f"('{match}', {number}, 0, 'Ann', '{number // 200}', 'x', '')" for number in range(1, CHATS_OF_SEAT)
        )
        outside(tmp_path, f"insert into chats (match, number, seat, name, person, text, at) values {values}")
        live = await loaded(use, match)
        await live.chat(0, None, "The last word")
        with pytest.raises(MarchlandError, match=f"{CHATS_OF_SEAT:,} things have been said from this seat"):
            await live.chat(0, None, "And another thing")
        await live.chat(1, None, "Peace at last")


# -- long matches ----------------------------------------------------------------------------------------------------


@pytest.mark.anyio
async def test_pages_of_the_log_are_what_was_sent(finished: Finished) -> None:
    """From any moment back to the deal, page by page: all that each seat has heard, once, and nothing else."""
    for person, wire in zip((finished.ann, finished.ben, finished.eve), finished.wires, strict=True):
        last = wire.state["n"] + 1
        page = person.get(f"/api/matches/{finished.id}/events?before={last}")
        heard = page["events"]
        while page["earlier"]:
            page = person.get(f"/api/matches/{finished.id}/events?before={heard[0]['n']}")
            assert page["events"]
            heard = page["events"] + heard
        assert heard == wire.events
        middle = heard[len(heard) // 2]["n"]
        page = person.get(f"/api/matches/{finished.id}/events?before={middle}")
        assert page["events"] == [event for event in heard if event["n"] < middle][-len(page["events"]) :]
        assert person.get(f"/api/matches/{finished.id}/events?before=0") == {"events": [], "earlier": False}


def test_pages_of_the_log_of_no_match(ann: Person) -> None:
    assert "no match" in ann.refused(404, "GET", "/api/matches/nosuchmatch/events?before=1")
    waiting = ann.new_match("open")["id"]
    assert "has begun" in ann.refused(404, "GET", f"/api/matches/{waiting}/events?before=1")
    assert "before" in ann.refused(422, "GET", f"/api/matches/{waiting}/events?before=-1")


def test_an_archive_is_asked_about_matches_that_are_over(ann: Person) -> None:
    waiting, begun = ann.new_match("open")["id"], ann.new_match("random", start=True)["id"]
    for what in ("check", "record", "moment", "milestones", "summary"):
        assert "has begun" in ann.refused(404, "GET", f"/api/matches/{waiting}/{what}")
        assert "not over yet" in ann.refused(409, "GET", f"/api/matches/{begun}/{what}")


@pytest.mark.parametrize("what", ["record", "check", "summary", "milestones", "moment?n=1"])
def test_what_an_archive_answers_is_the_same_packed_and_plain(finished: Finished, what: str) -> None:
    path = f"/api/matches/{finished.id}/{what}"
    packed = finished.ann.web.get(path)
    plain = finished.ann.web.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert all("accept-encoding" in answer.headers["vary"] for answer in (packed, plain))
    assert packed.text == plain.text and len(packed.text) > 2
