"""The cards of Capitals as numbers. Texts and effects stand side by side in cards.toml."""

import tomllib
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from marchland.engine.deck import Deck, read_deck
from marchland.engine.game import read_text

PACKAGE: Final = "marchland.games.capitals"
_FILE: Final = f"{PACKAGE}/cards.toml"
_TEXT: Final = read_text(PACKAGE, "cards.toml")
_TABLE: Final = tomllib.loads(_TEXT)["conference"]

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
        "winter",
        "storms",
        "truce",
        "surplus",
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
EVENT_EUR: Final = EVENT.column("eur")
EVENT_UNITS: Final = EVENT.column("units")
EVENT_CARDS: Final = EVENT.column("cards")
INFLATION: Final = EVENT.column("inflation")
UPRISING: Final = EVENT.column("uprising")
WINTER: Final = EVENT.column("winter")
STORMS: Final = EVENT.column("storms")
TRUCE: Final = EVENT.column("truce")
SURPLUS: Final = EVENT.column("surplus")
AID_EUR: Final = EVENT.column("aid_eur")
AID_UNITS: Final = EVENT.column("aid_units")
PURGE: Final = EVENT.column("purge")
EPIDEMIC: Final = EVENT.column("epidemic")
EVENT_PRIZE: Final = EVENT.column("prize")
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
UNITS: Final = ACTION.column("units")
EUR: Final = ACTION.column("eur")
MARCHES: Final = ACTION.column("marches")
EDGE: Final = ACTION.column("edge")
AMBUSHED: Final = ACTION.column("ambush")
CEASES: Final = ACTION.column("ceasefire")
TAKES: Final = ACTION.column("takes")
SPIES: Final = ACTION.column("spy")
EMBARGOES: Final = ACTION.column("embargo")
PRIZE: Final = ACTION.column("prize")
CONSOLATION: Final = ACTION.column("consolation")
CONFERENCE: Final = ACTION.column("conference")
VOTES: Final = ACTION.column("votes")

# Cards that the steps ask for by name.
AIRLIFT_CARD: Final = ACTION.number["Airlift"]
SPEARHEAD: Final = ACTION.number["Spearhead"]
BARRAGE: Final = ACTION.number["Barrage"]
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

REWARD_UNITS: Final = [int(place.get("units", 0)) for place in _TABLE]
REWARD_EUR: Final = [int(place.get("eur", 0)) for place in _TABLE]
REWARD_CARDS: Final = [int(place.get("cards", 0)) for place in _TABLE]
