"""Runs the migrations on the connection that `webapp.store.database.migrate` passes."""

from alembic import context

from webapp.store.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite alters a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
