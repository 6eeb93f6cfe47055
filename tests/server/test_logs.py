"""No secret comes into the log, however much is written there."""

from __future__ import annotations

import logging
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from marchland.server import redact
from server.world import Person, Wire, running

People = Callable[..., Person]


@pytest.mark.anyio
@pytest.mark.parametrize("level", ["info", "debug", "trace"])
async def test_no_secret_is_in_the_log(tmp_path: Path, people: People, level: str) -> None:
    prelude = "import logging; logging.addLevelName(5, 'TRACE')"
    with running(tmp_path, log_level=level, prelude=prelude) as server:
        ann, ben, phone = people(server, "Ann"), people(server, "Ben"), people(server)
        made = ann.new_match("open", watch=False)
        match = made["id"]
        ben.post(f"/api/invites/{made['invite']}")
        ben.get(f"/api/matches/{match}?invite={made['invite']}")
        ben.get(f"/api/matches/{match}?%69nvite={made['invite']}")
        ben.join(made)
        ann.post(f"/api/matches/{match}/start")
        link = ann.seat_link(match)
        phone.post(f"/api/seats/{link}")
        phone.post(f"/api/seats/{link}/open")
        for page in (f"/seat/{link}", f"/invite/{made['invite']}", f"/api/seats//{link}", f"/api/%73eats/%2F{link}"):
            phone.web.get(page)
        seat = phone.web.cookies.get("marchland_seat") or ""
        wires = [
            await Wire.open(ann, match),
            await Wire.open(phone, match, referer=f"{server.address}/seat/{link}"),
            await Wire.open(people(server), match, query=f"&invite={made['invite']}"),
            await Wire.open(people(server), match, query=f"&%69nvite={made['invite']}"),
        ]
        for wire in wires:
            await wire.receive()
        await wires[0].ask("say", text=f"Come to {server.address}/invite/{made['invite']}")
        for wire in wires:
            await wire.close()
        phone.refused(404, "POST", "/api/seats/guessed-wrongly")
        server.stop()
        log = server.faults()
        secrets = [made["invite"], link, seat, ann.cookie, ben.cookie, "guessed-wrongly"]
        assert all(secrets)
        assert [line for line in log.splitlines() if any(secret in line for secret in secrets)] == []
        # It was not for want of a log.
        assert f"/api/seats/{redact.INSTEAD}" in log
        assert f"/api/matches/{match}" in log


@pytest.mark.parametrize(
    "text",
    [
        "GET /seat/hush HTTP/1.1",
        "GET /api/seats/hush/open HTTP/1.1",
        "GET /api/seats//hush HTTP/1.1",
        "GET /api/seats/./../hush HTTP/1.1",
        "GET /api/seats/%2F%2fhush HTTP/1.1",
        "GET /api/%73eat%53/hush HTTP/1.1",
        "GET //h%61ndovers/x?y=hush HTTP/1.1",
        "GET /api/matches/m?a=1&invite=hush HTTP/1.1",
        "GET /api/matches/m?%69nv%49te=hush HTTP/1.1",
        "GET /api/matches/m?invite=a;hush HTTP/1.1",
        "GET /login?next=%2Finvite%2Fhush HTTP/1.1",
        "GET /login?next=%252Fx%253F%2569nvite%253Dhush HTTP/1.1",
        "invite='hush'",
        "cookie: a=b; marchland=hush; c=d",
        "cookie: a=b; marchland = hush; c=d",
        'cookie: a=b; marchland_seat="hush"; c=d',
    ],
)
def test_no_spelling_hides_a_secret(text: str) -> None:
    clean = redact.redacted(text)
    assert "hush" not in clean and redact.INSTEAD in clean
    assert clean[:6] == text[:6]


@pytest.mark.parametrize(
    "text", ["GET /api/matches/m/events?before=7 HTTP/1.1", "/api/seats", "/invite", "marchland.server", "seat=3"]
)
def test_what_is_harmless_stays(text: str) -> None:
    assert redact.redacted(text) == text


def test_a_traceback_is_cleaned_as_well() -> None:
    written = StringIO()
    log = logging.Logger("aside")
    log.addHandler(logging.StreamHandler(written))
    before = logging.getLogRecordFactory()
    redact.install()
    try:
        int("/seat/" + "abcdef")
    except ValueError:
        log.exception("failed at %s", "/invite/ghijkl")
    finally:
        logging.setLogRecordFactory(before)
    first, *_, last = written.getvalue().splitlines()
    assert first == f"failed at /invite/{redact.INSTEAD}"
    assert last == f"ValueError: invalid literal for int() with base 10: '/seat/{redact.INSTEAD}'"
