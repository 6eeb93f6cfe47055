"""The kinds of action that the games of this family share, by number."""

from typing import Final

from marchland.engine.common import COMMON
from marchland.engine.words import Kind, Words
from marchland.games.conquest.attack import ATTACK, STRIKE
from marchland.games.conquest.battle import CONTINUE, DICE, MOVE_IN, STOP

END_TURN: Final = Kind("end_turn", "end turn")

CONQUEST: Final = Words(COMMON, [END_TURN, ATTACK, STRIKE, DICE, CONTINUE, STOP, MOVE_IN])
