"""An i with a dot above looks like an i: no two accounts are told apart by it."""

from marchland.server.migrations.likenesses import tell_apart

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    tell_apart()


def downgrade() -> None:
    pass  # names are compared as they are now
