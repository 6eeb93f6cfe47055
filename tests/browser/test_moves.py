"""Moves and everything around them: taking back, typing, reasons, odds, the keyboard."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.table import ATTACK, MOVING, NAMES, NEAR, PLACE, Table, troops_in
from browser.world import Visitor
from marchland.odds import battle_odds


@pytest.fixture
def table(someone: Callable[..., Visitor]) -> Table:
    """My turn against a bot: troops wait to be placed."""
    ann = someone("Ann")
    made = Table(ann, ann.new_match("random"))
    made.ready()
    expect(made.prompt).to_contain_text(re.compile(r"Place \d+ troops"))
    return made


def others(table: Table) -> list[str]:
    return [code for code, label in table.labels().items() if not table.owned(label)]


@pytest.mark.parametrize("by_key", [False, True], ids=["button", "key"])
def test_undo_says_what_it_takes_back(table: Table, by_key: bool) -> None:
    expect(table.undo).to_be_disabled()
    room = table.saying(PLACE)[0]
    before = table.troops(room)
    table.place(room, 1)
    table.has_troops(room, before + 1)
    expect(table.undo).to_have_text(re.compile(rf"Undo: place 1 in {NAMES[room]}\b"))
    if by_key:
        table.page.keyboard.press("u")
    else:
        table.undo.click()
    table.has_troops(room, before)
    expect(table.undo).to_be_disabled()
    table.page.get_by_test_id("tab-log").click()
    expect(table.log).to_contain_text(re.compile(rf"Ann takes back: place 1 in {NAMES[room]}\b"))


def test_moves_can_be_typed(table: Table) -> None:
    table.page.keyboard.press("/")
    line = table.page.get_by_test_id("command-input")
    expect(line).to_be_focused()
    # The suggestions are the choices in words that the server understands.
    line.press_sequentially("place")
    words = table.page.get_by_role("list", name="Suggestions").get_by_role("button").first.inner_text()
    found = re.fullmatch(r"place (\d+) in (.+)", words)
    assert found
    room = next(code for code, name in NAMES.items() if name == found[2])
    before = table.troops(room)
    line.fill(words)
    line.press("Enter")
    table.has_troops(room, before + int(found[1]))
    expect(line).to_have_count(0)


def test_a_wrong_word_is_refused_with_its_clause(table: Table) -> None:
    room = others(table)[0]
    before = table.troops(room)
    table.page.keyboard.press("/")
    line = table.page.get_by_test_id("command-input")
    line.fill(f"place 1 in {room}")
    line.press("Enter")
    refusal = table.page.get_by_role("alert")
    expect(refusal).to_have_count(1)
    expect(refusal).to_contain_text(f"You do not control {NAMES[room]}")
    refusal.get_by_role("button", name="Rule CAM-2.3").click()
    expect(table.page.get_by_role("tabpanel")).to_contain_text("Put all the new troops on the map")
    # What was typed is still there to be mended.
    expect(line).to_have_value(f"place 1 in {room}")
    assert table.troops(room) == before
    line.fill("dance")
    line.press("Enter")
    expect(refusal).not_to_contain_text("control")
    expect(refusal).to_contain_text(re.compile(r"\w+.*\."))
    line.press("Escape")
    expect(line).to_have_count(0)
    expect(refusal).to_have_count(0)


def test_regions_say_what_can_be_done_there(someone: Callable[..., Visitor]) -> None:
    ann = someone("Ann")
    table = Table(ann, ann.new_match("random", setup_place="choose"))
    table.ready()
    can = {code: label for code, label in table.labels().items() if "you can" in label}
    assert all(table.owned(label) and label.endswith(" troop, you can set up here") for label in can.values())
    assert can


def test_pointing_at_what_is_illegal_says_why(table: Table) -> None:
    note = table.page.get_by_role("tooltip")
    enemy = others(table)[0]
    table.region(enemy).hover()
    expect(note).to_contain_text(NAMES[enemy])
    expect(note).to_contain_text("You do not control")
    expect(note).to_contain_text("CAM-2.3")
    source = table.place_all()
    table.region(source).click()
    far = next(code for code in others(table) if code not in NEAR[source])
    table.region(far).hover()
    expect(note).to_contain_text(NAMES[far])
    expect(note).to_contain_text("are not adjacent")
    expect(note).to_contain_text("CAM-S.2")
    # A click on it does nothing worse than to let go.
    before = table.labels()[far]
    table.region(far).click()
    assert table.labels()[far] == before


def test_odds_are_shown_before_an_attack(table: Table) -> None:
    source = table.place_all()
    target = table.aim(source)
    force, defenders = table.troops(source) - 1, table.troops(target)
    for count in (force, 1):
        slider = table.page.get_by_test_id("count-slider")
        slider.fill(str(count))
        percent = battle_odds(count, defenders).win * 100
        shown = "over 99" if 99.5 < percent < 100 else f"{percent:.0f}"
        expect(table.page.get_by_test_id("odds")).to_contain_text(f"You win {shown} %")
    # Nothing has happened yet, and Escape steps back.
    table.page.keyboard.press("Escape")
    expect(table.confirm).to_have_count(0)
    assert ATTACK in table.labels()[target]
    assert table.troops(source) == force + 1


def test_a_turn_with_the_keyboard_alone(table: Table) -> None:
    page = table.page
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.locator("[data-region]:focus").count():
            break
    focused = page.locator("[data-region]:focus")
    label = walk(table, PLACE)
    before = troops_in(label)
    room = (focused.get_attribute("data-testid") or "").removeprefix("region-")
    page.keyboard.press("Enter")
    expect(table.confirm).to_be_focused()
    page.keyboard.press("2")
    expect(page.get_by_test_id("count-slider")).to_have_value("2")
    page.keyboard.press("Enter")
    table.has_troops(room, before + 2)
    table.ready()
    # The focus is back where it was: the rest goes to the same room.
    expect(table.region(room)).to_be_focused()
    left = troops_left(table)
    page.keyboard.press("Enter")
    if left > 1:
        expect(table.confirm).to_be_focused()
        page.keyboard.press("Enter")
    expect(table.prompt).to_contain_text(MOVING)
    table.ready()
    page.keyboard.press("d")
    page.get_by_test_id("tab-log").click()
    expect(table.log).to_contain_text("Ann ends the turn")


def troops_left(table: Table) -> int:
    found = re.search(r"Place (\d+) troop", table.prompt.inner_text())
    assert found
    return int(found[1])


def walk(table: Table, words: str) -> str:
    """Wander over the board with the arrow keys until the focus is on a region that says so."""
    rng = random.Random(1)
    focused = table.page.locator("[data-region]:focus")
    for _ in range(300):
        label = focused.get_attribute("aria-label") or ""
        if words in label:
            return label
        table.page.keyboard.press(f"Arrow{rng.choice(['Left', 'Right', 'Up', 'Down'])}")
    raise AssertionError(f"the arrow keys lead to no region that says {words!r}")


def test_a_clause_in_the_log_opens_its_rule(table: Table) -> None:
    page = table.page
    table.read_log().get_by_role("button", name="CAM-1.4").first.click()
    expect(page.get_by_test_id("tab-rules")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel")).to_contain_text("CAM-1.4")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="The whole rulebook").click()
    rules = opened.value
    expect(rules).to_have_url(re.compile(r"/rules/campus#CAM-1\.4$"))
    expect(rules.get_by_role("heading", name="The rules of Campus")).to_be_visible()
    expect(rules.locator("[id='CAM-1.4']")).to_be_in_viewport()
    rules.get_by_test_id("rules-search").fill("veterans first")
    expect(rules.get_by_role("heading", name="CAM-4.7")).to_be_visible()
    expect(rules.locator("[id='CAM-1.4']")).to_have_count(0)


def test_markup_is_refused_in_names_and_text_in_the_chat(someone: Callable[..., Visitor]) -> None:
    ann = someone()
    ann.forgive("status of 422")
    page = ann.page
    page.goto("/")
    page.get_by_test_id("play-now-campus").click()
    page.get_by_test_id("name-input").fill("<b>Ann</b>")
    page.get_by_test_id("name-save").click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("nothing invisible")
    expect(refusal).to_contain_text(re.compile(r"\.$"))
    page.get_by_test_id("name-input").fill('Ann & "Co" {x}')
    page.get_by_test_id("name-save").click()
    table = Table(ann).watch()
    expect(page.get_by_role("tabpanel")).to_contain_text('Ann & "Co" {x}')
    text = "<img src=x onerror=\"document.title='taken'\"> **not** <b>bold</b> {@html 1}"
    page.get_by_test_id("tab-chat").click()
    page.get_by_test_id("chat-input").fill(text)
    page.get_by_test_id("chat-send").click()
    said = page.get_by_role("list", name="Chat")
    expect(said).to_contain_text(text)
    expect(said.locator("img, b")).to_have_count(0)
    table.ready()
    assert "taken" not in page.title()
