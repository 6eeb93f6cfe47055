"""The tiles of Swarm on the screen: printed pictures, and everything that lies on them in its own place."""

from __future__ import annotations

import math
import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.seat import Seating
from browser.test_map import Box, overlap
from browser.test_pages import AXE, serious
from browser.test_swarm import CINDER, FLINT, GALE, STONEBROW, TIDEWELL, Sitting, SwarmSeat
from browser.world import DESKTOP, PHONE

CROWDED: dict[str, Any] = {
    "step": "move",
    "event": "Rain on Row 1",
    "swarm": "E4",
    "troops": {
        "A1": [[0, 4], [1, 3]],
        "C3": [[0, 2], [1, 3], [2, 2]],
        "B3": [[0, 4]],
        "D3": [[1, 3]],
    },
    "temples": {"fire": [[0, 1], [2, 2]], "water": [[1, 1]]},
    "leaders": {"0": [CINDER, FLINT, GALE, STONEBROW, TIDEWELL]},
    "coverts": {"0": ["Ambush", "Drum Lure"]},
    "quests": {"0": ["Full Cisterns"]},
    "water": [6, 5, 4],
}
PLACES = """() => {
    const box = (one) => { const at = one.getBoundingClientRect(); return [at.left, at.top, at.right, at.bottom]; };
    const [ground, board] = document.querySelectorAll("[data-testid=ground], [data-testid=board]");
    const all = (what) => [ground, board].flatMap((one) => [...one.querySelectorAll(what)]).map(box);
    return {
        names: all("text.name"),
        plaques: all(".plaque"),
        wood: all(".counter .wood"),
        inside: all(".inside"),
        token: all(".token circle"),
        pictures: [...ground.querySelectorAll("svg")].map((one) => one.innerHTML),
        buttons: [...document.querySelectorAll("[aria-label=Zoom] button")].map(box),
        tiles: all(".tile"),
    };
}"""


@pytest.fixture
def sit(seating: Seating) -> Sitting:
    return partial(seating, SwarmSeat, "swarm")


def at_the_board(sit: Sitting, **how: Any) -> Page:
    page: Page = sit(**CROWDED, how=how)[0].page
    page.get_by_test_id("board").wait_for()
    page.evaluate("document.fonts.ready")
    return page


@pytest.mark.parametrize("how", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_everything_on_a_tile_has_its_own_place(sit: Sitting, how: dict[str, Any]) -> None:
    found = at_the_board(sit, **how).evaluate(PLACES)
    assert len(set(found["pictures"])) == 20
    assert len(found["plaques"]) == 4 and len(found["names"]) == 20
    lying: list[Box] = [*found["wood"], *found["token"]]
    for name in found["names"]:
        # A line of text is higher than its letters.
        assert not [one for one in [*lying, *found["plaques"]] if overlap([*name[:3], name[3] - 4], one)]
    for plaque in found["plaques"]:
        assert not [one for one in lying if overlap(plaque, one)]
    for button in found["buttons"]:
        assert not [tile for tile in found["tiles"] if overlap(button, tile)]


def test_an_arrow_to_the_next_tile_is_short_and_straight(sit: Sitting) -> None:
    (ann, _) = sit(**CROWDED)
    for target in ("B2", "A3", "C3", "B4"):
        ann.tile("B3").click()
        ann.tile(target).click()
        arrow = ann.page.locator("path.arrow")
        found = re.fullmatch(r"M(\S+) (\S+)L(\S+) (\S+)", arrow.get_attribute("d") or "")
        assert found
        x, y, u, v = (float(part) for part in found.groups())
        assert (x == u or y == v) and math.hypot(u - x, v - y) < 80
        ann.page.keyboard.press("Escape")
        ann.page.keyboard.press("Escape")
        expect(ann.tile("B3")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_on_the_tiles_keeps_anybody_out(sit: Sitting, scheme: str) -> None:
    assert serious(at_the_board(sit, color_scheme=scheme), AXE.read_text()) == []


def test_a_hand_that_goes_on_beyond_the_edge_says_so(sit: Sitting) -> None:
    page = at_the_board(sit, **PHONE, reduced_motion="reduce")
    more, before = page.get_by_role("button", name="More cards"), page.get_by_role("button", name="Cards to the left")
    cards = page.get_by_role("group", name="Your cards and those on the table")
    last = cards.get_by_role("button").last
    expect(before).to_have_count(0)
    expect(last).not_to_be_in_viewport()
    more.tap()
    expect(before).to_be_visible()
    cards.evaluate("strip => (strip.scrollLeft = strip.scrollWidth)")
    expect(more).to_have_count(0)
    expect(last).to_be_in_viewport()
