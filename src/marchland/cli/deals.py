"""Offers at the prompt: what people type, and what stands."""

from __future__ import annotations

from collections.abc import Sequence

from marchland.cli.seats import Player
from marchland.engine.match import Entry, Match, entry_said
from marchland.engine.table import Table


def offer_typed(match: Match, seat: int, text: str, players: Sequence[Player]) -> Entry:
    """The offer that somebody types: `offer Ann: 3 water for nothing`, to a player by name, mark or seat."""
    to, colon, content = text.partition(":")
    for player in players:
        if to.strip().lower() == player.mark.lower():
            to = player.name
    return entry_said(match.game, seat, f"offer {to}{colon}{content}", match.players)


def offer_words(table: Table, number: int, seat: int, players: Sequence[Player]) -> str:
    """What an offer is about, for one of its parties."""
    for offer in table.offers_sight(seat):
        if offer["number"] == number and isinstance(offer["give"], list) and isinstance(offer["ask"], list):
            give, ask = (" and ".join(side) or "nothing" for side in (offer["give"], offer["ask"]))
            return f"{players[int(str(offer['maker']))].name} gives {give} for {ask}"
    return ""
