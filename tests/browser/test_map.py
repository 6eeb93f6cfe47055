"""The world of Capitals on the screen: everything can be read, seen and hit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.positions import lay
from browser.test_pages import AXE, serious
from browser.world import DESKTOP, PHONE, Visitor
from marchland.server.services import COOKIE

# Names and counters as they are really set, in pixels.
SET = """() => {
    const box = (one) => { const at = one.getBoundingClientRect(); return [at.left, at.top, at.right, at.bottom]; };
    const board = document.querySelector("[data-testid=board]");
    return {
        names: [...board.querySelectorAll("tspan")].map((one) => [one.textContent.trim(), box(one)]),
        counters: [...board.querySelectorAll(".counter")].map(box),
        wood: [...board.querySelectorAll(".counter .wood")].map(box),
    };
}"""
Box = list[float]


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


def test_on_a_phone_no_counter_lies_on_another(world: Callable[..., Page]) -> None:
    page = world(**PHONE)
    found = page.evaluate(SET)
    assert found["names"] == []
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
