"""The type of an entry is called so; entries of type "act" hold codes, those of type "do" the sentences of before."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("entries", "sort", new_column_name="type")


def downgrade() -> None:
    op.alter_column("entries", "type", new_column_name="sort")
