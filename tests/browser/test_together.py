"""People who play each other, each in a browser of their own."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, WebSocket, expect

from browser.table import MOVING, NAMES, Table, tables_to_move
from browser.world import PHONE, Visitor

People = Callable[..., Visitor]


def test_friends_meet_by_an_invite_link_and_play_each_other(someone: People) -> None:
    ann, ben = someone("Ann"), someone()
    ben.name = "Ben"
    invite = invitation(ann.page)
    ben.page.goto(invite)
    expect(ben.page.get_by_role("heading", name="You are invited to Campus")).to_be_visible()
    ben.page.get_by_test_id("name-input").fill("Ben")
    ben.page.get_by_test_id("name-save").click()
    expect(ben.page.get_by_text("The match begins when")).to_be_visible()
    # Nobody reloads anything: each sees what the other has done.
    expect(ann.page.get_by_role("list", name="Seats")).to_contain_text("Ben")
    ann.page.get_by_test_id("start-match").click()

    mover, other = tables_to_move(Table(ann).watch(), Table(ben).watch())
    # Both browsers have added to the dice on the way, one of them in the background.
    for page, text in ((ann.page, "The server, you and Ben"), (ben.page, "The server, Ann and you")):
        expect(page.get_by_test_id("who-added")).to_have_text(f"{text} have added to the dice.")
    for _ in range(2):
        room = mover.place_all()
        other.has_troops(room, mover.troops(room))
        expect(other.prompt).to_contain_text(f"{mover.visitor.name} reinforces and attacks")
        mover.end_turn()
        expect(other.prompt).to_contain_text("Your turn")
        expect(mover.prompt).to_contain_text("Waiting")
        mover, other = other, mover


def invitation(page: Page) -> str:
    """Make a private match for two through the pages; the path of its invite link."""
    page.goto("/new?game=campus")
    page.get_by_role("button", name="Remove one").click()
    page.get_by_role("button", name="Remove one").click()
    expect(page.get_by_test_id("seat-1")).to_have_value("open")
    expect(page.get_by_label("By invite link only")).to_be_checked()
    page.get_by_label("Quick").check()
    page.get_by_test_id("create-match").click()
    link = page.get_by_test_id("invite-link").input_value()
    return urlsplit(link).path


def at_table(someone: People, **how: Any) -> tuple[Table, Table, str]:
    """Ann and Ben in a match of two; whose turn it is comes first."""
    ann, ben = someone("Ann"), someone("Ben")
    match = ann.new_match("open", start=False, **how)
    invite = ann.post(f"/api/matches/{match}/invite")["link"]
    ben.post(f"/api/matches/{match}/join", {"invite": invite})
    ann.post(f"/api/matches/{match}/start")
    mover, other = tables_to_move(Table(ann, match), Table(ben, match))
    other.watch()
    return mover, other, match


def test_whoever_comes_back_on_line_sees_what_happened_as_new(someone: People) -> None:
    mover, other, _ = at_table(someone)
    other.visitor.forgive("ERR_INTERNET_DISCONNECTED")
    banner = other.page.get_by_test_id("connection-banner")
    expect(banner).to_be_hidden()
    other.visitor.context.set_offline(True)
    expect(banner).to_contain_text("The connection is lost")

    room = mover.place_all()
    mover.end_turn()
    expect(mover.prompt).to_contain_text("Waiting")
    expect(other.prompt).to_contain_text("Waiting")

    other.visitor.context.set_offline(False)
    expect(banner).to_be_hidden()
    expect(other.prompt).to_contain_text("Your turn")
    other.has_troops(room, mover.troops(room))
    expect(other.page.get_by_text("While you were away")).to_be_visible()
    other.read_log()
    name = mover.visitor.name
    for words in (f"{name} places", f"{name} ends the turn"):
        expect(other.log.get_by_role("listitem").filter(has_text=words).last).to_contain_text("new")
    # What was there before is not new, and play goes on.
    expect(other.log.get_by_role("listitem").first).not_to_contain_text("new")
    room = other.place_all()
    mover.has_troops(room, other.troops(room))


def test_a_waiting_room_says_that_its_server_is_gone(someone: People) -> None:
    ann = someone("Ann", **PHONE)
    ann.forgive("ERR_INTERNET_DISCONNECTED")
    match = ann.new_match("open", start=False)
    page = ann.page
    page.goto(f"/match/{match}")
    start, banner = page.get_by_test_id("start-match"), page.get_by_test_id("connection-banner")
    start.wait_for()
    expect(banner).to_be_hidden()
    ann.context.set_offline(True)
    expect(banner).to_contain_text("The connection is lost")
    start.tap()
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached")
    ann.context.set_offline(False)
    expect(banner).to_be_hidden()
    expect(page.get_by_role("alert")).to_have_count(0)
    start.tap()
    Table(ann).watch()


def test_a_match_that_could_not_be_shown_is_shown_when_the_server_is_back(someone: People) -> None:
    ann = someone("Ann")
    ann.forgive("ERR_FAILED")
    match = ann.new_match("random")
    ann.page.route(f"**/api/matches/{match}", lambda route: route.abort())
    ann.page.goto(f"/match/{match}")
    expect(ann.page.get_by_role("heading", name="This match cannot be shown.")).to_be_visible()
    ann.page.unroute_all()
    assert Table(ann).ready()


def test_whoever_opens_a_match_again_sees_what_happened_as_new(someone: People) -> None:
    mover, other, match = at_table(someone)
    other.page.goto("/")
    mover.place_all()
    mover.end_turn()
    other.page.get_by_test_id(f"match-{match}").click()
    expect(other.page.get_by_text("While you were away")).to_be_visible()
    lines = other.read_log().get_by_role("listitem")
    expect(lines.filter(has_text=f"{mover.visitor.name} places")).to_contain_text("new")
    expect(lines.first).not_to_contain_text("new")


def say(page: Page, text: str, to: str = "") -> None:
    page.get_by_test_id("tab-chat").click()
    if to:
        page.get_by_test_id("chat-to").select_option(label=f"Only to {to}")
    page.get_by_test_id("chat-input").fill(text)
    page.get_by_test_id("chat-send").click()
    expect(page.get_by_test_id("chat-input")).to_have_value("")


def test_a_whisper_is_not_read_by_who_has_come_to_the_seat(someone: People) -> None:
    ann, ben, match = at_table(someone)
    mine = ann.page
    say(mine, "Beware of Cyd", to=ben.visitor.name)
    cyd = someone("Cyd")
    link = ben.visitor.post(f"/api/matches/{match}/handover")["link"]
    mine.get_by_test_id("chat-input").fill("She is coming")
    cyd.post(f"/api/handovers/{link}/take")
    expect(mine.get_by_test_id("chat-to").locator("option")).to_contain_text(["To the table", "Only to Cyd"])
    # Nobody is chosen until that is done anew.
    expect(mine.get_by_test_id("chat-to")).to_have_value("")
    mine.get_by_test_id("chat-send").click()
    expect(mine.get_by_role("alert")).to_contain_text("Cyd has this seat now")
    expect(mine.get_by_test_id("chat-input")).to_have_value("She is coming")
    say(mine, "Welcome", to="Cyd")
    said = cyd.context.request.get(f"/api/matches/{match}/chat").json()
    assert [line["text"] for line in said] == ["Welcome"]


def test_a_long_name_leaves_the_time_of_what_was_said_in_sight(someone: People) -> None:
    ann, ben = (someone(letter * 30, **PHONE) for letter in "WM")
    match = ann.new_match("open", start=False, public=True)
    ben.post(f"/api/matches/{match}/join", {})
    ann.post(f"/api/matches/{match}/start")
    for one in (ann, ben):
        Table(one, match).watch()
        one.page.set_viewport_size({"width": 320, "height": 568})
    say(ann.page, "Shall we share the library?", to=ben.name)
    said = ann.page.get_by_role("list", name="Chat").get_by_role("listitem")
    expect(said.locator("time")).to_be_in_viewport(ratio=1)
    # Nothing is cut off.
    right = "(one) => one.getBoundingClientRect().right"
    assert max(part.evaluate(right) for part in said.locator(".who > *").all()) <= said.evaluate(right)


def test_a_refusal_is_in_sight_of_whoever_has_scrolled_away(someone: People) -> None:
    mover, _, _ = at_table(someone)
    mover.visitor.forgive("ERR_INTERNET_DISCONNECTED")
    chore = mover.page.get_by_role("button", name="Place the rest for me")
    chore.scroll_into_view_if_needed()
    mover.visitor.context.set_offline(True)
    expect(mover.page.get_by_test_id("connection-banner")).to_contain_text("The connection is lost")
    chore.click()
    expect(mover.prompt.get_by_role("alert")).to_be_in_viewport(ratio=1)


def test_what_was_said_to_whoever_was_off_line_is_heard_afterwards(someone: People) -> None:
    ann, ben, _ = at_table(someone)
    ben.visitor.forgive("ERR_INTERNET_DISCONNECTED")
    say(ann.page, "Are you there?")
    tab = ben.page.get_by_test_id("tab-chat")
    expect(tab).to_contain_text("1")
    ben.visitor.context.set_offline(True)
    expect(ben.page.get_by_test_id("connection-banner")).to_contain_text("The connection is lost")
    say(ann.page, "Your turn, by the way")
    ben.visitor.context.set_offline(False)
    expect(tab).to_contain_text("2")
    tab.click()
    said = ben.page.get_by_role("list", name="Chat").get_by_role("listitem")
    expect(said).to_contain_text(["Are you there?", "Your turn, by the way"])


def test_who_has_lent_the_seat_meanwhile_hears_what_is_said_now(someone: People) -> None:
    """Of what was whispered before, the seat is told no more, so that it counts what is said otherwise than before."""
    ann, ben, match = at_table(someone)
    mine, name = ann.page, ann.visitor.name
    for text in ("Against Cyd?", "Think of it", "Well?"):
        say(mine, text, to=ben.visitor.name)
    ann.visitor.forgive("ERR_INTERNET_DISCONNECTED")
    mine.get_by_test_id("tab-players").click()
    ann.visitor.context.set_offline(True)
    expect(mine.get_by_test_id("connection-banner")).to_contain_text("The connection is lost")
    link = ann.visitor.post(f"/api/matches/{match}/handover")["link"]
    someone("Cyd").post(f"/api/handovers/{link}/take")
    ann.visitor.post(f"/api/matches/{match}/handover/back")
    expect(ben.page.get_by_role("tabpanel")).to_contain_text(name)
    say(ben.page, "Welcome back")
    say(ben.page, "It is your turn")
    ann.visitor.context.set_offline(False)
    tab, said = mine.get_by_test_id("tab-chat"), mine.get_by_role("list", name="Chat").get_by_role("listitem")
    expect(tab).to_contain_text("2")
    tab.click()
    expect(said).to_have_count(2)
    expect(said).to_contain_text(["Welcome back", "It is your turn"])
    say(ben.page, "Or is it mine?")
    expect(said).to_have_count(3)
    # A reload changes nothing; and words stay with whom they were for.
    mine.reload()
    expect(tab).to_have_text("Chat")
    say(mine, "Yours", to=ben.visitor.name)
    link = ben.visitor.post(f"/api/matches/{match}/handover")["link"]
    someone("Dan").post(f"/api/handovers/{link}/take")
    expect(mine.get_by_test_id("chat-to")).to_contain_text("Only to Dan")
    expect(said.last).to_contain_text(f"to {ben.visitor.name}, privately")
    mine.reload()
    tab.click()
    expect(said.last).to_contain_text("to whoever had Dan\u2019s seat then, privately")


def test_whoever_presses_send_twice_has_said_it_once(someone: People) -> None:
    ann, ben, _ = at_table(someone)
    page = ann.page
    page.get_by_test_id("tab-chat").click()
    line = page.get_by_test_id("chat-input")
    line.fill("Once")
    page.get_by_test_id("chat-send").dblclick()
    line.fill("And again")
    line.press("Enter")
    line.press("Enter")
    say(page, "That is all")
    ben.page.get_by_test_id("tab-chat").click()
    said = ben.page.get_by_role("list", name="Chat").get_by_role("listitem")
    expect(said.last).to_contain_text("That is all")
    expect(said).to_have_count(3)
    expect(said).to_contain_text(["Once", "And again", "That is all"])
    # What was not heard is there again, to be said once more.
    ann.visitor.forgive("ERR_INTERNET_DISCONNECTED")
    ann.visitor.context.set_offline(True)
    expect(page.get_by_test_id("connection-banner")).to_contain_text("The connection is lost")
    line.fill("Hello?")
    line.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("this may not have been heard")
    expect(line).to_have_value("Hello?")


def test_private_talk_stays_private_and_spectators_only_look(someone: People) -> None:
    eve = someone()
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: frames.append(str(data)))

    eve.page.on("websocket", listen)
    mover, other, match = at_table(someone)
    watching = Table(eve, match).watch()
    expect(watching.prompt).to_contain_text("You are watching")

    say(mover.page, "Good luck, all")
    say(mover.page, "Shall we share the library?", to=other.visitor.name)
    expect(other.page.get_by_test_id("tab-chat")).to_contain_text("2")
    other.page.get_by_test_id("tab-chat").click()
    heard = other.page.get_by_role("list", name="Chat")
    expect(heard).to_contain_text("Good luck, all")
    private = heard.get_by_role("listitem").filter(has_text="Shall we share the library?")
    expect(private).to_contain_text("to you, privately")

    # Something that comes later has arrived, and still the spectator knows of no private word.
    say(other.page, "Let us begin")
    eve.page.get_by_test_id("tab-chat").click()
    seen = eve.page.get_by_role("list", name="Chat")
    expect(seen).to_contain_text("Let us begin")
    expect(seen).to_contain_text("Good luck, all")
    expect(seen).not_to_contain_text("library")
    assert not any("library" in frame for frame in frames)
    eve.page.reload()
    eve.page.get_by_test_id("tab-chat").click()
    expect(seen).to_contain_text("Let us begin")
    expect(seen).not_to_contain_text("library")

    # Nothing to press, and a click on the board chooses nothing.
    for control in ("undo", "chat-input", "chat-send", "command-input", "count-confirm"):
        expect(eve.page.get_by_test_id(control)).to_have_count(0)
    expect(eve.page.locator("[data-testid^=choice-]")).to_have_count(0)
    room = next(iter(watching.labels()))
    watching.region(room).click()
    expect(watching.region(room)).to_have_attribute("aria-pressed", "false")
    eve.page.keyboard.press("/")
    expect(eve.page.get_by_test_id("command-input")).to_have_count(0)
    eve.page.get_by_test_id("menu").click()
    expect(eve.page.get_by_test_id("watch-link")).to_be_visible()
    expect(eve.page.get_by_test_id("seat-link")).to_have_count(0)
    eve.page.keyboard.press("Escape")
    expect(eve.page.get_by_test_id("watch-link")).to_have_count(0)

    # But every move is seen.
    mover.page.get_by_test_id("tab-players").click()
    placed = mover.place_all()
    watching.has_troops(placed, mover.troops(placed))
    eve.page.get_by_test_id("tab-log").click()
    expect(watching.log).to_contain_text(f"in {NAMES[placed]}")


def test_the_secret_link_opens_the_same_seat_on_another_device(someone: People) -> None:
    mover, _, match = at_table(someone)
    mover.page.get_by_test_id("menu").click()
    mover.page.get_by_test_id("make-seat-link").click()
    link = mover.page.get_by_test_id("seat-link").input_value()
    device = someone()
    device.name = mover.visitor.name
    device.page.goto(urlsplit(link).path)
    device.page.get_by_test_id("open-seat").click()
    table = Table(device).watch()
    # The secret does not stay in the address.
    expect(device.page).to_have_url(re.compile(rf"/match/{match}$"))
    expect(table.prompt).to_contain_text("Your turn")
    expect(device.page.get_by_role("tabpanel").get_by_text("(you)")).to_be_visible()
    room = table.place_all()
    mover.has_troops(room, table.troops(room))
    expect(mover.prompt).to_contain_text(MOVING)


def test_a_newcomer_creates_a_match_under_the_suggested_name(someone: People) -> None:
    page = someone().page
    page.goto("/new?game=campus")
    name = page.get_by_test_id("name-input").input_value()
    page.get_by_test_id("create-match").click()
    expect(page.get_by_role("main")).to_contain_text(name)
    expect(page.get_by_test_id("invite-link")).to_be_visible()
