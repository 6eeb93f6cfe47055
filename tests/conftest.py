import sys
from collections.abc import Iterator

import pytest

import marchland
from marchland.engine.step import STEPS
from marchland.games.finding import KNOWN, forget


@pytest.fixture
def guests() -> Iterator[None]:
    """The games that a test loads from elsewhere are forgotten after it."""
    marchland.every()
    known, modules, steps = set(KNOWN), set(sys.modules), len(STEPS)
    yield
    for name in set(KNOWN) - known:
        forget(KNOWN.pop(name).source, modules, steps)
