"""Take a picture of every page at four sizes, in daylight and in the dark, to look at:

    PYTHONPATH=src:tests python tests/browser/gallery.py [NAME ...]

The names are those of pages (`lobby`, `swarm-end`), or how they begin. The pictures lie in tests/browser/screenshots,
and for each page a sheet with all eight of them.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from browser.pictures import SCENES
from browser.positions import lay, lay_played
from browser.seat import Seat
from browser.test_first_minutes import asked, play_now
from browser.test_pages import PAGES, SCREENSHOTS, one_of_each
from browser.world import PHONE, SIZES, Visitor, browsing, client_is_built, serving
from marchland import every
from marchland.bots.arena import choice_of
from marchland.bots.bot import Sight
from marchland.bots.levels import make_bot
from marchland.engine.dice import FairDice
from marchland.engine.game import Game
from marchland.engine.match import Match
from marchland.server.services import COOKIE

SCHEMES = ("light", "dark")
PEOPLE = ["Ann", "Ben", "Cyd", "Dan"]

# Comes to a page, as a visitor who is new.
Come = Callable[[Visitor], None]


def come_known(profile: Any, come: Come, ann: Visitor) -> None:
    ann.context.add_cookies(profile["cookies"])
    ann.name = "Ann"
    come(ann)


def come_to_match(address: str, token: str, match: str, then: Callable[[Seat], None], ann: Visitor) -> None:
    ann.context.add_cookies([{"name": COOKIE, "value": token, "url": address}])
    then(Seat(ann, match))


def come_to(path: str, wait_for: str, ann: Visitor) -> None:
    ann.page.goto(path)
    ann.page.locator(wait_for).first.wait_for()


def come_first(game: str, ann: Visitor) -> None:
    asked(play_now(ann, game))


def finished(game: Game) -> Match:
    """A match of greedy bots."""
    match = Match(game, 2 if game.name == "alliances" else 4, {}, FairDice(bytes(range(32))), PEOPLE)
    table = match.table
    bots = [make_bot("greedy", seat) for seat in range(table.seats)]
    while not table.over:
        seat = table.deciders()[0]
        match.play(seat, choice_of(bots[seat], Sight(table, seat), 0))
    return match


def pages(browser: Browser, folder: Path, address: str) -> Iterator[tuple[str, bool, Come]]:
    """Every page by its name, and whether it is a newcomer who comes to it."""
    ann = Visitor(browser, address, "Ann")
    matches = one_of_each(ann)
    for page in PAGES:
        name = page.__name__.replace("_", "-")
        yield name, False, partial(come_known, matches.profile, partial(page, matches=matches))
    for file, game, position, scene, _ in SCENES:
        people = PEOPLE[: 2 if "powers" in position.get("options", {}) else 4]
        laid = lay(folder, game, people, **position)
        name = f"{file.partition('.')[0]}-board"
        yield name, False, partial(come_to_match, address, laid.tokens[0], laid.match, scene)
    for game in every():
        name = game.name
        yield f"{name}-first", True, partial(come_first, name)
        yield f"{name}-new", False, partial(come_to, f"/new?game={name}", "[data-testid^=option-]")
        yield f"{name}-how-to-play", False, partial(come_to, f"/howto/{name}", "main h1, main h2")
        yield f"{name}-rules", False, partial(come_to, f"/rules/{name}", "main h1, main h2")
        over = lay_played(folder, finished(game), PEOPLE[: 2 if name == "alliances" else 4])
        yield f"{name}-end", False, partial(come_to, f"/end/{over.match}", "[data-testid=headline]")
        yield f"{name}-replay", False, partial(come_to, f"/replay/{over.match}?n=60", "[data-testid=replay-slider]")


def take(browser: Browser, address: str, name: str, newcomer: bool, come: Come) -> list[Path]:
    taken = []
    for (size, (width, height)), scheme in itertools.product(SIZES.items(), SCHEMES):
        screen = {"viewport": {"width": width, "height": height}, "has_touch": size == "tablet"}
        how = PHONE if size == "phone" else screen
        visitor = Visitor(browser, address, newcomer=newcomer, color_scheme=scheme, reduced_motion="reduce", **how)
        file = SCREENSHOTS / f"{name}-{size}-{scheme}.png"
        try:
            come(visitor)
            visitor.page.evaluate("document.fonts.ready")
        except Exception as fault:
            # The others are worth looking at all the same.
            print(f"{name} at {size}, {scheme}: {fault}", file=sys.stderr)
        visitor.page.screenshot(path=file)
        taken.append(file)
        for fault in visitor.close():
            print(f"{name} at {size}, {scheme}: {fault}", file=sys.stderr)
    return taken


def lay_out(page: Page, files: list[Path], sheet: Path) -> None:
    """All pictures of a page on one sheet, half as large."""
    rows = "".join(
        "<p>" + "".join(f'<img src="file://{file}">' for file in files if f"-{scheme}." in file.name) + "</p>"
        for scheme in SCHEMES
    )
    style = "body, p { margin: 4px } p { display: flex; gap: 8px; align-items: start } img { zoom: 0.5 }"
    html = sheet.with_suffix(".html")
    html.write_text(f"<!doctype html><style>{style}</style>{rows}")
    page.goto(f"file://{html}")
    page.screenshot(path=sheet)
    html.unlink()


def main(wanted: list[str]) -> None:
    assert client_is_built(), "The browser client is not built: run 'make web' first."
    SCREENSHOTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, serving(Path(name)) as address, browsing() as browser:
        sheets = browser.new_page(viewport={"width": 2230, "height": 1110})
        for page, newcomer, come in pages(browser, Path(name), address):
            if wanted and not any(page.startswith(each) for each in wanted):
                continue
            sheet = SCREENSHOTS / f"{page}.png"
            lay_out(sheets, take(browser, address, page, newcomer, come), sheet)
            print(sheet, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
