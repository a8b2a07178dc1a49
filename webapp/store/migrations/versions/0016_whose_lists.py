"""Owners of branches, and tournaments hidden from their maker's list.

Existing branches have no known owner and are in no list.
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("branches", sa.Column("owner", sa.String(32)))
    hidden = sa.Column("hidden", sa.Boolean, nullable=False, server_default="0")
    op.add_column("tournaments", hidden)


def downgrade() -> None:
    op.drop_column("tournaments", "hidden")
    op.drop_column("branches", "owner")
