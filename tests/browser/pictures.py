"""Take the pictures of the README anew:  PYTHONPATH=src:tests python tests/browser/pictures.py"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from browser.positions import lay
from browser.seat import Seat
from browser.test_swarm import CINDER, FLINT, GALE, STONEBROW, TIDEWELL
from browser.world import DESKTOP, HERE, PHONE, Visitor, browsing, client_is_built, serving
from marchland.server.services import COOKIE
from rebellion.table import land

PICTURES = HERE.parent.parent / "docs" / "pictures"
LARGEST = 450_000


def standing(*lines: str) -> dict[str, list[int]]:
    """Who stands where with how many: a line for each seat."""
    return {
        code: [seat, int(count)] for seat, line in enumerate(lines) for code, count in re.findall(r"(\w+) (\d+)", line)
    }


ROOMS: dict[str, Any] = {
    "rooms": standing(
        "REA 3 ARC 1 CAT 7 MAP 2 STU 2 FOY 4 CAF 1 GRE 2 STA 1 COL 1 PHY 2",
        "CHE 1 BIO 4 COR 3 LEC 1 COM 2 MAC 1 FOU 5 ROB 1 TES 2 OBS 1",
        "GAL 3 THE 2 MUS 5 POT 1 DRA 1 GYM 4 CLI 1 POO 1 BOO 3 RAD 2",
        "SPA 1 LOA 4 REG 1 COU 3 TRE 1 POS 2 REC 1 VAU 4 TRA 2 CHA 1 KIT 3",
    ),
    "step": "move",
    "round": 5,
}
WORLD: dict[str, Any] = {
    "territories": standing(
        "BRA 9 ARG 3 PER 1 VEN 6 NAF 8 CAF 2 SAF 3 CTA 4 WEU 3 MAD 1",
        "GBR 4 SCA 3 ICE 2 NEU 9 SEU 5 EEU 6 GRL 2 QUE 1 EUS 3 ONT 2",
        "CHI 12 MON 3 SIB 2 YAK 1 IRK 1 KAM 4 JAP 2 IND 6 CAS 3 URA 2 ALA 2",
        "WAU 5 EAU 2 NGU 1 INO 7 ICH 4 MEA 5 EGY 4 EAF 2 NWT 1 ALB 2 WUS 3",
    ),
    "capitals": ["BRA", "NEU", "CHI", "INO"],
    "eur": [9, 12, 6, 4],
    "hands": {"0": ["Spearhead", "Conscription", "Ceasefire", "Peace Conference"], "1": ["Ambush"], "2": ["Airlift"]},
    "round": 4,
    "step": "attack",
}
DESERT: dict[str, Any] = {
    "step": "battles",
    "event": "Drought",
    "swarm": "E4",
    "troops": {
        "D3": [[0, 5], [1, 6]],
        "A1": [[1, 3]],
        "E1": [[2, 4]],
        "E3": [[3, 3]],
        "A3": [[3, 5]],
        "B3": [[0, 3]],
        "C2": [[2, 2]],
        "B4": [[1, 2]],
    },
    "leaders": {"0": [GALE, FLINT, CINDER], "1": [STONEBROW], "2": [TIDEWELL]},
    "coverts": {"0": ["Ambush", "Drum Lure"]},
    "quests": {"0": ["Full Cisterns"]},
    "water": [6, 5, 4, 7],
    "shown": [STONEBROW],
}
EUROPE: dict[str, Any] = {
    "options": {"powers": "4", "scenario": "A"},
    "round": 3,
    "units": {
        "ENG": [["GB", 2, 1]],
        "SCO": [["GB", 1]],
        "NFR": [["GB", 4, 1]],
        "SPA": [["GB", 1]],
        "WGE": [["GE", 4, 1]],
        "EGE": [["GE", 2]],
        "BEN": [["GE", 3]],
        "POL": [["RU", 4, 1]],
        "RUS": [["RU", 2]],
        "UKR": [["RU", 3]],
        "TUR": [["OT", 3, 1]],
        "MEA": [["OT", 2]],
        "BUL": [["OT", 2]],
        "HUN": [["neutral", 2]],
        "ITA": [["neutral", 2]],
    },
    "coins": {
        "ENG": 2,
        "NFR": 2,
        "RUS": 2,
        "EGE": 2,
        "TUR": 2,
        "HUN": 2,
        "BEN": 1,
        "POL": 1,
        "ITA": 2,
        "ROM": 1,
        "WGE": 3,
    },
    "trenches": {"NFR": ["WGE"], "WGE": ["NFR"], "POL": ["EGE"]},
    "tokens": {"NFR": [["GB", "move"]]},
    "order": ["GB", "GE", "RU", "OT"],
    "step": "move",
}
NATIONS: dict[str, Any] = {
    "options": {"mod_weather": "off"},
    "round": 7,
    "coins": [46, 22, 18, 31],
    "food": [4, 3, 2, 5],
    "level": [3, 2, 2, 2],
    "provinces": {
        "BRA": land(0, "6I 2C"),
        "PER": land(0, "I", buildings=["farm"]),
        "ARG": land(0, buildings=["granary"]),
        "VEN": land(0, "2I", buildings=["manufactory", "port"]),
        "CTA": land(0, "3I C"),
        "NAF": land(1, "4I", buildings=["farm"]),
        "WEU": land(1, "3I A", buildings=["port"]),
        "NEU": land(1, "7I"),
        "SCA": land(1, buildings=["granary"]),
        "CHI": land(2, "8I C", buildings=[]),
        "MON": land(2, "2I"),
        "IND": land(2, "3I", buildings=["farm"]),
        "JAP": land(2, buildings=["port"]),
        "WUS": land(3, "4I C"),
        "EUS": land(3, "9I"),
        "QUE": land(3, buildings=["farm"]),
        "ALB": land(3, "I"),
    },
    "capital": ["BRA", "NEU", "CHI", "EUS"],
}


def alliances(ann: Seat) -> None:
    """Ann moves out of N-France, and sees the odds."""
    for region in ("NFR", "BEN"):
        ann.page.get_by_test_id(f"region-{region}").locator("circle.hit").click()


def rebellion(ann: Seat) -> None:
    """Ann's army in Central America, and what it may come upon."""
    ann.page.get_by_test_id("region-CTA").locator("circle.hit").click()


def campus(ann: Seat) -> None:
    """Ann goes from the Foyer for the Bookshop."""
    for room in ("FOY", "BOO"):
        ann.page.get_by_test_id(f"region-{room}").click()
    expect(ann.page.get_by_test_id("odds")).to_contain_text("You win")


def capitals(ann: Seat) -> None:
    """Ann is about to storm Egypt."""
    for territory in ("NAF", "EGY"):
        # The counter of a land is on it or beside it; its middle may be sea.
        ann.page.get_by_test_id(f"region-{territory}").locator("circle.hit").click()
    expect(ann.page.get_by_test_id("odds")).to_contain_text("You win")


def swarm(ann: Seat) -> None:
    """Ann plans the battle of the Bone Flats."""
    plan = ann.page.get_by_test_id("plan")
    for choice in ("4", re.compile(CINDER), "Ambush"):
        plan.get_by_role("button", name=choice, exact=True).click()
    expect(plan).to_contain_text(re.compile("You score *11"))
    expect(ann.page.get_by_test_id("odds")).to_contain_text("You win")


def take(page: Page, name: str) -> None:
    # The pointer would leave a note on the board.
    page.mouse.move(5, 790)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    page.evaluate("document.fonts.ready")
    file = PICTURES / name
    page.screenshot(path=file)
    assert file.stat().st_size < LARGEST, f"{name} has {file.stat().st_size} bytes"
    print(f"{file}: {file.stat().st_size} bytes")


PHONE_PICTURE = {**PHONE, "device_scale_factor": 1.5}
SCENES: list[tuple[str, str, dict[str, Any], Callable[[Seat], None], dict[str, Any]]] = [
    ("campus.png", "campus", ROOMS, campus, DESKTOP),
    ("capitals.png", "capitals", WORLD, capitals, DESKTOP),
    ("swarm.png", "swarm", DESERT, swarm, {**DESKTOP, "color_scheme": "dark"}),
    ("alliances.png", "alliances", EUROPE, alliances, DESKTOP),
    ("rebellion.png", "rebellion", NATIONS, rebellion, {**DESKTOP, "color_scheme": "dark"}),
    ("phone.png", "capitals", WORLD, capitals, PHONE_PICTURE),
]


def main() -> None:
    assert client_is_built(), "The browser client is not built: run 'make web' first."
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, serving(Path(name)) as address, browsing() as browser:
        for file, game, position, scene, how in SCENES:
            people = ["Ann", "Ben", "Cyd", "Dan"][: 2 if "powers" in position.get("options", {}) else 4]
            laid = lay(Path(name), game, people, **position)
            visitor = Visitor(browser, address, **{"color_scheme": "light", "reduced_motion": "reduce", **how})
            visitor.context.add_cookies([{"name": COOKIE, "value": laid.tokens[0], "url": address}])
            ann = Seat(visitor, laid.match)
            scene(ann)
            take(ann.page, file)
            assert visitor.close() == []


if __name__ == "__main__":
    main()
