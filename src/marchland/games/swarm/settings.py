"""The options of the rulebook, in its order."""

from typing import Final

from marchland.engine.settings import Setting, Settings

YES_NO: Final = ["no", "yes"]

LAYOUT: Final = Setting(
    "layout",
    "SWM-2.1",
    "Tiles as printed, dealt at random, or at random with bastions apart.",
    ["fixed", "shuffled", "spread"],
    default="fixed",
)
FIXED: Final = LAYOUT.value("fixed")
SPREAD: Final = LAYOUT.value("spread")
FIRST_PLAYER: Final = Setting(
    "first_player",
    "SWM-2.3",
    "The first start player: drawn at random, or a seat.",
    ["random", "0", "1", "2", "3", "4", "5"],
    default="random",
)
RANDOM: Final = FIRST_PLAYER.value("random")
SEAT_0: Final = FIRST_PLAYER.value("0")
END_CARD: Final = Setting(
    "end_card",
    "SWM-2.6",
    "Whether the end card can come from round 6 or only from round 12 on.",
    ["mixed", "late"],
    default="mixed",
)
LATE: Final = END_CARD.value("late")
STARTING_LEADERS: Final = Setting(
    "starting_leaders", "SWM-2.8", "Leader cards that everybody begins with.", least=0, most=2, default="1"
)
DEALS: Final = Setting(
    "deals", "SWM-3.7", "Whether players can make each other binding offers.", ["off", "on"], default="on"
)
TRADE_CARDS: Final = Setting(
    "trade_cards", "SWM-3.6", "Whether offers may contain cards besides water.", YES_NO, default="no"
)
OFFER_CAP: Final = Setting(
    "offer_cap", "SWM-3.4", "Offers that a player may make in a round.", least=0, most=100, default="20"
)
HIDDEN_WATER: Final = Setting(
    "hidden_water", "SWM-1.4", "Whether everybody's water is kept behind a screen.", YES_NO, default="no"
)
TOKEN_SOURCE: Final = Setting(
    "token_source",
    "SWM-5.2",
    "The start player token reads the previous event card or the new one.",
    ["previous_card", "new_card"],
    default="previous_card",
)
NEW_CARD: Final = TOKEN_SOURCE.value("new_card")
MOVE_LIMIT: Final = Setting(
    "move_limit",
    "SWM-6.7",
    "Any number of moves with each troop once, or a single move.",
    ["each_troop_once", "one_move"],
    default="each_troop_once",
)
ONE_MOVE: Final = MOVE_LIMIT.value("one_move")
SANCTUARY_PIN: Final = Setting(
    "sanctuary_pin", "SWM-6.10", "Whether enemies hold troops fast on the sanctuary too.", YES_NO, default="no"
)
BASTION_DEFENDER: Final = Setting(
    "bastion_defender",
    "SWM-7.13",
    "Who defends: whoever was there first, or who held it when moves began.",
    ["first_there", "held_at_phase_start"],
    default="first_there",
)
HELD_AT_PHASE_START: Final = BASTION_DEFENDER.value("held_at_phase_start")
LEADER_REUSE: Final = Setting(
    "leader_reuse",
    "SWM-7.20",
    "Whether a leader may fight several battles in a round.",
    ["free", "once_per_round"],
    default="free",
)
ONCE_PER_ROUND: Final = LEADER_REUSE.value("once_per_round")
QUEST_POINTS: Final = Setting(
    "quest_points", "SWM-10.4", "Whether quests give victory points, or water instead.", YES_NO, default="yes"
)
BASTIONS_TO_WIN: Final = Setting(
    "bastions_to_win", "SWM-11.1", "Bastions that win at once.", least=3, most=4, default="3"
)
BASTION_CHECK: Final = Setting(
    "bastion_check",
    "SWM-11.2",
    "When bastions are counted: around battles, or at any time.",
    ["battles", "any_time"],
    default="battles",
)
ANY_TIME: Final = BASTION_CHECK.value("any_time")
DUEL_TREASON: Final = Setting(
    "duel_treason", "SWM-11.12", "Whether leaders can be betrayed in the final duels.", YES_NO, default="no"
)
SETTINGS: Final = Settings(
    [
        LAYOUT,
        FIRST_PLAYER,
        END_CARD,
        STARTING_LEADERS,
        DEALS,
        TRADE_CARDS,
        OFFER_CAP,
        HIDDEN_WATER,
        TOKEN_SOURCE,
        MOVE_LIMIT,
        SANCTUARY_PIN,
        BASTION_DEFENDER,
        LEADER_REUSE,
        QUEST_POINTS,
        BASTIONS_TO_WIN,
        BASTION_CHECK,
        DUEL_TREASON,
    ]
)
