"""Lists in pages: the same on pages for people and in the API."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from sqlalchemy import Select, func, select

from webapp.store.database import session

SIZE: Final = 20
PAGES_MOST: Final = 500
"""Pages of a list at most; what is older can be found by a search."""

Row = TypeVar("Row")


@dataclass(frozen=True)
class Page(Generic[Row]):
    """Some rows of a list: those of page `number`, counted from 1, of `pages`."""

    rows: Sequence[Row]
    number: int
    size: int
    total: int

    @property
    def pages(self) -> int:
        """How many pages there are: one even if it is empty."""
        return min(PAGES_MOST, max(1, -(-self.total // self.size)))

    @property
    def around(self) -> list[int]:
        """The pages to offer: the first, the last, and those next to this one."""
        near = range(self.number - 2, self.number + 3)
        return sorted({1, self.pages, *(page for page in near if 1 <= page <= self.pages)})

    def described(self) -> dict[str, int]:
        """Where this page stands, as the API says it."""
        return {"page": self.number, "pages": self.pages, "total": self.total}


def page_of(query: Select[Row], number: int, size: int = SIZE) -> Page[Row]:
    """A page of what a query finds, which has to put it in order; past the end, the last one."""
    with session() as db:
        counted = select(func.count()).select_from(query.order_by(None).subquery())
        total = db.scalar(counted) or 0
        last = Page[Row]((), 1, size, total).pages
        number = max(1, min(number, last))
        rows = db.scalars(query.offset((number - 1) * size).limit(size)).all()
    return Page(rows, number, size, total)
