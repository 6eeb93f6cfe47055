"""A whole match of Capitals: one browser and two bots, by clicks alone."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from browser.world import Visitor
from marchland.engine import record
from marchland.games import load
from server.world import wait_until

# What can be pressed just now, by its name ("end" before what ends a step); nothing while others decide or something
# is under way.
OPEN = """() => {
    if (document.querySelector("[data-testid=result]")) return ["over"];
    const prompt = document.querySelector("[data-testid=prompt]");
    if (prompt?.ariaBusy !== "false" || prompt.querySelector(".kicker")?.textContent !== "Your turn") return [];
    const there = (one) => !one.disabled && one.checkVisibility({ visibilityProperty: true });
    const names = ["bid-seal", "count-confirm", "confirm-", "prize-", "choice-", "card-"];
    const buttons = names.map((name) => `button[data-testid^=${name}]`).join();
    const found = [...document.querySelectorAll(`${buttons}, .region.target`)].filter(there);
    return found.filter((one) => !one.dataset.testid.startsWith("card-") || one.classList.contains("playable"))
        .map((one) => (one.textContent.trim().startsWith("End ") ? "end " : "") + one.dataset.testid);
}"""


class Player:
    """Somebody who presses what can be pressed, and ends a step when it gets long."""

    def __init__(self, visitor: Visitor, seed: int) -> None:
        self.page = visitor.page
        self.page.get_by_test_id("board").wait_for()
        self.rng = random.Random(seed)
        self.pressed: Counter[str] = Counter()

    def open(self) -> list[str]:
        found: list[str] = self.page.evaluate(OPEN)
        return found

    def press(self, found: list[str]) -> None:
        chosen = self.choose(found).removeprefix("end ")
        self.pressed[chosen.split("-")[0]] += 1
        if chosen == "bid-seal":
            self.page.get_by_test_id("bid-amount").fill(str(self.rng.randrange(4)))
        place = self.page.get_by_test_id(chosen)
        # The counter of a land is on it or beside it; its middle may be sea.
        (place.locator("circle.hit") if chosen.startswith("region-") else place).first.click()

    def choose(self, found: list[str]) -> str:
        by_sort: dict[str, list[str]] = {}
        for one in found:
            by_sort.setdefault(re.split("[- ]", one)[0], []).append(one)
        for sort in ("bid", "prize"):
            if sort in by_sort:
                return self.rng.choice(by_sort[sort])
        # Whatever waits to be confirmed: an attack is a roll, or a storm.
        if "count" in by_sort:
            return self.rng.choice(["count-confirm", *by_sort.get("confirm", [])])
        sorts = [by_sort[sort] for sort in ("region", "region", "choice", "card", "end", "end") if sort in by_sort]
        return self.rng.choice(self.rng.choice(sorts))


def new_short_match(page: Page) -> None:
    """Through the pages: three seats, two random bots, five rounds, and chance deals the territories."""
    page.goto("/new?game=capitals")
    page.get_by_role("button", name="Remove one").click()
    for seat in (1, 2):
        page.get_by_test_id(f"seat-{seat}").select_option("bot:random")
    page.get_by_text("More options").click()
    page.get_by_test_id("option-max_rounds").fill("5")
    page.get_by_test_id("option-setup_claim").select_option("random")
    page.get_by_test_id("create-match").click()


def test_a_whole_match_of_three_by_clicks(someone: Callable[..., Visitor], tmp_path: Path) -> None:
    """CAP-1.4 to CAP-11.2  From the first bid to the ranking after five rounds."""
    ann = someone("Ann")
    new_short_match(ann.page)
    player = Player(ann, 3)
    strip = ann.page.get_by_label("Sequence of play")
    expect(strip).to_have_text(re.compile(r"Bid\s*Positions\s*Claim\s*Set up\s*Capitals"))
    expect(strip.locator("[aria-current=step]")).to_have_text("Bid")
    while (found := wait_until(player.open, "it is somebody's turn")) != ["over"]:
        player.press(found)

    expect(ann.page.get_by_test_id("result")).to_contain_text("Random 2")
    expect(strip).to_contain_text("Muster")
    # How long a match lasts is up to chance, but nobody gets through it without a bid, the board and the list.
    assert all(player.pressed[sort] > 0 for sort in ("bid", "region", "choice", "count")), player.pressed

    with ann.page.expect_download() as download:
        ann.page.get_by_test_id("download-record").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    played = record.verify(record.read(file.read_text()), load("capitals"))
    assert played.table.over and played.players == ["Ann", "Random 2", "Random 3"]
