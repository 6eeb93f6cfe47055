"""Illustrations: the pictures printed on tiles, from a TOML file of the game.

    [parts]
    palm = '''
    bark M-1.6 0C-1 -10 0 -18 3 -27L5 -26C2.5 -18 1.6 -10 1.8 0Z
    leaf M4 -27C-2 -33 -10 -31 -13 -23C-8 -27 -2 -27 4 -27Z
    '''
    [scenes]
    "Twin Palms" = '''
    sky M0 0H160V90H0Z
    palm 60 52 1.2
    '''

A scene fills a box of 160 by 90, from the back to the front. A line is a tint and an SVG path; or a part, where its
foot stands, and its size if that is not 1: a negative one mirrors it. Clients have colours for the tints, by day and by
night.
"""

import re
import tomllib
from typing import Final

from marchland.engine.emblems import PATH
from marchland.engine.errors import BoardError

# The last is a line, all others are faces.
TINTS: Final = [
    "sky",
    "sun",
    "sand",
    "dune",
    "earth",
    "rock",
    "cliff",
    "wall",
    "roof",
    "bark",
    "leaf",
    "water",
    "shade",
    "ink",
]

_NUMBER: Final = r"(-?(?:\d+(?:\.\d+)?|\.\d+))"
_PLACE: Final = re.compile(f"{_NUMBER} {_NUMBER}(?: {_NUMBER})?")


class Layer:
    """A path in a tint; its origin lies at (x, y) of the box, and it is drawn in a size."""

    def __init__(self, tint: str, path: str, x: float = 0.0, y: float = 0.0, size: float = 1.0) -> None:
        self.tint = tint
        self.path = path
        self.x = x
        self.y = y
        self.size = size


def read_illustrations(text: str, source: str) -> dict[str, list[Layer]]:
    """The scenes of a file by name; BoardError names the fault and the line."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise BoardError(f"{source}: not valid TOML: {fault}.") from fault
    for name in data:
        if name not in ("parts", "scenes") or not isinstance(data[name], dict):
            raise BoardError(f"{source}: there is {name!r} instead of a table of parts and one of scenes.")
    parts: dict[str, list[Layer]] = {}
    for name, lines in data.get("parts", {}).items():
        parts[name] = _layers(lines, {}, f"{source}: the part {name!r}")
    return {
        name: _layers(lines, parts, f"{source}: the scene {name!r}") for name, lines in data.get("scenes", {}).items()
    }


def _layers(lines: object, parts: dict[str, list[Layer]], where: str) -> list[Layer]:
    layers: list[Layer] = []
    for line in str(lines).strip().splitlines():
        word, _, rest = line.strip().partition(" ")
        placed = _PLACE.fullmatch(rest)
        if word in parts and placed is not None:
            x, y, size = float(placed[1]), float(placed[2]), float(placed[3] or 1)
            layers += [Layer(layer.tint, layer.path, x, y, size) for layer in parts[word]]
        elif word in TINTS and PATH.fullmatch(rest):
            layers.append(Layer(word, rest))
        else:
            raise BoardError(
                f"{where} has the line {line.strip()!r}: it is neither a tint ({', '.join(TINTS)}) and a path, "
                "nor a part and its place."
            )
    if not layers:
        raise BoardError(f"{where} is empty.")
    return layers
