"""The match page as a player uses it: what the board says, and clicks on it."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.world import DESKTOP, Visitor
from marchland.engine.match import Match
from marchland.games import load

BOARD = load("campus").board
assert BOARD is not None
CODES = [region.code for region in BOARD.regions]
NAMES = {region.code: region.name for region in BOARD.regions}
NEAR = {CODES[at]: [CODES[one] for one in near] for at, near in enumerate(BOARD.neighbours)}

# What a region says of itself, and what a click on it would do.
PLACE = "place troops here"
ATTACK_FROM = "attack from here"
ATTACK = "attack it"
MOVING = "Reinforce or attack"


class Table:
    """One player's match page."""

    def __init__(self, visitor: Visitor, match: str = "") -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self.touch = (self.page.viewport_size or DESKTOP["viewport"])["width"] < 700
        if match:
            self.page.goto(f"/match/{match}")
        self.prompt = self.page.get_by_test_id("prompt")
        self.result = self.page.get_by_test_id("result")
        self.confirm = self.page.get_by_test_id("count-confirm")
        self.undo = self.page.get_by_test_id("undo")
        self.log = self.page.get_by_test_id("log")

    # -- waiting -----------------------------------------------------------------------------------------------------

    def ready(self) -> bool:
        """Wait until there is something to choose, and nothing under way; False if the match is over."""
        choice = self.page.locator("[data-testid^=choice-]:enabled").or_(self.result)
        # On a phone the choices that the board offers too are folded away.
        choice.first.wait_for(state="attached")
        return not self.result.is_visible()

    def watch(self) -> Table:
        """Wait for the board of a match that others may be moving in."""
        self.page.get_by_test_id("board").wait_for()
        return self

    def read_log(self) -> Locator:
        """Turn to the log and unfold all of it."""
        tab = self.page.get_by_test_id("tab-log")
        tab.tap() if self.touch else tab.click()
        self.log.wait_for()
        self.log.evaluate("(log) => log.querySelectorAll('details').forEach((fold) => (fold.open = true))")
        return self.log

    # -- the board ---------------------------------------------------------------------------------------------------

    def region(self, code: str) -> Locator:
        return self.page.get_by_test_id(f"region-{code}")

    def labels(self) -> dict[str, str]:
        return labels_of(self.page)

    def saying(self, words: str) -> list[str]:
        return [code for code, label in self.labels().items() if words in label]

    def troops(self, code: str) -> int:
        return troops_in(self.labels()[code])

    def has_troops(self, code: str, troops: int) -> None:
        """Wait until a region is seen to hold so many."""
        expect(self.region(code)).to_have_attribute("aria-label", re.compile(rf", {troops} troops?\b"))

    def border(self, rooms: list[str]) -> str:
        """The best manned of these rooms that has somebody else's next to it."""
        labels = self.labels()
        mine = [code for code, label in labels.items() if self.owned(label)]
        fronts = [code for code in rooms if any(near in labels and near not in mine for near in NEAR[code])]
        return max(fronts, key=lambda code: troops_in(labels[code]))

    def owned(self, label: str) -> bool:
        return f"({self.visitor.name})" in label

    # -- moves, by clicks or taps ------------------------------------------------------------------------------------

    def press(self, place: Locator) -> None:
        """As one does on this device."""
        if self.touch:
            place.tap()
        else:
            place.click()

    def choose(self, code: str) -> None:
        self.press(self.region(code))

    def carry_out(self) -> None:
        """Confirm, and wait until that is done. A tap is a click only a moment later: what there is to choose may still
        be what there was before."""
        self.press(self.confirm)
        expect(self.confirm).to_have_count(0)
        self.ready()

    def place(self, code: str, troops: int | None = None) -> None:
        """Place that many, or all that there are."""
        self.choose(code)
        if troops is not None:
            self.page.get_by_test_id("count-slider").fill(str(troops))
        self.carry_out()

    def place_all(self) -> str:
        """Place everything next to an enemy; where."""
        self.ready()
        code = self.border(self.saying(PLACE))
        self.place(code)
        expect(self.prompt).to_contain_text(MOVING)
        return code

    def aim(self, source: str, strongest: bool = False) -> str:
        """Point an attack from a room at the weakest next to it (or the strongest); which. Nothing is sent yet."""
        # After an attack its source stays chosen, and a second click would let it go.
        if self.region(source).get_attribute("aria-pressed") == "false":
            self.choose(source)
        expect(self.region(source)).to_have_attribute("aria-pressed", "true")
        labels = self.labels()
        targets = sorted(self.saying(ATTACK), key=lambda code: troops_in(labels[code]))
        target = targets[-1 if strongest else 0]
        self.choose(target)
        self.confirm.wait_for()
        return target

    def attack(self, source: str) -> str:
        target = self.aim(source)
        self.carry_out()
        return target

    def take_turn(self, attacks: int = 3) -> int:
        """Place everything at a border, attack a few times, end the turn; how many moves that were."""
        moves = 0
        while self.ready():
            moves += 1
            if self.saying(PLACE):
                self.place_all()
            elif moves <= attacks + 1 and (sources := self.saying(ATTACK_FROM)):
                self.attack(self.border(sources))
            else:
                self.end_turn()
                break
        return moves

    def end_turn(self) -> None:
        self.press(self.prompt.get_by_role("button", name="End turn"))


def labels_of(page: Page) -> dict[str, str]:
    """What each region in play tells a screen reader."""
    found: list[tuple[str, str]] = page.locator("[data-region]").evaluate_all(
        "all => all.map((one) => [one.dataset.testid.slice(7), one.getAttribute('aria-label')])"
    )
    return dict(found)


def shows(page: Page, match: Match) -> None:
    """Wait until every region on the board has the owner and the troops that it has in the engine."""
    wanted = {
        CODES[at]: f"({match.players[region.owner]}), {region.count} troop"
        for at, region in enumerate(match.table.picture(-1).regions)
        if region.owner >= 0
    }
    page.wait_for_function(
        """wanted => Object.entries(wanted).every(([code, words]) =>
            document.querySelector(`[data-testid=region-${code}]`)?.getAttribute("aria-label").includes(words))""",
        arg=wanted,
    )


def troops_in(label: str) -> int:
    found = re.search(r", (\d+) troops?\b", label)
    assert found, label
    return int(found[1])


def tables_to_move(*tables: Table) -> tuple[Table, Table]:
    """Of two players: whose turn it is, and who waits."""
    first, second = tables
    deciding: Any = first.prompt.get_by_text(re.compile("^(Your turn|Waiting)$"))
    deciding.wait_for()
    return (first, second) if deciding.inner_text().lower() == "your turn" else (second, first)
