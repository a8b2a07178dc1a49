"""The index of entrants begins with the holder: a visitor's page lists tournaments they joined."""

from webapp.store.migrations.steps import both_ways, index

revision = "0019"
down_revision = "0018"

upgrade, downgrade = both_ways(
    index("ix_entrants_holder", "entrants", "gathering_id", "holder", unique=True).reverse(),
    index("ix_entrants_holder", "entrants", "holder", "gathering_id", unique=True),
)
