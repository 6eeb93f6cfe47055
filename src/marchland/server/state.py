"""States: what a seat is sent of a match, as JSON-ready data. The shapes are those of messages.State."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marchland.engine.dice import commitment
from marchland.engine.game import Game
from marchland.engine.match import Entry, Match
from marchland.engine.sealed import Sealed
from marchland.engine.step import STEPS
from marchland.engine.table import SPECTATOR, Table
from marchland.server.entropy import draw_of

LONGEST_LOG = 200  # events that are sent at once; older ones on demand
NOTHING_ASKED: dict[str, Any] = {"spans": [], "asides": [], "plan": None, "undo": None}


def event_data(match: Match, event: Sequence[int], undone: Entry | None = None) -> dict[str, Any]:
    """An event in words, with what the client shows of it: dice, regions, who. Its `n` is the viewer's."""
    if undone is not None:
        text = f"{match.players[undone.seat]} takes back: {match.describe(undone)}"
        return {"text": text, "clause": "", "dice": None, "regions": [], "seat": undone.seat}
    told = match.game.read(event, match.players)
    return {
        "text": told.text,
        "clause": told.clause,
        "dice": told.rolls() or None,
        "regions": told.of("region"),
        "seat": [*told.of("seat"), -1][0],
    }


def sentence(game: Game, names: Sequence[str], saying: Sequence[int]) -> dict[str, str]:
    return {"text": game.say(saying, names), "clause": game.clause_of(saying)}


def seal_of(opening: dict[str, Any], over: bool) -> dict[str, Any]:
    key = str(opening["key"])
    draw = draw_of(opening, over)
    return {
        "hash": commitment(bytes.fromhex(key)),
        "key": key if over else None,
        "draw": draw.model_dump() if draw is not None else None,
    }


def stages(table: Table) -> list[str]:
    return [STEPS[frame[0]].tag for frame in table.agenda()]


def plan(table: Table, seat: int) -> dict[str, Any] | None:
    """The seat's own secret choices where all of them can be weighed together: what each may be, and what it is."""
    step = table.step() if table.asked else None
    if seat < 0 or not isinstance(step, Sealed):
        return None
    hands = [hand for hand in step.hands(table) if step.seat_of(table, hand) == seat]
    still_open = step.open_hand(table, seat)
    for hand in [still_open] if still_open >= 0 else hands:
        made = table.sealed[hand]
        questions = step.questions(table, hand)
        if questions:
            return {
                "questions": [
                    {"spans": options.spans(), "made": made[i] if i < len(made) else None}
                    for i, options in enumerate(questions)
                ]
            }
    return None


def deals(table: Table, seat: int) -> dict[str, Any] | None:
    """Offers that stand, with their content for the two parties, and what a new one could be made of."""
    is_open = table.deals_open()
    if not is_open and not table.offers:
        return None
    assets = [table.assets(giver, seat) for giver in range(table.seats)] if is_open and seat >= 0 else []
    return {"open": is_open, "offers": table.offers_sight(seat), "assets": assets}


def scene(
    table: Table, seat: int, seals: dict[bool, dict[str, Any]], ended: dict[str, Any] | None = None
) -> dict[str, Any]:
    """What `seat` (or another viewer) sees of the table, whatever it is asked."""
    status = "over" if table.over else "running"
    if ended is not None:
        status = "aborted" if ended["why"] == "aborted" else "over"
    return {
        "status": status,
        "round": table.round,
        "active": table.active,
        "deciders": table.awaited(seat) if ended is None else [],
        "stages": stages(table),
        "picture": table.picture(seat),
        "places": table.places if ended is None else ended["places"],
        "dice": seals[status == "over"],
    }


def ending(ended: dict[str, Any], names: Sequence[str], events: Sequence[Any], earlier: bool = False) -> dict[str, Any]:
    """In place of a question, where the players have ended the match."""
    if ended["why"] == "aborted":
        text = f"{names[ended['by']]} has called the match off before anybody moved"
    else:
        text = f"All others have resigned, so {names[ended['places'].index(1)]} has won"
    return {
        **NOTHING_ASKED,
        "prompt": {"text": text, "clause": ""},
        "deals": None,
        "events": events,
        "earlier": earlier,
    }


def question(
    table: Table,
    names: Sequence[str],
    seat: int,
    events: Sequence[Any],
    undo: str | None = None,
    earlier: bool = False,
    away: bool = False,
) -> dict[str, Any]:
    """What `seat` is asked and may do, what it could take back, and what happened before; perhaps more than is told.
    Whom a bot plays for looks on."""
    if away:
        looks_on = {"prompt": sentence(table.game, names, table.prompt(SPECTATOR)), "deals": deals(table, SPECTATOR)}
        return {**NOTHING_ASKED, **looks_on, "events": events, "earlier": earlier}
    return {
        "prompt": sentence(table.game, names, table.prompt(seat)),
        "spans": table.options(seat).spans(),
        "asides": table.asides(seat).spans(),
        "plan": plan(table, seat),
        "deals": deals(table, seat),
        "events": events,
        "earlier": earlier,
        "undo": undo,
    }
