"""An index of running matches."""

from webapp.store.migrations.steps import both_ways, index

revision = "0011"
down_revision = "0010"

upgrade, downgrade = both_ways(
    index("ix_matches_ended_deadline", "matches", "ended", "deadline_ms")
)
