"""The contract that every game keeps, and the rulebook of Ridge clause by clause."""

import pytest

from marchland.contract import check
from marchland.engine.dice import fast_dice
from marchland.engine.errors import IllegalAction
from marchland.engine.playout import play_out
from ridge.game import GAME
from ridge.table import BOARD, Ridge


def lay(regions: dict[str, list[int]], hands: list[list[str]] | None = None, seats: int = 2) -> Ridge:
    """A table of the last round, just before the marches."""
    return GAME.position({"seats": seats, "round": 6, "regions": regions, "hands": hands or []}, events=True)


def march(t: Ridge, *marches: str) -> None:
    """The march of every seat, in words."""
    for seat, said in enumerate(marches):
        t.play(seat, GAME.parse(f"march to {said}"))


def at(t: Ridge, code: str) -> list[int]:
    """Who is in a region, with how many."""
    region = BOARD.number[code]
    return [t.owner[region], t.scouts[region]]


def test_the_contract() -> None:
    """Options, copies, saved matches, secrets, refusals, laws and much more, in a dozen random matches."""
    assert check(GAME) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_begins_in_a_corner(seats: int) -> None:
    """RID-1.1, RID-1.2, RID-1.3  With two scouts and, after the first draw (2.2), one card."""
    t = GAME.deal(seats, seed=3)
    assert len(set(t.home)) == seats
    assert all(len(BOARD.neighbours[home]) == 2 and t.scouts[home] == 2 for home in t.home)
    assert [len(t.cards[seat]) for seat in range(seats)] == [1] * seats
    assert t.owner.count(-1) == 9 - seats


def test_hands_are_filled_to_three() -> None:
    """RID-2.1, RID-2.2"""
    t = GAME.deal(2, seed=1)
    for held in (1, 2, 3, 3):
        assert [len(t.cards[seat]) for seat in (0, 1)] == [held, held]
        for seat in (0, 1):
            t.play(seat, t.options(seat)[0])


def test_marches_reach_the_next_region() -> None:
    """RID-3.1  And all of them if one holds nothing."""
    t = lay({"FRO": [0, 1]})
    assert [GAME.name_of(action) for action in t.options(0)] == ["march to FRO", "march to NEE", "march to LAR"]
    assert len(t.options(1)) == 9
    with pytest.raises(IllegalAction, match=r"The Saddle is not yours, nor beside a region of yours \(RID-3.1\)"):
        march(t, "SAD")


def test_a_card_makes_a_march_stronger() -> None:
    """RID-3.2, RID-3.4  One scout for each of its strength, in a free region or one's own."""
    t = lay({"FRO": [0, 1], "MAR": [1, 1]}, [["Guide"], ["Rope"]])
    with pytest.raises(IllegalAction, match=r"You have no Rope \(RID-3.2\)"):
        march(t, "FRO with Rope")
    march(t, "NEE with Guide", "MAR with Rope")
    assert at(t, "NEE") == [0, 3]
    assert at(t, "MAR") == [1, 3]
    assert t.cards[0] == t.cards[1] == []


def test_the_strongest_alone_gets_through() -> None:
    """RID-3.3"""
    t = lay({"FRO": [0, 1], "WAT": [1, 1]}, [["Rope"]])
    march(t, "NEE with Rope", "NEE")
    assert at(t, "NEE") == [0, 2]
    t = lay({"FRO": [0, 1], "WAT": [1, 1]})
    march(t, "NEE", "NEE")
    assert at(t, "NEE") == [-1, 0]


@pytest.mark.parametrize(("scouts", "after"), [(1, [0, 1]), (2, [-1, 0]), (5, [1, 3])])
def test_scouts_drive_each_other_away(scouts: int, after: list[int]) -> None:
    """RID-3.4  One for one; whoever has any left holds the region."""
    t = lay({"FRO": [0, 1], "NEE": [1, scouts], "MAR": [1, 1]}, [["Rope"]])
    march(t, "NEE with Rope", "MAR")
    assert at(t, "NEE") == after


def test_points_for_regions_and_rows() -> None:
    """RID-4.1, RID-4.2"""
    t = lay({"FRO": [0, 1], "NEE": [0, 1], "WAT": [0, 1], "MIL": [1, 4], "BRI": [1, 4]})
    assert [t.points(seat) for seat in (0, 1)] == [5, 2]
    march(t, "FRO", "MIL")
    assert t.over
    assert t.places == [1, 2]


def test_a_number_can_be_turned() -> None:
    """RID-1.2  As a house rule, beside the options of the rulebook."""
    t = GAME.deal(2, seed=3, options={"scouts.first": 4})
    assert sorted(t.scouts) == [0] * 7 + [4, 4]


def test_equal_players_share_a_place() -> None:
    """RID-4.2  Equal in points and in scouts."""
    t = lay({"FRO": [0, 2], "MAR": [1, 2]})
    march(t, "FRO", "MAR")
    assert t.places == [1, 1]


def test_a_match_takes_as_many_decisions_as_there_are_rounds() -> None:
    """RID-2.1, RID-4.1"""
    t = GAME.deal(4, seed=2, options={"rounds": 5})
    assert play_out(t, fast_dice(2)) == 4 * 5
    assert t.over
