"""Actions and sentences of Campus."""

from typing import Final

from marchland.engine.words import Words
from marchland.games.conquest.words import CONQUEST

CAMPUS: Final = Words(CONQUEST)

PLACE_START: Final = CAMPUS.kind("place_start", "set up {room}", "room:region")
PLACE: Final = CAMPUS.kind("place", "place {n} in {room}", "room:region n:count")
REINFORCE: Final = CAMPUS.kind(
    "reinforce", "reinforce {target} from {source} with {n}", "source:region target:region n:count"
)

BEGINS: Final = CAMPUS.phrase("CAM-1.2", "{who:seat} is the first player")
DEALT: Final = CAMPUS.phrase("CAM-1.4", "{who:seat} is dealt {n room} and has {rest troop} left to place")
NEUTRAL_HAND: Final = CAMPUS.phrase("CAM-1.8", "The neutral hand is dealt {n room}; {room:region} has a second troop")
SETS_UP: Final = CAMPUS.phrase("CAM-1.6", "{who:seat} puts a starting troop in {room:region}")
NEW_ROUND: Final = CAMPUS.phrase("S.16", "Round {n}")
RECEIVES: Final = CAMPUS.phrase("CAM-3.1", "{who:seat} receives {n troop}")
PLACES: Final = CAMPUS.phrase("CAM-2.3", "{who:seat} places {n troop} in {room:region}")
REINFORCES: Final = CAMPUS.phrase(
    "CAM-4.3", "{who:seat} reinforces {target:region} from {source:region} with {n troop}"
)
ENDS_TURN: Final = CAMPUS.phrase("CAM-2.4", "{who:seat} ends the turn")

ASK_SET_UP: Final = CAMPUS.phrase("CAM-1.6", "Put a starting troop in a room of yours; you have {n troop} left.")
ASK_PLACE: Final = CAMPUS.phrase("CAM-2.3", "Place {n troop}.")
ASK_MOVE: Final = CAMPUS.phrase("CAM-2.4", "Reinforce or attack, or end your turn.")
ASK_AGAIN: Final = CAMPUS.phrase("S.11", "The attack on {target:region} goes on: roll again.")
AWAIT_SET_UP: Final = CAMPUS.phrase("CAM-1.6", "{who:seat} puts a starting troop in a room")
AWAIT_PLACE: Final = CAMPUS.phrase("CAM-2.3", "{who:seat} places {n troop}")
AWAIT_MOVE: Final = CAMPUS.phrase("CAM-2.4", "{who:seat} reinforces and attacks")

SET_UP_FIRST: Final = CAMPUS.phrase("CAM-1.6", "First all starting troops are set up, one at a time")
SET_UP_OWN: Final = CAMPUS.phrase(
    "CAM-1.6", "You do not control {room:region}, and troops are set up in rooms of your own"
)
PLACE_FIRST: Final = CAMPUS.phrase("CAM-2.3", "First place all {n troop} that you received")
PLACE_OWN: Final = CAMPUS.phrase(
    "CAM-2.3", "You do not control {room:region}, and troops are placed in rooms of your own"
)
PLACE_RANGE: Final = CAMPUS.phrase("CAM-2.3", "You can place 1 to {n troop}")
NOT_PLACING: Final = CAMPUS.phrase("CAM-2.3", "There are no troops left to place")
SET_UP_OVER: Final = CAMPUS.phrase("CAM-1.6", "The setup is over")
ALL_SETTLED: Final = CAMPUS.phrase(
    "CAM-4.5", "The troops in {source:region} have reinforced this turn and may not attack"
)
NOTHING_TO_OFFER: Final = CAMPUS.phrase("CAM-6.4", "There is nothing in this game that could be offered")
REINFORCE_OWN: Final = CAMPUS.phrase(
    "CAM-4.3", "You reinforce only between rooms of your own, and {room:region} is not yours"
)
REINFORCE_NEXT: Final = CAMPUS.phrase("CAM-2.5", "{source:region} and {target:region} are not adjacent")
NONE_FRESH: Final = CAMPUS.phrase("CAM-4.3", "No fresh troop can leave {source:region}")
REINFORCE_MOST: Final = CAMPUS.phrase("CAM-4.3", "At most {n} of the fresh troops can leave {source:region}")
