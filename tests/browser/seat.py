"""One player's page of a match, and how players come to sit at a position."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.world import Visitor


class Seat:
    def __init__(self, visitor: Visitor, match: str) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self.page.goto(f"/match/{match}")
        self.page.get_by_test_id("board").wait_for()
        self.prompt = self.page.get_by_test_id("prompt")
        self.confirm = self.page.get_by_test_id("count-confirm")

    def says(self, words: str | re.Pattern[str]) -> None:
        expect(self.prompt).to_contain_text(words)

    def heard(self, words: str | re.Pattern[str]) -> None:
        self.page.get_by_test_id("tab-log").click()
        expect(self.page.get_by_test_id("log")).to_contain_text(words)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.prompt.get_by_role("button", name=name)

    def shows(self, code: str, words: str) -> None:
        expect(self.page.get_by_test_id(f"region-{code}")).to_have_attribute("aria-label", re.compile(words))

    def choose(self, *codes: str) -> None:
        """Regions of a map, by their counters: a land's middle may be sea. Waits for the answer to what was pressed."""
        expect(self.prompt).to_have_attribute("aria-busy", "false")
        for code in codes:
            self.page.get_by_test_id(f"region-{code}").locator("circle.hit").click()

    def type(self, words: str) -> None:
        """Typed, and done."""
        expect(self.enter(words)).to_have_count(0)

    def refused(self, words: str, clause: str) -> None:
        """Typed, and refused with the clause."""
        line = self.enter(words)
        expect(self.page.get_by_role("alert")).to_contain_text(clause)
        line.press("Escape")
        expect(line).to_have_count(0)

    def enter(self, words: str) -> Locator:
        self.page.keyboard.press("/")
        line = self.page.get_by_test_id("command-input")
        line.fill(words)
        line.press("Enter")
        return line


Seating = Callable[..., list[Any]]
