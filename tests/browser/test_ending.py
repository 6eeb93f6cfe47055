"""The end of a match, and the habits of its page: sounds, notifications, keys, motion."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.positions import Laid, lay, lay_played
from browser.test_pages import AXE, SCREENSHOTS, serious
from browser.world import DESKTOP, PHONE, Visitor
from marchland.engine.dice import FairDice, fast_dice
from marchland.engine.match import Match
from marchland.engine.retrospect import look_back
from marchland.games import load
from marchland.server.services import COOKIE

Come = Callable[..., Visitor]
DEVICES = {"desktop": DESKTOP, "phone": PHONE}
CAMPUS = load("campus")
FRONT: dict[str, Any] = {"rooms": {"PHY": [0, 9], "CHE": [1, 4]}, "rest": [0, 1], "step": "move"}
OPTIONS = {"max_rounds": 6, "setup_place": "random"}


def played(entries: int = 10_000) -> Match:
    """A match of two people and a bot that has no mind."""
    return play_on(Match(CAMPUS, 3, OPTIONS, FairDice(bytes(range(32))), ["Ann", "Ben", "Random 3"]), entries)


def play_on(match: Match, entries: int = 10_000) -> Match:
    """By chance, until it is over or has so many entries."""
    chooser = fast_dice(5)
    while not match.table.over and len(match.entries) < entries:
        seat = match.table.deciders()[0]
        options = match.table.options(seat)
        match.play(seat, int(options.at(chooser.below(options.total))))
    return match


@pytest.fixture
def come(chromium: Browser, house: str) -> Iterator[Come]:
    """Somebody who has a seat of a match that was laid, and comes to a page."""
    made: list[Visitor] = []

    def comes(laid: Laid, path: str, seat: int = 0, script: str = "", **how: Any) -> Visitor:
        visitor = Visitor(chromium, house, **how)
        made.append(visitor)
        visitor.context.add_cookies([{"name": COOKIE, "value": laid.tokens[seat], "url": house}])
        if script:
            visitor.context.add_init_script(script)
        visitor.page.goto(path)
        return visitor

    yield comes
    assert [fault for one in made for fault in one.close()] == []


def fits(page: Page) -> bool:
    """Nothing can be pushed sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


# -- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("device", DEVICES)
def test_the_page_of_the_end_has_the_figures_and_leads_into_the_replay(come: Come, folder: Path, device: str) -> None:
    match = played()
    summary = look_back(match)
    laid = lay_played(folder, match, ["Ann", "Ben"])
    page = come(laid, f"/match/{laid.match}", **DEVICES[device]).page
    page.get_by_test_id("open-end").click()
    best = summary.places.index(1)
    expect(page.get_by_test_id("headline")).to_have_text("You have won" if best == 0 else f"{match.players[best]} wins")
    reason = page.get_by_test_id("reason")
    expect(reason).to_contain_text(summary.reason.text)
    expect(reason.get_by_role("link")).to_have_attribute("href", f"/rules/campus#{summary.reason.clause}")
    rows = page.get_by_test_id("ranking").locator("tbody tr")
    for place, seat in enumerate(sorted(range(3), key=lambda seat: summary.places[seat])):
        figures = [curve.values[seat][-1] for curve in summary.curves] + [summary.lost[seat]]
        expect(rows.nth(place)).to_contain_text(match.players[seat])
        assert rows.nth(place).locator("td").all_inner_texts()[1:] == [str(figure) for figure in figures]
    for luck in summary.luck:
        shown = page.get_by_test_id(f"luck-{luck.seat}")
        expect(shown).to_contain_text(f"{abs(luck.luck):.1f}")
        expect(shown).to_contain_text(luck.said)
        expect(shown).to_contain_text(f"lost {luck.lost}, expected {luck.expected_lost:.1f}")
    expect(page.get_by_test_id("rivalries").locator("tbody tr")).to_have_count(len(summary.rivalries))
    for curve in summary.curves:
        chart = page.get_by_test_id(f"chart-{curve.one}")
        chart.get_by_text("As a table").click()
        assert chart.locator("tbody tr").last.locator("td").all_inner_texts() == [
            str(values[-1]) for values in curve.values
        ]
        expect(chart.locator("path.curve")).to_have_count(3)
    assert fits(page)
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"end-{device}.png", full_page=True)
    assert serious(page, AXE.read_text()) == []
    point = summary.turning_points[-1]
    page.get_by_test_id("turning-points").get_by_role("link").last.click()
    expect(page).to_have_url(re.compile(rf"/replay/{laid.match}\?n={point.n}\b"))
    expect(page.get_by_test_id("replay-n")).to_have_text(re.compile(rf"^{point.n} "))


def test_the_table_of_the_end_cuts_no_name(come: Come, folder: Path) -> None:
    laid = lay_played(folder, played(), ["Maximilian", "W" * 30])
    page = come(laid, f"/end/{laid.match}", **PHONE).page
    names = page.get_by_test_id("ranking").locator(".who span:last-child")
    expect(names).to_have_count(3)
    assert names.evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0
    # An ordinary one is not broken either.
    box, other = names.filter(has_text="Maximilian").bounding_box(), names.filter(has_text="Random").bounding_box()
    assert box and other and box["height"] <= other["height"]
    assert fits(page)


def test_beside_a_replay_many_players_leave_room_for_the_log(come: Come, folder: Path) -> None:
    """Those of Swarm have a great deal each."""
    names = ["Ann", "Ben", "Random 3", "Random 4", "Random 5", "Random 6"]
    laid = lay_played(folder, play_on(Match(load("swarm"), 6, {}, FairDice(bytes(range(32))), names)), names[:2])
    page = come(laid, f"/replay/{laid.match}?n=60", **DESKTOP).page
    log, result = page.get_by_test_id("log"), page.get_by_role("link", name="Result")
    expect(log.get_by_test_id("log-line").last).to_be_in_viewport(ratio=1)
    log_box, result_box = log.bounding_box(), result.bounding_box()
    assert log_box is not None and result_box is not None
    assert log_box["height"] > 200
    assert log_box["y"] + log_box["height"] <= result_box["y"]


@pytest.mark.parametrize("path", ["match", "end"])
def test_who_waits_for_a_rematch_leaves_the_server_alone_meanwhile(come: Come, folder: Path, path: str) -> None:
    laid = lay_played(folder, played(), ["Ann", "Ben"])
    page = come(laid, "/").page
    page.goto(f"/{path}/{laid.match}", wait_until="networkidle")
    expect(page.get_by_test_id("rematch")).to_be_visible()


def test_play_again_has_the_same_people_and_settings(come: Come, folder: Path) -> None:
    laid = lay_played(folder, played(), ["Ann", "Ben"])
    ann = come(laid, f"/end/{laid.match}")
    ann.page.get_by_test_id("rematch").click()
    expect(ann.page).to_have_url(re.compile(r"/match/(?!" + laid.match + ")"))
    again = ann.context.request.get(f"/api/matches/{ann.page.url.rpartition('/')[2]}").json()
    assert again["status"] == "waiting"
    assert {name: again["options"][name] for name in OPTIONS} == OPTIONS
    assert [(seat["kind"], seat["invited"]) for seat in again["seats"]] == [
        ("person", None),
        ("open", "Ben"),
        ("bot", None),
    ]
    # Ben hears of it on the page where he looks back.
    ben = come(laid, f"/end/{laid.match}", 1)
    expect(ben.page.get_by_test_id("rematch-proposed")).to_contain_text("Ann")


def test_a_resigned_match_says_so_and_a_running_one_has_no_end(come: Come, folder: Path) -> None:
    match = played(0)
    match.ended = {"why": "resigned", "places": [2, 1, 3]}
    laid = lay_played(folder, match, ["Ann", "Ben"])
    page = come(laid, f"/end/{laid.match}").page
    expect(page.get_by_test_id("headline")).to_have_text("Ben wins")
    expect(page.get_by_test_id("reason")).to_have_text("All others have resigned, so Ben has won")
    expect(page.get_by_test_id("end-page")).to_contain_text("Nobody fought.")
    running = lay(folder, "campus", ["Ann"], 1, **FRONT)
    visitor = come(running, f"/end/{running.match}")
    visitor.forgive("409")
    expect(visitor.page.get_by_text("The match is not over yet")).to_be_visible()


# -- habits ----------------------------------------------------------------------------------------------------------

# What a browser would sound, show and shake is written down.
LISTENING = """
window.heard = []; window.notified = []; window.asked = 0;
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.heard.push("note"); return make.call(this); };
window.Notification = class {
    static permission = sessionStorage.getItem("permission") ?? "default";
    static requestPermission() {
        window.asked += 1;
        sessionStorage.setItem("permission", "granted");
        return Promise.resolve(Notification.permission = "granted");
    }
    constructor(title, { body }) { window.notified.push([title, body]); }
    close() {}
};
Object.defineProperty(document, "hidden", { get: () => window.away === true });
"""


def end_turn(page: Page) -> None:
    page.get_by_test_id("prompt").get_by_role("button", name="End turn").click()


def test_a_turn_is_heard_and_whoever_asked_for_it_is_notified(come: Come, folder: Path) -> None:
    laid = lay(folder, "campus", ["Ann", "Ben"], 0, **FRONT, active=1)
    ann = come(laid, f"/match/{laid.match}", script=LISTENING).page
    ben = come(laid, f"/match/{laid.match}", 1).page
    ann.get_by_test_id("settings").click()
    expect(ann.get_by_test_id("habit-sound")).to_be_checked()
    assert serious(ann, AXE.read_text()) == []
    assert ann.evaluate("window.asked") == 0
    ann.get_by_test_id("ask-notify").click()
    expect(ann.get_by_test_id("habit-notify")).to_be_checked()
    ann.evaluate("window.away = true")
    end_turn(ben)
    expect(ann.get_by_test_id("prompt")).to_contain_text("Place")
    ann.wait_for_function("window.heard.length > 0 && window.notified.length > 0")
    ((title, text),) = ann.evaluate("window.notified")
    assert title == "Your turn: Campus"
    assert text in ann.get_by_test_id("prompt").inner_text()
    # Switched off, and that is remembered.
    ann.get_by_test_id("habit-sound").uncheck()
    ann.reload()
    ann.get_by_test_id("board").wait_for()
    ann.get_by_test_id("settings").click()
    expect(ann.get_by_test_id("habit-sound")).not_to_be_checked()
    expect(ann.get_by_test_id("habit-notify")).to_be_checked()
    assert ann.evaluate("[window.heard.length, window.notified.length]") == [0, 0]


@pytest.mark.parametrize("device", DEVICES)
def test_the_keys_are_listed_and_choose_nothing_behind_the_list(come: Come, folder: Path, device: str) -> None:
    laid = lay(folder, "campus", ["Ann"], 1, **FRONT)
    page = come(laid, f"/match/{laid.match}", **DEVICES[device]).page
    prompt = page.get_by_test_id("prompt")
    expect(prompt).to_contain_text("Reinforce or attack")
    page.keyboard.press("?")
    dialog = page.get_by_test_id("key-help")
    expect(dialog).to_contain_text("Type an action in words")
    assert fits(page)
    assert serious(page, AXE.read_text()) == []
    page.keyboard.press("d")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(prompt).to_contain_text("Reinforce or attack")


def test_nothing_moves_for_those_who_want_no_motion(come: Come, folder: Path) -> None:
    laid = lay(folder, "campus", ["Ann"], 1, **FRONT)
    page = come(laid, f"/match/{laid.match}", reduced_motion="reduce", speed="normal").page
    page.get_by_test_id("board").wait_for()
    page.evaluate("""() => {
        window.longest = 0;
        const look = () => {
            for (const one of document.getAnimations())
                window.longest = Math.max(window.longest, one.effect.getComputedTiming().duration);
            requestAnimationFrame(look);
        };
        look();
    }""")
    page.keyboard.press("/")
    line = page.get_by_test_id("command-input")
    line.fill("attack CHE from PHY with 5")
    line.press("Enter")
    expect(page.get_by_test_id("tab-log")).to_be_visible()
    page.get_by_test_id("tab-log").click()
    expect(page.get_by_test_id("log")).to_contain_text("Dice")
    assert page.evaluate("window.longest") <= 1
