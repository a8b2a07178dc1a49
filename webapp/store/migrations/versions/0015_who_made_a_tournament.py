"""The hashed client network of an unfinished tournament, so that all processes count it.

Existing ones are counted by their owners, as before.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

TABLES = ("tournaments", "gatherings")


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("household", sa.String(12)))


def downgrade() -> None:
    for table in TABLES:
        op.drop_column(table, "household")
