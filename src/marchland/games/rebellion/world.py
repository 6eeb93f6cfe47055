"""The map (REB-1.1, REB-1.2): 42 land provinces, so that a set of them is a mask of bits, and 16 seas behind them."""

import tomllib
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.board import Board
from marchland.engine.game import load_board, read_text
from marchland.engine.sets import bit, set_of

PACKAGE: Final = "marchland.games.rebellion"
WORLD: Final = load_board(PACKAGE, "board.toml", "world.toml")
CODES: Final = [region.code for region in WORLD.regions]

PROVINCES: Final = 42
SEAS: Final = 16
EVERY: Final = set_of(list(range(PROVINCES)))
AROUND: Final = WORLD.around  # by province: its neighbours as a set; a line on the water counts like a border


def _coasts() -> list[int]:
    """By region: of a land province the seas on its coast, of a sea the land provinces around it."""
    found = [0] * (PROVINCES + SEAS)
    for place, entry in enumerate(tomllib.loads(read_text(PACKAGE, "board.toml"))["region"]):
        for code in entry.get("coast", []):
            sea = CODES.index(code)
            found[place] |= bit(sea)
            found[sea] |= bit(place)
    return found


ALONG: Final = vec[i64](_coasts())
EVERY_SEA: Final = set_of(list(range(PROVINCES, PROVINCES + SEAS)))
COASTAL: Final = set_of([province for province in range(PROVINCES) if ALONG[province]])  # REB-1.3


def _distances(board: Board) -> list[int]:
    """[a * 42 + b]: the least number of steps between two land provinces."""
    found: list[int] = []
    for start in range(PROVINCES):
        steps = [-1] * PROVINCES
        steps[start] = 0
        ring = [start]
        while ring:
            further: list[int] = []
            for province in ring:
                for near in board.neighbours[province]:
                    if steps[near] < 0:
                        steps[near] = steps[province] + 1
                        further.append(near)
            ring = further
        found += steps
    return found


DISTANCE: Final = vec[i64](_distances(WORLD))


def distance(a: i64, b: i64) -> i64:
    """REB-2.4  The least number of steps over adjacencies. REB-1.1, REB-1.3  Between land provinces."""
    return DISTANCE[a * 42 + b]
