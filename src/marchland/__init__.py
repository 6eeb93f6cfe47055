"""Marchland: home-made conquest games to play, to simulate and to train on.

import marchland
game = marchland.every()[0]
table = game.deal(seats=4, seed=7)
"""

import os
from typing import TYPE_CHECKING

if os.environ.get("MARCHLAND_INTERPRETED"):
    from marchland._interpreted import prefer_sources

    prefer_sources()

from marchland.games import every, load

__all__ = ["__version__", "every", "load"]

if TYPE_CHECKING:
    __version__: str
else:

    def __getattr__(name: str) -> str:
        """`__version__`, looked up only when somebody asks."""
        if name != "__version__":
            raise AttributeError(f"module 'marchland' has no attribute {name!r}")
        from marchland._version import version

        return version()
