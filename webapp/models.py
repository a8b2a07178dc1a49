"""The tables: recordings, each stored once, and battles, which put them on air."""

from datetime import UTC, datetime

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

NAME_LENGTH = 60
TITLE_LENGTH = 160


class Base(DeclarativeBase):
    """What the migrations have to arrive at."""


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


class Recording(Base):
    """A battle that was played: under the SHA-256 of its lines, so the same one is kept once.

    lines: its JSON Lines, compressed by zlib.
    analysis: what exact odds tell of it, compressed JSON; null for a ruleset without any.
    """

    __tablename__ = "recordings"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(40))
    winner: Mapped[str | None] = mapped_column(String(1))
    reason: Mapped[str] = mapped_column(String(20))
    rounds: Mapped[int]
    events: Mapped[int]
    lines: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    analysis: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    created_at: Mapped[datetime] = mapped_column(default=_now)


class Battle(Base):
    """A recording put on air at a time: all that a live airing is.

    starts_at_ms: milliseconds since 1970, UTC, at which its first event is due.
    ends_at_ms: from then on it is a replay; by the pace of the day on which it was made.
    title, name_a …: what lists and the page's head show while the events are still secret.
    """

    __tablename__ = "battles"
    __table_args__ = (Index("ix_battles_listed_starts", "listed", "starts_at_ms"),)

    id: Mapped[str] = mapped_column(String(8), primary_key=True)
    digest: Mapped[str] = mapped_column(ForeignKey("recordings.digest"), index=True)
    starts_at_ms: Mapped[int] = mapped_column(BigInteger)
    ends_at_ms: Mapped[int] = mapped_column(BigInteger)
    title: Mapped[str] = mapped_column(String(TITLE_LENGTH))
    name_a: Mapped[str] = mapped_column(String(NAME_LENGTH))
    army_a: Mapped[str] = mapped_column(String(NAME_LENGTH))
    name_b: Mapped[str] = mapped_column(String(NAME_LENGTH))
    army_b: Mapped[str] = mapped_column(String(NAME_LENGTH))
    sample: Mapped[bool]
    listed: Mapped[bool]
    created_at: Mapped[datetime] = mapped_column(default=_now)

    recording: Mapped[Recording] = relationship(lazy="joined", innerjoin=True)

    @property
    def version(self) -> str:
        """Tells recordings apart that a sample battle has had under one id."""
        return self.digest[:12]

    def is_over(self, now_ms: int) -> bool:
        """Whether nothing about it is secret any more."""
        return now_ms >= self.ends_at_ms
