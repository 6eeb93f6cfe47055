"""What others do is shown one event after the other, and the board never runs ahead of its dice."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from playwright.sync_api import expect

from browser.seat import Seat, Seating
from browser.table import Table, troops_in
from browser.world import Visitor

# At each line that the log gets, what the counters say.
WATCH_LOG = """() => {
    window.seen = [];
    const look = () => {
        const lines = [...document.querySelectorAll("[data-testid=log] li")].map((line) => line.innerText);
        const labels = Object.fromEntries([...document.querySelectorAll("[data-testid^=region-]")].map(
            (region) => [region.dataset.testid.slice(7), region.getAttribute("aria-label")]));
        if (window.seen.length === 0 || window.seen.at(-1)[0] < lines.length)
            window.seen.push([lines.length, lines.at(-1) ?? "", labels]);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
}"""


class Following(Seat):
    """A page that is open at the log, and notes what the board says whenever a line is told."""

    def __init__(self, visitor: Visitor, match: str) -> None:
        super().__init__(visitor, match)
        self.page.get_by_test_id("tab-log").click()
        self.page.evaluate(WATCH_LOG)

    def story(self, end: str) -> list[tuple[str, dict[str, int]]]:
        """Every line of the log with the troops of each room when it was told, up to the line that ends so."""
        expect(self.page.get_by_test_id("log")).to_contain_text(end)
        seen = self.page.evaluate("window.seen")
        return [(line, {code: troops_in(label) for code, label in labels.items()}) for _, line, labels in seen]


def attacked(seating: Seating, speed: str) -> tuple[Following, Following]:
    """Ben is to attack Ann's Physics from Chemistry; both watch at that speed."""
    rooms = {"PHY": [0, 4], "CHE": [1, 30], "BOO": [0, 3]}
    position = {"rooms": rooms, "rest": [1, 1], "active": 1, "options": {"max_rounds": 9}}
    ann, ben = seating(Following, "campus", seats=2, how={"speed": speed}, **position)
    return ann, ben


def test_the_counters_agree_with_the_log_at_every_moment(seating: Seating) -> None:
    ann, ben = attacked(seating, "quick")
    ben.type("attack PHY from CHE with 29")
    story = ann.story("moves in")
    rolls = 0
    for (_, before), (line, after) in pairwise(story):
        if found := re.search(r"attacker loses (\d), defender (\d)", line):
            rolls += 1
            lost = (before["CHE"] - after["CHE"], before["PHY"] - after["PHY"])
            assert lost == (int(found[1]), int(found[2])), line
    assert rolls > 1


def test_the_prompt_waits_until_all_was_shown_and_a_key_ends_the_showing(seating: Seating) -> None:
    ann, ben = attacked(seating, "slow")
    ben.type("attack PHY from CHE with 29")
    shown = ann.page.get_by_test_id("showing")
    expect(shown).to_contain_text("Physics Lab")
    expect(ann.prompt).to_have_count(0)
    ann.page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    expect(ann.page.get_by_test_id("log")).to_contain_text("moves in")
    expect(ann.prompt).to_be_visible()


def test_since_your_turn_says_what_was_lost_and_to_whom_also_after_a_reload(seating: Seating) -> None:
    ann, ben = attacked(seating, "quick")
    ben.type("attack PHY from CHE with 29")
    ann.story("moves in")
    ben.page.get_by_test_id("skip").or_(ben.prompt).first.wait_for()
    ben.page.keyboard.press("Escape")
    ben.type("end turn")
    said = ann.page.get_by_test_id("since")
    expect(said).to_have_text("You lost Physics Lab to Ben.")
    ann.page.reload()
    expect(said).to_have_text("You lost Physics Lab to Ben.")
    # Whoever goes on knows.
    ann.page.get_by_test_id("board").wait_for()
    ann.type("place 1 in BOO")
    expect(said).to_have_count(0)


def test_the_speed_is_chosen_beside_the_log_and_remembered(someone: Callable[..., Visitor]) -> None:
    ann = someone("Ann", speed="quick")
    table = Table(ann, ann.new_match("random"))
    table.page.get_by_test_id("tab-log").click()
    speed = table.page.get_by_test_id("speed")
    expect(speed).to_have_value("quick")
    speed.select_option("slow")
    assert table.page.evaluate("localStorage.getItem('marchland:speed')") == "slow"
