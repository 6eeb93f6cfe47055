"""Alembic's entry: the store hands its engine over."""

from alembic import context

from marchland.server.schema import METADATA

with context.config.attributes["engine"].connect() as connection:
    sqlite = connection.dialect.name == "sqlite"
    if sqlite:
        # Tables that others refer to are made anew; and SQLite begins no transaction for that by itself.
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()
    if sqlite:
        connection.exec_driver_sql("PRAGMA foreign_keys=ON")
