"""Alembic's entry: the store hands its engine over."""

from alembic import context

from marchland.server.schema import METADATA

with context.config.attributes["engine"].begin() as connection:
    context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
