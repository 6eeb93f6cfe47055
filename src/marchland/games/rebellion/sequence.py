"""The sequence of play: setup, and round after round (REB-3.1 to REB-3.5)."""

from __future__ import annotations

from typing import Any, Final

from marchland.engine.slots import Slot
from marchland.engine.step import Phase, Step
from marchland.games.rebellion.aftermath import AFTERMATH, CONSEQUENCES
from marchland.games.rebellion.agents import CARDS_OF_ROUND, CARDS_OF_TURN
from marchland.games.rebellion.army import RENEWAL
from marchland.games.rebellion.capital import SIEGE
from marchland.games.rebellion.captives import CAPTURED_CAPTIVES, TAKING
from marchland.games.rebellion.capture import PLUNDERING
from marchland.games.rebellion.ending import SCORING
from marchland.games.rebellion.expeditions import EXPEDITIONS_RETURN
from marchland.games.rebellion.food import FAMINE, HARVEST
from marchland.games.rebellion.income import INCOME
from marchland.games.rebellion.mutiny import MUTINY_TEST
from marchland.games.rebellion.plague import PLAGUE_TOLL, fade
from marchland.games.rebellion.plots import INCITED_MUTINY, REVEAL
from marchland.games.rebellion.revolts import HUNGER_REVOLT_STEP, TOKEN_REVOLT
from marchland.games.rebellion.robbery import TOKENS_OF_NOBODY
from marchland.games.rebellion.setup import PICK_CAPITAL, START_ROLL
from marchland.games.rebellion.table import Rebellion
from marchland.games.rebellion.turn import CLOCKS, MAIN, REST
from marchland.games.rebellion.voyages import ARRIVALS
from marchland.games.rebellion.weather import ROLL_WEATHER

# REB-9.1
CONSEQUENCES.sequence += [PLUNDERING, CAPTURED_CAPTIVES, TAKING, MUTINY_TEST, AFTERMATH]

# REB-3.2  S1 to S8.
START_PHASE: Final[list[Step[Any]]] = [
    CLOCKS,
    PLAGUE_TOLL,
    INCITED_MUTINY,
    INCOME,
    HARVEST,
    EXPEDITIONS_RETURN,
    ARRIVALS,
    RENEWAL,
]
# REB-3.4  E1 to E6.
END_PHASE: Final[list[Step[Any]]] = [FAMINE, HUNGER_REVOLT_STEP, TOKEN_REVOLT, SIEGE, CARDS_OF_TURN, REST]


class Turn(Phase[Rebellion]):
    """REB-3.2 to REB-3.4  REB-25.9  The turn of a player who is eliminated in it ends at once."""

    def resume(self, t: Rebellion) -> None:
        if t.lives(t.active):
            super().resume(t)
        else:
            t.rest_units()
            t.finish()


TAKEN: Final = Slot(0)  # turns taken in this round


class Turns(Step[Rebellion]):
    """REB-3.1  One turn of each living player in turn order."""

    def resume(self, t: Rebellion) -> None:
        while TAKEN.of(t) < t.seats:
            seat = (t.first + TAKEN.of(t)) % t.seats
            TAKEN.add(t, 1)
            if not t.lives(seat):
                fade(t, seat)  # REB-21.6
            else:
                t.active = seat
                t.call(TURN)
                return
        t.finish()


class Rounds(Step[Rebellion]):
    """REB-3.1  Round after round; the scoring of the last one ends the match."""

    def resume(self, t: Rebellion) -> None:
        t.call(ROUND)


TURN: Final = Turn("rebellion.turn", "Turn", "REB-3.2", [*START_PHASE, MAIN, *END_PHASE])
TURNS: Final = Turns("rebellion.turns", "Turns", "REB-3.1")
# REB-3.5  R1 to R3 after the turns.
ROUND: Final[Phase[Rebellion]] = Phase(
    "rebellion.round",
    "Round",
    "REB-3.1",
    [ROLL_WEATHER, TURNS, CARDS_OF_ROUND, REVEAL, TOKENS_OF_NOBODY, SCORING],
)
ROUNDS: Final = Rounds("rebellion.rounds", "Rounds", "REB-3.1")
MATCH: Final[Phase[Rebellion]] = Phase("rebellion.match", "Rebellion", "REB-2.1", [START_ROLL, PICK_CAPITAL, ROUNDS])
