"""What the client is shown of Capitals: everything that a viewer may see, and not a byte more."""

import json
import random
from typing import Any

import orjson
import pytest

from capitals.table import CODES, GAME, CapitalsTable, bid, deal, imagined, lay, play
from engine.playing import everybody, facts_of, fits_the_protocol
from marchland.engine.dice import fast_dice
from marchland.engine.picture import Bid, Fact, Mark
from marchland.engine.table import ALL_SEEING, SPECTATOR
from marchland.games.capitals.bids import CHOOSE_POSITION
from marchland.games.capitals.cards import ACTION, EVENT
from marchland.games.capitals.fortify import BUY_MARCH
from marchland.games.capitals.muster import BUY_CARD, BUY_UNITS
from marchland.server.messages import Deals, Plan
from marchland.server.state import deals, plan

MINE = {"ALA": [0, 2], "NWT": [0, 1], "BRA": [1, 2], "ARG": [1, 3]}


def picture(t: CapitalsTable, viewer: int = SPECTATOR) -> Any:
    return t.picture(viewer)


def shown(t: CapitalsTable, viewer: int) -> bytes:
    """All that a viewer is sent of the table itself, byte by byte."""
    made = {"picture": t.picture(viewer), "plan": plan(t, viewer), "deals": deals(t, viewer)}
    return orjson.dumps(made)


# -- nobody is shown too much ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "seed", "purses"), [(3, 0, "yes"), (4, 1, "no"), (6, 2, "yes")])
def test_what_is_hidden_does_not_show(seats: int, seed: int, purses: str) -> None:
    """CAP-2.2, CAP-A.11, CAP-12.2  Whatever a viewer cannot know may lie otherwise, and not a byte of what it is sent
    changes: hands, decks, bids that are sealed, cards in offers between others."""
    t = deal(seats, seed, setup_claim="random", deals="on", eur_visible=purses, max_rounds="5")
    rng = random.Random(seed)
    differing = number = 0
    seen: set[str] = set()
    while not t.over:
        number += 1
        if number % 9 == 0 or t.sealed:
            for viewer in everybody(t):
                other = t.determinize(viewer, fast_dice(number))
                assert isinstance(other, CapitalsTable)
                differing += other.fingerprint() != t.fingerprint()
                assert shown(other, viewer) == shown(t, viewer)
        made = t.picture(number % (seats + 2) - 2)
        seen |= {name for name, value in vars(made).items() if value}
        fits_the_protocol(made)
        for model, part in ((Plan, plan(t, number % seats)), (Deals, deals(t, number % seats))):
            if part is not None:
                model.model_validate_json(json.dumps(part))
        seat = rng.choice(t.deciders())
        options = t.options(seat)
        t.play(seat, options.at(rng.randrange(options.total)))
    assert differing > 50
    assert {"hand", "open", "banner", "bidding", "prices", "contest"} <= seen


def test_a_sealed_bid_is_its_makers_alone() -> None:
    """CAP-2.2  The others see who is ready; CAP-2.10  nor do they see a Lobbyist before the reveal."""
    tables = []
    for said in ("0: bid 3", "0: bid 0 with a Lobbyist"):
        t = lay(MINE, step="order", eur=[3, 4, 5], hands={"0": ["Lobbyist"]})
        play(t, said)
        tables.append(t)
    for viewer in (SPECTATOR, 1, 2):
        assert shown(tables[0], viewer) == shown(tables[1], viewer)
        assert picture(tables[0], viewer).bidding.bids == []
    made: Any = plan(tables[0], 0)
    assert made["questions"][0]["made"] == GAME.parse("bid 3")
    assert plan(tables[0], 1) is not None and plan(tables[0], SPECTATOR) is None


def test_only_the_buyer_sees_a_price_list() -> None:
    """CAP-6.3  How much can be bought would tell what is in the purse."""
    t = lay(MINE, step="muster", eur=[9, 4, 5], options={"eur_visible": "no"})
    assert [price.purse for price in picture(t, 0).prices] == [9, 9]
    for viewer in (SPECTATOR, ALL_SEEING, 1, 2):
        assert picture(t, viewer).prices == []


# -- bids ------------------------------------------------------------------------------------------------------------


def test_a_bid_for_the_order_and_its_positions() -> None:
    """CAP-2.3, CAP-2.6, CAP-2.7"""
    t = lay(MINE, step="order", eur=[3, 4, 5], hands={"0": ["Lobbyist"]})
    before = picture(t)
    assert before.bidding.title == "The order of this round" and before.bidding.bidders == [0, 1, 2]
    assert [prize.text for prize in before.bidding.prizes] == ["acts first", "acts second", "acts last"]
    play(t, "0: bid 2 with a Lobbyist", "1: bid 4", "2: bid 0")
    made = picture(t).bidding
    assert made.bids == [Bid(0, 2, "with a Lobbyist"), Bid(1, 4), Bid(2, 0)]
    assert [prize.action for prize in made.prizes] == [CHOOSE_POSITION.of(k) for k in (1, 2, 3)]
    play(t, "0: take position 3")
    assert [prize.seat for prize in picture(t).bidding.prizes] == [-1, -1, 0]
    play(t, "1: take position 1")
    after = picture(t)
    assert after.bidding is None
    assert [seat.notes for seat in after.seats] == [
        ["position 3", "bid 2 EUR with a Lobbyist"],
        ["position 1", "bid 4 EUR"],
        ["position 2", "bid 0 EUR"],
    ]


def test_the_conference_table_names_its_rewards() -> None:
    """CAP-4.3"""
    t = lay(MINE, step="event", event_deck=["Congress"], eur=[1, 2, 3])
    made = picture(t).bidding
    assert made.title == "Congress: places on the Conference table"
    assert [prize.text for prize in made.prizes] == ["4 units", "5 EUR", "1 Action card"]
    bid(t, 1, 2, 3)
    # While the winner puts the units, the bids and what is left stay in sight.
    play(t, "2: take position 1")
    assert t.deciders() == [2]
    assert [prize.seat for prize in picture(t).bidding.prizes] == [2, -1, -1]


@pytest.mark.parametrize(
    ("event", "title"),
    [("Arms Fair", "Arms Fair: 4 units"), ("Trade Sanctions", "Trade Sanctions: one player gets no continent bonus")],
)
def test_a_bid_for_one_prize_has_no_list_of_them(event: str, title: str) -> None:
    """CAP-2.8"""
    t = lay(MINE, step="event", event_deck=[event], eur=[1, 2, 3])
    made = picture(t).bidding
    assert made.title == title and made.prizes == []
    assert made.text.startswith("The highest bid takes it")


def test_a_bid_for_a_territory_names_it() -> None:
    """CAP-A.14"""
    t = lay({**MINE, "ALB": [1, 1]}, step="muster", hands={"0": ["Defection"]}, eur=[1, 2, 3])
    play(t, "play Defection in ALB")
    assert picture(t).bidding.title == "Defection: Alberta"


# -- prices ----------------------------------------------------------------------------------------------------------


def totals(t: CapitalsTable, kind: int) -> list[int]:
    return next(price.totals for price in picture(t, 0).prices if price.kind == kind)


def test_units_rise_in_price() -> None:
    """CAP-6.3  1, 2, 3, … with what the first one beyond the purse would cost; CAP-6.4  a card costs 3."""
    t = lay(MINE, step="muster", eur=[9, 0, 0])
    assert totals(t, BUY_UNITS.number) == [1, 3, 6, 10] and totals(t, BUY_CARD.number) == [3]
    play(t, "buy 2")
    assert totals(t, BUY_UNITS.number) == [3, 7]
    assert picture(t, 0).prices[0].purse == 6


def test_in_an_arms_surplus_a_unit_costs_one() -> None:
    """CAP-E.14"""
    t = lay(MINE, step="muster", eur=[9, 0, 0], event="Arms Surplus")
    assert totals(t, BUY_UNITS.number) == [1, 2, 3, 4, 5]
    play(t, "buy 4")
    assert totals(t, BUY_UNITS.number) == [1]


def test_a_march_has_its_price_in_the_fortify_step() -> None:
    """CAP-8.3"""
    t = lay(MINE, step="fortify", eur=[2, 0, 0])
    assert totals(t, BUY_MARCH.number) == [2]


# -- the table -------------------------------------------------------------------------------------------------------


def test_the_event_of_the_round_is_on_the_banner() -> None:
    """CAP-3.10"""
    for name, note in (("Storms at Sea", "in force this round"), ("Good Harvest", "")):
        banner = picture(lay(MINE, step="muster", event=name)).banner
        assert (banner.deck, banner.card, banner.note) == ("event", EVENT.number[name], note)
    assert picture(lay(MINE, step="muster")).banner is None


def test_a_battle_shows_both_sides_and_the_cards_played_for_it() -> None:
    """CAP-7.4, CAP-7.7"""
    t = lay(
        {"NAF": [0, 7], "EAF": [1, 3]},
        faces=[1, 1, 1, 6, 6],
        hands={"0": ["Spearhead"], "1": ["Entrenchment"]},
    )
    assert picture(t).contest is None
    play(t, "play Spearhead from NAF into EAF", "attack EAF from NAF")
    ours, theirs = picture(t).contest.sides
    assert (ours.seat, ours.facts) == (0, [Fact(6, "unit", "units")])
    assert (theirs.seat, theirs.facts) == (1, [Fact(3, "unit", "units")])
    assert ours.cards == [("card", ACTION.number["Spearhead"])] and theirs.cards == []
    play(t, "1: answer with Entrenchment")
    _, theirs = picture(t).contest.sides
    assert theirs.cards == [("card", ACTION.number["Entrenchment"])]
    play(t, "end attacks")
    assert picture(t).contest is None


def test_neutral_defenders_are_nobody() -> None:
    """CAP-S.1"""
    t = lay({"NAF": [0, 7], "EAF": ["neutral", 3]}, faces=[1, 1, 1, 6, 6])
    play(t, "attack EAF from NAF")
    assert [side.seat for side in picture(t).contest.sides] == [0, -1]


def test_players_are_shown_with_what_is_public() -> None:
    """CAP-10.1, CAP-5.3"""
    t = lay(
        MINE, step="muster", eur=[5, 6, 7], capitals={"0": "ALA", "1": "BRA"}, embargoed=[1], hands={"1": ["Ambush"]}
    )
    facts = [facts_of(seat.facts) for seat in picture(t).seats]
    assert facts[0] == {
        "EUR": 5,
        "capitals": 1,
        "territories": 2,
        "units": 3,
        "cards": 0,
        "units a turn": 3,
        "EUR a turn": 4,
    }
    assert facts[1]["cards"] == 1 and "under embargo" in picture(t).seats[1].notes
    regions = picture(t).regions
    assert [region.marks for region in regions if region.marks] == [
        [Mark("capital", 0)],
        [Mark("capital", 1)],
    ]
    assert all(made.picture(2) == t.picture(2) for made in imagined(t, 2, 5))


def test_an_eliminated_player_has_no_income() -> None:
    """CAP-4.4, CAP-S.14  Out, with nothing a turn and no place in the order."""
    t = lay({"ALA": [0, 2]}, step="muster", order=[0, 2], eur=[5, 0, 7])
    gone = picture(t).seats[1]
    assert facts_of(gone.facts) == {"EUR": 0, "territories": 0, "units": 0, "cards": 0}
    assert gone.out and gone.notes == []
    assert [seat.out for seat in picture(t).seats] == [False, True, False]


def test_during_setup_there_is_no_income_yet() -> None:
    """CAP-1.3, CAP-1.5  The pool counts down, and no capital is founded."""
    t = lay({"ALA": [0, 1]}, rest=None, step="claim", active=1, order=[0, 1, 2])
    facts = [facts_of(seat.facts) for seat in picture(t).seats]
    assert facts[0] == {"EUR": 35, "territories": 1, "to place": 34}
    assert facts[1] == {"EUR": 35, "territories": 0, "to place": 35}
    assert picture(t).seats[1].out is False


def test_what_holds_for_a_turn_or_a_round_is_marked() -> None:
    """CAP-A.9, CAP-5.4, CAP-E.6  A Ceasefire on its territory, sanctions on their player, winter on the north."""
    t = lay(MINE, ceased=["BRA"], sanctioned=[1], event="Harsh Winter")
    made = picture(t)
    marked = {CODES[place]: region.marks for place, region in enumerate(made.regions) if region.marks}
    assert marked == {"BRA": [Mark("ceasefire")]}
    assert ["under sanctions" in seat.notes for seat in made.seats] == [False, True, False]
    (area,) = made.areas
    assert [CODES[place] for place in area.regions] == ["ALA", "NWT", "GRL", "ICE", "SCA", "SIB", "YAK", "KAM"]
    assert picture(lay(MINE, event="Storms at Sea")).areas == []
