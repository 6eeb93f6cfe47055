"""Links that people pass on: to a match, to a seat; who may look; and once more with the same people."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from browser.table import Table
from browser.test_pages import AXE, SCREENSHOTS, serious
from browser.test_phone import small
from browser.test_together import at_table, invitation
from browser.world import AUTOPLAY, PHONE, Visitor

People = Callable[..., Visitor]


def seat_link(page: Page) -> str:
    """Made in the match; the path of it."""
    page.get_by_test_id("menu").click()
    page.get_by_test_id("make-seat-link").click()
    link = page.get_by_test_id("seat-link").input_value()
    page.keyboard.press("Escape")
    return urlsplit(link).path


def me_of(visitor: Visitor) -> str:
    return str(visitor.context.request.get("/api/me").json()["name"])


def picture(page: Page, name: str) -> None:
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"links-{name}-phone.png", full_page=True)
    assert serious(page, AXE.read_text()) == []


# -- the link of a seat ----------------------------------------------------------------------------------------------


def test_a_seat_link_asks_first_and_leaves_everybody_who_they_are(someone: People) -> None:
    ann, cyd = someone("Ann"), someone("Cyd")
    match = ann.new_match("random")
    mine = Table(ann, match)
    mine.ready()
    path = seat_link(ann.page)
    own = cyd.new_match("random")

    page = cyd.page
    page.goto(path)
    expect(page.get_by_role("heading", name=re.compile("This link opens Ann.s seat in Campus"))).to_be_visible()
    expect(page.get_by_test_id("seat-offer")).to_contain_text(
        "You are Cyd on this device and stay Cyd everywhere else."
    )
    # To look is not to open.
    assert len(ann.context.request.get("/api/devices").json()) == 1
    page.get_by_test_id("leave-seat").click()
    expect(page).to_have_url(re.compile(r"/$"))
    assert len(ann.context.request.get("/api/devices").json()) == 1

    page.goto(path)
    page.get_by_test_id("open-seat").click()
    table = Table(cyd)
    table.ready()
    expect(page).to_have_url(re.compile(rf"/match/{match}$"))
    mark = page.get_by_test_id("borrowed-seat")
    expect(mark).to_contain_text(re.compile("You play Ann.s seat here"))
    room = table.place_all()
    mine.has_troops(room, table.troops(room))
    # In this match alone: everywhere else Cyd is Cyd, with matches of her own, and Ann's account is out of reach.
    expect(page.get_by_test_id("me")).to_have_text("Cyd")
    assert me_of(cyd) == "Cyd"
    page.get_by_test_id("menu").click()
    expect(page.get_by_test_id("watch-link")).to_be_visible()
    expect(page.get_by_test_id("make-seat-link")).to_have_count(0)
    expect(page.get_by_test_id("leave-menu-button")).to_have_count(0)
    page.goto("/you")
    expect(page.get_by_role("heading", name="You are Cyd")).to_be_visible()
    page.goto("/")
    expect(page.get_by_test_id(f"match-{own}")).to_be_visible()
    # The way back, without the secret.
    borrowed = page.get_by_test_id(f"match-{match}")
    expect(borrowed).to_contain_text(re.compile("Ann.s seat"))
    assert path.rsplit("/", 1)[1] not in page.evaluate("JSON.stringify(localStorage)")
    borrowed.click()
    table.ready()
    # The secret is nowhere in the history.
    page.go_back()
    page.go_back()
    assert "/seat/" not in page.url

    page.goto(f"/match/{match}")
    cyd.forgive("ERR_FAILED")
    page.route("**/seat/close", lambda route: route.abort())
    page.get_by_test_id("close-seat").click()
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    expect(mark).to_contain_text(re.compile("You play Ann.s seat here"))
    page.unroute_all()
    page.get_by_test_id("close-seat").click()
    expect(table.prompt).to_contain_text("You are watching")
    expect(mark).to_have_count(0)
    assert me_of(cyd) == "Cyd"
    page.goto("/")
    expect(page.get_by_test_id(f"match-{own}")).to_be_visible()
    expect(borrowed).to_have_count(0)


def test_a_device_of_nobody_finds_back_to_the_seat_that_it_opened(someone: People) -> None:
    ann, phone = someone("Ann"), someone(**PHONE)
    match = ann.new_match("random", watch=False)
    phone.page.goto(f"/seat/{ann.post(f'/api/matches/{match}/seat-link')['link']}")
    phone.page.get_by_test_id("open-seat").tap()
    Table(phone).ready()
    phone.page.goto("/")
    row = phone.page.get_by_test_id(f"match-{match}")
    expect(row).to_contain_text(re.compile("Ann.s seat"))
    expect(row).to_contain_text("your turn")
    picture(phone.page, "borrowed-lobby")
    # Once the seat is taken back, it is asked for once more and then forgotten.
    ann.post(f"/api/matches/{match}/seat-link")
    phone.forgive("404")
    with phone.page.expect_response(f"**/api/matches/{match}"):
        phone.page.reload()
    expect(row).to_have_count(0)
    phone.page.wait_for_function("localStorage.getItem('marchland:borrowed') === '[]'")


def test_who_plays_in_a_match_is_told_why_the_link_of_another_seat_is_not_opened(someone: People) -> None:
    mover, other, match = at_table(someone)
    link = mover.visitor.post(f"/api/matches/{match}/seat-link")["link"]
    page = other.page
    other.visitor.forgive("409")
    page.goto(f"/seat/{link}")
    expect(page.get_by_role("heading", name="This link is not for this device.")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text(f"It opens the seat of {mover.visitor.name}")
    page.get_by_role("link", name="To the lobby", exact=True).click()
    expect(page.get_by_test_id(f"match-{match}")).to_be_visible()


def test_a_link_that_ends_while_one_reads_about_it_says_so(someone: People) -> None:
    ann, phone = someone("Ann"), someone(**PHONE)
    match = ann.new_match("random")
    phone.page.goto(f"/seat/{ann.post(f'/api/matches/{match}/seat-link')['link']}")
    phone.page.get_by_test_id("open-seat").wait_for()
    ann.post(f"/api/matches/{match}/seat-link")
    phone.forgive("404")
    phone.page.get_by_test_id("open-seat").tap()
    expect(phone.page.get_by_role("alert")).to_contain_text("This link leads to no seat")
    expect(phone.page.get_by_test_id("open-seat")).to_be_enabled()


def test_a_new_seat_link_ends_what_the_old_one_opened(someone: People) -> None:
    ann, phone = someone("Ann"), someone()
    match = ann.new_match("random")
    Table(ann, match).ready()
    path = seat_link(ann.page)
    phone.page.goto(path)
    phone.page.get_by_test_id("open-seat").click()
    Table(phone).ready()
    ann.page.goto("/you")
    expect(ann.page.get_by_test_id("devices")).to_contain_text("only your seat in Campus")

    # Links are kept for the visit; a new visit makes a new one, and says before what that does.
    ann.page.goto(f"/match/{match}")
    ann.page.get_by_test_id("menu").click()
    expect(
        ann.page.get_by_text("An earlier one, and the devices that were opened by it, stop working.")
    ).to_be_visible()
    ann.page.get_by_test_id("make-seat-link").click()
    ann.page.get_by_test_id("seat-link").wait_for()
    expect(phone.page.get_by_test_id("seat-lost")).to_be_visible()
    phone.forgive("404")
    phone.page.goto(path)
    expect(phone.page.get_by_role("heading", name="This link does not work.")).to_be_visible()


def test_a_seat_link_is_renewed_where_it_stands(someone: People) -> None:
    ann, stranger = someone("Ann", **PHONE), someone()
    match = ann.new_match("random")
    Table(ann, match).ready()
    ann.page.get_by_test_id("menu").tap()
    ann.page.get_by_test_id("make-seat-link").tap()
    path = urlsplit(ann.page.get_by_test_id("seat-link").input_value()).path
    ann.page.get_by_test_id("renew-seat").tap()
    picture(ann.page, "renew-seat")
    ann.page.get_by_test_id("renew-seat-yes").tap()
    expect(ann.page.get_by_test_id("seat-link")).not_to_have_value(re.compile(re.escape(path)))
    stranger.forgive("404")
    stranger.page.goto(path)
    expect(stranger.page.get_by_role("heading", name="This link does not work.")).to_be_visible()


def test_a_seat_in_a_waiting_match_is_played_by_its_link_and_nothing_else(someone: People) -> None:
    ann, phone = someone("Ann"), someone(**PHONE)
    match = ann.new_match("open", start=False, watch=False)
    phone.page.goto(f"/seat/{ann.post(f'/api/matches/{match}/seat-link')['link']}")
    phone.page.get_by_test_id("open-seat").tap()
    expect(phone.page.get_by_test_id("borrowed-seat")).to_contain_text(re.compile("You will play Ann.s seat here."))
    expect(phone.page.get_by_role("list", name="Seats").get_by_role("listitem").first).to_contain_text("played here")
    for refused in ("leave-match", "make-invite-link", "make-seat-link"):
        expect(phone.page.get_by_test_id(refused)).to_have_count(0)
    picture(phone.page, "borrowed-waiting")
    ann.post(f"/api/matches/{match}/start")
    phone.page.get_by_test_id("board").wait_for()
    phone.page.get_by_test_id("menu").tap()
    expect(phone.page.get_by_text("Only people whom the players invite can look on.")).to_be_visible()
    expect(phone.page.get_by_test_id("make-invite-link")).to_have_count(0)
    # Where strangers may not look on there is nothing to watch without the seat.
    phone.forgive("404")
    with phone.page.expect_response(lambda answer: answer.url.endswith(f"/{match}") and answer.status == 404):
        ann.post(f"/api/matches/{match}/seat-link")
    expect(phone.page.get_by_test_id("seat-lost")).to_be_visible()
    expect(phone.page.get_by_test_id("watch-on")).to_have_count(0)


def test_a_link_can_be_shown_again_during_a_visit(someone: People) -> None:
    ann = someone("Ann")
    match = ann.new_match("random")
    Table(ann, match).ready()
    path = seat_link(ann.page)
    ann.page.get_by_test_id("me").click()
    ann.page.go_back()
    ann.page.get_by_test_id("menu").click()
    assert urlsplit(ann.page.get_by_test_id("seat-link").input_value()).path == path


# -- invites, and who may look ---------------------------------------------------------------------------------------


def test_a_link_that_is_opened_in_a_bad_moment_can_be_tried_again(someone: People) -> None:
    ann, ben = someone("Ann"), someone("Ben", **PHONE)
    match = ann.new_match("open", start=False)
    invite, seat = (ann.post(f"/api/matches/{match}/{link}")["link"] for link in ("invite", "seat-link"))
    handover = ann.post(f"/api/matches/{ann.new_match('random')}/handover")["link"]
    page = ben.page
    ben.forgive("ERR_FAILED")
    for path, good in (
        (f"/invite/{invite}", "You are invited to Campus"),
        (f"/seat/{seat}", "This link opens Ann"),
        (f"/handover/{handover}", "Ann offers you a seat"),
    ):
        # Only what the page is about is out of reach: it is loaded itself, and says so.
        page.route(re.compile("/api/(invites|seats|handovers)/"), lambda route: route.abort())
        page.goto(path)
        expect(page.get_by_role("heading", name="This cannot be shown just now.")).to_be_visible()
        expect(page.get_by_role("main")).to_contain_text("The server cannot be reached.")
        page.unroute_all()
        page.get_by_role("button", name="Try again").tap()
        expect(page.get_by_role("heading", name=good)).to_be_visible()


def test_a_renewed_invite_ends_the_old_one(someone: People) -> None:
    ann, ben = someone("Ann"), someone("Ben")
    old = invitation(ann.page)
    ann.page.get_by_test_id("renew-invite").click()
    ann.page.get_by_test_id("renew-invite-yes").click()
    link = ann.page.get_by_test_id("invite-link")
    expect(link).not_to_have_value(re.compile(re.escape(old)))
    ben.forgive("404")
    ben.page.goto(old)
    expect(ben.page.get_by_role("heading", name="This invitation does not work.")).to_be_visible()
    ben.page.goto(urlsplit(link.input_value()).path)
    ben.page.get_by_test_id("join-match").click()
    expect(ben.page.get_by_text("The match begins when")).to_be_visible()
    # Whoever sits there may invite, but not renew.
    ben.page.get_by_test_id("leave-match").wait_for()
    expect(ben.page.get_by_test_id("renew-invite")).to_have_count(0)


@pytest.mark.parametrize("end", ["invite/renew", "leave"])
def test_an_invite_that_ends_while_somebody_looks_at_it_offers_no_seat(someone: People, end: str) -> None:
    ann, ben = someone("Ann"), someone("Ben", **PHONE)
    match = ann.new_match("open", start=False, watch=False)
    page = ben.page
    page.goto(f"/invite/{ann.post(f'/api/matches/{match}/invite')['link']}")
    page.get_by_test_id("join-match").wait_for()
    ann.post(f"/api/matches/{match}/{end}")
    ben.forgive("404")
    page.get_by_test_id("join-match").tap()
    expect(page.get_by_role("heading", name="This invitation does not work.")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("perhaps it was called off")
    expect(page.get_by_test_id("join-match")).to_have_count(0)


def test_an_invitation_shows_what_one_is_invited_to(someone: People) -> None:
    ann, ben = someone("Ann"), someone(**PHONE)
    page = ben.page
    # What did not load at first comes by itself.
    ben.forgive("ERR_FAILED")
    page.route("**/api/games/**", lambda route: route.abort())
    page.goto(invitation(ann.page))
    expect(page.get_by_role("heading", name="You are invited to Campus")).to_be_visible()
    page.unroute_all()
    main = page.get_by_role("main")
    expect(main.get_by_role("img", name="The board of Campus in the middle of a match")).to_be_visible()
    expect(main).to_contain_text("A small Risk in the buildings of a campus")
    expect(page.get_by_role("button", name="Take a seat")).to_be_in_viewport(ratio=1)
    assert serious(page, AXE.read_text()) == []
    main.get_by_role("link", name="How to play").click()
    expect(page).to_have_url(re.compile("/howto/campus$"))


def test_a_private_match_is_nothing_to_strangers_and_something_to_the_invited(someone: People) -> None:
    ann, eve, ben = someone("Ann"), someone("Eve"), someone("Ben")
    page = ann.page
    page.goto("/new?game=campus")
    page.get_by_test_id("seat-1").select_option("bot:random")
    page.get_by_test_id("watch").uncheck()
    expect(page.get_by_text("there is no such match.")).to_be_visible()
    page.get_by_label("Quick").check()
    page.get_by_test_id("create-match").click()
    invite = urlsplit(page.get_by_test_id("invite-link").input_value()).path
    match = urlsplit(page.url).path
    page.get_by_test_id("start-match").click()
    Table(ann).ready()

    eve.forgive("404")
    for address in (match, "/match/nowhere"):
        eve.page.goto(address)
        expect(eve.page.get_by_role("heading", name="There is no such match, or it is private")).to_be_visible()
        expect(eve.page.get_by_role("main")).to_contain_text("has waited too long for its players")
    ben.page.goto(invite)
    ben.page.get_by_role("link", name="Watch", exact=True).click()
    watching = Table(ben).watch()
    expect(watching.prompt).to_contain_text("You are watching")
    # Also after a reload, and by the socket.
    ben.page.reload()
    watching.watch()
    room = Table(ann).place_all()
    watching.has_troops(room, Table(ann).troops(room))
    # Until the invite is renewed: at once, and after a reload.
    ann.post(f"/api/matches/{match.rsplit('/', 1)[1]}/invite/renew")
    expect(ben.page.get_by_test_id("seat-lost")).to_contain_text("You can look on no longer")
    ben.forgive("404")
    ben.page.reload()
    expect(ben.page.get_by_role("heading", name="There is no such match, or it is private")).to_be_visible()


def test_whoever_made_a_match_can_send_somebody_away(someone: People) -> None:
    ann, ben = someone("Ann"), someone("Ben")
    invite = invitation(ann.page)
    ben.page.goto(invite)
    ben.page.get_by_test_id("join-match").click()
    expect(ben.page.get_by_test_id("leave-match")).to_be_visible()
    expect(ben.page.get_by_role("button", name="Remove Ann")).to_have_count(0)
    ann.page.get_by_role("button", name="Remove Ben").click()
    expect(ann.page.get_by_text("The seat of Ben is free again.")).to_be_visible()
    seats = ann.page.get_by_role("list", name="Seats")
    expect(seats).to_be_focused()
    expect(seats).not_to_contain_text("Ben")
    # Ben is told, and may come back: he still has the link.
    expect(ben.page.get_by_test_id("seat-freed")).to_contain_text("You no longer have a seat in this match")
    expect(ben.page.get_by_test_id("leave-match")).to_have_count(0)
    ben.page.get_by_test_id("join-match").click()
    expect(ben.page.get_by_test_id("leave-match")).to_be_visible()
    expect(ben.page.get_by_test_id("seat-freed")).to_have_count(0)
    expect(seats).to_contain_text("Ben")
    expect(ann.page.get_by_text("is free again")).to_have_count(0)
    ben.page.get_by_test_id("leave-match").click()
    expect(ann.page.get_by_text("The seat of Ben is free again.")).to_be_visible()


def test_whoever_presses_twice_sends_one_away_once_and_nobody_while_it_begins(someone: People) -> None:
    ann, ben = someone("Ann"), someone("Ben", java_script_enabled=False)
    invite = invitation(ann.page)
    match = ann.page.url.rsplit("/", 1)[1]
    join = {"invite": invite.rsplit("/", 1)[1], "entropy": "ab" * 32}
    ben.post(f"/api/matches/{match}/join", join)
    remove = ann.page.get_by_role("button", name="Remove Ben")
    remove.dblclick()
    expect(ann.page.get_by_text("The seat of Ben is free again.")).to_be_visible()
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    # What he has promised for the dice he does not show, so that it takes a while until the match begins.
    ben.post(f"/api/matches/{match}/join", join)
    expect(remove).to_be_visible()
    ann.page.get_by_test_id("start-match").click()
    expect(ann.page.get_by_text("The dice are being made")).to_be_visible()
    expect(remove).to_have_count(0)


def test_who_was_sent_away_and_has_no_link_any_more_cannot_come_back(someone: People) -> None:
    ann, ben = someone("Ann"), someone("Ben")
    match = ann.new_match("open", start=False)
    page = ben.page
    page.goto(f"/invite/{ann.post(f'/api/matches/{match}/invite')['link']}")
    page.get_by_test_id("join-match").click()
    page.get_by_test_id("leave-match").wait_for()
    ann.post(f"/api/matches/{match}/remove", {"seat": 1})
    ann.post(f"/api/matches/{match}/invite/renew")
    freed = page.get_by_test_id("seat-freed")
    expect(freed).to_have_text("You no longer have a seat in this match: whoever made it has freed it.")
    ben.forgive("403")
    page.get_by_test_id("join-match").click()
    expect(page.get_by_role("alert")).to_contain_text("you need its invite link")
    expect(page.get_by_test_id("join-match")).to_have_count(0)
    expect(freed).to_be_visible()


def test_a_match_that_is_called_off_says_so_to_those_who_wait_for_it(someone: People) -> None:
    ann, ben = someone("Ann"), someone("Ben", **PHONE)
    ben.page.goto(invitation(ann.page))
    ben.page.get_by_test_id("join-match").tap()
    ben.page.get_by_test_id("leave-match").wait_for()
    expect(ben.page.get_by_test_id("waits-until")).to_contain_text(re.compile(r"until \d+ \w+, \d\d:\d\d, and is"))
    ben.forgive("404")
    # Asked once more, since somebody else sits there.
    ann.page.get_by_role("button", name="Remove Ben").wait_for()
    ann.page.get_by_test_id("leave-match").click()
    ann.page.get_by_test_id("leave-match-yes").click()
    expect(ben.page.get_by_role("heading", name="This match is no longer here")).to_be_visible()
    expect(ben.page.get_by_text("It was called off, has waited too long for its players")).to_be_visible()
    picture(ben.page, "no-longer-here")


def test_whose_name_is_taken_says_another_and_sits_down(someone: People) -> None:
    ann, other = someone("Anna"), someone(**PHONE)
    page = other.page
    other.forgive("409")
    page.goto(invitation(ann.page))
    # Also when it is tried again.
    for _ in range(2):
        page.get_by_test_id("name-input").fill("Anna")
        with page.expect_response("**/join"):
            page.get_by_test_id("name-save").tap()
        expect(page.get_by_role("alert")).to_contain_text("Choose another name.")
        expect(page.get_by_role("heading", name="You are invited to Campus")).to_be_visible()
    picture(page, "name-taken")
    page.get_by_test_id("name-input").fill("Anna of the Hill")
    page.get_by_test_id("name-save").tap()
    expect(page.get_by_text("The match begins when")).to_be_visible()


def test_who_comes_too_late_by_an_invite_may_wait_for_a_seat(someone: People) -> None:
    ann, ben, cyd = someone("Ann"), someone("Ben"), someone("Cyd")
    invite = invitation(ann.page)
    cyd.page.goto(invite)
    cyd.page.get_by_test_id("join-match").wait_for()
    ben.page.goto(invite)
    ben.page.get_by_test_id("join-match").click()
    ben.page.get_by_test_id("leave-match").wait_for()
    cyd.forgive("409")
    cyd.page.get_by_test_id("join-match").click()
    expect(cyd.page.get_by_text("All seats are taken. You can still watch.")).to_be_visible()
    cyd.page.get_by_role("link", name="Watch", exact=True).click()
    cyd.page.get_by_role("list", name="Seats").wait_for()
    expect(cyd.page.get_by_test_id("join-match")).to_have_count(0)
    expect(cyd.page.get_by_text("All are here")).to_be_visible()
    expect(cyd.page.get_by_text("You look on. The match begins when")).to_be_visible()
    ben.page.get_by_test_id("leave-match").click()
    cyd.page.get_by_test_id("join-match").click()
    expect(cyd.page.get_by_test_id("leave-match")).to_be_visible()


# -- once more -------------------------------------------------------------------------------------------------------


def test_a_rematch_is_an_invitation(someone: People) -> None:
    mover, other, match = at_table(someone)
    people = [mover.visitor, other.visitor]
    finish(match, *people)
    first, second = people
    for one in people:
        one.page.goto(f"/match/{match}")
        one.page.get_by_test_id("result").wait_for()
    first.page.get_by_test_id("rematch").click()
    expect(first.page).not_to_have_url(re.compile(match))
    seats = first.page.get_by_role("list", name="Seats")
    expect(seats.get_by_role("listitem").filter(has_text=second.name)).to_contain_text("invited")
    again = urlsplit(first.page.url).path

    # Nobody reloads anything.
    expect(second.page.get_by_test_id("rematch-proposed")).to_have_text(f"{first.name} proposes a rematch.")
    watch = someone("Wim")
    watch.page.goto(f"/match/{match}")
    watch.page.get_by_test_id("result").wait_for()
    expect(watch.page.get_by_test_id("rematch-proposed")).to_have_count(0)

    # In the lobby it is an invitation, too.
    lobby = second.context.new_page()
    lobby.goto("/")
    row = lobby.get_by_test_id(f"match-{again.rsplit('/', 1)[1]}")
    expect(row).to_contain_text(f"{first.name} invites you")
    row.click()
    expect(lobby.get_by_test_id("join-match")).to_have_text("Take your seat")
    lobby.close()

    second.page.get_by_test_id("rematch-join").click()
    expect(second.page).to_have_url(re.compile(again))
    expect(seats).not_to_contain_text("invited")
    first.page.get_by_test_id("start-match").click()
    for one in people:
        Table(one).watch()


def test_a_rematch_is_declined_and_called_off(someone: People) -> None:
    mover, other, match = at_table(someone)
    first, second = mover.visitor, other.visitor
    finish(match, first, second)
    for one in (first, second):
        one.page.goto(f"/end/{match}")
        one.page.get_by_test_id("rematch").wait_for()
    first.page.get_by_test_id("rematch").click()
    seats = first.page.get_by_role("list", name="Seats")
    expect(seats).to_contain_text("invited")
    second.page.get_by_test_id("rematch-decline").click()
    expect(second.page.get_by_test_id("rematch-without")).to_have_text("You have declined the rematch.")
    # Whoever proposed it need not wait.
    expect(first.page.get_by_text(f"{second.name} does not come: the seat is free.")).to_be_visible()
    expect(seats).not_to_contain_text("invited")
    first.page.get_by_test_id("leave-match").click()
    second.forgive("404")
    expect(second.page.get_by_test_id("rematch")).to_have_text("Play again")

    # One that is called off can be proposed anew, by whoever likes, and be declined in the waiting room.
    second.page.get_by_test_id("rematch").click()
    second.page.get_by_test_id("leave-match").wait_for()
    first.page.goto(second.page.url)
    first.page.get_by_test_id("decline").click()
    expect(first.page).to_have_url(re.compile(r"/$"))
    expect(second.page.get_by_text(f"{first.name} does not come: the seat is free.")).to_be_visible()


def test_whoever_has_declined_a_rematch_that_is_called_off_can_propose_another(someone: People) -> None:
    mover, other, match = at_table(someone, watch=False)
    first, second = mover.visitor, other.visitor
    finish(match, first, second)
    again = first.post(f"/api/matches/{match}/rematch")["id"]
    second.page.goto(f"/match/{match}")
    second.page.get_by_test_id("rematch-decline").click()
    without = second.page.get_by_test_id("rematch-without")
    expect(without).to_have_text("You have declined the rematch.")
    # Also when it has been looked at again; that is not for their eyes, and not asked for.
    for _ in range(2):
        with second.page.expect_response(f"**/api/matches/{match}"):
            pass
    expect(without).to_have_text("You have declined the rematch.")
    second.forgive("404")
    first.post(f"/api/matches/{again}/leave")
    expect(second.page.get_by_test_id("rematch")).to_have_text("Play again")


def test_who_joins_a_rematch_too_late_is_told_that_it_was_called_off(someone: People) -> None:
    mover, other, match = at_table(someone)
    first, second = mover.visitor, other.visitor
    finish(match, first, second)
    again = first.post(f"/api/matches/{match}/rematch")["id"]
    second.page.goto(f"/match/{match}")
    second.page.get_by_test_id("rematch-join").wait_for()
    second.forgive("404")
    first.post(f"/api/matches/{again}/leave")
    second.page.get_by_test_id("rematch-join").click()
    expect(second.page.get_by_role("alert")).to_have_text("The rematch was called off.")
    expect(second.page.get_by_test_id("rematch")).to_have_text("Play again")


def finish(match: str, first: Visitor, second: Visitor) -> None:
    """Both play any moves at all, side by side, until it is over."""
    for one in (first, second):
        one.page.goto("/rules/campus")
        one.page.evaluate(
            f"(how) => {{ window.playing = ({AUTOPLAY})(how).then(() => 'over', String); }}", [match, 1000]
        )
    for one in (first, second):
        assert one.page.evaluate("window.playing") == "over"


# -- phones ----------------------------------------------------------------------------------------------------------


def test_sharing_fits_a_phone_and_everybody(someone: People) -> None:
    ann, ben = someone("Ann", **PHONE), someone("Ben", **PHONE)
    axe = AXE.read_text()

    def fits(page: Page) -> None:
        assert small(page) == []
        assert serious(page, axe) == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390

    invite = invitation(ann.page)
    fits(ann.page)
    ann.page.get_by_test_id("renew-invite").tap()
    ann.page.get_by_test_id("make-seat-link").tap()
    ann.page.get_by_test_id("seat-link").wait_for()
    fits(ann.page)
    ben.page.goto(invite)
    ben.page.get_by_test_id("join-match").tap()
    ann.page.get_by_role("button", name="Remove Ben").wait_for()
    fits(ann.page)
    match = ann.new_match("random")
    Table(ann, match).ready()
    ann.page.get_by_test_id("menu").tap()
    ann.page.get_by_test_id("make-seat-link").tap()
    box = ann.page.get_by_test_id("seat-link").bounding_box()
    assert box and box["x"] >= 0
    fits(ann.page)
    path = urlsplit(ann.page.get_by_test_id("seat-link").input_value()).path
    ben.page.goto(path)
    ben.page.get_by_test_id("open-seat").wait_for()
    fits(ben.page)
    ben.page.get_by_test_id("open-seat").tap()
    ben.page.get_by_test_id("close-seat").wait_for()
    Table(ben).ready()
    fits(ben.page)
    ann.post(f"/api/matches/{match}/seat-link")
    ben.page.get_by_test_id("seat-lost").wait_for()
    fits(ben.page)
