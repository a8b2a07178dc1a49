"""Joining and leaving by a link, before or after the beginning: a ladder goes on taking entrants.

Who joins a ladder that runs takes part from the next requested round on. Place and file are written
in one transaction, so that nobody has one without the other.
"""

from typing import Any

from sqlalchemy.orm import Session
from werkzeug.exceptions import Conflict, Gone

from engine import tournament
from webapp.store.models import Entrant, Gathering, Tournament
from webapp.tournaments import entries, ladders, registration, store
from webapp.tournaments.entries import Entry


def enter(row: Gathering, holder: str, entry: Entry) -> Entrant:
    """Takes a place with a sealed army.

    Raises as `entries.enter` does, and Conflict for somebody whose army is already in a running
    ladder.
    """
    if row.begun_at_ms is None:
        try:
            return entries.enter(row, holder, entry)
        except Gone:
            fresh = registration.find(row.id)
            if fresh is None or not registration.is_running(fresh):
                raise
            row = fresh  # it has begun meanwhile, and can still be joined
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
    """Gives up a place; in a ladder that runs, the army takes no part in coming rounds.

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
    """Whether an army takes part in the coming rounds of a ladder."""
    return tournament.takes_part(store.document(begun)["entrants"][_place(begun, own)])


def since(begun: Tournament, own: Entrant) -> int:
    """The first round of a ladder in which an army takes part; 0 if it takes part in none."""
    spans = store.document(begun)["entrants"][_place(begun, own)].get(tournament.ROUNDS)
    return 1 if spans is None else spans[-1][0] if spans else 0


def _place(begun: Tournament, own: Entrant) -> int:
    """An entrant's place in the file, by the name, which is unique."""
    names = [one["name"] for one in store.document(begun)["entrants"]]
    return names.index(own.name)
