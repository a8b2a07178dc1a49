"""Paged lists, the same on pages and in the API.

A list descends by `place`, a whole number of each row. A page begins below or above a place, so
that new rows neither shift nor hide others; the first PAGES_MOST pages can be requested by number
as well.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

SIZE: Final = 20
PAGES_MOST: Final = 250  # numbered pages; older ones are reached by next links or a search
TIE_BITS: Final = 20
PLACE_DIGITS: Final = 16
PLACE_MOST: Final = 2**63 - 1

Row = TypeVar("Row")
Other = TypeVar("Other")


@dataclass(frozen=True)
class PageRequest:
    """The requested page: by number, or below or above a place; then `number` is for display."""

    number: int = 1
    before: str = ""
    after: str = ""


FIRST: Final = PageRequest()


@dataclass(frozen=True)
class Page(Generic[Row]):
    """Some rows of a list: those of page `number`, counted from 1."""

    rows: Sequence[Row]
    number: int
    size: int
    total: int  # counted up to one more than numbered pages hold
    newer: str = ""  # the place for the page above, as `older` for the one below, or empty
    older: str = ""

    def with_rows(self, rows: Sequence[Other]) -> "Page[Other]":
        return Page(rows, self.number, self.size, self.total, self.newer, self.older)

    @property
    def pages(self) -> int:
        """The number of numbered pages, at least one."""
        return min(PAGES_MOST, max(1, -(-self.total // self.size)))

    @property
    def counted(self) -> int:
        """The number of counted rows: all of them, unless `more`."""
        return min(self.total, PAGES_MOST * self.size)

    @property
    def more(self) -> bool:
        return self.total > self.counted

    @property
    def around(self) -> list[int]:
        """The page numbers to offer: first, last, and those near this one."""
        near = range(self.number - 2, self.number + 3)
        return sorted({1, self.pages, *(page for page in near if 1 <= page <= self.pages)})

    def described(self) -> dict[str, Any]:
        rows = {"total": self.counted, "more": self.more}
        places = {"newer": self.newer or None, "older": self.older or None}
        return {"page": self.number, "pages": self.pages, **rows, **places}


def place(at_ms: int, id_: str) -> int:
    """Return the place for a time; the id separates rows of the same millisecond."""
    return at_ms << TIE_BITS | zlib.crc32(id_.encode()) & ((1 << TIE_BITS) - 1)


def below(at_ms: int) -> int:
    """Return a place above all places of this time, below those of any later one."""
    return (at_ms + 1) << TIE_BITS


def page_of(db: Session, places: Select[Any], asked: PageRequest, size: int = SIZE) -> Page[int]:
    """Return the places of a page of the list that `places` selects, in descending order."""
    (key,) = places.selected_columns
    most = PAGES_MOST * size + 1
    if (above := _place_in(asked.after)) is not None:
        up = db.scalars(places.where(key > above).order_by(key).limit(size + 1)).all()
        if len(up) > size:
            shown = up[size - 1 :: -1]
            total = _count(db, places, most)
            return _page(shown, max(1, asked.number), size, total, older=True, newer=True)
        asked = FIRST  # the first page, whole
    down = places.order_by(key.desc()).limit(size + 1)
    if (below := _place_in(asked.before)) is not None:
        rows = db.scalars(down.where(key < below)).all()
        if rows:
            is_older, total = len(rows) > size, _count(db, places, most)
            return _page(rows[:size], max(2, asked.number), size, total, older=is_older, newer=True)
        asked = PageRequest(PAGES_MOST)  # nothing is that old: the last page
    number = max(1, min(asked.number, PAGES_MOST))
    rows = db.scalars(down.offset((number - 1) * size)).all()
    if not rows and number > 1:
        total = _count(db, places, most)
        number = Page[int]((), 1, size, total).pages
        # The last ones from below: nearly all others have been counted.
        rows = db.scalars(places.order_by(key).limit(total - (number - 1) * size)).all()[::-1]
    total = (number - 1) * size + len(rows)
    if is_older := len(rows) > size:
        # Rows down to this page were passed to find it: count the rest.
        total += _count(db, places.where(key < rows[size]), most - total)
    return _page(rows[:size], number, size, total, older=is_older, newer=number > 1)


def _count(db: Session, places: Select[Any], most: int) -> int:
    return db.scalar(select(func.count()).select_from(places.limit(most).subquery())) or 0


def _page(
    rows: Sequence[int], number: int, size: int, total: int, *, older: bool, newer: bool
) -> Page[int]:
    above = f"{rows[0]:x}" if newer and rows else ""
    below = f"{rows[-1]:x}" if older else ""
    return Page(rows, number, size, total, above, below)


def _place_in(text: str) -> int | None:
    if not text or len(text) > PLACE_DIGITS or not set(text) <= set("0123456789abcdef"):
        return None
    return min(int(text, 16), PLACE_MOST)
