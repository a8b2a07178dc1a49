"""The search index of listed battles: words by prefix, and marks for everything else.

A battle has a row under its `place`. SQLite uses FTS5, PostgreSQL a tsvector; both get the same
terms and find the same. A term of a text begins with `w`, a mark with `t`, so no text matches a
mark.
"""

import hashlib
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import BigInteger, Select, cast, column, delete, insert, literal_column, select
from sqlalchemy import String as Plain
from sqlalchemy import table as named
from sqlalchemy.dialects.postgresql import TSQUERY, TSVECTOR
from sqlalchemy.orm import Session

TABLE: Final = "battle_terms"  # also the prefix of SQLite's further tables
WORD_LENGTH: Final = 40
# letters that Unicode does not decompose
LIKE_LETTERS: Final = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})

_ROWID: Final = literal_column(f"{TABLE}.rowid", BigInteger)
_PLACE: Final = column("place", BigInteger)
_TERMS: Final = column("terms", Plain)
ROWS: Final = named(TABLE, _PLACE, _TERMS)

# Terms of which a battle needs one; a term that ends in * is a prefix. Terms separated by spaces
# form one alternative, of which all are needed.
Alternatives = Sequence[str]


def words(text: str) -> list[str]:
    """Return the terms of the words in a text, without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(LIKE_LETTERS)
    kept = "".join(filter(None, map(_kept, plain)))
    return [f"w{word[:WORD_LENGTH]}" for word in kept.split()]


def _kept(letter: str) -> str:
    """Return the letter, a space, or nothing."""
    category = unicodedata.category(letter)
    if category[0] in "LN" or category in ("So", "Mc"):
        return letter
    # Accents, and letters that only join others.
    return "" if category in ("Mn", "Me", "Cf") else " "


def mark(kind: str, value: str) -> str:
    """Return the term for a value that is no text, such as a game or a unit."""
    return "t" + hashlib.blake2s(f"{kind}:{value}".encode(), digest_size=8).hexdigest()


def put(db: Session, rows: Iterable[tuple[int, Iterable[str]]]) -> None:
    """Add battles, each by its unused place and its terms."""
    if _is_sqlite(db):
        into = named(TABLE, column("rowid"), column("terms"))
        values = [{"rowid": place, "terms": " ".join(sorted(terms))} for place, terms in rows]
        db.execute(insert(into), values)
        return
    for place, terms in rows:
        vector = cast(" ".join(f"'{term}'" for term in sorted(terms)), TSVECTOR)
        db.execute(insert(ROWS).values(place=place, terms=vector))


def remove(db: Session, place: int) -> None:
    db.execute(delete(ROWS).where(place_column(db) == place))


def place_column(db: Session) -> Any:
    """Return the column of places, for conditions."""
    return _ROWID if _is_sqlite(db) else _PLACE


def found(db: Session, asked: Iterable[Alternatives]) -> Select[Any]:
    """Select the places of battles that match every group of alternatives, unordered."""
    if _is_sqlite(db):
        text = _joined(asked, " AND ", " OR ", '"{}"', '"{}" *')
        condition = literal_column(TABLE).op("MATCH")(cast(text, Plain))
    else:
        text = _joined(asked, " & ", " | ", "'{}'", "'{}':*")
        condition = _TERMS.op("@@")(cast(text, TSQUERY))
    return select(place_column(db)).select_from(ROWS).where(condition)


def _joined(
    groups: Iterable[Alternatives], all_of: str, one_of: str, word: str, prefix: str
) -> str:
    """Join the groups in the database's query syntax; `word` and `prefix` quote a term."""

    def quoted(term: str) -> str:
        return prefix.format(term[:-1]) if term.endswith("*") else word.format(term)

    def every(terms: str) -> str:
        return f"({all_of.join(map(quoted, terms.split()))})"

    return all_of.join(f"({one_of.join(map(every, group))})" for group in groups)


def _is_sqlite(db: Session) -> bool:
    return bool(db.get_bind().dialect.name == "sqlite")
