"""A drawn board as the tests look at it: plain arithmetic on its paths, in tenths of a unit so that equal is equal."""

from __future__ import annotations

import math
import re

from marchland.engine.board import Board, Region

Point = tuple[int, int]
Edge = tuple[Point, Point]
Box = tuple[float, float, float, float]  # left, top, right, bottom

TENTHS = 10
# As wide as the letters of the map are at most, and as high as a line, as a share of their size.
LETTER, LINE, ASCENT, DESCENT = 0.61, 0.95, 0.72, 0.22
GROWTH = 1.45  # of counters, where the whole board is small on the screen


class Sheet:
    """The regions of a drawn board: their outlines, and who is to touch whom."""

    def __init__(self, board: Board, name: str, coasts: set[frozenset[str]] | None = None) -> None:
        self.board = board
        self.name = name
        self.codes = [region.code for region in board.regions]
        self.seas = {region.code for region in board.regions if "sea" in region.traits}
        self.outline = {region.code: edges(region.path) for region in board.regions}
        self.border = {code: {undirected(edge) for edge in outline} for code, outline in self.outline.items()}
        self.corners = {code: {corner for edge in outline for corner in edge} for code, outline in self.outline.items()}
        by_sea = {frozenset(link.pairs[0]) for link in board.links if link.kind != "border"}
        neighbours = enumerate(board.neighbours)
        touching = {frozenset((self.codes[a], self.codes[b])) for a, near_by in neighbours for b in near_by}
        self.coasts = coasts or set()
        self.by_land = (touching - by_sea) | self.coasts

    def shore(self, one: str, other: str) -> bool:
        """Whether one is land and the other water, on a board that says what lies at which coast."""
        return bool(self.coasts) and (one in self.seas) != (other in self.seas)


def rings(path: str) -> list[list[Point]]:
    """The points of each piece of a path that knows M, l and z alone."""
    found = []
    for piece in re.findall(r"M[^M]*", path):
        assert re.fullmatch(r"M[-\d. ]+l[-\d. ]+z?", piece), piece[:40]
        start, steps = piece.rstrip("z")[1:].split("l")
        x, y = numbers(start)
        points = [(x, y)]
        moved = numbers(steps)
        for dx, dy in zip(moved[::2], moved[1::2], strict=True):
            x, y = x + dx, y + dy
            points.append((x, y))
        found.append(points)
    return found


def numbers(text: str) -> list[int]:
    return [round(float(word) * TENTHS) for word in re.findall(r"-?(?:\d+(?:\.\d+)?|\.\d+)", text)]


def edges(path: str) -> list[Edge]:
    closed = [(points, [*points[1:], points[0]]) for points in rings(path)]
    return [(a, b) for starts, stops in closed for a, b in zip(starts, stops, strict=True)]


def length(edge: Edge) -> float:
    return math.dist(*edge) / TENTHS


def undirected(edge: Edge) -> Edge:
    return (min(edge), max(edge))


def inside(at: tuple[float, float], of: list[Edge]) -> bool:
    """Whether a point of the canvas lies in the outline: a ray from it crosses an odd number of edges."""
    x, y = at[0] * TENTHS, at[1] * TENTHS
    crossed = False
    for (ax, ay), (bx, by) in of:
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            crossed = not crossed
    return crossed


def gap(at: tuple[float, float], of: list[Edge]) -> float:
    """From a point of the canvas to the nearest edge."""
    return min(to_edge((at[0] * TENTHS, at[1] * TENTHS), edge) for edge in of) / TENTHS


def to_edge(at: tuple[float, float], edge: Edge) -> float:
    (ax, ay), (bx, by) = edge
    dx, dy = bx - ax, by - ay
    along = ((at[0] - ax) * dx + (at[1] - ay) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.dist(at, (ax + along * dx, ay + along * dy))


def cross(one: Edge, other: Edge) -> bool:
    """Whether two edges cross, not counting where they touch."""

    def side(a: Point, b: Point, c: Point) -> int:
        turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        return (turn > 0) - (turn < 0)

    (a, b), (c, d) = one, other
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def near(ones: list[Edge], others: list[Edge], within: float) -> list[tuple[Edge, Edge]]:
    """Pairs of edges whose boxes are no further apart than this many units."""
    reach = within * TENTHS
    xs = [x for edge in others for x, _ in edge]
    ys = [y for edge in others for _, y in edge]
    left, right, top, bottom = min(xs) - reach, max(xs) + reach, min(ys) - reach, max(ys) + reach
    close = [
        edge
        for edge in ones
        if max(edge[0][0], edge[1][0]) >= left
        and min(edge[0][0], edge[1][0]) <= right
        and max(edge[0][1], edge[1][1]) >= top
        and min(edge[0][1], edge[1][1]) <= bottom
    ]
    return [
        (one, other)
        for one in close
        for other in others
        if max(one[0][0], one[1][0]) + reach >= min(other[0][0], other[1][0])
        and min(one[0][0], one[1][0]) - reach <= max(other[0][0], other[1][0])
        and max(one[0][1], one[1][1]) + reach >= min(other[0][1], other[1][1])
        and min(one[0][1], one[1][1]) - reach <= max(other[0][1], other[1][1])
    ]


# -- names and counters ----------------------------------------------------------------------------------------------


def name_box(region: Region) -> Box:
    assert region.title is not None
    (x, y), lines, size = region.title.at, region.title.lines, region.title.size
    half = max(len(line) for line in lines) * LETTER * size / 2
    return x - half, y - ASCENT * size, x + half, y + (len(lines) - 1) * LINE * size + DESCENT * size


def counter_box(board: Board, region: Region) -> Box:
    """The counter with the mark of its seat at the lower right and a crown on top."""
    assert board.map is not None
    r = board.map.counter
    x, y = region.label
    return x - r, y - 1.65 * r, x + 1.47 * r, y + 1.16 * r


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
