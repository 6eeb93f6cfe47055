from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from server.world import Person, Server, play_on, running


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it as it is; it must have nothing to complain about."""
    with running(tmp_path_factory.mktemp("server")) as made:
        yield made
    assert made.faults() == ""


@pytest.fixture
def people() -> Iterator[Callable[..., Person]]:
    made: list[Person] = []

    def someone(server: Server, name: str = "") -> Person:
        made.append(Person(server, name))
        return made[-1]

    yield someone
    for person in made:
        person.web.close()


@pytest.fixture
def ann(server: Server, people: Callable[..., Person]) -> Person:
    return people(server, "Ann")


@pytest.fixture
def ben(server: Server, people: Callable[..., Person]) -> Person:
    return people(server, "Ben")


@pytest.fixture
def stranger(server: Server, people: Callable[..., Person]) -> Person:
    """Somebody who has not said who they are."""
    return people(server)


class Finished:
    """A match of two people and a bot, played to its end over sockets, with a spectator; and all that was sent."""

    def __init__(self, server: Server) -> None:
        self.ann, self.ben, self.eve = Person(server, "Ann"), Person(server, "Ben"), Person(server)
        self.info: Any = self.ann.new_match("open", "random")
        self.id: str = self.info["id"]
        self.ben.join(self.info)
        self.started: Any = self.ann.post(f"/api/matches/{self.id}/start")
        self.wires = asyncio.run(self.play())

    async def play(self) -> list[Any]:
        wires = [await person.open(self.id) for person in (self.ann, self.ben, self.eve)]
        rng = random.Random(1)
        watching = wires[2].until(lambda state: state["status"] == "over")
        await asyncio.gather(play_on(wires[0], rng), play_on(wires[1], rng), watching)
        for wire in wires:
            await wire.close()
        return wires

    def close(self) -> None:
        for person in (self.ann, self.ben, self.eve):
            person.web.close()


@pytest.fixture(scope="session")
def finished(server: Server) -> Iterator[Finished]:
    made = Finished(server)
    yield made
    made.close()
