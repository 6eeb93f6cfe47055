"""Chapter 9: what is captured, and whether the march is paid or the land plundered."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit
from marchland.engine.step import Step
from marchland.games.rebellion.ending import victory
from marchland.games.rebellion.force import ATTACKER, BY_SEA, MARCH_DUE, SEA_DUE, TARGET, settle_force, soldiers_from
from marchland.games.rebellion.settings import NUMBERS, buildings, economy
from marchland.games.rebellion.table import (
    AWAIT,
    BUNKERS,
    NOBODY,
    PORT,
    REBELS,
    ROAD,
    Rebellion,
)
from marchland.games.rebellion.weather import march_rate

PLUNDER_TOKENS: Final = NUMBERS.one("plunder.tokens", "REB-9.3", 2, 0, 3, "red tokens that plunder leaves")
MOST_TOKENS: Final = NUMBERS.one(
    "plunder.most", "REB-9.4", 5, 2, 6, "the most red tokens up to which land is plundered"
)

CAPTURES: Final = phrase("REB-9.1", "{who:seat} captures {province:region}")
RETAKES: Final = phrase("REB-4.9", "{who:seat} owns {province:region}")
OCCUPIES: Final = phrase("REB-4.9", "{who:seat} occupies {province:region}, which belongs to {owner:seat}")
BUNKERS_FALL: Final = phrase("REB-9.2", "The bunkers of {province:region} lose a level")
REBELLIOUS: Final = phrase("REB-24.10", "{province:region} is in the hands of rebels", "blow")


def march_cost(t: Rebellion) -> i64:
    """REB-9.5  For all soldiers committed, but those out of provinces with a road; REB-9.6  by sea no road helps."""
    return march_rate(t) * soldiers_from(t, ~t.free_roads())


def sea_cost(t: Rebellion) -> i64:
    """REB-9.6  The part of those who come by sea."""
    return march_rate(t) * soldiers_from(t, BY_SEA)


def sea_due(t: Rebellion, province: i64) -> i64:
    """REB-9.6  What is paid for a defeat as well; REB-9.7  at a capital nothing."""
    return 0 if t.crowned >> province & 1 else sea_cost(t)


def pay_for_landing(t: Rebellion) -> None:
    """REB-9.6  The beaten pay if they came by sea; REB-1.9  what is not there is waived."""
    due = t.battle[SEA_DUE]
    if due:
        seat = t.battle[ATTACKER]
        paid = due if due < t.coins[seat] else t.coins[seat]
        t.coins[seat] -= paid
        t.tell(PAYS_MARCH, seat, paid)


def can_be_plundered(t: Rebellion, province: i64) -> bool:
    """REB-9.8  Whoever it was taken from, REB-9.4  if there are not too many tokens; REB-9.7  a capital never."""
    if t.crowned >> province & 1:
        return False
    return not economy(t) or t.tokens[province] + PLUNDER_TOKENS.of(t) <= MOST_TOKENS.of(t)


def must_be_paid(t: Rebellion, province: i64) -> bool:
    """REB-8.2  Neither a capital, where no march is due, nor open to plunder."""
    return not t.crowned >> province & 1 and not can_be_plundered(t, province)


def capture(t: Rebellion, seat: i64, province: i64) -> None:
    """REB-9.1, REB-9.2  The survivors move in. REB-4.9  The title, where nobody else has it."""
    settle_force(t, province)
    t.robbery[province] = 0  # REB-13.8
    t.recall_from(province)
    t.origin[province] = NOBODY
    if t.owner[province] == NOBODY:
        t.give_title(province, seat)
    t.hand_to(province, seat)
    t.tell(CAPTURES, seat, province)
    if t.owner[province] == seat:
        t.tell(RETAKES, seat, province)
    else:
        t.tell(OCCUPIES, seat, province, t.owner[province])  # REB-11.13  Whoever it was taken from
    if victory(t):
        return
    if t.stands(BUNKERS, province):
        t.raze(BUNKERS, province)
        t.tell(BUNKERS_FALL, province)


def attacker_won(t: Rebellion) -> bool:
    """Of the battle that is over: whether the attacker stands in the province."""
    return t.holder[t.battle[TARGET]] == t.battle[ATTACKER]


def rebels_win(t: Rebellion, province: i64, victim: i64) -> None:
    """REB-24.10  Rebels hold the province: the title is gone, and so are a robbery and an expedition; tokens stay.
    REB-22.11  Captives are removed."""
    settle_force(t, province)
    t.robbery[province] = 0
    t.recall_from(province)
    t.clear_captives(province)
    t.give_title(province, NOBODY)
    t.hand_to(province, REBELS)
    t.origin[province] = victim
    t.tell(REBELLIOUS, province)


# -- REB-9.3, REB-9.5: plunder or pay --------------------------------------------------------------------------------

BURNS_ALL: Final = phrase("REB-9.3", "No march is paid; every building goes, and {n red token} {n|comes|come}")
BURNS_BUILDINGS: Final = phrase("REB-27.2", "No march is paid, and every building goes")
LEAVES_TOKENS: Final = phrase("REB-27.3", "No march is paid, and {n red token} {n|comes|come}")
IS_FREE: Final = phrase("REB-27.3", "No march is paid")
COSTS: Final = phrase("REB-9.5", "{n coin} for all who were committed; nothing is destroyed")
PLUNDERS: Final = phrase("REB-9.3", "{who:seat} plunders {province:region}: {n token} more")
PLUNDERS_ALONE: Final = phrase("REB-9.3", "{who:seat} plunders {province:region}")
PAYS_MARCH: Final = phrase("REB-9.5", "{who:seat} pays {n coin} for the march")
NO_PLUNDER: Final = phrase("REB-9.4", "{province:region} has {n token}, which is too many for plunder")
NO_MONEY: Final = phrase("REB-9.5", "The march costs {n coin}, and you have {m}")
ASK_PLUNDER: Final = phrase("REB-9.3", "Pay {n coin} for the march into {province:region}, or plunder it?")


class Plunder(Deed[Rebellion]):
    """REB-9.3  No march is paid; every building goes, and red tokens come. REB-27.2  Without the economy none do."""

    words = ["plunder"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        if not economy(t):
            return [BURNS_BUILDINGS if buildings(t) else IS_FREE]
        return [BURNS_ALL if buildings(t) else LEAVES_TOKENS, PLUNDER_TOKENS.of(t)]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if can_be_plundered(t, t.battle[TARGET]):
            found.add(self.code)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_PLUNDER, t.battle[TARGET], t.tokens[t.battle[TARGET]]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province = t.battle[TARGET]
        t.raze_main(province)
        t.raze(PORT, province)
        t.built[ROAD] &= ~bit(province)
        t.trees &= ~bit(province)
        if economy(t):
            t.put_tokens(province, PLUNDER_TOKENS.of(t))
            t.tell(PLUNDERS, seat, province, PLUNDER_TOKENS.of(t))
        else:
            t.tell(PLUNDERS_ALONE, seat, province)
        t.finish()


class PayMarch(Deed[Rebellion]):
    """REB-9.5  For all who were committed, the fallen included."""

    words = ["pay the march"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [COSTS, t.battle[MARCH_DUE]]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if t.coins[seat] >= t.battle[MARCH_DUE] or not can_be_plundered(t, t.battle[TARGET]):
            found.add(self.code)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_MONEY, t.battle[MARCH_DUE], t.coins[seat]]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        """REB-1.9  What is not there is waived."""
        due = t.battle[MARCH_DUE]
        paid = due if due < t.coins[seat] else t.coins[seat]
        t.coins[seat] -= paid
        t.tell(PAYS_MARCH, seat, paid)
        t.finish()


class Plundering(Step[Rebellion]):
    """REB-9.3  Asked after every capture, also where the march costs nothing; REB-9.7  but not of a capital."""

    def resume(self, t: Rebellion) -> None:
        seat, province = t.battle[ATTACKER], t.battle[TARGET]
        if not attacker_won(t) or t.crowned >> province & 1:
            t.finish()
            return
        found = self.listed(t, seat)
        if found.total == 1:
            self.act(t, seat, found.at(0))
        else:
            t.ask(seat, found)

    def prompt(self, t: Rebellion, seat: i64) -> Saying:
        return [ASK_PLUNDER, t.battle[MARCH_DUE], t.battle[TARGET]]

    def waiting(self, t: Rebellion) -> Saying:
        return [AWAIT, t.battle[ATTACKER]]


PLUNDERING: Final = Plundering("rebellion.plundering", "Plunder", "REB-9.3", [Plunder(), PayMarch()])
