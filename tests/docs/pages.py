"""The fenced blocks of a page, and what to do with them.

```console              commands (`$ …`), what is typed at their prompts (`> …`), and what they print; `…` is anything
```python FILE          an excerpt: the file has these lines
```diff FILE            an edit: lines with - go, lines with + come, those around them say where; + alone is the end
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

import marchland

ROOT = Path(__file__).parents[2]
SOURCES = Path(marchland.__file__).parents[1]
PROGRAMS = {"marchland": ["-m", "marchland"], "pytest": ["-m", "pytest", "-p", "no:cacheprovider"]}

_BLOCK = re.compile(r"^```(\w*) ?(\S*)\n(.*?)^```$", re.M | re.S)


class Block(NamedTuple):
    language: str
    name: str
    text: str


def blocks_of(page: str) -> list[Block]:
    return [Block(*found) for found in _BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))]


def follow(block: Block, folder: Path) -> None:
    """Do what a reader does who sits in a folder."""
    if block.language == "console":
        for session in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
            run(session, folder)
    elif block.language == "diff":
        for file, lines in re.findall(r"^@@ (\S+) @@\n((?:(?!@@).*\n)*)", block.text, re.M):
            edit(folder / file, lines)
    elif excerpt := re.fullmatch(r"# (\S+)\n\n(.*)", block.text, re.S):
        file, lines = excerpt.groups()
        text = (folder / file).read_text()
        assert lines in text or indent(lines, "    ") in text, f"{file} does not have\n{lines}"
    else:
        raise AssertionError(f"nobody knows what to do with a block of {block.language or 'nothing'}:\n{block.text}")


def edit(file: Path, diff: str) -> None:
    lines = [line if line.strip() else " \n" for line in diff.splitlines(keepends=True)]
    assert lines and {line[0] for line in lines} <= set("+- "), (
        f"{file.name}: lines of an edit begin with +, - or a space"
    )
    old = "".join(line[1:] for line in lines if line[0] != "+")
    new = "".join(line[1:] for line in lines if line[0] != "-")
    text = file.read_text()
    if old:
        assert text.count(old) == 1, f"{file.name} has this {text.count(old)} times:\n{old}"
        file.write_text(text.replace(old, new))
    else:
        file.write_text(text + new)


def run(session: str, folder: Path) -> None:
    """A command, and what it prints: on its standard output, or else the sentence of its fault."""
    line, _, shown = session.partition("\n")
    program, *arguments = shlex.split(line)
    done = subprocess.run(
        [sys.executable, *PROGRAMS[program], *arguments],
        input="".join(f"{typed}\n" for typed in re.findall(r"^> (.*)$", shown, re.M)),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(SOURCES), "COLUMNS": "80", "LINES": "24", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    printed = re.sub(r"[ \t]+$", "", done.stdout or done.stderr, flags=re.M)
    assert pattern(shown).fullmatch(printed), f"$ {line}\n{printed}\n-- but the page has --\n{shown}"


def pattern(shown: str) -> re.Pattern[str]:
    lines = [".*" if line == "…\n" else re.escape(line).replace("…", "[^\n]*") for line in shown.splitlines(True)]
    return re.compile(rf"\n*{''.join(lines)}\n*", re.S)
