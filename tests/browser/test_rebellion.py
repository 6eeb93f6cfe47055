"""Rebellion by clicks: a province and what can be done there, the ledger, a war with its odds, an occupation, a revolt
and a peace, by mouse and on a phone. The dice of wars are known, and what has to come to its end is between two people
or within one turn: a bot that does anything at all may take the land that a peace is about."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.positions import dice_that_roll
from browser.seat import Seat, Seating
from browser.test_pages import AXE, serious
from browser.test_phone import small
from browser.world import PHONE, Visitor
from rebellion.table import land

Sitting = Callable[..., list["Regent"]]


class Regent(Seat):
    """One player's page of a match of Rebellion."""

    def __init__(self, visitor: Visitor, match: str) -> None:
        super().__init__(visitor, match)
        self.odds = self.page.get_by_test_id("odds")
        self.ledger = self.page.get_by_test_id("ledger")
        self.contest = self.page.get_by_test_id("contest")
        self.caution = self.page.get_by_test_id("caution")

    def entry(self, words: str | re.Pattern[str]) -> Locator:
        return self.prompt.locator("[data-testid^=choice-]").filter(has_text=words).first

    def press(self, words: str | re.Pattern[str]) -> None:
        self.entry(words).click()

    def settled(self) -> None:
        """What is asked once more, yes."""
        self.confirm.click()


@pytest.fixture
def sit(seating: Seating) -> Sitting:
    """Ann has Brazil, two bots have Japan and South Africa."""

    def down(how: Any = None, **position: Any) -> list[Regent]:
        found: list[Regent] = seating(Regent, "rebellion", people=1, seats=3, how=how, **position)
        return found

    return down


@pytest.fixture
def sit_two(seating: Seating) -> Sitting:
    """Ann has Brazil, Ben has Japan and one soldier next to her army."""

    def down(how: Any = None, **position: Any) -> list[Regent]:
        found: list[Regent] = seating(Regent, "rebellion", seats=2, how=how, dice=dice_that_roll(*KNOWN), **position)
        return found

    return down


CALM: dict[str, Any] = {"mod_weather": "off"}
# Next to Ann's army the first bot has one soldier, and the second one nothing at all.
BORDER: dict[str, Any] = {
    "options": CALM,
    "coins": [60, 10, 10],
    "level": [2, 1, 1],
    "provinces": {
        "BRA": land(0, "9I 2C"),
        "PER": land(0, "2I", buildings=["farm"]),
        "ARG": land(0),
        "VEN": land(0, bunkers=1),
        "NAF": land(1, "I", buildings=["granary"]),
        "JAP": land(1, "20I"),
        "SAF": land(2, "20I"),
    },
}


def test_a_click_on_a_province_shows_what_can_be_done_there(sit: Sitting) -> None:
    (ann,) = sit(**BORDER)
    # Nothing is picked: long lists are folded, and the ledger says what comes.
    expect(ann.ledger).to_contain_text("Coins")
    ann.ledger.locator("summary").click()
    expect(ann.ledger.get_by_role("row", name="Your capital")).to_contain_text("+5")
    expect(ann.ledger.get_by_role("row", name="Your capital")).to_contain_text("REB-5.2")
    ann.choose("PER")
    expect(ann.prompt).to_contain_text("In Peru")
    expect(ann.entry("Build road")).to_contain_text(re.compile("5 coins.*Marching out is free", re.DOTALL))
    expect(ann.prompt.get_by_role("button", name="Build farm")).to_have_count(0)
    ann.page.keyboard.press("Escape")
    ann.choose("ARG")
    expect(ann.entry("Build farm")).to_contain_text(re.compile("11 coins.*1 coin and 1 food a turn", re.DOTALL))
    ann.press("Build farm")
    ann.shows("ARG", "farm")
    # What is done in the capital is found there, though its words do not name it.
    ann.choose("BRA")
    expect(ann.prompt).to_contain_text("In Brazil")
    ann.press(re.compile("Recruit .* cavalry"))
    ann.page.get_by_test_id("count-slider").fill("2")
    expect(ann.page.get_by_test_id("bill")).to_contain_text("Costs 12 coins, 37 remain")
    ann.settled()
    ann.shows("BRA", "4 cavalry")
    # From, to, the arm, a count: at the board.
    ann.choose("BRA", "ARG")
    ann.press(re.compile("March .* infantry"))
    expect(ann.page.get_by_test_id("bill")).to_contain_text("Costs no coins")
    ann.page.get_by_test_id("count-slider").fill("3")
    ann.settled()
    ann.shows("ARG", "3 infantry")
    ann.page.get_by_test_id("undo").click()
    ann.shows("BRA", "9 infantry")
    ann.page.keyboard.press("Escape")
    ann.type("march 3 infantry from Brazil to Argentina")
    ann.shows("ARG", "3 infantry")
    ann.refused("march 1 artillery from Brazil to Argentina", "REB-7.1")
    assert serious(ann.page, AXE.read_text()) == []


def test_captives_of_two_nations_are_told_apart(sit: Sitting) -> None:
    provinces = {**BORDER["provinces"], "CTA": land(0, "3I", buildings=["captive camp"], captives=[[1, 2], [2, 1]])}
    (ann,) = sit(**{**BORDER, "provinces": provinces})
    camp = ann.page.locator("[data-testid=mark-captives] .number")
    expect(camp).to_have_count(2)
    assert len({one.evaluate("(circle) => circle.style.fill") for one in camp.all()}) == 2


def test_the_way_forward_and_the_phase_stay_in_sight(sit: Sitting) -> None:
    (ann,) = sit(**BORDER)
    forward = ann.prompt.locator("[data-forward]")
    expect(forward).to_be_in_viewport(ratio=1)
    ann.ledger.locator("summary").click()
    expect(forward).to_be_in_viewport(ratio=1)
    forward.click(trial=True)
    lit = ann.page.get_by_role("list", name="Sequence of play").locator("[aria-current=step]")
    expect(lit).to_be_in_viewport(ratio=1)


def test_on_a_phone_what_is_asked_is_read_from_its_beginning(sit: Sitting) -> None:
    (ann,) = sit(how=PHONE, **BORDER)
    ann.prompt.get_by_test_id("ledger").locator("summary").tap()
    ann.page.get_by_role("tab", name="Rules").scroll_into_view_if_needed()
    ann.choose("BRA", "NAF")
    expect(ann.prompt.locator(".sentence")).to_be_in_viewport(ratio=1)
    expect(ann.odds).to_be_in_viewport()


# The one battle, which Ann wins at once.
KNOWN = (range(81, 101), range(1, 21))
PAIR: dict[str, Any] = {
    "coins": [60, 10],
    "food": [0, 5],
    "provinces": {
        "BRA": land(0, "9I 2C"),
        "PER": land(0, "2I"),
        "ARG": land(0, "2I"),
        "VEN": land(0),
        "NAF": land(1, "I"),
        "JAP": land(1, "20I"),
    },
}


def war(ann: Regent) -> None:
    """An attack out of Brazil, with the odds before it, and North Africa is Ann's prize."""
    ann.choose("BRA", "NAF")
    expect(ann.odds).to_contain_text("You win")
    expect(ann.page.get_by_test_id("reasons")).to_contain_text("More soldiers (REB-8.8 b) +10")
    expect(ann.page.get_by_test_id("reasons")).to_contain_text("Defence: dug in (REB-8.9 d) +2")
    ann.settled()
    ann.says("commit units")
    # What one came for is in sight, before what calls it off.
    expect(ann.entry(re.compile("Commit .* infantry"))).to_be_in_viewport(ratio=1)
    ann.press(re.compile("Commit .* infantry"))
    ann.settled()
    expect(ann.contest).to_contain_text("9 soldiers")
    expect(ann.odds).to_contain_text("You win")
    ann.press("Begin the attack")
    ann.says("Battle for North Africa")
    expect(ann.prompt.get_by_test_id("least-battle_until")).to_have_text("Fight to the end")
    ann.press(re.compile("^Roll until"))
    ann.page.get_by_test_id("count-slider").fill("5")
    ann.settled()
    ann.press("Pay the march")
    ann.shows("NAF", "Blue .Ann.*occupied of Vermilion")


def claim(ann: Regent) -> None:
    """A conference, at which Ann claims the land."""
    ann.press(re.compile("^Call a conference"))
    expect(ann.contest).to_contain_text("Gets back North Africa")
    ann.choose("NAF")
    expect(ann.contest).to_contain_text("Gets North Africa")
    ann.press("Send the treaty")


def peace(ann: Regent, ben: Regent) -> None:
    """Ben declines a treaty once, and signs the second."""
    for answer in ("Decline the treaty", "Sign the treaty"):
        claim(ann)
        expect(ben.contest).to_contain_text("Gets North Africa")
        ben.press(answer)
    ann.shows("NAF", "Blue .Ann.(?!.*occupied)")
    ann.heard("are at peace")


def test_a_war_an_occupation_and_a_peace(sit_two: Sitting) -> None:
    options = {**CALM, "mod_revolts": "off", "mod_economy": "off", "treaties_per_turn": 5}
    ann, ben = sit_two(**PAIR, options=options)
    war(ann)
    peace(ann, ben)


HUNGRY: dict[str, Any] = {
    "options": {**CALM, "revolt.hunger": 101, "revolt.hunger_die": 1, "famine.die": 1},
    "coins": [20, 10, 10],
    "food": [0, 5, 5],
    "provinces": {
        "BRA": land(0, "4I"),
        "PER": land(0, "2I"),
        "ARG": land(0, "2I"),
        "VEN": land(0),
        "JAP": land(1, "20I"),
        "SAF": land(2, "20I"),
    },
}


def revolt(ann: Regent) -> None:
    """Nobody starves without having been asked."""
    expect(ann.page.get_by_test_id("threats")).to_contain_text("Famine: 2 food too little")
    expect(ann.page.get_by_test_id("threats")).to_contain_text("REB-24.1")
    ann.press("End the turn")
    expect(ann.caution).to_contain_text("Revolt of the hungry")
    ann.settled()
    ann.says("Famine: 1 still to lose")
    ann.press("Pay instead")
    ann.says("In which province?")
    ann.choose("PER")
    ann.heard(re.compile("In Peru .* rebel"))


def test_hungry_land_rises_and_nobody_is_taken_by_surprise(sit: Sitting) -> None:
    (ann,) = sit(**HUNGRY)
    revolt(ann)


def test_a_march_that_would_starve_the_state_is_asked_once_more(sit: Sitting) -> None:
    (ann,) = sit(**{**HUNGRY, "food": [2, 5, 5], "provinces": {**HUNGRY["provinces"], "CTA": land(0)}})
    ann.choose("BRA", "PER")
    expect(ann.confirm).to_be_visible()
    expect(ann.caution).to_have_count(0)
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("Escape")
    ann.choose("BRA", "NAF")
    expect(ann.caution).to_contain_text("famine")
    expect(ann.caution).to_contain_text("REB-14.4")


@pytest.mark.parametrize("how", [None, PHONE], ids=["mouse", "phone"])
def test_two_bots_are_fought_and_talked_to(sit: Sitting, how: Any) -> None:
    """A war, an occupation, conferences and a revolt in one turn. Whether a bot signs a treaty is up to it."""
    third = {"coins": [60, 10, 10], "food": [0, 5, 5], "provinces": {**PAIR["provinces"], "SAF": land(2, "20I")}}
    options = {**HUNGRY["options"], "treaties_per_turn": 5}
    (ann,) = sit(how=how, **{**PAIR, **third, "options": options}, dice=dice_that_roll(*KNOWN))
    war(ann)
    for _ in range(5):
        claim(ann)
        expect(ann.contest).to_have_count(0)
        ann.says("Your turn")
        if "occupied" not in (ann.page.get_by_test_id("region-NAF").get_attribute("aria-label") or ""):
            ann.heard("are at peace")
            break
    revolt(ann)


def test_on_a_phone_a_war_a_revolt_and_a_peace(sit_two: Sitting) -> None:
    ann, ben = sit_two(how=PHONE, **PAIR, options={**HUNGRY["options"], "treaties_per_turn": 5})
    assert small(ann.page) == []
    war(ann)
    assert serious(ann.page, AXE.read_text()) == []
    revolt(ann)
    ben.says("Your turn")
    ben.prompt.locator("[data-forward]").click()
    ann.says("Your turn")
    peace(ann, ben)
