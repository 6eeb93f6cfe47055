"""The options of the rulebook, in its order."""

from typing import Final

from marchland.engine.settings import Setting, Settings

POWERS: Final = Setting(
    "powers",
    "ALL-3.2",
    "How many powers are in the game; auto: 6 for 2, 5 or 6 seats, 4 for 3 or 4.",
    ["auto", "4", "6"],
    default="auto",
)
AUTO: Final = POWERS.value("auto")
FOUR: Final = POWERS.value("4")
SEAT_MAP: Final = Setting(
    "seat_map",
    "ALL-3.8",
    "The seat of each power, counted from 1, as six digits; 0: the usual seats.",
    least=0,
    most=666666,
    default="0",
)
SETUP: Final = Setting(
    "setup",
    "ALL-5.2",
    "How the match begins: a scenario with fewer units, a scenario, or a draft of regions.",
    ["beginner", "advanced", "expert"],
    default="advanced",
)
BEGINNER: Final = SETUP.value("beginner")
EXPERT: Final = SETUP.value("expert")
BEGINNER_VARIANT: Final = Setting(
    "beginner_variant",
    "ALL-5.6",
    "Beginners' setup: a scenario with a unit less, or three regions with a unit each.",
    ["reduced", "three_regions"],
    default="reduced",
)
THREE_REGIONS: Final = BEGINNER_VARIANT.value("three_regions")
SCENARIO: Final = Setting(
    "scenario",
    "ALL-5.3",
    "The scenario, or a draw among those for this number of powers; C needs 4 powers.",
    ["random", "A", "B", "C"],
    default="random",
)
RANDOM: Final = SCENARIO.value("random")
EXPERT_POWERS: Final = Setting(
    "expert_powers",
    "ALL-6.1",
    "The powers of a draft with 4 powers, by their numbers.",
    ["1234", "1236", "1245", "1256", "1346", "1456", "2345", "2356", "3456"],
    default="1234",
)
POINTS_TO_WIN: Final = Setting(
    "points_to_win", "ALL-4.2", "Points with which a team has won.", least=3, most=15, default="6"
)
ROUND_LIMIT: Final = Setting(
    "round_limit", "ALL-4.4", "Rounds after which the match ends.", least=5, most=60, default="15"
)
TIE_SCORING: Final = Setting(
    "tie_scoring",
    "ALL-19.4",
    "What equal counts bring: nothing, or a point to both teams.",
    ["none", "both_one"],
    default="none",
)
MOVE_TURNS: Final = Setting(
    "move_turns",
    "ALL-11.1",
    "Move tokens resolved in a turn: one, or all that a power holds.",
    ["one", "all"],
    default="one",
)
ROAD_STEPS: Final = Setting(
    "road_steps",
    "ALL-12.3",
    "Regions that a unit may move through: one, or a whole chain.",
    ["one", "chain"],
    default="one",
)
CASUALTIES: Final = Setting(
    "casualties",
    "ALL-14.10",
    "Which units are killed: those that their owner chooses, or infantry first.",
    ["owner", "infantry_first"],
    default="owner",
)
INFANTRY_FIRST: Final = CASUALTIES.value("infantry_first")
ADDED_UNITS_PAY: Final = Setting(
    "added_units_pay",
    "ALL-21.6",
    "Which added units are paid at once.",
    ["all", "revived", "trained", "none"],
    default="all",
)
COIN_TRADING: Final = Setting(
    "coin_trading",
    "ALL-23.4",
    "When coins can be given: whenever a power decides, in windows only, or never.",
    ["anytime", "windows", "off"],
    default="anytime",
)
ANYTIME: Final = COIN_TRADING.value("anytime")
WINDOWS: Final = COIN_TRADING.value("windows")
OFF: Final = COIN_TRADING.value("off")
TEAM_VIEW: Final = Setting(
    "team_view",
    "ALL-24.3",
    "Whether team mates see each other's tokens and marks before they are revealed.",
    ["off", "on"],
    default="off",
)

SETTINGS: Final = Settings(
    [
        POWERS,
        SEAT_MAP,
        SETUP,
        BEGINNER_VARIANT,
        SCENARIO,
        EXPERT_POWERS,
        POINTS_TO_WIN,
        ROUND_LIMIT,
        TIE_SCORING,
        MOVE_TURNS,
        ROAD_STEPS,
        CASUALTIES,
        ADDED_UNITS_PAY,
        COIN_TRADING,
        TEAM_VIEW,
    ]
)
