"""The shape of most of Swarm's decisions: each player in turn order, one finishing before the next begins."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.games.swarm.table import Swarm
from marchland.games.swarm.words import AWAIT

PLACE_IN_ORDER: Final = 5  # the argument that counts the players who are done


class InTurn(Step[Swarm]):
    """SWM-1.2  One player after the other. SWM-1.10  Whoever has a single option is not asked, except where a hidden
    card or hidden water could have given another (SWM-1.12): `must_ask` says so, from public things alone."""

    def takes_part(self, t: Swarm, seat: i64) -> bool:
        return True

    def must_ask(self, t: Swarm, seat: i64) -> bool:
        return False

    def begin(self, t: Swarm, seat: i64) -> None:
        """A player's turn in this step begins."""

    def close(self, t: Swarm) -> None:
        """All are done."""
        t.finish()

    def resume(self, t: Swarm) -> None:
        while t.arg(PLACE_IN_ORDER) < t.seats:
            seat: i64 = (t.start + t.arg(PLACE_IN_ORDER)) % t.seats
            if self.takes_part(t, seat):
                if t.place() == 0:
                    t.set_place(1)
                    self.begin(t, seat)
                t.active = seat
                options = self.listed(t, seat)
                if options.total > 1 or self.must_ask(t, seat):
                    t.ask(seat, options)
                    return
                depth = t.depth()
                self.act(t, seat, options.at(0))
                if t.over or t.depth() != depth:
                    return
            else:
                self.next(t)
        self.close(t)

    def next(self, t: Swarm) -> None:
        """This player is done, and takes nothing of it back."""
        t.reveals += 1
        t.set_arg(PLACE_IN_ORDER, t.arg(PLACE_IN_ORDER) + 1)
        t.set_place(0)

    def options(self, t: Swarm, seat: i64, found: Options) -> None:
        raise NotImplementedError

    def waiting(self, t: Swarm) -> list[int]:
        return [AWAIT, t.active]
