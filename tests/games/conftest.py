import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.command import Command
from marchland.engine.step import STEPS
from marchland.games.finding import KNOWN, forget


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder to be in. The games that are loaded there are forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    known, modules, steps = set(KNOWN), set(sys.modules), len(STEPS)
    yield tmp_path
    for name in set(KNOWN) - known:
        forget(KNOWN.pop(name).source, modules, steps)


@pytest.fixture
def command(away: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    return Command(capsys, monkeypatch)
