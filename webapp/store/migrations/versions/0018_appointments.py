"""Appointments of challenges: start, deadline, proposed change, drafts of armies.

Existing challenges have none. Downgrading drops drafts and agreed times: a challenge that waits for
its deadline then takes sealed armies until it, like any other.
"""

import sqlalchemy as sa

from webapp.store.migrations.steps import both_ways, column, index

revision = "0018"
down_revision = "0017"

upgrade, downgrade = both_ways(
    column("challenges", "start_ms", sa.BigInteger),
    column("challenges", "lock_ms", sa.BigInteger),
    column("challenges", "proposed_ms", sa.BigInteger),
    column("challenges", "proposed_by", sa.String(1)),
    column("challenges", "moves", sa.Integer, nullable=False, server_default="0"),
    column("challenges", "forfeit", sa.String(2)),
    index("ix_challenges_lock", "challenges", "lock_ms"),
    column("seats", "draft", sa.Text),
    column("seats", "draft_salt", sa.String(64)),
    column("seats", "draft_own_salt", sa.Boolean, nullable=False, server_default="0"),
)
