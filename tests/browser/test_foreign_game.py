"""A game from a folder in the browser: played against bots, and a bot of it that fails is replaced by a click."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.seat import Seat
from browser.world import Visitor, start
from games.ridge import BAD_EVALUATION, write_project
from marchland.template import make


def test_another_bot_plays_on_for_one_that_has_failed(chromium: Browser, tmp_path: Path) -> None:
    ridge = write_project(tmp_path / "ridge", BAD_EVALUATION)
    process, address = start(tmp_path, tmp_path / "server.log", "--game", str(ridge))
    ann, eve = Visitor(chromium, address, "Ann"), Visitor(chromium, address)
    try:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        match = ann.post("/api/matches", {"game": "ridge", "seats": seats, "start": True})["id"]
        player, onlooker = Seat(ann, match), Seat(eve, match)
        player.type("climb 2")
        for seat in (player, onlooker):
            banner = seat.page.get_by_test_id("failed-bots")
            expect(banner).to_contain_text("The bot Greedy 2 has failed: ZeroDivisionError in ridge/game.py, line 70.")
        expect(banner.get_by_role("button")).to_have_count(0)
        banner = player.page.get_by_test_id("failed-bots")
        expect(banner.get_by_role("button")).to_have_text(
            ["Let random play for it", "Let gentle play for it", "Let it try again"]
        )
        banner.get_by_role("button", name="Let it try again").click()
        banner.get_by_role("button", name="Let random play for it").click()
        expect(banner).to_have_text("")
        player.says("Climb one or two steps.")
        player.heard("Greedy 2 climbs")
        assert [*ann.close(), *eve.close()] == []
    finally:
        process.terminate()
        process.wait(30)


def test_a_game_made_by_new_is_played_against_bots_to_its_end(chromium: Browser, tmp_path: Path) -> None:
    made = make("tarn", tmp_path)
    process, address = start(tmp_path, tmp_path / "server.log", "--game", str(made))
    ann = Visitor(chromium, address, "Ann")
    try:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
        match = ann.post("/api/matches", {"game": "tarn", "seats": seats, "start": True})["id"]
        player = Seat(ann, match)
        # Two kinds of one verb, and rows of regions that touch.
        expect(player.page.locator("summary.kicker")).to_have_text(
            [re.compile(r"^March to … \("), re.compile("^March to … with card ")]
        )
        rooms = player.page.locator(".floors path").evaluate_all("all => all.map((one) => one.getBoundingClientRect())")
        for name in player.page.locator(".group-name").all():
            box = name.bounding_box()
            assert box is not None
            assert all(room["right"] <= box["x"] or room["bottom"] <= box["y"] for room in rooms), name.text_content()
        result, choices = player.page.get_by_test_id("result"), player.page.locator("[data-testid^='choice-']:enabled")
        decisions = 0
        while not result.count():
            choices.first.click()
            decisions += 1
            choices.or_(result).first.wait_for()
        assert decisions >= 4
        expect(result).to_be_visible()
        house = {f"card.{card}.strength": 7 for card in ("Rope", "Guide")}
        match = ann.post("/api/matches", {"game": "tarn", "seats": seats, "options": house, "start": True})["id"]
        expect(Seat(ann, match).page.get_by_test_id("hand")).to_contain_text("Your march is 7 stronger.")
        assert ann.close() == []
    finally:
        process.terminate()
        process.wait(30)
