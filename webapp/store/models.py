"""The tables: recordings and battles, armies, challenges, matches, tournaments."""

from datetime import UTC, datetime

from sqlalchemy import BigInteger, Float, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from webapp.base.fingerprint import opaque
from webapp.base.texts import N_

NAME_LENGTH = 60
TITLE_LENGTH = 160
GAME_TITLE = N_("{title}, game {number}")  # English title of a further game


class Base(DeclarativeBase):
    """The schema that the migrations produce."""


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


class Recording(Base):
    """A played battle under the SHA-256 of its lines, so that equal ones are stored once.

    lines: JSON Lines, compressed by zlib. analysis: exact odds, compressed JSON; null for a ruleset
    without any. chance_a: side a's initial chance to win.
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
    """A recording and the time at which it is on air.

    starts_at_ms: when its first event is due, in ms since 1970, UTC. ends_at_ms: from then on it is
    a replay; by the pace when it was made. title, name_a …: shown while the events are secret.
    place: of a listed one, its number in lists, which are in descending order.
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

    # An inner join would be nested in the outer join of a challenge's battle, for which SQLite
    # reads all battles.
    recording: Mapped[Recording] = relationship(lazy="joined")

    @property
    def version(self) -> str:
        """Identifies the recordings that a sample battle has had under one id.

        It is in addresses while the battle is on air, where the digest itself, or a hash shared by
        two battles, would confirm a guessed seed.
        """
        return opaque(f"{self.id} {self.digest}")

    def has_begun(self, now_ms: int) -> bool:
        """Whether its armies are public."""
        return now_ms >= self.starts_at_ms

    def is_over(self, now_ms: int) -> bool:
        """Whether nothing about it is secret any more."""
        return now_ms >= self.ends_at_ms


class Branch(Base):
    """A battle that is a variant of another one, its parent.

    at: number of the first event that may differ. change: as `engine.search.branch` takes it, JSON.
    owner: the visitor whose lists have it; null for a program's.
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
    """A unit of a recording, for searches: its catalog id, or a custom unit's lower-case name."""

    __tablename__ = "fielded"

    unit: Mapped[str] = mapped_column(String(NAME_LENGTH), primary_key=True)
    digest: Mapped[str] = mapped_column(ForeignKey("recordings.digest"), primary_key=True)


class Army(Base):
    """A saved army; the holder of its signed edit link may change it.

    document: the army as in a battle file, JSON. cost: in the ruleset's measure; null without one.
    parent_id: the army that it was forked from. revision: grows with each change, to detect
    conflicting edits. link: number of renewals of its edit link. place: its number in its owner's
    list, which has the last changed first.
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
    """Terms under which two players build armies in secret, and the resulting battle.

    terms: members of the battle file besides the armies, and limits of armies, JSON. secret: the
    server's part of the dice, secret until the battle is over; `commitment` is its hash, shown
    before. seed, nonce: of a challenge older than such secrets (null): its seed and the rest of its
    commitment's input; '' otherwise. series_id: the first challenge between the same two, rematches
    included; `number` counts from 1. swapped: side a was side b in the series' first battle.

    Of an appointment: start_ms, lock_ms: when it begins, and when drafts are sealed. proposed_ms,
    proposed_by: another start that a side proposes. moves: number of agreed changes. forfeit: null
    until the deadline has passed, then the sides without a valid army: '', 'a', 'b' or 'ab'.
    """

    __tablename__ = "challenges"
    __table_args__ = (
        Index("ix_challenges_series", "series_id", "number", unique=True),
        Index("ix_challenges_lock", "lock_ms"),
    )

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
    start_ms: Mapped[int | None] = mapped_column(BigInteger)
    lock_ms: Mapped[int | None] = mapped_column(BigInteger)
    proposed_ms: Mapped[int | None] = mapped_column(BigInteger)
    proposed_by: Mapped[str | None] = mapped_column(String(1))
    moves: Mapped[int] = mapped_column(default=0, server_default="0")
    forfeit: Mapped[str | None] = mapped_column(String(2))

    # One query reads everything that a challenge's pages show.
    seats: Mapped[list["Seat"]] = relationship(
        lazy="joined", order_by="Seat.side", cascade="all, delete-orphan"
    )
    battle: Mapped[Battle | None] = relationship(lazy="joined", viewonly=True)
    match: Mapped["Match | None"] = relationship(lazy="joined", viewonly=True)

    def battle_title(self, versus: str) -> str:
        """Return its battle's title: its own or who meets whom, and the number of the game."""
        name = self.title or versus
        if self.number == 1:
            return name[:TITLE_LENGTH]
        room = TITLE_LENGTH - len(GAME_TITLE.format(title="", number=self.number))
        return GAME_TITLE.format(title=name[:room], number=self.number)


class Seat(Base):
    """A side of a challenge: its holder, and the army once it is sealed.

    holder: the visitor who took it, or null. army: as in a battle file, JSON; secret until both are
    sealed, never changed after that. seal: the public hash of army and salt. salt: secret until the
    battle is over. own_salt: whether the player made the salt. link: in the oldest remaining game
    of a series, the number of renewals of the player's links. draft, draft_salt, draft_own_salt: of
    an appointment, what is sealed at the deadline; secret until the battle is over.
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
    draft: Mapped[str | None] = mapped_column(Text)
    draft_salt: Mapped[str | None] = mapped_column(String(64))
    draft_own_salt: Mapped[bool] = mapped_column(default=False, server_default="0")


class Match(Base):
    """A match played in rounds, from the moment when both armies are sealed.

    battle: its battle file without orders, JSON; a bot plays a side with `bot`. clock_s: time to
    order a round. round: the current one, from 1; after the end, the one that was never played.
    ends: when each earlier round was played, in ms, JSON. deadline_ms: when the current round is
    played at the latest. changes: grows with every action, so that viewers notice. resigned: the
    side that gave up. ended: no more orders. battle_id: the replay, once stored.
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
    """A side's orders in a round of a match; secret until it is played, then final.

    orders: by unit, as in a battle file, JSON. locked_at_ms: since when the side waits for the
    other one, or null.
    """

    __tablename__ = "orders"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    side: Mapped[str] = mapped_column(String(1), primary_key=True)
    orders: Mapped[str] = mapped_column(Text)
    locked_at_ms: Mapped[int | None] = mapped_column(BigInteger)


class Tournament(Base):
    """A tournament, defined by its file and its games.

    document: its tournament file (engine/tournament/TOURNAMENT.md), JSON. link: number of renewals
    of its edit link. household: keyed hash of the network that made or continued it; null when it
    is over. ended_at_ms: when its last game was played; null before, and while a ladder runs.
    hidden: whether its maker's list omits it.
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
    """A played game of a tournament, and its battle; null if removed."""

    __tablename__ = "tournament_games"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(20), primary_key=True)
    winner: Mapped[str | None] = mapped_column(String(1))
    battle_id: Mapped[str | None] = mapped_column(ForeignKey("battles.id"), unique=True)


class Gathering(Base):
    """A tournament with registration; once it begins there is a Tournament with the same id.

    agreed: `file`, its tournament file without name, seed and entrants; `side`, further members of
    each side; `limits` of an army, JSON. secret: the server's part of the dice, secret until the
    last game is played; `commitment` is its hash, shown from the start. places: the maximum of
    entrants. joined: number of all who ever joined. changes: grows with every action, so that pages
    and the beginning notice. household: as a tournament's, until it begins. begun_at_ms: null
    before; 0 if the installed rules refuse one of its armies.
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
    """An entrant with a sealed army, which can be changed until the tournament begins.

    number: from 1, in order of registration, never reused. army, seal, salt, own_salt, link: as in
    a challenge's seat.
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
