"""The sequence of play: setup, and round after round."""

from __future__ import annotations

from typing import Any, Final

from marchland.engine.step import Phase, Step
from marchland.games.swarm.battle import BATTLES
from marchland.games.swarm.ending import END_OF_ROUND
from marchland.games.swarm.event import MOVE_SWARM, PRAYER, REVEAL_EVENT, SWARM_WINDOW
from marchland.games.swarm.harvest import AUCTIONS, HARVEST
from marchland.games.swarm.movement import DROP_TURNS, MOVE_TURNS
from marchland.games.swarm.quests import QUEST_STEP
from marchland.games.swarm.setup import DRAW_TRAITORS, LAY_OUT, SETTLE_TROOPS, ZEALOT_TEMPLE
from marchland.games.swarm.table import Swarm


class Round(Phase[Swarm]):
    """SWM-5.1  Event, Movement, Battles, Harvest, Auction, and the quest step. SWM-3.9  Offers end with their phase."""

    def resume(self, t: Swarm) -> None:
        place = t.place()
        if place >= len(self.sequence) or self.sequence[place] in BEGINNINGS:
            t.lapse_offers()
        super().resume(t)


# The steps with which a phase begins.
BEGINNINGS: Final[list[Step[Any]]] = [
    REVEAL_EVENT,
    DROP_TURNS,
    BATTLES,
    HARVEST,
    AUCTIONS,
    QUEST_STEP,
    END_OF_ROUND,
]

ROUND: Final = Round(
    "swarm.round",
    "Round",
    "SWM-5.1",
    [
        REVEAL_EVENT,
        SWARM_WINDOW,
        MOVE_SWARM,
        PRAYER,
        DROP_TURNS,
        MOVE_TURNS,
        BATTLES,
        HARVEST,
        AUCTIONS,
        QUEST_STEP,
        END_OF_ROUND,
    ],
)


class Rounds(Step[Swarm]):
    """SWM-11.14  Round after round; the event pile holds the end card, so there are at most 17."""

    def resume(self, t: Swarm) -> None:
        t.call(ROUND)


ROUNDS: Final = Rounds("swarm.rounds", "Rounds", "SWM-11.14")
MATCH: Final[Phase[Swarm]] = Phase(
    "swarm.match",
    "Swarm",
    "SWM-2.1",
    [LAY_OUT, ZEALOT_TEMPLE, DRAW_TRAITORS, SETTLE_TROOPS, ROUNDS],
)
