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
from functools import cache, partial
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
FIRST = "first"

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
    ann.post("/api/guests", {"name": "Ann"})
    asked(play_now(ann, game))


@cache
def finished() -> dict[str, Match]:
    """A match of greedy bots of every game."""
    return {game.name: played(game) for game in every()}


def played(game: Game) -> Match:
    players = PEOPLE[: 2 if game.name == "alliances" else 4]
    match = Match(game, len(players), {}, FairDice(bytes(range(32))), players)
    table = match.table
    bots = [make_bot("greedy", seat) for seat in range(table.seats)]
    while not table.over:
        seat = table.deciders()[0]
        match.play(seat, choice_of(bots[seat], Sight(table, seat), 0))
    return match


def pages(browser: Browser, folder: Path, address: str) -> Iterator[tuple[str, Come]]:
    """Every page by its name. Those of newcomers are called first."""
    matches = one_of_each(Visitor(browser, address, "Ann"))
    for page in PAGES:
        yield page.__name__.replace("_", "-"), partial(come_known, matches.profile, partial(page, matches=matches))
    ann = Visitor(browser, address, storage_state=matches.profile)
    handover = ann.post(f"/api/matches/{matches.running}/handover")["link"]
    ann.close()
    yield "handover", partial(come_to, f"/handover/{handover}", "main h1")
    yield "watch", partial(come_to, "/watch", "main h1")
    for file, game, position, scene, _ in SCENES:
        laid = lay(folder, game, PEOPLE[: 2 if "powers" in position.get("options", {}) else 4], **position)
        yield f"{file.partition('.')[0]}-board", partial(come_to_match, address, laid.tokens[0], laid.match, scene)
    for name, match in finished().items():
        over = lay_played(folder, match, match.players).match
        yield f"{name}-{FIRST}", partial(come_first, name)
        yield f"{name}-new", partial(come_to, f"/new?game={name}", "main h1, main h2")
        yield f"{name}-how-to-play", partial(come_to, f"/howto/{name}", "main h1, main h2")
        yield f"{name}-rules", partial(come_to, f"/rules/{name}", "main h1, main h2")
        yield f"{name}-end", partial(come_to, f"/end/{over}", "[data-testid=headline]")
        yield f"{name}-replay", partial(come_to, f"/replay/{over}?n=60", "[data-testid=replay-slider]")


def take(visitor: Visitor, come: Come, file: Path) -> None:
    try:
        come(visitor)
        visitor.page.evaluate("document.fonts.ready")
    except Exception as fault:
        # The others are worth looking at all the same.
        visitor.faults.append(str(fault))
    visitor.page.screenshot(path=file)
    for fault in visitor.close():
        print(f"{file.stem}: {fault}", file=sys.stderr)


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
    taken: dict[str, list[Path]] = {}
    with tempfile.TemporaryDirectory() as name, serving(Path(name)) as address, browsing() as browser:
        for (size, (width, height)), scheme in itertools.product(SIZES.items(), SCHEMES):
            screen = {"viewport": {"width": width, "height": height}, "has_touch": size == "tablet"}
            how = {**(PHONE if size == "phone" else screen), "color_scheme": scheme, "reduced_motion": "reduce"}
            # At every size somebody else: people have limits.
            for page, come in pages(browser, Path(name), address):
                if wanted and not any(page.startswith(each) for each in wanted):
                    continue
                file = SCREENSHOTS / f"{page}-{size}-{scheme}.png"
                take(Visitor(browser, address, newcomer=page.endswith(FIRST), **how), come, file)
                taken.setdefault(page, []).append(file)
            print(f"{size}, {scheme}: {len(taken)} pages", flush=True)
        sheets = browser.new_page(viewport={"width": 2230, "height": 1110})
        for page, files in taken.items():
            lay_out(sheets, files, SCREENSHOTS / f"{page}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
