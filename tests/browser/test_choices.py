"""What stands beside a choice: its price, what it brings or gives up, its odds; and where it is settled."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.seat import Seating
from browser.test_capitals import WORLD, CapitalsSeat
from browser.test_swarm import QUIET, SwarmSeat
from browser.world import PHONE

Sitting = Callable[..., list[Any]]


@pytest.fixture
def capitals(seating: Seating) -> Sitting:
    return lambda **wanted: seating(CapitalsSeat, "capitals", **{**WORLD, **wanted})


@pytest.fixture
def swarm(seating: Seating) -> Sitting:
    return partial(seating, SwarmSeat, "swarm")


APART = """codes => {
    const box = (words) => document.querySelector(words).getBoundingClientRect();
    const [panel, board] = [box("main [role=group][aria-label^='Attack']"), box("[data-testid=board]")];
    const apart = (one) =>
        one.left >= panel.right || one.right <= panel.left || one.top >= panel.bottom || one.bottom <= panel.top;
    const inside = panel.left >= board.left && panel.right <= board.right && panel.bottom <= board.bottom;
    return inside && codes.every((code) => apart(box(`[data-testid=region-${code}] circle.hit`)));
}"""


def forward(seat: Any) -> Locator:
    found: Locator = seat.page.locator("[data-forward]")
    return found


def test_the_way_forward_is_the_one_primary_button_and_says_what_it_gives_up(capitals: Sitting) -> None:
    ann, _ = capitals(step="attack")
    expect(forward(ann)).to_have_text(re.compile("End attacks"))
    expect(ann.page.locator(".button.main")).to_have_count(1)
    expect(ann.prompt).to_contain_text("No more attacks this turn; you may still fortify.")
    # In the middle of a choice it is gone, and its letter does nothing.
    ann.choose("BRA", "VEN")
    expect(ann.confirm).to_be_visible()
    expect(forward(ann)).to_have_count(0)
    ann.page.keyboard.press("d")
    expect(ann.confirm).to_be_visible()
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("d")
    ann.says("Fortify (1 left)")
    expect(ann.prompt).to_contain_text("without a card: you have conquered nothing")
    expect(ann.page.get_by_test_id("effect-buy_march")).to_have_text("One more fortification this turn")


def test_odds_say_what_they_are_about_and_stand_at_the_board(capitals: Sitting) -> None:
    ann, _ = capitals(step="attack")
    ann.choose("BRA", "VEN")
    outlooks = ann.page.get_by_test_id("outlook")
    expect(outlooks).to_have_count(2)
    expect(outlooks.nth(0)).to_contain_text(re.compile(r"This roll.*They lose 2.*37 %.*Each loses 1.*You lose 2"))
    expect(outlooks.nth(1)).to_contain_text(re.compile("The whole fight.*You win"))
    # Near what it is about: on the board, and with all that it says covering neither end of the arrow.
    ann.page.wait_for_function(APART, arg=["BRA", "VEN"])


def test_the_attacked_sees_where_and_can_pass_for_the_rest_of_the_turn(capitals: Sitting) -> None:
    """CAP-7.5"""
    territories = {**WORLD["territories"], "NAF": [1, 60]}
    ann, ben = capitals(step="attack", hands={"1": ["War Bonds"]}, territories=territories)
    ann.choose("BRA", "VEN")
    ann.confirm.click()
    ben.says("Ann attacks Venezuela from Brazil")
    expect(ben.page.get_by_test_id("region-VEN").get_by_test_id("asked")).to_have_count(1)
    expect(ben.page.get_by_test_id("region-PER").get_by_test_id("asked")).to_have_count(0)
    expect(ben.prompt).to_contain_text("you cannot answer in this battle any more")
    ben.page.get_by_test_id("leave-standing").click()
    expect(ben.page.get_by_test_id("standing")).to_be_visible()
    # In the next battle of this turn the answer is given already.
    expect(ann.confirm).to_be_enabled()
    ann.page.keyboard.press("Escape")
    ann.type("attack NAF from BRA")
    ann.says("Attack, play a card, or end your attacks.")
    # It can be taken back: then the question comes again.
    ben.page.get_by_role("button", name="Ask me again").click()
    expect(ben.page.get_by_test_id("standing")).to_have_count(0)
    ann.type("attack VEN from BRA")
    expect(forward(ben)).to_have_text(re.compile("Pass"))
    ann.says("Ben may answer the attack on Venezuela")


def test_a_bid_for_a_defection_says_who_played_it_and_on_what(capitals: Sitting) -> None:
    """CAP-A.14"""
    ann, ben = capitals(step="muster", hands={"0": ["Defection"]}, pool=[0, 0, 0])
    ann.type("play Defection in PER")
    ben.says("Ann has played Defection: bid for Peru; you have 5 EUR.")
    expect(ben.page.get_by_test_id("about-card")).to_contain_text(re.compile("Defection.*Winner-takes-all.*Ann"))
    expect(ben.page.get_by_test_id("region-PER").get_by_test_id("asked")).to_have_count(1)
    expect(ben.page.get_by_test_id("bid-effect")).to_have_text("You pay your bid whether you win or not.")


def test_prayer_says_what_it_costs_and_asks_once_more(swarm: Sitting) -> None:
    """SWM-5.14"""
    ann, ben = swarm(step="prayer", **QUIET)
    expect(ann.page.get_by_test_id("effect-pray")).to_contain_text("No drops, moves, harvest or auctions this round")
    expect(forward(ann)).to_have_text(re.compile("Do not pray"))
    ann.tile("A4").click()
    expect(ann.page.get_by_test_id("effect")).to_contain_text("1 troop goes from your reserve to the temple")
    ann.confirm.click()
    ben.heard("Ann prays in the Temple of Earth")


def test_a_tile_with_troops_on_it_and_in_its_temple_is_dropped_on(swarm: Sitting) -> None:
    """SWM-6.2, SWM-6.4"""
    ann, ben = swarm(
        step="drop", event="Drought", swarm="E1", water=[6, 5, 4], troops={"A1": [[0, 2]]}, temples={"fire": [[0, 1]]}
    )
    ann.tile("A1").click()
    expect(ann.page.get_by_role("group", name=re.compile("Drop 3 on Ashmarket"))).to_be_visible()
    expect(ann.page.get_by_test_id("bill")).to_contain_text("Costs 6 water, 0 remain")
    # A letter does not end the drops now, and a second click lets go.
    ann.page.keyboard.press("d")
    ann.tile("A1").click()
    expect(ann.confirm).to_have_count(0)
    ann.tile("A1").click()
    ann.page.get_by_test_id("count-slider").fill("1")
    ann.confirm.click()
    expect(ben.tile("A1")).to_have_attribute("aria-label", re.compile(r"Ann\) 3 troops, Blue \(Ann\) 1 in the temple"))
    # Out of the temple it goes when one says so.
    ann.tile("A1").click()
    ann.page.get_by_test_id("count-further").click()
    ann.tile("C3").click()
    expect(ben.tile("C3")).to_have_attribute("aria-label", re.compile(r"Ann\) 1 troop\b"))


def test_on_a_phone_a_note_closes_with_the_next_touch_wherever_it_is(swarm: Sitting) -> None:
    ann, _ = swarm(step="move", how=PHONE, **QUIET)
    ann.tile("D1").tap()
    note = ann.page.get_by_role("tooltip")
    expect(note).to_be_visible()
    ann.prompt.locator(".sentence").tap()
    expect(note).to_have_count(0)
