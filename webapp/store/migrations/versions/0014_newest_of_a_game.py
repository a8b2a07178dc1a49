"""An index of battles by game and place."""

from alembic import op

revision = "0014"
down_revision = "0013"

INDEX = "ix_battles_ruleset"


def upgrade() -> None:
    op.drop_index(INDEX, "battles")
    op.create_index(INDEX, "battles", ["ruleset", "place"])


def downgrade() -> None:
    op.drop_index(INDEX, "battles")
    op.create_index(INDEX, "battles", ["ruleset"])
