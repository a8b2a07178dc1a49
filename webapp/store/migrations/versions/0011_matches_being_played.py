"""An index of running matches."""

from alembic import op

revision = "0011"
down_revision = "0010"

NAME = "ix_matches_ended_deadline"


def upgrade() -> None:
    op.create_index(NAME, "matches", ["ended", "deadline_ms"])


def downgrade() -> None:
    op.drop_index(NAME, "matches")
