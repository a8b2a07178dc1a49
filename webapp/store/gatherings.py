"""The tables of tournaments that people join before they begin."""

from sqlalchemy import BigInteger, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from webapp.store.models import NAME_LENGTH, Base


class Gathering(Base):
    """A tournament that people join; from when it begins there is a Tournament with the same id.

    agreed: `file`, its tournament file without name, seed and entrants; `side`, what each brings
    beside an army; `limits` of an army, JSON.
    secret: the server's part of the dice, unknown to all until the last game is played;
    `commitment` is its hash, shown from the beginning.
    places: how many may take part. joined: how many have, with those who have left.
    changes: grows with everything that people do, so that pages notice, and so does who begins it.
    household: as a tournament's, until it begins.
    begun_at_ms: null before; 0 if the rules that are installed refuse one of its armies.
    """

    __tablename__ = "gatherings"
    __table_args__ = (
        Index("ix_gatherings_owner", "owner", "created_at_ms"),
        Index("ix_gatherings_begun_closes", "begun_at_ms", "closes_at_ms"),
    )

    id: Mapped[str] = mapped_column(String(8), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    agreed: Mapped[str] = mapped_column(Text)
    owner: Mapped[str] = mapped_column(String(32))
    link: Mapped[int] = mapped_column(default=0, server_default="0")
    secret: Mapped[str] = mapped_column(String(64))
    commitment: Mapped[str] = mapped_column(String(64))
    places: Mapped[int]
    joined: Mapped[int] = mapped_column(default=0, server_default="0")
    changes: Mapped[int] = mapped_column(default=0, server_default="0")
    created_at_ms: Mapped[int] = mapped_column(BigInteger)
    closes_at_ms: Mapped[int] = mapped_column(BigInteger, index=True)
    begun_at_ms: Mapped[int | None] = mapped_column(BigInteger)
    household: Mapped[str | None] = mapped_column(String(12))


class Entrant(Base):
    """Somebody who takes part, with a sealed army that may be changed until it begins.

    number: from 1, in the order in which they came; never given out again.
    army, seal, salt, own_salt, link: as those of a challenge's seat.
    """

    __tablename__ = "entrants"
    __table_args__ = (Index("ix_entrants_holder", "gathering_id", "holder", unique=True),)

    gathering_id: Mapped[str] = mapped_column(ForeignKey("gatherings.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    holder: Mapped[str] = mapped_column(String(32))
    army: Mapped[str] = mapped_column(Text)
    seal: Mapped[str] = mapped_column(String(64))
    salt: Mapped[str] = mapped_column(String(64))
    own_salt: Mapped[bool]
    link: Mapped[int] = mapped_column(default=0, server_default="0")
