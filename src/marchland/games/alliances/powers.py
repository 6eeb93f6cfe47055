"""Powers and teams (ALL-3.1). A power is kept as its number less 1; neutral units are kept as one more."""

from typing import Final

from mypy_extensions import i64

POWERS: Final = 6
NEUTRAL: Final = 6
NOBODY: Final = -1

CODES: Final = ["GB", "GE", "RU", "OT", "FR", "AH"]
NAMES: Final = [
    "British Empire",
    "German Empire",
    "Russian Empire",
    "Ottoman Empire",
    "French Republic",
    "Austro-Hungarian Empire",
]
ADJECTIVES: Final = ["British", "German", "Russian", "Ottoman", "French", "Austro-Hungarian", "neutral"]

TEAMS: Final = ["Triple Entente", "Central Powers"]
ENTENTE: Final = 0
CENTRAL: Final = 1


def team_of(power: i64) -> i64:
    """ALL-3.1  The numbers alternate between the teams."""
    return power & 1


def rises(power: i64) -> bool:
    """ALL-9.3  Whether the mark of a power is "down": then the numbers rise."""
    return power & 1 == ENTENTE
