"""The list of matches to look on at passes over those of whoever has many without reading them."""

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

NAME, LISTED = "ix_matches_listed", ["status", "public", "watch", "started"]


def upgrade() -> None:
    op.drop_index(NAME)
    op.create_index(NAME, "matches", [*LISTED, "creator", "origin", "id"])


def downgrade() -> None:
    op.drop_index(NAME)
    op.create_index(NAME, "matches", LISTED)
