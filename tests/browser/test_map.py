"""The world of Capitals on the screen: everything can be read, seen and hit."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.positions import lay
from browser.seat import Seat, Seating
from browser.test_pages import AXE, serious
from browser.world import DESKTOP, PHONE, Visitor
from marchland.games import load
from marchland.server.services import COOKIE

# Names and counters as they are really set, in pixels.
SET = """() => {
    const box = (one) => { const at = one.getBoundingClientRect(); return [at.left, at.top, at.right, at.bottom]; };
    const board = document.querySelector("[data-testid=board]");
    const scale = board.getScreenCTM().a;
    const texts = [...board.querySelectorAll("text:has(tspan)")];
    const sizes = texts.map((one) => Number(one.getAttribute("font-size")) * scale).sort((a, b) => a - b);
    return {
        names: [...board.querySelectorAll("tspan")].map((one) => [one.textContent.trim(), box(one)]),
        counters: [...board.querySelectorAll(".counter")].map(box),
        smallest: sizes[0],
        usual: sizes[Math.floor(sizes.length / 2)],
        wood: [...board.querySelectorAll(".counter .wood")].map(box),
    };
}"""
Box = list[float]
BOARD = load("capitals").board
assert BOARD is not None
CODES = [region.code for region in BOARD.regions]
TABLET = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}


@pytest.fixture
def world(folder: Path, house: str, chromium: Browser) -> Iterator[Callable[..., Page]]:
    """The page of seat 0, in its Attack step, with capitals on small and crowded lands."""
    visitors = []

    def page(**how: Any) -> Page:
        held = {code: [0, 12] for code in ("KAM", "GBR", "JAP", "SEU", "ICE")}
        laid = lay(
            folder,
            "capitals",
            ["Ann"],
            bots=2,
            active=0,
            step="attack",
            territories={**held, "NEU": [1, 3]},
            rest=[2, 1],
            capitals=["GBR", "NEU", "ALA"],
        )
        visitor = Visitor(chromium, house, **how)
        visitors.append(visitor)
        visitor.context.add_cookies([{"name": COOKIE, "value": laid.tokens[0], "url": house}])
        visitor.page.goto(f"/match/{laid.match}")
        visitor.page.get_by_test_id("board").wait_for()
        visitor.page.evaluate("document.fonts.ready")
        return visitor.page

    yield page
    assert [fault for one in visitors for fault in one.close()] == []


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def shrunk(box: Box) -> Box:
    """The letters themselves: a line of text is higher than they are."""
    left, top, right, bottom = box
    return [left, top + (bottom - top) * 0.25, right, bottom - (bottom - top) * 0.2]


@pytest.mark.parametrize("size", [(1280, 800), (1120, 900), (1900, 1000)], ids=str)
def test_no_counter_covers_a_name(world: Callable[..., Page], size: tuple[int, int]) -> None:
    page = world(viewport={"width": size[0], "height": size[1]})
    found = page.evaluate(SET)
    assert len(found["counters"]) == 42 and len(found["names"]) > 42
    for at, (name, box) in enumerate(found["names"]):
        letters = shrunk(box)
        assert not [one for one in found["counters"] if overlap(letters, one)], name
        assert not [other for other, one in found["names"][:at] if overlap(letters, shrunk(one))], name


def test_on_a_phone_every_land_bears_its_code_beside_all_counters(world: Callable[..., Page]) -> None:
    page = world(**PHONE)
    found = page.evaluate(SET)
    assert sorted(name for name, _ in found["names"]) == sorted(CODES)
    assert found["smallest"] >= 6.4 and found["usual"] >= 8
    for at, (name, box) in enumerate(found["names"]):
        letters = shrunk(box)
        assert not [one for one in found["wood"] if overlap(letters, one)], name
        assert not [other for other, one in found["names"][:at] if overlap(letters, shrunk(one))], name


def test_on_a_phone_no_counter_lies_on_another(world: Callable[..., Page]) -> None:
    page = world(**PHONE)
    found = page.evaluate(SET)
    size = min(box[2] - box[0] for box in found["wood"])
    assert size > 12
    middles = [((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for box in found["wood"]]
    assert min(math.dist(*pair) for pair in combinations(middles, 2)) > size


def test_capitals_are_marked_in_the_colour_of_their_founder(world: Callable[..., Page]) -> None:
    page = world(**DESKTOP)
    expect(page.get_by_test_id("mark-capital")).to_have_count(3)
    label = page.get_by_test_id("region-ALA").get_attribute("aria-label") or ""
    assert "capital of Green (" in label
    label = page.get_by_test_id("region-GBR").get_attribute("aria-label") or ""
    assert "capital of Blue (" in label


def test_an_attack_around_the_edge_of_the_map(world: Callable[..., Page]) -> None:
    page = world(**DESKTOP)
    page.get_by_test_id("region-KAM").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("region-KAM")).to_have_attribute("aria-pressed", "true")
    # The arrow key leads around the edge too.
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("region-ALA")).to_be_focused()
    page.keyboard.press("Enter")
    arrow = page.locator("path.arrow").get_attribute("d") or ""
    assert arrow.count("M") == 2 and arrow.count("L") == 2


@pytest.mark.parametrize("how", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_small_land_is_hit_on_the_water_beside_it(world: Callable[..., Page], how: dict[str, Any]) -> None:
    page = world(**how)
    for code, aside in (("ICE", (-1.5, 0.0)), ("JAP", (1.2, 1.0)), ("GBR", (0.0, 0.0))):
        box = page.get_by_test_id(f"region-{code}").locator("circle.hit").bounding_box()
        assert box
        radius = box["width"] / 2
        x, y = box["x"] + radius * (1 + aside[0]), box["y"] + radius * (1 + aside[1])
        page.mouse.click(x, y)
        expect(page.get_by_test_id(f"region-{code}")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Escape")
        expect(page.get_by_test_id(f"region-{code}")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_on_the_map_keeps_anybody_out(world: Callable[..., Page], scheme: str) -> None:
    assert serious(world(**DESKTOP, color_scheme=scheme), AXE.read_text()) == []


# -- what covers what ------------------------------------------------------------------------------------------------

# The whole board and the buttons beside it, in pixels.
BESIDE = """() => {
    const ground = document.querySelector("[data-testid=ground]");
    const box = (one) => { const at = one.getBoundingClientRect(); return [at.left, at.top, at.right, at.bottom]; };
    return {
        lands: [...ground.querySelectorAll(".lands path, .scenery")].map(box),
        buttons: [...document.querySelectorAll("[aria-label=Zoom] button")].map(box),
    };
}"""


@pytest.mark.parametrize("how", [DESKTOP, TABLET, PHONE], ids=["desktop", "tablet", "phone"])
def test_the_buttons_lie_on_no_land(world: Callable[..., Page], how: dict[str, Any]) -> None:
    """Nor on land that nobody plays for: New Zealand lies in the corner."""
    found = world(**how).evaluate(BESIDE)
    assert len(found["buttons"]) == 3 and len(found["lands"]) == 43
    for button in found["buttons"]:
        assert not [land for land in found["lands"] if overlap(button, land)]


def test_a_tablet_held_upright_has_the_map_across_and_the_sheet_below(world: Callable[..., Page]) -> None:
    page = world(**TABLET)
    lands = page.evaluate(BESIDE)["lands"]
    assert min(box[0] for box in lands) < 30 and max(box[2] for box in lands) > 735
    board, prompt = page.get_by_test_id("board").bounding_box(), page.get_by_test_id("prompt").bounding_box()
    tabs = page.get_by_role("tablist").bounding_box()
    assert board and prompt and tabs
    assert board["width"] == 768 and prompt["y"] >= board["y"] + board["height"]
    # What to decide and all the rest stand beside each other.
    assert tabs["x"] >= prompt["x"] + prompt["width"] and abs(tabs["y"] - prompt["y"]) < 40
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [768, 1024]


# -- before anybody owns anything ------------------------------------------------------------------------------------

APART = 12  # as CIELAB measures it: nobody takes one for the other
FILLS = "[...document.querySelectorAll('.lands path')].map((one) => getComputedStyle(one).fill)"


def lab(colour: str) -> tuple[float, float, float]:
    def curve(t: float) -> float:
        return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116

    share = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    r, g, b = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in share)
    x, y, z = (
        curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505),
        curve(0.2126 * r + 0.7152 * g + 0.0722 * b),
        curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.0888),
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_continents_are_told_apart_before_anybody_owns_them(seating: Seating, scheme: str) -> None:
    (ann,) = seating(Seat, "capitals", people=1, step="claim", how={"color_scheme": scheme})
    fills = [lab(fill) for fill in ann.page.evaluate(FILLS)]
    assert BOARD is not None and len(fills) == len(BOARD.regions)
    for one, near in enumerate(BOARD.neighbours):
        for other in near:
            apart = math.dist(fills[one], fills[other])
            same = BOARD.group_of[one] == BOARD.group_of[other]
            assert apart == 0 if same else apart >= APART, (CODES[one], CODES[other], apart)
    # All 42 can be claimed: a strong glow would say nothing.
    expect(ann.page.locator(".region.target.many")).to_have_count(42)
    assert serious(ann.page, AXE.read_text()) == []


def test_few_targets_glow_clearly(world: Callable[..., Page]) -> None:
    page = world(**DESKTOP)
    expect(page.locator(".region.target").first).to_be_visible()
    expect(page.locator(".region.many")).to_have_count(0)
