"""People who press anything that can be pressed, up to the end of a match."""

from __future__ import annotations

import random

from browser.world import Visitor
from server.world import wait_until

# What can be pressed just now, by what it is: seal a plan, bid, confirm, a card, a token, a region, an entry of a list.
OPEN = """() => {
    if (document.querySelector("[data-testid=result]")) return ["over"];
    const there = (one) => one && !one.disabled && one.checkVisibility({ visibilityProperty: true });
    const by = (query) => [...document.querySelectorAll(query)].filter(there).map((one) => one.dataset.testid);
    const prompt = document.querySelector("[data-testid=prompt]");
    if (prompt?.ariaBusy !== "false" || prompt.querySelector(".kicker")?.textContent !== "Your turn") return [];
    return [
        ...by("[data-testid=count-confirm]"), ...by("[data-testid=plan-seal]"), ...by("[data-testid=bid]"),
        ...by("[data-testid^=choice-]"), ...by("button.playable"), ...by("[data-testid^=tray-]"),
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
            # On a map a region is hit at its counter: its middle may be another's.
            place = place.locator("circle.hit").or_(place.locator(".wash")).last
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
        regions = [one for one in found if one.startswith("region-")]
        listed = [one for one in found if one.startswith("choice-")]
        tokens = [one for one in found if one.startswith("tray-")]
        sorts = [sort for sort in (cards, regions, regions, tokens, listed[:1] or regions, listed) if sort]
        return self.rng.choice(self.rng.choice(sorts))


def play_out(players: list[Player]) -> None:
    """Whoever has pressed least and can do something does; until the match is over."""

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
