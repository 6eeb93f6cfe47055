import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

import marchland
from marchland.engine.step import STEPS
from marchland.games.finding import KNOWN, forget

# A machine that has other things to do is no fault of what is tested.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.fixture
def guests() -> Iterator[None]:
    """The games that a test loads from elsewhere are forgotten after it."""
    marchland.every()
    known, modules, steps = set(KNOWN), set(sys.modules), len(STEPS)
    yield
    for name in set(KNOWN) - known:
        forget(KNOWN.pop(name).source, modules, steps)
