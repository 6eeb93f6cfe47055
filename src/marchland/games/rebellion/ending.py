"""Chapter 25: victory, elimination, points."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.offers import maker_of, taker_of
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import lowest, size
from marchland.engine.step import Step
from marchland.games.rebellion.force import clear_province
from marchland.games.rebellion.income import income, upkeep
from marchland.games.rebellion.settings import (
    NUMBERS,
    RESIGNATION,
    ROUND_LIMIT,
    SCORE_OCCUPIED,
    three_players,
)
from marchland.games.rebellion.table import NOBODY, USUAL, Rebellion
from marchland.games.rebellion.warfare import GIVER, GUARANTOR, TAKER, end_war
from marchland.games.rebellion.world import PROVINCES

# -- REB-25.4: points ------------------------------------------------------------------------------------------------

PROVINCE_POINTS: Final = NUMBERS.one("points.province", "REB-25.4", 1, 0, 10, "points for an owned province")
CAPITAL_POINTS: Final = NUMBERS.one("points.capital", "REB-25.4", 6, 0, 30, "points for a capital that is held")
CAPITAL_POINTS_OF_THREE: Final = NUMBERS.one(
    "points.capital3", "REB-26.5", 10, 0, 30, "points for a capital by the rules for three"
)

HAS_POINTS: Final = phrase(
    "REB-25.4", "{who:seat} has {n point}: {land} for provinces, {seats} for capital sites, {coins} for the next income"
)
HOLDS_ALL: Final = phrase("REB-25.1", "{who:seat} holds the capital of every opponent and has won")
LAST_ONE: Final = phrase("REB-25.3", "{who:seat} is the only one left and has won")
IS_OUT: Final = phrase("REB-25.7", "{who:seat} holds no land any more and is out of the game", "blow")
LOST_AT_SEA: Final = phrase("REB-25.9", "{n soldier} of {who:seat} at sea {n|is|are} never seen again")
TITLE_PASSES: Final = phrase("REB-11.10", "{province:region} now belongs to {who:seat}")
AT_THE_LIMIT: Final = phrase("REB-25.4", "The last round is over")


def sky_for_score(t: Rebellion) -> i64:
    """REB-25.5  The weather of the next round, if the marker says that it lasts."""
    return t.weather if t.weather_left >= 2 else USUAL


def next_income(t: Rebellion, seat: i64) -> i64:
    """REB-25.5  Income less upkeep as if S4 came next, not below 0; an R that has not paid yet does not count."""
    net = income(t, seat, sky_for_score(t), True) - upkeep(t, seat)
    return net if net > 0 else 0


def seat_points(t: Rebellion, seat: i64) -> i64:
    """REB-25.4, REB-26.5  For capital provinces that are held, the own one or others'."""
    each = CAPITAL_POINTS_OF_THREE.of(t) if three_players(t) else CAPITAL_POINTS.of(t)
    return each * size(t.held[seat] & t.crowned)


def land_points(t: Rebellion, seat: i64) -> i64:
    """REB-25.4"""
    counted = t.held[seat] if SCORE_OCCUPIED.on(t) else t.owned(seat)
    return PROVINCE_POINTS.of(t) * size(counted)


def points(t: Rebellion, seat: i64) -> i64:
    if not t.lives(seat):
        return 0
    return land_points(t, seat) + seat_points(t, seat) + next_income(t, seat)


def ranking(t: Rebellion, winner: i64) -> list[int]:
    """REB-25.6  Places: the winner if there is one, then by points, capital sites, land, soldiers and coins; the
    eliminated last, who fell later first. REB-25.11  Nothing that is under way counts."""
    keys: list[list[int]] = []
    for seat in range(t.seats):
        if not t.lives(seat):
            keys.append([0, t.fallen.index(seat), 0, 0, 0, 0])
            continue
        held = [
            int(points(t, seat)),
            int(size(t.held[seat] & t.crowned)),
            int(size(t.owned(seat))),
            int(t.soldiers_of(seat)),
            int(t.coins[seat]),
        ]
        keys.append([2 if seat == winner else 1, *held])
    return [1 + sum(other > key for other in keys) for key in keys]


# -- REB-25.1: victory -----------------------------------------------------------------------------------------------


def holds_all(t: Rebellion, seat: i64) -> bool:
    """REB-25.1  REB-25.2  A capital of an eliminated player that nobody holds does not count; the own is not needed."""
    for other in range(t.seats):
        if other != seat:
            holder = t.holder[t.capital[other]]
            if holder != seat and (t.lives(other) or holder != NOBODY):
                return False
    return True


def victory(t: Rebellion) -> bool:
    """REB-3.6  Tested after everything that changes a holder; whether the match is over."""
    if t.over:
        return True
    for seat in t.from_active():
        if holds_all(t, seat):
            t.tell(HOLDS_ALL, seat)
            t.end(ranking(t, seat))
            return True
    return False


# -- REB-25.7: elimination -------------------------------------------------------------------------------------------


def eliminate(t: Rebellion, seat: i64) -> None:
    """REB-25.7, REB-25.9  All that is pending about a player ends; titles pass to the holders (REB-11.10)."""
    t.alive &= ~(1 << seat)
    t.fallen = [*t.fallen, int(seat)]
    t.coins[seat] = 0
    t.food[seat] = 0
    t.place[seat] = -1
    t.clear_sheet(seat)
    for other in range(t.seats):
        end_war(t, seat, other)
        t.truce[seat * t.seats + other] = 0
        t.truce[other * t.seats + seat] = 0
    t.pledges = [
        [*row[:GUARANTOR], -1, *row[GUARANTOR + 1 :]] if row[GUARANTOR] == seat else row
        for row in t.pledges
        if row[GIVER] != seat and row[TAKER] != seat
    ]
    drowned = t.soldiers_afloat(seat)
    if drowned:
        t.tell(LOST_AT_SEA, drowned, seat)
    t.scuttle(seat)
    t.offers = [offer for offer in t.offers if maker_of(offer) != seat and taker_of(offer) != seat]
    t.tell(IS_OUT, seat)
    left = t.titled[seat]
    while left:
        province = lowest(left)
        left &= left - 1
        holder = t.holder[province]
        t.give_title(province, holder if holder < t.seats else NOBODY)
        if 0 <= holder < t.seats:
            t.tell(TITLE_PASSES, province, holder)
    t.relink(seat)
    if size(t.alive) == 1:  # REB-25.3
        last = lowest(t.alive)
        t.tell(LAST_ONE, last)
        t.end(ranking(t, last))
    else:
        victory(t)


# -- REB-25.8: resignation -------------------------------------------------------------------------------------------

GIVES_ALL_UP: Final = phrase("REB-25.8", "You are out: your land is empty, and what you occupied returns")
RESIGNS: Final = phrase("REB-25.8", "{who:seat} resigns")
NO_RESIGNATION: Final = phrase("REB-25.8", "Nobody resigns in this match")
LIES_EMPTY: Final = phrase("REB-25.8", "{province:region} lies empty: {n soldier} {n|leaves|leave} it")
RETURNS: Final = phrase("REB-25.8", "{province:region} returns to {owner:seat}: {n soldier} {n|leaves|leave} it")


class Resign(Deed[Rebellion]):
    """REB-25.8  Owned land becomes empty and unowned, occupied land returns empty to its owners."""

    words = ["resign"]
    effect = GIVES_ALL_UP
    grave = True

    def offer(self, t: Rebellion, seat: i64, found: Options) -> None:
        if RESIGNATION.on(t):
            found.add(self.code)

    def why(self, t: Rebellion, seat: i64, action: i64) -> Saying:
        return [NO_RESIGNATION]

    def do(self, t: Rebellion, seat: i64, action: i64) -> None:
        t.tell(RESIGNS, seat)
        t.lapse_offers()
        for province in range(PROVINCES):
            if t.holder[province] == seat:
                there = t.soldiers(province)
                clear_province(t, province)
                t.robbery[province] = 0
                t.recall_from(province)
                t.clear_captives(province)
                owner = t.owner[province]
                if owner == seat:
                    t.give_title(province, NOBODY)
                    t.hand_to(province, NOBODY)
                    t.tell(LIES_EMPTY, province, there)
                else:
                    t.hand_to(province, owner)
                    t.tell(RETURNS, province, owner, there)
        eliminate(t, seat)


# -- R3 --------------------------------------------------------------------------------------------------------------


class Scoring(Step[Rebellion]):
    """REB-25.4  After the last round points are counted."""

    def resume(self, t: Rebellion) -> None:
        if t.round < ROUND_LIMIT.of(t):
            t.finish()
            return
        t.tell(AT_THE_LIMIT)
        places = ranking(t, NOBODY)
        # The last thing that is told is why the match ends so: the points of whoever has won.
        for place in range(t.seats, 0, -1):
            for seat in t.turn_order():
                if places[seat] == place and t.lives(seat):
                    self.count(t, seat)
        t.end(places)

    def count(self, t: Rebellion, seat: i64) -> None:
        t.tell(HAS_POINTS, seat, points(t, seat), land_points(t, seat), seat_points(t, seat), next_income(t, seat))


RESIGN: Final = Resign()
SCORING: Final = Scoring("rebellion.scoring", "Points", "REB-25.4")
