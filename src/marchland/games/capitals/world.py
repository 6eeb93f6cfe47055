"""The map of the world as numbers: 42 territories, so that a set of them is a mask of bits."""

import tomllib
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from marchland.engine.board import Board, read_board
from marchland.engine.game import load_board, read_text
from marchland.engine.sets import set_of
from marchland.games.capitals.cards import PACKAGE
from marchland.games.conquest.table import bonus_table

WORLD: Final = load_board(PACKAGE, "board.toml", "world.toml")
_DATA: Final = tomllib.loads(read_text(PACKAGE, "board.toml"))

TERRITORIES: Final = 42
FORMULA_BONUS: Final = bonus_table(WORLD)
CLASSIC_BONUS: Final = [int(group["classic"]) for group in _DATA["group"]]


def _masks(lists: list[list[int]]) -> vec[i64]:
    made = vec[i64]()
    for territories in lists:
        made = append(made, set_of(territories))
    return made


# Each territory as a set of its own. Compiled code must not shift a plain 1 that far: to C it is a short number.
BIT: Final = _masks([[territory] for territory in range(TERRITORIES)])


@final
class Terrain:
    """What the rules ask of a map beside who is next to whom, as sets of territories."""

    count: i64  # territories in play
    in_play: i64
    north: i64  # CAP-E.6  the northern set
    sea: vec[i64]  # CAP-E.7  by territory: its neighbours over the sea

    def __init__(self, board: Board) -> None:
        there = [territory for territory in range(TERRITORIES) if board.in_play[territory]]
        self.count = len(there)
        self.in_play = set_of(there)
        self.north = set_of([territory for territory in there if "north" in board.regions[territory].traits])
        self.sea = _masks(lanes(board))


def lanes(board: Board) -> list[list[int]]:
    """CAP-E.7  The territories that each one reaches by sea lane."""
    reached: list[list[int]] = [[] for _ in board.regions]
    for link in board.links:
        if link.kind == "sea lane":
            for a, b in link.pairs:
                reached[board.number[a]].append(board.number[b])
                reached[board.number[b]].append(board.number[a])
    return reached


TERRAIN: Final = Terrain(WORLD)


def read_world(text: str) -> Board:
    """A map of a group's own, drawn like the printed one unless it says otherwise."""
    return read_board(text, "the board", read_text(PACKAGE, "world.toml"), changed=True).laid_over(WORLD)
