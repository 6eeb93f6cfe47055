"""Rebellion beyond the own land, by clicks: sailing, landing, exploring, spying and being caught, by mouse and on a
phone. Two people and no bots, and dice that are known: nothing here is left to luck."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.positions import dice_that_roll
from browser.seat import Seating
from browser.test_pages import AXE, serious
from browser.test_phone import small
from browser.test_rebellion import CALM, Regent
from browser.world import DESKTOP, PHONE
from rebellion.table import land, transporter

AT_ONCE = {"overseas.turns": 1, "inland.turns": 1, "voyage.turns": 1}
COAST: dict[str, Any] = {
    "round": 5,
    "coins": [90, 60],
    "food": [9, 9],
    "level": [2, 2],
    "agents": [1, 0],
    "provinces": {
        "BRA": land(0, "5I"),
        "ARG": land(0, "1I"),
        "VEN": land(0, "6I", buildings=["port"]),
        "JAP": land(1, "20I"),
    },
    "transports": [transporter(0, "S_CAR", "2I")],
}
# The agent is caught; then there is an artefact in the own land, and a new weapon overseas.
KNOWN = (range(1, 11), range(71, 90), range(81, 86))


def on(player: Regent) -> None:
    """The way forward, also if it is asked once more."""
    player.prompt.locator("[data-forward]").click()


def sheet(player: Regent, seat: str = "") -> Locator:
    """The own sheet, or that of somebody else among the players; opened."""
    row = player.page.get_by_role("tabpanel").locator("li", has_text=seat) if seat else player.prompt
    found = row.get_by_test_id("sheet")
    if found.get_attribute("open") is None:
        found.locator("summary").click()
    return found


def sail(ann: Regent, ben: Regent) -> None:
    """A landing ship, whose destination nobody else learns; and a transporter, which everybody sees."""
    ann.choose("VEN")
    ann.press("Load a landing ship")
    ann.press(re.compile("^Load .* infantry"))
    ann.page.get_by_test_id("count-slider").fill("4")
    ann.settled()
    expect(ann.contest).to_contain_text(re.compile("4 infantry.*6 soldiers more find room", re.DOTALL))
    # To call it off is not what one is led to.
    expect(ann.entry("Unload the ship")).to_be_visible()
    expect(ann.prompt.locator("[data-forward]")).to_have_count(0)
    ann.choose("NAF")
    expect(ann.page.get_by_test_id("effect")).to_contain_text("cannot be called back")
    ann.settled()
    expect(ann.page.get_by_test_id("path-label")).to_have_text("1 turn")
    expect(sheet(ann)).to_contain_text(
        re.compile("Landing ship.*4 infantry from Venezuela to North Africa.*1 turn", re.S)
    )
    expect(sheet(ben, "Ann")).to_contain_text("4 infantry from Venezuela bound in secret")
    expect(ben.page.get_by_test_id("path")).to_have_count(0)
    expect(sheet(ben, "Ann")).to_contain_text("Caribbean Sea: 2 infantry, room for 3 more")
    # From sea to sea, and from the ship to a coast: two clicks each.
    ann.choose("S_CAR", "S_MAT")
    ann.shows("S_MAT", "transporter")
    ann.choose("S_MAT", "WEU")
    ann.settled()
    ben.shows("WEU", "Ann.*2 infantry")


def explore(ann: Regent) -> None:
    ann.page.keyboard.press("Escape")
    ann.choose("ARG")
    ann.press("Explore")
    ann.shows("ARG", "expedition")
    ann.press("Send an expedition overseas")
    expect(sheet(ann)).to_contain_text(re.compile("In Argentina.*Overseas", re.DOTALL))


def spy(ann: Regent, phone: bool) -> None:
    """First the card, with what it does; then the target, with the chance."""
    ann.says("Deal your agents' cards")
    assert serious(ann.page, AXE.read_text()) == []
    assert not phone or small(ann.page) == []
    ann.page.get_by_test_id("pick-card:0").click()
    expect(ann.prompt.get_by_test_id("picked-card")).to_contain_text("The target's next income is 6 smaller")
    expect(ann.entry("Deal sabotage to Ben")).to_contain_text("40 %, against counterintelligence 25 %")
    ann.press("Deal sabotage to Ben")
    expect(ann.page.get_by_test_id("hand")).to_contain_text("Sabotage")
    on(ann)


FLEETS: dict[str, Any] = {
    "ships": [["S_CAR", 0, "frigate", 2], ["S_CAR", 0, "corvette", 1], ["S_CAR", 1, "frigate", 3]],
    "transports": [
        transporter(0, "S_CAR", "2I C"),
        transporter(0, "S_CAR", "1I", number=2),
        transporter(1, "S_CAR", "3I"),
    ],
}
# The names, and the blocks of a sea; on a map a region's parts are not within its element.
COVERED = """name => {
    const box = (one) => one.getBoundingClientRect();
    const names = [...document.querySelectorAll("[data-testid=board] text")];
    const own = box(names.find((one) => one.textContent.trim() === name));
    const blocks = [...document.querySelectorAll("[data-testid=board] [data-testid^=piece-]")].map(box);
    return blocks.filter((one) =>
        Math.min(one.right, own.right) - Math.max(one.left, own.left) > 2 &&
        Math.min(one.bottom, own.bottom) - Math.max(one.top, own.top) > own.height / 4
    ).length;
}"""


def test_fleets_leave_the_names_of_the_coast_free(seating: Seating) -> None:
    """Six sorts of ships, three with soldiers on board, whose number stands at the ship."""
    ann, _ = seating(Regent, "rebellion", seats=2, **{**COAST, **FLEETS, "options": CALM})
    expect(ann.page.get_by_test_id("aboard")).to_have_text(["3", "1", "3"])
    ann.shows("S_CAR", "2 infantry in the transporter 1")
    assert [name for name in ("Venezuela", "Central America") if ann.page.evaluate(COVERED, name)] == []


# Words of a card's name that stand on two lines.
BROKEN = """() => [...document.querySelectorAll("[data-testid=hand] .name")].flatMap((name) => {
    const text = name.firstChild;
    return [...text.data.matchAll(/[^ -]+/g)].flatMap((word) => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1 || name.scrollWidth > name.clientWidth + 1 ? [word[0]] : [];
    });
})"""


def test_the_names_of_cards_are_not_broken_within_a_word(seating: Seating) -> None:
    options = {**CALM, "mod_revolts": "on"}
    ann, _ = seating(Regent, "rebellion", seats=2, **{**COAST, "options": options})
    on(ann)
    ann.says("Deal your agents' cards")
    expect(ann.page.get_by_test_id("hand")).to_contain_text("Counterintelligence")
    ann.page.evaluate("document.fonts.ready")
    assert ann.page.evaluate(BROKEN) == []


@pytest.mark.parametrize(("how", "timing"), [(DESKTOP, "own_turn"), (PHONE, "round_end")])
def test_a_match_that_sails_lands_explores_spies_and_is_caught(
    seating: Seating, how: dict[str, Any], timing: str
) -> None:
    options = {**CALM, **AT_ONCE, "mod_revolts": "off", "agent_timing": timing}
    position = {**COAST, "options": options}
    ann, ben = seating(Regent, "rebellion", seats=2, how=how, dice=dice_that_roll(*KNOWN), **position)
    sail(ann, ben)
    explore(ann)
    on(ann)
    if timing == "own_turn":
        spy(ann, how is PHONE)
    ben.says("Your turn")
    on(ben)
    if timing == "round_end":
        spy(ann, how is PHONE)
    else:
        # It happened while somebody else was on turn.
        ann.says("An agent of Ann is caught: 0 agents left")
    ann.shows("NAF", "Ann.*4 infantry")
    expect(sheet(ann)).to_contain_text(re.compile("New weapon.*3 more in every battle.*REB-20.15", re.DOTALL))
    # What was turned up is one click away, for everybody.
    for one in (ann, ben):
        one.heard("appears before North Africa")
        folded = one.page.get_by_test_id("log").locator("details:not([open]) > summary")
        while folded.count():
            folded.first.click()
        agents, finds = (one.page.get_by_test_id("log-reveal").nth(at) for at in range(2))
        reveal = one.page.get_by_test_id("reveal")
        agents.click()
        expect(reveal.get_by_test_id("reveal-card")).to_contain_text(re.compile("Sabotage.*6 smaller", re.DOTALL))
        expect(reveal).to_contain_text("An agent of Ann is caught")
        finds.click()
        expect(reveal.get_by_test_id("reveal-card").first).to_contain_text(re.compile("Artefact.*16 coins", re.DOTALL))
        expect(reveal.get_by_test_id("reveal-card").last).to_contain_text(re.compile("New weapon.*3 more", re.DOTALL))
        expect(reveal).to_contain_text("A landing ship of Ann appears before North Africa")
        assert serious(one.page, AXE.read_text()) == []
        one.page.get_by_test_id("reveal-close").click()
