"""Every page, in daylight on a desktop and in the dark on a phone: fit for everybody, and pictures of it to look at."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.table import ATTACK_FROM, Table
from browser.world import DESKTOP, HERE, PHONE, Visitor

SCREENSHOTS = HERE / "screenshots"
AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"
FIRST_PAGE_AT_MOST = 150_000  # bytes, before the boards on it
PICTURES_AT_MOST = 250_000
NEW = "/new?game=campus"


@dataclass(frozen=True)
class Matches:
    """One of each sort, and the browser profile of their player."""

    waiting: str
    running: str
    over: str
    invite: str
    seat: str
    profile: Any


@pytest.fixture(scope="module")
def matches(chromium: Browser, address: str) -> Matches:
    return one_of_each(Visitor(chromium, address, "Ann"))


def one_of_each(ann: Visitor) -> Matches:
    over = ann.new_match("greedy", "random", "greedy")
    ann.autoplay(over)
    running = ann.new_match("greedy", "greedy", "greedy", max_rounds=40)
    ann.autoplay(running, rounds=3)
    table = Table(ann, running)
    table.place_all()
    ann.page.get_by_test_id("tab-chat").click()
    ann.page.get_by_test_id("chat-input").fill("The library is mine, I hope you like the cold.")
    ann.page.get_by_test_id("chat-send").click()
    expect(ann.page.get_by_test_id("chat-input")).to_have_value("")
    waiting = ann.new_match("open", "greedy", start=False)
    invite = ann.post(f"/api/matches/{waiting}/invite")["link"]
    seat = ann.post(f"/api/matches/{running}/seat-link")["link"]
    profile = ann.context.storage_state()
    assert ann.close() == []
    return Matches(waiting, running, over, invite, seat, profile)


# -- how to come to a page and what to wait for ----------------------------------------------------------------------


def lobby(ann: Visitor, matches: Matches) -> None:
    ann.page.goto("/")
    expect(ann.page.get_by_test_id(f"match-{matches.running}")).to_contain_text("your turn")
    games_in_sight(ann.page)


def games_in_sight(page: Page) -> None:
    """One screen: every game can be begun without scrolling on a desktop, and one at least on a phone."""
    begin = page.locator("[data-testid^=play-now-]")
    begin.first.wait_for()
    for game in begin.all() if (page.viewport_size or DESKTOP["viewport"])["width"] > 1000 else [begin.first]:
        expect(game).to_be_in_viewport(ratio=1)
        game.click(trial=True)


def new_match(ann: Visitor, matches: Matches) -> None:
    ann.page.goto(NEW)
    ann.page.get_by_text("More options").click()
    ann.page.get_by_test_id("option-max_rounds").wait_for()


def waiting_room(ann: Visitor, matches: Matches) -> None:
    ann.page.goto(f"/match/{matches.waiting}")
    ann.page.get_by_test_id("start-match").wait_for()


def my_turn(ann: Visitor, matches: Matches) -> None:
    ann.page.goto(f"/match/{matches.running}")
    ann.page.locator("[data-forward]:enabled").wait_for()


def attack(ann: Visitor, matches: Matches) -> None:
    my_turn(ann, matches)
    table = Table(ann)
    table.aim(table.border(table.saying(ATTACK_FROM)))
    expect(ann.page.get_by_test_id("odds")).to_contain_text("You win")
    ann.page.mouse.move(5, 200)


def chat(ann: Visitor, matches: Matches) -> None:
    my_turn(ann, matches)
    ann.page.get_by_test_id("tab-chat").click()
    expect(ann.page.get_by_role("list", name="Chat")).to_contain_text("The library is mine")


def log(ann: Visitor, matches: Matches) -> None:
    my_turn(ann, matches)
    ann.page.get_by_test_id("tab-log").click()
    ann.page.get_by_test_id("log").wait_for()


def clause(ann: Visitor, matches: Matches) -> None:
    log(ann, matches)
    Table(ann).read_log().get_by_role("button", name="CAM-S.9").last.click()
    expect(ann.page.get_by_role("tabpanel")).to_contain_text("CAM-S.9")


def match_over(ann: Visitor, matches: Matches) -> None:
    ann.page.goto(f"/match/{matches.over}")
    ann.page.get_by_test_id("result").wait_for()


def replay(ann: Visitor, matches: Matches) -> None:
    ann.page.goto(f"/replay/{matches.over}?n=40")
    ann.page.get_by_test_id("replay-slider").wait_for()


def check(ann: Visitor, matches: Matches) -> None:
    ann.page.goto(f"/check/{matches.over}")
    ann.page.get_by_test_id("check-own").wait_for()


def rules(ann: Visitor, matches: Matches) -> None:
    ann.page.goto("/rules/campus#CAM-4.3")
    ann.page.locator("[id='CAM-4.3']").wait_for()


def nowhere(ann: Visitor, matches: Matches) -> None:
    ann.page.goto("/nowhere")
    ann.page.get_by_role("heading", name="There is nothing here.").wait_for()


def invited(ann: Visitor, matches: Matches) -> None:
    """What somebody sees who is not known yet; from here on Ann is forgotten."""
    ann.context.clear_cookies()
    ann.page.goto(f"/invite/{matches.invite}")
    ann.page.get_by_test_id("name-save").wait_for()


def you(ann: Visitor, matches: Matches) -> None:
    ann.page.goto("/you")
    expect(ann.page.get_by_test_id("devices")).to_contain_text("this device")


def sharing(ann: Visitor, matches: Matches) -> None:
    my_turn(ann, matches)
    ann.page.get_by_test_id("menu").click()
    ann.page.get_by_test_id("make-seat-link").wait_for()


def private(ann: Visitor, matches: Matches) -> None:
    ann.forgive(r"404 \(Not Found\)")
    ann.page.goto("/match/nowhere")
    ann.page.get_by_role("heading", name="There is no such match, or it is private").wait_for()


def seat_offered(ann: Visitor, matches: Matches) -> None:
    """To somebody who is not known yet."""
    ann.context.clear_cookies()
    ann.page.goto(f"/seat/{matches.seat}")
    ann.page.get_by_test_id("open-seat").wait_for()


def seat_borrowed(ann: Visitor, matches: Matches) -> None:
    seat_offered(ann, matches)
    ann.page.get_by_test_id("open-seat").click()
    expect(ann.page.get_by_test_id("borrowed-seat")).to_contain_text("seat here")
    ann.page.locator("[data-forward]:enabled").wait_for()


def log_in(ann: Visitor, matches: Matches) -> None:
    ann.context.clear_cookies()
    ann.page.goto("/you")
    ann.page.get_by_test_id("log-in").wait_for()


def stranger(ann: Visitor, matches: Matches) -> None:
    """The lobby of somebody who has no matches and no name yet."""
    ann.context.clear_cookies()
    ann.page.goto("/")
    games_in_sight(ann.page)


PAGES: list[Callable[[Visitor, Matches], None]] = [
    lobby, new_match, waiting_room, my_turn, attack, chat, log, clause, match_over, replay, check, rules,
    you, sharing, nowhere, private, invited, seat_offered, seat_borrowed, log_in, stranger,
]  # fmt: skip
# Those look much like others; the smaller screen is enough.
LOOKED_AT_ONCE = [attack, chat, log, clause, nowhere, invited, seat_borrowed, stranger]


@pytest.mark.parametrize(("device", "scheme"), [("desktop", "light"), ("phone", "dark")])
def test_pages(someone: Callable[..., Visitor], matches: Matches, device: str, scheme: str) -> None:
    how = PHONE if device == "phone" else DESKTOP
    ann = someone(storage_state=matches.profile, color_scheme=scheme, reduced_motion="reduce", **how)
    ann.name = "Ann"
    SCREENSHOTS.mkdir(exist_ok=True)
    axe = AXE.read_text()
    faults: list[str] = []
    for come_to in [page for page in PAGES if device == "phone" or page not in LOOKED_AT_ONCE]:
        come_to(ann, matches)
        name = come_to.__name__.replace("_", "-")
        ann.page.evaluate("document.fonts.ready")
        ann.page.screenshot(path=SCREENSHOTS / f"{name}-{device}-{scheme}.png")
        faults += [f"{name}: {fault}" for fault in serious(ann.page, axe)]
    assert not faults, "\n".join(faults)


# What fades in has little contrast on its way.
AT_REST = """Promise.allSettled(document.getAnimations()
    .filter((each) => each.effect.getComputedTiming().endTime !== Infinity)
    .map((each) => each.finished))"""


def serious(page: Page, axe: str) -> list[str]:
    """What axe-core calls serious or critical."""
    page.evaluate(axe)
    page.evaluate(AT_REST)
    found: Any = page.evaluate("axe.run({ resultTypes: ['violations'] }).then((result) => result.violations)")
    return [
        f"{fault['id']}, {len(fault['nodes'])} times: {fault['help']}: {fault['nodes'][0]['html'][:160]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


def test_the_first_page_is_light(someone: Callable[..., Visitor]) -> None:
    visitor = someone()
    page = visitor.page
    network = visitor.context.new_cdp_session(page)
    paths: dict[str, str] = {}
    weights: dict[str, float] = {}
    network.on("Network.responseReceived", lambda said: paths.update({said["requestId"]: said["response"]["url"]}))
    network.on("Network.loadingFinished", lambda said: weights.update({said["requestId"]: said["encodedDataLength"]}))
    network.send("Network.enable")
    page.goto("/", wait_until="networkidle")
    page.get_by_test_id("play-now-campus").wait_for()
    page.evaluate("document.fonts.ready")
    assert len(weights) >= 5
    boards = sum(weight for request, weight in weights.items() if "/api/games/" in paths[request])
    assert sum(weights.values()) - boards < FIRST_PAGE_AT_MOST
    assert 0 < boards < PICTURES_AT_MOST


# -- without a connection --------------------------------------------------------------------------------------------


def test_a_page_that_did_not_load_is_loaded_when_the_server_is_back(someone: Callable[..., Visitor]) -> None:
    ann = someone("Ann", **PHONE)
    ann.forgive("ERR_FAILED|ERR_INTERNET_DISCONNECTED")
    page = ann.page
    page.goto("/")
    page.get_by_test_id("play-now-campus").wait_for()
    ann.context.set_offline(True)
    page.get_by_test_id("me").tap()
    expect(page.get_by_role("heading", name="This page did not load.")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("The server cannot be reached")
    ann.context.set_offline(False)
    page.get_by_role("button", name="Try again").tap()
    expect(page.get_by_role("heading", name="You are Ann")).to_be_visible()


def test_pages_that_could_not_be_shown_are_tried_again(someone: Callable[..., Visitor], matches: Matches) -> None:
    ann = someone(storage_state=matches.profile, **PHONE)
    ann.forgive("ERR_FAILED")
    page = ann.page
    ready = {"end": "end-page", "replay": "replay-slider", "check": "check-own"}
    elsewhere = {NEW: "seat-1", "/howto/campus": "howto-play", "/rules/campus": "rules-search"}
    for path, shown in {**{f"/{name}/{matches.over}": shown for name, shown in ready.items()}, **elsewhere}.items():
        page.route(re.compile("/api/(matches|games)/"), lambda route: route.abort())
        page.goto(path)
        expect(page.get_by_role("main")).to_contain_text("The server cannot be reached.")
        page.unroute_all()
        page.get_by_role("button", name="Try again").tap()
        expect(page.get_by_test_id(shown)).to_be_visible()


def test_a_replay_shows_no_other_moment_than_it_says(someone: Callable[..., Visitor], matches: Matches) -> None:
    ann = someone(storage_state=matches.profile, **PHONE)
    ann.forgive("ERR_INTERNET_DISCONNECTED")
    page = ann.page
    page.goto(f"/replay/{matches.over}?n=3")
    on, counter, alert = page.get_by_label("One step on"), page.get_by_test_id("replay-n"), page.get_by_role("alert")
    expect(counter).to_have_text(re.compile("^3 "))
    ann.context.set_offline(True)
    on.tap()
    expect(alert).to_contain_text("The server cannot be reached.")
    expect(counter).to_have_text(re.compile("^3 "))
    expect(page).to_have_url(re.compile(r"\?n=3&"))
    ann.context.set_offline(False)
    expect(alert).to_have_count(0)
    on.tap()
    expect(counter).to_have_text(re.compile("^4 "))


def test_the_lobby_recovers_with_its_server(someone: Callable[..., Visitor]) -> None:
    ann = someone("Ann")
    ann.forgive("ERR_FAILED|ERR_INTERNET_DISCONNECTED")
    page = ann.page
    page.clock.install()
    page.goto("/rules/campus")
    page.get_by_role("heading", name="Campus").first.wait_for()
    ann.context.set_offline(True)
    page.get_by_role("link", name="Marchland").click()
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    # Nobody knows whether there are any.
    expect(page.get_by_role("main")).not_to_contain_text("just now")
    ann.context.set_offline(False)
    page.clock.fast_forward(8000)
    expect(page.get_by_test_id("play-now-campus")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
