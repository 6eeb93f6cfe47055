"""The match page as a player uses it: what the board says, and clicks on it."""

from __future__ import annotations

import re
from typing import Any

from browser.world import Visitor
from marchland.games import load
from playwright.sync_api import Locator, Page, expect

BOARD = load("campus").board
assert BOARD is not None
CODES = [region.code for region in BOARD.regions]
NAMES = {region.code: region.name for region in BOARD.regions}
NEAR = {CODES[at]: [CODES[one] for one in near] for at, near in enumerate(BOARD.neighbours)}

# What a region says of itself, and what a click on it would do.
PLACE = "can place here"
ATTACK_FROM = "can attack from here"
ATTACK = "can be attacked"
MOVING = "Reinforce or attack"


class Table:
    """One player's match page."""

    def __init__(self, visitor: Visitor, match: str = "") -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        if match:
            self.page.goto(f"/match/{match}")
        self.prompt = self.page.get_by_test_id("prompt")
        self.result = self.page.get_by_test_id("result")
        self.confirm = self.page.get_by_test_id("count-confirm")
        self.undo = self.page.get_by_test_id("undo")
        self.log = self.page.get_by_test_id("log")

    # -- waiting -----------------------------------------------------------------------------------------------------

    def ready(self) -> bool:
        """Wait until there is something to choose, and nothing under way; False if the match is over."""
        choice = self.page.locator("[data-testid^=choice-]:enabled").or_(self.result)
        choice.first.wait_for()
        return not self.result.is_visible()

    def watch(self) -> Table:
        """Wait for the board of a match that others may be moving in."""
        self.page.get_by_test_id("board").wait_for()
        return self

    # -- the board ---------------------------------------------------------------------------------------------------

    def region(self, code: str) -> Locator:
        return self.page.get_by_test_id(f"region-{code}")

    def labels(self) -> dict[str, str]:
        """What each region in play tells a screen reader."""
        found: list[tuple[str, str]] = self.page.locator("[data-region]").evaluate_all(
            "all => all.map((one) => [one.dataset.testid.slice(7), one.getAttribute('aria-label')])"
        )
        return dict(found)

    def saying(self, words: str) -> list[str]:
        return [code for code, label in self.labels().items() if words in label]

    def troops(self, code: str) -> int:
        return troops_in(self.labels()[code])

    def has_troops(self, code: str, troops: int) -> None:
        """Wait until a region is seen to hold so many."""
        expect(self.region(code)).to_have_attribute("aria-label", re.compile(rf", {troops} troops?\b"))

    def border(self, rooms: list[str]) -> str:
        """The best manned of these rooms that has somebody else's next to it."""
        labels = self.labels()
        mine = [code for code, label in labels.items() if self.owned(label)]
        fronts = [code for code in rooms if any(near in labels and near not in mine for near in NEAR[code])]
        return max(fronts, key=lambda code: troops_in(labels[code]))

    def owned(self, label: str) -> bool:
        return f"({self.visitor.name})" in label

    # -- moves, by clicks --------------------------------------------------------------------------------------------

    def place(self, code: str, troops: int | None = None) -> None:
        """Place that many, or all that there are."""
        self.region(code).click()
        if troops is not None:
            self.page.get_by_test_id("count-slider").fill(str(troops))
        self.confirm.click()
        self.ready()

    def place_all(self) -> str:
        """Place everything next to an enemy; where."""
        self.ready()
        code = self.border(self.saying(PLACE))
        self.place(code)
        expect(self.prompt).to_contain_text(MOVING)
        return code

    def aim(self, source: str) -> str:
        """Point an attack from a room at the weakest next to it; which. Nothing is sent yet."""
        self.region(source).click()
        expect(self.region(source)).to_have_attribute("aria-pressed", "true")
        labels = self.labels()
        target = min(self.saying(ATTACK), key=lambda code: troops_in(labels[code]))
        self.region(target).click()
        self.confirm.wait_for()
        return target

    def attack(self, source: str) -> str:
        target = self.aim(source)
        self.confirm.click()
        self.ready()
        return target

    def end_turn(self) -> None:
        self.prompt.get_by_role("button", name="End turn").click()


def troops_in(label: str) -> int:
    found = re.search(r", (\d+) troops?\b", label)
    assert found, label
    return int(found[1])


def tables_to_move(*tables: Table) -> tuple[Table, Table]:
    """Of two players: whose turn it is, and who waits."""
    first, second = tables
    deciding: Any = first.prompt.get_by_text(re.compile("^(Your turn|Waiting)$"))
    deciding.wait_for()
    return (first, second) if deciding.inner_text().lower() == "your turn" else (second, first)
