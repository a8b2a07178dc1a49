"""Indexes of a visitor's challenges and of unfinished tournaments."""

from alembic import op

revision = "0012"
down_revision = "0011"

INDEXES = (
    ("ix_seats_holder", "seats", ["holder"]),
    ("ix_tournaments_ended", "tournaments", ["ended_at_ms", "created_at_ms"]),
    ("ix_gatherings_begun_closes", "gatherings", ["begun_at_ms", "closes_at_ms"]),
)


def upgrade() -> None:
    for name, table, columns in INDEXES:
        op.create_index(name, table, columns)


def downgrade() -> None:
    for name, table, _columns in INDEXES:
        op.drop_index(name, table)
