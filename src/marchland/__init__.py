"""Marchland: home-made conquest games to play, to simulate and to train on.

import marchland
game = marchland.every()[0]
table = game.deal(seats=4, seed=7)
"""

import os

if os.environ.get("MARCHLAND_INTERPRETED"):
    from marchland._interpreted import prefer_sources

    prefer_sources()

from marchland.games import every, load

__all__ = ["every", "load"]
