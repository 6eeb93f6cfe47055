"""Plain text for terminals: wrapped sentences, aligned tables, marks in colour, progress."""

import os
import re
import shutil
import sys
import textwrap
import time
from collections.abc import Sequence
from typing import TextIO

from marchland.engine.sayings import listed as listed
from marchland.engine.sayings import plural

LEAST_WIDTH = 60
MOST_WIDTH = 100  # longer lines are hard to read, however wide the window is
QUIET_SECONDS = 30.0  # how long work may take before a log file hears of it

ESCAPE = re.compile("\x1b\\[[0-9;]*m")
SEAT_COLOURS = ["36", "31", "33", "35", "32", "34"]


def width() -> int:
    return max(LEAST_WIDTH, min(MOST_WIDTH, shutil.get_terminal_size((80, 24)).columns - 1))


def height() -> int:
    return shutil.get_terminal_size((80, 24)).lines


def wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    return textwrap.fill(
        " ".join(text.split()),
        width(),
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def breadth(text: str) -> int:
    """How many columns a text takes on the screen, its colours left out."""
    return len(ESCAPE.sub("", text))


def padded(text: str, room: int) -> str:
    return text + " " * (room - breadth(text))


def flowed(parts: Sequence[str], indent: str = "", first: str | None = None) -> list[str]:
    """Parts, perhaps in colour, side by side on as many lines as they need. A part is never broken."""
    lines = [indent if first is None else first]
    begun = False
    for part in parts:
        if begun and breadth(lines[-1]) + 1 + breadth(part) > width():
            lines.append(indent)
            begun = False
        lines[-1] += f" {part}" if begun else part
        begun = True
    return lines if parts else []


def sentence(text: str) -> str:
    """A saying as a sentence: it ends with a full stop unless it ends with something else already."""
    return text if text.endswith((".", "?", "!", ":")) else text + "."


def counted(n: int, what: str) -> str:
    """1 room, 2,000 matches"""
    return f"{n:,} {what if n == 1 else plural(what)}"


def table(rows: Sequence[Sequence[str]], header: Sequence[str] = (), right: Sequence[int] = ()) -> str:
    """Rows in aligned columns, those numbered in `right` at their right edge; a rule of dashes below the header."""
    lines = [list(header), *map(list, rows)] if header else [list(row) for row in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))] if lines else []
    if header:
        lines.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def fitted(text: str) -> str:
    """Lines that a terminal would break are cut there; a file or a pipe gets them whole."""
    if not sys.stdout.isatty():
        return text
    most = shutil.get_terminal_size((80, 24)).columns
    return "\n".join(shortened(line, most) for line in text.split("\n"))


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: max(0, most - 1)].rstrip(" ,") + "…"


def percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def bar(share: float, room: int) -> str:
    return "█" * round(max(0.0, min(1.0, share)) * room)


class Paint:
    """Colours for those who can see them. They never say anything that is not said in letters as well."""

    def __init__(self, stream: TextIO) -> None:
        self.on = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def seat(self, seat: int, text: str) -> str:
        return self._in(SEAT_COLOURS[seat], text) if 0 <= seat < len(SEAT_COLOURS) else self.faint(text)

    def strong(self, text: str) -> str:
        return self._in("1", text)

    def faint(self, text: str) -> str:
        return self._in("2", text)

    def _in(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.on else text


class Progress:
    """How far long work has come, on stderr: one changing line on a terminal, else a line now and then."""

    def __init__(self, total: int, what: str) -> None:
        self.total = total
        self.what = what
        self.begun = time.monotonic()
        self.said = self.begun
        self.live = sys.stderr.isatty()
        self.shown = 0

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if now - self.said < (0.2 if self.live else QUIET_SECONDS):
            return
        self.said = now
        rate = done / (now - self.begun)
        left = (self.total - done) / rate if rate else 0.0
        line = f"{done:,} of {self.total:,} {self.what}, {rate:,.1f} a second, about {_duration(left)} left"
        if self.live:
            print("\r" + line.ljust(self.shown), end="", file=sys.stderr, flush=True)
            self.shown = len(line)
        else:
            print(line, file=sys.stderr, flush=True)

    def close(self) -> None:
        if self.shown:
            print("\r" + " " * self.shown + "\r", end="", file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < 90:
        return f"{whole} s"
    return f"{round(whole / 60)} min" if whole < 5400 else f"{whole / 3600:.1f} h"
