"""Offers at the prompt: what people type, and what stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from marchland.cli.seats import Player
from marchland.cli.text import listed
from marchland.engine.errors import UsageError
from marchland.engine.offers import asked_in, given_in, is_shown, maker_of, number_of, taker_of
from marchland.engine.table import Table

FORM = "Type 'offer GIVE to NAME for ASK', such as: offer 3 to {name} for 2 (or: for nothing)."
NOTHING = ("nothing", "0", "")


def read_offer(table: Table, seat: int, text: str, players: Sequence[Player]) -> tuple[int, list[int], list[int]]:
    """To whom an offer goes, what it gives and what it asks for; UsageError says what cannot be read."""
    others = [player for number, player in enumerate(players) if number != seat]
    found = re.fullmatch(r"(.*?)\s*\bto\s+(.+?)(?:\s+for\s+(.*))?", text.strip(), re.IGNORECASE)
    if found is None:
        raise UsageError(FORM.format(name=others[0].name))
    to = _seat(found[2], players, seat)
    return to, _assets(table, seat, seat, found[1]), _assets(table, to, seat, found[3] or "")


def _seat(said: str, players: Sequence[Player], seat: int) -> int:
    wanted = said.strip().lower()
    fitting = [
        number
        for number, player in enumerate(players)
        if number != seat and (wanted == player.mark.lower() or player.name.lower().startswith(wanted))
    ]
    if len(fitting) != 1:
        names = [player.name for number, player in enumerate(players) if number != seat]
        raise UsageError(f"{said.strip()!r} is none of the others: {listed(names, 'or')}.")
    return fitting[0]


def _assets(table: Table, giver: int, viewer: int, said: str) -> list[int]:
    if said.strip().lower() in NOTHING:
        return []
    sorts: list[dict[str, Any]] = table.assets(giver, viewer)
    return [_asset(table, sorts, part.strip()) for part in re.split(r",|\band\b", said) if part.strip()]


def _asset(table: Table, sorts: Sequence[dict[str, Any]], said: str) -> int:
    """An amount ("3", "3 water") or a card by its name or the beginning of it."""
    number, _, name = said.partition(" ")
    if number.isascii() and number.isdigit():
        for sort in sorts:
            if not sort["deck"] and sort["name"].startswith(name.strip().lower()):
                return int(sort["first"]) + min(int(number[:6]), 255)
    labels = table.game.labels
    known = {
        int(sort["first"]) + card: labels.name(sort["deck"], card)
        for sort in sorts
        if sort["deck"]
        for card in sort["cards"]
    }
    exact = [asset for asset, label in known.items() if label.lower() == said.lower()]
    fitting = exact or [asset for asset, label in known.items() if label.lower().startswith(said.lower())]
    if len(fitting) == 1:
        return int(fitting[0])
    if fitting:
        raise UsageError(f"{said!r} may be {listed([known[asset] for asset in fitting], 'or')}.")
    raise UsageError(f"{said!r} is nothing that can be part of this offer.")


def offer_words(table: Table, number: int, seat: int, players: Sequence[Player]) -> str:
    """What an offer is about, for one of its parties."""
    for offer in table.offers_sight(seat):
        if number_of(offer) == number and is_shown(offer):
            return f"{players[maker_of(offer)].name} gives {_terms(table, offer)}"
    return ""


def offers_in_words(table: Table, viewer: int, players: Sequence[Player]) -> list[str]:
    """The offers that stand: between whom, and for the two parties what they are about."""
    told = []
    for offer in table.offers_sight(viewer):
        maker, to = players[maker_of(offer)].name, players[taker_of(offer)].name
        terms = f": {_terms(table, offer)}" if is_shown(offer) else ""
        told.append(f"Offer {number_of(offer)}, {maker} to {to}{terms}.")
    return told


def _terms(table: Table, offer: list[int]) -> str:
    give, ask = ([table.asset_name(asset) for asset in part] for part in (given_in(offer), asked_in(offer)))
    return f"{listed(give) or 'nothing'} for {listed(ask) or 'nothing'}"
