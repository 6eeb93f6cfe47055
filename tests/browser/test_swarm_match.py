"""A whole match of Swarm: two people, each with a browser of their own, and two bots, by clicks alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from browser.clicking import Player, play_out
from browser.world import Visitor
from marchland.engine import record
from marchland.games import load


def test_a_whole_match_of_four_by_clicks(someone: Callable[..., Visitor], tmp_path: Path) -> None:
    ann, ben = someone("Ann"), someone("Ben")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    made = ann.post("/api/matches", {"game": "swarm", "options": {}, "seats": seats, "start": False})
    ben.post(f"/api/matches/{made['id']}/join", {"invite": made["invite"]})
    ann.post(f"/api/matches/{made['id']}/start")
    players = [Player(one, made["id"], seed) for seed, one in enumerate((ann, ben))]

    play_out(players)

    for player in players:
        result = player.page.get_by_test_id("result")
        expect(result).to_contain_text("Ann")
        expect(result).to_contain_text("Random 3")
        # How long a match lasts is up to chance, but nobody gets through it without the board and the list.
        assert player.pressed["region"] > 0 and player.pressed["choice"] > 0

    with ann.page.expect_download() as download:
        ann.page.get_by_test_id("download-record").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    played = record.verify(record.read(file.read_text()), load("swarm"))
    assert played.table.over and played.players == ["Ann", "Ben", "Random 3", "Random 4"]

    # Looking back, everything lies open: the cards of all four.
    ann.page.get_by_test_id("open-replay").click()
    ann.page.get_by_test_id("replay-slider").wait_for()
    expect(ann.page.get_by_test_id("hand")).to_contain_text("Ben")
