"""A phone held upright, used with fingers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.table import ATTACK_FROM, MOVING, NAMES, NEAR, PLACE, Table
from browser.world import PHONE, Visitor

FINGER = 44


@pytest.fixture
def table(someone: Callable[..., Visitor]) -> Table:
    ann = someone("Ann", **PHONE)
    made = Table(ann, ann.new_match("random"))
    made.ready()
    return made


def test_moves_are_made_by_taps(table: Table) -> None:
    room = table.border(table.saying(PLACE))
    before = table.troops(room)
    table.region(room).tap()
    table.page.get_by_role("button", name="One less").tap()
    expect(table.page.get_by_test_id("count-slider")).to_have_value("2")
    table.confirm.tap()
    table.has_troops(room, before + 2)
    table.ready()
    table.undo.tap()
    table.has_troops(room, before)
    table.ready()
    table.place(room)
    expect(table.prompt).to_contain_text(MOVING)

    target = table.aim(table.border(table.saying(ATTACK_FROM)))
    expect(table.page.get_by_test_id("odds")).to_contain_text("You win")
    table.carry_out()
    table.end_turn()
    table.page.get_by_test_id("tab-log").tap()
    expect(table.log).to_contain_text(f"Ann attacks {NAMES[target]}")
    expect(table.log).to_contain_text("Ann ends the turn")


def test_a_second_tap_is_a_second_click(table: Table) -> None:
    """However quickly it follows; only on open ground two taps zoom."""
    table.place_all()
    board = table.page.get_by_test_id("board")
    before = board.get_attribute("viewBox") or ""
    source = table.border(table.saying(ATTACK_FROM))
    region = table.region(source)
    region.tap()
    expect(region).to_have_attribute("aria-pressed", "true")
    box = region.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # Let go, and taken up again.
    table.page.touchscreen.tap(x, y)
    table.page.touchscreen.tap(x, y)
    expect(region).to_have_attribute("aria-pressed", "true")
    table.page.touchscreen.tap(x, y)
    expect(region).to_have_attribute("aria-pressed", "false")
    expect(board).to_have_attribute("viewBox", before)


def test_the_log_begins_at_its_end(table: Table) -> None:
    placed = table.place_all()
    table.page.get_by_test_id("tab-log").tap()
    lines = table.log.get_by_role("listitem")
    expect(lines.last).to_contain_text(f"in {NAMES[placed]}")
    expect(lines.last).to_be_in_viewport(ratio=0.9)
    table.read_log()
    assert lines.count() > 5


def test_the_board_is_on_top_and_nothing_sticks_out(table: Table) -> None:
    board = table.page.get_by_test_id("board").bounding_box()
    prompt = table.prompt.bounding_box()
    assert board and prompt
    assert board["y"] + board["height"] <= prompt["y"] + 1
    assert board["width"] == 390
    assert prompt["y"] < 844
    assert table.page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.parametrize("width", [390, 320])
def test_the_head_names_the_match_whatever_the_player_is_called(someone: Callable[..., Visitor], width: int) -> None:
    ann = someone("Maximiliane", **{**PHONE, "viewport": {"width": width, "height": 568}})
    table = Table(ann, ann.new_match("random"))
    table.ready()
    head = table.page.locator("header")
    title = head.locator(".what strong")
    expect(title).to_have_text("Campus")
    assert title.evaluate("one => one.scrollWidth <= one.clientWidth")
    settings, home = (head.locator(one).bounding_box() for one in ("[data-testid=settings]", ".home"))
    assert settings and home and abs(settings["y"] - home["y"]) < 10


def test_swiping_the_sheet_beyond_its_end_leaves_the_page_where_it_is(table: Table) -> None:
    page = table.page
    touch = table.visitor.context.new_cdp_session(page)
    for _ in range(3):
        touch.send("Input.synthesizeScrollGesture", {"x": 195, "y": 700, "yDistance": -1500, "speed": 4000})
    assert page.evaluate("document.querySelector('aside').scrollTop") > 0
    assert page.evaluate("[window.scrollY, document.documentElement.scrollHeight]") == [0, 844]
    expect(page.get_by_role("tablist")).to_be_in_viewport()


def test_a_long_press_says_why(table: Table) -> None:
    enemy = next(code for code, label in table.labels().items() if not table.owned(label))
    box = table.region(enemy).bounding_box()
    assert box
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = table.visitor.context.new_cdp_session(table.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    note = table.page.get_by_role("tooltip")
    expect(note).to_contain_text(f"You do not control {NAMES[enemy]}")
    expect(note).to_contain_text("CAM-2.3")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(note).to_contain_text("CAM-2.3")


def test_a_tap_that_chooses_nothing_says_why(table: Table) -> None:
    source = table.place_all()
    table.region(source).tap()
    far = next(code for code, label in table.labels().items() if not table.owned(label) and code not in NEAR[source])
    table.region(far).tap()
    note = table.page.get_by_role("tooltip")
    expect(note).to_contain_text(NAMES[far])
    expect(note).to_contain_text("are not adjacent")
    # The next tap is for something else.
    table.region(source).tap()
    expect(note).to_have_count(0)
    expect(table.region(source)).to_have_attribute("aria-pressed", "true")


def test_two_fingers_zoom_the_board(table: Table) -> None:
    board = table.page.get_by_test_id("board")
    box = board.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = table.visitor.context.new_cdp_session(table.page)

    def fingers(kind: str, apart: float) -> None:
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if apart else []})

    def shown() -> float:
        return float((board.get_attribute("viewBox") or "").split()[2])

    before = shown()
    fingers("touchStart", 30)
    for apart in (40, 60, 90):
        fingers("touchMove", apart)
    fingers("touchEnd", 0)
    expect(board).not_to_have_attribute("viewBox", "")
    table.page.wait_for_function(
        "most => Number(document.querySelector('[data-testid=board]').getAttribute('viewBox').split(' ')[2]) < most",
        arg=before * 0.6,
    )
    table.page.get_by_role("button", name="Show the whole board").tap()
    table.page.wait_for_function(
        "wide => Number(document.querySelector('[data-testid=board]').getAttribute('viewBox').split(' ')[2]) === wide",
        arg=before,
    )


# Numbers of clauses stand in running text, where they may be small; everything else is for fingers.
SMALL = """least => [...document.querySelectorAll("button, .button, header a, select, input, [role=tab], summary")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches("[aria-label^='Rule ']"))
    .map((one) => [one, (/radio|checkbox/.test(one.type) ? one.closest("label") : one).getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.height < least - 0.5 || box.width < least - 0.5))
    .map(([one, box]) => `${one.textContent.trim() || one.getAttribute("aria-label")} ${box.width} by ${box.height}`)"""


def small(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SMALL, FINGER)
    return found


def test_everything_to_tap_is_as_large_as_a_finger(table: Table) -> None:
    page = table.page
    match = page.url
    assert small(page) == []
    room = table.saying(PLACE)[0]
    table.region(room).tap()
    table.confirm.wait_for()
    assert small(page) == []
    for tab in ("log", "chat", "rules"):
        page.get_by_test_id(f"tab-{tab}").tap()
        expect(page.get_by_test_id(f"tab-{tab}")).to_have_attribute("aria-selected", "true")
        assert small(page) == []
    page.goto("/")
    page.get_by_test_id("play-now-campus").wait_for()
    assert small(page) == []
    page.goto("/new?game=campus")
    page.get_by_text("More options").tap()
    page.get_by_test_id("option-max_rounds").wait_for()
    assert small(page) == []
    table.visitor.autoplay(match.rsplit("/", 1)[1])
    page.goto(match)
    table.result.wait_for()
    assert small(page) == []
    page.get_by_test_id("open-replay").tap()
    page.get_by_test_id("replay-slider").wait_for()
    assert small(page) == []
