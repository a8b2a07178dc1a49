"""What exact odds tell of a recording."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column; recordings from before have no analysis."""
    op.add_column("recordings", sa.Column("analysis", sa.LargeBinary))


def downgrade() -> None:
    """Drops the column: analyses can be worked out anew."""
    with op.batch_alter_table("recordings") as table:
        table.drop_column("analysis")
