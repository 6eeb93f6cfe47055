"""Chapters 5 and 6: the income, and the Muster step with its purchases."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.games.capitals.actions import (
    add_muster_cards,
    play_card,
    play_in_territory,
    play_on_player,
    why_not,
)
from marchland.games.capitals.cards import A_PLAYER, A_TERRITORY, MUSTER_TIME, NOTHING, SURPLUS
from marchland.games.capitals.receiving import to_pool
from marchland.games.capitals.table import Capitals
from marchland.games.capitals.words import (
    ASK_MUSTER,
    ASK_PLACE,
    AWAIT,
    BUY_CARD,
    BUY_NONE,
    BUY_UNITS,
    BUYS_CARD,
    BUYS_UNITS,
    CARD_LIMIT,
    CARD_PRICE,
    EMBARGO_ENDS,
    END_MUSTER,
    INCOME_EUR,
    INCOME_UNITS,
    NO_CARDS,
    PLACE,
    PLACE_OWN,
    PLACE_RANGE,
    PLACES,
    PLAY,
    PLAY_IN,
    PLAY_ON,
    POOL_EMPTY,
    POOL_LEFT,
    SANCTION_ENDS,
    STEP_PAST,
    SURPLUS_LIMIT,
    UNIT_PRICE,
)
from marchland.games.capitals.world import TERRITORIES
from marchland.games.conquest.words import MOST

BASE_EUR: Final = 2  # CAP-5.3
EUR_PER_CAPITAL: Final = 2
EUR_PER_CONTINENT: Final = 1
PRICE_OF_CARD: Final = 3  # CAP-6.4
MOST_CARDS: Final = 2


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
    return BASE_EUR + EUR_PER_CAPITAL * t.capitals_of(seat) + EUR_PER_CONTINENT * t.continents_of(seat)


def surplus(t: Capitals) -> i64:
    """CAP-E.14  How many units may be bought in a turn while Arms Surplus is in force; 0 if it is not."""
    return SURPLUS[t.event] if t.event >= 0 else 0


def price_of(t: Capitals, n: i64) -> i64:
    """CAP-6.3  The k-th unit of a turn costs k EUR, so the next n cost as much together; CAP-E.14  or 1 EUR each."""
    if surplus(t):
        return n
    return n * t.bought + n * (n + 1) // 2


def most_units(t: Capitals, seat: i64) -> i64:
    """CAP-6.3  How many units can be paid for."""
    n: i64 = 0
    limit = surplus(t)
    while (not limit or t.bought + n < limit) and price_of(t, n + 1) <= t.eur[seat]:
        n += 1
    return n


def can_buy_card(t: Capitals, seat: i64) -> bool:
    """CAP-6.4  3 EUR, twice in a turn, if there is a card to be drawn."""
    return t.eur[seat] >= PRICE_OF_CARD and t.cards_bought < MOST_CARDS and t.can_draw()


class Muster(Step[Capitals]):
    """CAP-6.1  Place units, buy units and cards and play cards, in any order; CAP-5.1  then the attacks."""

    def options(self, t: Capitals, seat: i64, found: Options) -> None:
        pool = t.pool[seat]
        found.fan(PLACE, t.own(seat), pool if pool < MOST else MOST)
        found.span(BUY_UNITS.of(1), most_units(t, seat))
        if can_buy_card(t, seat):
            found.add(BUY_CARD.of())
        add_muster_cards(t, seat, found)
        if pool == 0:
            found.add(END_MUSTER.of())

    def act(self, t: Capitals, seat: i64, action: i64) -> None:
        if action >> 23 == PLACE.number:
            self.place(t, PLACE.a(action), PLACE.b(action))
        else:
            super().act(t, seat, action)

    def place(self, t: Capitals, territory: i64, n: i64) -> None:
        """CAP-6.2  Any number on a territory of one's own; nothing is kept for later."""
        t.units[territory] += n
        t.pool[t.active] -= n
        t.tell(PLACES, t.active, n, territory)

    def buy_units(self, t: Capitals, n: i64) -> None:
        """CAP-6.3  Several at once are bought one after the other, each at its price."""
        price = price_of(t, n)
        t.pay(t.active, price)
        t.bought += n
        t.tell(BUYS_UNITS, t.active, n, price)
        to_pool(t, t.active, n)

    def buy_card(self, t: Capitals) -> None:
        t.pay(t.active, PRICE_OF_CARD)
        t.cards_bought += 1
        t.tell(BUYS_CARD, t.active, PRICE_OF_CARD)
        t.draw(t.active)

    def play(self, t: Capitals, card: i64) -> None:
        play_card(t, card)

    def play_on(self, t: Capitals, card: i64, who: i64) -> None:
        play_on_player(t, card, who)

    def play_in(self, t: Capitals, card: i64, territory: i64) -> None:
        play_in_territory(t, card, territory)

    def end_muster(self, t: Capitals) -> None:
        """CAP-6.2  Only with an empty pool. CAP-12.2  Offers end with the step."""
        t.lapse_offers()
        t.finish()

    def prompt(self, t: Capitals, seat: i64) -> list[int]:
        pool = t.pool[seat]
        return [ASK_PLACE, pool, t.eur[seat]] if pool > 0 else [ASK_MUSTER, t.eur[seat]]

    def waiting(self, t: Capitals) -> list[int]:
        return [AWAIT, t.active]

    def why(self, t: Capitals, seat: i64, action: i64) -> list[int]:
        kind = action >> 23
        if kind == PLACE.number:
            territory = PLACE.a(action)
            if t.pool[seat] == 0:
                return [POOL_EMPTY]
            own = territory < TERRITORIES and t.owner[territory] == seat
            return [PLACE_RANGE, t.pool[seat]] if own else [PLACE_OWN, territory]
        if kind == BUY_UNITS.number:
            n = BUY_UNITS.a(action)
            if n == 0:
                return [BUY_NONE]
            if surplus(t) and t.bought + n > surplus(t):
                return [SURPLUS_LIMIT, surplus(t)]
            return [UNIT_PRICE, n, price_of(t, n), t.eur[seat]]
        if kind == BUY_CARD.number:
            if t.cards_bought >= MOST_CARDS:
                return [CARD_LIMIT, MOST_CARDS]
            return [CARD_PRICE, PRICE_OF_CARD, t.eur[seat]] if t.can_draw() else [NO_CARDS]
        if kind == PLAY.number:
            return why_not(t, seat, PLAY.a(action), MUSTER_TIME, NOTHING)
        if kind == PLAY_ON.number:
            return why_not(t, seat, PLAY_ON.a(action), MUSTER_TIME, A_PLAYER)
        if kind == PLAY_IN.number:
            return why_not(t, seat, PLAY_IN.a(action), MUSTER_TIME, A_TERRITORY)
        return [POOL_LEFT, t.pool[seat]] if kind == END_MUSTER.number else [STEP_PAST]


INCOME: Final = Income("capitals.income", "Income", "CAP-5.2")
MUSTER: Final = Muster("capitals.muster", "Muster", "CAP-6.1")
