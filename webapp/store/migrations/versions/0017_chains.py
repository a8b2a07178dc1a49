"""Chains of battles: gauntlets, and battles of survivors."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "gauntlets",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("chances", sa.Text),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_gauntlets_owner", "gauntlets", ["owner", "created_at_ms"])
    op.create_index("ix_gauntlets_created_at_ms", "gauntlets", ["created_at_ms"])
    op.create_table(
        "fights",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("battle_id", sa.String(8), sa.ForeignKey("battles.id"), unique=True),
        sa.Column("previous_id", sa.String(8), sa.ForeignKey("battles.id")),
        sa.Column("from_side", sa.String(1), nullable=False),
        sa.Column("side", sa.String(1), nullable=False),
        sa.Column("gauntlet_id", sa.String(8), sa.ForeignKey("gauntlets.id")),
        sa.Column("station", sa.Integer),
        sa.Column("survivors", sa.Text),
        sa.Column("owner", sa.String(32)),
    )
    op.create_index("ix_fights_previous_id", "fights", ["previous_id"])
    op.create_index("ix_fights_station", "fights", ["gauntlet_id", "station"], unique=True)


def downgrade() -> None:
    op.drop_table("fights")
    op.drop_table("gauntlets")
