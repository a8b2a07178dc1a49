"""The index of entrants begins with the holder: a visitor's page lists tournaments they joined."""

from alembic import op

revision = "0019"
down_revision = "0018"

INDEX = "ix_entrants_holder"


def upgrade() -> None:
    op.drop_index(INDEX, "entrants")
    op.create_index(INDEX, "entrants", ["holder", "gathering_id"], unique=True)


def downgrade() -> None:
    op.drop_index(INDEX, "entrants")
    op.create_index(INDEX, "entrants", ["gathering_id", "holder"], unique=True)
