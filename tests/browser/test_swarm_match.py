"""A whole match of Swarm: two people, each with a browser of their own, and two bots, by clicks alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from browser.world import Visitor
from marchland.engine import record
from marchland.games import load
from server.world import wait_until

# What can be pressed just now, by what it is: seal a plan, bid, confirm, a card, a tile, an entry of the list.
OPEN = """() => {
    if (document.querySelector("[data-testid=result]")) return ["over"];
    const there = (one) => one && !one.disabled && one.checkVisibility({ visibilityProperty: true });
    const by = (query) => [...document.querySelectorAll(query)].filter(there).map((one) => one.dataset.testid);
    const prompt = document.querySelector("[data-testid=prompt]");
    if (prompt?.ariaBusy !== "false" || prompt.querySelector(".kicker")?.textContent !== "Your turn") return [];
    return [
        ...by("[data-testid=count-confirm]"), ...by("[data-testid=plan-seal]"), ...by("[data-testid=bid]"),
        ...by("[data-testid^=choice-]"), ...by("button.playable"),
        ...[...document.querySelectorAll(".region.target")].map((one) => one.dataset.testid),
    ];
}"""


class Player:
    """Somebody who presses anything that can be pressed, with a taste for going on."""

    def __init__(self, visitor: Visitor, match: str, seed: int) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.page.goto(f"/match/{match}")
        self.page.get_by_test_id("board").wait_for()
        self.rng = random.Random(seed)
        self.pressed: dict[str, int] = {}

    def open(self) -> list[str]:
        found: list[str] = self.page.evaluate(OPEN)
        return found

    def press(self, found: list[str]) -> None:
        chosen = self.choose(found)
        place = self.page.get_by_test_id(chosen)
        if chosen.startswith("region-"):
            place = place.locator(".wash")
        place.first.click()
        sort = chosen.split("-")[0] if not chosen.startswith("plan") else "plan"
        self.pressed[sort] = self.pressed.get(sort, 0) + 1

    def choose(self, found: list[str]) -> str:
        for first in ("count-confirm", "plan-seal"):
            if first in found:
                return first
        if "bid" in found and self.rng.random() < 0.5:
            return "bid"
        cards = [one for one in found if one.startswith("card-")]
        tiles = [one for one in found if one.startswith("region-")]
        listed = [one for one in found if one.startswith("choice-")]
        sorts = [sort for sort in (cards, tiles, tiles, listed[:1] or tiles, listed) if sort]
        return self.rng.choice(self.rng.choice(sorts))


def test_a_whole_match_of_four_by_clicks(someone: Callable[..., Visitor], tmp_path: Path) -> None:
    ann, ben = someone("Ann"), someone("Ben")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    made = ann.post("/api/matches", {"game": "swarm", "options": {}, "seats": seats, "start": False})
    ben.post(f"/api/matches/{made['id']}/join", {"invite": made["invite"]})
    ann.post(f"/api/matches/{made['id']}/start")
    players = [Player(one, made["id"], seed) for seed, one in enumerate((ann, ben))]

    def somebody() -> tuple[Player, list[str]] | None:
        for player in sorted(players, key=lambda player: sum(player.pressed.values())):
            if found := player.open():
                return player, found
        return None

    while True:
        player, found = wait_until(somebody, "somebody can do something")
        if found == ["over"]:
            break
        player.press(found)

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
