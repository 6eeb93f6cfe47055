"""Whoever takes a seat over does not read what was whispered to somebody else there."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("whispers_after", sa.Integer))


def downgrade() -> None:
    op.drop_column("seats", "whispers_after")
