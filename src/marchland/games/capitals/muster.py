"""Chapter 6: the Muster step and its purchases."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.games.capitals.actions import CARDS
from marchland.games.capitals.cards import NUMBERS, SURPLUS, SURPLUS_PRICE
from marchland.games.capitals.receiving import to_pool
from marchland.games.capitals.table import Capitals
from marchland.games.capitals.turn import TurnStep
from marchland.games.conquest.table import MOST

# -- CAP-6.2: placing ------------------------------------------------------------------------------------------------

PLACES: Final = phrase("CAP-6.2", "{who:seat} places {n unit} in {territory:region}")
PLACE_OWN: Final = phrase("CAP-6.2", "You do not control {territory:region}, and units are placed on own ground")
PLACE_RANGE: Final = phrase("CAP-6.2", "You can place 1 to {n unit}")
POOL_EMPTY: Final = phrase("CAP-6.2", "Your pool is empty")


class Place(Deed[Capitals]):
    """CAP-6.2  Any number of the pool on a territory of one's own."""

    words = ["place {n} in {territory}", "territory:region n:count"]

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        pool = t.pool[seat]
        found.fan(self, t.own(seat), pool if pool < MOST else MOST)

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        territory = self.a(action)
        if t.pool[seat] == 0:
            return [POOL_EMPTY]
        return [PLACE_RANGE, t.pool[seat]] if t.controls(seat, territory) else [PLACE_OWN, territory]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        territory, n = self.a(action), self.b(action)
        t.units[territory] += n
        t.pool[seat] -= n
        t.tell(PLACES, seat, n, territory)


# -- CAP-6.3: buying units -------------------------------------------------------------------------------------------

BUYS_UNITS: Final = phrase("CAP-6.3", "{who:seat} buys {n unit} for {eur} EUR")
UNIT_PRICE: Final = phrase("CAP-6.3", "The next {n unit} {n|costs|cost} {price} EUR, and you have {eur}")
BUY_NONE: Final = phrase("CAP-6.3", "At least 1 unit has to be bought")
RISING_PRICE: Final = phrase("CAP-6.3", "They come to your pool; each costs {n} EUR more than the one before")
FLAT_PRICE: Final = phrase("CAP-6.3", "They come to your pool, all at the same price")
SURPLUS_LIMIT: Final = phrase("CAP-E.14", "In an Arms Surplus nobody buys more than {n unit} in a turn")

NO_LIMIT: Final = 1 << 20  # more than any action can name

FIRST_UNIT: Final = NUMBERS.one("price.unit", "CAP-6.3", 1, 1, 20, "EUR for the first unit that is bought in a turn")
EACH_MORE: Final = NUMBERS.one("price.rise", "CAP-6.3", 1, 0, 20, "EUR that each unit costs more than the one before")


class BuyUnits(Deed[Capitals]):
    """CAP-6.3  Several at once are bought one after the other, each at its price."""

    words = ["buy {n}", "n:count", "units", "unit"]

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        found.span(self.of(1), most_units(t, seat))

    def effect_at(self, t: Capitals, seat: i64) -> Saying:
        rise = rise_of(t)
        return [RISING_PRICE, rise] if rise else [FLAT_PRICE]

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        n = self.a(action)
        if n == 0:
            return [BUY_NONE]
        if n > left_to_buy(t):
            return [SURPLUS_LIMIT, surplus(t)]
        return [UNIT_PRICE, n, price_of(t, n), t.eur[seat]]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        n = self.a(action)
        price = price_of(t, n)
        t.pay(seat, price)
        t.bought += n
        t.tell(BUYS_UNITS, seat, n, price)
        to_pool(t, seat, n)


def price_of(t: Capitals, n: i64) -> i64:
    """CAP-6.3  The k-th unit of a turn costs k EUR, so the next n cost as much together; CAP-E.14  or 1 EUR each."""
    if surplus(t):
        return n * SURPLUS_PRICE.of(t, t.event)
    return n * FIRST_UNIT.of(t) + (n * t.bought + n * (n - 1) // 2) * EACH_MORE.of(t)


def most_units(t: Capitals, seat: i64) -> i64:
    """CAP-6.3  How many units can be bought and paid for now."""
    n: i64 = 0
    purse = t.eur[seat]
    left = left_to_buy(t)
    price = price_of(t, 1)
    rise = rise_of(t)
    while n < left and price <= purse:
        purse -= price
        price += rise
        n += 1
    return n


def rise_of(t: Capitals) -> i64:
    """CAP-6.3  What each unit costs more than the one before; CAP-E.14  in an Arms Surplus all cost the same."""
    return 0 if surplus(t) else EACH_MORE.of(t)


def left_to_buy(t: Capitals) -> i64:
    """CAP-6.3  There is no limit, CAP-E.14  but in an Arms Surplus."""
    limit = surplus(t)
    return limit - t.bought if limit else NO_LIMIT


def surplus(t: Capitals) -> i64:
    """CAP-E.14  How many units may be bought in a turn while Arms Surplus is in force; 0 if it is not."""
    return SURPLUS.of(t, t.event) if t.event >= 0 else 0


# -- CAP-6.4: buying cards -------------------------------------------------------------------------------------------

PRICE_OF_CARD: Final = NUMBERS.one("price.card", "CAP-6.4", 3, 0, 50, "EUR for an Action card")
MOST_CARDS: Final = NUMBERS.one("limit.cards", "CAP-6.4", 2, 0, 9, "Action cards that can be bought in a turn")

BUYS_CARD: Final = phrase("CAP-6.4", "{who:seat} buys a card for {eur} EUR")
CARD_PRICE: Final = phrase("CAP-6.4", "A card costs {price} EUR, and you have {eur}")
CARD_LIMIT: Final = phrase("CAP-6.4", "At most {n card} can be bought in a turn")
DRAWN_AT_ONCE: Final = phrase("CAP-6.4", "Drawn at once; {n card} can be bought this turn")
NO_CARDS: Final = phrase("CAP-6.4", "There is no card left to buy")


class BuyCard(Deed[Capitals]):
    """CAP-6.4  3 EUR, twice in a turn, if there is a card to be drawn."""

    words = ["buy a card"]

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        if t.eur[seat] >= PRICE_OF_CARD.of(t) and t.cards_bought < MOST_CARDS.of(t) and t.can_draw():
            found.add(self.code)

    def effect_at(self, t: Capitals, seat: i64) -> Saying:
        return [DRAWN_AT_ONCE, MOST_CARDS.of(t) - t.cards_bought]

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        if t.cards_bought >= MOST_CARDS.of(t):
            return [CARD_LIMIT, MOST_CARDS.of(t)]
        return [CARD_PRICE, PRICE_OF_CARD.of(t), t.eur[seat]] if t.can_draw() else [NO_CARDS]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        t.pay(seat, PRICE_OF_CARD.of(t))
        t.cards_bought += 1
        t.tell(BUYS_CARD, seat, PRICE_OF_CARD.of(t))
        t.draw(seat)


# -- the step --------------------------------------------------------------------------------------------------------

POOL_LEFT: Final = phrase("CAP-6.2", "First place the {n unit} in your pool")
NO_MORE_BUYING: Final = phrase("CAP-6.1", "No more placing, buying or Muster cards this turn; your attacks follow")
ASK_PLACE: Final = phrase("CAP-6.2", "Place {n unit}, buy units or cards, or play a card. You have {eur} EUR.")
ASK_MUSTER: Final = phrase("CAP-6.1", "Buy units or cards, play a card, or go on to the attack. You have {eur} EUR.")


class EndMuster(Deed[Capitals]):
    """CAP-6.2  Only with an empty pool: nothing is kept for later. CAP-12.2  Offers end with the step."""

    words = ["end muster"]
    effect = NO_MORE_BUYING
    forward = True

    def offer(self, t: Capitals, seat: i64, found: Options) -> None:
        if t.pool[seat] == 0:
            found.add(self.code)

    def why(self, t: Capitals, seat: i64, action: i64) -> Saying:
        return [POOL_LEFT, t.pool[seat]]

    def do(self, t: Capitals, seat: i64, action: i64) -> None:
        t.lapse_offers()
        t.finish()


class Muster(TurnStep):
    """CAP-6.1  Place units, buy units and cards and play cards, in any order."""

    def prompt(self, t: Capitals, seat: i64) -> Saying:
        pool = t.pool[seat]
        return [ASK_PLACE, pool, t.eur[seat]] if pool > 0 else [ASK_MUSTER, t.eur[seat]]


BUY_UNITS: Final = BuyUnits()
BUY_CARD: Final = BuyCard()
MUSTER: Final = Muster("capitals.muster", "Muster", "CAP-6.1", [Place(), BUY_UNITS, BUY_CARD, *CARDS, EndMuster()])
