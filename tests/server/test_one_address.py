"""A school, a household and a café have one address: nobody there takes from all others what it may have."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus

from marchland.server.errors import TooMany
from marchland.server.limits import SOCKETS_OF_ADDRESS, SOCKETS_OF_PERSON, SharedPlaces
from marchland.server.routes.matches import TRY_AGAIN_LATER
from server.world import Person, Server, Wire, refusal


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
