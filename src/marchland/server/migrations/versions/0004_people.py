"""People with accounts and sessions that end; who may look on; absence; links kept as hashes; dice from everybody."""

import secrets
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.rename_table("guests", "people")
    with op.batch_alter_table("people") as people:
        people.add_column(sa.Column("account", sa.Text))
        people.add_column(sa.Column("password", sa.Text))
        people.create_unique_constraint("uq_people_account", ["account"])
    keep_sessions()
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("watch", sa.Boolean, nullable=False, server_default=sa.true()))
        matches.add_column(sa.Column("patience", sa.Integer))
        matches.add_column(sa.Column("started", sa.Text))
        matches.add_column(sa.Column("ended", sa.Text))
    op.execute("update matches set started = created where status <> 'waiting'")
    op.drop_index("ix_seats_guest", "seats")
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("guest", new_column_name="person")
        for name in ("invited", "away", "away_since", "entropy_hash", "entropy"):
            seats.add_column(sa.Column(name, sa.Text))
        seats.create_foreign_key("fk_seats_invited", "people", ["invited"], ["id"])
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "holders",
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id")),
        sa.Column("bot", sa.Text),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id")),
        sa.Column("created", sa.Text, nullable=False),
    )
    op.create_index("ix_links_match", "links", ["match"])


def keep_sessions() -> None:
    """Sessions of before go on, under the rules of the new ones."""
    connection = op.get_bind()
    old = connection.execute(sa.text("select token_hash, guest, created from sessions")).all()
    op.drop_table("sessions")
    sessions = op.create_table(
        "sessions",
        sa.Column("token_hash", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id")),
        sa.Column("seat", sa.Integer),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("used", sa.Text, nullable=False),
        sa.Column("expires", sa.Text, nullable=False),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    now = datetime.now(UTC)
    used, expires = (moment.isoformat(timespec="seconds") for moment in (now, now + timedelta(days=90)))
    rows = [
        {
            "token_hash": row.token_hash,
            "id": secrets.token_urlsafe(9),
            "person": row.guest,
            "device": "a browser",
            "created": row.created,
            "used": used,
            "expires": expires,
        }
        for row in old
    ]
    if rows:
        connection.execute(sa.insert(sessions), rows)


def downgrade() -> None:
    raise NotImplementedError("Accounts and links of this version cannot be kept by an older one.")
