"""Chapter 3: teams, powers and seats. Which powers a match has, and who plays them."""

from __future__ import annotations

import tomllib
from typing import Final

from mypy_extensions import i64

from marchland.engine.errors import UsageError
from marchland.engine.game import read_text
from marchland.games.alliances.powers import CODES, NOBODY, POWERS, team_of
from marchland.games.alliances.regions import EUROPE, PACKAGE
from marchland.games.alliances.settings import (
    AUTO,
    BEGINNER,
    BEGINNER_VARIANT,
    EXPERT,
    EXPERT_POWERS,
    FOUR,
    RANDOM,
    SCENARIO,
    SEAT_MAP,
    SETUP,
    THREE_REGIONS,
)
from marchland.games.alliances.settings import POWERS as NUMBER_OF_POWERS
from marchland.games.alliances.table import Alliances

# -- scenarios -------------------------------------------------------------------------------------------------------


class Scenario:
    """ALL-5.3  One of the list, with regions and powers by number."""

    name: str
    powers: list[int]
    units: list[tuple[int, int, int]]  # power, region, infantry
    coins: list[tuple[int, int]]  # region, coins; only where the scenario has coins of its own for the powers
    neutral: list[tuple[int, int, int]]  # region, neutral infantry, coins
    trenches: list[tuple[int, int]]  # in which region, facing which

    def __init__(self, name: str, data: dict[str, object]) -> None:
        self.name = name
        powers, start, own, neutral = data["powers"], data["start"], data.get("coins", {}), data["neutral"]
        assert isinstance(powers, list) and isinstance(start, dict) and isinstance(own, dict)
        assert isinstance(neutral, dict) and isinstance(data["trenches"], list)
        self.powers = [number - 1 for number in powers]
        number = EUROPE.number
        self.units = [
            (CODES.index(power), number[region], units)
            for power, regions in start.items()
            for region, units in regions.items()
        ]
        self.coins = [(number[region], coins) for regions in own.values() for region, coins in regions.items()]
        self.neutral = [(number[region], units, coins) for region, (units, coins) in neutral.items()]
        self.trenches = [
            (number[within], number[facing]) for within, facing in (one.split(">") for one in data["trenches"])
        ]


SCENARIOS: Final = [
    Scenario(name, data) for name, data in tomllib.loads(read_text(PACKAGE, "scenarios.toml"))["scenario"].items()
]


def scenarios_for(t: Alliances) -> list[int]:
    """ALL-3.3, ALL-5.3, ALL-5.6, ALL-5.9  Those that the options allow, in the order A, B, C; UsageError if none is."""
    count = number_of_powers(t)
    wanted = [number for number in range(len(SCENARIOS)) if len(SCENARIOS[number].powers) == count]
    if SETUP.of(t) == BEGINNER and BEGINNER_VARIANT.of(t) == THREE_REGIONS:
        wanted = [number for number in wanted if SCENARIOS[number].name.endswith("first")]
    elif SCENARIO.of(t) == RANDOM:
        wanted = [number for number in wanted if not SCENARIOS[number].name.endswith("first")]
    else:
        letter = str(SCENARIO.word(int(SCENARIO.of(t))))
        wanted = [number for number in wanted if SCENARIOS[number].name.endswith(letter)]
        if not wanted:
            raise UsageError(f"There is no scenario {letter} for {count} powers (ALL-5.3).")
    if SEAT_MAP.of(t):
        named = powers_named(t)
        wanted = [number for number in wanted if SCENARIOS[number].powers == named]
        if not wanted:
            raise UsageError(
                f"The seat_map {seat_map(t)} names {', '.join(CODES[power] for power in named)}, and no scenario that "
                "the options allow has just these powers (ALL-3.3)."
            )
    return wanted


def draft_powers(t: Alliances) -> list[int]:
    """ALL-6.1  The powers of an expert match."""
    if number_of_powers(t) == POWERS:
        return list(range(POWERS))
    chosen = [int(digit) - 1 for digit in str(EXPERT_POWERS.word(int(EXPERT_POWERS.of(t))))]
    if SEAT_MAP.of(t) and powers_named(t) != chosen:
        raise UsageError(
            f"The seat_map {seat_map(t)} does not name the powers that expert_powers has chosen (ALL-3.3)."
        )
    return chosen


# -- seats -----------------------------------------------------------------------------------------------------------

# ALL-3.3  The usual seats of six powers, by the number of seats.
USUAL: Final = {2: "121212", 3: "121213", 4: "131324", 5: "131425", 6: "123456"}


def number_of_powers(t: Alliances) -> int:
    """ALL-3.2  Named by the options, or 6 for 2, 5 or 6 seats and 4 for 3 or 4."""
    if NUMBER_OF_POWERS.of(t) != AUTO:
        return 4 if NUMBER_OF_POWERS.of(t) == FOUR else POWERS
    if SEAT_MAP.of(t):
        return len(powers_named(t))
    return 4 if t.seats in (3, 4) else POWERS


def seat_map(t: Alliances) -> str:
    """ALL-3.8  Six digits; zeros in front may be left out."""
    return f"{int(SEAT_MAP.of(t)):06}"


def powers_named(t: Alliances) -> list[int]:
    return [power for power, digit in enumerate(seat_map(t)) if digit != "0"]


def check_seats(t: Alliances) -> None:
    """ALL-3.3, ALL-3.8  UsageError for options that do not fit the seats or each other."""
    if SEAT_MAP.of(t):
        check_seat_map(t)
    count = number_of_powers(t)
    if t.seats > count:
        raise UsageError(f"{t.seats} seats are too many for {count} powers (ALL-3.3).")
    if SETUP.of(t) == EXPERT:
        draft_powers(t)
    else:
        scenarios_for(t)


def is_even(powers: list[int]) -> bool:
    """ALL-3.2  All six, or two of each team."""
    return len(powers) in (4, POWERS) and sum(team_of(power) == 0 for power in powers) * 2 == len(powers)


def check_seat_map(t: Alliances) -> None:
    said, named = seat_map(t), powers_named(t)
    if not is_even(named):
        raise UsageError(f"The seat_map {said} does not name all six powers, or two of each team (ALL-3.8).")
    if number_of_powers(t) != len(named):
        raise UsageError(f"The seat_map {said} names {len(named)} powers, and not as many as powers says (ALL-3.3).")
    seats = [int(said[power]) for power in named]
    if sorted(set(seats)) != list(range(1, int(t.seats) + 1)):
        raise UsageError(f"The seat_map {said} does not name the seats 1 to {t.seats}, each of them (ALL-3.8).")
    for seat in set(seats):
        if len({int(team_of(power)) for power in named if said[power] == str(seat)}) > 1:
            raise UsageError(f"The seat_map {said} gives seat {seat} powers of both teams (ALL-3.3).")


def seat_powers(t: Alliances, powers: list[int]) -> None:
    """ALL-3.3, ALL-3.4  The powers of the match take their seats; a seat may have several."""
    t.played_by = [NOBODY] * POWERS
    said = seat_map(t) if SEAT_MAP.of(t) else USUAL[int(t.seats)]
    for place, power in enumerate(powers):
        if SEAT_MAP.of(t) or len(powers) == POWERS:
            t.played_by[power] = int(said[power]) - 1
        else:
            t.played_by[power] = usual_seat(t.seats, powers, place)
    t.restore()


def usual_seat(seats: i64, powers: list[int], place: int) -> int:
    """ALL-3.3  The usual seat of one of four powers: each a seat of its own, in the order of their numbers; with fewer
    seats the Entente has the first, and the Central Powers have the others."""
    if seats == 4:
        return place
    if team_of(powers[place]) == 0:
        return 0
    return 1 if seats == 2 else 1 + sum(team_of(power) == 1 for power in powers[:place])
