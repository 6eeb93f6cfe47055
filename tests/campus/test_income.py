"""Clauses S.3 to S.5: income."""

import pytest

from campus.table import (
    BUILDINGS,
    ROOMS,
    deal,
    lay,
    of,
)

# Players, building, border rooms, bonus.
BORDERS_AND_BONUSES = [
    (4, "SCI", "BIO LEC COM OBS", 5),
    (4, "LIB", "REA CAT STU", 4),
    (4, "ART", "GAL DRA", 3),
    (4, "UNI", "CAF FOY BOO KIT GRE RAD", 6),
    (4, "WRK", "MAC FOU ROB LOA", 4),
    (4, "OLD", "REG COU VAU", 4),
    (4, "SPO", "GYM CLI TRA", 3),
    (3, "SCI", "BIO LEC COM OBS", 5),
    (3, "LIB", "REA CAT STU", 4),
    (3, "ART", "GAL", 2),
    (3, "UNI", "CAF FOY BOO KIT", 4),
    (3, "WRK", "MAC FOU ROB", 4),
    (2, "SCI", "BIO OBS", 4),
    (2, "LIB", "REA CAT STU", 4),
    (2, "UNI", "CAF FOY BOO", 4),
]


@pytest.mark.parametrize(
    ("rooms", "base"),
    [
        (1, 3),
        (2, 3),
        (9, 3),
        (11, 3),
        (12, 4),
        (14, 4),
        (15, 5),
        (17, 5),
        (18, 6),
        (20, 6),
        (21, 7),
        (30, 10),
        (35, 11),
    ],
)
def test_base_income(rooms: int, base: int) -> None:
    """CAM-S.3  A third of the rooms, never less than three; here no building is complete."""
    # All rooms of a building but its first: 35 in all.
    many = [room for of_building in BUILDINGS.values() for room in of_building[1:]][:rooms]
    assert lay(of(0, *many), (1, 1)).income(0) == base


@pytest.mark.parametrize(("seats", "building", "borders", "bonus"), BORDERS_AND_BONUSES)
def test_bonus_of_every_building_on_every_map(seats: int, building: str, borders: str, bonus: int) -> None:
    """CAM-S.5, CAM-S.4, CAM-3.3  The printed table: border rooms and bonus, paid to the holder of the building."""
    t = lay(of(0, *BUILDINGS[building]), (1, 1), seats=seats)
    group = t.board.group_number[building]
    assert [ROOMS[i] for i in t.board.borders(group)] == borders.split()
    assert t.bonus[group] == bonus
    assert t.income(0) == 3 + bonus


@pytest.mark.parametrize(
    ("seats", "scale", "column"),
    [
        (2, "closed", [4, 4, 0, 4, 0, 0, 0]),
        (3, "closed", [5, 4, 2, 4, 4, 0, 0]),
        (4, "closed", [5, 4, 3, 6, 4, 4, 3]),
        (5, "closed", [5, 4, 3, 6, 4, 4, 3]),
        (6, "closed", [5, 4, 3, 6, 4, 4, 3]),
        (2, "neutral", [5, 4, 3, 6, 4, 4, 3]),
        (3, "neutral", [5, 4, 3, 6, 4, 4, 3]),
        (2, "more_troops", [5, 4, 3, 6, 4, 4, 3]),
        (3, "more_troops", [5, 4, 3, 6, 4, 4, 3]),
    ],
)
def test_which_column_of_bonuses_holds(seats: int, scale: str, column: list[int]) -> None:
    """CAM-S.5, CAM-3.3, CAM-1.8, CAM-1.9  Only closing rooms changes the bonuses; a closed building pays none."""
    assert list(deal(seats, map_scale=scale).bonus) == column


@pytest.mark.parametrize("missing", BUILDINGS["LIB"])
def test_a_building_pays_only_when_complete(missing: str) -> None:
    """CAM-S.4  One room short, the Library pays nothing, whoever holds that room."""
    held = [room for room in BUILDINGS["LIB"] if room != missing]
    for other in (1, "neutral"):
        t = lay({**of(0, *held), missing: [other, 1]}, (1, 1))
        assert t.income(0) == 3
    assert lay(of(0, *BUILDINGS["LIB"]), (1, 1)).income(0) == 7


def test_W10_two_buildings() -> None:
    """CAM-S.4, CAM-S.3  Arts House and Student Union add up, on top of the base for 13 rooms."""
    t = lay(of(0, *BUILDINGS["ART"], *BUILDINGS["UNI"], "PHY", "REG"), (1, 1), step="receive")
    assert t.to_place == 4 + 3 + 6 == 13
