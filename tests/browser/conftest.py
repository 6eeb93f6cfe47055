from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser.world import Visitor, browsing, client_is_built, serving

NOT_BUILT = "The browser client is not built: run 'make web' first."


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not client_is_built():
        pytest.fail(NOT_BUILT, pytrace=False)
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server of a module keeps its matches, so that positions can be laid there."""
    return tmp_path_factory.mktemp("positions")


@pytest.fixture(scope="module")
def house(folder: Path) -> Iterator[str]:
    if not client_is_built():
        pytest.fail(NOT_BUILT, pytrace=False)
    with serving(folder) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


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
