"""Compiles the engine, the games and the bots with mypyc where a C compiler is to be had, and builds the client.

Without a compiler, or with MARCHLAND_COMPILE=0, the very same sources are installed to be interpreted.
"""

import os
import runpy
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SOURCE = Path("src/marchland")
COMPILED = ["engine", "games", "bots"]
INTERPRETED = [
    SOURCE / "engine" / "picture.py",  # its annotations are read when it runs
    SOURCE / "games" / "finding.py",  # what it has from Python's import system is not always of the declared type
]


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

    # Every game is a library of its own, so that they are compiled side by side; what is not a game is one more.
    groups: dict[str, list[str]] = {}
    sources = {path for folder in COMPILED for path in (SOURCE / folder).rglob("*.py")}
    for path in sorted(sources.difference(INTERPRETED)):
        folder, *inner, name = path.relative_to(SOURCE).parts
        group = inner[0] if folder == "games" and inner else "core"
        # A compiled package that is not in the first library does not find its modules.
        if group == "core" or name != "__init__.py":
            groups.setdefault(f"marchland_{group}", []).append(str(path))
    made = mypycify(
        # Without a cache: mypyc fails on what it kept from the last time when only some modules have changed.
        ["--strict", f"--cache-dir={os.devnull}", *(module for modules in groups.values() for module in modules)],
        opt_level=os.environ.get("MARCHLAND_OPT", "3"),
        debug_level="0",
        separate=[(modules, group) for group, modules in groups.items()],
    )
    if sys.platform != "win32":
        for extension in made:
            # Libraries find each other's functions in tables, not by name; what has no name outside can be inlined.
            extension.extra_compile_args.append("-fvisibility=hidden")
    return made


class BuildWithClient(build_py):
    """A wheel carries the built client; an editable install leaves it to `make web`."""

    def run(self) -> None:
        built = SOURCE / "server" / "static" / "index.html"
        if not self.editable_mode and not built.is_file() and Path("web/package.json").is_file():
            try:
                runpy.run_path("web/build.py")["build"]()
            except (OSError, subprocess.CalledProcessError) as fault:
                print(f"marchland: the browser client was not built ({fault}); everything else works.")
        super().run()


if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_py": BuildWithClient})
