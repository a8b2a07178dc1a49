"""Who made a branch, and whether a tournament is left out of its maker's list.

Nobody knows who made the branches that are there already: they keep their links, and no list has
them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns."""
    op.add_column("branches", sa.Column("owner", sa.String(32)))
    hidden = sa.Column("hidden", sa.Boolean, nullable=False, server_default="0")
    op.add_column("tournaments", hidden)


def downgrade() -> None:
    """Removes the columns."""
    op.drop_column("tournaments", "hidden")
    op.drop_column("branches", "owner")
