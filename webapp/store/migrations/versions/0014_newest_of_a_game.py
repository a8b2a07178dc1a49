"""The newest battles of a game are read without those of others."""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

INDEX = "ix_battles_ruleset"


def upgrade() -> None:
    """Has the index of games go on with the places in lists."""
    op.drop_index(INDEX, "battles")
    op.create_index(INDEX, "battles", ["ruleset", "place"])


def downgrade() -> None:
    """Leaves only the games in it."""
    op.drop_index(INDEX, "battles")
    op.create_index(INDEX, "battles", ["ruleset"])
