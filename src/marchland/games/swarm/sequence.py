"""The sequence of play: setup, and round after round."""

from __future__ import annotations

from typing import Any, Final

from marchland.engine.step import Phase, Step
from marchland.games.swarm.auctions import AUCTIONS
from marchland.games.swarm.battle import BATTLES
from marchland.games.swarm.drops import DROP_TURNS
from marchland.games.swarm.ending import END_OF_ROUND
from marchland.games.swarm.event import MOVE_SWARM, PRAYER, REVEAL_EVENT, SWARM_WINDOW
from marchland.games.swarm.harvest import HARVEST
from marchland.games.swarm.moves import MOVE_TURNS
from marchland.games.swarm.quests import QUEST_STEP
from marchland.games.swarm.setup import DRAW_TRAITORS, LAY_OUT, SETTLE_TROOPS, ZEALOT_TEMPLE
from marchland.games.swarm.table import Swarm

# SWM-5.1  Event, Movement, Battles, Harvest, Auction, and the quest step.
PHASES: Final[list[list[Step[Any]]]] = [
    [REVEAL_EVENT, SWARM_WINDOW, MOVE_SWARM, PRAYER],
    [DROP_TURNS, MOVE_TURNS],
    [BATTLES],
    [HARVEST],
    [AUCTIONS],
    [QUEST_STEP],
    [END_OF_ROUND],
]


class Round(Phase[Swarm]):
    """SWM-5.1  Phase after phase. SWM-3.9  Offers end with their phase."""

    begins_phase: list[bool]  # by place; the end of the round counts as well

    def __init__(self, tag: str, title: str, clause: str, phases: list[list[Step[Any]]]) -> None:
        super().__init__(tag, title, clause, [step for phase in phases for step in phase])
        self.begins_phase = [step is phase[0] for phase in phases for step in phase] + [True]

    def resume(self, t: Swarm) -> None:
        if self.begins_phase[t.progress()]:
            t.lapse_offers()
        super().resume(t)


class Rounds(Step[Swarm]):
    """SWM-11.14  Round after round; the event pile holds the end card, so there are at most 17."""

    def resume(self, t: Swarm) -> None:
        t.call(ROUND)


ROUND: Final = Round("swarm.round", "Round", "SWM-5.1", PHASES)
ROUNDS: Final = Rounds("swarm.rounds", "Rounds", "SWM-11.14")
MATCH: Final[Phase[Swarm]] = Phase(
    "swarm.match",
    "Swarm",
    "SWM-2.1",
    [LAY_OUT, ZEALOT_TEMPLE, DRAW_TRAITORS, SETTLE_TROOPS, ROUNDS],
)
