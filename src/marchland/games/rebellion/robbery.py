"""Chapter 13: red tokens and the robbery economy. Its payments are part of the income, see income.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import lowest
from marchland.engine.step import Step
from marchland.games.rebellion.income import PAYMENTS, ROBBERY_COINS, end_robbery
from marchland.games.rebellion.settings import economy
from marchland.games.rebellion.table import Rebellion
from marchland.games.rebellion.world import EVERY

WILL_ROB: Final = phrase("REB-13.5", "{n coin} in each of your next {m turn}, and red tokens that stay for long")
STARTS_ROBBING: Final = phrase("REB-13.4", "{who:seat} starts a robbery economy in {province:region}")
STOPS_ROBBING: Final = phrase("REB-13.6", "{who:seat} stops the robbery economy in {province:region}")
TOKEN_GOES: Final = phrase("REB-13.3", "A red token goes from {province:region}: {n} left")
NOT_HERE: Final = phrase(
    "REB-13.4",
    "{province:region} cannot be robbed: it must be your own, without a capital, a building, a red token or a marker",
)
NO_ROBBERY: Final = phrase("REB-13.6", "There is no robbery economy of yours in {province:region}")
NO_ECONOMY: Final = phrase("REB-27.2", "The economy is switched off in this match")


def can_be_robbed(t: Rebellion, seat: i64) -> i64:
    """REB-13.4  Owned land without a capital, a building, a token, a marker or an effect; units do not matter, nor does
    connection."""
    return t.owned(seat) & ~t.crowned & ~t.developed() & ~t.marred & ~t.marked() if economy(t) else 0


class RobberyStart(Deed[Rebellion]):
    """REB-13.4  It costs nothing: R and one token."""

    words = ["rob {province}", "province:region"]

    def effect_at(self, t: Rebellion, seat: i64) -> Saying:
        return [WILL_ROB, ROBBERY_COINS.of(t), PAYMENTS.of(t)]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        # With no tokens at its end a card may lie without any (house rules).
        found.fan(self, can_be_robbed(t, seat) & ~t.robbed())

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NOT_HERE, self.a(action)] if economy(t) else [NO_ECONOMY]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        province = self.a(action)
        t.robbery[province] = PAYMENTS.of(t)
        t.put_tokens(province, 1)
        t.tell(STARTS_ROBBING, seat, province)


class RobberyStop(Deed[Rebellion]):
    """REB-13.6  Earlier than by itself."""

    words = ["stop robbing {province}", "province:region"]

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if economy(t):
            left = t.held[seat] & t.marred
            while left:
                province = lowest(left)
                left &= left - 1
                if t.robbery[province]:
                    found.add(self.of(province))

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_ROBBERY, self.a(action)] if economy(t) else [NO_ECONOMY]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.tell(STOPS_ROBBING, seat, self.a(action))
        end_robbery(t, self.a(action))


def wear_off(t: Rebellion, provinces: i64) -> None:
    """REB-13.3  One token goes from each of these that has no R card."""
    left = provinces & t.marred
    while left:
        province = lowest(left)
        left &= left - 1
        if not t.robbery[province]:
            t.put_tokens(province, -1)
            t.tell(TOKEN_GOES, province, t.tokens[province])


class TokensOfNobody(Step[Rebellion]):
    """REB-3.5  R2: land that no player holds."""

    def resume(self, t: Rebellion) -> None:
        players: i64 = 0
        for seat in range(t.seats):
            players |= t.held[seat]
        wear_off(t, EVERY & ~players)
        t.finish()


ROBBERY_START: Final = RobberyStart()
ROBBERY_STOP: Final = RobberyStop()
TOKENS_OF_NOBODY: Final = TokensOfNobody("rebellion.tokens", "Red tokens", "REB-13.3")
