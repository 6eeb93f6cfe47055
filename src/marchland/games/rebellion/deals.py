"""Chapter 11, third part: offers and pledges (REB-11.14, REB-11.15)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.offers import Asset, Deals, number_in, offerable, type_in
from marchland.engine.sayings import Saying, phrase
from marchland.games.rebellion.overseas import overseas_allowed
from marchland.games.rebellion.peace import MOST_COINS
from marchland.games.rebellion.settings import NUMBERS, OFFERS_PER_TURN, economy
from marchland.games.rebellion.table import Rebellion
from marchland.games.rebellion.turn import MAIN
from marchland.games.rebellion.warfare import NO_ATTACK

# REB-11.14  A pledge is a card that says its kind and its guarantor (0 for none); its coins lie beside it as the stake.
GUARANTORS: Final = 7
MOST_PLEDGED: Final = NUMBERS.one("deals.pledge", "REB-11.14", 50, 0, 500, "the most coins in a pledge")


def pledge_name(card: int) -> str:
    kind = "not to attack" if kind_of(card) == NO_ATTACK else "to pay later"
    by = "" if guarantor_of(card) < 0 else f" with seat {guarantor_of(card)} as guarantor"
    return f"a pledge {kind}{by}"


def pledge_code(card: int) -> str:
    kind = "peace" if kind_of(card) == NO_ATTACK else "payment"
    by = "" if guarantor_of(card) < 0 else f"-{guarantor_of(card)}"
    return f"{kind}{by}"


def pledge(kind: int, guarantor: int) -> int:
    return kind * GUARANTORS + guarantor + 1


def kind_of(card: int) -> int:
    return card // GUARANTORS


def guarantor_of(card: int) -> int:
    return card % GUARANTORS - 1


PLEDGES: Final = 2 * GUARANTORS
PLEDGE_CODES: Final = [pledge_code(card) for card in range(PLEDGES)]
PLEDGE_NAMES: Final = [pledge_name(card) for card in range(PLEDGES)]

COIN: Final = Asset("coin", many="coins")
FOOD: Final = Asset("food")
FRUIT: Final = Asset("coconut", many="coconuts")
VOUCHER: Final = Asset("voucher", many="vouchers")
PLEDGE: Final = Asset("pledge", "pledge")
STAKE: Final = Asset("stake", many="coins at stake")
TERMS: Final = Deals("REB-11.15", [COIN, FOOD, FRUIT, VOUCHER, PLEDGE, STAKE])

CLOSED: Final = phrase("REB-11.15", "Only the player on turn makes offers, in the Main phase")
GONE: Final = phrase("REB-11.15", "An offer names a living player")
ONE_STANDS: Final = phrase("REB-11.15", "An offer of yours already stands")
ENOUGH: Final = phrase("REB-11.15", "You have made {n offer} this turn, and no more are allowed")
EMPTY: Final = phrase("REB-11.15", "An offer gives or asks something")
SHAPE: Final = phrase("REB-11.15", "Each side gives at most {n coin}, food, fruit, vouchers, and one pledge")
NO_FOOD: Final = phrase("REB-27.2", "There is no food in this match")
NO_FINDS: Final = phrase("REB-27.5", "There is no fruit and there are no vouchers in this match")
FEW_COINS: Final = phrase("REB-11.15", "You offer {n coin}, and have {m}")
LITTLE_FOOD: Final = phrase("REB-11.15", "You offer {n} food, and have {m}")
LITTLE_FRUIT: Final = phrase("REB-11.15", "You offer {n coconut}, and have {m} of your own trees")
FEW_VOUCHERS: Final = phrase("REB-11.15", "You offer {n voucher} for roads, and have {m}")
NO_GUARANTOR: Final = phrase("REB-11.14", "The guarantor of a pledge is a third living player, or nobody")
HIGH_STAKE: Final = phrase("REB-11.14", "A pledge names at most {n coin}, and not {m}")
NO_PLEDGE: Final = phrase("REB-11.14", "Coins at stake are those of a pledge, and here is none")
GIVES_COINS: Final = phrase("REB-11.15", "{giver:seat} gives {taker:seat} {n coin}")
GIVES_FOOD: Final = phrase("REB-14.6", "{giver:seat} gives {taker:seat} {n} food")
GIVES_FRUIT: Final = phrase("REB-20.14", "{giver:seat} gives {taker:seat} {n coconut}")
GIVES_VOUCHERS: Final = phrase("REB-20.17", "{giver:seat} gives {taker:seat} {n voucher} for roads")
PLEDGES_THAT: Final = phrase("REB-11.14", "{giver:seat} gives {taker:seat} {pledge:pledge}: {n coin}")


class DealingRebellion(Rebellion):
    """REB-11.15  Rebellion with its offers: coins, food, fruit, vouchers and pledges (REB-27.5), beside a waiting Main
    phase."""

    def deals_open(self) -> bool:
        """REB-11.15  Only while the Main phase itself waits."""
        return not self.over and self.depth() > 0 and self.step() is MAIN

    def offer_fault(self, maker: i64, to: i64, give: list[int], ask: list[int]) -> Saying:
        if not self.deals_open() or maker != self.active:
            return [CLOSED]
        if not self.lives(to):
            return [GONE]
        if self.offers:
            return [ONE_STANDS]
        if self.offers_this_turn >= OFFERS_PER_TURN.of(self):
            return [ENOUGH, self.offers_this_turn]
        if not any(is_something(asset) for asset in [*give, *ask]):
            return [EMPTY]
        for assets in (give, ask):
            if not well_formed(assets, MOST_COINS.of(self)):
                return [SHAPE, MOST_COINS.of(self)]
            if not economy(self) and any(FOOD.fits(asset) for asset in assets):
                return [NO_FOOD]
            if not overseas_allowed(self) and any(FRUIT.fits(asset) or VOUCHER.fits(asset) for asset in assets):
                return [NO_FINDS]
            fault = self.pledge_fault(maker, to, assets)
            if fault:
                return fault
        return self.lacking(maker, give)

    def pledge_fault(self, maker: i64, to: i64, assets: list[int]) -> Saying:
        """REB-11.14  The guarantor is a third living player, or nobody; empty if a side pledges nothing amiss."""
        for asset in assets:
            if PLEDGE.fits(asset):
                by = guarantor_of(int(number_in(asset)))
                if by >= 0 and (by >= self.seats or by in (maker, to) or not self.lives(by)):
                    return [NO_GUARANTOR]
        at_stake = stake_in(assets)
        if at_stake > MOST_PLEDGED.of(self):
            return [HIGH_STAKE, MOST_PLEDGED.of(self), at_stake]
        return [NO_PLEDGE] if at_stake and not any(PLEDGE.fits(asset) for asset in assets) else []

    def offer_made(self, maker: i64, to: i64) -> None:
        self.offers_this_turn += 1

    def assets(self, giver: i64, viewer: i64) -> list[dict[str, object]]:
        """Coins and food are open to all, and so are pledges."""
        coins = min(int(self.coins[giver]), int(MOST_COINS.of(self)))
        others = [seat for seat in range(self.seats) if self.lives(seat) and seat not in (giver, viewer)]
        cards = [card for card in range(PLEDGES) if guarantor_of(card) < 0 or guarantor_of(card) in others]
        made = [offerable(COIN, coins)]
        if economy(self):
            made.append(offerable(FOOD, int(self.food[giver])))
        if overseas_allowed(self):
            made.append(offerable(FRUIT, int(self.fruit[giver])))
            made.append(offerable(VOUCHER, int(self.vouchers[giver])))
        return [*made, offerable(PLEDGE, 1, cards), offerable(STAKE, int(MOST_PLEDGED.of(self)))]

    def can_give(self, seat: i64, assets: list[int]) -> bool:
        return not self.lacking(seat, assets)

    def lacking(self, seat: i64, assets: list[int]) -> Saying:
        """What a side gives and does not have; empty if it has everything."""
        for asset in assets:
            n = number_in(asset)
            if COIN.fits(asset) and n > self.coins[seat]:
                return [FEW_COINS, n, self.coins[seat]]
            if FOOD.fits(asset) and n > self.food[seat]:
                return [LITTLE_FOOD, n, self.food[seat]]
            if FRUIT.fits(asset) and n > self.fruit[seat]:
                return [LITTLE_FRUIT, n, self.fruit[seat]]  # bought fruit is not sold on
            if VOUCHER.fits(asset) and n > self.vouchers[seat]:
                return [FEW_VOUCHERS, n, self.vouchers[seat]]
        return []

    def hand_over(self, giver: i64, taker: i64, assets: list[int]) -> None:
        """REB-11.15  At once. REB-11.14  A pledge is recorded with its round, and binds nobody."""
        for asset in assets:
            n = number_in(asset)
            if not is_something(asset):
                continue
            if COIN.fits(asset):
                self.coins[giver] -= n
                self.coins[taker] += n
                self.tell(GIVES_COINS, giver, taker, n)
            elif FOOD.fits(asset):
                self.food[giver] -= n
                self.food[taker] += n
                self.tell(GIVES_FOOD, giver, taker, n)
            elif FRUIT.fits(asset):
                self.fruit[giver] -= n
                self.fruit_bought[taker] += n
                self.tell(GIVES_FRUIT, giver, taker, n)
            elif VOUCHER.fits(asset):
                self.vouchers[giver] -= n
                self.vouchers[taker] += n
                self.tell(GIVES_VOUCHERS, giver, taker, n)
            elif PLEDGE.fits(asset):
                card = int(n)
                at_stake = stake_in(assets)
                row = [kind_of(card), int(giver), int(taker), at_stake, guarantor_of(card), int(self.round), 0]
                self.pledges = [*self.pledges, row]
                self.tell(PLEDGES_THAT, giver, taker, card, at_stake)


def is_something(asset: int) -> bool:
    return number_in(asset) > 0 or PLEDGE.fits(asset)


def stake_in(assets: list[int]) -> int:
    """The coins of the pledge among assets."""
    return sum(int(number_in(asset)) for asset in assets if STAKE.fits(asset))


def well_formed(assets: list[int], most: i64) -> bool:
    """At most one of each type, coins up to the most, and a pledge that exists."""
    types: list[i64] = []
    for asset in assets:
        type_ = type_in(asset)
        n = number_in(asset)
        if type_ in types or not any(known.fits(asset) for known in TERMS.assets):
            return False
        if (COIN.fits(asset) and n > most) or (PLEDGE.fits(asset) and n >= PLEDGES):
            return False
        types.append(type_)
    return True
