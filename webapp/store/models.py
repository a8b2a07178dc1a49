"""The tables: recordings and the battles that put them on air; armies, challenges, tournaments."""

from datetime import UTC, datetime

from sqlalchemy import BigInteger, Float, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from webapp.base.fingerprint import opaque
from webapp.base.texts import N_

NAME_LENGTH = 60
TITLE_LENGTH = 160
GAME_TITLE = N_("{title}, game {number}")
"""What the battle of a further game of two players is called, in English."""


class Base(DeclarativeBase):
    """The schema that the migrations have to produce."""


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


class Recording(Base):
    """A battle that was played: under the SHA-256 of its lines, so the same one is kept once.

    lines: its JSON Lines, compressed by zlib.
    analysis: what exact odds tell of it, compressed JSON; null for a ruleset without any.
    chance_a: of that, side a's chance to win at the beginning.
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
    chance_a: Mapped[float | None] = mapped_column(Float)

    fielded: Mapped[list["RecordedUnit"]] = relationship(cascade="all, delete-orphan")


class Battle(Base):
    """A recording and the time at which it goes on air.

    starts_at_ms: milliseconds since 1970, UTC, at which its first event is due.
    ends_at_ms: from then on it is a replay; by the pace of the day on which it was made.
    title, name_a …: what lists and the page's head show while the events are still secret.
    ruleset: the id of its game.
    place: of a listed one, its number in lists, which go down from the highest.
    """

    __tablename__ = "battles"
    __table_args__ = (
        Index("ix_battles_place", "place", "ruleset"),
        Index("ix_battles_listed_ends", "listed", "ends_at_ms"),
        Index("ix_battles_ruleset", "ruleset", "place"),
    )

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
    place: Mapped[int | None] = mapped_column(BigInteger)
    ruleset: Mapped[str] = mapped_column(String(40))

    # An inner join would be nested in the outer one of a challenge's battle, and for such a join
    # SQLite reads all battles.
    recording: Mapped[Recording] = relationship(lazy="joined")

    @property
    def version(self) -> str:
        """Tells recordings apart that a sample battle has had under one id.

        It stands in addresses while the battle is on air, where the digest itself would tell those
        who try seeds which of them was right; so would a hash that two battles had in common.
        """
        return opaque(f"{self.id} {self.digest}")

    def has_begun(self, now_ms: int) -> bool:
        """Whether its armies may be seen."""
        return now_ms >= self.starts_at_ms

    def is_over(self, now_ms: int) -> bool:
        """Whether nothing about it is secret any more."""
        return now_ms >= self.ends_at_ms


class Branch(Base):
    """That a battle began as another one, its parent, and went on otherwise.

    at: number of the first event that may differ.
    change: what was otherwise, as `engine.search.branch` takes it, JSON.
    owner: the visitor who made it, whose lists have it; null for a program's.
    """

    __tablename__ = "branches"

    battle_id: Mapped[str] = mapped_column(ForeignKey("battles.id"), primary_key=True)
    parent_id: Mapped[str] = mapped_column(ForeignKey("battles.id"), index=True)
    at: Mapped[int]
    change: Mapped[str] = mapped_column(Text)
    owner: Mapped[str | None] = mapped_column(String(32))

    battle: Mapped[Battle] = relationship(foreign_keys=battle_id, viewonly=True)
    parent: Mapped[Battle] = relationship(foreign_keys=parent_id, viewonly=True)


class RecordedUnit(Base):
    """That a unit takes part in a recording, by which the gallery finds its battles.

    unit: its catalog id; of a unit of its own, its name in small letters.
    """

    __tablename__ = "fielded"

    unit: Mapped[str] = mapped_column(String(NAME_LENGTH), primary_key=True)
    digest: Mapped[str] = mapped_column(ForeignKey("recordings.digest"), primary_key=True)


class Army(Base):
    """An army that somebody saved; whoever holds its edit link, which is signed, may change it.

    document: the army as in a battle file, JSON.
    cost: in the ruleset's own measure, such as Army Points; null where it has none.
    parent_id: the army that it was forked from.
    revision: grows with each change, so that two editors notice each other.
    link: how often its edit link was made anew.
    place: its number in the list of its owner's, which goes down from the one changed last.
    """

    __tablename__ = "armies"
    __table_args__ = (Index("ix_armies_owner_place", "owner", "place"),)

    id: Mapped[str] = mapped_column(String(8), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    note: Mapped[str] = mapped_column(String(TITLE_LENGTH))
    document: Mapped[str] = mapped_column(Text)
    cost: Mapped[int | None]
    parent_id: Mapped[str | None] = mapped_column(ForeignKey("armies.id"), index=True)
    revision: Mapped[int]
    owner: Mapped[str] = mapped_column(String(32))
    link: Mapped[int] = mapped_column(default=0, server_default="0")
    created_at: Mapped[datetime] = mapped_column(default=_now)
    changed_at: Mapped[datetime] = mapped_column(default=_now)
    place: Mapped[int] = mapped_column(BigInteger)


class Challenge(Base):
    """Terms under which two build in secret, and the battle that came of it.

    terms: what a battle file of it has beside the armies (options, field, ap_limit …), and the
    limits that armies have to keep, JSON.
    secret: the server's part of the dice, unknown to all until the battle is over; `commitment` is
    its hash, shown before.
    seed, nonce: of a challenge from before there were such secrets, which is null then: the seed it
    was made with, and what its commitment was made of beside it; '' of all others.
    series_id: the first challenge between the same two, rematches included; `number` counts from 1.
    swapped: side a is whoever was side b in the series' first battle.
    """

    __tablename__ = "challenges"
    __table_args__ = (Index("ix_challenges_series", "series_id", "number", unique=True),)

    id: Mapped[str] = mapped_column(String(8), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(40))
    title: Mapped[str] = mapped_column(String(TITLE_LENGTH))
    terms: Mapped[str] = mapped_column(Text)
    seed: Mapped[str] = mapped_column(String(20))
    nonce: Mapped[str] = mapped_column(String(64))
    secret: Mapped[str | None] = mapped_column(String(64))
    commitment: Mapped[str] = mapped_column(String(64))
    series_id: Mapped[str] = mapped_column(String(8))
    number: Mapped[int]
    best_of: Mapped[int]
    swapped: Mapped[bool]
    listed: Mapped[bool]
    created_at_ms: Mapped[int] = mapped_column(BigInteger)
    expires_at_ms: Mapped[int] = mapped_column(BigInteger)
    battle_id: Mapped[str | None] = mapped_column(ForeignKey("battles.id"), unique=True)

    # One query reads a challenge with all that its pages tell of it.
    seats: Mapped[list["Seat"]] = relationship(
        lazy="joined", order_by="Seat.side", cascade="all, delete-orphan"
    )
    battle: Mapped[Battle | None] = relationship(lazy="joined", viewonly=True)
    match: Mapped["Match | None"] = relationship(lazy="joined", viewonly=True)

    def battle_title(self, versus: str) -> str:
        """What its battle is called: its title, or else who meets whom, and which game it is."""
        name = self.title or versus
        if self.number == 1:
            return name[:TITLE_LENGTH]
        room = TITLE_LENGTH - len(GAME_TITLE.format(title="", number=self.number))
        return GAME_TITLE.format(title=name[:room], number=self.number)


class Seat(Base):
    """One side of a challenge: who holds it, and the army once it is sealed.

    holder: the visitor who took it; null as long as nobody has.
    army: as in a battle file, JSON; secret until both are sealed, and never changed after that.
    seal: the hash of army and salt, which everybody is told; salt: secret until the battle is over.
    own_salt: whether the player has made the salt.
    link: of the oldest game of a series that is left, how often the player's links were made anew.
    """

    __tablename__ = "seats"

    challenge_id: Mapped[str] = mapped_column(ForeignKey("challenges.id"), primary_key=True)
    side: Mapped[str] = mapped_column(String(1), primary_key=True)
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    holder: Mapped[str | None] = mapped_column(String(32), index=True)
    army: Mapped[str | None] = mapped_column(Text)
    sealed_at_ms: Mapped[int | None] = mapped_column(BigInteger)
    seal: Mapped[str | None] = mapped_column(String(64))
    salt: Mapped[str | None] = mapped_column(String(64))
    own_salt: Mapped[bool] = mapped_column(default=False, server_default="0")
    link: Mapped[int] = mapped_column(default=0, server_default="0")


class Match(Base):
    """A match that is played round by round, from the moment when both armies are sealed.

    battle: its battle file without orders, JSON; a side with a `bot` is played by it.
    clock_s: how long a round's orders may be thought about.
    round: the round that is being ordered, from 1; after the end, the one that was never played.
    ends: when each round before it was played, in ms, JSON; it was shown from then on.
    deadline_ms: when the current round is played at the latest.
    changes: grows with everything that players do, so that viewers notice.
    resigned: the side that gave up; ended: nobody can order any more.
    battle_id: the replay, when it has been stored.
    """

    __tablename__ = "matches"
    __table_args__ = (Index("ix_matches_ended_deadline", "ended", "deadline_ms"),)

    id: Mapped[str] = mapped_column(String(8), primary_key=True)
    challenge_id: Mapped[str] = mapped_column(ForeignKey("challenges.id"), unique=True)
    battle: Mapped[str] = mapped_column(Text)
    clock_s: Mapped[int]
    round: Mapped[int]
    started_at_ms: Mapped[int] = mapped_column(BigInteger)
    deadline_ms: Mapped[int] = mapped_column(BigInteger)
    ends: Mapped[str] = mapped_column(Text)
    changes: Mapped[int]
    resigned: Mapped[str | None] = mapped_column(String(1))
    ended: Mapped[bool]
    battle_id: Mapped[str | None] = mapped_column(ForeignKey("battles.id"))

    challenge: Mapped[Challenge] = relationship(lazy="joined", innerjoin=True, viewonly=True)


class Orders(Base):
    """What a side orders in a round of a match; secret until it is played, and final then.

    orders: by unit, as in a battle file, JSON.
    locked_at_ms: since when the side waits for the other one; null as long as it does not.
    """

    __tablename__ = "orders"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    side: Mapped[str] = mapped_column(String(1), primary_key=True)
    orders: Mapped[str] = mapped_column(Text)
    locked_at_ms: Mapped[int | None] = mapped_column(BigInteger)


class Tournament(Base):
    """A tournament: what it consists of, from which with its games all else follows.

    document: its tournament file (engine/tournament/TOURNAMENT.md), JSON.
    link: how often its edit link was made anew.
    household: from where it was made or played on, as a keyed hash; null when it is over.
    ended_at_ms: when its last game was played; null before, and while a ladder goes on.
    hidden: whether its maker's list leaves it out.
    """

    __tablename__ = "tournaments"
    __table_args__ = (
        Index("ix_tournaments_owner", "owner", "created_at_ms"),
        Index("ix_tournaments_ended", "ended_at_ms", "created_at_ms"),
    )

    id: Mapped[str] = mapped_column(String(8), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    document: Mapped[str] = mapped_column(Text)
    owner: Mapped[str] = mapped_column(String(32))
    link: Mapped[int] = mapped_column(default=0, server_default="0")
    household: Mapped[str | None] = mapped_column(String(12))
    created_at_ms: Mapped[int] = mapped_column(BigInteger)
    ended_at_ms: Mapped[int | None] = mapped_column(BigInteger)
    hidden: Mapped[bool] = mapped_column(default=False, server_default="0")


class TournamentGame(Base):
    """A game of a tournament that was played, and the battle that shows it; null if removed."""

    __tablename__ = "tournament_games"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(20), primary_key=True)
    winner: Mapped[str | None] = mapped_column(String(1))
    battle_id: Mapped[str | None] = mapped_column(ForeignKey("battles.id"), unique=True)


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
