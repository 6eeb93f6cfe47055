"""A drawing as text: SVG paths, TOML, and a plain sheet to look at."""

from __future__ import annotations

import json
from typing import Any

from shapely import MultiLineString, MultiPolygon
from shapely.geometry.polygon import orient

TENTHS = 10


def path_of(shape: MultiPolygon | MultiLineString) -> str:
    """An SVG path, as short as it gets: to one decimal, every point as the step from the one before."""
    if isinstance(shape, MultiLineString):
        return "".join(steps(list(line.coords)) for line in shape.geoms)
    # Holes run the other way round, so that islands show through the sea around them however paths are filled.
    polygons = [orient(polygon) for polygon in shape.geoms]
    rings = [ring for polygon in polygons for ring in [polygon.exterior, *polygon.interiors]]
    return "".join(steps(list(ring.coords[:-1])) + "z" for ring in rings)


def steps(points: list[tuple[float, ...]]) -> str:
    spots = [(round(point[0] * TENTHS), round(point[1] * TENTHS)) for point in points]
    (x, y), *others = spots
    text = "M" + numbers([x, y]) + "l"
    moved = []
    for u, v in others:
        moved += [u - x, v - y]
        x, y = u, v
    return text + numbers(moved)


def numbers(tenths: list[int]) -> str:
    """1.5-.3.2 is 1.5, -0.3 and 0.2: a sign or a second point begins a new number."""
    text = ""
    for value in tenths:
        whole, part = divmod(abs(value), TENTHS)
        word = ("-" if value < 0 else "") + (str(whole) if whole or not part else "") + (f".{part}" if part else "")
        last = text.rsplit("-", 1)[-1].rsplit(" ", 1)[-1]
        joins = not text or word[0] == "-" or (word[0] == "." and "." in last)
        text += word if joins else f" {word}"
    return text


def table(drawing: dict[str, Any], recipe: str) -> str:
    """TOML."""
    lines = [
        f"# Drawn by boards/draw.py from {recipe} and Natural Earth's shapes. Change the recipe, not this file.",
        *(f"{key} = {json.dumps(value)}" for key, value in drawing.items() if not isinstance(value, dict)),
    ]
    for name, entries in drawing.items():
        if isinstance(entries, dict):
            for key, entry in entries.items():
                lines += ["", f"[{name}.{json.dumps(key)}]", *(f"{word} = {value(one)}" for word, one in entry.items())]
    return "\n".join(lines) + "\n"


def value(thing: Any) -> str:
    if isinstance(thing, dict):
        return "{ " + ", ".join(f"{key} = {value(one)}" for key, one in thing.items()) + " }"
    return json.dumps(thing, ensure_ascii=False)


TINTS = ["#e9d9b8", "#c9dbc0", "#e3c9c4", "#e6dca0", "#cfcde3", "#c5dede"]


def sheet(drawing: dict[str, Any], group_of: dict[str, str]) -> str:
    width, height = drawing["canvas"]
    groups = list(dict.fromkeys(group_of.values()))
    parts = [
        f'<rect width="{width}" height="{height}" fill="#cfdbe0"/>',
        f'<path d="{drawing["scenery"]}" fill="#eee"/>',
    ]
    for code, region in drawing["region"].items():
        tint = TINTS[groups.index(group_of[code]) % len(TINTS)]
        parts.append(f'<path d="{region["path"]}" fill="{tint}" stroke="#333" stroke-width=".8"/>')
    parts.append(f'<path d="{drawing["frontiers"]}" fill="none" stroke="#222" stroke-width="2.4"/>')
    for link in drawing["link"].values():
        for line in link["lines"]:
            points = " ".join(f"{x},{y}" for x, y in line)
            parts.append(f'<polyline points="{points}" fill="none" stroke="#444" stroke-dasharray="5 4"/>')
    for region in drawing["region"].values():
        x, y = region["label"]
        parts.append(f'<circle cx="{x}" cy="{y}" r="{drawing["counter"]}" fill="#fff8" stroke="#222"/>')
        (x, y), size = region["title"]["at"], region["title"]["size"]
        for number, line in enumerate(region["title"]["lines"]):
            parts.append(f'<text x="{x}" y="{y + number * size}" font-size="{size}" text-anchor="middle">{line}</text>')
    for code, group in drawing["group"].items():
        x, y = group["label"]
        parts.append(f'<text x="{x}" y="{y}" font-size="16" text-anchor="middle" letter-spacing="3">{code}</text>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{"".join(parts)}</svg>\n'
