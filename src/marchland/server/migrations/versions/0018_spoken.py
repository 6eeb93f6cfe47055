"""Under which names people have talked in a match is found without reading what they said."""

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

NAME = "ix_chats_speakers"


def upgrade() -> None:
    op.create_index(NAME, "chats", ["match", "person", "name"])


def downgrade() -> None:
    op.drop_index(NAME)
