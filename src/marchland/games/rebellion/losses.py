"""REB-1.14: soldiers lost outside battle, one by one, as their player names them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import lowest
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.rebellion.aftermath import AFTERMATH
from marchland.games.rebellion.table import ARMS, AWAIT, Rebellion

DUE: Final = Slot(0)  # soldiers still to lose
WHO: Final = Slot(1)

LOST: Final = phrase("REB-1.14", "{who:seat} loses one of {unit:unit} in {province:region}")
NO_SUCH_SOLDIER: Final = phrase("REB-1.14", "There is no {unit:unit} of yours to lose in {province:region}")
ASK_LOSING: Final = phrase("REB-1.14", "You lose {n soldier}. Name a province and an arm.")


def offer_soldiers(t: Rebellion, deed: Deed[Rebellion], provinces: i64, found: Options) -> None:
    """REB-1.14  Every arm in each of these provinces, for a deed that names both."""
    left = provinces
    while left:
        province = lowest(left)
        left &= left - 1
        for arm in range(ARMS):
            if t.count[province * ARMS + arm]:
                found.add(deed.of(province, arm))


class LoseSoldier(Deed[Rebellion]):
    """REB-1.14  One soldier, by province and arm; change is made (REB-6.7). The step says where."""

    words = ["lose one {unit} in {province}", "province:region unit:unit"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        step = t.step()
        assert isinstance(step, Losses)
        offer_soldiers(t, self, step.where(t, seat), found)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_SUCH_SOLDIER, self.b(action), self.a(action)]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province, arm = self.a(action), self.b(action)
        t.lose_soldier(province, arm)
        t.tell(LOST, seat, arm, province)
        DUE.add(t, -1)


class Losses(Step[Rebellion]):
    """Soldiers are due, and their player names them until they are gone or none is left."""

    def where(self, t: Rebellion, seat: i64) -> i64:
        """The provinces out of which they are lost."""
        return t.held[seat]

    def take_losses(self, t: Rebellion, seat: i64) -> bool:
        """Ask while there is a choice; whether all is settled."""
        while DUE.of(t):
            found = self.listed(t, seat)
            if found.total == 0:
                return True
            if found.total > 1:
                t.ask(seat, found)
                return False
            self.act(t, seat, found.at(0))
        return True


class Losing(Losses):
    """REB-20.18, REB-21.1, REB-21.2  A disease, or the plague. REB-3.6  Whoever has nothing left is eliminated."""

    def resume(self, t: Rebellion) -> None:
        if not t.lives(WHO.of(t)) or self.take_losses(t, WHO.of(t)):
            t.succeed(AFTERMATH)

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_LOSING, DUE.of(t)]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, WHO.of(t)]


LOSE_SOLDIER: Final = LoseSoldier()
LOSING: Final = Losing("rebellion.losing", "Losses", "REB-1.14", [LOSE_SOLDIER])
