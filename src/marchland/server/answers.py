"""Answers to what a seat asks about its table: why not, what are the odds, what would it come to."""

from __future__ import annotations

from typing import Any

from marchland.engine.table import Table
from marchland.server.state import plan


def why(table: Table, seat: int, action: int) -> dict[str, Any]:
    if table.options(seat).holds(action) or table.asides(seat).holds(action):
        return {"text": "This is possible.", "clause": "", "win": None}
    refusal = table.refusal(seat, action)
    return {"text": refusal.sentence + ".", "clause": refusal.clause, "win": None}


def odds(table: Table, seat: int, action: int) -> dict[str, Any]:
    return _chance(table, seat, [action], "No battle is decided by this, or too large a one to work out here.")


def reckoning(table: Table, seat: int, actions: list[int]) -> dict[str, Any]:
    rows = table.reckon(seat, actions) if seat >= 0 else []
    return {**_chance(table, seat, actions, ""), "rows": rows}


def _chance(table: Table, seat: int, actions: list[int], otherwise: str) -> dict[str, Any]:
    open_to_it = all(can_be_weighed(table, seat, action) for action in actions)
    # While it is worked out everybody waits.
    found = table.game.odds(table, seat, actions, quick=True) if open_to_it else None
    if found is None:
        return {"text": otherwise, "clause": "", "win": None}
    outlooks = [outlook._asdict() for outlook in found.outlooks]
    said = {"text": found.text, "clause": table.game.clause(found.clause), "win": found.win}
    return {**said, "outlooks": outlooks, "rows": list(found.reasons)}


def can_be_weighed(table: Table, seat: int, action: int) -> bool:
    """Whether this can be chosen now, alone or with other secret choices; where nothing is hidden, by anybody. To
    reckon with armies that nobody has could take for ever, while everybody waits."""
    seats = range(table.seats) if table.game.open_information else [seat]
    if any(table.options(one).holds(action) for one in seats):
        return True
    secret = plan(table, seat)
    spans = [span for question in secret["questions"] for span in question["spans"]] if secret is not None else []
    return any(first <= action < first + count for first, count in spans)
