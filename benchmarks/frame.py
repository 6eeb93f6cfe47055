"""How soon somebody sees on the board what another has done: from the click of the one to the first frame of the other.

    python benchmarks/frame.py    a match of two in a real browser; wants a built client and an idle machine

Both pages are in one Chromium, and their clock is the same. What is measured is what is asked for after the action of a
bot, and on top of it the way of the click to the server. Exits 1 if it takes more than a tenth of a second (median).
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Page

from browser.world import Visitor, browsing, serving

ACTIONS = 40
LONGEST = 100.0  # milliseconds

# Notes when the board is painted after it has changed.
WATCH = """() => {
    window.painted = [];
    const now = () => performance.timeOrigin + performance.now();
    const changed = () => requestAnimationFrame(() => setTimeout(() => window.painted.push(now())));
    new MutationObserver(changed).observe(document.querySelector("[data-testid=board]"),
        { subtree: true, childList: true, attributes: true, characterData: true });
}"""

# Takes the first choice that is offered, and says when.
CLICK = """() => {
    const prompt = document.querySelector("[data-testid=prompt]");
    if (prompt?.ariaBusy !== "false" || prompt.querySelector(".kicker")?.textContent !== "Your turn") return 0;
    const open = [...document.querySelectorAll("[data-testid=count-confirm], [data-testid^=choice-]")];
    const choice = open.find((one) => !one.disabled && one.checkVisibility());
    const at = performance.timeOrigin + performance.now();
    choice?.click();
    return choice ? at : 0;
}"""


def first_frame(clicking: Page, watching: Page) -> float | None:
    """Milliseconds from a click to the first frame of the other; None where the click was only half of an action."""
    watching.evaluate("window.painted = []")
    clicked = clicking.evaluate(CLICK)
    if not clicked:
        return None
    clicking.wait_for_timeout(400)
    painted = [at for at in watching.evaluate("window.painted") if at > clicked]
    return float(painted[0] - clicked) if painted else None


def main() -> int:
    found: list[float] = []
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, browsing() as browser:
        people = [Visitor(browser, address, name, speed="normal") for name in ("Ann", "Ben")]
        match = people[0].new_match("open", start=False, public=True, max_rounds=30)
        people[1].post(f"/api/matches/{match}/join", {})
        people[0].post(f"/api/matches/{match}/start")
        pages = [visitor.page for visitor in people]
        for page in pages:
            page.goto(f"/match/{match}")
            page.get_by_test_id("board").wait_for()
            page.evaluate(WATCH)
        while len(found) < ACTIONS:
            for clicking, watching in (pages, pages[::-1]):
                milliseconds = first_frame(clicking, watching)
                if milliseconds is not None:
                    found.append(milliseconds)
                    print(f"\r{len(found)} of {ACTIONS}", end="", file=sys.stderr)
    print(file=sys.stderr)
    median, worst = statistics.median(found), max(found)
    print(f"from a click to the other's first frame: {median:.0f} ms (median), {worst:.0f} ms (worst of {len(found)})")
    return 0 if median <= LONGEST else 1


if __name__ == "__main__":
    raise SystemExit(main())
