"""The map of Europe as numbers (ALL-1.4, ALL-1.5, ALL-1.15): 40 regions, so that a set of them is a mask of bits."""

import tomllib
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from marchland.engine.board import Board, read_board
from marchland.engine.errors import UsageError
from marchland.engine.game import load_board, read_text
from marchland.engine.numbers import Numbers
from marchland.engine.sets import bit, set_of

PACKAGE: Final = "marchland.games.alliances"
NUMBERS: Final = Numbers()  # ALL-2.10  to which the chapters add theirs

EUROPE: Final = load_board(PACKAGE, "board.toml", "world.toml")
_DATA: Final = tomllib.loads(read_text(PACKAGE, "board.toml"))

REGIONS: Final = 40
CODES: Final = [region.code for region in EUROPE.regions]
NAMES: Final = [region.name for region in EUROPE.regions]
AROUND: Final = EUROPE.around


def numbers_of(codes: list[str]) -> list[int]:
    return [EUROPE.number[code] for code in codes]


def with_trait(board: Board, trait: str) -> int:
    """ALL-1.4, ALL-1.5  The regions that the board marks so: sea regions, or those with a star."""
    return int(set_of([number for number, region in enumerate(board.regions) if trait in region.traits]))


def _sets(lists: list[list[int]]) -> vec[i64]:
    made = vec[i64]()
    for regions in lists:
        made = append(made, set_of(regions))
    return made


ALL_REGIONS: Final[i64] = set_of(list(range(REGIONS)))
SEA: Final[i64] = with_trait(EUROPE, "sea")
LAND: Final[i64] = ALL_REGIONS & ~SEA
STRATEGIC: Final[i64] = with_trait(EUROPE, "strategic")  # as printed; see Alliances.strategic
LIMIT: Final = vec[i64]([int(region.get("limit", 0)) for region in _DATA["region"]])  # the most coins


def _placeholders(entry: dict[str, Any], region: int) -> list[int]:
    """ALL-10.5  Every neighbour by land has one, but for the borders that are open."""
    closed = numbers_of(entry.get("open", []))
    return [near for near in EUROPE.neighbours[region] if LAND >> near & 1 and near not in closed]


# By region, the neighbours that a trench there can face.
PLACEHOLDERS: Final = _sets(
    [[] if SEA >> region & 1 else _placeholders(entry, region) for region, entry in enumerate(_DATA["region"])]
)

# ALL-13.3  The straits: the two seas that each joins, and the two shores.
_STRAITS: Final = [link for link in _DATA["link"] if "seas" in link]
STRAITS: Final = len(_STRAITS)
STRAIT_SEAS: Final = _sets([numbers_of(link["seas"]) for link in _STRAITS])
SHORES: Final = _sets([numbers_of(link["pairs"][0]) for link in _STRAITS])


def is_land(region: i64) -> bool:
    return LAND & bit(region) != 0


def read_europe(text: str) -> Board:
    """A board of a group's own. Stars may lie elsewhere; borders, seas and limits are those of the printed board, since
    straits and trenches hang on them."""
    board = read_board(text, "the board", read_text(PACKAGE, "world.toml"), changed=True).laid_over(EUROPE)
    if board.neighbours != EUROPE.neighbours or with_trait(board, "sea") != SEA:
        raise UsageError("A board of one's own has the regions and borders of the printed one; only stars may move.")
    if with_trait(board, "strategic") & SEA:
        raise UsageError("A star lies on land (ALL-1.5).")
    return board
