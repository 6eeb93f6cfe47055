"""Country shapes: the TopoJSON of npm `world-atlas` (Natural Earth, public domain) as rings in degrees."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Ring = list[tuple[float, float]]
SEA = "sea"  # the country of all water


def countries(file: Path, west: float) -> dict[str, list[list[Ring]]]:
    """Polygons by the name of their country: outer ring, then holes. What lies beyond `west` comes in from the east."""
    atlas = json.loads(file.read_text())
    arcs = [unpacked(arc, atlas["transform"]) for arc in atlas["arcs"]]
    found: dict[str, list[list[Ring]]] = {}
    for shape in atlas["objects"]["countries"]["geometries"]:
        polygons = {"Polygon": [shape.get("arcs")], "MultiPolygon": shape.get("arcs")}.get(shape["type"], [])
        for polygon in polygons:
            rings = [joined(arcs, numbers) for numbers in polygon]
            found.setdefault(shape["properties"]["name"], []).append(turned(rings, west))
    return found


def unpacked(arc: list[list[int]], transform: dict[str, Any]) -> Ring:
    """Steps on the grid of the file, as points."""
    (scale_x, scale_y), (x0, y0) = transform["scale"], transform["translate"]
    points, x, y = [], 0, 0
    for dx, dy in arc:
        x, y = x + dx, y + dy
        points.append((x * scale_x + x0, y * scale_y + y0))
    return points


def joined(arcs: list[Ring], numbers: list[int]) -> Ring:
    """A ring of arcs that begin where the one before ends; ~n is arc n backwards."""
    ring: Ring = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        ring += arc[1:] if ring else arc
    return unbroken(ring)


def unbroken(ring: Ring) -> Ring:
    """A ring that crosses the 180th meridian goes on beyond it."""
    made = ring[:1]
    for x, y in ring[1:]:
        made.append((x + 360 * round((made[-1][0] - x) / 360), y))
    return made


def turned(rings: list[Ring], west: float) -> list[Ring]:
    """A polygon is turned as a whole, so that an island on the edge of the map stays in one piece."""
    middle = (min(x for x, _ in rings[0]) + max(x for x, _ in rings[0])) / 2
    return [[(x + 360, y) for x, y in ring] for ring in rings] if middle < west else rings
