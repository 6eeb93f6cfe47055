"""The links that people pass on carry an address that others can open, and say so where they cannot."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.world import Visitor, start
from marchland.server.site import network_addresses


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_page_of_this_computer_tells_what_friends_need(chromium: Browser, tmp_path: Path, host: str) -> None:
    process, address = start(tmp_path, tmp_path / "server.log", "--host", host)
    try:
        ann = Visitor(chromium, address, "Ann")
        match = ann.new_match("random")
        ann.page.goto(f"/match/{match}")
        ann.page.get_by_test_id("menu").click()
        advice, link = ann.page.get_by_test_id("share-address"), ann.page.get_by_test_id("watch-link")
        port = address.rpartition(":")[2]
        reached = [found for found in network_addresses() if ":" not in found] if host == "0.0.0.0" else []
        if reached:
            expect(advice).to_contain_text(
                f"Friends in your network reach this computer at http://{reached[0]}:{port};"
            )
            expect(link).to_have_value(f"http://{reached[0]}:{port}/match/{match}")
        elif host == "0.0.0.0":
            expect(advice).to_contain_text("friends need the one that it has in the network")
        else:
            expect(advice).to_contain_text("--host 0.0.0.0")
            expect(link).to_have_value(f"{address}/match/{match}")
        # So does the link by which a friend takes the seat.
        ann.page.keyboard.press("Escape")
        ann.page.get_by_test_id("leave-menu-button").click()
        ann.page.get_by_test_id("hand-on").click()
        ann.page.get_by_test_id("handover-link").wait_for()
        expect(ann.page.get_by_test_id("share-address")).to_be_visible()
        assert ann.close() == []
        for found in reached:
            # The same page, as a friend has it: nothing is amiss there.
            eve = Visitor(chromium, f"http://{found}:{port}")
            eve.forgive("Cross-Origin-Opener-Policy")  # which counts only where the address is trustworthy
            eve.page.goto(f"/match/{match}")
            eve.page.get_by_test_id("menu").click()
            expect(eve.page.get_by_test_id("watch-link")).to_have_value(f"http://{found}:{port}/match/{match}")
            expect(eve.page.get_by_test_id("share-address")).to_have_count(0)
            assert eve.close() == []
    finally:
        process.terminate()
        process.wait(30)
