"""Readers of positions, tables that somebody set up in JSON: each has its sentence for what does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marchland.engine.deck import Deck
from marchland.engine.errors import UsageError
from marchland.engine.table import Table


def whole(value: Any, least: int, most: int, what: str) -> int:
    if type(value) is not int or not least <= value <= most:
        raise UsageError(f"{what} is a whole number from {least} to {most}, not {value!r}.")
    return value


def number(position: Mapping[str, Any], name: str, default: int, least: int, most: int) -> int:
    return whole(position.get(name, default), least, most, f"The {name!r} of a position")


def a_seat(t: Table, value: Any) -> int:
    return whole(value, 0, int(t.seats) - 1, "A seat")


def mask(t: Table, seats: Any, entry: str) -> int:
    """A list of seats as a set."""
    found = 0
    for seat in listed(seats, entry):
        found |= 1 << a_seat(t, seat)
    return found


def listed(value: Any, entry: str) -> list[Any]:
    if not isinstance(value, list):
        raise UsageError(f"Under {entry!r} a list is meant, not {value!r}.")
    return value


def keyed(position: Mapping[str, Any], entry: str) -> Mapping[str, Any]:
    value = position.get(entry, {})
    if not isinstance(value, Mapping):
        raise UsageError(f"The {entry!r} of a position are an object, not {value!r}.")
    return value


def by_seat(t: Table, position: Mapping[str, Any], entry: str, default: Any) -> list[Any]:
    """What each seat has: from a list with an entry for every seat, or from an object by seat."""
    given = position.get(entry, {})
    if isinstance(given, list):
        if len(given) != t.seats:
            raise UsageError(f"The {entry!r} of a position name {len(given)} seats, and there are {t.seats}.")
        return list(given)
    if not isinstance(given, Mapping):
        raise UsageError(f"The {entry!r} of a position are a list or an object by seat, not {given!r}.")
    made: list[Any] = [default for _ in range(t.seats)]
    for key, value in given.items():
        made[a_seat(t, int(key) if isinstance(key, str) and key.isdigit() else key)] = value
    return made


def a_card(deck: Deck, name: Any, what: str = "card") -> int:
    if not isinstance(name, str) or name not in deck.number:
        raise UsageError(f"There is no {what} called {name!r}.")
    return deck.number[name]


def cards(deck: Deck, names: Any, entry: str, what: str = "card") -> list[int]:
    return [a_card(deck, name, what) for name in listed(names, entry)]


def hands(t: Table, position: Mapping[str, Any], entry: str, deck: Deck, what: str = "card") -> list[list[int]]:
    """The cards that each seat holds."""
    return [sorted(cards(deck, names, entry, what)) for names in by_seat(t, position, entry, [])]


def pile(
    deck: Deck, every: list[int], top: Any, entry: str, elsewhere: list[list[int]], what: str = "card"
) -> list[int]:
    """The named cards from the top, then all that are not elsewhere; a pile has its top card last."""
    named = cards(deck, top, entry, what)
    made = named + rest(deck, every, [*elsewhere, named], what)
    made.reverse()
    return made


def rest(deck: Deck, every: list[int], elsewhere: list[list[int]], what: str = "card") -> list[int]:
    """Those of all the cards of a deck that are nowhere else."""
    left = every[:]
    for place in elsewhere:
        for card in place:
            if card not in left:
                raise UsageError(f"The {what} {deck.cards[card].name} is named more often than there are copies.")
            left.remove(card)
    return left
