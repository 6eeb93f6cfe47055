"""What the lobby lists of others: a fair mix, so that nobody pushes everybody else out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from marchland.server.limits import FIRST_OF_ADDRESS, FIRST_OF_CREATOR
from marchland.server.schema import MATCHES
from marchland.server.storage import Store

NEWEST = 500  # matches that are looked at in one go


def open_matches(store: Store, most: int = 50) -> list[dict[str, Any]]:
    """Matches that wait for players, the newest first."""
    return _mixed(store, [MATCHES.c.status == "waiting", MATCHES.c.public], MATCHES.c.created, most)


def watchable(store: Store, most: int = 20) -> list[dict[str, Any]]:
    """Public matches at which strangers may look on: those that run, the newest first, then those that are over."""
    found: list[dict[str, Any]] = []
    for status in ("running", "over"):
        shown = [column == sa.true() for column in (MATCHES.c.public, MATCHES.c.watch)]
        found += _mixed(store, [MATCHES.c.status == status, *shown], MATCHES.c.started, most - len(found))
    return found


def _mixed(
    store: Store, which: Sequence[sa.ColumnElement[bool]], moment: sa.Column[Any], most: int
) -> list[dict[str, Any]]:
    """Matches, the newest first; but a few of everybody's before the rest of anybody's, whatever they call themselves.
    Whoever has many is passed over when older ones are looked at."""
    # What an older server has made, or one before a restart, counts for nobody but its creator.
    origin = sa.func.coalesce(MATCHES.c.origin, MATCHES.c.id)
    query = sa.select(MATCHES.c.id, MATCHES.c.creator, origin).where(*which).order_by(moment.desc()).limit(NEWEST)
    creators: Counter[str] = Counter()
    addresses: Counter[str] = Counter()
    first: list[str] = []
    rest: list[str] = []
    with store.turn() as connection:
        while len(first) < most:
            many = [who for who, count in creators.items() if count >= FIRST_OF_CREATOR]
            many_from = [where for where, count in addresses.items() if count >= FIRST_OF_ADDRESS]
            others = (MATCHES.c.creator.not_in(many), origin.not_in(many_from), MATCHES.c.id.not_in(first))
            newest = connection.execute(query.where(*others)).all()
            for match, creator, address in newest:
                few = creators[creator] < FIRST_OF_CREATOR and addresses[address] < FIRST_OF_ADDRESS
                (first if few else rest).append(match)
                creators[creator] += 1
                addresses[address] += 1
            if len(newest) < NEWEST:
                break
    shown = [*first, *rest][:most]
    found = {row["id"]: row for row in store.matches(shown)}
    return [found[match] for match in shown]
