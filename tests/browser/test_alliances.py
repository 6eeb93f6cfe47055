"""Alliances by clicks: tokens laid face down and turned up, a move planned with counts, a battle, a whole match."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.clicking import Player, play_out
from browser.seat import Seat, Seating
from browser.test_pages import AXE, serious
from browser.test_phone import small
from browser.world import PHONE, Visitor
from marchland.engine import record
from marchland.engine.dice import FairDice
from marchland.games import load
from server.world import wait_until


class Staff(Seat):
    """One player's page of a match of Alliances."""

    def __init__(self, visitor: Visitor, match: str) -> None:
        super().__init__(visitor, match)
        self.reveal = self.page.get_by_test_id("reveal")
        self.dispatch = self.page.get_by_test_id("dispatch")
        self.contest = self.page.get_by_test_id("contest")

    def tray(self, word: str) -> Locator:
        return self.page.get_by_test_id(f"tray-{word}")

    def shows_not(self, code: str, words: str) -> None:
        expect(self.page.get_by_test_id(f"region-{code}")).not_to_have_attribute("aria-label", re.compile(words))

    def forward(self, name: str) -> None:
        self.button(re.compile(f"^{name}")).click()


Sitting = Callable[..., list[Staff]]


@pytest.fixture
def sit(seating: Seating) -> Sitting:
    """Ann has the Entente, Ben the Central Powers."""

    def down(how: Any = None, **position: Any) -> list[Staff]:
        found: list[Staff] = seating(Staff, "alliances", seats=2, how=how, **position)
        return found

    return down


WEST: dict[str, Any] = {
    "options": {"powers": "4", "scenario": "A"},
    "units": {"ENG": [["GB", 2]], "SCO": [["GB", 1]], "WGE": [["GE", 4, 1]], "BEN": [["neutral", 2]]},
    "coins": {"ENG": 2, "WGE": 3, "BEN": 2},
    "trenches": {"WGE": ["NFR"]},
}


def test_tokens_are_laid_face_down_changed_and_turned_up_together(sit: Sitting) -> None:
    ann, ben = sit(**WEST)
    expect(ann.tray("train")).to_contain_text("its star does not count")
    # A token and a region, in either order, or by dragging.
    ann.tray("move").click()
    ann.choose("ENG")
    ann.shows("ENG", "face down move of Blue")
    ann.tray("train").drag_to(ann.page.get_by_test_id("region-SCO").locator("circle.hit"))
    ann.shows("SCO", "face down train of Blue")
    expect(ann.tray("move")).to_contain_text("2 left")
    # Changed, and taken back by undo after being ready.
    ann.choose("SCO")
    ann.shows_not("SCO", "train")
    ann.choose("SCO")
    ann.tray("invest").click()
    ann.shows("SCO", "face down invest")
    ann.forward("Ready")
    ann.says("The powers choose in secret")
    players = ben.page.get_by_role("tabpanel")
    expect(players.locator("li", has_text="Ann")).not_to_contain_text("to move")
    ben.shows_not("ENG", "move of")
    ann.page.get_by_test_id("undo").click()
    expect(players.locator("li", has_text="Ann")).to_contain_text("to move")
    ann.forward("Ready")
    assert serious(ben.page, AXE.read_text()) == []
    ben.page.evaluate("localStorage.setItem('marchland:speed', 'slow')")
    ben.page.reload()
    ben.choose("WGE")
    ben.tray("move").click()
    ben.shows("WGE", "face down move of Vermilion")
    ben.forward("Ready")
    expect(ben.reveal).to_contain_text("Move in England")
    expect(ben.reveal).to_contain_text("Invest in Scotland")
    expect(ben.reveal).to_contain_text("Move in W-Germany")
    ben.page.keyboard.press("Escape")
    ann.shows("WGE", ", move of Vermilion")


# Takes what is offered, if it is one's turn; what the battle panel said of it. In one go: the other one's click may
# change the page at any moment.
DECIDE = """() => {
    const prompt = document.querySelector("[data-testid=prompt]");
    if (prompt?.ariaBusy !== "false" || prompt.querySelector(".kicker")?.textContent !== "Your turn") return null;
    const contest = document.querySelector("[data-testid=contest]");
    const shown = contest && {
        text: contest.textContent, lit: contest.querySelectorAll("[aria-current=step]").length,
    };
    const offered = [
        document.querySelector("[data-testid=count-confirm]"), ...prompt.querySelectorAll("[data-testid^=choice-]"),
    ];
    offered.find((one) => one && !one.disabled && one.checkVisibility())?.click();
    return shown;
}"""


def test_a_move_is_planned_with_counts_and_the_battle_fought(sit: Sitting) -> None:
    # With these dice there is something to decide.
    dice = FairDice(bytes(range(32)))
    ann, ben = sit(**WEST, dice=dice, step="move", tokens={"WGE": [["GE", "move"]]}, order=["GE", "GB", "RU", "OT"])
    ben.says("send units from W-Germany")
    benelux = load("alliances").board.number["BEN"]  # type: ignore[union-attr]

    def more(what: str, times: int = 1) -> None:
        for _ in range(times):
            ben.dispatch.get_by_role("button", name=f"One {what} more to Benelux").click()

    expect(ben.dispatch).to_contain_text("Battle: 2 neutral infantry")
    more("infantry", 3)
    sent = ben.page.get_by_test_id(f"sent-{benelux}-0")
    expect(sent).to_have_text("3")
    expect(ben.page.get_by_test_id(f"win-{benelux}")).to_contain_text(" % to win")
    more("artillery")
    ben.dispatch.get_by_role("button", name="One infantry less to Benelux").click()
    expect(sent).to_have_text("2")
    expect(ben.page.get_by_test_id(f"sent-{benelux}-1")).to_have_text("1")
    more("infantry")
    # Two neutral units have no chance against a gun and three men.
    expect(ben.page.get_by_test_id(f"win-{benelux}")).to_contain_text("100 % to win")
    expect(ann.page.get_by_test_id("path")).to_have_count(1)
    ben.forward("Go")
    fought = False

    def over() -> bool:
        """Both decide what is theirs to decide, Ann for the neutral units."""
        nonlocal fought
        for staff in (ben, ann):
            if shown := staff.page.evaluate(DECIDE):
                fought = True
                assert "German Empire" in shown["text"] and shown["lit"] == 1
        label = ben.page.get_by_test_id("region-BEN").get_attribute("aria-label") or ""
        return "Vermilion (Ben)" in label and "neutral" not in label and "attacking" not in label

    wait_until(over, "Benelux is conquered")
    assert fought
    ann.heard("The German Empire conquers Benelux")


def test_a_team_talks_among_itself(someone: Callable[..., Visitor]) -> None:
    people = [someone(name) for name in ("Ann", "Ben", "Cyd")]
    ann = people[0]
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
    made = ann.post("/api/matches", {"game": "alliances", "options": {}, "seats": seats, "start": False})
    for one in people[1:]:
        one.post(f"/api/matches/{made['id']}/join", {"invite": made["invite"]})
    ann.post(f"/api/matches/{made['id']}/start")
    for one in people:
        one.page.goto(f"/match/{made['id']}")
        one.page.get_by_test_id("tab-chat").click()
    told = "Tanks through the Ardennes"
    sides = {one.name: one.page.get_by_role("list", name="Chat") for one in people}
    # With four powers the first and the third seat may or may not be a team: who is offered a team has one.
    speaker = next(one for one in people if one.page.locator("option[value=team]").count())
    speaker.page.get_by_test_id("chat-to").select_option("team")
    speaker.page.get_by_test_id("chat-input").fill(told)
    speaker.page.get_by_test_id("chat-send").click()
    mates = [one for one in people if one.page.locator("option[value=team]").count()]
    for one in mates:
        expect(sides[one.name]).to_contain_text("to the team")
        expect(sides[one.name]).to_contain_text(told)
    (other,) = [one for one in people if one not in mates]
    other.page.get_by_test_id("chat-input").fill("Anybody there?")
    other.page.get_by_test_id("chat-send").click()
    expect(sides[other.name]).to_contain_text("Anybody there?")
    expect(sides[other.name]).not_to_contain_text(told)


def test_team_mates_see_each_others_tokens_where_the_table_has_agreed_to_it(seating: Seating) -> None:
    """ALL-24.3  Ann has the British, Ben the Russians; Cyd only looks on."""
    options = WEST["options"] | {"seat_map": "132400", "team_view": "on"}
    units = WEST["units"] | {"RUS": [["RU", 2]]}
    ann, ben, cyd = seating(Staff, "alliances", seats=4, onlooker=True, **WEST | {"options": options, "units": units})
    ann.tray("move").click()
    ann.choose("ENG")
    ben.shows("ENG", "face down move of Blue")
    ann.forward("Ready")
    ben.says("Russian Empire: lay command tokens")
    cyd.shows("ENG", "2 British infantry")
    cyd.shows_not("ENG", "move of")


def test_regions_are_drafted_in_secret_and_some_given_up(someone: Callable[..., Visitor]) -> None:
    """ALL-6.3 to ALL-6.7  Ann drafts for two powers, Ben for the other two."""
    people = someone("Ann"), someone("Ben")
    options = {"setup": "expert", "powers": "4", "coin_trading": "off"}
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = people[0].post("/api/matches", {"game": "alliances", "options": options, "seats": seats, "start": False})
    people[1].post(f"/api/matches/{made['id']}/join", {"invite": made["invite"]})
    people[0].post(f"/api/matches/{made['id']}/start")
    ann, ben = (Staff(one, made["id"]) for one in people)
    ann.says("British Empire: draft a region")
    expect(ann.page.locator(".region.open")).to_have_count(9)
    drafted = (ann.page.locator(".region.open").first.get_attribute("data-testid") or "").removeprefix("region-")
    ann.choose(drafted)
    ann.says("Russian Empire: draft a region")
    ben.shows_not(drafted, "Blue")
    for staff in (ann, ben):
        staff.page.get_by_test_id("rest").click()
    ann.shows(drafted, "Blue .Ann. 1 British infantry")
    for staff in (ann, ben):
        for _ in range(2):
            give_up(staff)
    ann.says("British Empire: lay command tokens")
    ann.heard("The British Empire begins in")


def give_up(staff: Staff) -> None:
    """As many cards as it takes, from the first."""
    staff.says("give up")
    expect(staff.button(re.compile("^Ready"))).to_have_count(0)
    asked = staff.prompt.inner_text()
    while not staff.button(re.compile("^Ready")).count():
        staff.button(re.compile("^Give up card")).first.click()
        expect(staff.prompt).not_to_have_text(asked)
        asked = staff.prompt.inner_text()
    staff.forward("Ready")


def test_on_a_phone_tokens_and_units_are_large_enough_to_hit(sit: Sitting) -> None:
    ann, ben = sit(how=PHONE, **WEST, step="move", tokens={"WGE": [["GE", "move"]]}, order=["GE", "GB", "RU", "OT"])
    expect(ben.dispatch).to_be_visible()
    assert small(ben.page) == []
    assert serious(ben.page, AXE.read_text()) == []
    ben.dispatch.get_by_role("button", name="One infantry more to Benelux").tap()
    expect(ben.dispatch).to_contain_text("3 infantry left")
    ann.says("German Empire decides")


def test_on_a_phone_what_is_chosen_in_a_battle_is_in_sight(sit: Sitting) -> None:
    """ALL-14.10  One of Ann's units is killed by a gun: she sees how the battle stands, and each way to lose one."""
    units = {"WGE": [["GE", 3, 1]], "NFR": [["GB", 2, 1]], "ENG": [["GB", 2]], "BEN": [["GE", 1]]}
    position = {**WEST, "units": units, "trenches": {}, "tokens": {"WGE": [["GE", "move"]]}}
    ann, ben = sit(how=PHONE, **position, step="move", order=["GE", "GB", "RU", "OT"])
    for what, times in (("infantry", 3), ("artillery", 1)):
        more = ben.dispatch.get_by_role("button", name=f"One {what} more to N-France")
        for _ in range(times):
            more.tap()
    ben.forward("Go")
    ann.says("choose 1 unit in N-France to be killed")
    expect(ann.contest).to_contain_text("1 to be killed")
    expect(ann.contest.locator("[aria-current=step]")).to_have_text("Artillery strikes")
    for way in ("Lose 1 artillery", "Lose 1 infantry"):
        expect(ann.button(way)).to_be_in_viewport(ratio=1)


def test_a_region_that_is_picked_is_the_only_one_to_send_to(sit: Sitting) -> None:
    _, ben = sit(**WEST, step="move", tokens={"WGE": [["GE", "move"]]}, order=["GE", "GB", "RU", "OT"])
    rows = ben.dispatch.get_by_role("listitem")
    expect(rows.nth(1)).to_be_visible()
    ben.choose("BEN")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Benelux")
    expect(ben.button(re.compile("^Send .* infantry to Benelux"))).to_be_in_viewport(ratio=1)
    expect(ben.prompt.locator("[data-forward]")).to_be_in_viewport(ratio=1)
    ben.button("Choose another").click()
    expect(rows.nth(1)).to_be_visible()


def test_a_whole_match_of_four_by_clicks(someone: Callable[..., Visitor], tmp_path: Path) -> None:
    ann, ben = someone("Ann"), someone("Ben", **PHONE)
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    options = {"setup": "beginner", "points_to_win": 3, "round_limit": 5, "coin_trading": "off"}
    made = ann.post("/api/matches", {"game": "alliances", "options": options, "seats": seats, "start": False})
    ben.post(f"/api/matches/{made['id']}/join", {"invite": made["invite"]})
    ann.post(f"/api/matches/{made['id']}/start")
    players = [Player(one, made["id"], seed) for seed, one in enumerate((ann, ben))]
    play_out(players)
    for player in players:
        expect(player.page.get_by_test_id("result")).to_contain_text("Random 3")
    # What one of them never tried in a short match, the other did.
    pressed = set(players[0].pressed) | set(players[1].pressed)
    assert {"tray", "region", "choice"} <= pressed

    with ann.page.expect_download() as download:
        ann.page.get_by_test_id("download-record").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    played = record.verify(record.read(file.read_text()), load("alliances"))
    assert played.table.over and played.players == ["Ann", "Ben", "Random 3", "Random 4"]
