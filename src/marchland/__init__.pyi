# What type checkers know of marchland: a game of this package is loaded as what it is. Made by `make docs`.

from os import PathLike
from typing import Literal, overload

from marchland.engine.game import Game
from marchland.games import every as every
from marchland.games.alliances.game import AlliancesGame
from marchland.games.campus.game import CampusGame
from marchland.games.capitals.game import CapitalsGame
from marchland.games.rebellion.game import RebellionGame
from marchland.games.swarm.game import SwarmGame

__all__ = ["__version__", "every", "load"]

__version__: str

@overload
def load(said: Literal["campus"]) -> CampusGame: ...
@overload
def load(said: Literal["alliances"]) -> AlliancesGame: ...
@overload
def load(said: Literal["capitals"]) -> CapitalsGame: ...
@overload
def load(said: Literal["rebellion"]) -> RebellionGame: ...
@overload
def load(said: Literal["swarm"]) -> SwarmGame: ...
@overload
def load(said: str | PathLike[str]) -> Game: ...
