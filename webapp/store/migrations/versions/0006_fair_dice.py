"""Published seals, the server's part of the dice, and renewable links."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the columns; older challenges keep the seed drawn with them."""
    op.add_column("challenges", sa.Column("secret", sa.String(64)))
    op.add_column("seats", sa.Column("seal", sa.String(64)))
    op.add_column("seats", sa.Column("salt", sa.String(64)))
    op.add_column("seats", sa.Column("own_salt", sa.Boolean, nullable=False, server_default="0"))
    for table in ("seats", "armies"):
        op.add_column(table, sa.Column("link", sa.Integer, nullable=False, server_default="0"))
