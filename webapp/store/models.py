"""The tables: recordings, battles and chains, armies, challenges, matches, tournaments."""

import hmac
from datetime import UTC, datetime
from typing import Annotated

from flask import current_app
from sqlalchemy import BigInteger, Float, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from engine import SideId
from webapp.base.texts import N_

NAME_LENGTH = 60
TITLE_LENGTH = 160
GAME_TITLE = N_("{title}, game {number}")  # English title of a further game
BRANCH_TITLE = N_("What if: {title}")  # English title of a branch


def opaque(text: str) -> str:
    """Return a short keyed hash of a text, which identifies it without revealing it."""
    key = str(current_app.secret_key or "").encode()
    return hmac.new(key, f"battlereel.opaque {text}".encode(), "sha256").hexdigest()[:12]


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


# types of columns
Id = Annotated[str, mapped_column(String(8), primary_key=True)]
Ruleset = Annotated[str, mapped_column(String(40))]  # its id
Name = Annotated[str, mapped_column(String(NAME_LENGTH))]
Title = Annotated[str, mapped_column(String(TITLE_LENGTH))]
Long = Annotated[str, mapped_column(Text)]
Side = Annotated[SideId, mapped_column(String(1))]
Hash = Annotated[str, mapped_column(String(64))]
Visitor = Annotated[str, mapped_column(String(32))]
Ms = Annotated[int, mapped_column(BigInteger)]  # since 1970, UTC; or a place in a list
Moment = Annotated[datetime, mapped_column(default=_now)]
Count = Annotated[int, mapped_column(default=0, server_default="0")]
Flag = Annotated[bool, mapped_column(default=False, server_default="0")]


class Base(DeclarativeBase):
    """The schema that the migrations produce."""


class Recording(Base):
    """A played battle under the SHA-256 of its lines, so that equal ones are stored once."""

    __tablename__ = "recordings"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    ruleset: Mapped[Ruleset]
    winner: Mapped[Side | None]
    reason: Mapped[str] = mapped_column(String(20))
    rounds: Mapped[int]
    events: Mapped[int]
    lines: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)  # JSON Lines, zlib
    # exact odds, compressed JSON; null for a ruleset without any
    analysis: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    created_at: Mapped[Moment]
    chance_a: Mapped[float | None] = mapped_column(Float)  # side a's initial chance to win

    fielded: Mapped[list["RecordedUnit"]] = relationship(cascade="all, delete-orphan")


class Battle(Base):
    """A recording and the time at which it is on air."""

    __tablename__ = "battles"
    __table_args__ = (
        Index("ix_battles_place", "place", "ruleset"),
        Index("ix_battles_listed_ends", "listed", "ends_at_ms"),
        Index("ix_battles_ruleset", "ruleset", "place"),
    )

    id: Mapped[Id]
    digest: Mapped[str] = mapped_column(ForeignKey("recordings.digest"), index=True)
    starts_at_ms: Mapped[Ms]  # when its first event is due, in ms since 1970, UTC
    ends_at_ms: Mapped[Ms]  # from then on it is a replay; by the pace when it was made
    title: Mapped[Title]  # this and the names are shown while the events are secret
    name_a: Mapped[Name]
    army_a: Mapped[Name]
    name_b: Mapped[Name]
    army_b: Mapped[Name]
    sample: Mapped[bool]
    listed: Mapped[bool]
    created_at: Mapped[Moment]
    place: Mapped[Ms | None]  # of a listed one, its number in lists, which are in descending order
    ruleset: Mapped[Ruleset]

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
    """A battle that is a variant of another one, its parent."""

    __tablename__ = "branches"

    battle_id: Mapped[str] = mapped_column(ForeignKey("battles.id"), primary_key=True)
    parent_id: Mapped[str] = mapped_column(ForeignKey("battles.id"), index=True)
    at: Mapped[int]  # number of the first event that may differ
    change: Mapped[Long]  # as `engine.search.branch` takes it, JSON
    owner: Mapped[Visitor | None]  # the visitor whose lists have it; null for a program's

    battle: Mapped[Battle] = relationship(foreign_keys=battle_id, viewonly=True)
    parent: Mapped[Battle] = relationship(foreign_keys=parent_id, viewonly=True)


class RecordedUnit(Base):
    """A unit of a recording, for searches: its catalog id, or a custom unit's lower-case name."""

    __tablename__ = "fielded"

    unit: Mapped[str] = mapped_column(String(NAME_LENGTH), primary_key=True)
    digest: Mapped[str] = mapped_column(ForeignKey("recordings.digest"), primary_key=True)


class Army(Base):
    """A saved army; the holder of its signed edit link may change it."""

    __tablename__ = "armies"
    __table_args__ = (Index("ix_armies_owner_place", "owner", "place"),)

    id: Mapped[Id]
    ruleset: Mapped[Ruleset]
    name: Mapped[Name]
    note: Mapped[Title]
    document: Mapped[Long]  # the army as in a battle file, JSON
    cost: Mapped[int | None]  # in the ruleset's measure; null without one
    # the army that it was forked from
    parent_id: Mapped[str | None] = mapped_column(ForeignKey("armies.id"), index=True)
    revision: Mapped[int]  # grows with each change, to detect conflicting edits
    owner: Mapped[Visitor]
    link: Mapped[Count]  # number of renewals of its edit link
    created_at: Mapped[Moment]
    changed_at: Mapped[Moment]
    place: Mapped[Ms]  # its number in its owner's list, which has the last changed first


class Challenge(Base):
    """Terms under which two players build armies in secret, and the resulting battle."""

    __tablename__ = "challenges"
    __table_args__ = (
        Index("ix_challenges_series", "series_id", "number", unique=True),
        Index("ix_challenges_lock", "lock_ms"),
    )

    id: Mapped[Id]
    ruleset: Mapped[Ruleset]
    title: Mapped[Title]
    terms: Mapped[Long]  # members of the battle file besides the armies, and limits of armies, JSON
    seed: Mapped[str] = mapped_column(String(20))  # of a challenge older than secrets; '' otherwise
    nonce: Mapped[Hash]  # the rest of its commitment's input
    secret: Mapped[Hash | None]  # the server's part of the dice, until the battle is over
    commitment: Mapped[Hash]  # its hash, shown before
    # the first challenge between the same two, rematches included; `number` counts from 1
    series_id: Mapped[str] = mapped_column(String(8))
    number: Mapped[int]
    best_of: Mapped[int]
    swapped: Mapped[bool]  # side a was side b in the series' first battle
    listed: Mapped[bool]
    created_at_ms: Mapped[Ms]
    expires_at_ms: Mapped[Ms]
    battle_id: Mapped[str | None] = mapped_column(ForeignKey("battles.id"), unique=True)
    start_ms: Mapped[Ms | None]  # of an appointment: when it begins
    lock_ms: Mapped[Ms | None]  # when its drafts are sealed
    proposed_ms: Mapped[Ms | None]  # another start, proposed by a side
    proposed_by: Mapped[Side | None]
    moves: Mapped[Count]  # number of agreed changes
    # null until the deadline has passed, then the sides without a valid army: '', 'a', 'b' or 'ab';
    # also 'ab' once the maker has cancelled it, which expires it before any deadline
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
    """A side of a challenge: its holder, and the army once it is sealed."""

    __tablename__ = "seats"

    challenge_id: Mapped[str] = mapped_column(ForeignKey("challenges.id"), primary_key=True)
    side: Mapped[SideId] = mapped_column(String(1), primary_key=True)
    name: Mapped[Name]
    holder: Mapped[str | None] = mapped_column(String(32), index=True)  # a visitor, or null
    army: Mapped[Long | None]  # JSON; secret until both are sealed, then never changed
    sealed_at_ms: Mapped[Ms | None]
    seal: Mapped[Hash | None]  # the public hash of army and salt
    salt: Mapped[Hash | None]  # secret until the battle is over
    own_salt: Mapped[Flag]  # whether the player made the salt
    # in the oldest remaining game of a series, the number of renewals of the player's links
    link: Mapped[Count]
    draft: Mapped[Long | None]  # sealed at an appointment's deadline; secret until the battle ends
    draft_salt: Mapped[Hash | None]
    draft_own_salt: Mapped[Flag]


class Match(Base):
    """A match played in rounds, from the moment when both armies are sealed."""

    __tablename__ = "matches"
    __table_args__ = (Index("ix_matches_ended_deadline", "ended", "deadline_ms"),)

    id: Mapped[Id]
    challenge_id: Mapped[str] = mapped_column(ForeignKey("challenges.id"), unique=True)
    battle: Mapped[Long]  # its battle file without orders, JSON; a bot plays a side with `bot`
    clock_s: Mapped[int]  # time to order a round
    round: Mapped[int]  # the current one, from 1; after the end, the one that was never played
    started_at_ms: Mapped[Ms]
    deadline_ms: Mapped[Ms]  # when the current round is played at the latest
    ends: Mapped[Long]  # when each earlier round was played, in ms, JSON
    changes: Mapped[int]  # grows with every action, so that viewers notice
    resigned: Mapped[Side | None]  # the side that gave up
    ended: Mapped[bool]  # no more orders
    battle_id: Mapped[str | None] = mapped_column(ForeignKey("battles.id"))  # the replay

    challenge: Mapped[Challenge] = relationship(lazy="joined", innerjoin=True, viewonly=True)


class Orders(Base):
    """A side's orders in a round of a match; secret until it is played, then final."""

    __tablename__ = "orders"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    side: Mapped[SideId] = mapped_column(String(1), primary_key=True)
    orders: Mapped[Long]  # by unit, as in a battle file, JSON
    locked_at_ms: Mapped[Ms | None]  # since when the side waits for the other one, or null


class Tournament(Base):
    """A tournament, defined by its file and its games."""

    __tablename__ = "tournaments"
    __table_args__ = (
        Index("ix_tournaments_owner", "owner", "created_at_ms"),
        Index("ix_tournaments_ended", "ended_at_ms", "created_at_ms"),
    )

    id: Mapped[Id]
    ruleset: Mapped[Ruleset]
    name: Mapped[Name]
    document: Mapped[Long]  # its tournament file (engine/tournament/TOURNAMENT.md), JSON
    owner: Mapped[Visitor]
    link: Mapped[Count]  # number of renewals of its edit link
    # keyed hash of the network that made or continued it; null when it is over
    household: Mapped[str | None] = mapped_column(String(12))
    created_at_ms: Mapped[Ms]
    ended_at_ms: Mapped[Ms | None]  # of its last game; null before, and while a ladder runs
    hidden: Mapped[Flag]  # whether its maker's list omits it


class TournamentGame(Base):
    """A played game of a tournament, and its battle; null if removed."""

    __tablename__ = "tournament_games"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(20), primary_key=True)
    winner: Mapped[Side | None]
    battle_id: Mapped[str | None] = mapped_column(ForeignKey("battles.id"), unique=True)


class Gathering(Base):
    """A tournament with registration; once it begins there is a Tournament with the same id."""

    __tablename__ = "gatherings"
    __table_args__ = (
        Index("ix_gatherings_owner", "owner", "created_at_ms"),
        Index("ix_gatherings_begun_closes", "begun_at_ms", "closes_at_ms"),
    )

    id: Mapped[Id]
    ruleset: Mapped[Ruleset]
    name: Mapped[Name]
    # `file`, its tournament file without name, seed and entrants; `side`, further members of each
    # side; `limits` of an army, JSON
    agreed: Mapped[Long]
    owner: Mapped[Visitor]
    link: Mapped[Count]
    secret: Mapped[Hash]  # the server's part of the dice, until the last game is played
    commitment: Mapped[Hash]  # its hash, shown from the start
    places: Mapped[int]  # the maximum of entrants
    joined: Mapped[Count]  # number of all who ever joined
    changes: Mapped[Count]  # grows with every action, so that pages and the beginning notice
    created_at_ms: Mapped[Ms]
    closes_at_ms: Mapped[int] = mapped_column(BigInteger, index=True)
    begun_at_ms: Mapped[Ms | None]  # null before; 0 if the installed rules refuse one of its armies
    household: Mapped[str | None] = mapped_column(String(12))  # as a tournament's, until it begins


class Entrant(Base):
    """An entrant with a sealed army, which can be changed until the tournament begins."""

    __tablename__ = "entrants"
    __table_args__ = (Index("ix_entrants_holder", "holder", "gathering_id", unique=True),)

    gathering_id: Mapped[str] = mapped_column(ForeignKey("gatherings.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)  # from 1, by registration, never reused
    name: Mapped[Name]
    holder: Mapped[Visitor]
    # army, seal, salt, own_salt, link: as in a challenge's seat
    army: Mapped[Long]
    seal: Mapped[Hash]
    salt: Mapped[Hash]
    own_salt: Mapped[bool]
    link: Mapped[Count]


class Gauntlet(Base):
    """An army against several opponents in a row, until it falls."""

    __tablename__ = "gauntlets"
    __table_args__ = (Index("ix_gauntlets_owner", "owner", "created_at_ms"),)

    id: Mapped[Id]
    ruleset: Mapped[Ruleset]
    name: Mapped[Name]
    # JSON: `army`; `battle` and `from_side`, if it survived a battle; `opponents`, each with the
    # members of a side of a battle file; `side`, further members of the army's own side; `terms`,
    # members of each battle file besides both sides; `blessings`, how many units may be blessed
    # between two battles
    document: Mapped[Long]
    chances: Mapped[Long | None]  # to win each station, JSON; null where they are not exact
    owner: Mapped[Visitor]
    created_at_ms: Mapped[int] = mapped_column(BigInteger, index=True)


class Fight(Base):
    """A battle in a chain: of survivors of an earlier battle, or a station of a gauntlet."""

    __tablename__ = "fights"
    __table_args__ = (Index("ix_fights_station", "gauntlet_id", "station", unique=True),)

    id: Mapped[Id]
    battle_id: Mapped[str | None] = mapped_column(ForeignKey("battles.id"), unique=True)
    # the battle that they survived; null for the first station of a gauntlet, and if removed
    previous_id: Mapped[str | None] = mapped_column(ForeignKey("battles.id"), index=True)
    from_side: Mapped[Side]  # their side in that battle
    side: Mapped[Side]  # theirs in this battle
    gauntlet_id: Mapped[str | None] = mapped_column(ForeignKey("gauntlets.id"))
    station: Mapped[int | None]  # of the gauntlet, from 1; null outside of one
    survivors: Mapped[Long | None]  # army after it, JSON, secret until it is over; null if it lost
    owner: Mapped[Visitor | None]  # the visitor whose lists have it; null for a program's

    battle: Mapped[Battle | None] = relationship(foreign_keys=battle_id, viewonly=True)
    gauntlet: Mapped[Gauntlet | None] = relationship(lazy="joined", viewonly=True)
