"""The cards of Capitals as numbers. Texts and effects stand side by side in cards.toml; what a group may turn of
what they do is a row of NUMBERS, to which the chapters add their own."""

import tomllib
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from marchland.engine.deck import Deck, read_deck
from marchland.engine.game import read_text
from marchland.engine.numbers import Numbers, Row

PACKAGE: Final = "marchland.games.capitals"
_FILE: Final = f"{PACKAGE}/cards.toml"
_TEXT: Final = read_text(PACKAGE, "cards.toml")
_TABLE: Final = tomllib.loads(_TEXT)["conference"]

NUMBERS: Final = Numbers()

# -- events ---------------------------------------------------------------------------------------------------------

EVENT: Final = read_deck(
    _TEXT,
    "event",
    [
        "eur",
        "units",
        "cards",
        "inflation",
        "uprising",
        "holdings",
        "winter",
        "storms",
        "truce",
        "surplus",
        "price",
        "aid_eur",
        "aid_units",
        "purge",
        "epidemic",
        "prize",
        "conference",
        "sanction",
    ],
    _FILE,
)
EVENT_COUNT: Final = EVENT.counts(NUMBERS, "CAP-3.4", 9)
EVENT_EUR: Final = EVENT.row(NUMBERS, "eur", "CAP-3.4", 0, 50, "EUR that every player gains")
EVENT_UNITS: Final = EVENT.row(NUMBERS, "units", "CAP-3.4", 0, 50, "units that every player places")
EVENT_CARDS: Final = EVENT.row(NUMBERS, "cards", "CAP-3.4", 0, 5, "Action cards that every player draws")
INFLATION: Final = EVENT.row(NUMBERS, "inflation", "CAP-3.4", 1, 100, "of so many EUR one is paid")
UPRISING: Final = EVENT.row(NUMBERS, "uprising", "CAP-3.4", 1, 50, "neutral units in the territory that rises")
# Whoever has a single territory would be eliminated by nobody.
HOLDINGS: Final = EVENT.row(NUMBERS, "holdings", "CAP-3.4", 2, 42, "territories of a player against whom one rises")
WINTER: Final = EVENT.column("winter")
STORMS: Final = EVENT.column("storms")
TRUCE: Final = EVENT.column("truce")
SURPLUS: Final = EVENT.row(NUMBERS, "surplus", "CAP-3.4", 1, 50, "the most units that a player buys in a turn")
SURPLUS_PRICE: Final = EVENT.row(NUMBERS, "price", "CAP-3.4", 0, 20, "EUR for each of these units")
AID_EUR: Final = EVENT.row(NUMBERS, "aid_eur", "CAP-3.4", 0, 50, "EUR for the smallest powers")
AID_UNITS: Final = EVENT.row(NUMBERS, "aid_units", "CAP-3.4", 0, 50, "units for the smallest powers")
PURGE: Final = EVENT.row(NUMBERS, "purge", "CAP-3.4", 0, 9, "cards that every player discards")
# S.1  No territory loses its last unit.
EPIDEMIC: Final = EVENT.row(NUMBERS, "epidemic", "CAP-3.4", 2, 100, "of so many units one is lost")
EVENT_PRIZE: Final = EVENT.row(NUMBERS, "prize", "CAP-3.4", 1, 50, "units for the winner of the bid")
EVENT_CONFERENCE: Final = EVENT.column("conference")
SANCTION: Final = EVENT.column("sanction")

# -- Action cards ---------------------------------------------------------------------------------------------------

ACTION: Final = read_deck(
    _TEXT,
    "action",
    [
        "units",
        "eur",
        "marches",
        "edge",
        "light",
        "low",
        "heavy",
        "ambush",
        "ceasefire",
        "takes",
        "spy",
        "embargo",
        "prize",
        "consolation",
        "defection",
        "conference",
        "votes",
    ],
    _FILE,
)
ACTIONS: Final = 16
ACTION_COUNT: Final = ACTION.counts(NUMBERS, "CAP-9.4", 9)
UNITS: Final = ACTION.row(NUMBERS, "units", "CAP-9.1", 0, 50, "units that come to the pool")
EUR: Final = ACTION.row(NUMBERS, "eur", "CAP-9.1", 0, 50, "EUR that are gained")
MARCHES: Final = ACTION.row(NUMBERS, "marches", "CAP-9.1", 0, 9, "fortifications that the card adds")
EDGE: Final = ACTION.row(NUMBERS, "edge", "CAP-9.1", 1, 12, "what the highest die counts more")
LIGHT: Final = ACTION.row(NUMBERS, "light", "CAP-9.1", 0, 50, "units lost on a low die")
LOW: Final = ACTION.row(NUMBERS, "low", "CAP-9.1", 0, 12, "up to where a die is low")
HEAVY: Final = ACTION.row(NUMBERS, "heavy", "CAP-9.1", 0, 50, "units lost on any other die")
AMBUSHED: Final = ACTION.row(NUMBERS, "ambush", "CAP-9.1", 1, 50, "units that the attacker loses")
CEASES: Final = ACTION.column("ceasefire")
TAKES: Final = ACTION.row(NUMBERS, "takes", "CAP-9.1", 1, 99, "EUR that the card takes")
SPIES: Final = ACTION.column("spy")
EMBARGOES: Final = ACTION.column("embargo")
PRIZE: Final = ACTION.row(NUMBERS, "prize", "CAP-9.1", 1, 50, "units for the winner of the bid")
CONSOLATION: Final = ACTION.row(
    NUMBERS, "consolation", "CAP-9.1", 0, 50, "units for whoever played it and lost the bid"
)
WEAK: Final = ACTION.row(NUMBERS, "defection", "CAP-9.1", 1, 50, "the most units of a territory that goes over")
CONFERENCE: Final = ACTION.column("conference")
VOTES: Final = ACTION.row(NUMBERS, "votes", "CAP-9.1", 0, 99, "by how much more a bid counts")

# Cards that the steps ask for by name.
AIRLIFT_CARD: Final = ACTION.number["Airlift"]
SPEARHEAD: Final = ACTION.number["Spearhead"]
BARRAGE: Final = ACTION.number["Barrage"]
DEFECTION: Final = ACTION.number["Defection"]
PEACE_CONFERENCE: Final = ACTION.number["Peace Conference"]
LOBBYIST: Final = ACTION.number["Lobbyist"]

TIMES: Final = ["muster", "attack", "fortify", "reaction", "bid"]
MUSTER_TIME: Final = 0
ATTACK_TIME: Final = 1
FORTIFY_TIME: Final = 2
REACTION_TIME: Final = 3

NAMED: Final = ["", "player", "territory", "attack", "move"]
NOTHING: Final = 0
A_PLAYER: Final = 1
A_TERRITORY: Final = 2
AN_ATTACK: Final = 3


def _listed(deck: Deck, entry: str, words: list[str]) -> vec[i64]:
    """The place of each card's entry among the words that it can be."""
    made = vec[i64]()
    for card in deck.cards:
        made = append(made, words.index(str(card.data.get(entry, ""))))
    return made


TIME: Final = _listed(ACTION, "time", TIMES)
NAMES: Final = _listed(ACTION, "names", NAMED)

# -- the Conference table -------------------------------------------------------------------------------------------


def _rewards(what: str, most: int, text: str) -> Row:
    """CAP-4.3  By position: `conference.1.units`."""
    names = [f"conference.{place}.{what}" for place in range(1, len(_TABLE) + 1)]
    return NUMBERS.row(names, "CAP-4.3", [int(place.get(what, 0)) for place in _TABLE], 0, most, text)


REWARD_UNITS: Final = _rewards("units", 50, "units for this place on the Conference table")
REWARD_EUR: Final = _rewards("eur", 50, "EUR for this place on the Conference table")
REWARD_CARDS: Final = _rewards("cards", 5, "Action cards for this place on the Conference table")
