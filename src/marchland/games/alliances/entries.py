"""What a position of Alliances can say, entry by entry, and how it names the arguments of steps."""

from __future__ import annotations

from typing import Any, Final

from marchland.engine.agenda import Argument
from marchland.engine.forms import ByName, Listed, Named, OrNone, Row, Seat, SetOf, UpTo, Whole, Word
from marchland.engine.position import Entry, kept
from marchland.engine.step import Step
from marchland.games.alliances.battle import BATTLE
from marchland.games.alliances.battlefield import FORCED, KILLS, REFUGE, THEIR_FORCED, THEIR_KILLS, WHERE
from marchland.games.alliances.command import MOVES, PLAN, RECALLED, TURN
from marchland.games.alliances.draft import GIVE_UP, PICK_CARD
from marchland.games.alliances.gifts import W1, W2, W3
from marchland.games.alliances.invest import INVEST_AND_DIG
from marchland.games.alliances.payment import PAY, PRODUCTION
from marchland.games.alliances.powers import CODES, NAMES
from marchland.games.alliances.regions import CODES as REGION_CODES
from marchland.games.alliances.regions import NAMES as REGION_NAMES
from marchland.games.alliances.revival import PICKED, PLACE_IN_ORDER, REVIVAL
from marchland.games.alliances.scoring import SCORE
from marchland.games.alliances.seats import SCENARIOS
from marchland.games.alliances.table import ARTILLERY, TOKENS
from marchland.games.alliances.tokens import LAY_TOKENS, ROLL_ORDER
from marchland.games.alliances.training import TRAIN_UNITS
from marchland.games.alliances.victory import VICTORY

# The steps at which a position can stand, by name.
STANDS: Final[dict[str, Step[Any]]] = {
    "draft": PICK_CARD,
    "give_up": GIVE_UP,
    "tokens": LAY_TOKENS,
    "order": ROLL_ORDER,
    "w1": W1,
    "invest": INVEST_AND_DIG,
    "move": MOVES,
    "score": SCORE,
    "production": PRODUCTION,
    "w2": W2,
    "pay": PAY,
    "w3": W3,
    "train": TRAIN_UNITS,
    "revive": REVIVAL,
}

REGION: Final = Named("a region", REGION_CODES, REGION_NAMES)
POWER: Final = Named("a power", CODES, NAMES)
HOLDER: Final = Named("a power, or neutral", [*CODES, "neutral"])
KIND: Final = Named("a kind of token", TOKENS)
UNITS: Final = Row([Whole(0, 30), Whole(0, 10)], "infantry, artillery")
STACK: Final = Row([HOLDER, Whole(0, 1000), UpTo(ARTILLERY)], "power, infantry, artillery", least=2)
CARDS: Final = ByName(POWER, SetOf(REGION))

ENTRIES: Final = [
    Entry("step", "Where the round stands.", Word(list(STANDS)), "ALL-7.1", "tokens"),
    Entry("powers", "Who plays which power.", ByName(POWER, Seat()), "ALL-3.3", "the usual seats"),
    kept(
        "scenario",
        "The scenario that was laid out.",
        OrNone(Named("a scenario", [s.name for s in SCENARIOS])),
        "ALL-5.3",
    ),
    Entry("order", "The player order.", Listed(POWER), "ALL-9.6", "by their numbers"),
    Entry(
        "units", "Who stands where with how many units.", ByName(REGION, Listed(STACK)), "ALL-1.8", "nobody anywhere"
    ),
    Entry("coins", "The coins in regions.", ByName(REGION, Whole(0, 6)), "ALL-2.8", "none"),
    Entry("supply", "The coins of powers.", ByName(POWER, Whole()), "ALL-2.9", "as at the start"),
    Entry(
        "trenches", "Of regions, the neighbours that trenches face.", ByName(REGION, SetOf(REGION)), "ALL-2.7", "none"
    ),
    Entry(
        "tokens", "The tokens in regions.", ByName(REGION, Listed(Row([POWER, KIND], "owner, kind"))), "ALL-8.3", "none"
    ),
    kept(
        "points",
        "The points of the Triple Entente and of the Central Powers.",
        Row([Whole(), Whole()], "points"),
        "ALL-4.1",
    ),
    kept("answering", "The powers that are asked in a simultaneous part.", SetOf(POWER), "ALL-7.9"),
    Entry(
        "settled", "How many secret choices of a power cannot be undone.", ByName(POWER, Whole()), "ALL-7.11", "none"
    ),
    kept("mover", "The power whose Move token is resolved.", OrNone(POWER), "ALL-11.1"),
    kept("origin", "The region of that token.", OrNone(REGION), "ALL-11.3"),
    Entry("plan", "Units that are to move, by destination.", ByName(REGION, UNITS), "ALL-11.6", "none"),
    Entry("attackers", "Units in battles that are not over.", ByName(REGION, UNITS), "ALL-14.1", "none"),
    kept("plunder", "Entered regions that are still to be plundered.", SetOf(REGION), "ALL-12.7"),
    kept("entrenched", "Destinations where attackers meet a trench.", SetOf(REGION), "ALL-17.7"),
    Entry("hands", "The hands of a draft.", CARDS, "ALL-6.2", "none"),
    Entry("drafted", "The cards that were drafted.", CARDS, "ALL-6.5", "none"),
]

FIGHTING: Final = [
    Argument("region", WHERE, REGION, "where the battle is"),
    Argument("refuge", REFUGE, OrNone(REGION, more=1), "the region of retreat, once it is chosen"),
    Argument("kills", KILLS, Whole(0, 1000), "attackers that the dice kill; at 'refuge' the infantry that retreats"),
    Argument("forced", FORCED, Whole(0, 1000), "attackers forced to retreat; at 'refuge' the artillery that retreats"),
    Argument("their_kills", THEIR_KILLS, Whole(0, 1000), "defenders that are killed"),
    Argument("their_forced", THEIR_FORCED, Whole(0, 1000), "defenders that are forced to retreat"),
]
FRAMES: Final[dict[str, list[Argument]]] = {
    MOVES.tag: [Argument("moved", TURN, Whole(0, 6), "the place in the order of whoever moved last, from 1")],
    PLAN.tag: [Argument("recalled", RECALLED, Whole(0, 100), "how often units were taken back")],
    REVIVAL.tag: [
        Argument("done", PLACE_IN_ORDER, Whole(0, 5), "how many powers are done"),
        Argument("picked", PICKED, OrNone(REGION, more=1), "the region that a power without land has picked"),
    ],
    **{step.tag: FIGHTING for step in [*BATTLE, *VICTORY]},
}
