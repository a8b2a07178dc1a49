"""Branches: variants of battles."""

import sqlalchemy as sa

from webapp.store.migrations.steps import both_ways, index, table

revision = "0009"
down_revision = "0008"

upgrade, downgrade = both_ways(
    table(
        "branches",
        sa.Column("battle_id", sa.String(8), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("parent_id", sa.String(8), sa.ForeignKey("battles.id"), nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("change", sa.Text, nullable=False),
    ),
    index("ix_branches_parent_id", "branches", "parent_id"),
)
