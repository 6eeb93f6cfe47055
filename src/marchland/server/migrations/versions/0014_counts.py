"""What each viewer has counted when a snapshot is taken: others' secret clicks stay secret after an upgrade too."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("snapshots", sa.Column("counts", sa.Text))


def downgrade() -> None:
    op.drop_column("snapshots", "counts")
