"""The addresses of a server: which hosts and origins it takes, what it keeps from caches, what it tells to pass on."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from marchland.engine.errors import UsageError
from marchland.server.addresses import network_of
from marchland.server.site import Site, is_loopback, network_addresses, public_address
from server.world import TIMEOUT, Person, Server, new_address, running, sentence_of

PUBLIC = "https://games.example"

# -- hosts -----------------------------------------------------------------------------------------------------------

OURS = [
    "localhost",
    "localhost:1",
    "LOCALHOST",
    "a.localhost",
    "127.0.0.1",
    "192.168.1.7:8000",
    "[::1]:8000",
    "[fe80::1]",
]
NOT_OURS = [
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evillocalhost",
    "localhost@evil.example",
    "evil.example#localhost",
    "evil.example/localhost",
    "127.0.0.1 evil.example",
    "[::1",
    "[evil.example]",
    "1e3",
    "",
    "\xe9.example",
]


def asked(server: Server, host: str, path: str = "/api/me") -> httpx.Response:
    """What comes back to a request with just that Host."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=TIMEOUT)
    try:
        connection.putrequest("GET", path, skip_host=True)
        connection.putheader("Host", host.encode("latin-1"))
        connection.putheader("X-Forwarded-For", new_address())
        connection.endheaders()
        answer = connection.getresponse()
        return httpx.Response(answer.status, headers=answer.headers.items(), content=answer.read())
    finally:
        connection.close()


@pytest.mark.parametrize("host", OURS)
def test_a_plain_server_answers_for_its_own_names(server: Server, host: str) -> None:
    assert asked(server, host).status_code == 200


@pytest.mark.parametrize("host", NOT_OURS)
@pytest.mark.parametrize("path", ["/api/me", "/", "/seat/abc"])
def test_a_name_that_others_have_pointed_here_is_refused(server: Server, host: str, path: str) -> None:
    answer = asked(server, host, path=path)
    assert "This server is not" in sentence_of(answer, 421)


def test_the_name_of_the_machine_and_of_host_are_its_own() -> None:
    site = Site(host="games.lan")
    assert site.answers_for(b"games.lan:8000")
    assert site.answers_for(socket.gethostname().encode())
    assert not site.answers_for(b"other.lan")


@pytest.mark.anyio
async def test_no_socket_opens_under_another_name(ann: Person, server: Server) -> None:
    match = ann.new_match("random", start=True)
    address = f"ws://evil.example:{server.port}/api/matches/{match['id']}/socket"
    with pytest.raises(InvalidStatus) as refusal:
        await connect(address, host="127.0.0.1", origin=Origin(f"http://evil.example:{server.port}"), proxy=None)
    assert refusal.value.response.status_code == 421


def test_the_page_of_a_name_pointed_here_cannot_act_for_its_reader(server: Server, ann: Person) -> None:
    """DNS rebinding: Host and Origin agree, and both are the attacker's."""
    headers = {"host": "evil.example", "origin": "http://evil.example"}
    answer = ann.web.post("/api/guests", json={"name": "Mallory"}, headers=headers)
    assert "--public-url" in sentence_of(answer, 421)
    assert ann.get("/api/me")["name"] == "Ann"


# -- a public address ------------------------------------------------------------------------------------------------


class PublicServer(Server):
    """It answers for its public name alone, as a proxy passes it on."""

    def answers(self) -> bool:
        if not self.runs():
            return False
        try:
            return asked(self, "games.example").status_code == 200
        except OSError:
            return False


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = PublicServer(tmp_path_factory.mktemp("public"), public_url=PUBLIC)
    made.start()
    try:
        yield made
    finally:
        made.stop()
    assert made.faults() == ""


@pytest.fixture
def visitor(public: Server) -> Iterator[httpx.Client]:
    headers = {"host": "games.example", "origin": PUBLIC, "x-forwarded-for": new_address()}
    with httpx.Client(base_url=public.address, headers=headers, timeout=TIMEOUT) as web:
        yield web


def test_a_public_server_answers_for_its_name_alone(public: Server) -> None:
    for host in ("games.example", "GAMES.example", "games.example:443", "games.example."):
        assert asked(public, host).status_code == 200
    for host in ("localhost", "127.0.0.1", "192.168.1.7", "other.example", "games.example.evil.example"):
        assert PUBLIC in sentence_of(asked(public, host), 421)


@pytest.mark.parametrize(
    "origin",
    [
        "http://games.example",
        "https://games.example:8443",
        "https://evil.example",
        "https://games.example.evil",
        "null",
        "",
    ],
)
def test_an_origin_is_compared_whole(visitor: httpx.Client, origin: str) -> None:
    answer = visitor.post("/api/guests", json={"name": "Mallory"}, headers={"origin": origin})
    assert "another site" in sentence_of(answer, 403)


def test_a_plain_server_compares_the_scheme_too(server: Server, ann: Person) -> None:
    origin = server.address.replace("http:", "https:")
    assert "another site" in ann.refused(403, "POST", "/api/guests", {"name": "M"}, headers={"origin": origin})


def test_a_proxy_need_not_say_which_scheme_it_was(visitor: httpx.Client) -> None:
    for said in ("http", "https", "gopher", ""):
        answer = visitor.post("/api/guests", json={"name": "Ann"}, headers={"x-forwarded-proto": said})
        assert answer.status_code == 200, answer.text


def test_cookies_are_secure_where_the_address_is(visitor: httpx.Client, server: Server) -> None:
    cookie = visitor.post("/api/guests", json={"name": "Ann"}).headers["set-cookie"].lower()
    assert {"secure", "httponly", "samesite=lax"} <= {part.strip() for part in cookie.split(";")}
    plain = httpx.post(f"{server.address}/api/guests", json={"name": "Ann"}).headers["set-cookie"].lower()
    assert "secure" not in {part.strip() for part in plain.split(";")}


def test_a_public_server_tells_its_address_and_no_other(visitor: httpx.Client) -> None:
    assert visitor.get("/api/server").json() == {"public_url": PUBLIC, "addresses": [], "local": False}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("https://games.example", PUBLIC),
        ("https://Games.Example/", PUBLIC),
        ("https://games.example:443", PUBLIC),
        ("http://games.lan:80/", "http://games.lan"),
        ("http://games.lan:8000", "http://games.lan:8000"),
        ("https://[2001:db8::7]:8443", "https://[2001:db8::7]:8443"),
    ],
)
def test_a_public_address_is_kept_as_browsers_write_it(said: str, meant: str) -> None:
    assert public_address(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        "games.example",
        "ftp://games.example",
        "https://",
        "https://games.example/marchland",
        "https://games.example/?a",
        "https://me@games.example",
        "https://games.example:port",
        "https://gämes.example",
        "https://[::1",
        "https://games example",
        'https://games"example',
    ],
)
def test_what_is_no_public_address_is_refused(said: str) -> None:
    with pytest.raises(UsageError):
        public_address(said)


def test_proxies_are_addresses_or_networks() -> None:
    assert str(network_of("10.0.0.7")) == "10.0.0.7/32"
    assert str(network_of("10.0.0.7/24")) == "10.0.0.0/24"
    for said in ("proxy", "10.0.0.0/99", ""):
        with pytest.raises(UsageError):
            network_of(said)


# -- what caches keep ------------------------------------------------------------------------------------------------


def test_no_cache_keeps_what_may_be_secret(ann: Person, ben: Person) -> None:
    match = ann.new_match("random", start=True)
    answers = [
        ann.web.get("/api/me"),
        ann.web.post("/api/guests", json={"name": "Ann"}),
        ann.web.get("/api/lobby"),
        ann.web.get("/api/server"),
        ann.web.get(f"/api/matches/{match['id']}"),
        ann.web.get(f"/api/matches/{match['id']}/chat"),
        ann.web.get("/api/matches/nosuchmatch"),
        ann.web.get("/api/nothing"),
        ann.web.post("/api/guests", json={"name": "<"}),
        ben.web.post("/api/guests", json={"name": "M"}, headers={"origin": "https://evil.example"}),
    ]
    assert [answer.headers.get_list("cache-control") for answer in answers] == [["no-store"]] * len(answers)


def test_what_lasts_is_still_kept(ann: Person) -> None:
    for path in ("/api/games/campus", "/api/games/campus/rules", "/openapi.json"):
        answer = ann.web.get(path)
        assert answer.headers.get_list("cache-control") == ["no-cache"]
        again = ann.web.get(path, headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304


# -- what to pass on -------------------------------------------------------------------------------------------------


def test_a_server_on_this_machine_alone_says_so(server: Server) -> None:
    answer = httpx.get(f"{server.address}/api/server").json()
    assert answer == {"public_url": None, "addresses": [], "local": True}


def test_a_server_in_the_network_tells_who_sits_at_it_its_addresses(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("lan"), host="0.0.0.0", proxies=()) as server:
        here = httpx.get(f"{server.address}/api/server").json()
        assert here["local"] is False
        assert len(here["addresses"]) == len([address for address in network_addresses() if ":" not in address])
        for address in here["addresses"]:
            assert httpx.get(f"{address}/api/me").status_code == 200
            # Somebody who comes by the network is not told.
            there = httpx.get(f"{address}/api/server").json()
            assert there == {"public_url": None, "addresses": [], "local": False}
    with running(tmp_path_factory.mktemp("proxied"), host="0.0.0.0") as server:
        # Behind a proxy everybody seems to sit at the machine.
        assert httpx.get(f"{server.address}/api/server").json()["addresses"] == []


def test_the_addresses_of_a_host_are_itself() -> None:
    assert Site(host="192.0.2.5", port=8001).addresses() == ["http://192.0.2.5:8001"]
    assert Site(host="2001:db8::5", port=8001).addresses() == ["http://[2001:db8::5]:8001"]
    assert Site(host="::1").addresses() == Site(host="localhost").addresses() == []
    assert is_loopback("::ffff:127.0.0.1") and is_loopback("127.8.8.8") and not is_loopback("localhost.evil")
