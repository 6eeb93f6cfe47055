"""The tables of the database."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

# Guests, and those among them who have an account: a name that is theirs alone, and a password.
PEOPLE = sa.Table(
    "people",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("created", sa.Text, nullable=False),
    # The name of an account as it is compared, in small letters and as it is written: nobody has one that looks alike.
    sa.Column("account", sa.Text, unique=True),
    sa.Column("looks", sa.Text, index=True),
    sa.Column("password", sa.Text),  # hashed by argon2
)
SESSIONS = sa.Table(
    "sessions",
    METADATA,
    sa.Column("token_hash", sa.Text, primary_key=True),
    sa.Column("id", sa.Text, nullable=False, unique=True),  # by which its owner ends it
    sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False, index=True),
    # One that came by the link of a seat is limited to that seat.
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id")),
    sa.Column("seat", sa.Integer),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("created", sa.Text, nullable=False),
    sa.Column("used", sa.Text, nullable=False),
    sa.Column("expires", sa.Text, nullable=False),
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
    sa.Column("watch", sa.Boolean, nullable=False),  # whether strangers may look on
    sa.Column("patience", sa.Integer),  # seconds until a bot plays for somebody who does not move; null: wait
    sa.Column("creator", sa.Text, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("origin", sa.Text),  # what stands for the address it was made from, while the server runs
    sa.Column("dice", sa.Text, nullable=False),
    sa.Column("places", sa.Text, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("awaited", sa.Integer, nullable=False),
    sa.Column("rematch", sa.Text),
    sa.Column("created", sa.Text, nullable=False),
    sa.Column("started", sa.Text),
    sa.Column("ended", sa.Text),  # how it ended where not by its rules, as JSON
    sa.Index("ix_matches_listed", "status", "public", "watch", "started", "creator", "origin", "id"),
)
SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("person", sa.Text, sa.ForeignKey("people.id"), index=True),
    # Who has made the match, where the person of the seat plays at the same screen and has no session.
    sa.Column("host", sa.Text),
    sa.Column("colour", sa.Integer),  # that the person has chosen
    sa.Column("invited", sa.Text, sa.ForeignKey("people.id"), index=True),  # for whom an open seat is kept
    # Whose seat it is, where they have handed it on: they can take it back from the person who plays it.
    sa.Column("lender", sa.Text, index=True),
    sa.Column("bot", sa.Text),
    sa.Column("stand_in", sa.Text),  # the bot that plays for it
    sa.Column("away", sa.Text),  # why a bot plays for a person: handed, absent, resigned
    sa.Column("away_since", sa.Text),
    sa.Column("fault", sa.Text),  # why the bot has stopped, in a few words
    sa.Column("here_at", sa.Text),  # when its person was last at the table
    # The last message before the person took the seat over: what was whispered up to it is not for them.
    sa.Column("whispers_after", sa.Integer),
    # What the seat adds to the dice: first its hash, then, once all hashes are there, itself.
    sa.Column("entropy_hash", sa.Text),
    sa.Column("entropy", sa.Text),
)
# Who has played a seat, since which entry.
HOLDERS = sa.Table(
    "holders",
    METADATA,
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("person", sa.Text, sa.ForeignKey("people.id")),
    sa.Column("bot", sa.Text),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),  # since when its time runs
)
# The links that people pass on. Only their hashes are kept: nobody who reads the database can open one.
LINKS = sa.Table(
    "links",
    METADATA,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("type", sa.Text, nullable=False),  # invite, seat, handover
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), nullable=False, index=True),
    sa.Column("seat", sa.Integer),
    sa.Column("person", sa.Text, sa.ForeignKey("people.id"), index=True),  # whose seat it is, or who invites
    sa.Column("created", sa.Text, nullable=False),
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
    sa.Column("counts", sa.Text),  # JSON: Timeline.counts; there is none of snapshots of before
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
    sa.Column("person", sa.Text),  # whose words they are; the seat may be another's by now
    sa.Index("ix_chats_speakers", "match", "person", "name"),
)
