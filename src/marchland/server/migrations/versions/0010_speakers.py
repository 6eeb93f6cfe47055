"""Who has said something, also where somebody else has the seat now."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chats", sa.Column("person", sa.Text))
    here = "match = chats.match and seat = chats.seat"
    at_that_time = f"select person from holders where {here} and at <= chats.at order by at desc, number desc limit 1"
    op.execute(f"update chats set person = coalesce(({at_that_time}), (select person from seats where {here}))")


def downgrade() -> None:
    op.drop_column("chats", "person")
