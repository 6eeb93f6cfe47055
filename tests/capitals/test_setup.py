"""Chapter 1: setup."""

from typing import Any

import pytest

from capitals.table import CODES, GAME, bid, cards, deal, eur, event, hand, lay, offered, on, play, refused, step, told
from marchland.engine.dice import ScriptedDice
from marchland.engine.errors import UsageError
from marchland.games.capitals.cards import ACTION, EVENT


@pytest.mark.parametrize("seats", [2, 7])
def test_three_to_six_players(seats: int) -> None:
    """CAP-1.1"""
    with pytest.raises(UsageError, match="3 to 6 players"):
        GAME.deal(seats)


@pytest.mark.parametrize(("seats", "start"), [(3, 35), (4, 30), (5, 25), (6, 20)])
def test_start_pools(seats: int, start: int) -> None:
    """CAP-1.3  As many units as EUR, the fewer the more play."""
    t = deal(seats)
    assert list(t.pool) == eur(t) == [start] * seats
    assert t.bank == -start * seats


def test_the_decks_are_shuffled_apart() -> None:
    """CAP-1.2  Face down, each with an empty discard pile; another match, another order."""
    one, two = deal(4, 1), deal(4, 2)
    assert sorted(one.event_deck) == EVENT.pile() and sorted(one.hands.pile) == ACTION.pile()
    assert one.event_deck != two.event_deck and one.hands.pile != two.hands.pile
    assert one.event_discards == one.hands.discard == []


def test_W01_a_tie_in_a_ranked_bid_and_the_choice() -> None:
    """CAP-1.4, CAP-2.3, CAP-2.5 to CAP-2.7"""
    t = deal(4, dice=ScriptedDice([4, 4, 2, 6]))
    assert step(t) == "setup_bid" and t.deciders() == [0, 1, 2, 3]
    bid(t, 5, 5, 0, 8)
    assert t.ranks == [3, 1, 0, 2]
    play(t, "3: take position 4", "1: take position 1")
    assert offered(t) == ["take position 2", "take position 3"]
    play(t, "0: take position 3")
    assert t.order == [1, 2, 0, 3]
    assert eur(t) == [25, 25, 30, 22]
    assert step(t) == "claim" and t.deciders() == [1]


def order_of(seats: int, order: list[int]) -> dict[str, object]:
    return {"seats": seats, "step": "claim", "order": order, "active": order[0]}


@pytest.mark.parametrize(
    ("order", "first_two", "others", "next_seat"),
    [([2, 0, 4, 1, 3], 9, 8, 4), ([1, 2, 0, 3], 11, 10, 0)],
    ids=["W03", "W04"],
)
def test_W03_W04_claims_with_four_and_five_players(
    order: list[int], first_two: int, others: int, next_seat: int
) -> None:
    """CAP-1.5, CAP-1.6  The first two get one more, and placing goes on with the next in order to the last unit."""
    seats = len(order)
    start = {4: 30, 5: 25}[seats]
    t = lay(rest=None, **order_of(seats, order))
    for turn, code in enumerate(CODES):
        if turn < 41:
            assert t.deciders() == [order[turn % seats]]
            play(t, f"claim {code}")
    # The 42nd claim has one option and is made by itself.
    assert step(t) == "place_start" and on(t, "EAU") == [order[41 % seats], 1]
    assert [t.held[seat] for seat in order] == [first_two] * 2 + [others] * (seats - 2)
    assert t.deciders() == [next_seat]
    assert t.pool[order[0]] == start - first_two and t.pool[next_seat] == start - others
    placed, last = 42, -1
    while step(t) == "place_start":
        (last,) = t.deciders()
        play(t, offered(t)[0])
        placed += 1
    assert placed == seats * start and last == 3
    assert sum(t.units) == seats * start


def test_a_claim_takes_a_free_territory() -> None:
    """CAP-1.5  Neither passing nor doubling up while one is free."""
    t = lay({"ALA": [0, 1]}, rest=None, step="claim", order=[0, 1, 2], active=1)
    assert t.deciders() == [1]
    assert "claim ALA" not in offered(t) and len(offered(t)) == 41
    assert refused(t, "claim ALA") == "CAP-1.5"
    assert refused(t, "set up ALA") == "CAP-1.5"
    play(t, "claim NWT")
    assert on(t, "NWT") == [1, 1] and t.pool[1] == 34


def test_placing_goes_to_own_territories() -> None:
    """CAP-1.6"""
    t = lay({"ALA": [0, 1], "NWT": [0, 1], "GRL": [1, 1]}, step="place_start", pool=[1, 0, 0])
    assert offered(t) == ["set up ALA", "set up NWT"]
    assert refused(t, "set up GRL") == "CAP-1.6"
    play(t, "set up ALA")
    assert on(t, "ALA") == [0, 2] and step(t) == "found"


def test_W05_choosing_capitals() -> None:
    """CAP-1.8  One after the other, each on own ground; a territory that nobody chose carries no token."""
    mine = {code: [(1, 2, 0)[i // 14], 1] for i, code in enumerate(CODES)}
    t = lay(mine, step="found", order=[1, 2, 0], active=1, pool=[0, 0, 0])
    assert len(offered(t, "found the capital in ")) == len(offered(t)) == 14
    assert refused(t, "found the capital in EAU") == "CAP-1.8"
    play(t, "found the capital in ONT")
    assert t.deciders() == [2] and t.view(2)["table"]["capitals"] == [-1, 4, -1]  # type: ignore[index]
    play(t, "found the capital in GBR", "found the capital in IND")
    assert [t.capital[seat] for seat in range(3)] == [CODES.index(code) for code in ("IND", "ONT", "GBR")]
    assert t.tokens.bit_count() == 3


def test_W53_a_whole_setup() -> None:
    """CAP-1.1 to CAP-1.3, CAP-1.5, CAP-1.6, CAP-1.8 to CAP-1.10"""
    t = deal(3, 4, first_round_event="no")
    bid(t, 6, 4, 0)
    assert eur(t) == [29, 31, 35]
    play(t, "0: take position 1", "1: take position 2")
    claims = placements = 0
    while step(t) in ("claim", "place_start"):
        claims += step(t) == "claim"
        placements += step(t) == "place_start"
        play(t, offered(t)[-1])
    assert claims == 41 and list(t.held)[:3] == [14, 14, 14]
    assert placements == 63 and sum(t.units) == 105
    for _ in range(3):
        play(t, offered(t)[0])
    assert cards(t) == [3, 3, 3]
    assert len(t.hands.pile) == 31 and len(t.event_deck) == 24
    assert t.hands.discard == t.event_discards == []
    assert t.round == 1 and event(t) == "" and step(t) == "muster"


def test_hands_are_seen_by_their_owners() -> None:
    """CAP-1.9  Three cards each, and each player hears of their own alone."""
    t = deal(3, 4, setup_claim="random", first_round_event="no")
    bid(t, 2, 1, 0)
    play(t, "0: take position 1", "1: take position 2")
    while step(t) in ("place_start", "found"):
        play(t, offered(t)[0])
    for seat in range(3):
        drawn = [sentence for sentence in told(t, "CAP-9.4", seat) if sentence.startswith("You draw")]
        assert sorted(sentence[9:] for sentence in drawn) == sorted(hand(t, seat))
    assert not [sentence for sentence in told(t, "CAP-9.4") if sentence.startswith("You")]


def test_W62_random_claims() -> None:
    """CAP-1.7  Nobody claims; the first decision after the bid is a placement."""
    t = deal(6, 3, setup_claim="random")
    bid(t, 6, 5, 4, 3, 2, 1)
    play(t, *(f"{seat}: take position {seat + 1}" for seat in range(5)))
    assert step(t) == "place_start" and t.deciders() == [0]
    assert list(t.held)[:6] == [7] * 6 and set(t.units) == {1}
    assert list(t.pool) == [13] * 6
    other = deal(6, 4, setup_claim="random")
    bid(other, 6, 5, 4, 3, 2, 1)
    play(other, *(f"{seat}: take position {seat + 1}" for seat in range(5)))
    assert list(other.owner) != list(t.owner)


def test_chance_deals_only_what_is_unclaimed() -> None:
    """CAP-1.7  From a position in which some territories are taken already."""
    mine = {"ALA": [2, 1], "NWT": [0, 1]}
    t = lay(mine, rest=None, step="claim", order=[2, 0, 1], options={"setup_claim": "random"})
    assert step(t) == "place_start" and t.deciders() == [2]
    assert on(t, "ALA") == [2, 1] and on(t, "NWT") == [0, 1]
    assert list(t.held)[:3] == [14] * 3 and list(t.pool) == [21] * 3


def test_the_setup_order_is_that_of_round_one() -> None:
    """CAP-1.4, CAP-1.10, CAP-3.6  Nobody bids for it again."""
    t = deal(3, 9, setup_claim="random", first_round_event="no")
    bid(t, 0, 3, 1)
    play(t, "1: take position 3", "2: take position 1")
    assert t.order == [2, 0, 1]
    while t.round == 0:
        play(t, offered(t)[0])
    assert t.round == 1 and t.active == 2 and step(t) == "muster"


# -- positions -------------------------------------------------------------------------------------------------------


BAD_POSITIONS: list[tuple[dict[str, Any], str]] = [
    ({"colour": 1}, "has no entry 'colour'"),
    ({"step": "lunch"}, "'step' of a position is one of setup_bid, .*, not 'lunch'"),
    ({"territories": ["ALA"]}, "'territories' of a position is an object by territory"),
    ({"territories": {"XYZ": [0, 1]}}, "'XYZ' is none"),
    ({"territories": {"ALA": [0]}}, r"\(ALA\) is \[owner, units\], not"),
    ({"territories": {"ALA": "mine"}}, r"\(ALA\) is \[owner, units\], not"),
    ({"rest": None}, r"'rest' of a position is \[owner, units\], not None"),
    ({"step": "place_start", "rest": None}, r"'rest' of a position is \[owner, units\], not None"),
    ({"territories": {"ALA": [3, 1]}}, "ALA cannot belong to 3"),
    ({"territories": {"ALA": [-1, 1]}}, r"\(ALA, owner\) is a seat or 'neutral', not -1"),
    ({"territories": {"ALA": ["grey", 1]}}, r"\(ALA, owner\) is a seat or 'neutral', not 'grey'"),
    ({"territories": {"ALA": [0, 0]}}, "ALA needs somebody to hold it"),
    ({"capitals": ["BRA", "BRA", "CHI"]}, "Two capitals cannot lie in BRA"),
    ({"capitals": {"0": "XYZ"}}, r"'capitals' of a position \(seat 0\) is a territory, not 'XYZ'"),
    ({"ceased": ["XYZ"]}, r"'ceased' of a position \(item 1\) is a territory, not 'XYZ'"),
    ({"fallen": [1]}, r"without a territory are \[\], but 'fallen' says \[1\]"),
    ({"territories": {"ALA": [0, 1]}, "fallen": []}, r"without a territory are \[1\], but 'fallen' says \[\]"),
    ({"territories": {"ALA": [0, 1]}, "active": 1}, "Seat 1 is active but has no territory"),
    ({"order": [0, 1]}, "names every seat that is in the game once"),
    ({"order": [0, 1, 2, 1]}, "names every seat that is in the game once"),
    ({"active": 3}, "'active' of a position is a seat from 0 to 2"),
    ({"round": 0}, "'round' of a position is a whole number from 1 to 30"),
    ({"round": 31}, "'round' of a position is a whole number from 1 to 30"),
    ({"round": 32, "step": "round"}, "'round' of a position is a whole number from 1 to 31"),
    ({"eur": [1, 2]}, "values for 2 seats, and there are 3"),
    ({"eur": [-1, 0, 0]}, r"'eur' of a position \(seat 0\) is a whole number"),
    ({"pool": [0, 0, -1]}, r"'pool' of a position \(seat 2\) is a whole number"),
    ({"hands": {"0": ["Ambush"] * 3}}, "Ambush is named more often"),
    ({"event": "Snow"}, "'event' of a position is an Event card, not 'Snow'"),
    ({"event": "Purge", "event_discards": ["Purge"]}, "Purge is named more often"),
    ({"march_bought": 2}, "'march_bought' of a position is a whole number from 0 to 1"),
    ({"cards_bought": 3}, "'cards_bought' of a position is a whole number from 0 to 2"),
    ({"conferences": 3}, "'conferences' of a position is a whole number from 0 to 2"),
    ({"conquest": 2}, "'conquest' of a position is true or false, not 2"),
]


@pytest.mark.parametrize(("entries", "sentence"), BAD_POSITIONS)
def test_a_position_that_cannot_be_is_turned_away(entries: dict[str, Any], sentence: str) -> None:
    """CAP-S.1, CAP-10.1  Every territory is held by somebody in the game, cards and tokens are there once."""
    sound = {"seats": 3, "territories": {"ALA": [0, 1], "BRA": [1, 1]}, "rest": [2, 1]}
    GAME.position(sound)
    with pytest.raises(UsageError, match=sentence):
        GAME.position({**sound, **entries})


def test_a_position_stands_where_it_says() -> None:
    """CAP-1.5, CAP-1.6, CAP-1.8, CAP-3.2, CAP-5.1  The setup, a round and a turn can be entered at each decision."""
    for name in ("setup_bid", "claim"):
        assert step(lay({}, rest=None, step=name)) == name
    for name in ("place_start", "found", "muster", "attack", "fortify"):
        t = lay({"ALA": [0, 1], "NWT": [0, 1], "BRA": [1, 1]}, step=name, active=0)
        assert step(t) == name and t.deciders() == [0] and (t.round > 0) == (name not in ("place_start", "found"))
    t = lay({"ALA": [0, 1], "BRA": [1, 1]}, step="order", round=1)
    assert step(t) == "muster"
    t = lay({"ALA": [0, 1], "BRA": [1, 1]}, step="order", round=2)
    assert step(t) == "order_bid"
    t = lay({"ALA": [0, 1], "BRA": [1, 1]}, step="round", round=4, event_deck=["Quiet Season"])
    assert step(t) == "order_bid" and t.round == 4 and told(t, "CAP-3.1") == ["Round 4"]
