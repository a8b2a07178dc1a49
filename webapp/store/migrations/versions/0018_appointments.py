"""Appointments of challenges: start, deadline, proposed change, drafts of armies.

Existing challenges have none. Downgrading drops drafts and agreed times: a challenge that waits for
its deadline then takes sealed armies until it, like any other.
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

INDEX = "ix_challenges_lock"


def upgrade() -> None:
    for name in ("start_ms", "lock_ms", "proposed_ms"):
        op.add_column("challenges", sa.Column(name, sa.BigInteger))
    op.add_column("challenges", sa.Column("proposed_by", sa.String(1)))
    moves = sa.Column("moves", sa.Integer, nullable=False, server_default="0")
    op.add_column("challenges", moves)
    op.add_column("challenges", sa.Column("forfeit", sa.String(2)))
    op.create_index(INDEX, "challenges", ["lock_ms"])
    op.add_column("seats", sa.Column("draft", sa.Text))
    op.add_column("seats", sa.Column("draft_salt", sa.String(64)))
    own = sa.Column("draft_own_salt", sa.Boolean, nullable=False, server_default="0")
    op.add_column("seats", own)


def downgrade() -> None:
    for name in ("draft_own_salt", "draft_salt", "draft"):
        op.drop_column("seats", name)
    op.drop_index(INDEX, "challenges")
    for name in ("forfeit", "moves", "proposed_by", "proposed_ms", "lock_ms", "start_ms"):
        op.drop_column("challenges", name)
