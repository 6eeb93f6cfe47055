"""Names of accounts are compared whatever form their letters have."""

from marchland.server.migrations.likenesses import tell_apart

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    tell_apart()


def downgrade() -> None:
    pass  # whoever was told apart stays so
