"""Chapter 15: weather, and what it does to marches, battles and harvests."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.sayings import phrase
from marchland.engine.step import Step
from marchland.games.rebellion.settings import NUMBERS, SECOND, TABLE_OVERLAP, weather
from marchland.games.rebellion.table import FROST, SEVERE, STORM, SUN, USUAL, WINTER, Rebellion

NEW_ROUND: Final = phrase("REB-3.1", "Round {n} begins", "round")
NEW_WEATHER: Final = phrase("REB-15.1", "{who:seat} rolls {rolled} for the weather: {weather:weather} for {n round}")

RATE: Final = NUMBERS.one("march.rate", "REB-7.3", 1, 0, 3, "coins for each soldier and step of a march")
STORM_RATE: Final = NUMBERS.one("weather.storm_march", "REB-15.5", 2, 0, 4, "the same in a storm")
ON_ATTACKS: Final = NUMBERS.row(
    ["", "weather.winter", "weather.sun", "", "", "weather.severe"],
    "REB-8.8",
    [0, -4, 4, 0, 0, -8],
    -20,
    20,
    "what the weather adds to the attacker's rolls",
)

# REB-15.3  The last roll of each row but the last; the second reading gives the number at the edge to the next row.
FIRST_READING: Final = vec[i64]([40, 55, 65, 75, 85])
SECOND_READING: Final = vec[i64]([40, 54, 64, 74, 84])


def weather_at(t: Rebellion, rolled: i64) -> i64:
    """REB-15.3  The row of the table; 00 is 100."""
    edges = SECOND_READING if TABLE_OVERLAP.of(t) == SECOND else FIRST_READING
    row: i64 = 0
    while row < len(edges) and rolled > edges[row]:
        row += 1
    return row


class RollWeather(Step[Rebellion]):
    """REB-15.1, REB-15.2  In round 1 the first player rolls; later the marker goes back, and at 0 the next living
    player left of the last roller rolls. REB-3.1  So a round begins."""

    def resume(self, t: Rebellion) -> None:
        t.round += 1
        t.tell(NEW_ROUND, t.round)
        if weather(t):
            if t.round == 1:
                self.roll(t, t.first)
            else:
                t.weather_left -= 1
                if t.weather_left <= 0:
                    self.roll(t, t.left_of(t.roller))
        t.finish()

    def roll(self, t: Rebellion, seat: i64) -> None:
        rolled = t.dice.roll(100)
        t.weather = weather_at(t, rolled)
        t.weather_left = t.dice.roll(6)
        t.roller = seat
        t.tell(NEW_WEATHER, seat, rolled, t.weather, t.weather_left)


def march_rate(t: Rebellion) -> i64:
    """REB-15.5  Marches are free in bright sun, frost and severe winter and dearer in a storm. REB-15.7  Nothing else
    of a storm touches what is under way."""
    if t.weather == USUAL or t.weather == WINTER:
        return RATE.of(t)
    return STORM_RATE.of(t) if t.weather == STORM else 0


def on_attacks(t: Rebellion) -> i64:
    """REB-15.4  For players who attack, and nobody else."""
    return ON_ATTACKS.of(t, t.weather)


def on_farm(sky: i64) -> i64:
    """REB-15.6  Coins that a farm gives more or less."""
    return 1 if sky == SUN else -1 if sky == SEVERE else 0


def on_manufactory(sky: i64) -> i64:
    """REB-15.6"""
    return -1 if sky == SEVERE else 0


def freezes_harvest(sky: i64) -> bool:
    """REB-15.6  A farm's own food is lost in severe winter."""
    return sky == SEVERE


assert FROST == 3  # REB-15.6  Frost is for movement points: Rebellion.full_points

ROLL_WEATHER: Final = RollWeather("rebellion.weather", "Weather", "REB-15.1")
