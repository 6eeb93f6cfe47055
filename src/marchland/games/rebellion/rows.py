"""The rows of the tables of expeditions by number, which is that of the card that is shown for them (discoveries.py):
first the overseas ones (REB-20.4), then the internal ones (REB-19.3)."""

from typing import Final

FIND: Final = "find"  # the deck

TREASURE: Final = 0
COMPENSATION: Final = 1
MERCENARIES: Final = 2
UNREST_ROW: Final = 3
COCONUT: Final = 4
CANNONBALLS: Final = 5
GHOST_SHIP: Final = 6
FIRST_GAP: Final = 7
ROAD_BUILDERS: Final = 8
DISEASE: Final = 9
RICH_TRIBE: Final = 10
BAD_WINDS: Final = 11
FARM_HANDS: Final = 12
ENVIRONMENTALISTS: Final = 13
CAPTAINS_IDEA: Final = 14
SECOND_GAP: Final = 15
CANNIBALS: Final = 16
NEW_WEAPON: Final = 17
TURNCOAT: Final = 18
POISON_ROW: Final = 19
PLAGUE: Final = 20

FIRST_INLAND: Final = 21
RICH_ROW: Final = 21
COMMON_ROW: Final = 22
NOTHING_ROW: Final = 23
ARTEFACT_ROW: Final = 24
WATER_ROW: Final = 25
TRIBE_ROW: Final = 26
