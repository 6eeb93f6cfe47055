"""A match too long to be told at once: log and chat begin with the last of it, and go back as far as one wants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.seat import Seat, Seating
from browser.world import DESKTOP, PHONE, Visitor


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


LYING = {**PHONE, "viewport": {"width": 844, "height": 390}}
SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}


@pytest.mark.parametrize("how", [DESKTOP, PHONE, SMALL, LYING], ids=["desktop", "phone", "small", "lying"])
def test_a_long_talk_begins_at_its_end_and_goes_back_where_one_reads(seating: Seating, how: dict[str, Any]) -> None:
    said = [f"Word {number}." for number in range(1, 241)]
    ann, ben = seating(Seat, "campus", said=said, how=how, rooms={"COM": [0, 3], "LEC": [1, 3]}, rest=[2, 1])
    page = ann.page
    for one in (ann, ben):
        one.page.get_by_test_id("tab-chat").click()
    chat = page.get_by_role("list", name="Chat")
    last, field = chat.get_by_text("Word 240."), page.get_by_test_id("chat-input")
    expect(last).to_be_in_viewport()
    expect(field).to_be_in_viewport(ratio=1)

    def hear(words: str) -> Locator:
        ben.page.get_by_test_id("chat-input").fill(words)
        ben.page.get_by_test_id("chat-send").click()
        return chat.get_by_text(words)

    # Whoever reads the end goes on reading it, with the field in sight.
    expect(hear("Good day to you.")).to_be_in_viewport()
    expect(field).to_be_in_viewport(ratio=1)

    # What was said before stands above what is being read; at its beginning the list has the focus.
    earlier = chat.get_by_test_id("chat-earlier")
    earlier.focus()
    expect(chat.get_by_text("Word 41.")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(earlier).to_have_count(0)
    expect(chat.get_by_text("Word 1.")).to_be_attached()
    expect(chat.get_by_text("Word 41.")).to_be_in_viewport()
    expect(chat).to_be_focused()
    # So it does when others go on talking; one's own words one sees.
    expect(hear("Anybody there?")).to_be_attached()
    expect(chat.get_by_text("Word 41.")).to_be_in_viewport()
    field.fill("Here I am.")
    page.get_by_test_id("chat-send").click()
    expect(chat.get_by_text("Here I am.")).to_be_in_viewport()
