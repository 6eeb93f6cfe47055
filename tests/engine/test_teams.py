"""Seats that play in teams, and choices of which it is settled beforehand who makes them."""

import random
from typing import Any

import pytest
from mypy_extensions import i64

from marchland.bots.greedy import plans_of
from marchland.contract.laws import fault_of_places
from marchland.contract.trial import fit, random_options
from marchland.engine.deed import Deed
from marchland.engine.errors import UsageError
from marchland.engine.game import Game
from marchland.engine.labels import Labels
from marchland.engine.options import Options
from marchland.engine.picture import NOBODY, Picture, Seat
from marchland.engine.sealed import Sealed
from marchland.engine.settings import Setting, Settings
from marchland.engine.step import Phase, Step
from marchland.engine.table import Table


class Pair(Table):
    """Seats 0 and 2 against 1 and 3, if they are four."""

    coins: list[int]
    rich: i64  # who is asked, settled when the choice opens

    def set_up(self) -> None:
        if self.settings[0] == 1 and self.seats == 2:
            raise UsageError("Teams need four.")
        self.coins = [seat % 3 for seat in range(self.seats)]
        self.rich = 0

    def teams(self) -> list[int]:
        return [seat % 2 for seat in range(self.seats)] if self.settings[0] == 1 else []

    def copy(self) -> "Pair":
        twin = Pair()
        self.copy_into(twin)
        twin.coins = self.coins[:]
        twin.rich = self.rich
        return twin

    def sight(self, seat: i64) -> dict[str, object]:
        return {"coins": self.coins[:]}


class Spend(Deed[Pair]):
    words = ["spend {n}", "n:count"]

    def offer(self, t: Pair, hand: i64, found: Options) -> None:
        found.span(self.of(0), t.coins[hand] + 1)


SPEND = Spend()


class Spending(Sealed[Pair]):
    """Only who has coins when it opens is asked."""

    def opens(self, t: Pair) -> None:
        t.rich = sum(1 << seat for seat in range(t.seats) if t.coins[seat])

    def hands(self, t: Pair) -> list[int]:
        return [seat for seat in range(t.seats) if t.rich >> seat & 1]

    def plans(self, t: Pair, hand: i64) -> list[list[int]]:
        return [[int(SPEND.of(0))]]

    def reveal(self, t: Pair, choices: list[list[int]]) -> None:
        t.finish()


class End(Step[Pair]):
    def resume(self, t: Pair) -> None:
        t.end([1 if seat % 2 else 2 for seat in range(t.seats)])


ONE = Seat()


class PairGame(Game[Pair]):
    def blank(self) -> Pair:
        return Pair()


SPENDING = Spending("pair.spending", "Spending", "PAI-1.1", [SPEND])
ROOT: Phase[Any] = Phase("pair.match", "Match", "PAI-1.1", [SPENDING, End("pair.end", "End", "PAI-1.2")])
GAME = PairGame(
    name="pair",
    title="Pair",
    prefix="PAI",
    version="1",
    summary="Two and two.",
    seats=(2, 4, 4),
    labels=Labels(),
    settings=Settings([Setting("teams", "PAI-1.2", "Whether seats play in teams.", ["no", "yes"], default="no")]),
    root=ROOT,
    steps=[*ROOT.sequence],
    package="pair",
)


def finished(teams: str) -> Pair:
    t = GAME.deal(4, 0, {"teams": teams})
    for seat in (1, 2):
        t.play(seat, GAME.parse("spend 0"))
    assert t.over
    return t


def test_seats_that_are_shown_as_one_object_have_their_own_teams() -> None:
    class Alike(Pair):
        def depict(self, seat: i64) -> Picture:
            return Picture(seats=[ONE] * self.seats)

    t = Alike()
    GAME.deal(4, 0, {"teams": "yes"}).copy_into(t)
    assert [seat.team for seat in t.picture(0).seats] == [0, 1, 0, 1]
    assert ONE.team == NOBODY


def test_places_rank_teams_where_there_are_any() -> None:
    assert finished("yes").places == [2, 1, 2, 1]
    assert fault_of_places(finished("yes")) == ""
    assert fault_of_places(finished("no")) == "the places of 4 players are [2, 1, 2, 1]"


@pytest.mark.parametrize("places", [[1, 1, 2, 1], [3, 1, 3, 1], [2, 1, 2], [2, 2, 2, 2]])
def test_places_that_do_not_fit_the_teams_are_a_fault(places: list[int]) -> None:
    t = finished("yes")
    t.places = places
    assert fault_of_places(t).startswith("the places of 4 players are")


def test_who_chooses_is_settled_when_the_choice_opens() -> None:
    t = GAME.deal(4)
    assert t.deciders() == [1, 2]
    t.coins = [5, 0, 0, 5]  # whatever happens meanwhile
    assert t.deciders() == [1, 2] and SPENDING.hands(t) == [1, 2]
    again = GAME.from_data(t.to_data())
    assert SPENDING.hands(again) == [1, 2]


def test_a_bot_looks_at_the_plans_that_a_step_names() -> None:
    t = GAME.deal(4)
    assert t.options(2).total == 3
    assert plans_of(t, 2) == [[SPEND.of(0)]]


def test_random_options_fit_the_seats() -> None:
    assert not fit(GAME, 2, {"teams": "yes"}) and fit(GAME, 4, {"teams": "yes"})
    found = {str(random_options(GAME, random.Random(seed), 2)["teams"]) for seed in range(20)}
    assert found == {"no"}
    assert len({str(random_options(GAME, random.Random(seed), 4)["teams"]) for seed in range(20)}) == 2
