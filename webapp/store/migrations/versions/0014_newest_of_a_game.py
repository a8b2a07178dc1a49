"""An index of battles by game and place."""

from webapp.store.migrations.steps import both_ways, index

revision = "0014"
down_revision = "0013"

upgrade, downgrade = both_ways(
    index("ix_battles_ruleset", "battles", "ruleset").reverse(),
    index("ix_battles_ruleset", "battles", "ruleset", "place"),
)
