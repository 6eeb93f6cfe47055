"""Parts of the script that draws boards, as far as they need nothing but Python."""

from __future__ import annotations

import importlib.util
import json
import math
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "boards"


def part(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"draw_{name}", FOLDER / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def frame(recipe: dict[str, Any]) -> dict[str, Any]:
    """The projection of a recipe, or of its base."""
    base = tomllib.loads((FOLDER / recipe["base"]).read_text()) if "base" in recipe else {}
    found: dict[str, Any] = {**base, **recipe}["projection"]
    return found


atlas, projection = part("atlas"), part("projection")
RECIPES = sorted(FOLDER.parent.glob("src/marchland/games/*/recipe.toml"))
FRAMES = [frame(tomllib.loads(recipe.read_text())) for recipe in RECIPES]
each_world = pytest.mark.parametrize("data", FRAMES, ids=[recipe.parent.name for recipe in RECIPES])


def test_a_scale_adds_up_what_lies_between() -> None:
    scale = projection.Scale([[0, 2], [10, 4], [20, 4]])
    assert [scale.at(degree) for degree in (-5, 0, 5, 10, 30)] == [2, 2, 3, 4, 4]
    assert [scale.way(degree) for degree in (-5, 0, 10, 20, 30)] == [-10, 0, 30, 70, 110]


@each_world
def test_east_is_right_and_north_is_up(data: dict[str, Any]) -> None:
    world = projection.Projection(data)
    west, south, east, north = data["frame"]
    for lat in range(math.ceil(south) + 1, math.floor(north), 5):
        xs = [world(lon, lat)[0] for lon in range(math.ceil(west), math.floor(east) + 1)]
        assert xs == sorted(xs) and xs[0] >= 0 and xs[-1] <= world.canvas[0]
        assert 0 < world(west, lat)[1] < world(west, lat - 1)[1] <= world.canvas[1]


@each_world
def test_what_lies_beyond_the_edge_comes_to_lie_on_it(data: dict[str, Any]) -> None:
    world = projection.Projection(data)
    west, south, east, north = data["frame"]
    lon, lat = (west + east) / 2, (south + north) / 2
    assert world.inside(west - 100, lat)[0] == 0 and world.inside(east + 100, lat)[0] == world.canvas[0]
    assert world.inside(lon, lat) == world.rounded(lon, lat)


def shapes(folder: Path, *points: list[int]) -> Path:
    """A file of one country whose ring is one arc: the first point, then steps."""
    file = folder / "atlas.json"
    country = {"type": "Polygon", "arcs": [[0]], "properties": {"name": "Erewhon"}}
    data = {
        "transform": {"scale": [1, 1], "translate": [-180, -90]},
        "arcs": [list(points)],
        "objects": {"countries": {"geometries": [country]}},
    }
    file.write_text(json.dumps(data))
    return file


def test_shapes_are_unpacked(tmp_path: Path) -> None:
    file = shapes(tmp_path, [180, 90], [10, 0], [0, 10], [-10, -10])
    assert atlas.countries(file, -169) == {"Erewhon": [[[(0, 0), (10, 0), (10, 10), (0, 0)]]]}


def test_a_ring_goes_on_beyond_the_180th_meridian(tmp_path: Path) -> None:
    """As Siberia does: from 170 to 180 and on to -175, which is 185."""
    file = shapes(tmp_path, [350, 160], [10, 0], [-355, 0], [0, 5], [345, -5])
    ((ring,),) = atlas.countries(file, -169)["Erewhon"]
    assert [x for x, _ in ring] == [170, 180, 185, 185, 170]


def test_what_lies_west_of_the_map_comes_in_from_the_east(tmp_path: Path) -> None:
    file = shapes(tmp_path, [2, 160], [3, 0], [0, 3], [-3, -3])
    assert [x for x, _ in atlas.countries(file, -169)["Erewhon"][0][0]] == [182, 185, 185, 182]


def test_arcs_are_joined_either_way_round() -> None:
    arcs = [[(0.0, 0.0), (1.0, 0.0)], [(0.0, 0.0), (1.0, 1.0), (1.0, 0.0)]]
    assert atlas.joined(arcs, [0, -2]) == [(0, 0), (1, 0), (1, 1), (0, 0)]
