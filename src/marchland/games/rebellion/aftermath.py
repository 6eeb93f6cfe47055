"""What follows when land has changed hands: victory, recruit places (REB-10.8, REB-10.9), elimination (REB-25.7)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.slots import Slot
from marchland.engine.step import Phase, Step
from marchland.games.rebellion.ending import eliminate, victory
from marchland.games.rebellion.table import AWAIT, Rebellion

WHO: Final = Slot(0)

NAMES_PLACE: Final = phrase("REB-10.8", "{who:seat} recruits in {province:region} from now on")
NOT_A_PLACE: Final = phrase("REB-10.8", "A recruit place is a province you own, or if you own none, one you occupy")
ASK_PLACE: Final = phrase("REB-10.8", "Your capital is lost. Name a province in which you recruit.")


def lacks_place(t: Rebellion, seat: i64) -> bool:
    """REB-10.8, REB-10.9  Without the own capital and without a place, but with land."""
    return t.place[seat] < 0 and not t.holds_own_capital(seat) and t.held[seat] != 0


def places(t: Rebellion, seat: i64) -> i64:
    owned = t.owned(seat)
    return owned if owned else t.held[seat]


class RecruitPlace(Deed[Rebellion]):
    """REB-10.8  Any owned province, red tokens or not; without one an occupied one."""

    words = ["recruit in {province}", "province:region"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        found.fan(self, places(t, seat))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NOT_A_PLACE]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.place[seat] = self.a(action)
        t.relink(seat)
        t.tell(NAMES_PLACE, seat, self.a(action))
        t.finish()


class NamePlace(Step[Rebellion]):
    """REB-10.8  At once, of whoever has lost the capital or the place."""

    def resume(self, t: Rebellion) -> None:
        found = self.listed(t, WHO.of(t))
        if found.total == 1:
            self.act(t, WHO.of(t), found.at(0))
        else:
            t.ask(WHO.of(t), found)

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_PLACE]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, WHO.of(t)]


class Aftermath(Step[Rebellion]):
    """REB-9.1, REB-11.16  Victory, recruit places, elimination, each in turn order from the player on turn
    (REB-25.10)."""

    def resume(self, t: Rebellion) -> None:
        if victory(t):
            return
        for seat in t.from_active():
            if t.bereft >> seat & 1 and lacks_place(t, seat):
                t.call(NAME_PLACE, seat)
                return
        t.bereft = 0
        for seat in t.from_active():
            if t.held[seat] == 0 and t.soldiers_afloat(seat) == 0:
                eliminate(t, seat)
                if t.over:
                    return
        t.finish()


NAME_PLACE: Final = NamePlace("rebellion.name_place", "Recruit place", "REB-10.8", [RecruitPlace()])
AFTERMATH: Final = Aftermath("rebellion.aftermath", "Aftermath", "REB-9.1")
# REB-9.1, REB-8.7  What follows a battle. Its steps may lead to battles again, so it is sequence.py that lists them.
CONSEQUENCES: Final[Phase[Rebellion]] = Phase("rebellion.consequences", "Consequences", "REB-9.1", [])
