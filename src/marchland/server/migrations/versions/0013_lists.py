"""Lists that cost the same however many matches there were, and when somebody was last at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

INDEXES = {
    "ix_matches_listed": ("matches", ["status", "public", "watch", "started"]),
    "ix_matches_creator": ("matches", ["creator"]),
    "ix_links_person": ("links", ["person"]),
}


def upgrade() -> None:
    op.add_column("seats", sa.Column("here_at", sa.Text))
    for name, (table, columns) in INDEXES.items():
        op.create_index(name, table, columns)


def downgrade() -> None:
    for name in INDEXES:
        op.drop_index(name)
    op.drop_column("seats", "here_at")
