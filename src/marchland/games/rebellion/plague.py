"""Chapter 21: the plague, which an overseas expedition brings home."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from marchland.engine.sayings import phrase
from marchland.engine.step import Step
from marchland.games.rebellion.losses import LOSING
from marchland.games.rebellion.settings import NUMBERS, PLAGUE_DIE
from marchland.games.rebellion.table import Rebellion

MARKER: Final = NUMBERS.one("plague.turns", "REB-21.1", 3, 1, 6, "turns of its bringer that a plague lasts")
BONUS: Final = NUMBERS.one("plague.bonus", "REB-21.4", 30, 0, 60, "what a plague adds to the rolls of expeditions")

SIDES: Final = vec[i64]([4, 6, 10])  # by the value of plague_die
HIGHEST: Final = 100  # of a roll

PLAGUE_COMES: Final = phrase("REB-21.1", "{who:seat} has brought the plague: it lasts for {n turn} of theirs", "blow")
SECOND_PLAGUE: Final = phrase("REB-21.5", "The plague is here already, and nothing more happens")
TOLL: Final = phrase("REB-21.2", "The plague takes {n soldier} of {who:seat}")
FADES: Final = phrase("REB-21.3", "The plague goes on for {n turn} of {who:seat}")
IS_OVER: Final = phrase("REB-21.3", "The plague is over")
ADDS: Final = phrase("REB-21.4", "In the plague a roll of {rolled} counts {n}")


def break_out(t: Rebellion, seat: i64) -> None:
    """REB-21.1  The marker is set, and the bringer loses soldiers at once; REB-21.5  a second plague is none."""
    if t.plague:
        t.tell(SECOND_PLAGUE)
        return
    t.plague = MARKER.of(t)
    t.bringer = seat
    t.tell(PLAGUE_COMES, seat, t.plague)
    take_toll(t, seat)


def take_toll(t: Rebellion, seat: i64) -> None:
    n = t.dice.roll(SIDES[PLAGUE_DIE.of(t)])
    t.tell(TOLL, n, seat)
    t.call(LOSING, n, seat)


def fade(t: Rebellion, seat: i64) -> None:
    """REB-21.3  S1 of the bringer; REB-21.6  or where his turn would begin."""
    if t.plague and t.bringer == seat:
        t.plague -= 1
        if t.plague:
            t.tell(FADES, t.plague, seat)
        else:
            t.tell(IS_OVER)


def explore(t: Rebellion) -> i64:
    """REB-19.3, REB-20.4  The roll of an expedition; REB-21.4  in a plague higher, at most 100."""
    rolled = t.dice.roll(HIGHEST)
    if not t.plague:
        return rolled
    counted = rolled + BONUS.of(t)
    counted = counted if counted < HIGHEST else HIGHEST
    t.tell(ADDS, rolled, counted)
    return counted


class PlagueToll(Step[Rebellion]):
    """REB-21.2  S2: everybody, in each of the own turns."""

    def resume(self, t: Rebellion) -> None:
        if t.progress() == 0 and t.plague:
            t.set_progress(1)
            take_toll(t, t.active)
        else:
            t.finish()


PLAGUE_TOLL: Final = PlagueToll("rebellion.plague", "Plague", "REB-21.2")
