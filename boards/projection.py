"""From longitude and latitude to the canvas.

Parallels are straight and meridians bend a little, as in most maps of the world on a wall. How many units a degree has
is written in the recipe, place by place: so a crowded corner gets more room on the table than an empty ocean.
"""

from __future__ import annotations

from typing import Any


class Scale:
    """Units per degree at some degrees, even in between: the way from one degree to another is their sum."""

    def __init__(self, knots: list[list[float]]) -> None:
        self.knots = knots

    def at(self, degree: float) -> float:
        for (a, at_a), (b, at_b) in zip(self.knots, self.knots[1:], strict=False):
            if degree <= b:
                return at_a + (at_b - at_a) * max(0.0, degree - a) / (b - a)
        return self.knots[-1][1]

    def way(self, degree: float) -> float:
        """From the first knot."""
        first = self.knots[0][0]
        if degree < first:
            return (degree - first) * self.at(first)
        gone = 0.0
        for a, b in zip([knot[0] for knot in self.knots], [*[knot[0] for knot in self.knots[1:]], 1e9], strict=True):
            end = min(degree, b)
            if end > a:
                gone += (end - a) * (self.at(a) + self.at(end)) / 2
        return gone


class Projection:
    def __init__(self, data: dict[str, Any]) -> None:
        self.west, south, self.east, north = data["frame"]
        self.middle: float = data["middle"]  # the meridian that stays straight
        self.along = Scale(data["longitude"])
        self.up = Scale(data["latitude"])
        self.breadth = Scale(data["breadth"])  # of each parallel
        self.left = min(self.x(self.west, lat / 4) for lat in range(int(south) * 4, int(north) * 4))
        self.top = self.up.way(north)
        right = max(self.x(self.east, lat / 4) for lat in range(int(south) * 4, int(north) * 4))
        self.canvas = (round(right - self.left), round(self.top - self.up.way(south)))

    def x(self, lon: float, lat: float) -> float:
        return (self.along.way(lon) - self.along.way(self.middle)) * self.breadth.at(lat)

    def __call__(self, lon: float, lat: float) -> tuple[float, float]:
        return self.x(lon, lat) - self.left, self.top - self.up.way(lat)

    def rounded(self, lon: float, lat: float) -> list[int]:
        return [round(at) for at in self(lon, lat)]

    def inside(self, lon: float, lat: float) -> list[int]:
        """What lies beyond an edge of the canvas comes to lie on it."""
        return [min(max(at, 0), most) for at, most in zip(self.rounded(lon, lat), self.canvas, strict=True)]
