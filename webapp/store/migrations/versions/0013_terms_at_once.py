"""Which games there are battles of; PostgreSQL's index of terms takes battles at once.

It would keep up to 4 MB of them in a list that every search reads from end to end.
"""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

INDEX = "battle_terms_terms"


def upgrade() -> None:
    """Makes an index, and puts into the other one what waits to be."""
    op.create_index("ix_battles_ruleset", "battles", ["ruleset"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER INDEX {INDEX} SET (fastupdate = off)")
        op.execute(f"SELECT gin_clean_pending_list('{INDEX}')")


def downgrade() -> None:
    """Drops it, and has new battles wait again."""
    op.drop_index("ix_battles_ruleset", "battles")
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER INDEX {INDEX} RESET (fastupdate)")
