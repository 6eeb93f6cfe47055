"""A school, a household and a café have one address: nobody there takes from all others what it may have."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from marchland.server import catalogue, lasting
from marchland.server.app import create_app
from marchland.server.errors import TooMany
from marchland.server.limits import SESSIONS_OF_SEAT, SOCKETS_OF_ADDRESS, SOCKETS_OF_PERSON, SharedPlaces
from marchland.server.routes.socket import TRY_AGAIN_LATER
from marchland.server.services import Config
from server.inside import new_match
from server.world import Person, Server, Wire, lay_database, refusal


def test_shared_places_go_to_whoever_has_fewest() -> None:
    places = SharedPlaces("tables", 4)
    gone: list[str] = []
    with ExitStack() as held:

        def take(who: str, number: int) -> None:
            held.enter_context(places.one("school", who)).give_up = lambda: gone.append(f"{who} {number}")

        for number, who in enumerate(["Eve", "Eve", "Eve", "Ben"]):
            take(who, number)
        take("Ann", 4)
        assert gone == ["Eve 0"]
        # Two and one and one: nobody would be better off, only somebody else.
        for who in ("Ann", "Ben", "Eve"):
            with pytest.raises(TooMany, match="Too many tables; wait 10 seconds"), places.one("school", who):
                pass
        take("Cyd", 5)
        assert gone == ["Eve 0", "Eve 1"]
        with pytest.raises(TooMany), places.one("school", "Dan"):
            pass
        with places.one("home", "Dan"):
            pass
    assert places.taken == {}


def test_shared_places_of_a_network_go_to_the_address_that_has_fewest() -> None:
    """Of IPv6, where a neighbour may have hundreds of them."""
    places = SharedPlaces("tables", 2)
    gone: list[str] = []
    with ExitStack() as held:

        def take(number: int, who: str) -> None:
            address = f"2001:db8:0:{number}::/64"
            held.enter_context(places.one(address, who)).give_up = lambda: gone.append(f"{who} at {number}")

        for number in range(8):
            take(number // 2, "Eve")
        take(7, "Ann")
        assert gone == ["Eve at 0"]
        # Where nobody would be better off, and where the address itself has all that it may have.
        for number in (0, 1, 7):
            with pytest.raises(TooMany, match="Too many tables"), places.one(f"2001:db8:0:{number}::/64", "Eve"):
                pass
        take(8, "Ben")
        assert gone == ["Eve at 0", "Eve at 1"]
        with places.one("2001:db8:1:1::/64", "Dan"), places.one("192.0.2.1", "Dan"):
            pass
    assert places.taken == {}


def test_who_has_made_room_and_goes_later_takes_nobody_with_them() -> None:
    places = SharedPlaces("tables", 2)
    first, others, last = ExitStack(), ExitStack(), ExitStack()
    for held in (first, others):
        held.enter_context(places.one("school", "Eve")).give_up = lambda: None
    others.enter_context(places.one("school", "Ann"))
    others.close()
    with last:
        last.enter_context(places.one("school", "Ben"))
        first.close()
        assert [place.who for place in places.taken["school"]] == ["Ben"]
    assert places.taken == {}


@pytest.mark.anyio
async def test_who_has_many_sockets_makes_room_for_others_at_the_address(
    server: Server, people: Callable[..., Person]
) -> None:
    """One pupil, by whatever names, keeps nobody else in the school from playing."""
    ann, eves = people(server, "Ann"), [people(server, f"Eve {number}") for number in range(10)]
    for eve in eves:
        eve.address = ann.address
    match = ann.new_match("random", start=True)["id"]
    wires = [await Wire.open(eve, match) for eve in eves for _ in range(SOCKETS_OF_PERSON)]
    assert len(wires) == SOCKETS_OF_ADDRESS
    wire = await Wire.open(ann, match)
    assert (await wire.ask("why", action=0))["type"] == "answer"
    await wires[0].socket.wait_closed()
    assert wires[0].socket.close_code == TRY_AGAIN_LATER
    with pytest.raises(InvalidStatus) as refused:
        await Wire.open(eves[0], match)
    assert refusal(refused.value) == (429, "Too many open connections; wait 10 seconds.")
    await asyncio.gather(*(each.close() for each in [wire, *wires]))


@pytest.mark.anyio
async def test_who_finds_no_room_and_tries_again_keeps_nobody_out(
    server: Server, people: Callable[..., Person]
) -> None:
    """As the pages of a class that looks on do, every few seconds."""
    ann, class_ = people(server, "Ann"), people(server)
    class_.address = ann.address
    match = ann.new_match("random", start=True)["id"]
    wires = [await Wire.open(class_, match) for _ in range(SOCKETS_OF_ADDRESS)]
    for _ in range(3):
        again = [Wire.open(class_, match) for _ in range(20)]
        for refused in await asyncio.gather(*again, return_exceptions=True):
            assert isinstance(refused, InvalidStatus)
            assert refusal(refused) == (429, "Too many open connections; wait 10 seconds.")
    wires.append(await ann.open(match))
    await asyncio.gather(*(each.close() for each in wires))


@pytest.mark.anyio
async def test_who_opens_seats_on_many_devices_is_one_person(server: Server, people: Callable[..., Person]) -> None:
    """Otherwise each of them would have as few sockets as anybody else."""
    ann, eve = people(server, "Ann"), people(server, "Eve")
    match, wires = ann.new_match("random", start=True)["id"], []
    for _ in range(SOCKETS_OF_ADDRESS // SESSIONS_OF_SEAT):
        hers = eve.new_match("random", start=True)["id"]
        secret = eve.seat_link(hers)
        for _ in range(SESSIONS_OF_SEAT):
            device = people(server)
            device.address = device.web.headers["x-forwarded-for"] = ann.address
            device.post(f"/api/seats/{secret}/open")
            wires.append(await Wire.open(device, hers))
    wire = await ann.open(match)
    await wires[0].socket.wait_closed()
    assert wires[0].socket.close_code == TRY_AGAIN_LATER
    await asyncio.gather(*(each.close() for each in [wire, *wires]))


@pytest.mark.anyio
async def test_boards_are_drawn_one_at_a_time_and_for_everybody_in_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever draws keeps the interpreter from all others time and again."""
    drawing, together, done = threading.Lock(), [], []

    def drawn(*of: Any) -> lasting.Ready:
        together.append(not drawing.acquire(blocking=False))
        time.sleep(0.005)
        drawing.release()
        return lasting.ready(b"{}")

    monkeypatch.setattr(catalogue, "of_match", drawn)
    lay_database(tmp_path / "marchland.sqlite")
    app = create_app(Config(f"sqlite:///{tmp_path / 'marchland.sqlite'}"))
    use = app.state.services

    async def look(who: str) -> None:
        network = httpx.ASGITransport(app, client=(who, 1))
        async with httpx.AsyncClient(transport=network, base_url="http://localhost") as web:
            assert (await web.get(f"/api/matches/{match}/catalogue")).status_code == 200
            done.append(who)

    try:
        match = await new_match(use)
        await asyncio.gather(*(look("192.0.2.1") for _ in range(30)), look("192.0.2.2"))
    finally:
        use.bot_pool.close()
        use.archive.close()
        await use.store.close()
    assert not any(together)
    assert done.index("192.0.2.2") < 10


def test_boards_of_matches_push_out_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """That one would be drawn and packed anew while everybody waits."""
    drawn: list[Any] = []

    def draw(*of: Any) -> bytes:
        drawn.append(of)
        return str(of).encode()

    monkeypatch.setattr(catalogue, "drawn", draw)
    try:
        game = catalogue.catalogue("a game")
        packed = lasting.kept_ready(game)
        for number in range(300):
            catalogue.of_match("a game", (("number", number),))
        assert catalogue.catalogue("a game") is game
        assert lasting.kept_ready(game) is packed
        assert len(drawn) == 301
    finally:
        catalogue.catalogue.cache_clear()
        catalogue.of_match.cache_clear()
