"""The second model of Rebellion: offers and pledges, beside a waiting Main phase (REB-11.14, REB-11.15)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rebellion.model_turn import Turn

STOCKS = {"food": "food", "coconuts": "fruit", "vouchers": "vouchers"}  # and the line of the sheet


@dataclass
class Side:
    """What one gives: so many of each thing, and perhaps a pledge as kind, coins and guarantor."""

    goods: dict[str, int] = field(default_factory=dict)
    pledge: tuple[str, int, int | None] | None = None


@dataclass
class Offer:
    maker: int
    to: int
    given: Side
    asked: Side


class Bargains(Turn):
    standing: Offer | None = None
    offers_made = 0

    def may_offer(self, offer: Offer) -> bool:
        if offer.maker != self.active or not self.lives(offer.to) or offer.to == offer.maker or self.standing:
            return False
        if self.offers_made >= int(self.options.get("offers_per_turn", 4)):
            return False
        sides = [offer.given, offer.asked]
        if not any(side.pledge or any(side.goods.values()) for side in sides):
            return False
        for side in sides:
            if side.goods.get("coins", 0) > self.number("deals.coins", 100):
                return False
            if "food" in side.goods and not self.on("economy"):
                return False
            if ("coconuts" in side.goods or "vouchers" in side.goods) and not self.on("overseas"):
                return False
            if side.pledge:
                _, coins, by = side.pledge
                third = by is None or (by in self.in_turn(0) and by not in (offer.maker, offer.to))
                if coins > self.number("deals.pledge", 50) or not third:
                    return False
        return self.has(offer.maker, offer.given)

    def has(self, seat: int, side: Side) -> bool:
        if side.goods.get("coins", 0) > self.coins[seat]:
            return False
        return all(side.goods.get(thing, 0) <= self.sheet[line][seat] for thing, line in STOCKS.items())

    def answers(self) -> dict[int, set[str]]:
        """What can be said to the offer that stands."""
        offer = self.standing
        if not offer:
            return {}
        both = self.has(offer.maker, offer.given) and self.has(offer.to, offer.asked)
        return {offer.maker: {"withdraw"}, offer.to: {"accept", "decline"} if both else {"decline"}}

    def answer(self, said: str) -> None:
        offer, self.standing = self.standing, None
        if offer and said == "accept":
            self.hand_over(offer.maker, offer.to, offer.given)
            self.hand_over(offer.to, offer.maker, offer.asked)

    def hand_over(self, giver: int, taker: int, side: Side) -> None:
        coins = side.goods.get("coins", 0)
        self.coins[giver] -= coins
        self.coins[taker] += coins
        for thing, line in STOCKS.items():
            n = side.goods.get(thing, 0)
            self.sheet[line][giver] -= n
            self.sheet["fruit_bought" if thing == "coconuts" else line][taker] += n
        if side.pledge:
            kind, pledged, by = side.pledge
            self.pledges.append([kind, giver, taker, pledged, by, self.round, 0])
