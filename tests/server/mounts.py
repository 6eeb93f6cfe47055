"""Small disks of one's own, where the system lets us have them, and folders of others."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system of that size; skips the test where none can be mounted."""
    folder.mkdir()
    try:
        made = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "marchland-test", folder], capture_output=True, check=False
        )
    except FileNotFoundError:
        pytest.skip("nothing can be mounted here: there is no mount command")
    if made.returncode:
        pytest.skip("nothing can be mounted here: that takes root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def read_only(folder: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", folder], check=True)


@contextmanager
def closed_folder(folder: Path) -> Iterator[Path]:
    """A folder that nobody may enter, not even whoever runs the tests as root."""
    folder.mkdir(mode=0)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield folder
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o700)
