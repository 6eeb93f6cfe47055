"""The cards of Swarm as numbers. Texts and effects stand side by side in cards.toml."""

import tomllib
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.deck import read_deck
from marchland.engine.game import read_text
from marchland.engine.sets import set_of

PACKAGE: Final = "marchland.games.swarm"
_FILE: Final = f"{PACKAGE}/cards.toml"
_TEXT: Final = read_text(PACKAGE, "cards.toml")
_DATA: Final = tomllib.loads(_TEXT)

ELEMENTS: Final = ["fire", "earth", "water", "wind"]
FIRE: Final = 0
EARTH: Final = 1
WATER: Final = 2
WIND: Final = 3

# -- tiles and temples ----------------------------------------------------------------------------------------------

TYPES: Final = ["bastion", "city", "oasis", "basin", "sanctuary", "desert"]
BASTION: Final = 0
CITY: Final = 1
OASIS: Final = 2
BASIN: Final = 3
SANCTUARY: Final = 4
DESERT: Final = 5

TILE_NAMES: Final = [str(tile["name"]) for tile in _DATA["tile"]]
TILE_TYPE: Final = [TYPES.index(tile["type"]) for tile in _DATA["tile"]]
TEMPLE_NAMES: Final = [str(temple["name"]) for temple in _DATA["temple"]]
TEMPLE_FAVOURS: Final = [str(temple["favour"]) for temple in _DATA["temple"]]
TEMPLE_TILE: Final = [TILE_NAMES.index(temple["tile"]) for temple in _DATA["temple"]]

# -- events ---------------------------------------------------------------------------------------------------------

EVENT: Final = read_deck(
    _TEXT,
    "event",
    ["rain", "move_price", "drought", "frenzy", "pilgrims", "mercy", "second_leader", "cracked_walls", "end"],
    _FILE,
)
EVENT_STEPS: Final = EVENT.numbers("steps")
EVENT_DIRECTION: Final = ["NESW".index(card.data["dir"]) for card in EVENT.cards]
RAIN: Final = EVENT.column("rain")
MOVE_PRICE: Final = EVENT.column("move_price")
DROUGHT: Final = EVENT.column("drought")
FRENZY: Final = EVENT.column("frenzy")
PILGRIMS: Final = EVENT.column("pilgrims")
MERCY: Final = EVENT.column("mercy")
SECOND_LEADER: Final = EVENT.column("second_leader")
CRACKED_WALLS: Final = EVENT.column("cracked_walls")
END: Final = EVENT.column("end")


def line(word: str) -> int:
    """The positions of a row or column, as a set: `row1`, `colE`."""
    if not word:
        return 0
    if word.startswith("row"):
        row = int(word[3:]) - 1
        return sum(1 << 5 * row + column for column in range(5))
    column = "ABCDE".index(word[3:])
    return sum(1 << 5 * row + column for row in range(4))


RAIN_LINE: Final = [line(card.data["line"]) for card in EVENT.cards]

# -- leaders --------------------------------------------------------------------------------------------------------

LEADER: Final = read_deck(_TEXT, "leader", [], _FILE)
SKILL: Final = LEADER.numbers("skill")
ELEMENT: Final = [ELEMENTS.index(card.data["element"]) for card in LEADER.cards]
LEADERS: Final = 24
NO_LEADER: Final = 24


def counters(one: int, other: int) -> bool:
    """SWM-7.10  Fire beats earth, earth beats water, water beats fire; SWM-7.11  wind stands apart."""
    if one == NO_LEADER or other == NO_LEADER:
        return False
    mine, theirs = ELEMENT[one], ELEMENT[other]
    return (
        (mine == FIRE and theirs == EARTH) or (mine == EARTH and theirs == WATER) or (mine == WATER and theirs == FIRE)
    )


# -- covert cards ---------------------------------------------------------------------------------------------------

COVERT: Final = read_deck(
    _TEXT, "covert", ["score", "winner_loses", "veil", "cut", "unmask", "fall_back", "double"], _FILE
)
SCORE: Final = COVERT.column("score")
WINNER_LOSES: Final = COVERT.column("winner_loses")
VEIL: Final = COVERT.column("veil")
CUT: Final = COVERT.column("cut")
UNMASK: Final = COVERT.column("unmask")
FALL_BACK: Final = COVERT.column("fall_back")
DOUBLE: Final = COVERT.column("double")
COVERTS: Final = 17
NO_TACTIC: Final = 17
IS_TACTIC: Final = [card.data["class"] == "tactics" for card in COVERT.cards]

# Operations are actions of their own; the steps ask for them by these numbers.
DRUM_LURE: Final = COVERT.number["Drum Lure"]
SMOKE_POTS: Final = COVERT.number["Smoke Pots"]
WATER_THIEF: Final = COVERT.number["Water Thief"]
NIGHT_RAID: Final = COVERT.number["Night Raid"]
FORCED_MARCH: Final = COVERT.number["Forced March"]
HIDDEN_CAMP: Final = COVERT.number["Hidden Camp"]
DOWSING: Final = COVERT.number["Dowsing"]
TURNCOAT: Final = COVERT.number["Turncoat"]
PEEPHOLE: Final = COVERT.number["Peephole"]

# -- quests and specialties -----------------------------------------------------------------------------------------

QUEST: Final = read_deck(_TEXT, "quest", [], _FILE)
REWARD: Final = [str(card.data["reward"]) for card in QUEST.cards]
AMOUNT: Final = QUEST.numbers("amount")

SPECIALTY: Final = read_deck(_TEXT, "specialty", [], _FILE)
SEER: Final = SPECIALTY.number["Seer"]
TACTICIAN: Final = SPECIALTY.number["Tactician"]
CLANDESTINE: Final = SPECIALTY.number["Clandestine"]
NOMAD: Final = SPECIALTY.number["Nomad"]
ZEALOT: Final = SPECIALTY.number["Zealot"]
STRIDER: Final = SPECIALTY.number["Strider"]
MERCHANT: Final = SPECIALTY.number["Merchant"]
WARDEN: Final = SPECIALTY.number["Warden"]

# -- the grid -------------------------------------------------------------------------------------------------------

POSITIONS: Final = 20
CODES: Final = [f"{column}{row}" for row in range(1, 5) for column in "ABCDE"]


def _near(p: int) -> list[int]:
    """SWM-1.6  Tiles that share an edge; for troops there is no way round."""
    row, column = divmod(p, 5)
    steps = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [5 * r + c for r, c in steps if 0 <= r < 4 and 0 <= c < 5]


NEAR: Final = [_near(p) for p in range(POSITIONS)]
AROUND: Final = vec[i64]([set_of(near) for near in NEAR])  # the same as sets


def swarm_step(p: i64, direction: i64) -> i64:
    """SWM-5.8  One step of the swarm, for which the board has no edge."""
    if direction == 0:
        return (p + 15) % 20
    if direction == 2:
        return (p + 5) % 20
    row: i64 = p // 5
    return 5 * row + (p + (1 if direction == 1 else 4)) % 5


def empty(count: int) -> vec[i64]:
    return vec[i64]([0] * count)
