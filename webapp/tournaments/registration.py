"""Tournaments with registration: terms, storage, state, and their start."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final, Literal, NamedTuple

import gevent
from flask import Flask, current_app
from sqlalchemy import ColumnElement, Select, and_, desc, func, or_, select, union_all, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import InstrumentedAttribute
from werkzeug.exceptions import Conflict, NotFound

import engine
from engine import InputError, Problem, tournament
from webapp.armies.builder import checking
from webapp.base import games, jobs, samples
from webapp.base.clock import HOUR_MS, now_ms
from webapp.base.form import value_at
from webapp.base.game import ArmyCard, Game
from webapp.base.jobs import in_thread
from webapp.base.texts import N_, _
from webapp.battles.store import stored_under_new_id
from webapp.challenges import fairness, terms
from webapp.html.moments import Moment
from webapp.store import database
from webapp.store.models import NAME_LENGTH, Entrant, Gathering, Tournament
from webapp.tournaments import store
from webapp.tournaments.limits import ENOUGH, OWNED_MOST

# few: it closed with too few entrants; void: the rules have changed
State = Literal["open", "begins", "few", "void", "begun"]


def agree(
    game: Game, file: Mapping[str, Any], side: Mapping[str, Any], limits: Any, places: int
) -> dict[str, Any]:
    """Return the stored terms of a tournament.

    file: `kind`, `best_of` and `rounds` of a tournament file, and members of a battle file. side:
    further members of each side. Raises InputError, with paths as in a tournament file, or that
    begin with `side` or `limits`.
    """
    limits, problems = terms.read_limits(game, limits, timed=False)
    file = {**file, "ruleset": game.id}
    anybody = {**side, "army": samples.stand_in(game)}
    slow = [
        f"side.{field.path}"
        for field in game.builder.form.sides
        for option in field.options
        if option.slow and option.id == value_at(side, field.path)
    ]
    try:
        in_thread(store.read, {**file, "seed": 0, "entrants": [anybody] * places})
    except InputError as error:
        problems += (one for one in _of_terms(error.problems) if one.path != "entrants" or not slow)
    if not problems:  # an army that breaks the terms would hide them
        store.refuse_games(tournament.plan_of(file, places), *slow)
    if problems:
        raise InputError(problems)
    return {"file": file, "side": side, "limits": limits}


def _of_terms(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems that are not caused by the sample army of the check."""
    for path, message in problems:
        first, _dot, rest = path.partition(".")
        if not first.startswith("entrants["):
            yield Problem(path, message)
        elif first == "entrants[0]" and rest.partition(".")[0] != "army":
            yield Problem(f"side.{rest}", message)


def create(
    game: Game, name: str, owner: str, agreed: Mapping[str, Any], places: int, hours: int
) -> Gathering:
    """Create a tournament with registration on terms that `agree` returned."""
    now = now_ms()

    def add(id_: str) -> Gathering:
        secret = fairness.draw()
        row = Gathering(
            id=id_,
            ruleset=game.id,
            name=name[:NAME_LENGTH],
            agreed=store.as_text(agreed),
            owner=owner,
            household=store.household_here(),
            secret=secret,
            commitment=fairness.commitment_of(id_, secret),
            places=places,
            created_at_ms=now,
            closes_at_ms=now + hours * HOUR_MS,
        )
        return database.add(row)

    return stored_under_new_id(add)


def find(id_: str) -> Gathering | None:
    return database.by_id(Gathering, id_)


def entrants(row: Gathering) -> Sequence[Entrant]:
    """Return the entrants in the order of registration."""
    of_it = select(Entrant).where(Entrant.gathering_id == row.id)
    return database.rows(of_it.order_by(Entrant.number))


def count(row: Gathering) -> int:
    return database.one(select(func.count()).where(Entrant.gathering_id == row.id)) or 0


def owned(owner: str, rulesets: Iterable[str]) -> Sequence[Gathering]:
    """Return a visitor's latest gatherings of these games that have not begun, newest first."""
    mine = select(Gathering).where(_is_open_of(owner), Gathering.ruleset.in_([*rulesets]))
    return database.rows(mine.order_by(Gathering.created_at_ms.desc()).limit(OWNED_MOST))


def _is_open_of(owner: str) -> ColumnElement[bool]:
    return and_(Gathering.owner == owner, Gathering.begun_at_ms.is_(None))


class Listed(NamedTuple):
    """A tournament or gathering in a list; `begun_at_ms` is as in a Gathering."""

    id: str
    name: str
    ruleset: str
    created_at_ms: int
    closes_at_ms: int
    begun_at_ms: int | None
    ended_at_ms: int | None
    is_ladder: bool | None

    def moment(self) -> Moment:
        """Return the time that matters most in its state."""
        if self.ended_at_ms is not None:
            text = N_("Last game {when}") if self.is_ladder else N_("Ended {when}")
            return Moment(text, self.ended_at_ms)
        if self.begun_at_ms:
            return Moment(N_("Running, started {when}"), self.begun_at_ms)
        if self.begun_at_ms is not None:
            return Moment(N_("Created {when}"), self.created_at_ms)
        if now_ms() < self.closes_at_ms:
            return Moment(N_("Registration open until {when}"), self.closes_at_ms, is_exact=True)
        return Moment(N_("Registration closed {when}"), self.closes_at_ms)


def owned_or_joined(
    visitor: str, seats: Sequence[str], rulesets: Iterable[str]
) -> dict[str, Listed]:
    """Return a visitor's latest tournaments by id: made and not hidden, joined, or of `seats`."""
    joined = select(Entrant.gathering_id).where(Entrant.holder == visitor)
    in_one = or_(_is_open_of(visitor), Gathering.id.in_(joined), Gathering.id.in_(seats))
    made = and_(Tournament.owner == visitor, ~Tournament.hidden)

    def of(
        kind: type[Gathering | Tournament],
        which: ColumnElement[bool],
        *times: InstrumentedAttribute[int] | InstrumentedAttribute[int | None],
    ) -> Select[*tuple[Any, ...]]:
        # Reading all files would take too long.
        is_ladder = Tournament.document.contains(f'"kind":"{tournament.LADDER}"')
        of_kind = select(kind.id, kind.name, kind.ruleset, kind.created_at_ms, *times, is_ladder)
        return of_kind.where(which, kind.ruleset.in_([*rulesets]))

    gathered = of(
        Gathering, in_one, Gathering.closes_at_ms, Gathering.begun_at_ms, Tournament.ended_at_ms
    ).outerjoin(Tournament, Tournament.id == Gathering.id)
    began = Tournament.created_at_ms
    both = union_all(gathered, of(Tournament, made, began, began, Tournament.ended_at_ms))
    latest = both.order_by(desc("created_at_ms")).limit(2 * OWNED_MOST)
    with database.session() as db:
        return {row.id: Listed(*row) for row in db.execute(latest)}


def due() -> Sequence[Gathering]:
    """Return closed gatherings of installed games that could begin, oldest first."""
    there = select(func.count()).where(Entrant.gathering_id == Gathering.id).scalar_subquery()
    closed = select(Gathering).where(
        Gathering.begun_at_ms.is_(None), Gathering.closes_at_ms <= now_ms(), there >= ENOUGH
    )
    closed = closed.where(Gathering.ruleset.in_([*games.games()]))
    return database.rows(closed.order_by(Gathering.closes_at_ms))


def state_of(row: Gathering, count: int) -> State:
    if row.begun_at_ms is not None:
        return "begun" if row.begun_at_ms else "void"
    if now_ms() < row.closes_at_ms:
        return "open"
    return "begins" if count >= ENOUGH else "few"


def is_running(row: Gathering) -> bool:
    """Whether it is a running ladder, which accepts entrants until it closes."""
    return bool(row.begun_at_ms) and kind_of(row) == tournament.LADDER


def may_join(row: Gathering) -> bool:
    """Whether registration is open, if there are places left."""
    return now_ms() < row.closes_at_ms and (row.begun_at_ms is None or is_running(row))


def is_seed_public(begun: Tournament, before: Gathering | None) -> bool:
    """Whether the seed is public: it is over, and no army can be chosen for the dice."""
    return begun.ended_at_ms is not None and (before is None or not may_join(before))


def close(row: Gathering) -> None:
    still = update(Gathering).where(Gathering.id == row.id, Gathering.closes_at_ms > now_ms())
    database.execute(still.values(closes_at_ms=now_ms(), changes=Gathering.changes + 1))


def agreed(row: Gathering) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(row.agreed)
    return found


def kind_of(row: Tournament | Gathering) -> str:
    return store.kind_of(row) if isinstance(row, Tournament) else agreed(row)["file"]["kind"]


def army_of(entrant: Entrant) -> Any:
    """Return an entrant's sealed army, secret before the beginning."""
    return json.loads(entrant.army)


def battle_terms(row: Gathering) -> dict[str, Any]:
    """Return the members of a battle file besides sides and seed."""
    file, keys = agreed(row)["file"], games.game(row.ruleset).ruleset.battle_keys
    return {key: file[key] for key in keys if key in file}


def fair_terms(row: Gathering) -> str:
    """Return the hash of the terms, which is part of the seals."""
    found = agreed(row)
    return fairness.terms_hash(row.ruleset, fair_file(found), found["limits"])


def fair_file(found: Mapping[str, Any]) -> dict[str, Any]:
    return {**found["file"], "side": found["side"]}


def judge(row: Gathering, army: Any) -> tuple[engine.Battle | None, list[Problem]]:
    """Return a battle of this army against itself, or all its problems under the terms."""
    found, game = agreed(row), games.game(row.ruleset)
    side = {**found["side"], "army": army}
    try:
        battle = engine.read({**battle_terms(row), "ruleset": game.id, "sides": [side, side]})
    except InputError as error:
        return None, [
            Problem(path.removeprefix("sides[0].army").removeprefix("."), message)
            for path, message in error.problems
            if not path.startswith("sides[1]")
        ]
    problems = [*checking.over_limits(game, battle.setup.a, army, found["limits"])]
    return (None if problems else battle), problems


def card_of(row: Gathering, army: Any) -> ArmyCard | None:
    """Return an army's card, or None if it breaks the rules or the terms."""
    battle, _ = judge(row, army)
    return games.game(row.ruleset).army_card(battle.setup, "a") if battle else None


def document_of(row: Gathering, found: Sequence[Entrant]) -> dict[str, Any]:
    """Return the tournament file by secret and seals: the lowest lot is the best seed."""
    kept = agreed(row)
    seals = [entrant.seal for entrant in found]
    seed = fairness.tournament_seed_of(row.id, fair_terms(row), row.secret, seals)
    drawn = sorted(found, key=lambda entrant: fairness.lot_of(row.id, seed, entrant.seal))
    file = {"name": row.name, **kept["file"], "seed": seed}
    if "rounds" in file and file["kind"] != tournament.LADDER:
        count = len(drawn)
        file["rounds"] = min(file["rounds"], max(1, count - 1 + count % 2))
    sides = [{**kept["side"], "name": one.name, "army": army_of(one)} for one in drawn]
    return {**file, "entrants": sides}


ROUND: Final = timedelta(minutes=1)  # interval of checks for due and stalled tournaments
NONE: Final = N_(
    "No tournament has this link. A letter may be wrong or missing, or it was deleted."
)


def gathering_begun_if_due(id_: str) -> Gathering | None:
    """Return the gathering of an installed game with this id; begin a due one in the background."""
    row = find(id_)
    if row is None or row.ruleset not in games.games():
        return None
    begin_if_due(row)
    return row


def found(id_: str) -> Tournament | Gathering:
    """Return the tournament or gathering of an installed game; begin a due one. Raise NotFound."""
    row = store.find(id_) or gathering_begun_if_due(id_)
    if isinstance(row, Gathering) and row.begun_at_ms:
        row = store.find(id_)  # it has begun between the two queries
    if row is None or row.ruleset not in games.games():
        raise NotFound(NONE)
    return row


def begin_if_due(row: Gathering) -> None:
    """Begin it in the background if its game is installed and it is closed with enough entrants."""
    if row.ruleset not in games.games():
        return
    has_closed = row.begun_at_ms is None and now_ms() >= row.closes_at_ms
    if has_closed and state_of(row, count(row)) == "begins":
        jobs.start(f"beginning tournament {row.id}", begin, row.id)


def keep_going(app: Flask) -> None:
    """Begin due tournaments every minute, and continue those of killed or too busy processes."""
    idle = timedelta()
    with app.app_context():
        while True:
            try:
                for row in due():
                    begin_if_due(row)
                store.go_on_with_all(idle)
            except SQLAlchemyError:
                app.logger.exception("tournaments could not be looked at")
            idle = ROUND
            gevent.sleep(ROUND.total_seconds())


def begin(id_: str) -> None:
    """Begin it once with the current entrants. Raises Conflict and ServiceUnavailable."""
    while (row := find(id_)) is not None and row.begun_at_ms is None:
        with database.session() as db:
            store.refuse_if_crowded(db, row.owner, row.household)
        found = entrants(row)
        if len(found) < ENOUGH:
            raise Conflict(_("At least two have to take part before it can begin."))
        document = document_of(row, found)
        unchanged = update(Gathering).where(
            Gathering.id == id_, Gathering.begun_at_ms.is_(None), Gathering.changes == row.changes
        )
        try:
            cup = in_thread(store.read, document)
        except InputError as error:
            # The armies followed the rules when sealed; newer rules may refuse one.
            current_app.logger.warning("tournament %s cannot begin: %s", id_, error)
            database.execute(unchanged.values(begun_at_ms=0, household=None))
            continue
        made = store.row_of(id_, cup, document, row.owner)
        made.link, made.household = row.link, row.household
        with database.session() as db, db.begin():
            if database.changed(db, unchanged.values(begun_at_ms=now_ms(), household=None)):
                store.put(db, made)
    if begun := store.find(id_):
        store.go_on(begun)
