"""Who has said something, also where somebody else has the seat now."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chats", sa.Column("person", sa.Text))
    # By their name; where nobody has that any more, and one alone has had the seat, it was that one.
    here = "match = chats.match and seat = chats.seat"
    players = f"select person from holders where {here} union select person from seats where {here}"
    named = f"select min(id) from people where name = chats.name and id in ({players})"
    alone = f"select person from seats where {here} and not exists (select * from holders where {here})"
    op.execute(f"update chats set person = coalesce(({named}), ({alone}))")


def downgrade() -> None:
    op.drop_column("chats", "person")
