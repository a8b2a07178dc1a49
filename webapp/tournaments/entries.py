"""Places in a tournament: seal an army, change it, leave; running ladders.

The file of a running ladder only grows by rounds and armies, which come and go. An entrant plays
from the next requested round on; place and file are written in one transaction.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeGuard

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session
from werkzeug.exceptions import Conflict, Gone

from engine import InputError, Problem, Text, tournament
from webapp.base.clock import now_ms
from webapp.base.errors import by_command, required
from webapp.base.jobs import in_thread
from webapp.base.texts import N_
from webapp.challenges import fairness
from webapp.guard import keys
from webapp.store import database
from webapp.store.models import Entrant, Gathering, Tournament
from webapp.tournaments import registration, store
from webapp.tournaments.limits import MORE_MOST

TRIES: Final = 5
NO_LADDER: Final = N_("Only a ladder can be continued: this tournament has an end.")
TOO_FEW: Final = N_(
    "A ladder needs at least 2 armies. Wait until another one has joined, or remove the ladder."
)
PLAYED: Final = N_(
    "Registration for this ladder is closed, and its dice are known: no army can be taken out or "
    "back in."
)
ENTRANT: Final = re.compile(r"entrants\[(\d+)\]")

Document = dict[str, Any]


def is_ladder(row: Tournament | Gathering) -> TypeGuard[Tournament]:
    """Whether it is a ladder that has begun."""
    return isinstance(row, Tournament) and store.kind_of(row) == tournament.LADDER


def play_more(row: Tournament, count: int) -> Tournament:
    """Play further rounds. Raises InputError for too many, ServiceUnavailable if crowded."""
    if not 1 <= count <= MORE_MOST:
        text = Text("is {count}; it must be 1 to {most} at a time", count=count, most=MORE_MOST)
        if count < 1:
            raise InputError.single("rounds", text)
        file = store.document(row)
        pairs = sum(map(tournament.takes_part, file["entrants"])) // 2
        text = Text(
            "is {count}, which is {games:,} games; it must be 1 to {most} at a time",
            count=count,
            games=count * pairs * file.get("best_of", 1),
            most=MORE_MOST,
        )
        raise InputError.single("rounds", by_command(text, store.COMMAND))

    changed = change_file(row, lambda file: {**file, "rounds": rounds(file) + count}, plays_on=True)
    store.go_on(changed)
    return changed


def add_armies(row: Tournament, new: Sequence[Mapping[str, Any]]) -> Tournament:
    """Add armies from the next requested round on, all or none of them.

    new: `army` of each, and `name` if it differs. Raises InputError for an invalid army, with paths
    such as `entrants[0].army` that count new armies, and Conflict for a ladder with registration.
    """
    if registration.find(row.id) is not None:
        raise Conflict(N_("Armies join this ladder only by its link."))
    there = 0

    def added(document: Document) -> Document:
        nonlocal there
        there = len(document["entrants"])
        return with_new(document, new)

    try:
        return change_file(row, added)
    except InputError as error:
        raise InputError(_of_added(problem, there) for problem in error.problems) from None


def with_new(document: Document, new: Sequence[Mapping[str, Any]]) -> Document:
    """Return a ladder's file with further entrants from the next requested round on."""
    entrants = document["entrants"]
    # With the members that all sides share.
    common = {k: v for k, v in tournament.side_of(entrants[0]).items() if k != "name"}
    spans = {tournament.ROUNDS: [[rounds(document) + 1, None]]}
    return {**document, "entrants": [*entrants, *({**common, **one, **spans} for one in new)]}


def set_part(row: Tournament, number: int, *, takes_part: bool) -> Tournament:
    """Set whether the entrant with this number, from 1, plays from the next round on.

    Raises InputError if too few would be left; Conflict for an unknown number, and for a ladder
    with registration once its dice are known.
    """
    joined = registration.find(row.id)
    if joined is not None and not registration.may_join(joined):
        raise Conflict(PLAYED)

    def changed(document: Document) -> Document:
        if not 1 <= number <= len(document["entrants"]):
            raise Conflict(N_("No army of this ladder has this number."))
        begun = rounds(document)
        found = tournament.with_entrant(document, number - 1, begun, takes_part=takes_part)
        if sum(map(tournament.takes_part, found["entrants"])) < 2:
            raise InputError.single("", TOO_FEW)
        return found

    return change_file(row, changed)


def rounds(document: Mapping[str, Any]) -> int:
    return int(document.get("rounds", tournament.LADDER_ROUNDS))


def _of_added(problem: Problem, there: int) -> Problem:
    """Return the problem with a new army's place among the new ones."""
    found = ENTRANT.match(problem.path)
    if found is None or (place := int(found[1]) - there) < 0:
        return problem
    return Problem(f"entrants[{place}]{problem.path[found.end() :]}", problem.message)


def change_file(
    row: Tournament,
    grown: Callable[[Document], Document],
    first: Callable[[Session], None] | None = None,
    *,
    plays_on: bool = False,
) -> Tournament:
    """Change the current version of a ladder's file.

    first: earlier writes in the same transaction. plays_on: there are games to play then; an ended
    ladder counts as a new one. Raises ServiceUnavailable if too many are being played.
    """
    for _ in range(TRIES):
        document = store.document(row)
        if document["kind"] != tournament.LADDER:
            raise Conflict(NO_LADDER)
        changed = grown(document)
        in_thread(store.read, changed)
        unchanged = update(Tournament).filter_by(
            id=row.id, document=row.document, ended_at_ms=row.ended_at_ms
        )
        values: dict[str, Any] = {"document": store.as_text(changed)}
        begins = plays_on and row.ended_at_ms is not None
        if begins:
            values |= {"ended_at_ms": None, "household": store.household_here()}
        with database.session() as db, db.begin() as transaction:
            if first is not None:
                first(db)
            is_changed = database.changed(db, unchanged.values(**values))
            if not is_changed:
                transaction.rollback()
            elif begins:
                store.refuse_alone(db, row.id, row.owner, values["household"])
        found = store.find(row.id)
        if found is None:
            break
        row = found
        if is_changed:
            return row
    raise Conflict(N_("The ladder was changed at the same time. Try again."))


PURPOSE: Final = "entrant"  # signed for links of places
ARMY: Final = "army"
CLOSED: Final = N_("Registration for this tournament is closed, and armies cannot be changed.")
LADDER_CLOSED: Final = N_("Registration for this ladder is closed.")
FULL: Final = N_("All places of this tournament are taken.")
STAYS: Final = N_(
    "You already take part in this ladder and cannot change your army: a changed army would be a "
    "new one, with its own rating."
)


class Entry(NamedTuple):
    """An entry; without the entrant's own salt, the server draws one."""

    name: str
    army: Any
    salt: str = ""


def _take(db: Session, row: Gathering, holder: str, entry: Entry) -> Entrant:
    """Take a place in a transaction; the entry has passed `refuse`. Raise as `enter` does."""
    number = _open(db, row)
    others = db.scalars(select(Entrant).filter_by(gathering_id=row.id)).all()
    own = next((one for one in others if one.holder == holder), None)
    if own is None:
        if len(others) >= row.places:
            raise Conflict(FULL)
        own = Entrant(gathering_id=row.id, number=number, holder=holder, link=0)
        db.execute(update(Gathering).filter_by(id=row.id).values(joined=number))
    elif row.begun_at_ms is not None:
        raise Conflict(STAYS)
    _fill(db, own, entry, registration.fair_terms(row))
    db.add(own)
    return own


def change(row: Gathering, number: int, entry: Entry) -> Entrant:
    """Seal another army or take another name in a place. Raise as `enter` does."""
    if registration.is_running(row):
        raise Conflict(STAYS)
    refuse(row, entry)
    with database.session() as db, db.begin():
        _open(db, row)
        own = db.get(Entrant, (row.id, number))
        if own is None:
            raise Gone(CLOSED)
        _fill(db, own, entry, registration.fair_terms(row))
    return own


def remove(row: Gathering, number: int) -> None:
    """Give up a place and delete its sealed army. Raise Gone if it is too late."""
    with database.session() as db, db.begin():
        _open(db, row)
        db.execute(delete(Entrant).filter_by(gathering_id=row.id, number=number))


def token(entrant: Entrant) -> str:
    """Return the secret that identifies this entrant on any device."""
    return keys.sign(PURPOSE, [entrant.gathering_id, entrant.number, entrant.link])


def by_token(row: Gathering, token: str) -> Entrant | None:
    id_, number, link = keys.signed(PURPOSE, token) or ("", 0, 0)
    return _by_link(row, number, link) if id_ == row.id else None


def own_entrant(row: Gathering) -> Entrant | None:
    """Return this browser's entrant: it joined here, or else followed the link of a place."""
    number, _dot, link = keys.kept_seat(row.id).partition(".")
    return joined_here(row) or (_by_link(row, int(number), int(link)) if link else None)


def _by_link(row: Gathering, number: int, link: int) -> Entrant | None:
    """Return the entrant with this number, unless its link was replaced."""
    return database.one(select(Entrant).filter_by(gathering_id=row.id, number=number, link=link))


def joined_here(row: Gathering) -> Entrant | None:
    """Return the entrant that this browser's visitor joined as; no link replaces it."""
    known = keys.known_visitor()
    mine = select(Entrant).filter_by(gathering_id=row.id, holder=known)
    return database.one(mine) if known else None


def keep(entrant: Entrant) -> None:
    """Give this browser a place by its link, unless its visitor has joined."""
    keys.keep_seat(entrant.gathering_id, f"{entrant.number}.{entrant.link}")


def renew(entrant: Entrant) -> Entrant:
    """Replace its link, which ends the access of browsers that followed the old one."""
    came_by_link = keys.kept_seat(entrant.gathering_id).partition(".")[0] == str(entrant.number)
    of_it = update(Entrant).filter_by(gathering_id=entrant.gathering_id, number=entrant.number)
    database.execute(of_it.values(link=Entrant.link + 1))
    fresh = database.fresh(entrant)
    if came_by_link:
        keep(fresh)
    return fresh


def refuse(row: Gathering, entry: Entry) -> None:
    """Raise InputError for an invalid entry, Gone if it is too late."""
    if not registration.may_join(row):
        raise Gone(LADDER_CLOSED if registration.is_running(row) else CLOSED)
    if not entry.name:
        raise InputError.single("name", "is missing; enter the name for the standings")
    fairness.refuse_salt(entry.salt)
    if problems := registration.judge(row, entry.army)[1]:
        raise InputError(
            Problem(f"{ARMY}.{path}" if path else ARMY, message) for path, message in problems
        )


def _open(db: Session, row: Gathering) -> int:
    """Lock the tournament until the transaction ends; return the next free number."""
    begun_at_ms = row.begun_at_ms if registration.is_running(row) else None
    same = update(Gathering).filter_by(id=row.id, begun_at_ms=begun_at_ms)
    still = same.where(Gathering.closes_at_ms > now_ms())
    if not database.changed(db, still.values(changes=Gathering.changes + 1)):
        raise Gone(CLOSED)
    return (db.scalar(select(Gathering.joined).filter_by(id=row.id)) or 0) + 1


def _fill(db: Session, place: Entrant, entry: Entry, terms: str) -> None:
    """Seal an entry in a place under terms with this hash. Raise InputError for a taken name."""
    id_, number = place.gathering_id, place.number
    others = select(Entrant.name).where(Entrant.gathering_id == id_, Entrant.number != number)
    if entry.name.casefold() in map(str.casefold, db.scalars(others)):
        raise InputError.single("name", "is taken by another player")
    place.name, place.army = entry.name, json.dumps(entry.army, ensure_ascii=False)
    place.salt, place.own_salt = entry.salt or fairness.draw(), bool(entry.salt)
    place.seal = fairness.entrant_seal_of(id_, terms, number, place.salt, entry.army)


def enter(row: Gathering, holder: str, entry: Entry) -> Entrant:
    """Take a place with a sealed army; a holder who has one seals another, until it begins.

    Raises InputError for an invalid army (paths begin with `army`), a taken name or a malformed
    salt; Gone if it is too late; Conflict if no place is left, and for a holder's in a ladder.
    """
    if row.begun_at_ms is None:
        try:
            refuse(row, entry)
            with database.session() as db, db.begin():
                return _take(db, row, holder, entry)
        except Gone:
            fresh = registration.find(row.id)
            if fresh is None or not registration.is_running(fresh):
                raise
            row = fresh  # a ladder that began meanwhile can still be joined
    refuse(row, entry)
    begun = store.find(row.id)
    if begun is None:
        raise Gone(CLOSED)
    found: list[Entrant] = []

    def added(document: dict[str, Any]) -> dict[str, Any]:
        if len(document["entrants"]) >= row.places:
            raise Conflict(FULL)
        return with_new(document, [{"name": entry.name, "army": entry.army}])

    change_file(begun, added, first=lambda db: found.append(_take(db, row, holder, entry)))
    return found[-1]


def leave(row: Gathering, number: int) -> None:
    """Give up a place, or skip a ladder's coming rounds. Raises Gone, or InputError: too few."""
    begun = store.find(row.id) if registration.is_running(row) else None
    if begun is None:
        remove(row, number)
        return
    mine = select(Entrant).filter_by(gathering_id=row.id, number=number)
    own = required(database.one(mine), Gone(CLOSED))
    set_part(begun, _place(begun, own) + 1, takes_part=False)


def plays(begun: Tournament, own: Entrant) -> bool:
    return tournament.takes_part(store.document(begun)["entrants"][_place(begun, own)])


def since(begun: Tournament, own: Entrant) -> int:
    """Return the first round of a ladder that an army plays in; 0 for none."""
    spans = store.document(begun)["entrants"][_place(begun, own)].get(tournament.ROUNDS)
    return 1 if spans is None else spans[-1][0] if spans else 0


def _place(begun: Tournament, own: Entrant) -> int:
    """Return an entrant's place in the file, by its unique name."""
    return [one["name"] for one in store.document(begun)["entrants"]].index(own.name)
