"""Whose a seat is, and what becomes of it in a rematch."""

from __future__ import annotations

from typing import Any

from marchland.server.sessions import Caller


def owner_of(seat: dict[str, Any]) -> str | None:
    """Whose it is, whoever plays it for them; nobody's any more if they have deleted their account."""
    owner: str | None = seat["lender"] or (seat["person"] if seat["name"] else None)
    return owner


def once_more(seat: dict[str, Any], me: Caller) -> dict[str, Any]:
    """A seat in a rematch: bots and whoever asks for it sit down, for the others it is kept."""
    if seat["kind"] == "bot":
        return {"kind": "bot", "bot": seat["bot"], "person": None, "host": None, "colour": None, "invited": None}
    mine = me.id in (owner_of(seat), seat["host"])
    return {
        "kind": "person" if mine else "open",
        "bot": None,
        "person": (seat["person"] if seat["host"] else me.id) if mine else None,
        "host": seat["host"] if mine else None,
        "colour": seat["colour"] if mine else None,
        "invited": None if mine or seat["host"] else owner_of(seat),
    }
