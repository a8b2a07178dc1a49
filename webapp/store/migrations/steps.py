"""Steps of a migration, each of which can be undone."""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op
from alembic.operations import ops


def table(name: str, *parts: sa.Column[Any]) -> ops.CreateTableOp:
    return ops.CreateTableOp(name, parts)


def column(table: str, name: str, type_: Any, **options: Any) -> ops.AddColumnOp:
    return ops.AddColumnOp(table, sa.Column(name, type_, **options))


def index(name: str, table: str, *columns: str, unique: bool = False) -> ops.CreateIndexOp:
    return ops.CreateIndexOp(name, table, columns, unique=unique)


def both_ways(*steps: ops.MigrateOperation) -> tuple[Callable[[], None], Callable[[], None]]:
    """Return the upgrade that takes these steps, and the downgrade that undoes them."""

    def upgrade() -> None:
        for step in steps:
            op.invoke(step)

    def downgrade() -> None:
        for step in reversed(steps):
            op.invoke(step.reverse())

    return upgrade, downgrade
