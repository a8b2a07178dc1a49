"""Owners of branches, and tournaments hidden from their maker's list.

Existing branches have no known owner and are in no list.
"""

import sqlalchemy as sa

from webapp.store.migrations.steps import both_ways, column

revision = "0016"
down_revision = "0015"

upgrade, downgrade = both_ways(
    column("branches", "owner", sa.String(32)),
    column("tournaments", "hidden", sa.Boolean, nullable=False, server_default="0"),
)
