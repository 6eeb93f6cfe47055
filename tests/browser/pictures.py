"""Take the pictures of the README anew:  PYTHONPATH=src:tests python tests/browser/pictures.py"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from browser.table import ATTACK_FROM, Table
from browser.world import DESKTOP, HERE, Visitor, browsing, client_is_built, serving
from marchland.odds import smallest_force

PICTURES = HERE.parent.parent / "docs" / "pictures"
LARGEST = 250_000
ROUNDS = 4


def take(browser: Browser, address: str, name: str, **how: Any) -> None:
    """A match of four in its fifth round, as it looks before an attack."""
    ann = Visitor(browser, address, "Ann", reduced_motion="reduce", color_scheme="light", **how)
    table = Table(ann, ann.new_match("greedy", "greedy", "greedy", max_rounds=40))
    for _ in range(ROUNDS):
        table.take_turn(attacks=2)
    table.place_all()
    source = table.border(table.saying(ATTACK_FROM))
    target = table.aim(source, strongest=True)
    # As many as a careful player sends.
    force = smallest_force(table.troops(target), 0.7) or 1
    ann.page.get_by_test_id("count-slider").fill(str(min(force, table.troops(source) - 1)))
    expect(ann.page.get_by_test_id("odds")).to_contain_text("Win")
    # The pointer would leave a note on the board.
    ann.page.mouse.move(5, 790)
    expect(ann.page.get_by_role("tooltip")).to_have_count(0)
    ann.page.evaluate("document.fonts.ready")
    file = PICTURES / name
    ann.page.screenshot(path=file)
    assert file.stat().st_size < LARGEST, f"{name} has {file.stat().st_size} bytes"
    assert ann.close() == []
    print(f"{file}: {file.stat().st_size} bytes")


def main() -> None:
    assert client_is_built(), "The browser client is not built: run 'make web' first."
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, browsing() as browser:
        take(browser, address, "match.png", **DESKTOP)
        take(browser, address, "phone.png", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)


if __name__ == "__main__":
    main()
