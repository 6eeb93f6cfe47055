"""The lobby can tell which matches come from one address."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("origin", sa.Text))


def downgrade() -> None:
    op.drop_column("matches", "origin")
