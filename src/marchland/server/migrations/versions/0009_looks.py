"""Names of accounts are compared in small letters, too: before, Max and max could be two."""

import sqlalchemy as sa
from alembic import op

from marchland.server.names import likenesses

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

PEOPLE = sa.table("people", *(sa.column(name) for name in ("id", "name", "created", "account", "looks")))


def upgrade() -> None:
    op.add_column("people", sa.Column("looks", sa.Text))
    op.create_index("ix_people_looks", "people", ["looks"])
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


def downgrade() -> None:
    op.drop_index("ix_people_looks", "people")
    op.drop_column("people", "looks")
