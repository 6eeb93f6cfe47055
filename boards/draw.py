"""Draws a board from country shapes, by a recipe.

python boards/draw.py RECIPE             write the drawing beside the recipe, in the folder of its game
python boards/draw.py RECIPE --svg FILE  also write a plain sheet to look at

The recipe (README.md beside this file says what stands in it) names the board whose regions it draws. All lines,
borders of countries and cuts of the recipe alike, are laid over one another; each face between them goes to the region
that takes it. So neighbours share their border point for point, and stay neighbours when lines are simplified.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import shapely
from atlas import SEA, countries
from projection import Projection
from shapely import LineString, MultiLineString, MultiPolygon, Point, Polygon
from writing import path_of, sheet, table

ATLAS = Path(__file__).parent / "node_modules/world-atlas/countries-50m.json"
GRID = 0.1  # coordinates are written to one decimal
LETTER, LINE = 0.61, 0.95  # how wide a letter of a name is, and how high a line, as a share of the size
STEP = 0.5  # degrees: straight cuts bend with the projection


class RecipeError(Exception):
    """The recipe does not fit the board or the shapes."""


class Recipe:
    def __init__(self, file: Path) -> None:
        text = file.read_text()
        data = tomllib.loads(text)
        self.name = file.name
        self.drawing_file = file.parent / data["drawing"]
        self.board: dict[str, Any] = tomllib.loads((file.parent / data["board"]).read_text())
        if "base" in data:
            shared = (Path(__file__).parent / data["base"]).read_text()
            text += shared
            data = layered(tomllib.loads(shared), data)
            joined = {entry["name"] for entry in self.board["link"]}
            data["link"] = {name: link for name, link in data["link"].items() if name in joined}
        self.mark = hashlib.sha256(text.encode()).hexdigest()[:16]
        self.projection = Projection(data["projection"])
        self.tolerance: float = data["tolerance"]
        self.island: float = data["island"]
        self.scenery: float = data["scenery"]
        self.counter: int = data["counter"]
        self.lettering: float = data["lettering"]
        self.areas: dict[str, list[list[float]]] = data["area"]
        self.straits: dict[str, list[list[float]]] = data.get("strait", {})
        self.regions: dict[str, dict[str, Any]] = data["region"]
        self.groups: dict[str, dict[str, Any]] = data.get("group", {})
        self.links: dict[str, dict[str, Any]] = data.get("link", {})
        self.check()

    def check(self) -> None:
        for table_name, key, drawn in (
            ("group", "code", self.groups),
            ("region", "code", self.regions),
            ("link", "name", self.links),
        ):
            wanted = {entry[key] for entry in self.board.get(table_name, [])}
            # A group that the recipe does not name has no name on the map.
            differing = set(drawn) - wanted if table_name == "group" else wanted ^ set(drawn)
            if differing:
                raise RecipeError(f"The {table_name}s of board and recipe differ: {sorted(differing)}.")
        for code, region in self.regions.items():
            for part in region["of"]:
                area = part.partition(" in ")[2]
                if area and area not in self.areas:
                    raise RecipeError(f"{code} is cut by the area {area!r}, which the recipe does not have.")


def layered(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """What a recipe says over its base, table by table."""
    made = dict(base)
    for key, value in own.items():
        below = made.get(key)
        made[key] = layered(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
    return made


# -- from shapes to regions ------------------------------------------------------------------------------------------


def ring(recipe: Recipe, points: list[list[float]]) -> Polygon:
    """A ring of the recipe on the canvas."""
    bent = shapely.segmentize(Polygon(points), STEP)
    return Polygon([recipe.projection(lon, lat) for lon, lat in bent.exterior.coords])


def land(recipe: Recipe, atlas: Path) -> dict[str, MultiPolygon]:
    """The countries on the canvas, without what lies outside and without islands too small to be drawn."""
    projection = recipe.projection
    canvas = shapely.box(0, 0, *projection.canvas)
    found: dict[str, MultiPolygon] = {}
    for name, polygons in countries(atlas, projection.west).items():
        drawn = []
        for outer, *holes in polygons:
            flat = Polygon([projection(*p) for p in outer], [[projection(*p) for p in hole] for hole in holes])
            if canvas.intersects(flat):
                drawn.append(flat)
        found[name] = MultiPolygon(drawn)
    lands = shapely.union_all([shapely.make_valid(shape) for shape in found.values()], grid_size=GRID)
    large = MultiPolygon([one for one in lands.geoms if one.area >= recipe.island])
    shapely.prepare(large)
    return {
        name: MultiPolygon([one for one in shape.geoms if large.intersects(one.representative_point())])
        for name, shape in found.items()
    }


def divide(recipe: Recipe, shapes: dict[str, MultiPolygon]) -> tuple[dict[str, MultiPolygon], MultiPolygon]:
    """Every region, and the land that belongs to none, as one coverage: borders are shared point for point."""
    areas = {name: ring(recipe, points) for name, points in recipe.areas.items()}
    straits = [ring(recipe, points) for points in recipe.straits.values()]
    frame = shapely.box(0, 0, *recipe.projection.canvas)
    lines = [shape.boundary for shape in shapes.values()]
    lines += [area.boundary for area in [*areas.values(), *straits, frame]]
    faces = list(shapely.polygonize([shapely.union_all(lines, grid_size=GRID)]).geoms)
    points = [face.representative_point() for face in faces]
    outside = set(range(len(faces))) - contained(points, frame)
    country = holders(points, shapes)
    covering = {name: contained(points, area) for name, area in areas.items()}
    water: set[int] = set().union(*(contained(points, strait) for strait in straits)) if straits else set()
    parts: dict[str, list[Polygon]] = {code: [] for code in recipe.regions}
    rest = []
    used: Counter[str] = Counter()
    wanted = [(code, part) for code, region in recipe.regions.items() for part in region["of"]]
    wanted.sort(key=lambda entry: " in " not in entry[1])  # what is cut out goes before the rest of a country
    for i, face in enumerate(faces):
        if i in outside:
            continue
        name = SEA if i in water else country.get(i, SEA)
        for code, part in wanted:
            if takes(part, name, covering, i):
                parts[code].append(face)
                used[part] += 1
                break
        else:
            if name != SEA:
                rest.append(face)
    for code, part in wanted:
        # A country may be too small to be drawn, but it must be one.
        if not used[part] and part not in shapes:
            raise RecipeError(f"{code}: there is nothing to draw for {part!r}.")
    return {code: merged(faces_of) for code, faces_of in parts.items()}, merged(rest)


def takes(part: str, country: str, covering: dict[str, set[int]], face: int) -> bool:
    wanted, _, area = part.partition(" in ")
    return wanted == country and (not area or face in covering[area])


def contained(points: list[Point], area: Polygon) -> set[int]:
    shapely.prepare(area)
    return {i for i, point in enumerate(points) if area.contains(point)}


def holders(points: list[Point], shapes: dict[str, MultiPolygon]) -> dict[int, str]:
    """Which country each point lies in."""
    names = list(shapes)
    tree = shapely.STRtree([shapes[name] for name in names])
    inside, holder = tree.query(points, predicate="within")
    return {int(i): names[int(h)] for i, h in zip(inside, holder, strict=True)}


def merged(faces: list[Polygon]) -> MultiPolygon:
    whole = shapely.union_all(faces)
    return whole if isinstance(whole, MultiPolygon) else MultiPolygon([whole] if not whole.is_empty else [])


def simplify(recipe: Recipe, regions: dict[str, MultiPolygon], rest: MultiPolygon) -> dict[str, MultiPolygon]:
    """All lines made simpler together; under "" stands the land of nobody."""
    pieces = [*regions.values(), rest]
    # Only points that were there are kept, so the lines stay on the grid.
    simple = shapely.coverage_simplify(pieces, recipe.tolerance)
    made = {}
    for code, shape in zip([*regions, ""], simple, strict=True):
        polygons = list(getattr(shape, "geoms", [shape]))
        largest = max(one.area for one in polygons)
        least = min(largest, recipe.island if code else recipe.scenery)
        made[code] = MultiPolygon([one for one in polygons if one.area >= least])
    if not shapely.coverage_is_valid(list(made.values())):
        raise RecipeError("The simplified regions do not fit together: choose another tolerance.")
    return made


# -- what is written beside them -------------------------------------------------------------------------------------


def frontiers(recipe: Recipe, shapes: dict[str, MultiPolygon]) -> list[LineString]:
    """The lines on which two groups meet."""
    group = {entry["code"]: entry["group"] for entry in recipe.board["region"]}
    sides: dict[tuple[tuple[float, ...], ...], set[str]] = {}
    for code in recipe.regions:
        for a, b in edges(shapes[code]):
            sides.setdefault((min(a, b), max(a, b)), set()).add(group[code])
    lines = shapely.line_merge(MultiLineString([edge for edge, groups in sides.items() if len(groups) > 1]))
    return [line for line in getattr(lines, "geoms", [lines]) if not line.is_empty]


def edges(shape: MultiPolygon) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
    return [
        pair
        for polygon in shape.geoms
        for one in [polygon.exterior, *polygon.interiors]
        for pair in zip(one.coords, one.coords[1:], strict=False)
    ]


def lanes(recipe: Recipe, shapes: dict[str, MultiPolygon]) -> dict[str, list[list[list[int]]]]:
    """The lines of links, whose ends must lie in the regions that they join."""
    made = {}
    for entry in recipe.board.get("link", []):
        name, ends = entry["name"], entry["pairs"][0]
        lines = [[recipe.projection.inside(*point) for point in line] for line in recipe.links[name]["lines"]]
        for code, (x, y) in zip(ends, (lines[0][0], lines[-1][-1]), strict=True):
            if shapes[code].distance(Point(x, y)) > 1.5:
                raise RecipeError(f"{name} does not reach {code}: {x} {y}.")
        made[name] = lines
    return made


def title(recipe: Recipe, region: dict[str, Any]) -> dict[str, Any]:
    """Where the name stands: at a place of its own, or clear of the counter with its crown and its mark."""
    name, lines, size = region["name"], region["lines"], region.get("lettering", recipe.lettering)
    if isinstance(name, list):
        return {"at": recipe.projection.rounded(*name), "lines": lines, "size": size}
    x, y = recipe.projection(*region["counter"])
    r, rest = recipe.counter, (len(lines) - 1) * size * LINE
    aside = r * 1.6 + max(len(line) for line in lines) * LETTER * size / 2
    level = y + size * 0.3 - rest / 2
    spots = {
        "above": (x, y - r * 1.75 - size * 0.2 - rest),
        "below": (x, y + r * 1.25 + size * 0.95),
        "left": (x - aside + r * 0.4, level),
        "right": (x + aside, level),
    }
    return {"at": [round(one) for one in spots[name]], "lines": lines, "size": size}


def tint(group: dict[str, Any]) -> dict[str, list[int]]:
    return {"tint": group["tint"]} if "tint" in group else {}


def drawing(recipe: Recipe, atlas: Path) -> dict[str, Any]:
    shapes = simplify(recipe, *divide(recipe, land(recipe, atlas)))
    at = recipe.projection.rounded
    regions = {}
    for code, region in recipe.regions.items():
        left, top, right, bottom = (round(edge) for edge in shapes[code].bounds)
        regions[code] = {
            "path": path_of(shapes[code]),
            "shape": [left, top, right - left, bottom - top],
            "label": at(*region["counter"]),
            "title": title(recipe, region),
        }
    return {
        "recipe": recipe.mark,
        "canvas": list(recipe.projection.canvas),
        "counter": recipe.counter,
        "scenery": path_of(shapes[""]),
        "frontiers": path_of(MultiLineString(frontiers(recipe, shapes))),
        "group": {code: {"label": at(*group["name"]), **tint(group)} for code, group in recipe.groups.items()},
        "region": regions,
        "link": {name: {"lines": lines} for name, lines in lanes(recipe, shapes).items()},
    }


def complain(recipe: Path, sentence: str) -> int:
    print(f"{recipe}: {sentence}", file=sys.stderr)
    return 1


def main() -> int:
    parser = argparse.ArgumentParser(description="Draw a board from country shapes, by a recipe.")
    parser.add_argument("recipe", type=Path)
    parser.add_argument("--atlas", type=Path, default=ATLAS)
    parser.add_argument("--svg", type=Path, help="also write a sheet to look at")
    arguments = parser.parse_args()
    try:
        recipe = Recipe(arguments.recipe)
        made = drawing(recipe, arguments.atlas)
    except KeyError as fault:
        return complain(arguments.recipe, f"{fault} is missing.")
    except (RecipeError, OSError, tomllib.TOMLDecodeError) as fault:
        return complain(arguments.recipe, str(fault))
    recipe.drawing_file.write_text(table(made, recipe.name))
    if arguments.svg:
        arguments.svg.write_text(sheet(made, {entry["code"]: entry["group"] for entry in recipe.board["region"]}))
    print(f"{recipe.drawing_file}: {recipe.drawing_file.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
