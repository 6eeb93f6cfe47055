"""Swarm by clicks: the board of tiles, cards, battle plans, auctions, offers, quests and duels."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.seat import Seat, Seating
from browser.test_pages import AXE, serious
from browser.test_phone import small
from browser.world import PHONE, Visitor
from marchland.games.swarm.cards import COVERT, LEADER, QUEST

LEADERS = [card.name for card in LEADER.cards]
CINDER, FLINT, STONEBROW, TIDEWELL, GALE = LEADERS[0], LEADERS[1], LEADERS[6], LEADERS[12], LEADERS[18]


class SwarmSeat(Seat):
    """One player's page of a match of Swarm."""

    def __init__(self, visitor: Visitor, match: str) -> None:
        super().__init__(visitor, match)
        self.plan = self.page.get_by_test_id("plan")
        self.auction = self.page.get_by_test_id("auction")

    def tile(self, code: str) -> Locator:
        return self.page.get_by_test_id(f"region-{code}")

    def card(self, name: str) -> Locator:
        """A card in the hand."""
        for deck, cards in (("leader", LEADER.cards), ("covert", COVERT.cards), ("quest", QUEST.cards)):
            for number, card in enumerate(cards):
                if card.name == name:
                    return self.page.get_by_test_id(f"card-{deck}-{number}")
        raise AssertionError(name)


Sitting = Callable[..., list[SwarmSeat]]


@pytest.fixture
def sit(seating: Seating) -> Sitting:
    return partial(seating, SwarmSeat, "swarm")


QUIET: dict[str, Any] = {"event": "Drought", "swarm": "E4", "water": [6, 5, 4], "troops": {"B3": [[0, 4]]}}

# -- the board -------------------------------------------------------------------------------------------------------


def test_the_board_shows_tiles_pieces_swarm_rain_and_temples(sit: Sitting) -> None:
    position = {
        "event": "Rain on Column C",
        "swarm": "C4",
        "troops": {"C3": [[0, 2], [1, 3]], "A1": [[1, 5]]},
        "temples": {"fire": [[0, 1], [2, 2]]},
    }
    ann, _ = sit(step="move", **position)
    expect(ann.tile("C3")).to_have_attribute(
        "aria-label", re.compile("The Sanctuary, C3, Sanctuary, Blue .Ann. 2 troops, Vermilion .Ben. 3 troops, yields")
    )
    fire = ann.tile("A1").get_attribute("aria-label") or ""
    assert "Ashmarket, A1, City, Vermilion (Ben) 5 troops, Blue (Ann) 1 in the temple, Green" in fire
    assert "swarm" in (ann.tile("C4").get_attribute("aria-label") or "")
    expect(ann.page.get_by_test_id("mark-swarm")).to_have_count(1)
    expect(ann.page.get_by_test_id("mark-yields water")).to_have_count(8)
    expect(ann.page.get_by_test_id("area")).to_have_count(1)
    # The face-up event lies on the table, with its text.
    expect(ann.page.get_by_test_id("hand")).to_contain_text("All of column C yields this round")


def test_tiles_lie_where_the_match_has_laid_them(sit: Sitting) -> None:
    tiles = ["Iron Keep", *["Ashmarket", "Twin Palms", "Crownrock", "Heron Pool", "Galehaven", "West Wall"]]
    rest = ["Upper Basin", "Crossroads", "Broken Basin", "East Wall", "Reed Spring", "Singing Dunes", "The Sanctuary"]
    last = ["Bone Flats", "Date Grove", "Claygate", "Old Keep", "Red Waste", "Cistern Town"]
    ann, _ = sit(step="move", tiles=[*tiles, *rest, *last], options={"layout": "shuffled"}, **QUIET)
    expect(ann.tile("A1")).to_have_attribute("aria-label", re.compile("^Iron Keep, A1, Bastion"))
    expect(ann.tile("B1")).to_have_attribute("aria-label", re.compile("^Ashmarket, B1, City"))


# What is written at the foot of a card, and sticks out of it.
STICKING_OUT = """() => {
    const box = (one) => one.getBoundingClientRect();
    const cards = [...document.querySelectorAll("[data-region]")].map(box);
    const feet = [...document.querySelectorAll("text.foot")].map((one) => [one.textContent, box(one)]);
    const within = (foot) => cards.some((card) =>
        foot.left >= card.left && foot.right <= card.right && foot.top >= card.top && foot.top < card.bottom);
    return feet.length ? feet.filter(([, foot]) => !within(foot)).map(([text]) => text) : ["nothing is written"];
}"""


def test_on_a_large_screen_what_a_tile_does_stands_within_it(sit: Sitting) -> None:
    ann, _ = sit(step="move", **QUIET)
    for width, height in ((1280, 800), (1920, 1080), (2560, 1440)):
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.evaluate("document.fonts.ready")
        assert ann.page.evaluate(STICKING_OUT) == []


def test_the_swarms_way_is_drawn_and_can_be_changed(sit: Sitting) -> None:
    ann, ben = sit(step="window", **{**QUIET, "event": "Frenzy"}, coverts={"0": ["Drum Lure"], "1": ["Ambush"]})
    expect(ben.page.get_by_test_id("path")).to_have_count(1)
    before = ben.page.get_by_test_id("path").locator("path").last.get_attribute("d")
    ann.says("The swarm will move east, 2 steps")
    ann.card("Drum Lure").click()
    ann.button("Lure north").click()
    ann.confirm.click()
    ben.says("The swarm will move north, 2 steps")
    assert ben.page.get_by_test_id("path").locator("path").last.get_attribute("d") != before


def test_a_stack_moves_by_two_clicks_and_a_count(sit: Sitting) -> None:
    ann, ben = sit(step="move", **QUIET)
    ann.tile("B3").click()
    ann.tile("C3").click()
    ann.page.get_by_test_id("count-slider").fill("3")
    ann.confirm.click()
    expect(ben.tile("C3")).to_have_attribute("aria-label", re.compile(r"Ann\) 3 troops"))
    ann.page.get_by_test_id("undo").click()
    expect(ben.tile("C3")).not_to_have_attribute("aria-label", re.compile("Ann"))
    # What cannot be done says why.
    ann.refused("move 1 from B3 to A1", "SWM-6.6")


def test_prayer_is_a_click_on_the_temples_city(sit: Sitting) -> None:
    ann, ben = sit(step="prayer", **QUIET)
    ann.says("Will you pray")
    ann.tile("A4").click()
    ann.confirm.click()
    ben.heard("Ann prays in the Temple of Earth")


# -- cards -----------------------------------------------------------------------------------------------------------


def test_cards_are_read_and_played_from_the_hand(sit: Sitting) -> None:
    ann, ben = sit(step="move", **QUIET, coverts={"0": ["Forced March", "Water Thief"]}, leaders={"0": [CINDER, GALE]})
    expect(ann.card("Forced March")).to_contain_text("Move one stack for nothing")
    ann.card("Forced March").click()
    ann.tile("B3").click()
    ann.tile("B2").click()
    expect(ann.page.get_by_role("main")).to_contain_text("March 4 from Singing Dunes (B3) to Upper Basin (B2)")
    ann.confirm.click()
    ben.heard("Ann forces a march of 4 from B3 to B2")
    # Two cards together: the mission and who carries it out.
    ann.card("Water Thief").click()
    ann.card(GALE).click()
    ann.button("Steal from Ben").click()
    ann.confirm.click()
    ben.heard("Ann takes 3 water from Ben")
    expect(ann.card("Water Thief")).to_have_count(0)
    # What was shown is known from now on.
    ben.page.get_by_test_id("tab-players").click()
    expect(ben.page.get_by_role("tabpanel")).to_contain_text(GALE)


def test_nobody_sees_the_cards_of_others(sit: Sitting) -> None:
    ann, ben, cyd = sit(step="move", onlooker=True, **QUIET, leaders={"0": [CINDER], "1": [TIDEWELL]})
    expect(ann.card(CINDER)).to_be_visible()
    expect(ben.card(TIDEWELL)).to_be_visible()
    assert CINDER not in ben.page.content() and TIDEWELL not in ann.page.content()
    assert CINDER not in cyd.page.content() and TIDEWELL not in cyd.page.content()


# -- battles ---------------------------------------------------------------------------------------------------------

BATTLE: dict[str, Any] = {
    "step": "battles",
    "event": "Drought",
    "swarm": "E4",
    "troops": {"D3": [[0, 5], [1, 6]]},
    "leaders": {"0": [GALE, FLINT], "1": [STONEBROW]},
    "coverts": {"0": ["Ambush", "Drum Lure"]},
}


def test_a_battle_is_planned_in_one_dialog(sit: Sitting) -> None:
    ann, ben = sit(**BATTLE, shown=[STONEBROW])
    expect(ann.page.get_by_test_id("contest")).to_contain_text("Battle, Bone Flats (D3)")
    reckoning = ann.plan
    ann.plan.get_by_role("button", name="3", exact=True).click()
    ann.plan.get_by_role("button", name=re.compile(GALE)).click()
    ann.plan.get_by_role("button", name="Ambush").click()
    expect(reckoning).to_contain_text(re.compile("You score *9"))
    expect(reckoning).to_contain_text(re.compile("If you win, you lose *3 of 5"))
    expect(reckoning).to_contain_text(re.compile(f"Opponent with {STONEBROW} *6 to 11"))
    expect(ann.page.get_by_test_id("odds")).to_contain_text("You win")
    # Another leader, another score: fire beats earth.
    ann.plan.get_by_role("button", name=re.compile(FLINT)).click()
    expect(reckoning).to_contain_text(f"Opponent with {STONEBROW}, countered")
    ann.plan.get_by_role("button", name=re.compile(GALE)).click()
    ann.page.get_by_test_id("plan-seal").click()
    expect(ann.plan).to_contain_text("Your plan is sealed")
    # Nothing of it is to be seen elsewhere, and it can be taken back until the other is ready.
    assert GALE not in ben.page.content() and "Ambush" not in ben.page.content()
    ann.page.get_by_test_id("undo").click()
    expect(ann.page.get_by_test_id("plan-seal")).to_be_visible()
    ann.page.get_by_test_id("plan-seal").click()
    expect(ann.plan).to_contain_text("Your plan is sealed")
    ben.plan.get_by_role("button", name="5", exact=True).click()
    ben.page.get_by_test_id("plan-seal").click()
    ann.heard("Ann scores 9, Ben 10")


def test_bad_plans_are_refused_with_the_clause(sit: Sitting) -> None:
    ann, _ = sit(**BATTLE)
    expect(ann.plan).to_be_visible()
    ann.refused("commit 9", "SWM-7.4")
    ann.type("commit 2")
    expect(ann.plan.get_by_role("button", name="2", exact=True)).to_have_attribute("aria-pressed", "true")
    ann.refused(f"lead with {CINDER}", "SWM-7.5")
    ann.type(f"lead with {GALE}")
    ann.refused("play Drum Lure", "SWM-7.6")
    ann.page.get_by_test_id("plan-seal").click()
    expect(ann.plan).to_contain_text("Your plan is sealed")


def test_a_shown_leader_can_be_betrayed_from_the_hand(sit: Sitting) -> None:
    ann, ben = sit(**{**BATTLE, "coverts": {}}, traitors={"0": [STONEBROW]})
    ann.plan.get_by_role("button", name=re.compile(GALE)).click()
    ann.page.get_by_test_id("plan-seal").click()
    ben.page.get_by_test_id("plan-seal").click()
    ann.says("A leader is shown: betray, or pass")
    contest = ann.page.get_by_test_id("contest")
    expect(contest).to_contain_text(STONEBROW)
    ann.page.get_by_test_id(f"card-traitor-{LEADERS.index(STONEBROW)}").click()
    ann.confirm.click()
    ben.heard(f"Ann betrays {STONEBROW}")


# -- auction, quests, duel -------------------------------------------------------------------------------------------


def test_an_auction_is_bid_for_in_its_panel(sit: Sitting) -> None:
    position = {**QUIET, "water": [4, 6, 0], "piles": {"leaders": [TIDEWELL]}}
    position["specialties"] = ["Seer", "Nomad", "Merchant"]
    ann, ben = sit(step="auctions", lot="leader", **position)
    expect(ann.auction).to_contain_text("No bid yet")
    ann.refused("bid 99", "SWM-9.2")
    ann.page.get_by_test_id("bid").click()
    expect(ben.auction).to_contain_text("1 water, by Ann")
    ben.auction.get_by_role("button", name="One more").click()
    ben.page.get_by_test_id("bid").click()
    expect(ann.auction).to_contain_text("3 water, by Ben")
    ann.button("Pass").click()
    # The buyer sees the card, nobody else does.
    expect(ben.card(TIDEWELL)).to_be_visible()
    ann.heard("Ben buys it for 3")
    assert TIDEWELL not in ann.page.content()


def test_a_quest_is_claimed_by_its_card(sit: Sitting) -> None:
    ann, ben = sit(step="quests", **{**QUIET, "water": [9, 0, 0]}, quests={"0": ["Full Cisterns", "Green Hand"]})
    ann.says("Claim a quest")
    ann.refused("claim Green Hand", "SWM-10.1")
    ann.card("Full Cisterns").click()
    ann.confirm.click()
    ben.heard("Ann completes Full Cisterns")
    ben.page.get_by_test_id("tab-players").click()
    expect(ben.page.get_by_role("tabpanel")).to_contain_text("Full Cisterns")


def test_leaders_duel_when_points_are_equal(sit: Sitting) -> None:
    position = {"event": "The Last Tide", "swarm": "E4", "troops": {"A1": [[0, 2]], "E1": [[1, 2]]}}
    ann, ben = sit(step="end", **position, leaders={"0": [FLINT, GALE], "1": [STONEBROW, TIDEWELL]})
    ann.says("Choose a leader for the duel")
    expect(ann.page.get_by_test_id("contest")).to_contain_text("Duel")
    ann.card(FLINT).click()
    ann.confirm.click()
    ben.card(STONEBROW).click()
    ben.confirm.click()
    # Fire beats earth.
    expect(ann.page.get_by_test_id("result")).to_contain_text("You have won")
    expect(ben.page.get_by_test_id("result")).to_contain_text("Ann wins")


# -- offers ----------------------------------------------------------------------------------------------------------


def propose(one: SwarmSeat, to: str, give: int, ask: int) -> None:
    one.page.get_by_test_id("make-offer").click()
    dialog = one.page.get_by_test_id("offer-dialog")
    dialog.get_by_text(to).first.click()
    one.page.get_by_test_id("give-water").fill(str(give))
    one.page.get_by_test_id("ask-water").fill(str(ask))
    one.page.get_by_test_id("offer-send").click()


def test_an_offer_is_made_seen_by_two_and_accepted(sit: Sitting) -> None:
    ann, ben, cyd = sit(step="move", onlooker=True, **QUIET)
    # Also by somebody whose turn it is not.
    propose(ben, "Ann", 3, 1)
    expect(ann.page.get_by_test_id("offers")).to_contain_text("Ben offers you 3 water for 1 water")
    expect(cyd.page.get_by_test_id("offers")).to_contain_text("Ben has made Ann an offer")
    expect(cyd.page.get_by_test_id("offers")).not_to_contain_text("water")
    ann.page.get_by_test_id("offer-accept").click()
    ben.heard("Ben gives Ann 3 water")
    expect(ann.page.get_by_test_id("offers")).to_have_count(0)
    ann.says("You have 8 water")
    propose(ann, "Ben", 2, 0)
    ben.page.get_by_test_id("offer-decline").click()
    ann.heard("Ben declines the offer of Ann")
    propose(ann, "Ben", 1, 0)
    ann.page.get_by_test_id("offer-withdraw").click()
    ben.heard("Ann withdraws the offer to Ben")
    expect(ben.page.get_by_test_id("offers")).to_have_count(0)


def test_an_offer_does_not_disturb_who_is_choosing(sit: Sitting) -> None:
    ann, ben = sit(step="move", **QUIET)
    ann.tile("B3").click()
    ann.tile("B2").click()
    ann.page.get_by_test_id("count-slider").fill("3")
    propose(ben, "Ann", 1, 0)
    expect(ann.page.get_by_test_id("offers")).to_contain_text("Ben offers you 1 water")
    expect(ann.page.get_by_test_id("count-slider")).to_have_value("3")
    ann.confirm.click()
    expect(ben.tile("B2")).to_have_attribute("aria-label", re.compile(r"Ann\) 3 troops"))


def test_bad_offers_are_refused_with_the_clause(sit: Sitting) -> None:
    ann, _ = sit(step="move", **QUIET)
    dialog = ann.page.get_by_test_id("offer-dialog")
    propose(ann, "Ben", 0, 0)
    expect(dialog).to_contain_text("SWM-3.2")
    ann.page.get_by_test_id("give-water").fill("99")
    ann.page.get_by_test_id("offer-send").click()
    expect(dialog).to_contain_text("SWM-3.4")
    ann.page.get_by_test_id("give-water").fill("1")
    ann.page.get_by_test_id("offer-send").click()
    expect(dialog).to_have_count(0)
    propose(ann, "Ben", 1, 0)
    expect(dialog).to_contain_text("SWM-3.9")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)


def test_cards_can_be_traded_where_the_table_agreed(sit: Sitting) -> None:
    """SWM-3.6"""
    ann, ben = sit(step="move", **QUIET, leaders={"0": [CINDER]}, options={"trade_cards": "yes"})
    ann.page.get_by_test_id("make-offer").click()
    ann.page.get_by_test_id("give-leader").select_option(CINDER)
    ann.page.get_by_test_id("ask-water").fill("2")
    ann.page.get_by_test_id("offer-send").click()
    expect(ben.page.get_by_test_id("offers")).to_contain_text(f"offers you {CINDER} for 2 water")
    ben.page.get_by_test_id("offer-accept").click()
    expect(ben.card(CINDER)).to_be_visible()
    expect(ann.card(CINDER)).to_have_count(0)
    # Whoever gave it away knows who has it.
    expect(ann.page.get_by_test_id("hand")).to_contain_text("Ben has this")


# -- for everybody ---------------------------------------------------------------------------------------------------

SCENES: dict[str, dict[str, Any]] = {
    "move": {
        "step": "move",
        **QUIET,
        "coverts": {"0": ["Night Raid", "Water Thief", "Forced March"]},
        "leaders": {"0": [CINDER, GALE], "1": [TIDEWELL]},
        "quests": {"0": ["Full Cisterns", "Green Hand"]},
    },
    "battle": BATTLE,
    "auction": {"step": "auctions", "lot": "leader", **QUIET},
    "window": {"step": "window", **QUIET, "event": "Rain on Row 2", "coverts": {"0": ["Drum Lure"]}},
}


@pytest.mark.parametrize("scene", SCENES)
def test_no_serious_fault_of_accessibility(sit: Sitting, scene: str) -> None:
    """In daylight; in the dark it is looked at on a phone, below."""
    (ann,) = sit(people=1, **SCENES[scene])
    axe = AXE.read_text()
    assert serious(ann.page, axe) == []
    if scene == "move":
        ann.page.get_by_test_id("make-offer").click()
        ann.page.get_by_test_id("offer-dialog").wait_for()
        assert serious(ann.page, axe) == []


@pytest.mark.parametrize("scene", SCENES)
def test_on_a_phone_everything_fits_and_is_as_large_as_a_finger(sit: Sitting, scene: str) -> None:
    (ann,) = sit(people=1, how={**PHONE, "color_scheme": "dark"}, **SCENES[scene])
    ann.prompt.wait_for()
    axe = AXE.read_text()
    assert serious(ann.page, axe) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth") == 390
    assert small(ann.page) == []
    if scene == "battle":
        ann.page.get_by_test_id("plan-seal").tap()
        expect(ann.plan).to_have_count(0)
    if scene == "move":
        ann.page.get_by_test_id("make-offer").tap()
        ann.page.get_by_test_id("offer-dialog").wait_for()
        assert serious(ann.page, axe) == []
        assert small(ann.page) == []
        expect(ann.page.get_by_test_id("offer-send")).to_be_in_viewport(ratio=1)
