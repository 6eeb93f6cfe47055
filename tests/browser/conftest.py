from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser

from browser.positions import lay
from browser.seat import Seat, Seating
from browser.world import HERE, Visitor, browsing, client_is_built, serving
from marchland.server.services import COOKIE

S = TypeVar("S", bound=Seat)
NOT_BUILT = "The browser client is not built: run 'make web' first."


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On a busy machine a page and its server can come to things in an order that no test has thought of: what fails is
    tried once more, and the summary says so."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not client_is_built():
        pytest.fail(NOT_BUILT, pytrace=False)
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a server keeps its matches, so that positions can be laid there."""
    return tmp_path_factory.mktemp("positions")


@pytest.fixture(scope="package")
def house(folder: Path) -> Iterator[str]:
    if not client_is_built():
        pytest.fail(NOT_BUILT, pytrace=False)
    with serving(folder) as address:
        yield address


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Not longer than these tests: as long as it runs, nobody else can run an event loop in this process."""
    with browsing() as browser:
        yield browser


@pytest.fixture
def seating(chromium: Browser, house: str, folder: Path) -> Iterator[Seating]:
    """Seats Ann and Ben at a position of a game, bots in the other seats; and, if wanted, Cyd, who looks on."""
    made: list[Visitor] = []

    def visitor(**how: Any) -> Visitor:
        made.append(Visitor(chromium, house, **how))
        return made[-1]

    def down(
        seat: type[S],
        game: str,
        people: int = 2,
        seats: int = 3,
        onlooker: bool = False,
        how: Any = None,
        **position: Any,
    ) -> list[S]:
        laid = lay(folder, game, ["Ann", "Ben"][:people], seats - people, **position)
        found = []
        for token in laid.tokens:
            one = visitor(**(how or {}))
            one.context.add_cookies([{"name": COOKIE, "value": token, "url": house}])
            found.append(seat(one, laid.match))
        if onlooker:
            found.append(seat(visitor(), laid.match))
        return found

    yield down
    assert [fault for one in made for fault in one.close()] == []


@pytest.fixture
def someone(chromium: Browser, address: str) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors. A test fails if any of them has met a fault."""
    made: list[Visitor] = []

    def visitor(name: str = "", **how: object) -> Visitor:
        made.append(Visitor(chromium, address, name, **how))
        return made[-1]

    yield visitor
    faults = [fault for one in made for fault in one.close()]
    assert faults == []
