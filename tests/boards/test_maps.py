"""The drawn map of every game against its rules: who touches whom, where lanes lead, and that everything on it can be
read."""

from __future__ import annotations

import gzip
import hashlib
import math
import tomllib
from collections.abc import Callable, Sequence
from importlib.resources import files
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from boards.sheet import (
    GROWTH,
    TENTHS,
    Edge,
    Sheet,
    counter_box,
    cross,
    gap,
    inside,
    length,
    name_box,
    near,
    overlap,
    rings,
    to_edge,
    undirected,
)
from marchland import every
from marchland.server.catalogue import catalogue

FOLDERS = {game.name: files(game.package) for game in every()}


def coasts(name: str) -> set[frozenset[str]]:
    """At which seas lands lie, where that makes them no neighbours in the rules."""
    regions = tomllib.loads((FOLDERS[name] / "board.toml").read_text(encoding="utf-8"))["region"]
    return {frozenset((region["code"], sea)) for region in regions for sea in region.get("coast", [])}


SHEETS = [
    Sheet(game.board, game.name, coasts(game.name))
    for game in every()
    if game.board is not None and game.board.map is not None
]
RECIPE = "recipe.toml"
BOARDS = Path(__file__).parents[2] / "boards"

VISIBLE = 7.5  # units of common border that cannot be overlooked
STRAIT = 3  # the same where two seas meet between narrow shores
WATER = 1.5  # units between lands that do not touch
CORNER = 2  # units of coast that nobody sees, where two seas meet at the border of two lands
LARGEST = 70_000  # bytes of the catalogue, as browsers get it

each_map = pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)


def each(argument: str, of: Callable[[Sheet], Sequence[object]]) -> pytest.MarkDecorator:
    """A test of everything of a sort on each map."""
    cases = [(sheet, one) for sheet in SHEETS for one in of(sheet)]
    ids = [f"{sheet.name}-{'-'.join(one) if isinstance(one, tuple) else one}" for sheet, one in cases]
    return pytest.mark.parametrize(("sheet", argument), cases, ids=ids)


each_region = each("code", lambda sheet: sheet.codes)
each_border = each("pair", lambda sheet: sorted(tuple(sorted(pair)) for pair in sheet.by_land))


def test_every_map_has_a_recipe_and_every_recipe_a_map() -> None:
    assert [name for name, folder in FOLDERS.items() if (folder / RECIPE).is_file()] == [one.name for one in SHEETS]


@each_map
def test_the_drawing_is_made_from_the_recipe_as_it_stands(sheet: Sheet) -> None:
    recipe = (FOLDERS[sheet.name] / RECIPE).read_text(encoding="utf-8")
    data = tomllib.loads(recipe)
    drawing = FOLDERS[sheet.name] / data["drawing"]
    shared = (BOARDS / data["base"]).read_text(encoding="utf-8") if "base" in data else ""
    mark = hashlib.sha256((recipe + shared).encode()).hexdigest()[:16]
    assert tomllib.loads(drawing.read_text(encoding="utf-8"))["recipe"] == mark, "run make boards"


@each_border
def test_neighbours_by_land_share_a_border(sheet: Sheet, pair: tuple[str, str]) -> None:
    """S.2  Point for point, and long enough to be seen."""
    one, other = pair
    common = sum(length(edge) for edge in sheet.border[one] & sheet.border[other])
    assert common >= (STRAIT if {one, other} <= sheet.seas else VISIBLE)


@each_region
def test_who_is_no_neighbour_by_land_does_not_touch(sheet: Sheet, code: str) -> None:
    """S.2  There is water, or another land, between them. A land and a sea may meet in a corner."""
    for other in sheet.codes[sheet.codes.index(code) + 1 :]:
        if frozenset((code, other)) not in sheet.by_land:
            if sheet.shore(code, other):
                common = sheet.border[code] & sheet.border[other]
                assert sum(length(edge) for edge in common) < CORNER, (code, other)
                continue
            assert not sheet.corners[code] & sheet.corners[other], (code, other)
            for one, two in near(sheet.outline[code], sheet.outline[other], WATER):
                between = min(to_edge(at, two) for at in one) if not cross(one, two) else 0
                assert between >= WATER * TENTHS, (code, other, one, two)


@each_border
def test_no_land_lies_over_another(sheet: Sheet, pair: tuple[str, str]) -> None:
    one, other = pair
    common = sheet.border[one] & sheet.border[other]
    own = [edge for edge in sheet.outline[one] if undirected(edge) not in common]
    others = [edge for edge in sheet.outline[other] if undirected(edge) not in common]
    assert [both for both in near(own, others, 0) if cross(*both)] == []


@each_region
def test_an_outline_does_not_cross_itself(sheet: Sheet, code: str) -> None:
    assert len(sheet.border[code]) == len(sheet.outline[code])
    assert [both for both in near(sheet.outline[code], sheet.outline[code], 0) if cross(*both)] == []


@each_map
def test_frontiers_are_where_groups_meet(sheet: Sheet) -> None:
    assert sheet.board.map is not None
    drawn: set[Edge] = set()
    for points in rings(sheet.board.map.frontiers):
        drawn |= {undirected(edge) for edge in pairwise(points)}
    group = {region.code: region.group for region in sheet.board.regions}
    meeting: set[Edge] = set()
    for one, other in combinations(sheet.codes, 2):
        if group[one] != group[other]:
            meeting |= sheet.border[one] & sheet.border[other]
    assert drawn == meeting


@each("name", lambda sheet: [link.name for link in sheet.board.links])
def test_a_lane_leads_from_one_land_to_the_other(sheet: Sheet, name: str) -> None:
    """S.2  And over no third. One that leaves the map at one edge comes in at the other, at the same height."""
    lane = next(link for link in sheet.board.links if link.name == name)
    ends = lane.pairs[0]
    for code, at in zip(ends, (lane.lines[0][0], lane.lines[-1][-1]), strict=True):
        assert inside((at[0], at[1]), sheet.outline[code]) or gap((at[0], at[1]), sheet.outline[code]) < 2
    for before, after in zip(lane.lines, lane.lines[1:], strict=False):
        (x, y), (u, v) = before[-1], after[0]
        assert sorted([x, u]) == [0, sheet.board.canvas[0]] and y == v
    strangers = [code for code in sheet.codes if code not in ends and code not in sheet.seas]
    for line in lane.lines:
        for a, b in pairwise(line):
            for step in range(11):
                at = (a[0] + (b[0] - a[0]) * step / 10, a[1] + (b[1] - a[1]) * step / 10)
                assert not [code for code in strangers if inside(at, sheet.outline[code])]


@each_region
def test_a_counter_stands_on_its_land_or_on_water_beside_it(sheet: Sheet, code: str) -> None:
    x, y = sheet.board.regions[sheet.codes.index(code)].label
    holders = [other for other in sheet.codes if inside((x, y), sheet.outline[other])]
    assert holders == [code] or (holders == [] and gap((x, y), sheet.outline[code]) < 12)


@each_map
def test_counters_do_not_lie_on_one_another(sheet: Sheet) -> None:
    """Near or far: from afar they are larger."""
    assert sheet.board.map is not None
    for one, other in combinations(sheet.board.regions, 2):
        assert math.dist(one.label, other.label) > 2 * sheet.board.map.counter * GROWTH, (one.code, other.code)


@each_region
def test_no_counter_covers_a_name(sheet: Sheet, code: str) -> None:
    """And names do not run into each other, nor off the map."""
    region = sheet.board.regions[sheet.codes.index(code)]
    box = name_box(region)
    assert box[0] >= 0 and box[1] >= 0 and box[2] <= sheet.board.canvas[0] and box[3] <= sheet.board.canvas[1]
    for other in sheet.board.regions:
        assert not overlap(box, counter_box(sheet.board, other)), other.code
        assert other is region or not overlap(box, name_box(other)), other.code
    assert region.title is not None and " ".join(region.title.lines) == region.name


@each_map
def test_the_names_of_groups_stand_on_open_water(sheet: Sheet) -> None:
    for group in sheet.board.groups:
        if not group.label:
            continue
        half = len(group.name) * 7.5
        x, y = group.label
        assert x - half > 0 and x + half < sheet.board.canvas[0]
        for step in range(-4, 5):
            assert not [code for code in sheet.codes if inside((x + half * step / 4, y - 5), sheet.outline[code])], (
                group.name
            )


@each_map
def test_groups_that_meet_have_tints_of_their_own(sheet: Sheet) -> None:
    """By land or by a lane; how far apart they are on the screen is looked at in the browser."""
    board = sheet.board
    meeting = {(board.group_of[a], board.group_of[b]) for a, near_by in enumerate(board.neighbours) for b in near_by}
    for one, other in sorted((a, b) for a, b in meeting if a < b):
        (hue, strength), (beside, _) = board.groups[one].tint, board.groups[other].tint
        around = abs(hue - beside)
        assert min(around, 360 - around) >= 30, (board.groups[one].name, board.groups[other].name)
        assert strength >= 30, board.groups[one].name


@each_map
def test_the_whole_catalogue_is_small_on_the_wire(sheet: Sheet) -> None:
    assert len(gzip.compress(catalogue(sheet.name), 6)) < LARGEST
