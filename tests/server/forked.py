"""Servers in processes of their own, made of one that has read all their modules already: reading them takes most of a
start. How a server starts by itself is the matter of the tests of pages, of the command line and in the browser."""

from __future__ import annotations

import multiprocessing
import os
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from marchland.games.finding import own

READ = ["marchland.server.serve", "alembic.command", *(source.module for source in own())]

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(READ)


def begin(prelude: str, log: Path, settings: dict[str, Any]) -> ForkServerProcess:
    process = _CONTEXT.Process(target=_run, args=(prelude, log, settings))
    process.start()
    return process


def _run(prelude: str, log: Path, settings: dict[str, Any]) -> None:
    """The access log of the more talkative levels goes to the standard output."""
    complaints = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number, file in enumerate((nothing, complaints if "log_level" in settings else nothing, complaints)):
        os.dup2(file, number)
    from marchland.server.serve import serve

    exec(prelude, {})
    serve(**settings)
