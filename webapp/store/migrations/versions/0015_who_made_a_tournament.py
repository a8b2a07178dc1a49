"""The hashed client network of an unfinished tournament, so that all processes count it.

Existing ones are counted by their owners, as before.
"""

import sqlalchemy as sa

from webapp.store.migrations.steps import both_ways, column

revision = "0015"
down_revision = "0014"

upgrade, downgrade = both_ways(
    column("tournaments", "household", sa.String(12)),
    column("gatherings", "household", sa.String(12)),
)
