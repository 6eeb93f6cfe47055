from pathlib import Path

import pytest

from cli.command import Command


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, guests: None) -> Path:
    """An empty folder to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def command(away: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    return Command(capsys, monkeypatch)
