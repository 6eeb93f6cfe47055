"""Accounts that look alike, told apart: by a migration whenever more names are taken to look alike."""

import sqlalchemy as sa
from alembic import op

from marchland.server.names import likenesses

PEOPLE = sa.table("people", *(sa.column(name) for name in ("id", "name", "created", "account", "looks")))


def tell_apart() -> None:
    connection = op.get_bind()
    query = sa.select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.account.is_not(None)).order_by(PEOPLE.c.created)
    accounts = connection.execute(query).all()
    # None is in the way of another while all of them are changed.
    connection.execute(sa.update(PEOPLE).where(PEOPLE.c.account.is_not(None)).values(account=PEOPLE.c.id))
    taken: set[str] = set()
    for identity, name in accounts:
        called, number = name, 1
        # Whoever came later is called by a number.
        while taken.intersection(likenesses(called)):
            number += 1
            called = f"{name} {number}"
        looks, account = likenesses(called)
        taken |= {looks, account}
        changed = {"name": called, "looks": looks, "account": account}
        connection.execute(sa.update(PEOPLE).where(PEOPLE.c.id == identity).values(**changed))
