"""An index of battles by game; immediate updates of PostgreSQL's index of terms.

Its pending list of up to 4 MB would be read by every search.
"""

from alembic import op

revision = "0013"
down_revision = "0012"

INDEX = "battle_terms_terms"


def upgrade() -> None:
    op.create_index("ix_battles_ruleset", "battles", ["ruleset"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER INDEX {INDEX} SET (fastupdate = off)")
        op.execute(f"SELECT gin_clean_pending_list('{INDEX}')")


def downgrade() -> None:
    op.drop_index("ix_battles_ruleset", "battles")
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER INDEX {INDEX} RESET (fastupdate)")
