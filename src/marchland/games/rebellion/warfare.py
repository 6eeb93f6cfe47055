"""Chapter 11, first part: war, and the pledges that an attack breaks (REB-11.1, REB-11.2, REB-11.14)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.games.rebellion.table import Rebellion

# REB-11.14  The columns of a pledge.
KIND: Final = 0
GIVER: Final = 1
TAKER: Final = 2
SUM: Final = 3
GUARANTOR: Final = 4  # -1 without
MADE: Final = 5  # the round
BROKEN: Final = 6

NO_ATTACK: Final = 0
PAYMENT: Final = 1

BREAKS_PEACE: Final = phrase("REB-11.1", "An attack begins a war as well; a pledge not to attack is broken by either")
WAR: Final = phrase("REB-11.1", "{one:seat} and {other:seat} are at war")
BREAKS: Final = phrase("REB-11.14", "{who:seat} breaks a pledge not to attack {other:seat}")
DECLARES: Final = phrase("REB-11.1", "{who:seat} declares war on {other:seat}")
ALREADY_AT_WAR: Final = phrase("REB-11.1", "You are at war with {other:seat} already")
NO_ENEMY: Final = phrase("REB-11.1", "War is declared on another living player")
TRUCE: Final = phrase("REB-11.2", "There is a truce with {other:seat} up to round {n}")


def begin_war(t: Rebellion, one: i64, other: i64) -> None:
    """REB-11.1  If there was none. REB-11.14  A pledge of the one who begins is marked broken, and nothing follows."""
    for row in t.pledges:
        if row[KIND] == NO_ATTACK and row[GIVER] == one and row[TAKER] == other and not row[BROKEN]:
            t.tell(BREAKS, one, other)
    t.pledges = [broken(row, one, other) for row in t.pledges]
    if not t.at_war(one, other):
        t.war[one] |= 1 << other
        t.war[other] |= 1 << one
        t.tell(WAR, one, other)
        t.relink(one)  # REB-17.13  Ships off the coasts of the other blockade them now
        t.relink(other)


def broken(row: list[int], one: i64, other: i64) -> list[int]:
    if row[KIND] == NO_ATTACK and row[GIVER] == one and row[TAKER] == other:
        return [*row[:BROKEN], 1]
    return row


def end_war(t: Rebellion, one: i64, other: i64) -> None:
    t.war[one] &= ~(1 << other)
    t.war[other] &= ~(1 << one)
    t.relink(one)
    t.relink(other)


class DeclareWar(Deed[Rebellion]):
    """REB-11.1  In the Main phase, at peace and without a truce."""

    words = ["declare war on {other}", "other:seat"]
    effect = BREAKS_PEACE

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        for other in range(t.seats):
            if other != seat and t.lives(other) and not t.at_war(seat, other) and not t.truce_between(seat, other):
                found.add(self.of(other))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        other = self.a(action)
        if other >= t.seats or other == seat or not t.lives(other):
            return [NO_ENEMY]
        return [ALREADY_AT_WAR, other] if t.at_war(seat, other) else [TRUCE, other, t.truce[seat * t.seats + other]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.tell(DECLARES, seat, self.a(action))
        begin_war(t, seat, self.a(action))


DECLARE_WAR: Final = DeclareWar()
