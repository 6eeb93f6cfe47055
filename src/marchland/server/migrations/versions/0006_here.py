"""Several people play at one screen, and people choose their colours."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("host", sa.Text))
    op.add_column("seats", sa.Column("colour", sa.Integer))


def downgrade() -> None:
    op.drop_column("seats", "colour")
    op.drop_column("seats", "host")
