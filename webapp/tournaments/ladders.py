"""Running ladders on the web: a file that only grows by rounds and armies, which come and go."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeGuard

from sqlalchemy import update
from sqlalchemy.orm import Session
from werkzeug.exceptions import Conflict

from engine import InputError, Problem, Text, tournament
from webapp.base.errors import by_command
from webapp.base.jobs import in_thread
from webapp.base.texts import N_
from webapp.store import database
from webapp.store.models import Gathering, Tournament
from webapp.tournaments import registration, store
from webapp.tournaments.limits import MORE_MOST

TRIES: Final = 5
NO_LADDER: Final = N_("Only a ladder can be continued: this tournament has an end.")
CHANGED: Final = N_("The ladder was changed at the same time. Try again.")
UNKNOWN: Final = N_("No army of this ladder has this number.")
TOO_FEW: Final = N_(
    "A ladder needs at least 2 armies. Wait until another one has joined, or remove the ladder."
)
BY_LINK: Final = N_("Armies join this ladder only by its link.")
STAYS: Final = N_(
    "Registration for this ladder is closed, and its dice are known: no army can be taken out or "
    "back in."
)
ENTRANT: Final = re.compile(r"entrants\[(\d+)\]")

Document = dict[str, Any]


def is_one(row: Tournament | Gathering) -> TypeGuard[Tournament]:
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

    def more(document: Document) -> Document:
        return {**document, "rounds": rounds(document) + count}

    changed = change(row, more, plays_on=True)
    store.go_on(changed)
    return changed


def add(row: Tournament, new: Sequence[Mapping[str, Any]]) -> Tournament:
    """Add armies from the next requested round on, all or none of them.

    new: `army` of each, and `name` if it differs. Raises InputError for an invalid army, with paths
    such as `entrants[0].army` that count new armies, and Conflict for a ladder with registration.
    """
    if registration.find(row.id) is not None:
        raise Conflict(BY_LINK)
    there = 0

    def added(document: Document) -> Document:
        nonlocal there
        there = len(document["entrants"])
        return with_new(document, new)

    try:
        return change(row, added)
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
        raise Conflict(STAYS)

    def changed(document: Document) -> Document:
        if not 1 <= number <= len(document["entrants"]):
            raise Conflict(UNKNOWN)
        begun = rounds(document)
        found = tournament.with_entrant(document, number - 1, begun, takes_part=takes_part)
        if sum(map(tournament.takes_part, found["entrants"])) < 2:
            raise InputError.single("", TOO_FEW)
        return found

    return change(row, changed)


def rounds(document: Mapping[str, Any]) -> int:
    return int(document.get("rounds", tournament.LADDER_ROUNDS))


def _of_added(problem: Problem, there: int) -> Problem:
    """Return the problem with a new army's place among the new ones."""
    found = ENTRANT.match(problem.path)
    if found is None or (place := int(found[1]) - there) < 0:
        return problem
    return Problem(f"entrants[{place}]{problem.path[found.end() :]}", problem.message)


def change(
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
        unchanged = update(Tournament).where(
            Tournament.id == row.id,
            Tournament.document == row.document,
            Tournament.ended_at_ms == row.ended_at_ms,
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
    raise Conflict(CHANGED)
