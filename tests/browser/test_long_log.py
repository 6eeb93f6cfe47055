"""A match too long to be told at once: the log begins with the last of it, and goes back as far as one wants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from browser.world import Visitor


def told(ann: Visitor, match: str, before: int) -> list[Any]:
    """All that Ann has heard before a moment."""
    page = ann.context.request.get(f"/api/matches/{match}/events?before={before}").json()
    events: list[Any] = page["events"]
    return told(ann, match, events[0]["n"]) + events if page["earlier"] else events


def go_back(log: Locator, sentences: list[str]) -> None:
    """From the last of what happened to the deal, click by click."""
    lines, earlier = log.get_by_test_id("log-line"), log.get_by_test_id("log-earlier")
    expect(lines.last).to_contain_text(sentences[-1])
    while (shown := lines.count()) < len(sentences):
        expect(lines.first).to_contain_text(sentences[-shown])
        earlier.click()
        expect(lines).not_to_have_count(shown)
    expect(earlier).to_have_count(0)
    expect(lines.first).to_contain_text(sentences[0])
    expect(lines).to_have_count(len(sentences))


def test_the_log_of_a_long_match_goes_back_to_the_deal(someone: Callable[..., Visitor]) -> None:
    ann = someone("Ann")
    match = ann.new_match("random", "random", "random", max_rounds=15)
    ann.autoplay(match)
    events = told(ann, match, 10**6)
    assert len(events) > 220
    ann.page.goto(f"/match/{match}")
    ann.page.get_by_test_id("tab-log").click()
    go_back(ann.page.get_by_test_id("log"), [event["text"] for event in events])

    state = ann.context.request.get(f"/api/matches/{match}/moment?n=100000").json()
    ann.page.goto(f"/replay/{match}?n={state['last']}&seat=0")
    # Campus hides nothing: what was heard is all that has happened, but for what was undone.
    go_back(ann.page.get_by_test_id("log"), [event["text"] for event in events])
    # Long before what the log tells by then, it begins anew.
    ann.page.reload()
    ann.page.get_by_test_id("replay-slider").fill("3")
    expect(ann.page.get_by_test_id("replay-n")).to_have_text(f"3 / {state['last']}")
    first = [event["text"] for event in events if event["n"] <= 3]
    go_back(ann.page.get_by_test_id("log"), first)
