"""Chapters 12, 13 and 17: where units can go, and whether they meet a trench there."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from marchland.engine.sets import bit, lowest
from marchland.games.alliances.regions import AROUND, SEA, SHORES, STRAIT_SEAS, STRAITS
from marchland.games.alliances.settings import ROAD_STEPS
from marchland.games.alliances.table import Alliances


def beside(t: Alliances, power: i64, region: i64) -> i64:
    """ALL-1.15, ALL-12.1, ALL-13.4, ALL-13.6, ALL-13.8  The regions that a unit of either kind (ALL-13.2) reaches with
    one step. From sea to sea through a strait none goes while a shore is an enemy region."""
    near = AROUND[region]
    if SEA & bit(region):
        hostile = t.hostile(power)
        for strait in range(STRAITS):
            if STRAIT_SEAS[strait] & bit(region) and SHORES[strait] & hostile:
                near &= ~STRAIT_SEAS[strait]
    return near


def roads(t: Alliances, power: i64, origin: i64, near: i64) -> i64:
    """ALL-12.2 to ALL-12.4  The regions that a unit can move through: friendly land with a coin beside the origin, or
    with `road_steps = chain` beside another such region. ALL-12.6, ALL-13.7  Beyond may lie land or sea."""
    paved: i64 = 0
    left = t.friendly(power)
    while left:
        if t.coins[lowest(left)] > 0:
            paved |= bit(lowest(left))
        left &= left - 1
    found = near & paved
    if ROAD_STEPS.on(t):
        fresh = found
        while fresh:
            further: i64 = 0
            while fresh:
                further |= AROUND[lowest(fresh)] & paved
                fresh &= fresh - 1
            fresh = further & ~found
            found |= fresh
    return found & ~bit(origin)


def forbidden(t: Alliances, power: i64) -> i64:
    """ALL-12.5  No move ends in a region owned by an ally."""
    return t.friendly(power) & ~t.held[power]


@final
class Reach:
    """How far units of a power get from an origin, as things stand before any battle of the token."""

    origin: i64
    near: i64
    roads: i64
    destinations: i64  # ALL-12.5, ALL-13.5  all regions in which a move can end

    def __init__(self, t: Alliances, power: i64, origin: i64) -> None:
        self.origin = origin
        self.near = beside(t, power, origin)
        self.roads = roads(t, power, origin, self.near)
        reached = self.near
        left = self.roads
        while left:
            reached |= AROUND[lowest(left)]
            left &= left - 1
        self.destinations = reached & ~bit(origin) & ~forbidden(t, power)

    def ways(self, destination: i64) -> i64:
        """ALL-12.10  The regions from which the last border of a way can be crossed."""
        found = self.roads & AROUND[destination] & ~bit(destination)
        return found | bit(self.origin) if self.near & bit(destination) else found

    def meets_trench(self, t: Alliances, destination: i64) -> bool:
        """ALL-17.1 to ALL-17.3  A trench lies in the destination behind every border that can be crossed."""
        return self.ways(destination) & ~t.trenches[destination] == 0
