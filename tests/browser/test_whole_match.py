"""From the lobby to the record: a guest plays whole matches with clicks alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from browser.table import Table, shows
from browser.world import Visitor
from marchland.engine import record
from marchland.games import load


def test_play_now_is_a_name_and_one_click(someone: Callable[..., Visitor]) -> None:
    ann = someone()
    ann.page.goto("/")
    ann.page.get_by_test_id("play-now-campus").click()
    ann.page.get_by_test_id("name-input").fill("Ann")
    ann.page.get_by_test_id("name-save").click()
    table = Table(ann).watch()
    assert table.ready()
    expect(table.prompt).to_contain_text("Your turn")
    ann.name = "Ann"
    assert any(table.owned(label) for label in table.labels().values())
    # It can be resumed from the lobby, and the second match asks for no name.
    match = ann.page.url
    ann.page.goto("/")
    row = ann.page.get_by_test_id(f"match-{match.rsplit('/', 1)[1]}")
    expect(row).to_contain_text("your turn")
    ann.page.get_by_test_id("play-now-campus").click()
    table.watch()
    assert ann.page.url != match


def new_short_match(page: Page) -> None:
    """Through the pages: two seats, five rounds, a random bot, set up by chance."""
    page.goto("/")
    page.get_by_test_id("new-campus").click()
    page.get_by_test_id("name-input").fill("Ann")
    page.get_by_test_id("name-save").click()
    page.get_by_role("button", name="Remove one").click()
    page.get_by_role("button", name="Remove one").click()
    page.get_by_test_id("seat-1").select_option("bot:random")
    page.get_by_text("More options").click()
    page.get_by_test_id("option-max_rounds").fill("5")
    page.get_by_test_id("option-setup_place").select_option("random")
    page.get_by_test_id("create-match").click()


def test_a_match_is_played_to_its_end_by_clicks(someone: Callable[..., Visitor], tmp_path: Path) -> None:
    ann = someone()
    ann.name = "Ann"
    page = ann.page
    new_short_match(page)
    table = Table(ann).watch()
    turns = 0
    while table.ready():
        assert table.take_turn() >= 2
        turns += 1
    assert 2 <= turns <= 5
    expect(table.result).to_contain_text("Ann")
    expect(table.result).to_contain_text("The match is over")
    compared = "These are the dice that your device saw sealed at the start, and your part is in them."
    expect(page.get_by_test_id("dice-verdict")).to_have_text(compared)
    match = page.url

    # The record is the whole match, and it is right.
    with page.expect_download() as download:
        page.get_by_test_id("download-record").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    text = file.read_text()
    played = record.verify(record.read(text), load("campus"))
    assert played.table.over
    assert played.options["max_rounds"] == 5
    assert played.players == ["Ann", "Random 2"]

    # The dice are right, says the server, and this browser as well.
    page.get_by_test_id("open-check").click()
    expect(page.get_by_test_id("check-own")).to_have_text("✓ They agree.")
    expect(page.get_by_test_id("check-verdict")).to_contain_text("✓")
    assert page.get_by_test_id("check-key").inner_text() in text
    expect(page.get_by_test_id("check-noted")).to_have_text(f"✓ {compared}")
    expect(page.get_by_test_id("check-added")).to_have_text("The server and you have added to the dice.")
    assert played.entropy is not None and len(played.entropy.parts[0]) == 32
    # A server that shows other dice at the end than at the start is found out.
    page.evaluate(ANOTHER_HASH_NOTED, match.rsplit("/", 1)[1])
    page.reload()
    expect(page.get_by_test_id("check-noted")).to_contain_text("✗ These are not the dice that your device saw")
    page.go_back()

    replay(page, text)

    # The same again.
    page.goto(match)
    page.get_by_test_id("rematch").click()
    expect(page).not_to_have_url(match)
    assert table.watch().ready()
    expect(table.prompt).to_contain_text("Your turn")


ANOTHER_HASH_NOTED = """(match) => {
    const seen = JSON.parse(localStorage.getItem(`marchland:dice:${match}`));
    localStorage.setItem(`marchland:dice:${match}`, JSON.stringify({ ...seen, hash: "0".repeat(64) }));
}"""


def replay(page: Page, record_text: str) -> None:
    """Moments are what the engine makes of the record, and their address is enough to come back to them."""
    moments = record.replay(record.read(record_text), load("campus"))
    page.get_by_test_id("open-replay").click()
    slider, moment, eyes = (page.get_by_test_id(f"replay-{part}") for part in ("slider", "n", "seat"))
    last = int(slider.get_attribute("max") or 0)
    expect(moment).to_have_text(f"0 / {last}")
    shows(page, next(moments))
    for _ in range(last - 1):
        late = next(moments)
    slider.fill(str(last - 1))
    shows(page, late)
    # The log so far, its end lit.
    log = page.get_by_test_id("log-line")
    told = [late.game.read(event, late.players).text for event in late.heard_by(-1, late.events)]
    expect(log).to_have_count(len(told))
    for line, sentence in ((log.first, told[0]), (log.last, told[-1])):
        expect(line).to_contain_text(sentence)
    expect(eyes).to_have_value("-2")
    eyes.select_option(label="Random 2")
    expect(page).to_have_url(re.compile(rf"/replay/[^/]+\?n={last - 1}&seat=1$"))

    page.reload()
    expect(moment).to_have_text(f"{last - 1} / {last}")
    expect(eyes).to_have_value("1")
    shows(page, late)
    page.get_by_role("button", name="One step on").click()
    expect(moment).to_have_text(f"{last} / {last}")
    shows(page, next(moments))
    # From the end it plays from the start.
    play = page.get_by_test_id("replay-play")
    play.click()
    expect(play).to_have_text("Pause")
    expect(moment).not_to_have_text(f"{last} / {last}")
