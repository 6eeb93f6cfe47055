"""Who has handed a seat on can take it back."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Whoever handed a seat on before gave it away for good, and was told so.
    op.add_column("seats", sa.Column("lender", sa.Text))
    # Which matches are somebody's is asked whenever they open the lobby.
    op.create_index("ix_seats_invited", "seats", ["invited"])
    op.create_index("ix_seats_lender", "seats", ["lender"])


def downgrade() -> None:
    op.drop_index("ix_seats_lender")
    op.drop_index("ix_seats_invited")
    op.drop_column("seats", "lender")
