"""Analyses of recordings by exact odds."""

import sqlalchemy as sa

from webapp.store.migrations.steps import both_ways, column

revision = "0002"
down_revision = "0001"

upgrade, downgrade = both_ways(column("recordings", "analysis", sa.LargeBinary))
