"""The drawn world against its rules: who touches whom, where lanes lead, and that everything on it can be read."""

from __future__ import annotations

import gzip
import hashlib
import math
import tomllib
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from boards.sheet import (
    GROWTH,
    TENTHS,
    Edge,
    counter_box,
    cross,
    edges,
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
from marchland.engine.game import read_text
from marchland.games.capitals.cards import PACKAGE
from marchland.games.capitals.world import WORLD
from marchland.server.catalogue import catalogue

RECIPE = Path(__file__).parents[2] / "boards" / "world.toml"
CODES = [region.code for region in WORLD.regions]
OUTLINE = {region.code: edges(region.path) for region in WORLD.regions}
BORDER = {code: {undirected(edge) for edge in outline} for code, outline in OUTLINE.items()}
CORNERS = {code: {corner for edge in outline for corner in edge} for code, outline in OUTLINE.items()}
LANES = [link for link in WORLD.links if link.kind == "sea lane"]
BY_SEA = {frozenset(link.pairs[0]) for link in LANES}
BY_LAND = {frozenset((CODES[a], CODES[b])) for a, near_by in enumerate(WORLD.neighbours) for b in near_by} - BY_SEA

VISIBLE = 8  # units of common border that cannot be overlooked
WATER = 1.5  # units between lands that do not touch
LARGEST = 60_000  # bytes of the catalogue, as browsers get it


def test_the_drawing_is_made_from_the_recipe_as_it_stands() -> None:
    mark = hashlib.sha256(RECIPE.read_bytes()).hexdigest()[:16]
    assert tomllib.loads(read_text(PACKAGE, "world.toml"))["recipe"] == mark, "run boards/draw.py boards/world.toml"


@pytest.mark.parametrize("pair", sorted(tuple(sorted(pair)) for pair in BY_LAND), ids="-".join)
def test_neighbours_by_land_share_a_border(pair: tuple[str, str]) -> None:
    """CAP-S.2  Point for point, and long enough to be seen."""
    one, other = pair
    common = sum(length(edge) for edge in BORDER[one] & BORDER[other])
    assert common >= VISIBLE


@pytest.mark.parametrize("code", CODES)
def test_who_is_no_neighbour_by_land_does_not_touch(code: str) -> None:
    """CAP-S.2  There is water, or another land, between them."""
    for other in CODES[CODES.index(code) + 1 :]:
        if frozenset((code, other)) not in BY_LAND:
            assert not CORNERS[code] & CORNERS[other], (code, other)
            for one, two in near(OUTLINE[code], OUTLINE[other], WATER):
                between = min(to_edge(at, two) for at in one) if not cross(one, two) else 0
                assert between >= WATER * TENTHS, (code, other, one, two)


@pytest.mark.parametrize("pair", sorted(tuple(sorted(pair)) for pair in BY_LAND), ids="-".join)
def test_no_land_lies_over_another(pair: tuple[str, str]) -> None:
    one, other = pair
    common = BORDER[one] & BORDER[other]
    own = [edge for edge in OUTLINE[one] if undirected(edge) not in common]
    others = [edge for edge in OUTLINE[other] if undirected(edge) not in common]
    assert [both for both in near(own, others, 0) if cross(*both)] == []


@pytest.mark.parametrize("code", CODES)
def test_an_outline_does_not_cross_itself(code: str) -> None:
    assert len(BORDER[code]) == len(OUTLINE[code])
    assert [both for both in near(OUTLINE[code], OUTLINE[code], 0) if cross(*both)] == []


def test_frontiers_are_where_continents_meet() -> None:
    assert WORLD.map is not None
    drawn: set[Edge] = set()
    for points in rings(WORLD.map.frontiers):
        drawn |= {undirected(edge) for edge in pairwise(points)}
    group = {region.code: region.group for region in WORLD.regions}
    meeting: set[Edge] = set()
    for one, other in combinations(CODES, 2):
        if group[one] != group[other]:
            meeting |= BORDER[one] & BORDER[other]
    assert drawn == meeting


@pytest.mark.parametrize("name", [link.name for link in WORLD.links])
def test_a_lane_leads_from_one_land_to_the_other(name: str) -> None:
    """CAP-S.2  And over no third. One that leaves the map at one edge comes in at the other, at the same height."""
    lane = next(link for link in WORLD.links if link.name == name)
    ends = lane.pairs[0]
    for code, at in zip(ends, (lane.lines[0][0], lane.lines[-1][-1]), strict=True):
        assert inside((at[0], at[1]), OUTLINE[code]) or gap((at[0], at[1]), OUTLINE[code]) < 2
    for before, after in zip(lane.lines, lane.lines[1:], strict=False):
        (x, y), (u, v) = before[-1], after[0]
        assert sorted([x, u]) == [0, WORLD.canvas[0]] and y == v
    strangers = [code for code in CODES if code not in ends]
    for line in lane.lines:
        for a, b in pairwise(line):
            for step in range(11):
                at = (a[0] + (b[0] - a[0]) * step / 10, a[1] + (b[1] - a[1]) * step / 10)
                assert not [code for code in strangers if inside(at, OUTLINE[code])]


@pytest.mark.parametrize("code", CODES)
def test_a_counter_stands_on_its_land_or_on_water_beside_it(code: str) -> None:
    x, y = WORLD.regions[CODES.index(code)].label
    holders = [other for other in CODES if inside((x, y), OUTLINE[other])]
    assert holders == [code] or (holders == [] and gap((x, y), OUTLINE[code]) < 12)


def test_counters_do_not_lie_on_one_another() -> None:
    """Near or far: from afar they are larger."""
    assert WORLD.map is not None
    for one, other in combinations(WORLD.regions, 2):
        assert math.dist(one.label, other.label) > 2 * WORLD.map.counter * GROWTH, (one.code, other.code)


@pytest.mark.parametrize("code", CODES)
def test_no_counter_covers_a_name(code: str) -> None:
    """And names do not run into each other, nor off the map."""
    region = WORLD.regions[CODES.index(code)]
    box = name_box(region)
    assert box[0] >= 0 and box[1] >= 0 and box[2] <= WORLD.canvas[0] and box[3] <= WORLD.canvas[1]
    for other in WORLD.regions:
        assert not overlap(box, counter_box(WORLD, other)), other.code
        assert other is region or not overlap(box, name_box(other)), other.code
    assert region.title is not None and " ".join(region.title.lines) == region.name


def test_the_names_of_continents_stand_on_open_water() -> None:
    for group in WORLD.groups:
        half = len(group.name) * 7.5
        x, y = group.label
        assert x - half > 0 and x + half < WORLD.canvas[0]
        for step in range(-4, 5):
            assert not [code for code in CODES if inside((x + half * step / 4, y - 5), OUTLINE[code])], group.name


def test_the_whole_catalogue_is_small_on_the_wire() -> None:
    assert len(gzip.compress(catalogue("capitals"), 6)) < LARGEST
