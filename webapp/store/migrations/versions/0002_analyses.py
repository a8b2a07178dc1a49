"""Analyses of recordings by exact odds."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("recordings", sa.Column("analysis", sa.LargeBinary))


def downgrade() -> None:
    with op.batch_alter_table("recordings") as table:
        table.drop_column("analysis")
