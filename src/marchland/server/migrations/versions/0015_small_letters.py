"""A small i does not look like an l: Neil and Nell can both have an account."""

from marchland.server.migrations.likenesses import tell_apart

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    tell_apart()


def downgrade() -> None:
    pass  # names are compared as they are now
