"""Indexes of a visitor's challenges and of unfinished tournaments."""

from webapp.store.migrations.steps import both_ways, index

revision = "0012"
down_revision = "0011"

upgrade, downgrade = both_ways(
    index("ix_seats_holder", "seats", "holder"),
    index("ix_tournaments_ended", "tournaments", "ended_at_ms", "created_at_ms"),
    index("ix_gatherings_begun_closes", "gatherings", "begun_at_ms", "closes_at_ms"),
)
