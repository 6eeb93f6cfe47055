"""The map of the world as numbers: 42 territories, so that a set of them is a mask of bits."""

import tomllib
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from marchland.engine.game import load_board, read_text
from marchland.games.capitals.cards import PACKAGE
from marchland.games.conquest.table import bonus_table

WORLD: Final = load_board(PACKAGE, "board.toml", "world.toml")
_DATA: Final = tomllib.loads(read_text(PACKAGE, "board.toml"))

TERRITORIES: Final = 42
FORMULA_BONUS: Final = bonus_table(WORLD)
CLASSIC_BONUS: Final = [int(group["classic"]) for group in _DATA["group"]]


def _mask(territories: list[int]) -> int:
    mask = 0
    for territory in territories:
        mask |= 1 << territory
    return mask


# CAP-E.6  The northern set.
NORTH: Final = _mask([i for i, region in enumerate(_DATA["region"]) if region.get("north", False)])


def _lanes() -> list[list[int]]:
    """CAP-E.7  The territories that each one reaches by sea lane."""
    reached: list[list[int]] = [[] for _ in WORLD.regions]
    for link in WORLD.links:
        if link.kind == "sea lane":
            for a, b in link.pairs:
                reached[WORLD.number[a]].append(WORLD.number[b])
                reached[WORLD.number[b]].append(WORLD.number[a])
    return reached


def _masks(lists: list[list[int]]) -> vec[i64]:
    made = vec[i64]()
    for territories in lists:
        made = append(made, _mask(territories))
    return made


# Each territory as a set of its own. Compiled code must not shift a plain 1 that far: to C it is a short number.
BIT: Final = _masks([[territory] for territory in range(TERRITORIES)])
SEA: Final = _masks(_lanes())  # by territory: its neighbours over the sea
NEAR: Final = _masks(WORLD.neighbours)  # all its neighbours
