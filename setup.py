"""Compiles the engine, the games, the bots and what the server shows with mypyc where a C compiler is to be had, and
builds the client.

Without a compiler, or with MARCHLAND_COMPILE=0, the very same sources are installed to be interpreted.
"""

import ast
import gc
import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SOURCE = Path("src/marchland")
COMPILED = ["engine", "games", "bots"]
# What the server does for everybody after every action; the rest of it waits for others.
SHOWING = [SOURCE / "server" / name for name in ("audience.py", "shown.py", "state.py")]
INTERPRETED = [
    SOURCE / "engine" / "picture.py",  # its annotations are read when it runs
    SOURCE / "engine" / "summary.py",  # likewise
    SOURCE / "engine" / "generic.py",  # it is for type checkers
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

    # Every game is a library of its own, so that they are compiled side by side, and so is what the server shows, which
    # needs libraries that not everybody has; the rest is one more.
    groups: dict[str, list[str]] = {}
    sources = {*SHOWING, *(path for folder in COMPILED for path in (SOURCE / folder).rglob("*.py"))}
    for path in sorted(sources.difference(INTERPRETED)):
        folder, *inner, name = path.relative_to(SOURCE).parts
        group = inner[0] if folder == "games" and inner else "server" if folder == "server" else "core"
        # A compiled package that is not in the first library does not find its modules.
        if group == "core" or name != "__init__.py":
            groups.setdefault(f"marchland_{group}", []).append(str(path))
    # A wheel is built seldom and runs often: as one unit it is slower to compile and faster to run.
    one_unit = "bdist_wheel" in sys.argv
    made = mypycify(
        [
            "--strict",
            # Without a cache: mypyc fails on what it kept from the last time when only some modules have changed.
            f"--cache-dir={os.devnull}",
            # The rest of the server is built on libraries that need not be there where a wheel is built.
            "--follow-imports=silent",
            *(module for modules in groups.values() for module in modules),
        ],
        # Those who wait to play do without the last optimizations; with the first (1), which compile in two thirds of
        # the time, games would run 5 to 10 % slower.
        opt_level=os.environ.get("MARCHLAND_OPT", "3" if one_unit else "2"),
        debug_level="0",
        group_name="marchland" if one_unit else None,
        separate=False if one_unit else [(modules, group) for group, modules in groups.items()],
    )
    gc.freeze()  # a gigabyte of syntax trees, which Python would look through for a quarter of a minute before it ends
    native = {Path(c) for extension in made for c in extension.sources if Path(c).name.startswith("__native")}
    add_docstrings(native, sources)
    if not one_unit:
        hurry_through_imports(native)
    if sys.platform != "win32":
        for extension in made:
            # Libraries find each other's functions in tables, not by name; what has no name outside can be inlined.
            # Nobody reads warnings about C that was made, and to look for them takes gcc thrice the time of compiling.
            extension.extra_compile_args += ["-fvisibility=hidden", "-Wno-all"]
    # The largest first: otherwise all wait for it at the end.
    return sorted(made, key=lambda extension: -sum(Path(c).stat().st_size for c in extension.sources))


RUNS_ONCE = """\
#if defined(__clang__)
#define RUNS_ONCE __attribute__((noinline, optnone))
#elif defined(__GNUC__)
#define RUNS_ONCE __attribute__((optimize("O0")))
#else
#define RUNS_ONCE
#endif
"""

# What mypyc writes of a function or method, and of a class: the name, then its signature, if it has one, where
# documentation belongs.
_SIGNATURE = r'PyDoc_STR\((?:"(?:[^"\\]|\\.)*"|NULL)'
_FUNCTION = r"CPyPy_(?P<function>\w+),\s+[A-Z_| ]+, " + _SIGNATURE
_CLASS = r"CPyType_(?P<class>\w+)_template_ = \{[^}]*?\.tp_doc = " + _SIGNATURE


def add_docstrings(compiled: set[Path], sources: set[Path]) -> None:
    """Write the docstrings, which mypyc drops, into the C that it has made, behind the signatures."""
    found: dict[str, list[str]] = {}
    for path in sources:
        for name, doc in docstrings(path):
            found.setdefault(name, []).append(doc)

    def documented(made: re.Match[str]) -> str:
        docs = found.get(made["function"] or made["class"], [])
        return f"{made[0].removesuffix('NULL')} {c_string(docs[0])}" if len(docs) == 1 else made[0]

    for c in compiled:
        text = c.read_text(encoding="utf-8")
        c.write_text(re.sub(f"{_FUNCTION}|{_CLASS}", documented, text), encoding="utf-8")


def hurry_through_imports(compiled: set[Path]) -> None:
    """What runs once, when a module is imported, is a fifth of the C, and not worth the time to optimize it."""
    top_level = re.compile(r"^char CPyDef_\w+_____top_level__\(void\) \{$", re.MULTILINE)
    for c in compiled:
        text = c.read_text(encoding="utf-8")
        text = re.sub(r"^ +", "", text, flags=re.MULTILINE)  # mypyc indents ever deeper: most of it is white space
        c.write_text(RUNS_ONCE + top_level.sub(r"RUNS_ONCE \g<0>", text), encoding="utf-8")


def docstrings(path: Path) -> Iterator[tuple[str, str]]:
    """The docstrings of a module, by the names under which mypyc may know what they belong to: of the module it takes
    as much of the end as tells it from all others."""
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    module = parts[:-1] if parts[-1] == "__init__" else parts
    found: list[tuple[str, str]] = []

    def look(owner: str, body: list[ast.stmt]) -> None:
        for node in body:
            doc = ast.get_docstring(node) if isinstance(node, ast.FunctionDef | ast.ClassDef) else None
            if doc:
                found.append((f"{owner}___{node.name}", doc))
            if isinstance(node, ast.ClassDef):
                look(f"{owner}___{node.name}", node.body)

    look("", ast.parse(path.read_text(encoding="utf-8")).body)
    for first in range(len(module)):
        for name, doc in found:
            yield "___".join(module[first:]) + name, doc


def c_string(text: str) -> str:
    plain = {ord("\n"): "\\n", **{code: chr(code) for code in range(32, 127) if chr(code) not in '"\\?'}}
    return '"' + "".join(plain.get(byte, f"\\{byte:03o}") for byte in text.encode()) + '"'


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
