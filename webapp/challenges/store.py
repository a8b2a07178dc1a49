"""Storage of challenges and of the games of a series, and the battles fought between them."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, Update, and_, case, exists, func, or_, select, update

from engine import SIDES, InputError, Seeded, SideId, other_side
from webapp.base import games
from webapp.base.clock import HOUR_MS, now_ms
from webapp.base.game import Opponent
from webapp.battles import store as battles
from webapp.challenges import fairness, limits
from webapp.matches.seats import player_on, seat_of
from webapp.store import database
from webapp.store.models import TITLE_LENGTH, Battle, Challenge, Match, Recording, Seat

BEST_OF: Final = (1, 3, 5, 7)
TITLE_MOST: Final = TITLE_LENGTH - 20  # leaves room for a game's number
HOURS: Final = 168  # until a challenge expires, by default
_SAME_IN_A_SERIES: Final = ("ruleset", "title", "terms", "series_id", "best_of", "listed")


class Appointment(NamedTuple):
    """When a challenge begins, and when its drafts are sealed before that."""

    start_ms: int
    lock_ms: int


class SeriesGame(NamedTuple):
    """A game of a series: end and winner, also by forfeit, and the id of its battle, if any."""

    id: str
    number: int
    swapped: bool
    ends_at_ms: int | None
    winner: SideId | None
    battle: str | None = None

    def is_over(self, now_ms: int) -> bool:
        """Whether nothing about it is secret any more."""
        return self.ends_at_ms is not None and now_ms >= self.ends_at_ms


def create(
    ruleset: str,
    terms: Mapping[str, Any],
    holder: str,
    *,
    name: str = "",
    title: str = "",
    best_of: int = 1,
    listed: bool = False,
    hours: int = HOURS,
    opponent: str = "",
    appointment: Appointment | None = None,
) -> Challenge:
    """Create a challenge of `holder` on side a with validated terms; `opponent` is a bot or ''."""
    now = now_ms()
    bot = games.game(ruleset).opponents[opponent] if opponent else None

    def add(id_: str) -> Challenge:
        secret = fairness.draw()
        agreed = fairness.terms_hash(ruleset, terms["battle"], terms["limits"])
        other = bot_seat(bot, id_, secret, agreed, "b", now) if bot else Seat(side="b", name="")
        return _stored(
            *(id_, secret, now),
            ruleset=ruleset,
            title=title,
            terms=json.dumps(terms),
            series_id=id_,
            number=1,
            best_of=best_of,
            swapped=False,
            listed=listed,
            expires_at_ms=appointment.lock_ms if appointment else now + hours * HOUR_MS,
            **(appointment._asdict() if appointment else {}),
            seats=[Seat(side="a", name=name, holder=holder), other],
        )

    return battles.stored_under_new_id(add)


def follow(before: Challenge) -> Challenge:
    """Return the next game of a series with sides swapped, created on first request."""
    now = now_ms()
    # As long as in this one; it begins without an appointment.
    before_ms = before.expires_at_ms - before.created_at_ms
    seal_ms = before_ms if before.start_ms is None else HOURS * HOUR_MS

    def add(id_: str) -> Challenge:
        if found := _game(before, before.number + 1):
            return found
        secret = fairness.draw()
        return _stored(
            *(id_, secret, now),
            number=before.number + 1,
            swapped=not before.swapped,
            expires_at_ms=now + seal_ms,
            seats=[_moved(before, side, id_, secret) for side in SIDES],
            **{key: getattr(before, key) for key in _SAME_IN_A_SERIES},
        )

    return battles.stored_under_new_id(add)  # if the other player is faster, theirs is found


def _stored(id_: str, secret: str, now_ms: int, **columns: Any) -> Challenge:
    """Store a challenge with the commitment to its dice, without the legacy seed and nonce."""
    dice = {"commitment": fairness.commitment_of(id_, secret), "seed": "", "nonce": ""}
    row = Challenge(id=id_, secret=secret, created_at_ms=now_ms, **dice, **columns)
    return database.fresh(database.add(row))


def _moved(before: Challenge, side: SideId, id_: str, secret: str) -> Seat:
    """Return the seat on a side in the next game: that of the other side in this game."""
    seat = seat_of(before, other_side(side))
    if bot := bot_of(before, seat):
        return bot_seat(bot, id_, secret, fair_terms(before), side, now_ms())
    return Seat(side=side, name=seat.name, holder=seat.holder)


def fair_terms(challenge: Challenge) -> str:
    """Return the hash of a challenge's terms, which is part of its seals."""
    kept = json.loads(challenge.terms)
    return fairness.terms_hash(challenge.ruleset, kept["battle"], kept["limits"])


def seal_values(
    challenge: Challenge, side: SideId, army: Any, own_salt: str, expected: str = ""
) -> dict[str, Any]:
    """Return `seal`, `salt` and `own_salt` of an army; without a player's salt one is drawn.

    Raises InputError for an invalid salt, an army without a seal, or another seal than `expected`.
    """
    fairness.refuse_salt(own_salt)
    salt = own_salt or fairness.draw()
    made = fairness.seal_of(challenge.id, fair_terms(challenge), side, salt, army)
    if own_salt and expected not in ("", made):
        raise InputError.single(
            "seal",
            "is not the seal of this army with this salt and these terms; their seal is {seal}",
            seal=made,
        )
    return {"seal": made, "salt": salt, "own_salt": bool(own_salt)}


def seed_of(challenge: Challenge) -> int:
    """Return the secret seed of the dice, after both have sealed."""
    if challenge.secret is None:
        return int(challenge.seed)
    seals = {seat.side: seat.seal or "" for seat in challenge.seats}
    return fairness.seed_of(challenge.id, fair_terms(challenge), challenge.secret, seals)


def _game(of: Challenge, number: int) -> Challenge | None:
    return database.one(select(Challenge).filter_by(series_id=of.series_id, number=number))


def find(id_: str) -> Challenge | None:
    return database.by_id(Challenge, id_)


def series_games(series_id: str) -> Sequence[SeriesGame]:
    """Return all games of a series, oldest first."""
    forfeited = case({"a": "b", "b": "a"}, value=Challenge.forfeit)
    ends_at_ms = case((forfeited.is_not(None), Challenge.lock_ms), else_=Battle.ends_at_ms)
    winner = func.coalesce(forfeited, Recording.winner)
    query = (
        select(Challenge.id, Challenge.number, Challenge.swapped, ends_at_ms, winner, Battle.id)
        .outerjoin(Battle, Battle.id == Challenge.battle_id)
        .outerjoin(Recording, Recording.digest == Battle.digest)
        .where(Challenge.series_id == series_id)
        .order_by(Challenge.number)
    )
    with database.session() as db:
        return [*map(SeriesGame._make, db.execute(query))]


def appointed(rulesets: Sequence[str]) -> Sequence[Challenge]:
    """Return challenges of these games that must be sealed or begun soon, by their deadlines."""
    soon_ms = now_ms() + int(limits.LOOK_MOST_S * 1000) + limits.COUNTDOWN_MS
    # A look at its page settles one that no process has settled for months; the index has the rest.
    is_near = Challenge.lock_ms.between(soon_ms - limits.AHEAD_MOST_MS, soon_ms)
    is_sealed = and_(Challenge.forfeit == "", Challenge.start_ms <= soon_ms)
    query = (
        select(Challenge)
        .outerjoin(Match, Match.challenge_id == Challenge.id)
        .where(is_near, or_(Challenge.forfeit.is_(None), is_sealed))
        .where(Challenge.ruleset.in_(rulesets))
        .where(Challenge.battle_id.is_(None), Match.id.is_(None), Challenge.expires_at_ms > 0)
        .order_by(Challenge.lock_ms)
        .limit(limits.APPOINTED_MOST)
    )
    return database.rows(query)


def of_battle(battle_id: str) -> Challenge | None:
    return database.one(select(Challenge).filter_by(battle_id=battle_id))


def both_sealed(challenge: Challenge) -> bool:
    return all(seat.army is not None for seat in challenge.seats)


def army_of(challenge: Challenge, side: SideId) -> Any:
    """Return the sealed army of a side, or None. Before the reveal only its holder may see it."""
    return json.loads(seat_of(challenge, side).army or "null")


def army_before(challenge: Challenge, side: SideId) -> Any:
    """Return the army of a side's player in the finished game before, on the other side."""
    before = _game(challenge, challenge.number - 1) if challenge.number > 1 else None
    return army_of(before, other_side(side)) if before else None


def unsealed(challenge: Challenge, side: SideId) -> Update:
    """Return an update of the seat on this side unless its army is sealed."""
    return update(Seat).filter_by(challenge_id=challenge.id, side=side, army=None)


def is_void(challenge: Challenge) -> bool:
    """Whether both armies are sealed, but the installed rules refuse the battle."""
    return challenge.expires_at_ms == 0


def cancel(challenge: Challenge) -> bool:
    """Close an open challenge; return False if it is closed or its second seat has been taken."""
    now = now_ms()
    free = exists().where(Seat.challenge_id == challenge.id, Seat.holder.is_(None))
    still = update(Challenge).filter_by(id=challenge.id, forfeit=None)
    held = still.where(free, Challenge.expires_at_ms > now)
    return bool(database.execute(held.values(expires_at_ms=now, forfeit="".join(SIDES))))


def is_cancelled(challenge: Challenge) -> bool:
    """Whether its maker cancelled it, before any deadline of an appointment."""
    is_early = challenge.lock_ms is None or challenge.expires_at_ms < challenge.lock_ms
    return challenge.forfeit == "".join(SIDES) and is_early


def held_by(visitor: str, series: Sequence[str]) -> Sequence[Challenge]:
    """Return the newest game of each series in which a visitor, or one of `series`, has a seat."""
    mine = select(Seat.challenge_id).where(Seat.holder == visitor)
    query = (
        select(Challenge)
        .where(or_(Challenge.id.in_(mine), Challenge.series_id.in_(series)))
        .order_by(Challenge.created_at_ms.desc())
        .limit(limits.HELD_MOST)
    )
    # Newer ones overwrite older ones, but stay in their place.
    newest = {game.series_id: game for game in reversed(database.rows(query))}
    return sorted(newest.values(), key=lambda game: game.created_at_ms, reverse=True)


BattleOnSide = tuple[Battle, SideId]


def of_series(challenge: Challenge) -> dict[SideId, list[BattleOnSide]]:
    """Return the latest battles of a series by player, rematches included, oldest first."""
    games = select(Challenge).filter_by(series_id=challenge.series_id)
    found = [game for (game,) in reversed(_over(games.order_by(Challenge.number.desc())))]
    return {
        player: [(game.battle, player_on(player, swapped=game.swapped)) for game in found]
        for player in SIDES
    }


def of_visitor(visitor: str) -> list[BattleOnSide]:
    """Return the latest battles in which a visitor took a seat."""
    held = select(Challenge, Seat.side).join(Seat, Seat.challenge_id == Challenge.id)
    found = _over(held.where(Seat.holder == visitor).order_by(Challenge.created_at_ms.desc()))
    return [(game.battle, side) for game, side in found]


def _over(games: Select[*tuple[Any, ...]]) -> list[Any]:
    """Return the first of these rows (starting with a challenge) whose battle is over."""
    now = now_ms()
    with database.session() as db:
        fought = games.where(Challenge.battle_id.is_not(None))
        found = db.execute(fought.limit(limits.BATTLES_MOST + 1))
        rows = [row for row in found.unique() if row[0].battle.is_over(now)]
    return rows[: limits.BATTLES_MOST]


HOLDER: Final = "bot:"


def bot_of(challenge: Challenge, seat: Seat) -> Opponent | None:
    """Return the bot of a seat; None for a player, or for a bot that is no longer installed."""
    holder = seat.holder or ""
    if not holder.startswith(HOLDER):
        return None
    return games.game(challenge.ruleset).opponents.get(holder.removeprefix(HOLDER))


def bot_seat(bot: Opponent, id_: str, secret: str, terms: str, side: SideId, now_ms: int) -> Seat:
    """Return a bot's seat; its army, which is sealed first, follows from the server's secret."""
    drawn = hashlib.sha256(f"{secret} {bot.id}".encode()).digest()
    army = bot.army(Seeded(int.from_bytes(drawn[:8])))
    salt = fairness.draw()
    return Seat(
        side=side,
        name=bot.name,
        holder=HOLDER + bot.id,
        army=json.dumps(army),
        sealed_at_ms=now_ms,
        salt=salt,
        seal=fairness.seal_of(id_, terms, side, salt, army),
    )
