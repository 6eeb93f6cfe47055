"""Hidden information: views, what is told, what a seat imagines, and undo."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from capitals.table import GAME, CapitalsTable, bid, deal, hand, imagined, lay, offered, play, step, told
from engine.playing import everybody, fits_the_protocol, heard, seen
from marchland.engine.dice import fast_dice
from marchland.engine.errors import IllegalAction
from marchland.engine.match import Match
from marchland.engine.table import ALL_SEEING
from marchland.games.capitals.cards import ACTION

MINE = {"ALA": [0, 2], "NWT": [0, 1], "BRA": [1, 2], "ARG": [1, 3]}
HANDS = {"0": ["Espionage", "Espionage"], "1": ["Ambush", "Lobbyist", "Barrage"], "2": ["Airlift", "Ambush"]}


# -- what is seen ------------------------------------------------------------------------------------------------------


def test_hands_and_decks_are_not_in_the_view() -> None:
    """CAP-A.11  Of others' cards only the number."""
    t = lay(MINE, step="muster", hands=HANDS)
    table = t.view(1)["table"]
    assert isinstance(table, dict)
    assert table["hands"] == [None, [ACTION.number[name] for name in ("Barrage", "Ambush", "Lobbyist")], None]
    assert table["cards"] == [2, 3, 2] and table["piles"] == [24, 33]
    assert table["told"] == [None, [], None] and table["pile_cards"] is None
    assert t.sight(-1)["hands"] == [None] * t.seats


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_seat_sees_its_own_hand_and_what_it_was_shown(seat: int) -> None:
    """CAP-A.11  The first seat and the last as well; what a spy has seen stays with the spy."""
    other, third = (seat + 1) % 3, (seat + 2) % 3
    hands = {str(seat): ["Espionage", "Airlift"], str(other): ["Ambush", "Lobbyist"], str(third): ["Barrage"]}
    mine = {"ALA": [0, 2], "BRA": [1, 2]}
    t = lay(mine, step="muster", active=seat, hands=hands)
    play(t, f"play Espionage on {other}", "take Lobbyist")
    spy: Any = t.sight(seat)
    assert spy["hands"][seat] == [ACTION.number[name] for name in ("Airlift", "Lobbyist")]
    assert spy["told"][seat] == [1 << other, ACTION.number["Ambush"]]
    bystander: Any = t.sight(third)
    assert bystander["hands"][third] == [ACTION.number["Barrage"]]
    assert t.sight(-1)["hands"] == [None] * t.seats


def test_purses_can_be_closed() -> None:
    """CAP-2.3  With `eur_visible = no` each is shown their own EUR only; bids and prices stay public."""
    t = lay(MINE, step="order", eur=[3, 4, 5], options={"eur_visible": "no"})
    assert [t.sight(seat)["eur"] for seat in (-1, 0, 2)] == [[-1, -1, -1], [3, -1, -1], [-1, -1, 5]]
    for viewer, purses in ((-1, []), (0, [3])):
        facts = [fact for seat in t.picture(viewer).seats for fact in seat.facts]
        assert [fact.value for fact in facts if fact.one == "EUR"] == purses
    bid(t, 3, 2, 1)
    assert t.sight(0)["bids"] == [3, 2, 1]
    opened = lay(MINE, step="order", eur=[3, 4, 5])
    assert opened.sight(-1)["eur"] == [3, 4, 5]


def test_espionage_is_seen_by_two() -> None:
    """CAP-A.11  The spy sees the hand, both see the card taken, the others see neither."""
    t = lay(MINE, step="muster", hands=HANDS)
    play(t, "play Espionage on 1")
    assert told(t, "CAP-A.11", 0) == [f"seat 1 holds {name}" for name in ("Barrage", "Ambush", "Lobbyist")]
    assert told(t, "CAP-A.11", 2) == told(t, "CAP-A.11", 1) == []
    play(t, "take Lobbyist")
    assert told(t, "CAP-A.11", 1) == ["seat 0 takes a card of seat 1", "seat 0 takes Lobbyist from seat 1"]
    assert told(t, "CAP-A.11", 2) == told(t, "CAP-A.11") == ["seat 0 takes a card of seat 1"]


def test_what_was_taken_looks_the_same_to_the_others() -> None:
    """CAP-A.11"""
    tables = []
    for name in ("Ambush", "Lobbyist"):
        t = lay(MINE, step="muster", hands=HANDS)
        play(t, "play Espionage on 1", f"take {name}")
        tables.append(t)
    for seat in (-1, 2):
        assert seen(tables[0], seat) == seen(tables[1], seat)
        assert heard(tables[0].events or [], seat) == heard(tables[1].events or [], seat)


# -- what is imagined --------------------------------------------------------------------------------------------------


def test_others_hands_and_both_decks_are_imagined_anew() -> None:
    """CAP-1.2"""
    t = lay(MINE, step="muster", hands=HANDS)
    tables = list(imagined(t, 2))
    assert all(hand(made, 2) == ["Airlift", "Ambush"] for made in tables)
    assert len({tuple(made.hands[1]) for made in tables}) > 20
    assert len({tuple(made.hands.pile) for made in tables}) == len({tuple(made.event_deck) for made in tables}) == 40


def test_a_spy_remembers_the_hand() -> None:
    """CAP-A.11  Until the cards are played, the spy imagines them where they are; the others do not."""
    t = lay(MINE, step="muster", hands=HANDS)
    play(t, "play Espionage on 1")
    assert all(hand(made, 1) == ["Barrage", "Ambush", "Lobbyist"] for made in imagined(t, 0))
    assert len({tuple(made.hands[1]) for made in imagined(t, 2)}) > 20
    play(t, "take Lobbyist")
    assert all(hand(made, 1) == ["Barrage", "Ambush"] for made in imagined(t, 0))
    assert all("Lobbyist" in hand(made, 0) for made in imagined(t, 1))
    assert len({tuple(made.hands[0]) for made in imagined(t, 2)}) > 10


def test_what_was_known_is_blurred_by_a_hidden_trade() -> None:
    """CAP-A.11  P0 knows P1's cards; then P2 steals one of them unseen by P0."""
    t = lay(MINE, step="muster", hands=HANDS)
    t.hands.show_hand(t, 1, 0)
    t.hands.hand_over(t, 1, 2, ACTION.number["Barrage"])
    gone = set()
    for made in imagined(t, 0, 80):
        kept = set(hand(made, 1))
        assert len(kept) == 2 and kept < {"Barrage", "Ambush", "Lobbyist"}
        (lost,) = {"Barrage", "Ambush", "Lobbyist"} - kept
        assert lost in hand(made, 2)
        gone.add(lost)
    assert gone == {"Barrage", "Ambush", "Lobbyist"}
    assert all("Barrage" in hand(made, 2) for made in imagined(t, 1))


def test_what_is_played_tells_what_was_stolen() -> None:
    """CAP-A.11, CAP-9.1  P0 has seen both hands: when P2 plays the stolen card, P0 knows again what they hold."""
    t = lay(MINE, step="muster", hands=HANDS)
    t.hands.show_hand(t, 1, 0)
    t.hands.show_hand(t, 2, 0)
    t.hands.hand_over(t, 1, 2, ACTION.number["Barrage"])
    t.throw_away(2, ACTION.number["Barrage"])
    assert all(hand(made, 1) == ["Ambush", "Lobbyist"] for made in imagined(t, 0))
    assert all(hand(made, 2) == ["Airlift", "Ambush"] for made in imagined(t, 0))
    assert sorted(t.hands.surely(0, 1)) == [ACTION.number["Ambush"], ACTION.number["Lobbyist"]]


def test_a_hand_that_is_inherited_may_hold_what_was_passed_on_before() -> None:
    """CAP-10.4, CAP-A.11  P0 knows P1's hand; one card goes to P2 unseen, and then P2 gets the rest: all three."""
    t = lay(MINE, step="muster", hands=HANDS)
    t.hands.show_hand(t, 1, 0)
    t.hands.hand_over(t, 1, 2, ACTION.number["Lobbyist"])
    t.hands.hand_all(t, 1, 2)
    for made in imagined(t, 0):
        assert {"Barrage", "Ambush", "Lobbyist"} <= set(hand(made, 2)) and hand(made, 1) == []


def test_an_offer_that_cannot_be_paid_says_nothing_about_the_card() -> None:
    """CAP-12.2  P0 has spent the EUR that were offered besides: whether the card is still there cannot be seen."""
    held = {"0": ["War Bonds", "Airlift"], "1": ["Ambush"], "2": []}
    tables = []
    for _ in range(2):
        t = lay(MINE, step="muster", hands=held, eur=[8, 5, 5], options={"deals": "on"})
        t.propose(0, 1, "8 EUR and War Bonds")
        play(t, "buy 1")
        tables.append(t)
    tables[1].hands.hand_over(tables[1], 0, 2, ACTION.number["War Bonds"])
    tables[0].hands.hand_over(tables[0], 0, 2, ACTION.number["Airlift"])
    for seed in range(10):
        one, two = (t.determinize(1, fast_dice(seed)) for t in tables)
        assert one == two
    assert {len({*hand(made, 0)} & {"War Bonds"}) for made in imagined(tables[0], 1)} == {0, 1}


def test_a_played_card_is_forgotten() -> None:
    """CAP-9.1"""
    t = lay(MINE, step="muster", hands=HANDS)
    t.hands.show_hand(t, 1, 0)
    t.throw_away(1, ACTION.number["Ambush"])
    assert all(hand(made, 1) == ["Barrage", "Lobbyist"] for made in imagined(t, 0))


def test_inherited_cards_are_known_to_those_who_knew_them() -> None:
    """CAP-10.4  The eliminated know what they left behind; whoever spied on them knows who has it now."""
    t = lay({"NAF": [0, 6], "EGY": [1, 1]}, faces=[6, 6, 6, 1], hands={"1": ["Ambush", "Lobbyist"], "0": ["Airlift"]})
    t.hands.show_hand(t, 1, 2)
    play(t, "attack EGY from NAF", "1: pass", "move in 3")
    assert t.fallen == [1]
    for viewer in (1, 2):
        assert all({"Ambush", "Lobbyist"} <= set(hand(made, 0)) for made in imagined(t, viewer))
    assert told(t, "CAP-10.4", 0)[1:] == ["You receive Ambush", "You receive Lobbyist"]
    assert len(told(t, "CAP-10.4", 2)) == 1


def test_a_card_shown_in_an_offer_is_known() -> None:
    """CAP-12.2"""
    t = lay(MINE, step="muster", hands=HANDS, eur=[5, 5, 5], options={"deals": "on"})
    t.propose(0, 1, "Espionage", "1 EUR")
    assert all("Espionage" in hand(made, 0) for made in imagined(t, 1))
    assert any("Espionage" not in hand(made, 0) for made in imagined(t, 2))
    play(t, "1: decline offer 1", "play Espionage on 2")
    assert any("Espionage" not in hand(made, 0) for made in imagined(t, 1))


def test_an_offer_that_can_be_accepted_betrays_a_second_copy() -> None:
    """CAP-12.2  P0 plays the card that was offered; that the offer still can be accepted shows another one."""
    for copies in (1, 2):
        held = {**HANDS, "0": ["Conscription"] * copies}
        t = lay(MINE, step="muster", hands=held, eur=[5, 5, 5], options={"deals": "on"})
        t.propose(0, 1, "Conscription", "1 EUR")
        play(t, "0: play Conscription")
        for made in imagined(t, 1):
            assert made.asides(1).actions() == t.asides(1).actions()
            assert ("Conscription" in hand(made, 0)) == (copies == 2)


def test_what_others_know_is_not_imagined_from_the_truth() -> None:
    """The imagined table does not carry the knowledge of others along."""
    t = lay(MINE, step="muster", hands=HANDS)
    t.hands.show_hand(t, 1, 0)
    assert all(made.hands.known[0] == [] for made in imagined(t, 2, 3))
    assert all(made.hands.known[0] == t.hands.known[0] for made in imagined(t, 0, 3))


def test_secret_bids_are_drawn_from_imagined_hands() -> None:
    """CAP-2.10  Whoever is seen to have bid gets a random bid, with a Lobbyist only where one is imagined."""
    t = lay(MINE, step="order", hands={"1": ["Lobbyist", "Ambush"]}, eur=[4, 4, 4])
    play(t, "1: bid 2 with a Lobbyist")
    bids = set()
    for made in imagined(t, 0):
        (choice,) = made.sealed[1]
        assert choice in made.step().choices(made, 1, [])  # type: ignore[attr-defined]
        bids.add(GAME.name_of(choice))
    assert len(bids) > 3


# -- two tables that differ in one secret ------------------------------------------------------------------------------


def swap_hand_with_deck(t: CapitalsTable) -> list[int]:
    """Seat 2 holds the lowest cards of the deck instead of its own; who cannot know?"""
    mine, pile = t.hands[2], t.hands.pile
    held = t.hands.held[:]
    held[2] = sorted(pile[: len(mine)])
    t.hands.held, t.hands.pile = held, mine + pile[len(mine) :]
    return [-1, 0, 1]


def swap_deck(t: CapitalsTable) -> list[int]:
    """The lower half of the deck the other way round."""
    half = len(t.hands.pile) // 2
    t.hands.pile = t.hands.pile[:half][::-1] + t.hands.pile[half:]
    return [-1, 0, 1, 2]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("secret", [swap_hand_with_deck, swap_deck])
def test_a_match_does_not_betray_hidden_cards(secret: Callable[[CapitalsTable], list[int]], seed: int) -> None:
    """The same decisions on two tables that differ in hidden cards: the others see, hear and may do the same, until
    one of these cards comes up."""
    one = deal(3, seed, setup_claim="random", deals="on", dice_choice="choose" if seed % 2 else "max")
    while one.round == 0:
        seat = one.deciders()[0]
        one.play(seat, one.options(seat).at(0))
    two = one.copy()
    two.events = list(one.events or [])
    ignorant = secret(two)
    rng = random.Random(seed)
    same = 0
    while not one.over and not two.over and one.hands.discard == two.hands.discard and cards_agree(one, two, ignorant):
        for seat in ignorant:
            assert seen(one, seat) == seen(two, seat)
            assert heard(one.events or [], seat) == heard(two.events or [], seat)
            assert one.options(seat).actions() == two.options(seat).actions()
            assert one.asides(seat).actions() == two.asides(seat).actions()
            if same % 8 == 0:
                # And they imagine exactly the same with the same dice.
                assert one.determinize(seat, fast_dice(same)) == two.determinize(seat, fast_dice(same))
        assert one.deciders() == two.deciders()
        seat = rng.choice(one.deciders())
        both_may = sorted({*one.options(seat)} & {*two.options(seat)})
        if not both_may:
            break
        action = rng.choice(both_may)
        one.play(seat, action)
        two.play(seat, action)
        same += 1
    assert same > 5


def cards_agree(one: CapitalsTable, two: CapitalsTable, ignorant: list[int]) -> bool:
    """Whether those who cannot know have the same cards on both tables, and know the same of others."""
    seats = [seat for seat in ignorant if seat >= 0]
    return all(one.hands[seat] == two.hands[seat] and one.hands.known[seat] == two.hands.known[seat] for seat in seats)


# -- undo --------------------------------------------------------------------------------------------------------------


def match_at(**entries: object) -> Match:
    t = lay(MINE, step="muster", **entries)
    return Match(GAME, 3, {}, base=t.to_data())


def test_what_can_be_taken_back_in_muster() -> None:
    """CAP-6.1  Placing and buying units can; a card bought, played or drawn cannot."""
    match = match_at(eur=[9, 0, 0], pool=[2, 0, 0], hands={"0": ["War Bonds"]})
    before = match.table.fingerprint()
    for said in ("place 1 in ALA", "buy 2", "place 3 in NWT"):
        match.play(0, GAME.parse(said))
    for _ in range(3):
        match.undo(0)
    assert match.table.fingerprint() == before
    for said in ("play War Bonds", "buy a card"):
        match.play(0, GAME.parse("place 1 in ALA"))
        match.play(0, GAME.parse(said))
        with pytest.raises(IllegalAction):
            match.undo(0)


def test_a_bid_can_be_taken_back_until_the_last_has_chosen() -> None:
    """CAP-2.2"""
    t = lay(MINE, step="order", eur=[3, 3, 3])
    match = Match(GAME, 3, {}, base=t.to_data())
    match.play(0, GAME.parse("bid 3"))
    match.play(1, GAME.parse("bid 1"))
    match.undo(0)
    assert match.table.deciders() == [0, 2]
    match.play(0, GAME.parse("bid 2"))
    match.play(2, GAME.parse("bid 0"))
    with pytest.raises(IllegalAction):
        match.undo(2)


def test_the_look_of_espionage_cannot_be_taken_back() -> None:
    """CAP-A.11"""
    match = match_at(hands=HANDS)
    match.play(0, GAME.parse("play Espionage on 1"))
    with pytest.raises(IllegalAction):
        match.undo(0)


def test_moves_can_be_taken_back_but_not_dice() -> None:
    """CAP-8.1, CAP-7.2"""
    t = lay({"SAF": [0, 5], "CAF": [0, 1], "NAF": [1, 2]}, dice=fast_dice(3))
    match = Match(GAME, 3, {}, base=t.to_data())
    match.play(0, GAME.parse("attack EAF from SAF"))
    with pytest.raises(IllegalAction):
        match.undo(0)
    while step_of(match) != "capitals.attack":
        match.play(0, match.table.options(0).at(0))
    match.play(0, GAME.parse("end attacks"))
    before = match.table.fingerprint()
    match.play(0, GAME.parse("fortify CAF from SAF with 1"))
    match.undo(0)
    assert match.table.fingerprint() == before


def step_of(match: Match) -> str:
    return match.table.step().tag


def test_pictures_show_no_more_than_views() -> None:
    """What is drawn for a seat does not depend on what it cannot know."""
    t = lay(
        MINE, step="muster", hands=HANDS, eur=[5, 5, 5], capitals={"0": "ALA"}, sanctioned=[1], event="Harsh Winter"
    )
    t.hands.show_hand(t, 1, 0)
    for seat in [*everybody(t), ALL_SEEING]:
        fits_the_protocol(t.picture(seat))
    assert [card.seat for card in t.picture(0).open if card.secret] == [1, 1, 1]
    assert len(t.picture(ALL_SEEING).hand) == 7 and t.picture(-1).hand == []
    for seat in everybody(t):
        for made in imagined(t, seat, 5):
            assert made.picture(seat) == t.picture(seat)
    assert offered(t) and step(t) == "muster"
