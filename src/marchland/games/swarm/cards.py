"""The cards of Swarm as numbers. Texts and effects stand side by side in cards.toml; what a group may turn of what
they do is a row of NUMBERS, to which the chapters add their own."""

import tomllib
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.deck import read_deck
from marchland.engine.game import read_text
from marchland.engine.numbers import Numbers
from marchland.engine.sets import set_of

PACKAGE: Final = "marchland.games.swarm"
_FILE: Final = f"{PACKAGE}/cards.toml"
_TEXT: Final = read_text(PACKAGE, "cards.toml")
_DATA: Final = tomllib.loads(_TEXT)

NUMBERS: Final = Numbers()

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
TEMPLE_FAVOURS: Final = [str(temple["favour"]) for temple in _DATA["temple"]]  # with a gap for the amount
TEMPLE_AMOUNTS: Final = [int(temple["amount"]) for temple in _DATA["temple"]]
TEMPLE_TILE: Final = [TILE_NAMES.index(temple["tile"]) for temple in _DATA["temple"]]
# SWM-14.2  Losses spared in victory, troops that the swarm spares on each tile, water, moves.
FAVOUR: Final = NUMBERS.row(
    [f"temple.{element}" for element in ELEMENTS],
    ["SWM-7.17", "SWM-14.2", "SWM-8.4", "SWM-6.13"],
    TEMPLE_AMOUNTS,
    0,
    20,
    "losses, troops, water or moves that the favour of the temple spares or brings",
)

# -- events ---------------------------------------------------------------------------------------------------------

EVENT: Final = read_deck(
    _TEXT,
    "event",
    ["rain", "water", "move_price", "drought", "frenzy", "pilgrims", "mercy", "leaders", "cracked_walls", "end"],
    _FILE,
)
MOST_STEPS: Final = 9
# SWM-11.14  Without the end card a match would not end.
EVENTS: Final = EVENT.counts(NUMBERS, "SWM-2.5", 3, fixed=["The Last Tide"])
EVENT_STEPS: Final = EVENT.row(NUMBERS, "steps", "SWM-5.8", 0, MOST_STEPS, "steps of the swarm, and of the token")
RAIN_WATER: Final = EVENT.row(NUMBERS, "water", "SWM-5.6", 0, 50, "water that everybody takes when it rains")
MOVE_PRICE: Final = EVENT.row(NUMBERS, "move_price", "SWM-6.13", 0, 20, "water that every move costs more")
PILGRIMS: Final = EVENT.row(NUMBERS, "pilgrims", "SWM-5.13", 1, 9, "troops that go to the temple with a prayer")
MERCY: Final = EVENT.row(NUMBERS, "mercy", "SWM-5.6", 0, 50, "water up to which everybody is topped up")
MORE_LEADERS: Final = EVENT.row(NUMBERS, "leaders", "SWM-9.1", 0, 4, "leader cards that are sold besides")
EVENT_DIRECTION: Final = ["NESW".index(card.data["dir"]) for card in EVENT.cards]
RAIN: Final = EVENT.column("rain")
DROUGHT: Final = EVENT.column("drought")
FRENZY: Final = EVENT.column("frenzy")
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
# SWM-2.4  There is one of each, or none; the traitor cards are the same.
LEADER_COUNT: Final = LEADER.counts(NUMBERS, "SWM-2.4", 1)
SKILL: Final = LEADER.row(NUMBERS, "skill", "SWM-7.12", 0, 20, "skill, which the leader adds to the battle score")
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
    _TEXT,
    "covert",
    [
        "score",
        "winner_loses",
        "heals",
        "veil",
        "cut",
        "unmask",
        "fall_back",
        "double",
        "steps",
        "takes",
        "kills",
        "troops",
        "water",
    ],
    _FILE,
)
COVERT_COUNT: Final = COVERT.counts(NUMBERS, "SWM-2.4", 9)
SCORE: Final = COVERT.row(NUMBERS, "score", "SWM-7.12", 0, 20, "what the card adds to the battle score")
WINNER_LOSES: Final = COVERT.row(NUMBERS, "winner_loses", "SWM-7.17", 0, 60, "losses that the card adds to a victory")
HEALS: Final = COVERT.row(NUMBERS, "heals", "SWM-7.17", 0, 60, "losses that the card takes from a victory")
CUT: Final = COVERT.row(NUMBERS, "cut", "SWM-7.12", 0, 60, "by how much less the opponent's commitment counts")
FALL_BACK: Final = COVERT.row(NUMBERS, "fall_back", "SWM-7.16", 1, 60, "of so many troops one falls back")
SMOKE_STEPS: Final = COVERT.row(NUMBERS, "steps", "SWM-5.7", 1, 9, "steps that the swarm makes more or less")
TAKES: Final = COVERT.row(NUMBERS, "takes", "SWM-12.3", 0, 99, "water that the card takes")
KILLS: Final = COVERT.row(NUMBERS, "kills", "SWM-12.4", 0, 60, "troops that the card kills")
CAMPERS: Final = COVERT.row(NUMBERS, "troops", "SWM-12.6", 1, 60, "the most troops in the camp")
NO_TRAITORS: Final = COVERT.row(NUMBERS, "water", "SWM-12.7", 0, 50, "water if no traitor card is left")
VEIL: Final = COVERT.column("veil")
UNMASK: Final = COVERT.column("unmask")
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

QUEST: Final = read_deck(
    _TEXT,
    "quest",
    ["troops", "tiles", "commitment", "water", "basins", "oases", "cities", "bastions"],
    _FILE,
)
QUEST_COUNT: Final = QUEST.counts(NUMBERS, "SWM-2.4", 1)
REWARD: Final = [str(card.data["reward"]) for card in QUEST.cards]
AMOUNT: Final = QUEST.row(NUMBERS, "amount", "SWM-10.3", 0, 20, "points, water or cards that the quest is worth")

SPECIALTY: Final = read_deck(
    _TEXT, "specialty", ["leaders", "coverts", "troops", "spares", "water", "trade", "bastion", "city"], _FILE
)
SPECIALTY_COUNT: Final = SPECIALTY.counts(NUMBERS, "SWM-2.7", 1)
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
