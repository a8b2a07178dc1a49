"""API representations of a tournament, its places, and its maker's secrets."""

from typing import Any

from flask import url_for
from werkzeug.exceptions import Conflict

import engine
from webapp.base.jobs import in_thread
from webapp.store.models import Entrant, Gathering, Tournament
from webapp.tournaments import entries, registration, store, views
from webapp.tournaments.report import report


def described(row: Tournament | Gathering, own: Entrant | None) -> dict[str, Any]:
    """Return what the entrant `own` may know of a tournament."""
    links = {
        "self": url_for("tournaments.get_tournament", id_=row.id, _external=True),
        "page": url_for("tournament.show", id_=row.id, _external=True),
    }
    if isinstance(row, Gathering):
        body = views.public(row, registration.entrants(row))
        return {"ok": True, **body, "you": _you(own) if own else None, "links": links}
    body, before = _played(row), registration.find(row.id)
    seed = body.pop("seed")
    are_told = registration.are_dice_told(row, before)
    if are_told:
        body["seed"] = str(seed)
        links["file"] = url_for("tournament.file", id_=row.id, _external=True)
    if before is not None:
        public = views.public(before, registration.entrants(before))
        body |= {key: public[key] for key in ("commitment", "entrants")}
        if registration.is_running(before):
            body |= {key: public[key] for key in ("limits", "places", "closes_at_ms")}
            body["joining"] = registration.may_join(before)
        if are_told:
            body["secret"] = before.secret
            links["proof"] = url_for("tournaments.get_proof", id_=row.id, _external=True)
    return {"ok": True, **body, "you": _you(own) if own else None, "links": links}


def maker(row: Tournament | Gathering) -> dict[str, Any]:
    """Return the maker's secrets."""
    token = store.edit_token(row)
    edit = url_for("tournament.edit", id_=row.id, token=token, _external=True)
    return {"edit": token, "links": {"edit": edit}}


def _you(own: Entrant) -> dict[str, Any]:
    token = entries.token(own)
    seat = url_for("gathering.come_back", id_=own.gathering_id, token=token, _external=True)
    return {
        "number": own.number,
        "seat": token,
        "army": registration.army_of(own),
        "salt": own.salt,
        "links": {"seat": seat},
    }


def _played(row: Tournament) -> dict[str, Any]:
    """Return the standings after the stored games, with the secret seed."""
    try:
        played = store.as_it_stands(row)
    except engine.InputError as error:
        raise Conflict(f"The rules have changed since this tournament was made: {error}") from None

    def link(game: str) -> str | None:
        battle = played.battles.get(game)
        return url_for("watch.watch", id_=battle, _external=True) if battle else None

    addresses = {game: link(game) for game in played.battles}
    # In a thread: the first call loads scipy.
    body = in_thread(report, played.cup, [*played.matches], addresses.get)
    is_over = row.ended_at_ms is not None
    for match in body["matches"]:
        for game in match.get("games", ()):
            game["battle"] = game.pop("file")
            del game["seed"]
    del body["finished"]
    return body | {
        "id": row.id,
        "name": row.name,
        "state": "over" if is_over else "playing",
        "created_at_ms": row.created_at_ms,
        "terms": {k: v for k, v in played.cup.terms.items() if k != "ruleset"},
        "done": played.done,
        "of": played.cup.plan.matches,
    }
