"""Who may see a match: the one rule for its page, its socket, its record, and all else that shows it."""

from __future__ import annotations

from typing import Any, NamedTuple

from marchland.server.errors import NotFound
from marchland.server.links import Links, key_of_seat
from marchland.server.schema import MATCHES
from marchland.server.sessions import Caller
from marchland.server.storage import Store


class View(NamedTuple):
    """A match as its row and seats, and how somebody sees it: from which seat (-1: none), and by which keys. When one
    of them ends, so does the view."""

    row: dict[str, Any]
    seats: list[dict[str, Any]]
    seat: int
    keys: frozenset[str]


class Access:
    """All methods run in the database thread."""

    def __init__(self, store: Store, links: Links) -> None:
        self.store = store
        self.links = links

    def look(self, match: str, caller: Caller | None, invite: str | None = None, at: int | None = None) -> View:
        """A match that strangers may not see is for them one that is not there. `at` is a seat at this screen."""
        row = self.store.one(MATCHES, id=match)
        if row is None:
            raise NotFound(no_match(match))
        seats = self.store.seats_of([match])[match]
        keys = {caller.session} if caller is not None else set()
        seat = seat_of(seats, caller, at)
        if seat >= 0:
            keys.add(key_of_seat(match, seat))
        elif not (open_to_strangers(row) or is_invited(seats, caller) or lends(seats, caller)):
            link = self.links.find("invite", invite or "")
            if link is None or link["match"] != match:
                raise NotFound(no_match(match))
            keys.add(link["hash"])
        return View(row, seats, seat, frozenset(keys))


def open_to_strangers(row: dict[str, Any]) -> bool:
    return bool(row["watch"] or (row["public"] and row["status"] == "waiting"))


def seat_of(seats: list[dict[str, Any]], caller: Caller | None, at: int | None = None) -> int:
    """The seat that somebody plays: where several play at one screen, the one they say, else their own."""
    if caller is not None and at is not None and any(row["seat"] == at for row in played_here(seats, caller)):
        return at
    return next((row["seat"] for row in seats if caller is not None and row["person"] == caller.id), -1)


def played_here(seats: list[dict[str, Any]], caller: Caller | None) -> list[dict[str, Any]]:
    """The seats at the screen of somebody who plays with others at it; none where nobody else does."""
    if caller is None or caller.limited or not any(row["host"] == caller.id for row in seats):
        return []
    return [row for row in seats if caller.id in (row["person"], row["host"])]


def is_invited(seats: list[dict[str, Any]], caller: Caller | None) -> bool:
    """Whether a seat is kept for this person."""
    return caller is not None and any(row["kind"] == "open" and row["invited"] == caller.id for row in seats)


def lends(seats: list[dict[str, Any]], caller: Caller | None) -> bool:
    """Whether a seat is this person's, and somebody else plays it."""
    return caller is not None and any(row["lender"] == caller.id for row in seats)


def no_match(match: str) -> str:
    return f"There is no match {match!r}."
