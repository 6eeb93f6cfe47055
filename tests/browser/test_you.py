"""Who somebody is: accounts, devices, and what a device that is ended loses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from browser.table import Table
from browser.test_pages import AXE, serious
from browser.test_phone import small
from browser.world import PHONE, Visitor, serving

People = Callable[..., Visitor]
PASSWORD = "three wet otters"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server for each test: all together log in more often than an address may, and names of accounts are taken."""
    with serving(tmp_path) as found:
        yield found


def become_account(page: Page, password: str = PASSWORD) -> None:
    page.goto("/")
    page.get_by_test_id("me").click()
    page.get_by_test_id("new-password").fill(password)
    page.get_by_test_id("new-password-again").fill(password)
    page.get_by_test_id("become-account").click()
    page.get_by_test_id("log-out").wait_for()


def log_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.goto("/you")
    page.get_by_test_id("login-name").fill(name)
    page.get_by_test_id("login-password").fill(password)
    page.get_by_test_id("log-in").click()


def test_an_account_finds_its_matches_on_another_device(someone: People) -> None:
    ann, device = someone("Ann of Two Devices"), someone()
    match = ann.new_match("random")
    become_account(ann.page)

    device.page.goto("/")
    device.page.get_by_test_id("me").click()
    log_in(device.page, "ann of two devices")
    expect(device.page.get_by_role("heading", name="You are Ann of Two Devices")).to_be_visible()
    device.page.goto("/")
    device.page.get_by_test_id(f"match-{match}").click()
    table = Table(device)
    table.ready()
    expect(device.page.get_by_test_id("borrowed-seat")).to_have_count(0)
    room = table.place_all()
    both = Table(ann, match).watch()
    both.has_troops(room, table.troops(room))


def test_passwords_are_typed_twice_and_can_be_looked_at(someone: People) -> None:
    page = someone("Tess").page
    page.goto("/you")
    make, first, again = (page.get_by_test_id(one) for one in ("become-account", "new-password", "new-password-again"))
    first.fill("short")
    again.fill("short")
    expect(make).to_be_disabled()
    first.fill(PASSWORD)
    again.fill("three wet badgers")
    expect(page.get_by_text("The two are not the same.")).to_be_visible()
    expect(make).to_be_disabled()
    expect(first).to_have_attribute("type", "password")
    page.get_by_role("button", name="Show: New password").click()
    expect(first).to_have_attribute("type", "text")
    again.fill(PASSWORD)
    expect(make).to_be_enabled()


def test_the_keyboard_keeps_its_place(someone: People) -> None:
    page, device = someone("Kay of the Keys").page, someone()
    page.goto("/you")

    def press(testid: str) -> None:
        page.get_by_test_id(testid).press("Enter")

    press("have-account")
    expect(page.get_by_test_id("login-name")).to_be_focused()
    page.get_by_role("button", name="Stay Kay of the Keys").press("Enter")
    expect(page.get_by_test_id("have-account")).to_be_focused()
    page.get_by_test_id("new-password").fill(PASSWORD)
    page.get_by_test_id("new-password-again").fill(PASSWORD)
    press("become-account")
    expect(page.get_by_role("heading", name="You are Kay")).to_be_focused()
    press("change-password")
    expect(page.get_by_test_id("old-password")).to_be_focused()
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(page.get_by_test_id("change-password")).to_be_focused()
    press("change-password")
    page.get_by_test_id("old-password").fill(PASSWORD)
    page.get_by_test_id("new-password").fill("four dry badgers")
    page.get_by_test_id("new-password-again").fill("four dry badgers")
    press("change-password-save")
    expect(page.get_by_text("The password is changed")).to_be_focused()

    # Whoever was somebody else is told who they are now; at first nothing has the focus.
    log_in(device.page, "Kay of the Keys", "four dry badgers")
    expect(device.page.get_by_role("heading", name="You are Kay")).to_be_focused()
    device.page.reload()
    device.page.get_by_test_id("log-out").wait_for()
    assert device.page.evaluate("document.activeElement === document.body")


def test_a_wrong_password_is_refused_and_nothing_changes(someone: People) -> None:
    ann, thief = someone("Wary Ann"), someone()
    become_account(ann.page)
    thief.forgive("403")
    log_in(thief.page, "Wary Ann", "three dry otters")
    expect(thief.page.get_by_role("alert")).to_contain_text("The name or the password is wrong.")
    # Somebody who is not there is refused in the same words.
    log_in(thief.page, "Nobody of this Name", PASSWORD)
    expect(thief.page.get_by_role("alert")).to_contain_text("The name or the password is wrong.")
    expect(thief.page.get_by_test_id("me")).to_have_text("Log in")


def test_names_that_deceive_are_refused_with_a_sentence(someone: People) -> None:
    ann, ben = someone("Paula"), someone("Benedict")
    ben.forgive("(400|409|422)")
    match = ann.new_match("open", start=False)
    ben.post(f"/api/matches/{match}/join", {"invite": ann.post(f"/api/matches/{match}/invite")["link"]})
    page = ben.page
    page.goto("/you")
    for name in ("\u0420aula", "PAULA", "Pau\u200bla"):
        page.get_by_test_id("name-input").fill(name)
        page.get_by_test_id("name-save").click()
        expect(page.get_by_role("alert")).to_be_visible()
        expect(page.get_by_role("heading", name="You are Benedict")).to_be_visible()
        expect(page.get_by_role("main")).not_to_contain_text("Saved")
    page.get_by_test_id("name-input").fill("Bernadette")
    page.get_by_test_id("name-save").click()
    expect(page.get_by_role("heading", name="You are Bernadette")).to_be_visible()
    expect(page.get_by_test_id("me")).to_have_text("Bernadette")
    expect(page.get_by_role("alert")).to_have_count(0)
    saved = page.get_by_text("Saved: the others see it from now on.")
    expect(saved).to_be_visible()
    # Nor is that said any more of a name that is refused afterwards.
    page.get_by_test_id("name-input").fill("Paula")
    page.get_by_test_id("name-save").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(saved).to_have_count(0)


def test_a_device_that_is_ended_loses_its_match_at_once(someone: People) -> None:
    ann, lost = someone("Forgetful Ann"), someone()
    match = ann.new_match("random")
    become_account(ann.page)
    log_in(lost.page, "Forgetful Ann")
    expect(lost.page.get_by_test_id("devices").get_by_role("listitem")).to_have_count(2)
    table = Table(lost, match)
    table.ready()

    ann.page.goto("/you")
    devices = ann.page.get_by_test_id("devices")
    expect(devices.get_by_role("listitem").first).to_contain_text("this device")
    ann.page.get_by_test_id("end-device").click()
    ann.page.get_by_role("button", name="Cancel").click()
    ann.page.get_by_test_id("end-device").click()
    expect(devices).to_contain_text("loses your matches at once")
    ann.page.get_by_test_id("end-device-yes").click()
    expect(devices.get_by_role("listitem")).to_have_count(1)
    expect(ann.page.get_by_text("No other device plays as you.")).to_be_visible()
    # The keyboard goes on from there.
    expect(devices).to_be_focused()

    # Nobody has touched the other device: it is told, and does not try again for ever.
    notice = lost.page.get_by_test_id("seat-lost")
    expect(notice).to_contain_text("This seat is no longer yours here")
    expect(lost.page.get_by_test_id("connection-banner")).to_be_hidden()
    lost.page.get_by_test_id("watch-on").click()
    expect(table.prompt).to_contain_text("You are watching")
    expect(lost.page.get_by_test_id("me")).to_have_text("Log in")
    # The one that ended it plays on.
    assert Table(ann, match).ready()


def test_a_new_password_ends_the_other_devices(someone: People) -> None:
    ann, other = someone("Careful Ann"), someone()
    become_account(ann.page)
    log_in(other.page, "Careful Ann")
    other.page.get_by_test_id("log-out").wait_for()
    page = ann.page
    page.reload()
    expect(page.get_by_test_id("devices").get_by_role("listitem")).to_have_count(2)
    page.get_by_test_id("change-password").click()
    page.get_by_test_id("old-password").fill(PASSWORD)
    page.get_by_test_id("new-password").fill("four dry badgers")
    page.get_by_test_id("new-password-again").fill("four dry badgers")
    page.get_by_test_id("change-password-save").click()
    expect(page.get_by_text("The password is changed")).to_be_visible()
    expect(page.get_by_test_id("devices").get_by_role("listitem")).to_have_count(1)

    other.page.goto("/you")
    other.forgive("403")
    log_in(other.page, "Careful Ann")
    expect(other.page.get_by_role("alert")).to_contain_text("wrong")
    log_in(other.page, "Careful Ann", "four dry badgers")
    other.page.get_by_test_id("log-out").wait_for()


def test_a_guest_with_matches_is_asked_before_the_device_forgets_them(someone: People) -> None:
    ann, ben = someone("Registered Ann"), someone("Guest Ben")
    become_account(ann.page)
    match = ben.new_match("random")
    page = ben.page
    page.goto("/you")
    page.get_by_test_id("have-account").click()
    expect(page.get_by_test_id("guest-stays")).to_contain_text("They stay with Guest Ben")
    expect(page.get_by_test_id("log-in")).to_have_count(0)
    # Asked twice, and out of it at either.
    page.get_by_test_id("forget-guest").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Stay Guest Ben").click()
    page.goto("/")
    expect(page.get_by_test_id(f"match-{match}")).to_be_visible()

    page.goto("/you")
    page.get_by_test_id("have-account").click()
    page.get_by_test_id("forget-guest").click()
    page.get_by_test_id("forget-guest-yes").click()
    expect(page.get_by_test_id("me")).to_have_text("Log in")
    log_in(page, "Registered Ann")
    expect(page.get_by_role("heading", name="You are Registered Ann")).to_be_visible()
    page.goto("/")
    page.get_by_test_id("play-now-campus").wait_for()
    expect(page.get_by_test_id(f"match-{match}")).to_have_count(0)


def test_a_guest_without_matches_just_logs_in(someone: People) -> None:
    ann, ben = someone("Resident Ann"), someone("Passing Ben")
    become_account(ann.page)
    ben.page.goto("/you")
    ben.page.get_by_test_id("have-account").click()
    ben.page.get_by_test_id("login-name").fill("Resident Ann")
    ben.page.get_by_test_id("login-password").fill(PASSWORD)
    ben.page.get_by_test_id("log-in").click()
    expect(ben.page.get_by_role("heading", name="You are Resident Ann")).to_be_visible()


def test_log_out_and_delete_lead_out_of_the_house(someone: People) -> None:
    ann = someone("Ann who Leaves")
    page = ann.page
    become_account(page)
    page.get_by_test_id("log-out").click()
    expect(page.get_by_test_id("me")).to_have_text("Log in")
    farewell = page.get_by_test_id("farewell")
    expect(farewell).to_have_text("You are logged out.")
    expect(farewell).to_be_focused()
    # It is said once.
    page.get_by_role("link", name="Marchland").click()
    page.get_by_test_id("play-now-campus").wait_for()
    expect(farewell).to_have_count(0)
    log_in(page, "Ann who Leaves")
    ann.forgive("403")
    page.get_by_test_id("delete-account").click()
    page.get_by_test_id("delete-password").fill("something else")
    page.get_by_test_id("delete-account-yes").click()
    expect(page.get_by_role("alert")).to_contain_text("not your password")
    expect(page.get_by_test_id("delete-account-yes")).to_be_focused()
    page.get_by_test_id("delete-password").fill(PASSWORD)
    page.get_by_test_id("delete-account-yes").click()
    expect(farewell).to_have_text("Your account is deleted.")
    expect(page.get_by_test_id("me")).to_have_text("Log in")
    log_in(page, "Ann who Leaves")
    expect(page.get_by_role("alert")).to_contain_text("wrong")


def test_who_cannot_be_logged_out_is_told(someone: People) -> None:
    ann = someone("Ann in a Tunnel")
    become_account(ann.page)
    ann.forgive("ERR_INTERNET_DISCONNECTED")
    ann.context.set_offline(True)
    ann.page.get_by_test_id("log-out").click()
    expect(ann.page.get_by_role("alert").first).to_contain_text("The server cannot be reached.")
    ann.context.set_offline(False)
    ann.page.get_by_test_id("log-out").click()
    expect(ann.page.get_by_test_id("me")).to_have_text("Log in")


def test_without_a_connection_nothing_is_said_of_other_devices(someone: People) -> None:
    ann = someone("Ann under the Hill")
    ann.forgive("ERR_INTERNET_DISCONNECTED")
    page = ann.page
    page.clock.install()
    page.goto("/you")
    alone = page.get_by_text("No other device plays as you.")
    expect(alone).to_be_visible()
    page.get_by_role("link", name="Marchland").click()
    page.get_by_test_id("play-now-campus").wait_for()
    ann.context.set_offline(True)
    page.get_by_test_id("me").click()
    expect(page.get_by_role("heading", name="You are Ann under the Hill")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    expect(alone).to_have_count(0)
    ann.context.set_offline(False)
    page.clock.fast_forward(8000)
    expect(alone).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_log_out_everywhere(someone: People) -> None:
    ann, other = someone("Ann Everywhere"), someone()
    become_account(ann.page)
    other.page.clock.install(time=0)
    log_in(other.page, "Ann Everywhere")
    other.page.get_by_test_id("log-out").wait_for()
    other.page.clock.pause_at(3600)
    ann.page.get_by_test_id("log-out-everywhere").click()
    ann.page.get_by_test_id("log-out-everywhere-yes").click()
    expect(ann.page.get_by_test_id("farewell")).to_have_text("You are logged out everywhere.")
    # The other device is not told at once, and a new name does not make it somebody new.
    other.forgive("401")
    other.page.get_by_test_id("name-input").fill("Otto")
    other.page.get_by_test_id("name-save").click()
    expect(other.page.get_by_test_id("farewell")).to_contain_text("You are no longer Ann Everywhere here")
    expect(other.page.get_by_test_id("log-in")).to_be_visible()
    assert other.context.request.get("/api/me").json() is None


def test_a_device_that_is_logged_out_from_another_one_says_so(someone: People) -> None:
    ann = someone("Ann Unaware")
    match = ann.new_match("open", start=False, watch=False)
    shown = ann.new_match("open", start=False, public=True)
    page, room, lobby = ann.page, ann.context.new_page(), ann.context.new_page()
    ann.forgive("404")
    lobby.clock.install()
    lobby.goto("/")
    lobby.get_by_test_id(f"match-{match}").wait_for()
    for waiting, where in ((page, match), (room, shown)):
        waiting.goto(f"/match/{where}")
        waiting.get_by_test_id("leave-match").wait_for()
    ann.post("/api/logout")
    # One of the matches is closed to strangers, the other is not.
    expect(page.get_by_role("heading", name="You are logged out here")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("You are no longer Ann Unaware here")
    expect(room.get_by_test_id("seat-freed")).to_contain_text("You are no longer Ann Unaware here")
    lobby.clock.fast_forward(8000)
    expect(lobby.get_by_test_id("farewell")).to_contain_text("You are no longer Ann Unaware here")
    for one in (page, room, lobby):
        expect(one.get_by_test_id("me")).to_have_text("Log in")
    page.get_by_role("main").get_by_role("link", name="Log in").click()
    expect(page.get_by_test_id("farewell")).to_be_visible()


def test_what_is_said_in_one_tab_is_known_in_the_others(someone: People) -> None:
    ann = someone("Ann of Three Tabs")
    match = ann.new_match("random")
    become_account(ann.page)
    page, table, rules = ann.page, Table(ann, match), ann.context.new_page()
    rules.goto("/rules/campus")
    assert table.ready()
    ann.post("/api/logout")
    lost = page.get_by_test_id("seat-lost")
    expect(lost).to_contain_text("You are no longer Ann of Three Tabs here")
    lost.get_by_role("link", name="Log in").click()
    expect(page.get_by_test_id("farewell")).to_be_visible()
    # A page that was in the background, and one that was not.
    beside = ann.context.new_page()
    beside.clock.install()
    beside.goto("/")
    expect(beside.get_by_test_id("me")).to_have_text("Log in")
    log_in(page, "Ann of Three Tabs")
    page.get_by_test_id("log-out").wait_for()
    expect(rules.get_by_test_id("me")).to_have_text("Ann of Three Tabs")
    ann.post("/api/logout")
    rules.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(rules.get_by_test_id("me")).to_have_text("Log in")
    log_in(page, "Ann of Three Tabs")
    page.get_by_test_id("log-out").wait_for()
    beside.clock.fast_forward(8000)
    expect(beside.get_by_test_id(f"match-{match}")).to_be_visible()
    expect(beside.get_by_test_id("me")).to_have_text("Ann of Three Tabs")


def test_who_logs_in_again_in_another_tab_is_at_the_table_again(someone: People) -> None:
    ann = someone("Ann at the Table")
    ann.forgive("404")
    running, waiting = ann.new_match("random", watch=False), ann.new_match("open", start=False, watch=False)
    become_account(ann.page)
    page, table, room, late = ann.page, ann.context.new_page(), ann.context.new_page(), ann.context.new_page()
    table.goto(f"/match/{running}")
    table.get_by_test_id("board").wait_for()
    room.goto(f"/match/{waiting}")
    room.get_by_test_id("leave-match").wait_for()
    ann.post("/api/logout")
    expect(table.get_by_test_id("seat-lost")).to_contain_text("You are no longer Ann at the Table here")
    expect(room.get_by_role("heading", name="You are logged out here")).to_be_visible()
    late.goto(f"/match/{running}")
    expect(late.get_by_role("heading", name="There is no such match, or it is private")).to_be_visible()
    log_in(page, "Ann at the Table")
    page.get_by_test_id("log-out").wait_for()
    for tab in (table, room, late):
        tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(tab.get_by_test_id("me")).to_have_text("Ann at the Table")
    room.get_by_test_id("leave-match").wait_for()
    for tab in (table, late):
        tab.get_by_test_id("leave-menu-button").wait_for()
        expect(tab.get_by_test_id("seat-lost")).to_have_count(0)


def test_who_was_logged_out_in_another_tab_says_a_name_and_goes_on(someone: People) -> None:
    ann = someone("Ann of Two Tabs")
    ann.forgive("401")
    lobby, new = ann.page, ann.context.new_page()
    lobby.goto("/")
    new.goto("/new?game=campus")
    new.get_by_test_id("seat-1").select_option("bot:random")
    for page in (lobby, new):
        expect(page.get_by_test_id("me")).to_have_text("Ann of Two Tabs")
    ann.post("/api/logout")
    new.get_by_test_id("create-match").click()
    expect(new.get_by_role("alert")).to_have_text("First say who you are.")
    expect(new.get_by_test_id("me")).to_have_text("Log in")
    expect(new.get_by_test_id("name-input")).to_be_visible()
    lobby.get_by_test_id("play-now-campus").click()
    lobby.get_by_test_id("name-input").fill("Somebody Else")
    lobby.get_by_test_id("name-save").click()
    assert Table(ann).ready()


def test_nobody_is_renamed_by_a_page_that_does_not_know_them(someone: People) -> None:
    nora = someone("Nora")
    nora.forgive("ERR_FAILED")
    failed: list[str] = []

    def fail_once(route: Route) -> None:
        failed.append(route.request.url)
        if len(failed) == 1:
            route.abort()
        else:
            route.continue_()

    nora.page.route("**/api/me", fail_once)
    nora.page.goto("/")
    expect(nora.page.get_by_test_id("me")).to_have_text("Nora")
    # A name that was said in another tab counts as well.
    ann = someone()
    ann.page.goto("/new?game=campus")
    ann.page.get_by_test_id("name-input").fill("Amber Heron")
    ann.post("/api/guests", {"name": "Ann of the other Tab"})
    ann.page.get_by_test_id("name-save").click()
    expect(ann.page.get_by_test_id("me")).to_have_text("Ann of the other Tab")
    expect(ann.page.get_by_test_id("name-input")).to_have_count(0)


def test_a_refusal_stands_where_it_was_asked_for(someone: People) -> None:
    ann = someone("Ann in a Hurry", **PHONE)
    ann.forgive("429")
    problem = {"title": "Too Many Requests", "status": 429, "detail": "Too many new matches; wait 10 seconds."}
    ann.page.route("**/api/matches", lambda route: route.fulfill(status=429, json=problem))
    ann.page.goto("/")
    ann.page.get_by_test_id("play-now-swarm").tap()
    alert = ann.page.get_by_role("alert")
    expect(alert).to_have_text("Too many new matches; wait 10 seconds.")
    expect(alert).to_be_in_viewport()


def test_a_long_name_pushes_no_page_sideways(someone: People) -> None:
    long, other = someone("W" * 30, **PHONE), someone("Ben", **PHONE)
    match = long.new_match("open", start=False, public=True)
    invite, seat = (long.post(f"/api/matches/{match}/{link}")["link"] for link in ("invite", "seat-link"))
    paths = ("/", f"/invite/{invite}", f"/seat/{seat}", f"/match/{match}")
    handover = long.post(f"/api/matches/{long.new_match('random')}/handover")["link"]
    borrower = someone("M" * 30, **PHONE)
    borrower.post(f"/api/seats/{seat}/open")
    for visitor, path in (
        *((other, path) for path in paths),
        (borrower, f"/handover/{handover}"),
        (borrower, f"/match/{match}"),
        (long, "/you"),
    ):
        visitor.page.goto(path)
        expect(visitor.page.get_by_text("W" * 30).first).to_be_visible()
        assert visitor.page.evaluate("document.documentElement.scrollWidth") == 390
    expect(borrower.page.get_by_test_id("close-seat")).to_be_in_viewport(ratio=1)
    # Strangers read who has won.
    other.post(f"/api/matches/{match}/join", {})
    long.post(f"/api/matches/{match}/start")
    Table(other, match).watch()
    for press in ("leave-menu-button", "resign", "resign-yes"):
        other.page.get_by_test_id(press).tap()
    other.page.get_by_test_id("result").wait_for()
    stranger = someone(viewport={"width": 320, "height": 568})
    stranger.page.goto("/watch")
    expect(stranger.page.get_by_text(f"{'W' * 30} won")).to_be_visible()
    assert stranger.page.evaluate("document.documentElement.scrollWidth") == 320


def test_devices_of_one_make_are_told_apart(someone: People) -> None:
    ann = someone("Ann of Many")
    for bots in (["random"], ["greedy", "greedy"]):
        link = ann.post(f"/api/matches/{ann.new_match(*bots)}/seat-link")["link"]
        someone().post(f"/api/seats/{link}/open")
    ann.page.goto("/you")
    rows = ann.page.get_by_test_id("devices").get_by_role("listitem")
    expect(rows).to_have_count(3)
    times = r"since \d\d:\d\d, last used today"
    one = rows.filter(has_text=re.compile(f"only your seat in Campus with Random 2, {times}"))
    two = rows.filter(has_text=re.compile(f"only your seat in Campus with Greedy 2, Greedy 3, {times}"))
    expect(one).to_have_count(1)
    expect(two).to_have_count(1)
    # Also to those who only hear the buttons.
    one.get_by_role("button", name=re.compile(f"^End .+ only your seat in Campus with Random 2, {times}$")).click()
    expect(one).to_contain_text("no longer plays your seat in Campus, and the link of the seat stops working")
    one.get_by_test_id("end-device-yes").click()
    expect(one).to_have_count(0)
    expect(two).to_have_count(1)


def test_a_page_that_asks_too_often_waits_and_says_nothing(someone: People) -> None:
    ann = someone("Patient Ann")
    match = ann.new_match("random")
    ann.forgive("429")
    asked: list[str] = []

    def refuse_once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            problem = {"title": "Too Many Requests", "status": 429, "detail": "Too many questions."}
            route.fulfill(status=429, json=problem, headers={"retry-after": "1"})
        else:
            route.continue_()

    ann.page.route("**/api/lobby", refuse_once)
    ann.page.goto("/")
    expect(ann.page.get_by_test_id(f"match-{match}")).to_be_visible()
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    assert len(asked) >= 2


def test_the_page_fits_a_phone_and_everybody(someone: People) -> None:
    ann = someone("Ann on the Phone", **PHONE)
    page, axe = ann.page, AXE.read_text()

    def fits() -> None:
        assert small(page) == []
        assert serious(page, axe) == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390

    page.goto("/you")
    expect(page.get_by_test_id("devices")).to_contain_text("this device")
    fits()
    page.get_by_test_id("have-account").tap()
    page.get_by_test_id("log-in").wait_for()
    fits()
    become_account(page)
    fits()
    page.get_by_test_id("change-password").tap()
    fits()
    page.get_by_role("button", name="Cancel").tap()
    page.get_by_test_id("delete-account").tap()
    page.get_by_test_id("delete-password").wait_for()
    fits()
