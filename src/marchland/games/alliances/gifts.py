"""Chapter 23: giving coins."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.common import PASS
from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import set_of
from marchland.engine.window import Window
from marchland.games.alliances.invest import INVEST_AND_DIG, Investing, investing_in
from marchland.games.alliances.parts import Decision, Part
from marchland.games.alliances.regions import LAND, NUMBERS
from marchland.games.alliances.revival import REVIVAL_COST, revived_pay
from marchland.games.alliances.settings import ANYTIME, COIN_TRADING, OFF
from marchland.games.alliances.table import AWAIT, TRAIN, Alliances
from marchland.games.alliances.training import TRAIN_UNITS, Training, trained_pay

MOST_GIVEN: Final = NUMBERS.one("gifts.most", "ALL-23.1", 2, 1, 5, "coins of a gift at most")
FEE: Final = NUMBERS.one("gifts.fee", "ALL-23.1", 1, 1, 3, "coins that go to the bank with every gift")

GIVES: Final = phrase("ALL-23.1", "The {who:power} gives {n coin} to the {to:power}")
PASSES: Final = phrase("ALL-23.5", "The {who:power} gives nothing")
ASK_GIFT: Final = phrase("ALL-23.5", "{power:power}: give coins to somebody, or pass.")
TO_ANOTHER: Final = phrase("ALL-23.1", "A gift goes to another power in the game")
NOT_SO_MUCH: Final = phrase("ALL-23.1", "A gift is {n coin} at most")
GIFT_TOO_DEAR: Final = phrase("ALL-23.1", "A gift of {n coin} costs {cost} with its fee, and you have {supply}")
COINS_BOUND: Final = phrase(
    "ALL-23.7", "A gift of {n coin} costs {cost} with its fee, and {free} of yours {free|is|are} not bound"
)
AND_A_FEE: Final = phrase("ALL-23.1", "Coins of your supply; each gift costs you {n coin} more")
NOBODY_GETS: Final = phrase("ALL-23.5", "Keep your coins")
NO_GIFTS: Final = phrase("ALL-23.4", "Coins cannot be given now")


def free_coins(t: Alliances, power: i64) -> i64:
    """ALL-23.7  The coins of a supply that are not needed for choices marked already."""
    step = t.step()
    bound: i64 = 0
    if step is INVEST_AND_DIG:
        bound = Investing(t, t.sealed[power]).added(t)
    elif step is TRAIN_UNITS and trained_pay(t):
        bound = Training(t, power, t.sealed[power]).cost
    return t.supply[power] - (bound if bound > 0 else 0)


def most_given(t: Alliances, power: i64) -> i64:
    """ALL-23.1  So many coins that the fee can be paid too."""
    most = free_coins(t, power) - FEE.of(t)
    return most if most < MOST_GIVEN.of(t) else MOST_GIVEN.of(t)


def give(t: Alliances, giver: i64, to: i64, n: i64) -> None:
    """ALL-23.3  At once, before everybody, and for good."""
    t.supply[giver] -= n + FEE.of(t)
    t.supply[to] += n
    t.reveals += 1
    t.tell(GIVES, giver, n, to)


def others(t: Alliances, power: i64) -> i64:
    return set_of([other for other in t.powers if other != power])


class Give(Deed[Alliances]):
    """ALL-23.1, ALL-23.2  In a window, to any other power, as often as it can be paid."""

    words = ["give {n} to {power}", "power:power n:count"]

    def effect_at(self, t: Alliances, seat: i64) -> Saying:
        return [AND_A_FEE, FEE.of(t)]

    def giver(self, t: Alliances, seat: i64) -> i64:
        step = t.step()
        return step.hand(t) if isinstance(step, GiftWindow) else -1

    def offer(self, t: Alliances, seat: i64, found: Options) -> None:
        giver = self.giver(t, seat)
        if giver >= 0:
            found.fan(self, others(t, giver), most_given(t, giver))

    def why(self, t: Alliances, seat: i64, action: i64) -> Saying:
        giver, to, n = self.giver(t, seat), self.a(action), self.b(action)
        if giver < 0:
            return [NO_GIFTS]
        if not 1 << to & others(t, giver):
            return [TO_ANOTHER]
        if n > MOST_GIVEN.of(t):
            return [NOT_SO_MUCH, MOST_GIVEN.of(t)]
        cost, free = n + FEE.of(t), free_coins(t, giver)
        return [COINS_BOUND, n, cost, free] if free < t.supply[giver] else [GIFT_TOO_DEAR, n, cost, free]

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        give(t, self.giver(t, seat), self.a(action), self.b(action))


class GiveBeside(Give):
    """ALL-23.4  The free action beside every decision that is put to a power, from the first token assignment on.

    ALL-23.8  The giver is the power that decides.
    """

    def giver(self, t: Alliances, seat: i64) -> i64:
        if seat < 0 or t.round == 0 or COIN_TRADING.of(t) != ANYTIME or not t.asked >> seat & 1:
            return -1
        step = t.step()
        if isinstance(step, Part):
            return step.open_hand(t, seat)
        return step.power(t) if isinstance(step, Decision) else -1

    def do(self, t: Alliances, seat: i64, action: i64) -> None:
        giver = self.giver(t, seat)
        give(t, giver, self.a(action), self.b(action))
        step = t.step()
        if isinstance(step, Part):
            step.gift_made(t, giver)


# -- ALL-23.5: windows -----------------------------------------------------------------------------------------------


class GiftWindow(Window[Alliances]):
    """ALL-23.5  Powers that can give are asked in player order, round and round, until all have passed since the last
    gift. A window opens only when coins can matter then."""

    def matters(self, t: Alliances) -> bool:
        raise NotImplementedError

    def resume(self, t: Alliances) -> None:
        if t.progress() == 0:
            t.set_progress(1)
            if COIN_TRADING.of(t) == OFF or not self.matters(t):
                t.finish()
                return
        super().resume(t)

    def order(self, t: Alliances) -> list[int]:
        return t.order

    def seat_of(self, t: Alliances, hand: i64) -> i64:
        return t.played_by[hand]

    def eligible(self, t: Alliances, hand: i64) -> bool:
        return most_given(t, hand) > 0

    def passes(self, t: Alliances, seat: i64) -> None:
        t.reveals += 1
        t.tell(PASSES, self.hand(t))
        self.move_on(t)

    def prompt(self, t: Alliances, seat: i64) -> Saying:
        return [ASK_GIFT, self.hand(t)]

    def waiting(self, t: Alliances) -> Saying:
        return [AWAIT, self.hand(t)]

    def onward(self, t: Alliances, seat: i64) -> Saying:
        return [NOBODY_GETS]


class BeforeInvesting(GiftWindow):
    """ALL-23.5  W1: some power has an Invest token in a land region."""

    def matters(self, t: Alliances) -> bool:
        for power in t.powers:
            if investing_in(t, power):
                return True
        return False


class BeforePaying(GiftWindow):
    """ALL-23.5  W2: some power cannot pay all its units."""

    def matters(self, t: Alliances) -> bool:
        for power in t.powers:
            if t.supply[power] < t.unit_cost(power):
                return True
        return False


class BeforeTraining(GiftWindow):
    """ALL-23.5  W3: some power can train or revive, and has to pay for it."""

    def matters(self, t: Alliances) -> bool:
        for power in t.powers:
            if trained_pay(t) and t.holds(power, TRAIN) & LAND:
                return True
            if revived_pay(t) and t.unit_cost(power) < REVIVAL_COST.of(t):
                return True
        return False


GIVE: Final = Give()
GIVE_BESIDE: Final = GiveBeside(GIVE)

W1: Final = BeforeInvesting("alliances.w1", "Gifts", "ALL-23.5", [PASS, GIVE], until_quiet=True)
W2: Final = BeforePaying("alliances.w2", "Gifts", "ALL-23.5", [PASS, GIVE], until_quiet=True)
W3: Final = BeforeTraining("alliances.w3", "Gifts", "ALL-23.5", [PASS, GIVE], until_quiet=True)
