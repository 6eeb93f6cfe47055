"""The tables of the database."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

GUESTS = sa.Table(
    "guests",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("created", sa.Text, nullable=False),
)
SESSIONS = sa.Table(
    "sessions",
    METADATA,
    sa.Column("token_hash", sa.Text, primary_key=True),
    sa.Column("guest", sa.Text, sa.ForeignKey("guests.id"), nullable=False),
    sa.Column("created", sa.Text, nullable=False),
)
MATCHES = sa.Table(
    "matches",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False, index=True),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("invite", sa.Text, nullable=False, unique=True),
    sa.Column("creator", sa.Text, sa.ForeignKey("guests.id"), nullable=False),
    sa.Column("dice", sa.Text, nullable=False),
    sa.Column("places", sa.Text, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("awaited", sa.Integer, nullable=False),
    sa.Column("rematch", sa.Text),
    sa.Column("created", sa.Text, nullable=False),
)
SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("guest", sa.Text, sa.ForeignKey("guests.id"), index=True),
    sa.Column("bot", sa.Text),
    sa.Column("stand_in", sa.Text),  # the bot that plays for it
    sa.Column("fault", sa.Text),  # why the bot has stopped, in a sentence
    sa.Column("secret", sa.Text, nullable=False, unique=True),
)
# Append-only; the primary key makes it impossible that two tabs both write the same move.
ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("type", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("awaited", sa.Integer, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
)
SNAPSHOTS = sa.Table(
    "snapshots",
    METADATA,
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)
CHATS = sa.Table(
    "chats",
    METADATA,
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("to", sa.Integer),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
)
