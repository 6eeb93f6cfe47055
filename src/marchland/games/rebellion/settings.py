"""The options of the rulebook, in its order; and the modules, which are options too (REB-27)."""

from typing import Final

from marchland.engine.numbers import Numbers
from marchland.engine.settings import Setting, Settings
from marchland.engine.table import Table

NUMBERS: Final = Numbers()  # the chapters add theirs

OFF_ON: Final = ["off", "on"]
NO_YES: Final = ["no", "yes"]

MOD_ECONOMY: Final = Setting(
    "mod_economy",
    "REB-27.2",
    "Food and famine, red tokens, robbery and the unit limit.",
    OFF_ON,
    default="on",
    title="Economy",
)
MOD_BUILDINGS: Final = Setting(
    "mod_buildings", "REB-27.3", "Farms, bunkers, roads and the rest.", OFF_ON, default="on", title="Buildings"
)
MOD_SEA: Final = Setting(
    "mod_sea",
    "REB-27.4",
    "Ports, voyages, fleets, blockades and fishing. Needs buildings.",
    OFF_ON,
    default="on",
    title="The sea",
)
MOD_EXPEDITIONS: Final = Setting(
    "mod_expeditions",
    "REB-27.5",
    "Expeditions, inland and overseas, and the plague. Needs the buildings; the overseas part the sea too.",
    OFF_ON,
    default="on",
    title="Expeditions",
)
MOD_AGENTS: Final = Setting(
    "mod_agents", "REB-27.6", "Agents, who carry secret cards.", OFF_ON, default="on", title="Agents"
)
MOD_WEATHER: Final = Setting(
    "mod_weather", "REB-27.6", "Weather, new every few rounds.", OFF_ON, default="on", title="Weather"
)
MOD_REVOLTS: Final = Setting(
    "mod_revolts",
    "REB-27.7",
    "Revolts of hungry, plundered and incited land, and bribes. Needs the economy or the agents.",
    OFF_ON,
    default="on",
    title="Revolts",
)
MOD_CAPTIVES: Final = Setting(
    "mod_captives", "REB-27.8", "Captives and their camps. Needs the buildings.", OFF_ON, default="on", title="Captives"
)
ROUND_LIMIT: Final = Setting(
    "round_limit", "REB-25.4", "Rounds after which points decide.", least=5, most=60, default="20"
)
START_COINS: Final = Setting(
    "start_coins", "REB-2.5", "Coins of each player at the start.", least=0, most=200, default="40"
)
CAPITAL_DISTANCE: Final = Setting(
    "capital_distance", "REB-2.4", "Steps that two capital sites lie apart at least.", least=2, most=3, default="2"
)
CAPITAL_PICK: Final = Setting(
    "capital_pick",
    "REB-2.3",
    "Sites are chosen against the turn order or along it.",
    ["reverse", "forward"],
    default="reverse",
)
FORWARD: Final = CAPITAL_PICK.value("forward")
PRICES: Final = Setting(
    "prices",
    "REB-12.3",
    "Prices of buildings: those of the list or of the chapters.",
    ["list", "chapter"],
    default="list",
)
CHAPTER: Final = PRICES.value("chapter")
BUNKER_LEVEL2: Final = Setting(
    "bunker_level2",
    "REB-12.10",
    "The price of level 2 comes on top of level 1, or is for both.",
    ["additional", "total"],
    default="additional",
    title="Bunkers of level 2",
)
TOTAL: Final = BUNKER_LEVEL2.value("total")
CAPITAL_FOOD: Final = Setting("capital_food", "REB-14.2", "Food that each capital gives.", least=2, most=3, default="2")
HUNGER_REVOLT: Final = Setting(
    "hunger_revolt",
    "REB-14.5",
    "A shortage threatens revolt always, or unless all was paid in coins.",
    ["always", "unless_paid"],
    default="always",
)
UNLESS_PAID: Final = HUNGER_REVOLT.value("unless_paid")
TABLE_OVERLAP: Final = Setting(
    "table_overlap",
    "REB-15.3",
    "A number that stands in two rows of a table belongs to the first or the second.",
    ["first", "second"],
    default="first",
)
SECOND: Final = TABLE_OVERLAP.value("second")
EXPEDITION_GAPS: Final = Setting(
    "expedition_gaps",
    "REB-20.4",
    "A roll that the table of overseas expeditions lacks brings nothing, or is rolled again.",
    ["nothing", "reroll"],
    default="nothing",
)
REROLL: Final = EXPEDITION_GAPS.value("reroll")
CAPTAIN_CASH: Final = Setting(
    "captain_cash",
    "REB-20.22",
    "Coins for the captain's idea at level 2: the price of the list, or 20 as in the example.",
    ["list", "example"],
    default="list",
)
EXAMPLE: Final = CAPTAIN_CASH.value("example")
MULTI_ATTACK: Final = Setting(
    "multi_attack",
    "REB-8.8",
    "An attack out of several provinces counts each of them, or those beyond the first.",
    ["each", "extra"],
    default="each",
)
EXTRA: Final = MULTI_ATTACK.value("extra")
NUMBERS_BONUS: Final = Setting(
    "numbers_bonus",
    "REB-8.12",
    "The bonus for more soldiers follows the battle, or is fixed at its start.",
    ["live", "start"],
    default="live",
)
START: Final = NUMBERS_BONUS.value("start")
REBELLION_PENALTY: Final = Setting(
    "rebellion_penalty",
    "REB-8.10",
    "Rebellious provinces weaken a player in attack and defence, or in attack alone.",
    ["both", "attacker"],
    default="both",
)
ATTACKER_ALONE: Final = REBELLION_PENALTY.value("attacker")
LOSS_ORDER: Final = Setting(
    "loss_order",
    "REB-6.9",
    "Battle losses fall on the smallest units by themselves, or their owner chooses.",
    ["auto", "ask"],
    default="auto",
)
ASK: Final = LOSS_ORDER.value("ask")
ANNEXATION_TURNS: Final = Setting(
    "annexation_turns",
    "REB-11.11",
    "Turns after which land of a state without its capital falls to its occupier; 0 is never.",
    least=0,
    most=10,
    default="3",
)
TRUCE_ROUNDS: Final = Setting(
    "truce_rounds", "REB-11.2", "Rounds without attacks after a treaty.", least=0, most=10, default="0"
)
TREATIES_PER_TURN: Final = Setting(
    "treaties_per_turn", "REB-11.3", "Proposals of peace to each player in a turn.", least=1, most=5, default="2"
)
OFFERS_PER_TURN: Final = Setting(
    "offers_per_turn", "REB-11.15", "Offers that a player may make in a turn.", least=0, most=10, default="4"
)
PLAGUE_DIE: Final = Setting(
    "plague_die", "REB-21.1", "The die for soldiers lost to the plague.", ["4", "6", "10"], default="10"
)
AGENT_TIMING: Final = Setting(
    "agent_timing",
    "REB-23.5",
    "Agents' cards are dealt at the end of each turn, or by all together at the end of the round.",
    ["own_turn", "round_end"],
    default="own_turn",
)
ROUND_END: Final = AGENT_TIMING.value("round_end")
FREE_CAPTIVE_ROLL: Final = Setting(
    "free_captive_roll",
    "REB-23.9",
    "Freeing a captive takes a roll above 60, or is sure.",
    ["60", "sure"],
    default="60",
)
SURE: Final = FREE_CAPTIVE_ROLL.value("sure")
SCORE_OCCUPIED: Final = Setting(
    "score_occupied", "REB-25.4", "Whether occupied provinces count at the end.", NO_YES, default="no"
)
RESIGNATION: Final = Setting(
    "resignation", "REB-25.8", "Whether a player may leave the game in the Main phase.", OFF_ON, default="off"
)
THREE_PLAYER_RULES: Final = Setting(
    "three_player_rules",
    "REB-26.1",
    "The rules for three: with three players, always, or never.",
    ["auto", "always", "never"],
    default="auto",
)
ALWAYS: Final = THREE_PLAYER_RULES.value("always")
AUTO: Final = THREE_PLAYER_RULES.value("auto")
CAPTIVE_WORDING: Final = Setting(
    "captive_wording",
    "REB-22.1",
    "What captives are called in the log; nothing else changes.",
    ["captives", "slaves"],
    default="captives",
)
SLAVES: Final = CAPTIVE_WORDING.value("slaves")

SETTINGS: Final = Settings(
    [
        MOD_ECONOMY,
        MOD_BUILDINGS,
        MOD_SEA,
        MOD_EXPEDITIONS,
        MOD_AGENTS,
        MOD_WEATHER,
        MOD_REVOLTS,
        MOD_CAPTIVES,
        ROUND_LIMIT,
        START_COINS,
        CAPITAL_DISTANCE,
        CAPITAL_PICK,
        PRICES,
        BUNKER_LEVEL2,
        CAPITAL_FOOD,
        HUNGER_REVOLT,
        TABLE_OVERLAP,
        EXPEDITION_GAPS,
        CAPTAIN_CASH,
        MULTI_ATTACK,
        NUMBERS_BONUS,
        REBELLION_PENALTY,
        LOSS_ORDER,
        ANNEXATION_TURNS,
        TRUCE_ROUNDS,
        TREATIES_PER_TURN,
        OFFERS_PER_TURN,
        PLAGUE_DIE,
        AGENT_TIMING,
        FREE_CAPTIVE_ROLL,
        SCORE_OCCUPIED,
        RESIGNATION,
        THREE_PLAYER_RULES,
        CAPTIVE_WORDING,
    ]
)


def economy(t: Table) -> bool:
    """REB-27.2"""
    return MOD_ECONOMY.on(t)


def buildings(t: Table) -> bool:
    """REB-27.3"""
    return MOD_BUILDINGS.on(t)


def seafaring(t: Table) -> bool:
    """REB-27.4  REB-27.3  Without buildings there is no port, and so no sea."""
    return MOD_SEA.on(t) and MOD_BUILDINGS.on(t)


def weather(t: Table) -> bool:
    """REB-27.6"""
    return MOD_WEATHER.on(t)


def expeditions(t: Table) -> bool:
    """REB-27.5  REB-27.1  A module whose need is switched off is off with it."""
    return MOD_EXPEDITIONS.on(t) and MOD_BUILDINGS.on(t)


def agents(t: Table) -> bool:
    """REB-27.6"""
    return MOD_AGENTS.on(t)


def captives(t: Table) -> bool:
    """REB-27.8"""
    return MOD_CAPTIVES.on(t) and MOD_BUILDINGS.on(t)


def revolts(t: Table) -> bool:
    """REB-27.7  They need the economy or the agents."""
    return MOD_REVOLTS.on(t) and (MOD_ECONOMY.on(t) or MOD_AGENTS.on(t))


def three_players(t: Table) -> bool:
    """REB-26.1  Three at the start, or as agreed."""
    chosen = THREE_PLAYER_RULES.of(t)
    return chosen == ALWAYS or (chosen == AUTO and t.seats == 3)
