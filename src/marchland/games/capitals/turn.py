"""Chapter 5: what the steps of a turn share, and its income."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.sayings import Saying, phrase
from marchland.engine.step import Step
from marchland.games.capitals.cards import NUMBERS
from marchland.games.capitals.table import AWAIT, Capitals

BASE_EUR: Final = NUMBERS.one("eur.base", "CAP-5.3", 2, 0, 50, "EUR of each income")
EUR_PER_CAPITAL: Final = NUMBERS.one("eur.capital", "CAP-5.3", 2, 0, 50, "EUR for each capital under control")
EUR_PER_CONTINENT: Final = NUMBERS.one("eur.continent", "CAP-5.3", 1, 0, 50, "EUR for each complete continent")

STEP_PAST: Final = phrase("CAP-5.1", "That belongs to another step of the turn")


class TurnStep(Step[Capitals]):
    """CAP-5.1  A step of the turn, in which the active player decides."""

    def waiting(self, t: Capitals) -> Saying:
        return [AWAIT, t.active]

    def first(self, t: Capitals) -> Saying:
        return [STEP_PAST]


INCOME_UNITS: Final = phrase("CAP-5.2", "{who:seat} receives {n unit}", "turn")
INCOME_EUR: Final = phrase("CAP-5.3", "{who:seat} receives {n} EUR")
SANCTION_ENDS: Final = phrase("CAP-5.4", "The sanctions against {who:seat} cost {n unit} and end")
EMBARGO_ENDS: Final = phrase("CAP-5.4", "The embargo against {who:seat} costs {n} EUR and ends")


class Income(Step[Capitals]):
    """CAP-5.2  Base income and continent bonuses to the pool; CAP-5.3  EUR for capitals and continents."""

    def resume(self, t: Capitals) -> None:
        seat = t.active
        units = t.base_income(seat)
        bonus = t.group_bonuses(seat)
        # CAP-5.4  Markers cancel what they are for at this income, if there is anything, and are removed.
        if t.sanctioned >> seat & 1:
            t.sanctioned &= ~(1 << seat)
            t.tell(SANCTION_ENDS, seat, bonus)
        else:
            units += bonus
        t.pool[seat] += units
        t.tell(INCOME_UNITS, seat, units)
        eur = eur_income(t, seat)
        if t.embargoed >> seat & 1:
            t.embargoed &= ~(1 << seat)
            t.tell(EMBARGO_ENDS, seat, eur)
        else:
            t.gain(seat, eur)
            t.tell(INCOME_EUR, seat, eur)
        t.finish()


def eur_income(t: Capitals, seat: i64) -> i64:
    """CAP-5.3  2 EUR, 2 more for every capital controlled, anybody's, and 1 for every complete continent."""
    for_capitals = EUR_PER_CAPITAL.of(t) * t.capitals_of(seat)
    return BASE_EUR.of(t) + for_capitals + EUR_PER_CONTINENT.of(t) * t.continents_of(seat)


INCOME: Final = Income("capitals.income", "Income", "CAP-5.2")
