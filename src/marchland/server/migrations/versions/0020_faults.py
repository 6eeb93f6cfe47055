"""Why a bot has stopped is kept without the name of whom it plays for, who may have another by now, or be gone."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

SEATS = sa.table("seats", *(sa.column(name) for name in ("match", "seat", "fault")))


def upgrade() -> None:
    connection = op.get_bind()
    for match, seat, said in connection.execute(sa.select(SEATS).where(SEATS.c.fault.is_not(None))).all():
        why = said.rpartition(" has failed: ")[2].removesuffix(".")
        here = (SEATS.c.match == match, SEATS.c.seat == seat)
        connection.execute(sa.update(SEATS).where(*here).values(fault=why))


def downgrade() -> None:
    pass  # it is as good a sentence
