"""The sequence of play: setup, and round after round (CAP-3)."""

from __future__ import annotations

from typing import Final

from marchland.engine.slots import Slot
from marchland.engine.step import Phase, Step
from marchland.games.capitals.battle import ATTACK_STEP
from marchland.games.capitals.bids import ORDER_BID, POSITIONS, SETUP_BID
from marchland.games.capitals.events import DRAW_EVENT, WINNER_CHECK
from marchland.games.capitals.fortify import END_OF_TURN, FORTIFY_STEP
from marchland.games.capitals.muster import MUSTER
from marchland.games.capitals.setup import CLAIM_TERRITORIES, DRAW_HANDS, FOUND_CAPITALS, LAY_OUT, PLACE_STARTS
from marchland.games.capitals.table import Capitals
from marchland.games.capitals.turn import INCOME

NEXT: Final = Slot(0)  # the place in the order of whoever comes next


class Order(Step[Capitals]):
    """CAP-3.6  In round 1 the setup order holds and nobody bids; from round 2 on all make a Ranked bid."""

    def resume(self, t: Capitals) -> None:
        if t.progress() == 0 and t.round > 1:
            t.set_progress(1)
            t.call(ORDER_BID)
        else:
            t.finish()


class Turns(Step[Capitals]):
    """CAP-3.1  Everybody has exactly one turn in a round; CAP-3.8  in order, without those eliminated meanwhile.

    S.16  With the last of them the round is complete.
    """

    def resume(self, t: Capitals) -> None:
        index = NEXT.of(t)
        while index < len(t.order) and not t.alive(t.order[index]):
            index += 1
        if index == len(t.order):
            t.finish()
            return
        NEXT.put(t, index + 1)
        t.active = t.order[index]
        t.call(TURN)


class Rounds(Step[Capitals]):
    """CAP-11.4  Round after round until a winner or the limit is found. The game always ends: in a turn the pool, EUR,
    cards, marches and offers are used up and every roll costs units, and S.16 bounds the rounds."""

    def resume(self, t: Capitals) -> None:
        t.call(ROUND)


ORDER: Final = Order("capitals.order", "Order", "CAP-3.6")
TURNS: Final = Turns("capitals.turns", "Turns", "CAP-3.8")
ROUNDS: Final = Rounds("capitals.rounds", "Rounds", "CAP-11.4")
# CAP-5.1  A turn: income, muster, attack, fortify, end.
TURN: Final[Phase[Capitals]] = Phase(
    "capitals.turn", "Turn", "CAP-5.1", [INCOME, MUSTER, ATTACK_STEP, FORTIFY_STEP, END_OF_TURN]
)
# CAP-3.2  A round: winner check, event, order, turns.
ROUND: Final[Phase[Capitals]] = Phase("capitals.round", "Round", "CAP-3.2", [WINNER_CHECK, DRAW_EVENT, ORDER, TURNS])
MATCH: Final[Phase[Capitals]] = Phase(
    "capitals.match",
    "Capitals",
    "CAP-1.1",
    [LAY_OUT, SETUP_BID, CLAIM_TERRITORIES, FOUND_CAPITALS, DRAW_HANDS, ROUNDS],
)

# What players see of it: the decisions of the setup, and a round with a turn in it.
OPENING: Final = [SETUP_BID, POSITIONS, CLAIM_TERRITORIES, PLACE_STARTS, FOUND_CAPITALS]
STRIP: Final = [DRAW_EVENT, ORDER, *TURN.sequence]
