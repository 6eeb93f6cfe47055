"""What players see of Swarm before anything is dealt: the grid, the tile cards and the faces of all cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from marchland.engine.board import Board, Group, Region, Site, Tile
from marchland.engine.deck import Card, filled
from marchland.engine.faces import DeckFaces, Face, Faces
from marchland.engine.game import load_illustrations
from marchland.engine.table import Table
from marchland.games.swarm.cards import (
    CODES,
    COVERT,
    ELEMENTS,
    EVENT,
    FAVOUR,
    LEADER,
    NEAR,
    PACKAGE,
    POSITIONS,
    QUEST,
    SPECIALTY,
    TEMPLE_AMOUNTS,
    TEMPLE_FAVOURS,
    TEMPLE_TILE,
    TILE_NAMES,
    TILE_TYPE,
    TYPES,
)
from marchland.games.swarm.ending import PER_CITY
from marchland.games.swarm.harvest import PER_BASIN, PER_TROOP
from marchland.games.swarm.score import BONUS

# The grid, in units of the drawing.
WIDTH: Final = 200
HEIGHT: Final = 158
GAP: Final = 14

DOES: Final = {
    "bastion": "Safe from the swarm; its defender scores {bonus} more. Hold enough of them and win.",
    "city": "{city victory point} for its controller at the end.",
    "oasis": "Yields {oasis} water for each troop at harvest.",
    "basin": "Pays its controller {basin} water at harvest.",
    "sanctuary": "Everybody may drop troops here, and nobody fights.",
    "desert": "Nothing but sand, unless it rains.",
}
STATED: Final = {
    "bonus": BONUS,
    "city": PER_CITY,
    "oasis": PER_TROOP,
    "basin": PER_BASIN,
}
TINTS: Final = {
    "bastion": [26, 13],
    "city": [20, 38],
    "oasis": [95, 30],
    "basin": [200, 30],
    "sanctuary": [288, 18],
    "desert": [43, 46],
}
ILLUSTRATIONS: Final = load_illustrations(PACKAGE, "illustrations.toml")
COUNTERS: Final = {
    "fire": "Counters earth, is countered by water.",
    "earth": "Counters water, is countered by fire.",
    "water": "Counters fire, is countered by earth.",
    "wind": "Counters nobody and is countered by nobody.",
}
REWARDS: Final = {"vp": "victory point", "water": "water", "covert": "covert card", "leader": "leader card"}


def printed() -> Board:
    return grid(tiles({word: number.value for word, number in STATED.items()}, TEMPLE_AMOUNTS))


def board_at(t: Table) -> Board:
    """With the numbers of a match on its tiles."""
    favours = [int(FAVOUR.of(t, temple)) for temple in range(len(TEMPLE_AMOUNTS))]
    return grid(tiles({word: int(number.of(t)) for word, number in STATED.items()}, favours))


def grid(laid: list[Tile]) -> Board:
    """SWM-2.1  Five by four; which tile lies where is for the match to say."""
    groups = [Group(kind, kind.capitalize(), tint=TINTS[kind]) for kind in TYPES]
    regions = []
    for p in range(POSITIONS):
        row, column = divmod(p, 5)
        x, y = GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP)
        shape = [x, y, WIDTH, HEIGHT]
        regions.append(Region(CODES[p], TILE_NAMES[p], TYPES[TILE_TYPE[p]], shape, [x + WIDTH // 2, y + 117]))
    canvas = [GAP + 5 * (WIDTH + GAP), GAP + 4 * (HEIGHT + GAP)]
    return Board(canvas, regions, groups, [], {(p, q) for p in range(POSITIONS) for q in NEAR[p]}, laid)


def tiles(stated: dict[str, int], favours: Sequence[int]) -> list[Tile]:
    made = []
    for number, name in enumerate(TILE_NAMES):
        kind = TYPES[TILE_TYPE[number]]
        text, site = filled(DOES[kind], stated), None
        if number in TEMPLE_TILE:
            temple = TEMPLE_TILE.index(number)
            favour = filled(TEMPLE_FAVOURS[temple], {"amount": favours[temple]})
            text += f" Temple of {ELEMENTS[temple].capitalize()}: {favour}"
            site = Site("temple", beside=ELEMENTS[temple])
        made.append(Tile(name, TILE_TYPE[number], kind, text, site, ILLUSTRATIONS[name]))
    return made


def decks() -> list[Faces]:
    return [
        DeckFaces("leader", "Leaders", LEADER, leader, back="specialty"),
        DeckFaces("covert", "Covert cards", COVERT, covert),
        DeckFaces("quest", "Quests", QUEST, quest),
        DeckFaces("traitor", "Traitors", LEADER, traitor),
        DeckFaces("specialty", "Specialties", SPECIALTY, specialty),
        DeckFaces("event", "Events", EVENT, event),
    ]


def leader(card: Card) -> Face:
    element = str(card.data["element"])
    clause = "SWM-7.11" if element == "wind" else "SWM-7.10"
    return Face(card.name, COUNTERS[element], element, str(card.data["skill"]), element.capitalize(), clause)


def traitor(card: Card) -> Face:
    text = f"When {card.name} is shown, betray: the leader leaves the game."
    return Face(card.name, text, "traitor", str(card.data["skill"]), str(card.data["element"]).capitalize(), "SWM-4.1")


def covert(card: Card) -> Face:
    tactics = card.data["class"] == "tactics"
    note = f"{'Mission' if card.data['mission'] else 'Tactics' if tactics else 'Operation'} · {card.data['when']}"
    plays = [str(kind) for kind in card.data.get("plays", [])]
    return Face(card.name, card.text, str(card.data["class"]), "", note, "SWM-7.6" if tactics else "SWM-12.1", plays)


def quest(card: Card) -> Face:
    amount, reward = int(card.data["amount"]), REWARDS[card.data["reward"]]
    reward += "s" if amount != 1 and reward != "water" else ""
    plays = [str(kind) for kind in card.data.get("plays", [])]
    return Face(card.name, str(card.data["cond"]), "quest", "", f"Reward: {amount} {reward}", "SWM-10.1", plays)


def specialty(card: Card) -> Face:
    setup = f" Setup: {card.data['setup']}" if card.data["setup"] else ""
    return Face(card.name, f"{card.data['power']}{setup}", "specialty", "", "Specialty", "SWM-13.1")


def event(card: Card) -> Face:
    course = f"{card.data['dir']}{card.data['steps']}"
    note = f"The swarm moves {card.data['dir']} by {card.data['steps']}"
    emblem = "rain" if card.data["kind"] == "rain" else "event"
    return Face(card.name, card.text, emblem, course, note, "SWM-5.6")


BOARD: Final = printed()
DECKS: Final = decks()
