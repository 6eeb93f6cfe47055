"""Capitals by clicks: sealed bids, positions, purchases, cards, attacks, and deals."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.seat import Seat, Seating
from browser.test_pages import AXE, serious
from browser.test_phone import small
from browser.world import PHONE, Visitor
from marchland.games.capitals.cards import ACTION


class CapitalsSeat(Seat):
    """One player's page of a match of Capitals."""

    def __init__(self, visitor: Visitor, match: str) -> None:
        super().__init__(visitor, match)
        self.bids = self.page.get_by_test_id("bids")
        self.contest = self.page.get_by_test_id("contest")
        self.odds = self.page.get_by_test_id("odds")

    def card(self, name: str) -> Locator:
        """A card in the hand."""
        return self.page.get_by_test_id(f"card-card-{ACTION.number[name]}")

    def play(self, name: str) -> None:
        self.card(name).first.click()
        self.confirm.click()

    def seal(self, amount: int) -> None:
        self.page.get_by_test_id("bid-amount").fill(str(amount))
        self.page.get_by_test_id("bid-seal").click()

    def take(self, place: int) -> None:
        self.page.get_by_test_id(f"prize-{place}").click()

    def players(self, words: str | re.Pattern[str]) -> None:
        self.page.get_by_test_id("tab-players").click()
        expect(self.page.get_by_role("tabpanel")).to_contain_text(words)


Sitting = Callable[..., list[CapitalsSeat]]


@pytest.fixture
def sit(seating: Seating) -> Sitting:
    def down(**wanted: Any) -> list[CapitalsSeat]:
        return seating(CapitalsSeat, "capitals", **{**WORLD, **wanted})

    return down


WORLD: dict[str, Any] = {
    "territories": {"BRA": [0, 20], "ARG": [0, 3], "ALA": [0, 2], "VEN": [1, 60], "PER": [1, 1], "NAF": [1, 4]},
    "rest": [2, 1],
    "capitals": ["BRA", "NAF", "CHI"],
    "eur": [9, 5, 0],
    "round": 3,
}

# -- bids ------------------------------------------------------------------------------------------------------------


def test_a_bid_is_sealed_opened_and_its_positions_are_taken_by_rank(sit: Sitting) -> None:
    """CAP-2.2 to CAP-2.7, CAP-A.16"""
    ann, ben, cyd = sit(step="order", onlooker=True, hands={"0": ["Lobbyist"]})
    expect(ann.bids).to_contain_text("The order of this round")
    expect(ann.bids).to_contain_text("Everybody pays what they bid")
    # The card goes beside the bid by a click, away by another, and back.
    beside = ann.page.get_by_test_id("bid-beside")
    for checked in (True, False, True):
        ann.card("Lobbyist").click()
        expect(beside).to_be_checked(checked=checked)
    ann.page.get_by_test_id("bid-amount").fill("4")
    expect(ann.bids).to_contain_text("5 of 9 EUR remain")
    ann.page.get_by_test_id("bid-seal").click()
    expect(ann.bids).to_contain_text("Bid 4 with a Lobbyist: your bid is sealed")
    for other in (ben, cyd):
        expect(other.bids).to_contain_text(re.compile("Ann *ready"))
        expect(other.bids).to_contain_text(re.compile("Ben *thinks"))
        expect(other.bids).not_to_contain_text("Lobbyist")
    # Until the last has chosen it can be taken back.
    ann.page.get_by_test_id("undo").click()
    expect(ben.bids).to_contain_text(re.compile("Ann *thinks"))
    ann.seal(2)
    ben.seal(4)
    for one in (ann, ben, cyd):
        expect(one.bids).to_contain_text("The bids are open")
        expect(one.bids).to_contain_text(re.compile("Ann *with a Lobbyist *2 EUR *.*Ben *4 EUR"))
    ann.take(3)
    expect(ben.page.get_by_test_id("prize-3")).to_contain_text("Ann")
    expect(ben.page.get_by_test_id("prize-3")).to_be_disabled()
    ben.take(1)
    ben.says("Your turn")
    ann.players(re.compile("Ann *.you. *position 3 *bid 2 EUR with a Lobbyist *1 of 3 capitals *7 EUR"))


def test_a_bid_is_typed_and_sealed_with_the_keyboard(sit: Sitting) -> None:
    ann, ben = sit(step="order")
    amount = ann.page.get_by_test_id("bid-amount")
    amount.focus()
    ann.page.keyboard.type("7")
    ann.page.keyboard.press("ArrowUp")
    expect(amount).to_have_value("8")
    # More than there is becomes all there is.
    amount.fill("99")
    expect(amount).to_have_value("9")
    ann.page.keyboard.press("Enter")
    expect(ann.bids).to_contain_text("Bid 9: your bid is sealed")
    ben.refused("bid 6", "CAP-2.2")


def test_places_on_the_conference_table_are_taken_one_after_the_other(sit: Sitting) -> None:
    """CAP-4.3"""
    ann, ben = sit(step="event", event_deck=["Congress"])
    expect(ann.page.get_by_test_id("banner")).to_contain_text("Ranked bid for places on the Conference table")
    ann.seal(3)
    ben.seal(1)
    expect(ann.page.get_by_test_id("prize-1")).to_contain_text("4 units")
    ann.take(1)
    ann.says("Put 4 units in territories of yours")
    # What else is on the table stays in sight meanwhile.
    expect(ben.page.get_by_test_id("prize-1")).to_contain_text("Ann")
    ann.choose("ALA")
    ann.confirm.click()
    ann.shows("ALA", "Ann.*6 units")
    ben.take(2)
    ben.heard("Ben gains 5 EUR")


# -- muster ----------------------------------------------------------------------------------------------------------


def test_units_are_bought_at_rising_prices(sit: Sitting) -> None:
    """CAP-6.3, CAP-6.4"""
    ann, ben = sit(step="muster", pool=[2, 0, 0])
    expect(ann.button("Buy a card")).to_contain_text("3 EUR")
    buy = ann.button(re.compile("Buy 1.3 units"))
    expect(buy).to_contain_text("from 1 EUR")
    buy.click()
    bill = ann.page.get_by_test_id("bill")
    expect(bill).to_have_text("Costs 1 EUR, 8 remain; one more costs 2.")
    ann.page.get_by_test_id("count-slider").fill("3")
    expect(bill).to_have_text("Costs 6 EUR, 3 remain; one more costs 4.")
    ann.confirm.click()
    ann.says("Place 5 units, buy units or cards, or play a card. You have 3 EUR.")
    ben.heard("Ann buys 3 units for 6 EUR")
    ann.refused("buy 1", "CAP-6.3")
    ann.choose("ALA")
    ann.page.get_by_test_id("count-slider").fill("4")
    ann.confirm.click()
    ben.shows("ALA", "Ann.*6 units")
    ann.page.get_by_test_id("undo").click()
    ben.shows("ALA", "Ann.*2 units")


def test_cards_say_what_they_do_and_when(sit: Sitting) -> None:
    """CAP-9.1"""
    ann, ben = sit(step="muster", hands={"0": ["Conscription", "Tax Raid", "Ambush"], "1": ["Embargo"]})
    expect(ann.card("Conscription")).to_contain_text("3 units come to your pool.")
    expect(ann.card("Conscription")).to_contain_text("In your Muster step")
    expect(ann.card("Ambush")).to_contain_text("When you are attacked")
    expect(ann.card("Ambush")).not_to_have_class(re.compile("playable"))
    ann.play("Conscription")
    ann.says("Place 3 units")
    ann.card("Tax Raid").click()
    ann.button("Play Tax Raid on Ben").click()
    ann.confirm.click()
    ben.heard("Ann takes 3 EUR from Ben")
    # Nobody sees what others hold, only how many.
    ann.players(re.compile("Ben.*1 card"))
    assert "Embargo" not in ann.page.content() and "Ambush" not in ben.page.content()


def test_a_spy_takes_a_card_that_lies_open_for_the_spy_alone(sit: Sitting) -> None:
    """CAP-A.11"""
    hands = {"0": ["Espionage"], "1": ["Ambush", "Ceasefire"]}
    ann, ben, cyd = sit(step="muster", onlooker=True, hands=hands)
    ann.card("Espionage").click()
    ann.confirm.click()
    ann.says("Take one of the cards of Ben")
    seen = ann.page.get_by_test_id(f"seen-card-{ACTION.number['Ceasefire']}")
    expect(seen).to_contain_text("Ben has this")
    seen.click()
    ann.confirm.click()
    expect(ann.card("Ceasefire")).to_be_visible()
    expect(ben.card("Ceasefire")).to_have_count(0)
    cyd.heard("Ann takes a card of Ben")
    assert "Ceasefire" not in cyd.page.content()


# -- attack ----------------------------------------------------------------------------------------------------------


def test_an_attack_goes_roll_by_roll_or_on_until_it_is_decided(sit: Sitting) -> None:
    """CAP-7.2, CAP-S.11"""
    ann, ben = sit(step="attack")
    ann.choose("BRA", "VEN")
    expect(ann.odds).to_contain_text("You win")
    expect(ann.confirm).to_contain_text("One roll of the dice")
    ann.confirm.click()
    # A roll of three dice against two costs two units in all; the same attack can go on at once.
    expect(ben.contest).to_contain_text(re.compile(r"Battle, Venezuela"))
    expect(ann.odds).to_contain_text("You win")
    expect(ann.confirm).to_be_enabled()
    ann.page.get_by_test_id("confirm-storm").click()
    # Nobody wins against three times as many.
    ann.shows("BRA", r"Ann\), 1 unit\b")
    expect(ann.contest).to_have_count(0)
    expect(ann.confirm).to_have_count(0)
    ben.heard("Ann storms Venezuela from Brazil")


def test_an_attack_by_the_keyboard(sit: Sitting) -> None:
    ann, ben = sit(step="attack")
    ann.page.get_by_test_id("region-BRA").focus()
    ann.page.keyboard.press("Enter")
    ann.page.get_by_test_id("region-VEN").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.confirm).to_be_focused()
    for _ in range(2):
        expect(ann.confirm).to_be_enabled()
        ann.page.keyboard.press("Enter")
        ben.heard("Ann attacks Venezuela from Brazil")
    # Escape lets the attack go, D ends the step.
    expect(ann.confirm).to_be_enabled()
    ann.page.keyboard.press("Escape")
    expect(ann.confirm).to_have_count(0)
    ann.page.keyboard.press("d")
    ann.says("Fortify (1 left)")


def test_a_storm_that_wins_asks_at_once_how_many_move_in(sit: Sitting) -> None:
    """CAP-S.13"""
    ann, ben = sit(step="attack", hands={"0": ["Spearhead"]})
    # A card for the attack comes first; then the odds know of it.
    ann.card("Spearhead").click()
    ann.choose("BRA", "PER")
    ann.confirm.click()
    ben.heard("Ann plays Spearhead from Brazil into Peru")
    # Where it comes from stays chosen.
    ann.choose("PER")
    ann.page.get_by_test_id("confirm-storm").click()
    ann.says("Peru is taken. Move in with how many?")
    ann.page.get_by_test_id("count-slider").fill("9")
    ann.confirm.click()
    ben.shows("PER", r"Ann\), 9 units")


def test_the_attacked_answers_with_a_card(sit: Sitting) -> None:
    """CAP-7.5, CAP-A.9"""
    ann, ben = sit(step="attack", hands={"1": ["Ceasefire", "War Bonds"]})
    ann.choose("BRA", "PER")
    ann.confirm.click()
    ben.says("Ann attacks Peru from Brazil. Answer with a card, or pass.")
    expect(ben.contest).to_contain_text(re.compile("Ann *19 units *Ben *1 unit"))
    expect(ben.card("War Bonds")).not_to_have_class(re.compile("playable"))
    ben.play("Ceasefire")
    ann.heard("the battle for Peru is over")
    ann.shows("PER", "Ben.*ceasefire")
    ann.refused("attack PER from BRA", "CAP-A.9")


def test_the_event_in_force_stands_above_the_board(sit: Sitting) -> None:
    """CAP-3.10, CAP-E.7, CAP-E.6"""
    ann, _ = sit(step="attack", event="Storms at Sea")
    banner = ann.page.get_by_test_id("banner")
    expect(banner).to_contain_text("Storms at Sea")
    expect(banner).to_contain_text("no attack and no fortification crosses a sea lane")
    expect(banner).to_contain_text("in force this round")
    ann.refused("attack NAF from BRA", "CAP-E.7")
    banner.get_by_role("button", name="CAP-E.7").click()
    expect(ann.page.get_by_role("tabpanel")).to_contain_text("CAP-E.7")
    bea, _ = sit(step="attack", event="Harsh Winter")
    expect(bea.page.get_by_test_id("area")).to_have_count(1)


# -- fortify, deals, players -----------------------------------------------------------------------------------------


def test_units_march_and_more_marches_are_bought(sit: Sitting) -> None:
    """CAP-8.1, CAP-8.3"""
    ann, ben = sit(step="fortify", hands={"0": ["Airlift"]})
    ann.choose("BRA", "ARG")
    ann.page.get_by_test_id("count-slider").fill("5")
    ann.confirm.click()
    ben.shows("ARG", r"Ann\), 8 units")
    expect(ann.button("Buy a march")).to_contain_text("2 EUR")
    ann.button("Buy a march").click()
    ann.says("Fortify (1 left)")
    # Without a march left the board offers nothing more, but the card does.
    ann.choose("ARG", "BRA")
    ann.page.get_by_test_id("count-slider").fill("1")
    ann.confirm.click()
    ann.says("Fortify (0 left)")
    ann.card("Airlift").click()
    ann.choose("BRA", "ALA")
    ann.page.get_by_test_id("count-slider").fill("10")
    ann.confirm.click()
    ben.shows("ALA", r"Ann\), 12 units")


def test_a_deal_of_a_card_for_money(sit: Sitting) -> None:
    """CAP-12.2  The card is shown to the two, the others learn that there was one."""
    options = {"deals": "on"}
    ann, ben, cyd = sit(step="muster", onlooker=True, options=options, hands={"0": ["Entrenchment"], "2": ["Airlift"]})
    ann.page.get_by_test_id("make-offer").click()
    ann.page.get_by_test_id("offer-dialog").get_by_text("Ben").first.click()
    ann.page.get_by_test_id("give-EUR").fill("2")
    ann.page.get_by_test_id("give-card").select_option("Entrenchment")
    ann.page.get_by_test_id("ask-EUR").fill("5")
    ann.page.get_by_test_id("offer-send").click()
    expect(ben.page.get_by_test_id("offers")).to_contain_text("Entrenchment")
    expect(cyd.page.get_by_test_id("offers")).to_contain_text("Ann has made Ben an offer")
    ben.page.get_by_test_id("offer-accept").click()
    expect(ben.card("Entrenchment")).to_be_visible()
    expect(ann.card("Entrenchment")).to_have_count(0)
    cyd.heard("Ann gives Ben a card")
    assert "Entrenchment" not in cyd.page.content()
    ann.says("You have 12 EUR")


def test_capitals_are_marked_and_players_shown_with_what_is_public(sit: Sitting) -> None:
    """CAP-10.1"""
    position = {"territories": {**WORLD["territories"], "NAF": [0, 4], "WAU": [1, 1]}, "hands": {"1": ["Ambush"] * 2}}
    ann, _ = sit(step="attack", embargoed=[1], **position)
    ann.shows("BRA", r"Blue \(Ann\), 20 units, capital of Blue \(Ann\)")
    ann.shows("NAF", r"Blue \(Ann\), 4 units, capital of Vermilion \(Ben\)")
    ann.players(re.compile(r"Ann *\(you\).*2 of 3 capitals *9 EUR *4 territories *29 units *0 cards"))
    ann.players(re.compile(r"Ben.*under embargo.*0 of 3 capitals *5 EUR.*2 cards"))
    # What a continent is worth, and to whom, is said where it lies.
    ann.page.get_by_test_id("region-WAU").locator("circle.hit").hover()
    expect(ann.page.get_by_role("tooltip")).to_contain_text("Oceania +2")


def test_closed_purses_stay_closed(sit: Sitting) -> None:
    """CAP-2.3"""
    ann, ben, cyd = sit(step="muster", onlooker=True, options={"eur_visible": "no"})
    ann.players(re.compile("Ann.*9 EUR"))
    for other in (ben, cyd):
        expect(other.page.get_by_role("tabpanel")).to_contain_text("Ann")
        expect(other.page.get_by_role("tabpanel")).not_to_contain_text("9 EUR")


# -- for everybody ---------------------------------------------------------------------------------------------------

FULL = ["Conscription", "Tax Raid", "Spearhead", "Airlift", "Lobbyist"]
SCENES: dict[str, dict[str, Any]] = {
    "order": {"step": "order", "event": "Harsh Winter"},
    "muster": {"step": "muster", "event": "Arms Surplus", "pool": [3, 0, 0]},
    "attack": {"step": "attack", "event": "Truce of Capitals"},
    "fortify": {"step": "fortify", "options": {"deals": "on"}},
}


def arrange(scene: str, ann: CapitalsSeat) -> None:
    """A scene at its fullest."""
    if scene == "attack":
        ann.choose("BRA", "VEN")
        expect(ann.odds).to_contain_text("You win")
    if scene == "muster":
        ann.button(re.compile("Buy 1.5 units")).click()
    if scene == "order":
        expect(ann.bids).to_contain_text("with Lobbyist")


@pytest.mark.parametrize("scene", SCENES)
def test_no_serious_fault_of_accessibility(sit: Sitting, scene: str) -> None:
    """In daylight; in the dark it is looked at on a phone, below."""
    (ann,) = sit(people=1, hands={"0": FULL}, **SCENES[scene])
    arrange(scene, ann)
    assert serious(ann.page, AXE.read_text()) == []


@pytest.mark.parametrize("scene", SCENES)
def test_on_a_phone_everything_fits_and_is_as_large_as_a_finger(sit: Sitting, scene: str) -> None:
    (ann,) = sit(people=1, how={**PHONE, "color_scheme": "dark"}, hands={"0": FULL}, **SCENES[scene])
    arrange(scene, ann)
    assert serious(ann.page, AXE.read_text()) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth") == 390
    assert small(ann.page) == []
    if scene == "order":
        expect(ann.page.get_by_test_id("bid-amount")).to_be_in_viewport(ratio=1)
        ann.page.get_by_test_id("bid-amount").fill("3")
        ann.page.get_by_test_id("bid-seal").tap()
        expect(ann.bids).to_contain_text("The bids are open")
