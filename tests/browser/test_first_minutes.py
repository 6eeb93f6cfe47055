"""The first minutes: the front page, a quick set-up, first steps, the aim in sight, and how to play."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.test_pages import AXE, serious
from browser.world import PHONE, SIZES, Visitor
from marchland import every
from marchland.brief import sequence_of
from marchland.games import load
from marchland.rulebook import read_rulebook

Visitors = Callable[..., Visitor]

FIRST_PAGE = 200_000  # bytes, compressed, before the boards

# Where a game lets one attack, as its sequence of play calls it; and how to get there.
ATTACKING = {"campus": "Move", "capitals": "Attack", "swarm": "Moves"}
ONWARD = re.compile(r"^(End muster|Do not pray|Done)\b")


def play_now(visitor: Visitor, game: str) -> Page:
    page = visitor.page
    page.goto("/")
    page.get_by_test_id(f"play-now-{game}").click()
    page.get_by_test_id("prompt").wait_for()
    return page


def stage(page: Page) -> str:
    """The step of the sequence of play that is lit."""
    lit = page.get_by_role("list", name="Sequence of play").locator("[aria-current=step]")
    return lit.first.inner_text().strip() if lit.count() else ""


def asked(page: Page) -> None:
    """Wait until there is something to choose, and not by a bot: three of them may have whole turns before."""
    enabled = "[data-testid^=choice-]:enabled, [data-testid=bid-seal]:enabled"
    choices = page.locator("[data-testid=prompt][aria-busy=false]").locator(enabled)
    choices.first.wait_for(state="attached", timeout=120_000)


def decide(page: Page) -> None:
    """Go on where one can go on; else take what is offered, all of it."""
    choices = page.locator("[data-testid^=choice-]:enabled")
    onward = choices.filter(has_text=ONWARD)
    placing = choices.filter(has_text=re.compile("^Place"))
    safe = choices.filter(has_text="West Wall")  # a bastion, where no swarm comes
    offered = next((some for some in (onward, placing, safe) if some.count()), choices)
    before = page.get_by_test_id("prompt").inner_text()
    offered.first.click()
    confirm = page.get_by_test_id("count-confirm")
    if confirm.count():
        confirm.click()
    expect(page.get_by_test_id("prompt")).not_to_have_text(before, use_inner_text=True)


@pytest.mark.parametrize("game", list(ATTACKING))
def test_an_attack_can_be_declared_after_three_decisions(someone: Visitors, game: str) -> None:
    page = play_now(someone("Ann"), game)
    decisions = 0
    asked(page)
    while stage(page) != ATTACKING[game]:
        passing = page.locator("[data-testid^=choice-]:enabled").filter(has_text=re.compile("^Pass"))
        reaction = passing.or_(page.get_by_test_id("bid-seal"))
        if reaction.count():  # to somebody else's attack, or to a card that all bid for
            reaction.first.click()  # the next attack may ask the very same
        else:
            decisions += 1
            assert decisions <= 3, page.get_by_test_id("prompt").inner_text()
            decide(page)
        asked(page)
    expect(page.get_by_test_id("prompt")).to_contain_text("Your turn", ignore_case=True)


def test_the_rest_is_placed_by_one_click(someone: Visitors) -> None:
    ann = someone("Ann")
    match = ann.new_match("gentle", "gentle", setup_place="choose")
    page = ann.page
    page.goto(f"/match/{match}")
    page.get_by_role("button", name="Set up for me").click()
    expect(page.get_by_test_id("prompt")).to_contain_text(re.compile(r"Place \d troops"))
    page.get_by_role("button", name="Place the rest for me").click()
    expect(page.get_by_test_id("prompt")).to_contain_text("Reinforce or attack")
    expect(page.get_by_test_id("rest")).to_have_count(0)
    # What the bot has placed is one's own, and can be taken back.
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("rest")).to_be_visible()


def test_newcomers_are_told_the_aim_a_turn_and_three_hints(someone: Visitors) -> None:
    ann = someone("Ann", newcomer=True)
    page = play_now(ann, "campus")
    steps = load("campus").first_steps
    assert steps is not None
    card = page.get_by_test_id("first-steps")
    for line in [steps.aim, *steps.turn, *[hint.text for hint in steps.hints]]:
        expect(card).to_contain_text(line)
    assert serious(page, AXE.read_text()) == []
    page.get_by_test_id("first-steps-close").click()
    expect(card).to_have_count(0)
    # On the first turn marks point at what the hints are about.
    mark = page.get_by_test_id("hint-mark-2")
    mark.click()
    expect(page.get_by_role("status").filter(has_text=steps.hints[1].text)).to_be_visible()
    page.get_by_role("button", name="Hide the marks").click()
    expect(mark).to_have_count(0)
    # The card comes once, and again when asked for.
    page.reload()
    page.get_by_test_id("prompt").wait_for()
    expect(card).to_have_count(0)
    page.get_by_test_id("first-steps-button").click()
    expect(card).to_contain_text(steps.aim)
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_marks_stay_at_what_they_mean(someone: Visitors) -> None:
    ann = someone("Ann", newcomer=True, **PHONE)
    ann.forgive("ERR_INTERNET_DISCONNECTED")
    page = play_now(ann, "campus")
    page.get_by_test_id("first-steps-close").tap()
    mark, banner = page.get_by_test_id("hint-mark-1"), page.get_by_test_id("connection-banner")
    before = mark.bounding_box()
    ann.context.set_offline(True)
    expect(banner).to_be_visible()
    page.wait_for_function(
        "before => document.querySelector('[data-testid=hint-mark-1]').getBoundingClientRect().y > before",
        arg=before["y"],
    )


def test_the_aim_stands_in_sight(someone: Visitors) -> None:
    page = play_now(someone("Ann"), "swarm")
    expect(page.get_by_test_id("aim")).to_contain_text("0 of 3 bastions")
    expect(page.get_by_role("tabpanel")).to_contain_text("0 of 3 bastions")
    phone = someone("Ben", **PHONE)
    expect(play_now(phone, "campus").get_by_test_id("aim")).to_contain_text(re.compile(r"\d+ of 42 rooms"))


def test_the_level_of_the_bots_is_shown_and_can_be_changed(someone: Visitors) -> None:
    ann = someone("Ann")
    page = ann.page
    page.goto("/")
    expect(page.get_by_test_id("level-campus")).to_have_value("gentle")
    page.get_by_test_id("level-campus").select_option("random")
    page.get_by_test_id("play-now-campus").click()
    level = page.get_by_test_id("level-1")
    expect(level).to_have_value("random")
    level.select_option("greedy")
    expect(page.get_by_role("tabpanel")).to_contain_text("Greedy 2")
    page.goto("/new?game=campus")
    page.get_by_test_id("against").select_option("gentle")
    expect(page.get_by_test_id("seat-3")).to_have_value("bot:gentle")


def test_how_to_play_is_one_page(someone: Visitors) -> None:
    ann = someone("Ann")
    page = ann.page
    page.goto("/")
    page.get_by_test_id("howto-capitals").click()
    expect(page.get_by_role("heading", name="How to play Capitals")).to_be_visible()
    main = page.get_by_role("main")
    for said in ["The aim", "A turn", "Three hints", "Sequence of play", "2. Bidding"]:
        expect(main).to_contain_text(said)
    expect(page.get_by_role("img", name="The board of Capitals in the middle of a match")).to_be_visible()
    assert serious(page, AXE.read_text()) == []
    page.get_by_role("link", name="CAP-7.1", exact=True).first.click()
    expect(page.get_by_role("heading", name="The rules of Capitals")).to_be_visible()
    ann.forgive("404.*/api/games/chess/brief")
    page.goto("/howto/chess")
    expect(page.get_by_role("main")).to_contain_text("There is no game 'chess'.")


@pytest.mark.parametrize("game", [game.name for game in every()])
def test_every_game_says_how_it_is_played(someone: Visitors, game: str) -> None:
    """A step may come several times in a round, and several may rest on one clause."""
    page = someone().page
    page.goto(f"/howto/{game}")
    steps = page.get_by_role("region", name="Sequence of play").locator("dt")
    rules = load(game)
    expect(steps).to_have_count(len(sequence_of(rules, read_rulebook(rules.rulebook()))))


@pytest.mark.parametrize("size", list(SIZES))
def test_the_front_page(someone: Visitors, size: str) -> None:
    width, height = SIZES[size]
    ben = someone("Ben")
    shown = ben.new_match("random", public=True)
    ann = someone("Ann", viewport={"width": width, "height": height})
    page = ann.page
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("against bots")
    expect(page.get_by_role("banner")).to_contain_text("Marchland")
    expect(page.get_by_role("banner").get_by_text("Marchland")).to_be_visible()
    # Boards with pieces on them.
    board = page.locator("svg[aria-label='The board of Campus in the middle of a match']")
    expect(board.locator("text").first).to_be_attached()
    watched = page.locator(f"a[href='/match/{shown}']")
    expect(watched).to_contain_text("watch")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # No half-empty page: what there is reaches into the lowest third of the screen.
    lowest = page.evaluate(
        "Math.max(...[...document.querySelectorAll('main .card')].map(c => c.getBoundingClientRect().bottom))"
    )
    assert lowest > height * 0.66
    assert serious(page, AXE.read_text()) == []
    page.get_by_test_id("watch-all").click()
    page.get_by_test_id("watch-match").first.wait_for()
    assert serious(page, AXE.read_text()) == []
    page.locator(f"a[href='/match/{shown}']").click()
    expect(page.get_by_test_id("prompt")).to_contain_text("You are watching", ignore_case=True)


def test_the_first_page_is_light(someone: Visitors) -> None:
    """Compressed, without the boards, which come when it is there."""
    ann = someone("Ann")
    sizes: dict[str, int] = {}
    client = ann.context.new_cdp_session(ann.page)
    client.send("Network.enable")
    names: dict[str, str] = {}
    client.on("Network.requestWillBeSent", lambda sent: names.update({sent["requestId"]: sent["request"]["url"]}))
    client.on(
        "Network.loadingFinished", lambda done: sizes.update({names[done["requestId"]]: done["encodedDataLength"]})
    )
    ann.page.goto("/")
    ann.page.locator("svg[aria-label$='in the middle of a match']").first.wait_for()
    page = {url: size for url, size in sizes.items() if not re.search(r"/api/games/\w", url)}
    assert len(page) > 3
    assert sum(page.values()) < FIRST_PAGE, page


def test_whoever_lets_a_bot_play_at_one_screen_comes_back(someone: Visitors) -> None:
    ann = someone("Ann")
    seats = [{"kind": "me"}, {"kind": "here", "name": "Ben"}]
    options = {"max_rounds": 5, "setup_place": "random"}
    made = ann.post("/api/matches", {"game": "campus", "options": options, "seats": seats, "start": True})
    page = ann.page
    page.goto(f"/match/{made['id']}")
    come = page.get_by_test_id("i-am-here")
    first = come.inner_text().removeprefix("I am ")
    come.click()
    page.get_by_test_id("leave-menu-button").click()
    page.get_by_test_id("let-bot-play").click()
    # The bot moves, and then the other one is called; who is away would never be again.
    other = "Ben" if first == "Ann" else "Ann"
    expect(come).to_have_text(f"I am {other}")
    come.click()
    back = page.get_by_test_id(f"back-{0 if first == 'Ann' else 1}")
    expect(back).to_have_text(f"{first} is back")
    back.click()
    expect(back).to_have_count(0)
    shown = ann.context.request.get(f"/api/matches/{made['id']}").json()
    assert [seat["away"] for seat in shown["seats"]] == [None, None]


def test_a_friend_at_this_screen_leaves_room_to_read_so(someone: Visitors) -> None:
    page = someone("Ann", **PHONE).page
    page.goto("/new?game=campus")
    page.get_by_test_id("seat-1").select_option("here")
    page.get_by_test_id("here-1").wait_for()
    beside, alone = (page.get_by_test_id(seat).bounding_box() for seat in ("seat-1", "seat-2"))
    assert beside and alone
    assert beside["width"] == alone["width"]


def test_friends_at_one_screen_see_their_own_secrets_alone(someone: Visitors) -> None:
    ann = someone("Ann")
    page = ann.page
    page.goto("/new?game=swarm")
    page.get_by_test_id("seat-1").select_option("here")
    page.get_by_test_id("here-1").fill("Ben")
    for seat in (2, 3):
        page.get_by_test_id(f"seat-{seat}").select_option("bot:random")
    page.get_by_test_id("colour-5").check(force=True)
    page.get_by_test_id("create-match").click()
    cover = page.get_by_test_id("pass-screen")
    hands: dict[str, str] = {}
    while len(hands) < 2:
        # Between two people nothing of the match is on the page.
        cover.wait_for()
        assert page.get_by_test_id("board").count() == 0
        come = page.get_by_test_id("i-am-here")
        name = come.inner_text().removeprefix("I am ")
        assert serious(page, AXE.read_text()) == []
        come.click()
        page.get_by_test_id("board").wait_for()
        asked(page)
        row = page.get_by_role("tabpanel").get_by_role("listitem").filter(has_text="(you)")
        expect(row).to_contain_text(name)
        hands[name] = page.locator("[data-part=hand]").inner_text()
        # The links of a seat are those of whose screen it is.
        for menu, link in (("leave-menu-button", "hand-on"), ("menu", "make-seat-link")):
            page.get_by_test_id(menu).click()
            expect(page.get_by_test_id(link)).to_have_count(1 if name == "Ann" else 0)
            page.get_by_test_id(menu).click()
        while cover.count() == 0 and page.locator("[data-testid^=choice-]:enabled").count() > 0:
            decide_or_pass(page)
    assert set(hands) == {"Ann", "Ben"}
    assert hands["Ann"] != hands["Ben"]
    # Whoever loads the page anew has to say who is there.
    page.reload()
    cover.wait_for()
    seats = ann.context.request.get(page.url.replace("/match/", "/api/matches/")).json()["seats"]
    assert [seat["colour"] for seat in seats] == [5, 1, 2, 3]


def decide_or_pass(page: Page) -> None:
    """Take the first that is offered, and wait until the page has taken it."""
    prompt = page.get_by_test_id("prompt")
    before = prompt.inner_text()
    page.locator("[data-testid^=choice-]:enabled").first.click()
    confirm = page.get_by_test_id("count-confirm")
    if confirm.count():
        confirm.click()
    page.wait_for_function(
        """(before) => document.querySelector('[data-testid=pass-screen]') ||
            document.querySelector('[data-testid=prompt]')?.innerText !== before""",
        arg=before,
    )
