"""Compiles the engine, the games and the bots with mypyc where a C compiler is to be had.

Without one, or with MARCHLAND_COMPILE=0, the very same sources are installed to be interpreted.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import setup

SOURCE = Path("src/marchland")
COMPILED = ["engine", "games", "bots"]


def compiler() -> str | None:
    wanted = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(wanted) or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def extensions() -> list:
    if os.environ.get("MARCHLAND_COMPILE", "1") == "0":
        return []
    if sys.platform != "win32" and compiler() is None:
        print("marchland: no C compiler found, so the engine runs interpreted (about 40 times slower).")
        return []
    from mypyc.build import mypycify

    modules = sorted(str(path) for folder in COMPILED for path in (SOURCE / folder).rglob("*.py"))
    return mypycify(["--strict", *modules], opt_level=os.environ.get("MARCHLAND_OPT", "3"), debug_level="0")


if __name__ == "__main__":
    setup(ext_modules=extensions())
