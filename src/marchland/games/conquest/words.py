"""Actions and sentences of the shared clauses."""

from typing import Final

from marchland.engine.common_words import COMMON
from marchland.engine.words import Words

CONQUEST: Final = Words(COMMON)

END_TURN: Final = CONQUEST.kind("end_turn", "end turn")
ATTACK: Final = CONQUEST.kind("attack", "attack {target} from {source} with {n}", "source:region target:region n:count")
STRIKE: Final = CONQUEST.kind("strike", "attack {target} from {source}", "source:region target:region", "one roll")
DICE: Final = CONQUEST.kind("dice", "throw {n}", "n:count")
CONTINUE: Final = CONQUEST.kind("continue", "continue")
STOP: Final = CONQUEST.kind("stop", "stop")
MOVE_IN: Final = CONQUEST.kind("move_in", "move in {n}", "n:count")

# The most units that one action can name; larger moves are made in several.
MOST: Final = 2047

ATTACKS: Final = CONQUEST.phrase("S.12", "{who:seat} attacks {target:region} from {source:region} with {n}")
STRIKES: Final = CONQUEST.phrase("S.11", "{who:seat} attacks {target:region} from {source:region}")
ROLLED: Final = CONQUEST.phrase("S.9", "Dice {ours:dice} against {theirs:dice}: attacker loses {a}, defender {d}")
CAPTURES: Final = CONQUEST.phrase("S.13", "{who:seat} takes {target:region} and moves in with {n}")
REPELLED: Final = CONQUEST.phrase("S.12", "The attack on {target:region} has failed")
SPENT: Final = CONQUEST.phrase("S.11", "The attack on {target:region} has failed")
BREAKS_OFF: Final = CONQUEST.phrase("S.12", "{who:seat} breaks off with {n} left of the force")
ELIMINATED: Final = CONQUEST.phrase("S.14", "{who:seat} is eliminated")
WINS: Final = CONQUEST.phrase("S.15", "{who:seat} is the last player and wins")
LIMIT: Final = CONQUEST.phrase("S.16", "Round {n} was the last: the ranking decides")

ASK_ATTACKER_DICE: Final = CONQUEST.phrase("S.8", "Throw how many dice against {target:region}?")
ASK_DEFENDER_DICE: Final = CONQUEST.phrase("S.8", "{target:region} is attacked; dice against you: {n}. Throw how many?")
ASK_CONTINUE: Final = CONQUEST.phrase(
    "S.12", "{n} of your force face {d} in {target:region}. Continue the attack, or stop?"
)
ASK_MOVE_IN: Final = CONQUEST.phrase("S.13", "{target:region} is taken. Move in with how many?")
AWAIT_DICE: Final = CONQUEST.phrase("S.8", "{who:seat} chooses a number of dice")
AWAIT_CONTINUE: Final = CONQUEST.phrase("S.12", "{who:seat} decides whether to continue the attack")
AWAIT_MOVE_IN: Final = CONQUEST.phrase("S.13", "{who:seat} moves into {target:region}")

NOT_IN_PLAY: Final = CONQUEST.phrase("S.2", "{region:region} is not in play")
NOT_YOURS: Final = CONQUEST.phrase("S.6", "You do not control {source:region}")
NO_FRONT: Final = CONQUEST.phrase("S.6", "Everything next to {source:region} is yours")
OWN_TARGET: Final = CONQUEST.phrase("S.6", "You control {target:region} yourself")
NOT_ADJACENT: Final = CONQUEST.phrase("S.2", "{source:region} and {target:region} are not adjacent")
NONE_ELIGIBLE: Final = CONQUEST.phrase("S.7", "Nobody in {source:region} may attack: one has to stay behind")
TOO_FEW: Final = CONQUEST.phrase("S.7", "At most {n} may attack from {source:region}")
FORCE_NAMED: Final = CONQUEST.phrase(
    "S.12", "Name the force: attack {target:region} from {source:region} with 1 or more"
)
NO_FORCE: Final = CONQUEST.phrase("S.11", "In this style the attack names no force: every eligible unit backs it")
SAME_ATTACK: Final = CONQUEST.phrase("S.11", "The attack on {target:region} from {source:region} has to go on first")
DICE_RANGE: Final = CONQUEST.phrase("S.8", "Between 1 and {n} dice can be thrown here")
MOVE_RANGE: Final = CONQUEST.phrase("S.13", "Between {least} and {most} must move in")
