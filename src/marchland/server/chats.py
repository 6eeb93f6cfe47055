"""What is said at a table. Every reader counts the messages that it may read: gaps would tell that others whisper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from marchland.engine.errors import MarchlandError
from marchland.server.bots import seat_name
from marchland.server.limits import CHATS_IN_MATCH, CHATS_OF_SEAT
from marchland.server.schema import CHATS
from marchland.server.storage import Store

TEAM = "team"


def recipient(to: int | str | None, seat: int, teams: Sequence[int]) -> int | None:
    """As it is on disk: nothing for the table, a seat, or for a team less than nothing: the set of its seats."""
    if to == TEAM:
        if not teams:
            raise MarchlandError("There are no teams at this table.")
        return -sum(1 << mate for mate, team in enumerate(teams) if team == teams[seat])
    assert not isinstance(to, str)
    return to


def may_read(row: Mapping[Any, Any], seat: int, after: int = 0) -> bool:
    """Whether a message is for a seat, or for spectators. Whoever has taken a seat over does not read what was
    whispered to somebody else there, or to their team, up to that message."""
    to = row["to"]
    if to is None:
        return True
    if seat < 0:
        return False
    for_seat = bool(-to >> seat & 1) if to < 0 else seat in (to, row["seat"])
    return for_seat and bool(row["number"] > after)


def whom(row: Mapping[Any, Any], seats: Sequence[dict[str, Any]]) -> str | None:
    """For whom a whisper was, as long as they have the seat: it was not for who comes there later."""
    to = row["to"]
    return seat_name(seats[to]) if to is not None and to >= 0 and row["number"] > whispers_after(seats, to) else None


def chat_message(row: Mapping[Any, Any], number: int, seats: Sequence[dict[str, Any]]) -> dict[str, Any]:
    # Names of columns are strings of their own, which no JSON has.
    said = {str(name): value for name, value in row.items() if name not in ("match", "person")}
    to = TEAM if row["to"] is not None and row["to"] < 0 else row["to"]
    return {"type": "chat", **said, "to": to, "whom": whom(row, seats), "number": number}


def whispers_after(seats: Sequence[dict[str, Any]], viewer: int) -> int:
    """The last message before the person of a seat took it over, 0 where nobody had it before."""
    return int(seats[viewer]["whispers_after"] or 0) if viewer >= 0 else 0


LONGEST_TALK = 200  # messages that are told at a time


def latest(
    store: Store, match: str, seats: Sequence[dict[str, Any]], seat: int, before: int | None = None
) -> list[dict[str, Any]]:
    """The last of what a seat, or a spectator, may read, or of what comes before a message, as it was sent there. The
    texts of all the others, which may be long, stay where they are."""
    after = whispers_after(seats, seat)
    heads = sa.select(CHATS.c.number, CHATS.c.seat, CHATS.c.to).where(CHATS.c.match == match).order_by(CHATS.c.number)
    with store.turn() as connection:
        readable = [head["number"] for head in connection.execute(heads).mappings() if may_read(head, seat, after)]
        end = len(readable) if before is None else min(max(before - 1, 0), len(readable))
        first = max(end - LONGEST_TALK, 0)
        texts = sa.select(CHATS).where(CHATS.c.match == match, CHATS.c.number.in_(readable[first:end]))
        rows = connection.execute(texts.order_by(CHATS.c.number)).mappings()
        return [chat_message(row, number, seats) for number, row in enumerate(rows, first + 1)]


class Chats:
    """How many messages a match has on disk, whose they are, and how many each of its viewers may read of them."""

    def __init__(self, rows: Sequence[dict[str, Any]], viewers: Sequence[int], seats: Sequence[dict[str, Any]]) -> None:
        self.last = max((row["number"] for row in rows), default=0)
        afters = {viewer: whispers_after(seats, viewer) for viewer in viewers}
        self.counts = {viewer: sum(may_read(row, viewer, after) for row in rows) for viewer, after in afters.items()}

        self.said_by = Counter(row["person"] for row in rows)
        self.said_from = Counter(row["seat"] for row in rows)

    def check_room(self, seat: int, person: str) -> None:
        """All of it is kept, and read by whoever comes."""
        if self.said_by[person] >= CHATS_IN_MATCH:
            raise MarchlandError(f"You have said {CHATS_IN_MATCH} things in this match; more cannot be kept.")
        if self.said_from[seat] >= CHATS_OF_SEAT:
            raise MarchlandError(
                f"{CHATS_OF_SEAT:,} things have been said from this seat in this match; more cannot be kept."
            )

    def next_number(self) -> int:
        """On disk, where a message that could not be written leaves a gap."""
        self.last += 1
        return self.last

    def heard(self, row: dict[str, Any]) -> dict[int, int]:
        """A message is on disk: the number that it has for each viewer who may read it."""
        self.said_by[row["person"]] += 1
        self.said_from[row["seat"]] += 1
        readers = [viewer for viewer in self.counts if may_read(row, viewer)]
        for viewer in readers:
            self.counts[viewer] += 1
        return {viewer: self.counts[viewer] for viewer in readers}
