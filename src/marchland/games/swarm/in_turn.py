"""The shape of most of Swarm's decisions: each player in turn order, one finishing before the next begins."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.sayings import Saying
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.swarm.table import AWAIT, Swarm

PLACE_IN_ORDER: Final = Slot(5)  # how many players are done


class InTurn(Step[Swarm]):
    """SWM-1.2  One player after the other. SWM-1.10  Whoever has a single option is not asked, except where a hidden
    card or hidden water could have given another (SWM-1.12): `must_ask` says so, from public things alone."""

    def takes_part(self, t: Swarm, seat: i64) -> bool:
        return True

    def must_ask(self, t: Swarm, seat: i64) -> bool:
        return False

    def begin(self, t: Swarm, seat: i64) -> None:
        """A player's turn in this step begins."""

    def resume(self, t: Swarm) -> None:
        while PLACE_IN_ORDER.of(t) < t.seats:
            seat: i64 = (t.start + PLACE_IN_ORDER.of(t)) % t.seats
            if self.takes_part(t, seat):
                if t.progress() == 0:
                    t.set_progress(1)
                    self.begin(t, seat)
                t.active = seat
                if self.must_ask(t, seat):
                    t.ask(seat)
                    return
                options = self.listed(t, seat)
                if options.total > 1:
                    t.ask(seat, options)
                    return
                depth = t.depth()
                self.act(t, seat, options.at(0))
                if t.over or t.depth() != depth:
                    return
            else:
                next_in_turn(t)
        t.finish()

    def waiting(self, t: Swarm) -> Saying:
        return [AWAIT, t.active]


def next_in_turn(t: Swarm) -> None:
    """This player is done."""
    PLACE_IN_ORDER.add(t, 1)
    t.set_progress(0)


class Done(Deed[Swarm]):
    """SWM-1.2  Leave it at that; the next player's turn begins."""

    words = ["done"]
    forward = True

    def effect_at(self, t: Swarm, seat: i64) -> Saying:
        return t.step().onward(t, seat)

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        next_in_turn(t)


DONE: Final = Done()
