"""Joining and leaving by a link, before the beginning or in a running ladder.

An entrant of a running ladder plays from the next requested round on. Place and file are written in
one transaction.
"""

from typing import Any

from sqlalchemy.orm import Session
from werkzeug.exceptions import Conflict, Gone

from engine import tournament
from webapp.store.models import Entrant, Gathering, Tournament
from webapp.tournaments import entries, ladders, registration, store
from webapp.tournaments.entries import Entry


def enter(row: Gathering, holder: str, entry: Entry) -> Entrant:
    """Take a place with a sealed army.

    Raises as `entries.enter` does, and Conflict for an entrant of a running ladder.
    """
    if row.begun_at_ms is None:
        try:
            return entries.enter(row, holder, entry)
        except Gone:
            fresh = registration.find(row.id)
            if fresh is None or not registration.is_running(fresh):
                raise
            row = fresh  # a ladder that began meanwhile can still be joined
    entries.refuse(row, entry)
    begun = store.find(row.id)
    if begun is None:
        raise Gone(entries.CLOSED)
    found: list[Entrant] = []

    def added(document: dict[str, Any]) -> dict[str, Any]:
        if len(document["entrants"]) >= row.places:
            raise Conflict(entries.FULL)
        return ladders.with_new(document, [{"name": entry.name, "army": entry.army}])

    def take(db: Session) -> None:
        found.append(entries.take(db, row, holder, entry))

    ladders.change(begun, added, first=take)
    return found[-1]


def leave(row: Gathering, number: int) -> None:
    """Give up a place; in a running ladder, the army skips coming rounds.

    Raises Gone if it is too late, InputError if too few would be left in a ladder.
    """
    begun = store.find(row.id) if registration.is_running(row) else None
    if begun is None:
        entries.leave(row, number)
        return
    places = {one.number: _place(begun, one) for one in registration.entrants(row)}
    if number not in places:
        raise Gone(entries.CLOSED)
    ladders.set_part(begun, places[number] + 1, takes_part=False)


def plays(begun: Tournament, own: Entrant) -> bool:
    """Whether an army plays in the coming rounds of a ladder."""
    return tournament.takes_part(store.document(begun)["entrants"][_place(begun, own)])


def since(begun: Tournament, own: Entrant) -> int:
    """Return the first round of a ladder that an army plays in; 0 for none."""
    spans = store.document(begun)["entrants"][_place(begun, own)].get(tournament.ROUNDS)
    return 1 if spans is None else spans[-1][0] if spans else 0


def _place(begun: Tournament, own: Entrant) -> int:
    """Return an entrant's place in the file, by its unique name."""
    names = [one["name"] for one in store.document(begun)["entrants"]]
    return names.index(own.name)
