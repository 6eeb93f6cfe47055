"""What others do is shown one event after the other, and the board never runs ahead of its dice."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.seat import Seat, Seating
from browser.table import CODES, NAMES, Table, troops_in
from browser.world import PHONE, Visitor

# Whenever the log gets a line: all its lines, and what the counters say.
WATCH_LOG = """() => {
    window.seen = [];
    const look = () => {
        const lines = [...document.querySelectorAll("[data-testid=log-line]")].map((line) => line.textContent);
        const labels = Object.fromEntries([...document.querySelectorAll("[data-testid^=region-]")].map(
            (region) => [region.dataset.testid.slice(7), region.getAttribute("aria-label")]));
        if (window.seen.length === 0 || window.seen.at(-1)[0].length < lines.length)
            window.seen.push([lines, labels]);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
}"""

CODE = {NAMES[code]: code for code in CODES}


class Story:
    """What a log tells of the troops in the rooms, line by line."""

    def __init__(self, troops: dict[str, int]) -> None:
        self.troops = troops
        self.battle = ("", "")
        self.rolls = 0
        self.battles = 0

    def tell(self, line: str) -> None:
        if found := re.search(r"attacks (.+) from (.+) with \d+", line):
            self.battle = (CODE[found[1]], CODE[found[2]])
            self.battles += 1
        elif found := re.search(r"attacker loses (\d), defender (\d)", line):
            target, source = self.battle
            self.troops[source] -= int(found[1])
            self.troops[target] -= int(found[2])
            self.rolls += 1
        elif found := re.search(r"takes (.+) and moves in with (\d+)", line):
            self.troops[self.battle[1]] -= int(found[2])
            self.troops[CODE[found[1]]] += int(found[2])
        elif found := re.search(r"places (\d+) troops? in (.+?)(?: *CAM|$)", line):
            self.troops[CODE[found[2].strip()]] += int(found[1])
        elif found := re.search(r"reinforces (.+) from (.+) with (\d+)", line):
            self.troops[CODE[found[2]]] -= int(found[3])
            self.troops[CODE[found[1]]] += int(found[3])


def told(page: Page) -> Story:
    """The log, compared with the counters at each moment since it was watched."""
    seen: list[tuple[list[str], dict[str, str]]] = page.evaluate("window.seen")
    lines, labels = seen[0]
    story = Story({code: troops_in(label) for code, label in labels.items()})
    for longer, after in seen[1:]:
        for line in longer[len(lines) :]:
            story.tell(line)
        assert {code: troops_in(label) for code, label in after.items()} == story.troops, longer[-1]
        lines = longer
    return story


class Following(Seat):
    """A page that is open at the log, and notes what the board says whenever a line is told."""

    def __init__(self, visitor: Visitor, match: str) -> None:
        super().__init__(visitor, match)
        self.log = self.page.get_by_test_id("log")
        self.watch()

    def watch(self) -> None:
        self.page.get_by_test_id("tab-log").click()
        self.page.evaluate(WATCH_LOG)


def attacked(seating: Seating, speed: str, **rooms: list[int]) -> tuple[Following, Following]:
    """Ben is to attack Ann's Physics from Chemistry; both watch at that speed."""
    standing = {"PHY": [0, 4], "CHE": [1, 30], "BOO": [0, 3], **rooms}
    position = {"rooms": standing, "rest": [1, 1], "active": 1, "options": {"max_rounds": 9}}
    ann, ben = seating(Following, "campus", seats=2, how={"speed": speed}, **position)
    return ann, ben


def test_the_turns_of_bots_are_shown_in_order_and_the_counters_agree_with_the_log(
    someone: Callable[..., Visitor],
) -> None:
    ann = someone("Ann", speed="quick")
    table = Table(ann, ann.new_match("greedy", "greedy"))
    while table.ready() and not table.saying("place troops here"):
        pass
    table.place_all()
    table.page.get_by_test_id("tab-log").click()
    table.page.evaluate(WATCH_LOG)
    table.end_turn()
    expect(table.page.get_by_test_id("showing")).to_be_visible()
    table.prompt.get_by_text("Your turn").wait_for()
    story = told(table.page)
    assert story.battles > 1
    assert story.rolls > 1


def test_the_prompt_waits_until_all_was_shown_and_a_key_ends_the_showing(seating: Seating) -> None:
    ann, ben = attacked(seating, "slow")
    ben.type("attack PHY from CHE with 29")
    shown = ann.page.get_by_test_id("showing")
    expect(shown).to_contain_text("Physics Lab")
    expect(ann.prompt).to_have_count(0)
    # The dice say what they are about.
    tray = ann.page.get_by_test_id("dice-tray")
    expect(tray).to_contain_text("Chemistry Lab → Physics Lab")
    expect(tray).to_contain_text(re.compile("Ben.*Ann"))
    ann.page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    expect(tray).to_have_count(0)
    expect(ann.log).to_contain_text("moves in")
    expect(ann.prompt).to_be_visible()
    # Skipped or not, all of it was told once.
    lines = ann.page.get_by_test_id("log-line").all_text_contents()
    assert len([line for line in lines if "moves in" in line]) == 1
    told(ann.page)


def test_opening_the_command_line_throws_no_dice_again(seating: Seating) -> None:
    _, ben = attacked(seating, "quick", PHY=[0, 1], CHE=[1, 3])
    ben.type("attack PHY from CHE with 1")
    expect(ben.log).to_contain_text(re.compile("moves in|has failed"))
    expect(ben.prompt).to_be_visible()
    ben.page.evaluate("""() => {
        window.thrown = 0;
        const tray = "[data-testid=dice-tray]";
        const isTray = (node) => node.matches?.(tray) || node.querySelector?.(tray);
        const count = (all) => all.flatMap((one) => [...one.addedNodes]).filter(isTray).length;
        new MutationObserver((all) => (window.thrown += count(all)))
            .observe(document.body, { subtree: true, childList: true });
    }""")
    ben.page.keyboard.press("/")
    line = ben.page.get_by_test_id("command-input")
    line.press("Escape")
    expect(line).to_have_count(0)
    assert ben.page.evaluate("window.thrown") == 0


def test_since_your_turn_says_what_was_lost_and_to_whom_also_after_a_reload(seating: Seating) -> None:
    ann, ben = attacked(seating, "quick", COR=[0, 1], CHE=[1, 60])
    match = ann.page.url
    ben.type("attack PHY from CHE with 29")
    expect(ann.log).to_contain_text("moves in")
    # Also what happens while she looks elsewhere.
    ann.page.goto("/rules/campus")
    ben.page.keyboard.press("Escape")
    ben.type("attack COR from CHE with 29")
    expect(ben.log).to_contain_text("takes Long Corridor")
    ben.page.keyboard.press("Escape")
    ben.type("end turn")
    ann.page.goto(match)
    said = ann.page.get_by_test_id("since")
    expect(said).to_have_text("You lost Physics Lab and Long Corridor to Ben.")
    ann.page.reload()
    expect(said).to_have_text("You lost Physics Lab and Long Corridor to Ben.")
    # Whoever goes on knows.
    ann.page.get_by_test_id("board").wait_for()
    ann.type("place 1 in BOO")
    expect(said).to_have_count(0)


def test_the_log_is_folded_and_narrowed_by_a_click_on_the_board(seating: Seating) -> None:
    ann, ben = attacked(seating, "at once")
    for words in ("attack PHY from CHE with 29", "end turn"):
        ben.type(words)
    ann.says("Your turn")
    ann.page.get_by_test_id("log-line").filter(has_text="Ann receives").wait_for()
    battle = ann.log.locator("details", has_text="Ben attacks Physics Lab").last
    assert battle.get_attribute("open") is None
    ann.page.get_by_test_id("region-OBS").click()
    expect(ann.page.get_by_test_id("log-place")).to_have_text("Observatory")
    expect(ann.page.get_by_test_id("log-line")).to_have_count(0)
    ann.page.get_by_test_id("region-PHY").click()
    expect(ann.page.get_by_test_id("log-line").first).to_contain_text("Ben attacks Physics Lab")
    expect(ann.log).not_to_contain_text("receives")
    ann.page.get_by_test_id("log-all").click()
    expect(ann.log).to_contain_text("Ann receives")
    ann.page.get_by_test_id("log-seat-0").click()
    expect(ann.log).to_contain_text("Ben attacks Physics Lab")
    expect(ann.log).not_to_contain_text("Ben ends the turn")


WORLD: dict[str, Any] = {
    "territories": {"BRA": [0, 1], "ARG": [0, 3], "VEN": [1, 60], "NAF": [1, 4]},
    "rest": [2, 1],
    "capitals": ["BRA", "NAF", "CHI"],
    "eur": [9, 5, 0],
    "round": 3,
}


def test_bids_are_turned_up_side_by_side_and_again_from_the_log(seating: Seating) -> None:
    ann, ben = seating(Following, "capitals", how={"speed": "slow"}, **WORLD, step="order")
    for one, amount in ((ann, 2), (ben, 4)):
        one.page.get_by_test_id("bid-amount").fill(str(amount))
        one.page.get_by_test_id("bid-seal").click()
    turned_up = ann.page.get_by_test_id("reveal")
    expect(turned_up.locator("li")).to_have_text(
        [re.compile("Ann *bids 2 EUR"), re.compile("Ben *bids 4 EUR"), re.compile("Random 3 *bids 0 EUR")]
    )
    expect(ann.prompt).to_have_count(0)
    expect(turned_up).to_contain_text("Ben is rank 1")
    ann.page.get_by_test_id("reveal-close").click()
    expect(turned_up).to_have_count(0)
    expect(ann.prompt).to_be_visible()
    ann.page.get_by_test_id("log-reveal").click()
    expect(turned_up).to_contain_text("Ben is rank 1")
    ann.page.keyboard.press("Escape")
    expect(turned_up).to_have_count(0)


def test_the_loss_of_a_capital_is_a_banner(seating: Seating) -> None:
    ann, ben = seating(
        Following, "capitals", how={"speed": "slow", "reduced_motion": "reduce"}, **WORLD, active=1, step="attack"
    )
    ben.type("storm BRA from VEN")
    ben.page.keyboard.press("Escape")
    ben.says("Move in with how many")
    ben.type("move in 40")
    banner = ann.page.get_by_test_id("blow")
    expect(banner).to_contain_text("You lost Brazil.")
    expect(banner).to_contain_text("Ben plunders the capital Brazil: 5 EUR from Ann")
    # It goes by itself.
    expect(banner).to_have_count(0)
    expect(ann.log).to_contain_text("Ben plunders the capital Brazil")


def test_the_speed_is_chosen_beside_the_log_and_remembered(someone: Callable[..., Visitor]) -> None:
    ann = someone("Ann", speed="quick")
    table = Table(ann, ann.new_match("random"))
    table.page.get_by_test_id("tab-log").click()
    speed = table.page.get_by_test_id("speed")
    expect(speed).to_have_value("quick")
    speed.select_option("slow")
    assert table.page.evaluate("localStorage.getItem('marchland:speed')") == "slow"


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desktop", "phone"])
def test_a_replay_shows_its_steps_in_the_same_way(someone: Callable[..., Visitor], how: dict[str, Any]) -> None:
    ann = someone("Bartholomea of the Longer Name", speed="quick", **how)
    match = ann.new_match("greedy", "greedy", max_rounds=5)
    ann.autoplay(match)
    page = ann.page
    page.goto(f"/replay/{match}?seat=0")
    slider = page.get_by_test_id("replay-slider")
    box = slider.bounding_box()
    assert box is not None
    assert box["width"] > 200, "a long name leaves the slider its room"
    page.get_by_test_id("replay-jump").select_option("battle")
    page.get_by_test_id("replay-next").click()
    expect(page.get_by_test_id("dice-tray")).to_be_visible()
    expect(page.get_by_test_id("dice-tray")).to_contain_text("→")
    where = page.get_by_test_id("replay-n")
    expect(where).not_to_have_text(re.compile("^0 /"))
    page.keyboard.press("Escape")
    page.evaluate(WATCH_LOG)
    for _ in range(6):
        before = where.inner_text()
        page.get_by_role("button", name="One step on").click()
        expect(where).not_to_have_text(before)
    page.get_by_test_id("replay-previous").click()
    told(page)
