"""An index by which the matches that are being played are found."""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

NAME = "ix_matches_ended_deadline"


def upgrade() -> None:
    """Makes it."""
    op.create_index(NAME, "matches", ["ended", "deadline_ms"])


def downgrade() -> None:
    """Drops it."""
    op.drop_index(NAME, "matches")
