"""Offers at the prompt: what people type, and what stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
        if offer["number"] == number and offer["give"] is not None:
            return f"{_player(offer, 'maker', players)} gives {_terms(offer)}"
    return ""


def offers_in_words(table: Table, viewer: int, players: Sequence[Player]) -> list[str]:
    """The offers that stand: between whom, and for the two parties what they are about."""
    told = []
    for offer in table.offers_sight(viewer):
        between = f"{_player(offer, 'maker', players)} to {_player(offer, 'to', players)}"
        terms = f": {_terms(offer)}" if offer["give"] is not None else ""
        told.append(f"Offer {offer['number']}, {between}{terms}.")
    return told


def _player(offer: Mapping[str, object], role: str, players: Sequence[Player]) -> str:
    seat = offer[role]
    assert isinstance(seat, int)
    return players[seat].name


def _terms(offer: Mapping[str, object]) -> str:
    give, ask = (offer[side] for side in ("give", "ask"))
    assert isinstance(give, list) and isinstance(ask, list)
    return f"{' and '.join(give) or 'nothing'} for {' and '.join(ask) or 'nothing'}"
