"""Chapters 3 and 4: the round, and receiving outside one's turn."""

import random

from capitals.table import GAME, CapitalsTable, bid, deal, eur, event, lay, offered, on, play, refused, step, told
from marchland.games.capitals.cards import EVENT

CAPITALS = ["BRA", "EGY", "CHI"]
W06 = {"BRA": [0, 3], "VEN": [0, 2], "NAF": [1, 5], "CHI": [2, 1], "EGY": [1, 1], "IND": [0, 9], "MEA": [0, 9]}


def test_W06_all_capitals_in_the_middle_of_a_round_do_not_win() -> None:
    """CAP-3.3  P1 takes one back before the round is over."""
    faces = [6, 6, 6, 1, 6, 6, 6, 1, 6, 3, 2, 4]
    t = lay(W06, faces=faces, round=4, capitals=CAPITALS, eur=[0, 0, 0])
    play(t, "attack EGY from MEA", "move in 3", "attack CHI from IND", "move in 3")
    assert t.capitals_of(0) == 3 and not t.over
    # P0 keeps a single unit in EGY.
    play(t, "end attacks", "fortify MEA from EGY with 2", "end turn")
    assert t.active == 1
    play(t, "place 3 in NAF", "end muster", "attack EGY from NAF", "0: pass", "move in 3")
    assert on(t, "EGY") == [1, 3]
    assert t.capitals_of(0) == 2
    play(t, "end attacks", "end turn")
    play(t, f"place {t.pool[2]} in GRL", "end muster", "end attacks")
    before = len(t.event_deck)
    play(t, "end turn")
    assert not t.over and t.round == 5 and len(t.event_deck) == before - 1


def test_W07_the_winner_check_comes_first() -> None:
    """CAP-3.2, CAP-3.3, CAP-11.1  No event is drawn and nobody bids."""
    t = lay({"BRA": [0, 3], "EGY": [0, 1], "CHI": [0, 1], "NAF": [1, 5]}, round=4, capitals=CAPITALS, active=2)
    assert not t.over
    play(t, "end attacks")
    cards = len(t.event_deck)
    play(t, "end turn")
    assert t.over and t.places == [1, 3, 2] and t.round == 4
    assert len(t.event_deck) == cards
    assert told(t, "CAP-3.3") == ["seat 0 controls every capital and wins"]


def test_the_tokens_of_eliminated_players_count() -> None:
    """CAP-3.3, CAP-10.1  P0 and P2 are left; the capital of P1 is still needed."""
    common = {"order": [0, 2], "capitals": CAPITALS, "round": 7, "step": "round", "event_deck": ["Quiet Season"]}
    t = lay({"BRA": [0, 1], "CHI": [0, 1]}, **common)
    assert not t.over and t.round == 7
    t = lay({"BRA": [0, 1], "CHI": [0, 1], "EGY": [0, 1]}, **common)
    assert t.over and t.places == [1, 3, 2]


def test_W54_round_one() -> None:
    """CAP-3.2, CAP-3.4 to CAP-3.6, CAP-E.2  An event, no bid, and turns in setup order."""
    mine = {"ALA": [0, 2], "BRA": [1, 2]}
    common = {"step": "round", "round": 1, "order": [1, 2, 0], "active": 1, "capitals": ["ALA", "BRA", "CHI"]}
    t = lay(mine, event_deck=["Good Harvest"], eur=[1, 2, 3], **common)
    # P1 has the income of the first turn on top.
    assert t.round == 1 and event(t) == "Good Harvest"
    assert eur(t) == [4, 5 + 4, 6]
    assert len(t.event_deck) == 23 and len(t.event_discards) == 1
    assert step(t) == "muster" and t.active == 1 and t.order == [1, 2, 0]
    t = lay(mine, event_deck=["Good Harvest"], options={"first_round_event": "no"}, **common)
    assert event(t) == "" and len(t.event_deck) == 24 and t.event_discards == []
    assert eur(t) == [0, 4, 0]


def test_without_a_first_event_there_are_events_from_round_two_on() -> None:
    """CAP-3.5"""
    t = lay({"ALA": [0, 2], "BRA": [1, 2]}, step="round", round=2, options={"first_round_event": "no"})
    assert len(t.event_discards) == 1


def test_from_round_two_on_the_order_is_bid_for_after_the_event() -> None:
    """CAP-3.2, CAP-3.6"""
    t = lay({"ALA": [0, 2], "BRA": [1, 2]}, step="round", round=2, event_deck=["Quiet Season"], eur=[3, 2, 1])
    assert event(t) == "Quiet Season" and step(t) == "order_bid" and t.deciders() == [0, 1, 2]
    bid(t, 3, 2, 1)
    play(t, "0: take position 3", "1: take position 1")
    assert t.order == [1, 2, 0] and t.active == 1


def test_everybody_has_one_turn_in_a_round() -> None:
    """CAP-3.1, CAP-3.8, CAP-8.4"""
    t = lay({"ALA": [0, 2], "BRA": [1, 2]}, step="muster", order=[2, 0, 1], active=2, round=3)
    turns = [int(t.active)]
    while t.round == 3:
        play(t, quiet(t))
        if t.round == 3 and t.active != turns[-1]:
            turns.append(int(t.active))
    assert turns == [2, 0, 1]


def quiet(t: CapitalsTable) -> str:
    """What does the least."""
    names = offered(t)
    for name in ("end muster", "end attacks", "end turn"):
        if name in names:
            return name
    return names[0]


def test_W47_eliminated_before_the_turn() -> None:
    """CAP-3.8, CAP-2.7, CAP-S.14  Order P1, P3, P0, P2; P1 eliminates P0: the turns are P1, P3, P2."""
    mine = {"ALA": [0, 1], "NWT": [1, 8], "BRA": [2, 2]}
    common = {"order": [1, 3, 0, 2], "active": 1, "round": 6, "eur": [0, 2, 0, 0], "event_deck": ["Quiet Season"]}
    t = lay(mine, rest=(3, 1), seats=4, faces=[6, 6, 6, 1], **common)
    play(t, "attack ALA from NWT", "move in 3", "end attacks", "end turn")
    assert t.fallen == [0] and t.active == 3
    while t.active == 3:
        play(t, quiet(t))
    assert t.active == 2
    while t.round == 6:
        play(t, quiet(t))
    assert t.round == 7 and step(t) == "order_bid" and t.deciders() == [1, 2, 3]
    play(t, "1: bid 2", "2: bid 1", "3: bid 0")
    assert len(t.positions) == 3


def test_current_order_is_that_of_the_round_before_until_the_bid() -> None:
    """CAP-3.7"""
    t = lay({"ALA": [0, 2], "BRA": [1, 2]}, step="event", order=[2, 1, 0], round=3, event_deck=["Levy"])
    assert t.current_order() == [2, 1, 0] and t.deciders() == [2]


def test_W55_levy() -> None:
    """CAP-E.3, CAP-3.7, CAP-4.2  The order of round 4 was P2, P0, P1; only then the bid for round 5."""
    t = lay({"ALA": [0, 2], "BRA": [1, 2]}, step="event", round=5, order=[2, 0, 1], event_deck=["Levy"])
    assert t.deciders() == [2]
    play(t, "put 1 in GRL")
    assert t.deciders() == [2]
    # The others hold one territory each, but two units can be split there too.
    play(t, "put 1 in CHI", "0: put 2 in ALA", "1: put 1 in BRA")
    assert on(t, "GRL") == [2, 2] and on(t, "CHI") == [2, 2] and on(t, "ALA") == [0, 4] and on(t, "BRA") == [1, 4]
    assert step(t) == "order_bid"


def test_W48_the_event_deck_runs_out() -> None:
    """CAP-3.9  Round 24 draws the last card; in round 25 the 24 discards are shuffled and one is drawn."""
    names = [card.name for card in EVENT.cards for _ in range(card.count)]
    names.remove("Quiet Season")
    t = lay({"ALA": [0, 2], "BRA": [1, 2]}, step="event", round=24, event_discards=names)
    assert event(t) == "Quiet Season" and t.event_deck == [] and len(t.event_discards) == 24
    t = lay({"ALA": [0, 2], "BRA": [1, 2]}, step="event", round=25, event_discards=[*names, "Quiet Season"])
    assert len(t.event_deck) == 23 and len(t.event_discards) == 1
    assert told(t, "CAP-3.9") == ["The Event discard pile is shuffled into a new deck"]


def test_this_round_ends_with_its_last_turn() -> None:
    """CAP-3.10  A winter does not outlast its round."""
    t = lay(
        {"ALA": [0, 5], "BRA": [1, 2]}, event="Harsh Winter", active=2, order=[0, 1, 2], event_deck=["Quiet Season"]
    )
    play(t, "end attacks")
    assert event(t) == "Harsh Winter"
    play(t, "end turn")
    assert event(t) == "Quiet Season"


def test_units_received_outside_muster_are_placed_at_once() -> None:
    """CAP-4.1  On own territories, in any split, before the game goes on."""
    t = lay({"ALA": [0, 2], "NWT": [0, 1], "BRA": [1, 2]}, step="event", event_deck=["Arms Fair"], eur=[2, 1, 0])
    bid(t, 2, 1, 0)
    assert step(t) == "receive" and t.deciders() == [0]
    assert offered(t) == [f"put {n} in {code}" for code in ("ALA", "NWT") for n in (1, 2, 3, 4)]
    assert refused(t, "put 1 in BRA") == "CAP-4.1"
    assert refused(t, "put 5 in ALA") == "CAP-4.1"
    play(t, "put 3 in ALA", "put 1 in NWT")
    assert on(t, "ALA") == [0, 5] and on(t, "NWT") == [0, 2] and list(t.pool) == [0, 0, 0]
    assert step(t) == "order_bid"


def test_a_single_unit_for_a_single_territory_is_put_there_unasked() -> None:
    """CAP-4.1"""
    t = lay({"ALA": [0, 2], "BRA": [1, 2]}, step="event", event_deck=["Levy"], order=[0, 1, 2])
    play(t, "0: put 1 in ALA")
    assert on(t, "ALA") == [0, 4] and t.deciders() == [1]


def test_the_active_player_musters_into_the_pool() -> None:
    """CAP-4.1"""
    t = lay({"ALA": [0, 2], "BRA": [1, 2]}, step="muster", hands={"0": ["Arms Auction"]}, eur=[2, 0, 0])
    play(t, "play Arms Auction")
    bid(t, 1, 0, 0)
    assert t.pool[0] == 5 and step(t) == "muster"


def test_conference_rewards_come_one_after_the_other() -> None:
    """CAP-4.3, CAP-E.13  Rank 1 has placed its units before rank 2 chooses."""
    t = lay({"ALA": [0, 2], "BRA": [1, 2]}, step="event", event_deck=["Congress"], eur=[3, 2, 1], deck=["Ambush"])
    bid(t, 1, 2, 0)
    assert step(t) == "rewards" and t.deciders() == [1]
    assert offered(t) == ["take position 1", "take position 2", "take position 3"]
    play(t, "take position 1")
    assert step(t) == "receive" and t.deciders() == [1]
    play(t, "put 4 in BRA")
    assert t.deciders() == [0] and offered(t) == ["take position 2", "take position 3"]
    play(t, "take position 3")
    assert [len(hand) for hand in t.hands.held] == [1, 0, 0]
    assert eur(t) == [2, 0, 1 + 5] and step(t) == "order_bid"


def test_eliminated_players_receive_nothing() -> None:
    """CAP-4.4"""
    t = lay({"ALA": [0, 2]}, step="event", order=[0, 2], event_deck=["Good Harvest"], round=5)
    assert eur(t) == [3, 0, 3] and t.deciders() == [0, 2]


def test_a_whole_match_goes_through_its_rounds() -> None:
    """CAP-3.1, CAP-3.2  Every round has its event and its turns."""
    t = deal(3, 7, setup_claim="random", max_rounds=5)
    rng = random.Random(3)
    while not t.over:
        seat = rng.choice(t.deciders())
        t.play(seat, t.options(seat).at(rng.randrange(t.options(seat).total)))
        assert GAME.conserved(t) == ""
    rounds = told(t, "CAP-3.1")
    assert rounds == [f"Round {n}" for n in range(1, len(rounds) + 1)]
    assert len(told(t, "CAP-3.4")) == len(rounds)
