"""People who have to go: a bot plays for them, or a friend; and matches that end before their end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from browser.table import PLACE, Table, tables_to_move
from browser.test_pages import AXE, SCREENSHOTS, serious
from browser.test_together import at_table
from browser.test_you import PASSWORD, become_account
from browser.world import DESKTOP, PHONE, Visitor

People = Callable[..., Visitor]
DEVICES = {"desktop": DESKTOP, "phone": PHONE}


def three(someone: People, how: dict[str, Any], **more: Any) -> tuple[list[Table], str]:
    """Ann, Ben and Cyd in a match; whose turn it is comes first."""
    people = [someone(name, reduced_motion="reduce", **how) for name in ("Ann", "Ben", "Cyd")]
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    wanted = {"game": "campus", "options": {"max_rounds": 5, "setup_place": "random"}, "seats": seats, "public": True}
    match = people[0].post("/api/matches", {**wanted, **more})["id"]
    for one in people[1:]:
        one.post(f"/api/matches/{match}/join", {})
    people[0].post(f"/api/matches/{match}/start")
    tables = [Table(one, match).watch() for one in people]
    tables.sort(key=lambda table: table.prompt.get_by_text("Your turn", exact=True).count(), reverse=True)
    return tables, match


def look(table: Table, name: str) -> None:
    """A picture to look at, and nothing that keeps anybody from using the page."""
    SCREENSHOTS.mkdir(exist_ok=True)
    device = "phone" if table.touch else "desktop"
    table.page.evaluate("document.fonts.ready")
    table.page.screenshot(path=SCREENSHOTS / f"absence-{name}-{device}.png")
    assert serious(table.page, AXE.read_text()) == []


def menu(table: Table, choice: str) -> None:
    table.press(table.page.get_by_test_id("leave-menu-button"))
    table.press(table.page.get_by_test_id(choice))


@pytest.mark.parametrize("device", DEVICES)
def test_a_bot_plays_for_whoever_leaves_until_back(someone: People, device: str) -> None:
    (mover, other, _), _ = three(someone, DEVICES[device], patience=300)
    name = mover.visitor.name
    expect(mover.prompt.get_by_test_id("countdown")).to_have_text(re.compile(r"^[0-4]:\d\d left$"))
    look(mover, "countdown")
    mover.press(mover.page.get_by_test_id("leave-menu-button"))
    look(mover, "menu")
    mover.press(mover.page.get_by_test_id("let-bot-play"))
    banner = mover.page.get_by_test_id("away-banner")
    expect(banner).to_contain_text("The bot gentle plays for you.")
    # The one whose seat it is has nothing to choose; the others see who plays.
    expect(mover.page.locator("[data-testid^=choice-]")).to_have_count(0)
    row = other.page.get_by_role("tabpanel").get_by_role("listitem").filter(has_text=name)
    expect(row).to_contain_text(re.compile(r"away since .*\d:\d\d.*, gentle plays"))
    look(mover, "banner")
    look(other, "players")
    mover.press(mover.page.get_by_test_id("back"))
    expect(banner).to_be_empty()
    expect(row).not_to_contain_text("gentle plays")


def test_who_is_back_chooses_at_once(someone: People) -> None:
    """The turn is still theirs if the bot has not moved; here it cannot, because it has not got that far."""
    mover, other, _ = at_table(someone)
    menu(other, "let-bot-play")
    expect(other.page.get_by_test_id("back")).to_be_visible()
    other.page.get_by_test_id("back").click()
    expect(other.page.get_by_test_id("away-banner")).to_be_empty()
    mover.place_all()
    mover.end_turn()
    assert other.ready()
    other.place_all()


@pytest.mark.parametrize("device", ["phone"])
def test_a_friend_takes_the_seat_by_link(someone: People, device: str) -> None:
    (mover, other, _), match = three(someone, DEVICES[device])
    former = mover.visitor.name
    menu(mover, "hand-on")
    link = urlsplit(mover.page.get_by_test_id("handover-link").input_value()).path
    look(mover, "link")
    # Whoever opens their own link is told what it is for; whoever sits here already, that they do.
    page = other.visitor.context.new_page()
    page.goto(link)
    expect(page.get_by_text("You have a seat in this match already")).to_be_visible()
    page.close()
    dan = someone("", reduced_motion="reduce", **DEVICES[device])
    dan.name = "Dan"
    dan.page.goto(link)
    expect(dan.page.get_by_role("heading", name=f"{former} offers you a seat")).to_be_visible()
    table = Table(dan)
    # Of the match there is nothing to see yet for whoever may not watch it.
    expect(dan.page.get_by_test_id("offered-match")).to_contain_text("Campus, round 1, with ")
    expect(dan.page.get_by_role("main").get_by_role("link")).to_have_count(0)
    look(table, "handover")
    dan.page.get_by_test_id("name-input").fill("Dan")
    table.press(dan.page.get_by_test_id("name-save"))
    expect(table.watch().prompt).to_contain_text("Your turn")
    # Everybody sees the new name, and nobody has reloaded anything.
    players = other.page.get_by_role("tabpanel")
    expect(players).to_contain_text("Dan")
    expect(players).to_contain_text(f"for {former}")
    expect(mover.page.get_by_test_id("seat-lost")).to_contain_text("Dan plays it now for you.")
    mover.page.get_by_test_id("watch-on").click()
    expect(mover.prompt.get_by_text("You are watching")).to_be_visible()
    expect(mover.page.get_by_test_id("leave-menu-button")).to_have_count(0)
    again = someone("Eve")
    again.forgive("404")
    again.page.goto(link)
    expect(again.page.get_by_role("heading", name="This link does not work.")).to_be_visible()
    assert match in dan.page.url
    # It is somebody else's seat: to play and to hand on, but not to resign.
    table.press(dan.page.get_by_test_id("leave-menu-button"))
    leave = dan.page.locator("#leave-menu")
    expect(leave).to_contain_text(
        re.compile(f"plays {former}.s seat under their own name, until {former} takes it back")
    )
    expect(dan.page.get_by_test_id("resign")).to_have_count(0)
    look(table, "leave-lent")
    # The seat is still whose it was: one click, and they play it again, wherever they look at it.
    beside = mover.visitor.context.new_page()
    beside.goto(f"/match/{match}")
    expect(beside.get_by_test_id("lent-seat")).to_have_text(re.compile("Dan plays your seat."))
    lobby = mover.visitor.context.new_page()
    lobby.goto("/")
    expect(lobby.get_by_test_id(f"match-{match}")).to_contain_text("Dan plays for you")
    lobby.close()
    look(mover, "lent")
    mover.visitor.forgive("ERR_FAILED")
    mover.page.route("**/handover/back", lambda route: route.abort())
    mover.press(mover.page.get_by_test_id("take-back"))
    expect(mover.page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    expect(mover.page.get_by_test_id("lent-seat")).to_contain_text("Dan plays your seat.")
    look(mover, "lent-refused")
    mover.page.unroute_all()
    mover.press(mover.page.get_by_test_id("take-back"))
    expect(dan.page.get_by_test_id("seat-lost")).to_contain_text(f"{former} has taken it back")
    look(table, "taken-back")
    for page in (mover.page, beside):
        expect(page.get_by_test_id("prompt")).to_contain_text("Your turn")
        expect(page.get_by_test_id("lent-seat")).to_have_count(0)


def test_the_keyboard_leads_through_questions_and_links(someone: People) -> None:
    mover, _, _ = at_table(someone)
    page = mover.page

    def press(testid: str) -> None:
        page.get_by_test_id(testid).press("Enter")

    press("menu")
    press("make-seat-link")
    shared = page.locator("#match-menu")
    expect(shared.get_by_role("button", name="Copy").last).to_be_focused()
    press("renew-seat")
    expect(shared.get_by_role("group", name="The link made earlier")).to_be_focused()
    # One step back, and another.
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("renew-seat")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("seat-link")).to_have_count(0)
    expect(page.get_by_test_id("menu")).to_be_focused()

    press("leave-menu-button")
    press("resign")
    expect(page.get_by_role("group", name="you cannot come back")).to_be_focused()
    page.get_by_role("button", name="Play on").press("Enter")
    expect(page.get_by_test_id("resign")).to_be_focused()
    press("hand-on")
    expect(page.locator("#leave-menu").get_by_role("button", name="Copy")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("handover-link")).to_have_count(0)
    expect(page.get_by_test_id("leave-menu-button")).to_be_focused()


def test_whoever_is_gone_for_good_is_waited_for_no_more(someone: People) -> None:
    mover, other, _ = at_table(someone)
    become_account(mover.page)
    mover.visitor.post("/api/account/delete", {"password": PASSWORD})
    players = other.page.get_by_role("tabpanel")
    expect(players).to_contain_text("left for good, gentle plays")
    expect(players).not_to_contain_text(re.compile("last here|away since"))
    look(other, "gone")
    other.page.get_by_test_id("tab-chat").click()
    expect(other.page.get_by_test_id("chat-input")).to_be_visible()
    expect(other.page.get_by_test_id("chat-to")).to_have_count(0)


def test_an_offer_is_taken_back(someone: People) -> None:
    mover, other, _ = at_table(someone)
    asked: list[str] = []
    mover.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    mover.press(mover.page.get_by_test_id("leave-menu-button"))
    mover.page.get_by_test_id("hand-on").dblclick()
    link = urlsplit(mover.page.get_by_test_id("handover-link").input_value()).path
    # Pressed twice it makes one link: another would be the end of the first.
    assert len([path for path in asked if path.endswith("/handover")]) == 1
    # Also after the page was left, which has forgotten the link; nothing but the link itself is.
    mover.page.reload()
    mover.page.get_by_test_id("leave-menu-button").click()
    expect(mover.page.get_by_test_id("offered")).to_be_visible()
    expect(mover.page.get_by_test_id("hand-on")).to_have_text("Make a new link")
    look(mover, "offered")
    mover.page.get_by_test_id("withdraw").click()
    expect(mover.page.get_by_test_id("hand-on")).to_have_text("Hand my seat to a friend")
    dan = someone("Dan")
    dan.forgive("404")
    dan.page.goto(link)
    expect(dan.page.get_by_text("This link leads to no seat")).to_be_visible()
    expect(other.prompt).to_be_visible()


@pytest.mark.parametrize("device", ["desktop"])
def test_the_last_who_has_not_resigned_has_won(someone: People, device: str) -> None:
    (mover, second, third), match = three(someone, DEVICES[device])
    menu(second, "resign")
    expect(second.page.get_by_text("you cannot come back")).to_be_visible()
    look(second, "resign")
    second.press(second.page.get_by_role("button", name="Play on"))
    expect(second.page.get_by_test_id("resign")).to_be_visible()
    second.press(second.page.get_by_test_id("resign"))
    second.press(second.page.get_by_test_id("resign-yes"))
    expect(second.page.get_by_test_id("away-banner")).to_contain_text("You have resigned.")
    expect(second.page.get_by_test_id("back")).to_have_count(0)
    expect(second.page.get_by_test_id("leave-menu-button")).to_have_count(0)
    menu(third, "resign")
    third.press(third.page.get_by_test_id("resign-yes"))
    expect(mover.result).to_contain_text("All others have resigned")
    expect(mover.result).to_contain_text("You have won")
    expect(mover.result).to_contain_text(f"Played by the bot gentle for {second.visitor.name} (resigned)")
    look(mover, "resigned")
    mover.press(mover.page.get_by_test_id("open-check"))
    expect(mover.page.get_by_test_id("check-own")).to_contain_text("They agree")
    # In the table of the end it stands right under the name.
    mover.page.goto(f"/end/{match}")
    player = mover.page.get_by_role("rowheader").filter(has_text="Played by the bot gentle").first
    name, played = player.locator(".who").bounding_box(), player.locator("small").bounding_box()
    assert name and played and played["y"] - (name["y"] + name["height"]) < 6


@pytest.mark.parametrize("device", ["phone"])
def test_a_match_is_called_off(someone: People, device: str) -> None:
    (mover, second, _), match = three(someone, DEVICES[device])
    menu(second, "abort")
    second.press(second.page.get_by_test_id("abort-yes"))
    for table in (mover, second):
        expect(table.page.get_by_test_id("called-off")).to_contain_text(
            f"{second.visitor.name} has called the match off before anybody moved."
        )
        # Whoever was to move has nothing to choose any more.
        assert not table.saying(PLACE)
    look(mover, "called-off")
    mover.page.goto("/")
    expect(mover.page.get_by_test_id(f"match-{match}")).to_contain_text("called off")


def test_after_the_first_move_nothing_is_called_off(someone: People) -> None:
    mover, other, _ = at_table(someone)
    expect(other.page.get_by_test_id("leave-menu-button")).to_be_visible()
    mover.place_all()
    other.page.get_by_test_id("leave-menu-button").click()
    expect(other.page.get_by_test_id("resign")).to_be_visible()
    expect(other.page.get_by_test_id("abort")).to_have_count(0)


@pytest.mark.parametrize("device", ["phone"])
def test_how_long_a_match_waits_is_agreed_on_before(someone: People, device: str) -> None:
    ann, ben = someone("Ann", **DEVICES[device]), someone("Ben")
    ann.page.goto("/new?game=campus")
    ann.page.get_by_test_id("patience").select_option(label="after 5 minutes a bot plays")
    look(Table(ann), "new-match")
    ann.page.get_by_test_id("create-match").click()
    expect(ann.page.get_by_test_id("patience")).to_have_text(
        "For whoever does not move a bot plays after 5 minutes, until they are back."
    )
    match = ann.page.url.rpartition("/")[2]
    assert ann.context.request.get(f"/api/matches/{match}").json()["patience"] == 300
    assert ben.context.request.get(f"/api/matches/{match}").ok


def test_a_clock_set_wrong_counts_right(someone: People) -> None:
    """The time left is the server's, whatever the device believes."""
    ann, ben = someone("Ann"), someone("Ben")
    made = ann.post(
        "/api/matches", {"game": "campus", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True, "patience": 300}
    )
    ben.post(f"/api/matches/{made['id']}/join", {})
    ann.post(f"/api/matches/{made['id']}/start")
    for one in (ann, ben):
        one.page.add_init_script("const real = Date.now; Date.now = () => real() + 7200_000;")
    tables = [Table(one, made["id"]).watch() for one in (ann, ben)]
    mover, _ = tables_to_move(*tables)
    expect(mover.prompt.get_by_test_id("countdown")).to_have_text(re.compile(r"^[34]:\d\d left$"))
