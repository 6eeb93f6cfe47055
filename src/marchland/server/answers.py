"""Answers to what a seat asks about its table: why not, what are the odds, what would it come to."""

from __future__ import annotations

from typing import Any

from marchland.engine.odds import Odds
from marchland.engine.table import Table


def why(table: Table, seat: int, action: int) -> dict[str, Any]:
    if table.options(seat).holds(action) or table.asides(seat).holds(action):
        return {"text": "This is possible.", "clause": "", "win": None}
    refusal = table.refusal(seat, action)
    return {"text": refusal.sentence + ".", "clause": refusal.clause, "win": None}


def odds(table: Table, seat: int, action: int) -> dict[str, Any]:
    return _chance(table, table.game.odds(table, seat, [action]), "No battle is decided by this.")


def reckoning(table: Table, seat: int, actions: list[int]) -> dict[str, Any]:
    rows = table.reckon(seat, actions) if seat >= 0 else []
    return {**_chance(table, table.game.odds(table, seat, actions), ""), "rows": rows}


def _chance(table: Table, found: Odds | None, otherwise: str) -> dict[str, Any]:
    if found is None:
        return {"text": otherwise, "clause": "", "win": None}
    outlooks = [outlook._asdict() for outlook in found.outlooks]
    said = {"text": found.text, "clause": table.game.clause(found.clause), "win": found.win}
    return {**said, "outlooks": outlooks, "rows": list(found.reasons)}
