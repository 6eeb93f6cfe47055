"""Emblems: what is drawn for the words of a game (its cards, tiles, marks and areas), from a TOML file of the game.

    [rain]
    path = "M6.4 12A4 4 0 0 1 7 4.3 …"
    colour = "blue"
    pattern = { path = "M4 2V9M15 12V19", size = 22, turn = 20, width = 1.8 }

Lines of an SVG path in a square of 24 by 24. What has no emblem is left to its name.
"""

import re
import tomllib
from typing import Any, Final

from marchland.engine.errors import BoardError

COLOURS: Final = ["ink", "red", "brown", "blue", "grey", "green", "violet"]

# How a mark of this word is drawn: a sign at the counter (on top of it and in a seat's colour, if it is a seat's), a
# large token in the middle of the region, small in its corner, before its name, as coins that are counted, or along the
# border that it faces; or as stripes over the region in a seat's colour, beneath everything else.
MARKS: Final = ["sign", "token", "corner", "name", "coin", "border", "stripes"]

PATH: Final = re.compile(r"[Mm][-MmLlHhVvCcSsQqTtAaZz0-9., ]*")


class Pattern:
    """With what an area is covered: a path in a square of `size`, turned by some degrees, in lines of a width."""

    def __init__(self, path: str, size: int, turn: int, width: float) -> None:
        self.path = path
        self.size = size
        self.turn = turn
        self.width = width


class Emblem:
    def __init__(self, word: str, path: str, colour: str, mark: str, pattern: Pattern | None) -> None:
        self.word = word
        self.path = path
        self.colour = colour
        self.mark = mark
        self.pattern = pattern


def read_emblems(text: str, source: str) -> list[Emblem]:
    """All emblems of a file; BoardError names the fault and the word. One `like` another has its path and colour."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise BoardError(f"{source}: not valid TOML: {fault}.") from fault
    return [_emblem(word, data, f"{source}: the emblem {word!r}") for word in data]


def _emblem(word: str, data: dict[str, Any], where: str) -> Emblem:
    entry = data[word]
    _known(entry, ["path", "like", "colour", "mark", "pattern"], where)
    drawing = entry
    if "like" in entry:
        drawing = data.get(str(entry["like"]))
        if "path" in entry or not isinstance(drawing, dict) or "path" not in drawing:
            raise BoardError(f"{where} is like {entry['like']!r}, which is no emblem with a path, or has one itself.")
    colour = str(entry.get("colour", drawing.get("colour", "ink")))
    if colour not in COLOURS:
        raise BoardError(f"{where} has the colour {colour!r}; there are {', '.join(COLOURS)}.")
    mark = str(entry.get("mark", "sign"))
    if mark not in MARKS:
        raise BoardError(f"{where} is drawn as {mark!r}; a mark is one of {', '.join(MARKS)}.")
    return Emblem(word, _path(drawing, where), colour, mark, _pattern(entry.get("pattern"), where))


def _pattern(entry: object, where: str) -> Pattern | None:
    if entry is None:
        return None
    where = f"{where} has a pattern that"
    known = _known(entry, ["path", "size", "turn", "width"], where)
    size, turn, width = known.get("size", 20), known.get("turn", 0), known.get("width", 1.0)
    if not isinstance(size, int) or not isinstance(turn, int) or not isinstance(width, (int, float)):
        raise BoardError(f"{where} has no whole numbers for its size and turn, or no number for its width.")
    if size < 1 or width <= 0:
        raise BoardError(f"{where} has no size or no width above 0.")
    return Pattern(_path(known, where), size, turn, float(width))


def _known(entry: object, names: list[str], where: str) -> dict[str, Any]:
    if not isinstance(entry, dict):
        raise BoardError(f"{where} is no table.")
    for name in entry:
        if name not in names:
            raise BoardError(f"{where} has an entry {name!r}; known are {', '.join(names)}.")
    return entry


def _path(entry: dict[str, Any], where: str) -> str:
    path = str(entry.get("path", ""))
    if not PATH.fullmatch(path):
        raise BoardError(f"{where} has no path of SVG (it begins with M): {path!r}.")
    return path
