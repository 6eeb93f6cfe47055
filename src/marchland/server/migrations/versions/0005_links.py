"""Secrets of invites are kept as hashes only; those of seats, which all who ever sat there know, end."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

SECRETS = {
    # Those of seats end: whoever sat there before the holder of now knows them too.
    "invite": "select invite as secret, id as match, null as seat, null as person, created from matches",
}


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        # What is deleted is overwritten, so that no secret is left in the file.
        connection.exec_driver_sql("PRAGMA secure_delete=ON")
    insert = sa.text(
        "insert into links (hash, type, match, seat, person, created) "
        "values (:hash, :type, :match, :seat, :person, :created)"
    )
    for type_, query in SECRETS.items():
        for row in connection.execute(sa.text(query)).mappings().all():
            values = {name: row[name] for name in ("match", "seat", "person", "created")}
            hashed = hashlib.sha256(row["secret"].encode()).hexdigest()
            connection.execute(insert, {"hash": hashed, "type": type_, **values})
    # What made them unique goes with them; SQLite makes the tables anew.
    naming = {"uq": "uq_%(table_name)s_%(column_0_name)s"}
    for table, column in (("matches", "invite"), ("seats", "secret")):
        with op.batch_alter_table(table, naming_convention=naming) as changed:
            if connection.dialect.name == "sqlite":
                changed.drop_constraint(f"uq_{table}_{column}", type_="unique")
            changed.drop_column(column)


def downgrade() -> None:
    raise NotImplementedError("Links of which only hashes are kept cannot be told to an older version.")
