"""Chapter 2: bidding."""

import pytest

from capitals.table import GAME, bid, discards, eur, hand, lay, offered, play, refused, step, told
from engine.playing import heard, seen

THREE = {"ALA": [0, 2], "BRA": [1, 2]}


def test_W02_all_bid_nothing() -> None:
    """CAP-2.5, CAP-2.9  Everybody is tied: P2 first, then P0 and P1 roll again."""
    t = lay(THREE, faces=[3, 3, 5, 1, 6], step="order", eur=[4, 4, 4])
    bid(t, 0, 0, 0)
    assert t.ranks == [2, 1, 0]
    assert eur(t) == [4, 4, 4]


def test_a_group_that_splits_settles_its_higher_part_first() -> None:
    """CAP-2.5  Six at zero: 6 6 2 2 4 2; the sixes roll first, then the twos."""
    six = {code: [seat, 1] for seat, code in enumerate(("ALA", "BRA", "GBR", "EGY", "CHI"))}
    t = lay(six, rest=(5, 1), seats=6, faces=[6, 6, 2, 2, 4, 2, 1, 5, 3, 3, 3, 1, 2, 6], step="order")
    bid(t, 0, 0, 0, 0, 0, 0)
    assert t.ranks == [1, 0, 4, 5, 3, 2]
    rolls = [sentence.split(" ")[1] for sentence in told(t, "CAP-2.5")]
    assert rolls == list("012345" + "01" + "235" + "235")


def test_ties_below_the_top_are_settled_after_it() -> None:
    """CAP-2.5, CAP-2.6  From the highest bid down."""
    four = {"ALA": [0, 1], "BRA": [1, 1], "GBR": [2, 1]}
    t = lay(four, rest=(3, 1), seats=4, faces=[2, 5, 6, 1], step="order", eur=[3, 3, 3, 3])
    bid(t, 1, 3, 1, 3)
    assert t.ranks == [3, 1, 0, 2]
    assert told(t, "CAP-2.5") == [
        "seat 1 rolls 2 for the tie",
        "seat 3 rolls 5 for the tie",
        "seat 0 rolls 6 for the tie",
        "seat 2 rolls 1 for the tie",
    ]


def test_W08_winner_takes_all_with_a_tie() -> None:
    """CAP-2.3, CAP-2.5, CAP-2.8, CAP-E.8"""
    t = lay(THREE, faces=[5, 5, 1, 3], step="event", event_deck=["Arms Fair"], eur=[10, 10, 10])
    assert step(t) == "event_bid"
    bid(t, 4, 4, 2)
    assert step(t) == "receive" and t.deciders() == [1]
    play(t, "put 4 in BRA")
    assert t.units[11] == 6 and eur(t) == [6, 6, 8]


def test_W09_winner_takes_all_three_at_zero() -> None:
    """CAP-2.5, CAP-2.9  After each roll only the highest stay in."""
    t = lay(THREE, faces=[2, 2, 1, 4, 4, 6, 1], step="event", event_deck=["Arms Fair"], eur=[3, 3, 3])
    bid(t, 0, 0, 0)
    assert t.ranks == [0] and eur(t) == [3, 3, 3]
    assert [sentence.split(" ")[1] for sentence in told(t, "CAP-2.5")] == list("0120101")


def test_W10_lobbyist() -> None:
    """CAP-A.16, CAP-2.3, CAP-2.10"""
    t = lay(THREE, step="order", hands={"0": ["Lobbyist", "Ambush"]}, eur=[6, 6, 6])
    bid(t, "2L", 4, 3)
    assert t.ranks == [0, 1, 2]
    assert eur(t) == [4, 2, 3]
    assert discards(t) == ["Lobbyist"] and hand(t, 0) == ["Ambush"]


def test_W11_lobbyist_makes_a_tie() -> None:
    """CAP-A.16, CAP-2.5"""
    t = lay(THREE, faces=[2, 3], step="order", hands={"0": ["Lobbyist"]}, eur=[6, 6, 6])
    bid(t, "2L", 5, 0)
    assert t.ranks == [1, 0, 2]
    assert eur(t) == [4, 1, 6] and discards(t) == ["Lobbyist"]


def test_W12_bidding_without_money() -> None:
    """CAP-2.2, CAP-A.16"""
    t = lay(THREE, step="order", hands={"2": ["Lobbyist"]}, eur=[2, 1, 0])
    assert offered(t, seat=2) == ["bid 0", "bid 0 with a Lobbyist"]
    bid(t, 2, 1, "0L")
    assert t.ranks[0] == 2 and t.view(0)["table"]["bids"] == [2, 1, 0]  # type: ignore[index]


def test_only_one_lobbyist_to_a_bid() -> None:
    """CAP-2.10, CAP-9.2  Whoever holds two can add one."""
    t = lay(THREE, step="order", hands={"0": ["Lobbyist", "Lobbyist"]}, eur=[0, 2, 1])
    bid(t, "0L", 2, 1)
    assert t.ranks == [0, 1, 2] and hand(t, 0) == ["Lobbyist"]


def test_a_bid_is_from_nothing_to_everything() -> None:
    """CAP-2.2"""
    t = lay(THREE, step="order", eur=[5, 0, 2])
    assert offered(t, seat=0) == [f"bid {n}" for n in range(6)]
    assert offered(t, seat=1) == ["bid 0"]
    assert refused(t, "0: bid 6") == "CAP-2.2"
    assert refused(t, "0: bid 1 with a Lobbyist") == "CAP-A.16"


def test_everybody_pays() -> None:
    """CAP-2.3  Winners and losers alike, to the bank."""
    t = lay(THREE, step="order", eur=[5, 5, 5])
    bank = t.bank
    bid(t, 1, 5, 2)
    assert eur(t) == [4, 0, 3] and t.bank == bank + 8
    assert told(t, "CAP-2.3") == ["seat 0 bids 1 EUR", "seat 1 bids 5 EUR", "seat 2 bids 2 EUR"]


def test_nobody_learns_anything_before_the_last_has_chosen() -> None:
    """CAP-2.2  Neither amounts nor Lobbyists are seen, and any bid can be taken back until then."""
    views = []
    for choice in ("bid 0", "bid 5", "bid 2 with a Lobbyist"):
        t = lay(THREE, step="order", hands={"0": ["Lobbyist"]}, eur=[5, 5, 5])
        play(t, f"0: {choice}", "1: bid 3")
        views.append([[seen(t, seat), heard(t.events or [], seat)] for seat in (-1, 1, 2)])
        assert t.deciders() == [2]
        t.step().take_back(t, 0)
        assert t.deciders() == [0, 2] and eur(t) == [5, 5, 5]
    assert views[0] == views[1] == views[2]


def test_the_amounts_are_public_afterwards() -> None:
    """CAP-2.3"""
    t = lay(THREE, step="order", hands={"0": ["Lobbyist"]}, eur=[5, 5, 5])
    bid(t, "1L", 2, 0)
    for seat in (-1, 0, 1, 2):
        table = t.view(seat)["table"]
        assert table["bids"] == [1, 2, 0] and table["lobbied"] == 1  # type: ignore[index]


def test_eliminated_players_do_not_bid() -> None:
    """CAP-2.1, CAP-4.4"""
    t = lay({"ALA": [0, 1]}, rest=(2, 1), step="order", order=[0, 2], eur=[3, 0, 3])
    assert t.deciders() == [0, 2]
    bid(t, 1, 0)
    assert offered(t) == ["take position 1", "take position 2"]
    play(t, "take position 2")
    assert t.order == [2, 0]


def test_positions_are_chosen_openly_one_by_one() -> None:
    """CAP-2.7  A position can be taken once; the last rank is not asked."""
    t = lay(THREE, step="order", eur=[3, 2, 1])
    bid(t, 3, 2, 1)
    play(t, "0: take position 2")
    assert refused(t, "1: take position 2") == "CAP-2.7"
    assert refused(t, "1: take position 4") == "CAP-2.7"
    play(t, "1: take position 3")
    assert t.order == [2, 0, 1] and step(t) == "muster" and t.active == 2


def test_the_form_of_a_bid() -> None:
    """CAP-2.4  For an order and at conferences ranks are made, otherwise there is one winner."""
    for card, ranks in (("Congress", 3), ("Arms Fair", 1), ("Trade Sanctions", 1)):
        t = lay(THREE, step="event", event_deck=[card], eur=[3, 2, 1])
        bid(t, 3, 2, 1)
        assert len(t.ranks) == ranks


@pytest.mark.parametrize("deals", ["off", "on"])
def test_nothing_else_happens_during_a_bid(deals: str) -> None:
    """CAP-2.11  No offer can be made or answered, and no card be played."""
    t = lay(
        {"ALA": [0, 2], "BRA": [1, 2]},
        step="muster",
        hands={"0": ["Arms Auction", "War Bonds"]},
        eur=[9, 9, 9],
        options={"deals": deals},
    )
    if deals == "on":
        t.propose(0, 1, "2")
        assert t.asides(1).total
    play(t, "play Arms Auction")
    assert step(t) == "card_bid" and not t.deals_open()
    assert all(t.asides(seat).total == 0 for seat in range(3))
    assert all(GAME.name_of(a).startswith("bid ") for a in t.options(0))
    bid(t, 0, 1, 0)
    play(t, "put 5 in BRA")
    assert (t.asides(1).total > 0) == (deals == "on")
