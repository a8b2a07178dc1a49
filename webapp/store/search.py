"""The index that listed battles are found by: words by their beginnings, and marks for the rest.

A battle has a row under its `place`, the number that puts lists in order. FTS5 of SQLite keeps it,
or a tsvector of PostgreSQL; both are given the same terms, so both find the same. A term of a text
begins with `w`, a mark with `t`: no text can ask for a mark.
"""

import hashlib
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from sqlalchemy import BigInteger, Select, cast, column, delete, insert, literal_column, select
from sqlalchemy import String as Plain
from sqlalchemy import table as named
from sqlalchemy.dialects.postgresql import TSQUERY, TSVECTOR
from sqlalchemy.orm import Session

TABLE: Final = "battle_terms"
"""SQLite makes more tables, whose names begin with this one."""
WORD_LENGTH: Final = 40
LIKE_LETTERS: Final = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})
"""Letters that Unicode does not take apart into a letter and an accent."""

_ROWID: Final = literal_column(f"{TABLE}.rowid", BigInteger)
_PLACE: Final = column("place", BigInteger)
_TERMS: Final = column("terms", Plain)
_TABLE: Final = named(TABLE, _PLACE, _TERMS)

Alternatives = Sequence[str]
"""Terms of which a battle has to have one; a term that ends in * stands for all that begin so.

Several terms with spaces between them are one of the alternatives: all of them are needed.
"""


def words(text: str) -> list[str]:
    """The terms of the words in a text, in which neither case nor accents matter.

    What is neither letter nor number nor a picture parts words.
    """
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(LIKE_LETTERS)
    kept = "".join(filter(None, map(_kept, plain)))
    return [f"w{word[:WORD_LENGTH]}" for word in kept.split()]


def _kept(letter: str) -> str:
    """What becomes of a letter: itself, a space, or nothing."""
    category = unicodedata.category(letter)
    if category[0] in "LN" or category in ("So", "Mc"):
        return letter
    # Accents, and letters that only join others.
    return "" if category in ("Mn", "Me", "Cf") else " "


def mark(kind: str, value: str) -> str:
    """The term for a value of a kind that is no text, such as a game or a unit."""
    return "t" + hashlib.blake2s(f"{kind}:{value}".encode(), digest_size=8).hexdigest()


def put(db: Session, rows: Iterable[tuple[int, Iterable[str]]]) -> None:
    """Adds battles, each by its place and its terms; a place is taken once."""
    if _is_sqlite(db):
        into = named(TABLE, column("rowid"), column("terms"))
        values: list[dict[str, Any]] = [
            {"rowid": place, "terms": " ".join(sorted(terms))} for place, terms in rows
        ]
        db.execute(insert(into), values)
        return
    for place, terms in rows:
        vector = cast(" ".join(f"'{term}'" for term in sorted(terms)), TSVECTOR)
        db.execute(insert(_TABLE).values(place=place, terms=vector))


def remove(db: Session, place: int) -> None:
    """Takes a battle out."""
    db.execute(delete(_TABLE).where(place_column(db) == place))


def rows() -> Any:
    """The table, for who counts its rows."""
    return _TABLE


def place_column(db: Session) -> Any:
    """The column of places, for conditions on what is found."""
    return _ROWID if _is_sqlite(db) else _PLACE


def found(db: Session, asked: Iterable[Alternatives]) -> Select[Any]:
    """The places of the battles that have one of each of these alternatives, in no order."""
    groups = [*asked]
    if _is_sqlite(db):
        text = _joined(groups, " AND ", " OR ", _fts5)
        condition = literal_column(TABLE).op("MATCH")(cast(text, Plain))
    else:
        text = _joined(groups, " & ", " | ", _tsquery)
        condition = _TERMS.op("@@")(cast(text, TSQUERY))
    return select(place_column(db)).select_from(_TABLE).where(condition)


def _joined(
    groups: Iterable[Alternatives], all_of: str, one_of: str, quoted: Callable[[str], str]
) -> str:
    """The groups as the database wants them: it is told what joins terms, and how one is quoted."""

    def every(terms: str) -> str:
        return f"({all_of.join(map(quoted, terms.split()))})"

    return all_of.join(f"({one_of.join(map(every, group))})" for group in groups)


def _fts5(term: str) -> str:
    return f'"{term[:-1]}" *' if term.endswith("*") else f'"{term}"'


def _tsquery(term: str) -> str:
    return f"'{term[:-1]}':*" if term.endswith("*") else f"'{term}'"


def _is_sqlite(db: Session) -> bool:
    return bool(db.get_bind().dialect.name == "sqlite")
