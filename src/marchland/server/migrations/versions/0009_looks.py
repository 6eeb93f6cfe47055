"""Names of accounts are compared in small letters, too: before, Max and max could be two."""

import sqlalchemy as sa
from alembic import op

from marchland.server.migrations.likenesses import tell_apart

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("looks", sa.Text))
    op.create_index("ix_people_looks", "people", ["looks"])
    tell_apart()


def downgrade() -> None:
    op.drop_index("ix_people_looks", "people")
    op.drop_column("people", "looks")
