"""A bot that has failed says why, and another may play for it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("stand_in", sa.Text))
    op.add_column("seats", sa.Column("fault", sa.Text))


def downgrade() -> None:
    op.drop_column("seats", "fault")
    op.drop_column("seats", "stand_in")
