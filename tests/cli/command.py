"""Running the command line inside the test process and in one of its own."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO, NamedTuple

import pytest

import marchland
from marchland.cli import main

SOURCES = Path(marchland.__file__).parents[1]


class Outcome(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The one sentence that a fault is told in."""
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("marchland: ")
        assert self.err.endswith(".\n")
        return self.err.removeprefix("marchland: ").strip()


class Command:
    """marchland VERB …, with lines typed at its prompts."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, *arguments: object, typed: Iterable[str] = ()) -> Outcome:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in typed)))
        self.capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        return Outcome(code, *self.capsys.readouterr())


def process(*arguments: object, stdout: IO[str] | int = subprocess.PIPE, **settings: str) -> "subprocess.Popen[str]":
    """The same as a process of its own, its three streams in our hands."""
    return subprocess.Popen(
        [sys.executable, "-m", "marchland", *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
        # Whoever runs the tests in the background has them ignore interrupts, and all that they start.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        env={**os.environ, "PYTHONPATH": str(SOURCES), **settings},
    )
