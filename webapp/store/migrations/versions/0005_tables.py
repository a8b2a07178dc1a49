"""The tables of version 0005: recordings, battles, armies, challenges and matches.

Databases from before 21 November 2026, and before the first release, are not migrated.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = None


def upgrade() -> None:
    _battles()
    _armies()
    _challenges()
    _matches()


def _battles() -> None:
    op.create_table(
        "recordings",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("winner", sa.String(1)),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("lines", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("analysis", sa.LargeBinary),
        sa.Column("chance_a", sa.Float),
    )
    op.create_table(
        "battles",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("digest", sa.String(64), sa.ForeignKey("recordings.digest"), nullable=False),
        sa.Column("starts_at_ms", sa.BigInteger, nullable=False),
        sa.Column("ends_at_ms", sa.BigInteger, nullable=False),
        sa.Column("title", sa.String(160), nullable=False),
        sa.Column("name_a", sa.String(60), nullable=False),
        sa.Column("army_a", sa.String(60), nullable=False),
        sa.Column("name_b", sa.String(60), nullable=False),
        sa.Column("army_b", sa.String(60), nullable=False),
        sa.Column("sample", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
    )
    op.create_index("ix_battles_digest", "battles", ["digest"])
    op.create_index("ix_battles_listed_starts", "battles", ["listed", "starts_at_ms"])
    op.create_table(
        "fielded",
        sa.Column("unit", sa.String(60), primary_key=True),
        sa.Column("digest", sa.String(64), sa.ForeignKey("recordings.digest"), primary_key=True),
    )


def _armies() -> None:
    op.create_table(
        "armies",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("note", sa.String(160), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("cost", sa.Integer),
        sa.Column("parent_id", sa.String(8), sa.ForeignKey("armies.id")),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("changed_at", sa.DateTime, nullable=False),
    )
    op.create_index("ix_armies_ruleset", "armies", ["ruleset"])
    op.create_index("ix_armies_owner", "armies", ["owner"])


def _challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("title", sa.String(160), nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("seed", sa.String(20), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("series_id", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("best_of", sa.Integer, nullable=False),
        sa.Column("swapped", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_at_ms", sa.BigInteger, nullable=False),
        sa.Column("battle_id", sa.String(8), sa.ForeignKey("battles.id"), unique=True),
    )
    op.create_index("ix_challenges_series", "challenges", ["series_id", "number"], unique=True)
    op.create_table(
        "seats",
        sa.Column("challenge_id", sa.String(8), sa.ForeignKey("challenges.id"), primary_key=True),
        sa.Column("side", sa.String(1), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("holder", sa.String(32)),
        sa.Column("army", sa.Text),
        sa.Column("sealed_at_ms", sa.BigInteger),
    )


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column(
            "challenge_id",
            sa.String(8),
            sa.ForeignKey("challenges.id"),
            nullable=False,
            unique=True,
        ),
        sa.Column("battle", sa.Text, nullable=False),
        sa.Column("clock_s", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("started_at_ms", sa.BigInteger, nullable=False),
        sa.Column("deadline_ms", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.Text, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("resigned", sa.String(1)),
        sa.Column("ended", sa.Boolean, nullable=False),
        sa.Column("battle_id", sa.String(8), sa.ForeignKey("battles.id")),
    )
    op.create_table(
        "orders",
        sa.Column("match_id", sa.String(8), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("side", sa.String(1), primary_key=True),
        sa.Column("orders", sa.Text, nullable=False),
        sa.Column("locked_at_ms", sa.BigInteger),
    )
