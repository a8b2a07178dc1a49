"""Branches: variants of battles."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "branches",
        sa.Column("battle_id", sa.String(8), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("parent_id", sa.String(8), sa.ForeignKey("battles.id"), nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("change", sa.Text, nullable=False),
    )
    op.create_index("ix_branches_parent_id", "branches", ["parent_id"])


def downgrade() -> None:
    op.drop_table("branches")
