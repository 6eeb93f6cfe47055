"""What is refused before any work is done: other sites, floods, large bodies; and files that are not the client's."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from marchland.server.app import create_app
from marchland.server.guard import ours
from marchland.server.services import Config
from server.world import TIMEOUT, Person, Server, Wire, running, sentence_of

# A client that lies elsewhere.
STATIC_AT = "import pathlib, marchland.server.routes.client as client\nclient.STATIC = pathlib.Path({!r})"

# -- other sites -----------------------------------------------------------------------------------------------------

ELSEWHERE = [
    {"origin": "https://evil.example"},
    {"origin": "http://127.0.0.1:1"},
    {"origin": "null"},
    {"origin": "http://["},
    {"origin": "gibberish"},
    {"origin": ""},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_other_sites_change_nothing(ann: Person, headers: dict[str, str]) -> None:
    answer = ann.web.post("/api/guests", json={"name": "Mallory"}, headers=headers)
    assert "another site" in sentence_of(answer, 403)
    assert ann.get("/api/me")["name"] == "Ann"
    for method in ("PUT", "PATCH", "DELETE"):
        assert ann.web.request(method, "/api/me", headers=headers).status_code == 403


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_other_sites_may_look_as_anybody_may(stranger: Person, headers: dict[str, str]) -> None:
    answer = stranger.web.get("/api/games", headers=headers)
    assert answer.status_code == 200
    # Scripts there cannot read the answer.
    assert "access-control-allow-origin" not in answer.headers


def test_the_own_site_and_programs_are_welcome(ann: Person, server: Server) -> None:
    for headers in ({"origin": server.address}, {"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}, {}):
        assert ann.web.post("/api/guests", json={"name": "Ann"}, headers=headers).status_code == 200


@pytest.mark.anyio
@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
async def test_other_sites_open_no_socket(ann: Person, headers: dict[str, str]) -> None:
    match = ann.new_match("random", start=True)
    with pytest.raises(InvalidStatus) as refusal:
        await Wire.open(ann, match["id"], **headers)
    assert refusal.value.response.status_code == 403


@pytest.mark.anyio
async def test_the_own_site_opens_a_socket(ann: Person, server: Server) -> None:
    match = ann.new_match("random", start=True)
    wire = await Wire.open(ann, match["id"], origin=server.address)
    assert (await wire.receive())["seat"] == 0
    await wire.close()


# -- too much --------------------------------------------------------------------------------------------------------


def test_a_body_that_says_it_is_too_large(ann: Person) -> None:
    assert "65536" in ann.refused(413, "POST", "/api/guests", {"name": "x" * 70000})


def test_a_body_that_does_not_say_so(ann: Person) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'{"name": "'
        for _ in range(70):
            yield b"x" * 1000
        yield b'"}'

    answer = ann.web.post("/api/guests", content=chunks(), headers={"content-type": "application/json"})
    assert "65536" in sentence_of(answer, 413)
    assert ann.get("/api/me")["name"] == "Ann"


@pytest.mark.parametrize("path", ["/", "/api/matches/", "/assets/", "/?"])
def test_an_address_is_no_longer_than_any_that_is_there(stranger: Person, path: str) -> None:
    """Every folder of it would be looked for, and everything that it asks be read."""
    address = path + "a/" * 500
    assert stranger.web.get(address[:999]).status_code in (200, 404)
    assert "1000" in sentence_of(stranger.web.get(address + "a"), 414)


def test_a_body_in_pieces_is_put_together(ann: Person) -> None:
    pieces = iter([b'{"na', b'me": "An', b'na"}'])
    answer = ann.web.post("/api/guests", content=pieces, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["name"]) == (200, "Anna")


@pytest.mark.parametrize("deep", [False, True])
def test_an_object_has_as_many_members_as_anybody_could_mean(ann: Person, deep: bool) -> None:
    """Each of them would be something wrong of its own, and all of it is found while everybody waits."""
    for count in (500, 501):
        many: dict[str, object] = {str(number): [] for number in range(count)}
        body = {"game": "campus", "seats": [{"kind": "me"}], "options": many} if deep else many
        said = ann.refused(422, "POST", "/api/matches", body)
        assert ("at most 500 members" in said) == (count > 500)
    assert ann.get("/api/lobby")["mine"] == []


def test_only_cookies_of_ours_are_read_and_none_that_is_quoted(ann: Person) -> None:
    """To unquote them takes as long as somebody likes, in some versions of Python; so nobody gets to read them."""
    assert ours(b'x="\\"\\""; marchland=a; y="b;c"; z;marchland_seat=b; marchland="c"; marchlander=d;;') == (
        b"marchland=a;marchland_seat=b"
    )
    assert ours(b";" * 10_000) == ours(b"") == b""
    cookie = ann.web.cookies["marchland"]
    for said, found in ((f'x="{"a" * 99}"; marchland={cookie}', ann.me), (f'marchland="{cookie}"', None)):
        assert httpx.get(f"{ann.server.address}/api/me", headers={"cookie": said}).json() == found


def test_every_answer_carries_the_headers_of_caution(ann: Person) -> None:
    answers = [
        ann.web.get("/api/me"),
        ann.web.get("/api/nothing"),
        ann.web.post("/api/guests", json={"name": "Ann"}),
        ann.web.post("/api/guests", json={"name": "Ann"}, headers={"origin": "https://evil.example"}),
        ann.web.post("/api/guests", content=b"x" * 70000),
    ]
    assert [answer.status_code for answer in answers] == [200, 404, 200, 403, 413]
    for answer in answers:
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        # The address of a page may be a link.
        assert answer.headers["referrer-policy"] == "strict-origin"


@pytest.mark.anyio
async def test_a_mistake_of_the_server_is_a_problem_too(tmp_path: Path) -> None:
    """Here its database has no tables."""
    app = create_app(Config(f"sqlite:///{tmp_path / 'empty.sqlite'}"))
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as web:
        answer = await web.get("/api/me", headers={"cookie": "marchland=x"})
    assert "mistake" in sentence_of(answer, 500)
    assert "sqlite" not in answer.text
    app.state.services.bot_pool.close()
    app.state.services.archive.close()
    await app.state.services.store.close()


# -- the files of the client -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a client of its own, and a secret beside it."""
    folder = tmp_path_factory.mktemp("site")
    static = folder / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<title>Marchland</title>")
    (static / "assets" / "app-1234.js").write_text("play()")
    (folder / "secret.txt").write_text("the secret")
    (static / "escape.txt").symlink_to(folder / "secret.txt")
    prelude = STATIC_AT.format(str(static))
    with running(folder, prelude=prelude) as made:
        yield made
    assert made.faults() == ""


def fetch(server: Server, path: str) -> tuple[int, str, str]:
    """A request whose path nobody tidies up on its way."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=TIMEOUT)
    try:
        connection.putrequest("GET", path)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers["cache-control"] or ""
    finally:
        connection.close()


@pytest.mark.parametrize("path", ["/", "/match/abc", "/new?game=campus", "/replay/x?n=3", "/rules/campus", "/apis"])
def test_every_page_is_the_client(site: Server, path: str) -> None:
    assert fetch(site, path) == (200, "<title>Marchland</title>", "no-cache")


def test_assets_are_kept_for_ever(site: Server) -> None:
    status, text, kept = fetch(site, "/assets/app-1234.js")
    assert (status, text) == (200, "play()")
    assert "immutable" in kept


def test_an_asset_is_the_same_packed_and_plain(site: Server) -> None:
    script = "play();" * 1000
    (Path(site.database).parent / "static" / "assets" / "large-1234.js").write_text(script)
    packed = httpx.get(f"{site.address}/assets/large-1234.js")
    plain = httpx.get(f"{site.address}/assets/large-1234.js", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < 1000
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text == script
    for answer in (packed, plain):
        assert answer.headers["vary"] == "Accept-Encoding"
        assert "javascript" in answer.headers["content-type"]
    assert int(httpx.head(f"{site.address}/assets/large-1234.js").headers["content-length"]) < 1000


def test_a_client_that_is_built_anew_is_served_at_once(site: Server) -> None:
    page = Path(site.database).parent / "static" / "page.html"
    page.write_text("<title>before</title>")
    before = httpx.get(f"{site.address}/page.html")
    same = httpx.get(f"{site.address}/page.html", headers={"if-none-match": before.headers["etag"]})
    page.write_text("<title>after</title>")
    after = httpx.get(f"{site.address}/page.html", headers={"if-none-match": before.headers["etag"]})
    assert (before.text, same.status_code, after.text) == ("<title>before</title>", 304, "<title>after</title>")


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/..%5c..%5csecret.txt",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fetc/passwd",
        "/escape.txt",
        "/..;/secret.txt",
        "/%00",
        "/assets/%00.js",
        "/" + "a" * 900,
        "/%ff%fe",
        "/assets",
        "/assets/",
    ],
)
def test_no_path_leads_out_of_the_folder(site: Server, path: str) -> None:
    status, text, _ = fetch(site, path)
    assert (status, text) == (200, "<title>Marchland</title>")


def test_the_secret_is_where_the_paths_above_would_lead(site: Server) -> None:
    folder = Path(site.database).parent
    assert (folder / "static" / ".." / "secret.txt").read_text() == "the secret"
    assert (folder / "static" / "escape.txt").read_text() == "the secret"


def test_without_a_built_client_the_page_says_so(tmp_path: Path, people: Callable[..., Person]) -> None:
    prelude = STATIC_AT.format(str(tmp_path / "none"))
    with running(tmp_path, prelude=prelude) as server:
        answer = people(server).web.get("/")
        assert answer.status_code == 503
        assert "make web" in answer.text


def test_what_is_no_request_is_noted_once_a_minute(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) as connection:
                connection.sendall(b"hello\r\n\r\n")
                assert connection.makefile("rb").readline().startswith(b"HTTP/1.1 400")
        assert server.faults().count("\n") == 1
