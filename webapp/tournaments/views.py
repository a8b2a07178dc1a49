"""Public data of a tournament with registration.

Before it begins, only the hash of each army and its salt is public. The seed is secret until the
last game is played, since it reveals the remaining results, and as long as a ladder can be joined,
since armies could be chosen for the dice.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from flask import url_for
from werkzeug.exceptions import Conflict

import engine
from webapp.base.jobs import in_thread
from webapp.base.texts import N_, _
from webapp.challenges import fairness
from webapp.store.models import Entrant, Gathering, Tournament
from webapp.tournaments import entries, registration, store
from webapp.tournaments.tables import report

# columns that everybody may read
PUBLIC: Final = ("id", "name", "ruleset", "places", "created_at_ms", "closes_at_ms", "commitment")
NOT_YET: Final = N_(
    "The proof is available when all games are played: before, it would reveal the rest."
)
LADDER_NOT_YET: Final = N_(
    "The proof is available when registration is closed and all games are played: before, it would "
    "reveal the rest."
)


def public(row: Gathering, found: Sequence[Entrant]) -> dict[str, Any]:
    kept = registration.agreed(row)
    return {
        **{key: getattr(row, key) for key in PUBLIC},
        "state": registration.state_of(row, len(found)),
        "kind": kept["file"]["kind"],
        "best_of": kept["file"].get("best_of", 1),
        "rounds": kept["file"].get("rounds"),
        "terms": registration.battle_terms(row),
        "side": kept["side"],
        "limits": kept["limits"],
        "entrants": [_entrant(one) for one in found],
    }


def _entrant(one: Entrant) -> dict[str, Any]:
    by = "player" if one.own_salt else "server"
    return {"number": one.number, "name": one.name, "seal": one.seal, "salted_by": by}


def proof_of(row: Gathering) -> dict[str, Any]:
    """Return the proof described in challenges/FAIR.md. Raise Conflict before the end."""
    begun = store.find(row.id)
    if begun is None or not registration.is_seed_public(begun, row):
        raise Conflict(_(LADDER_NOT_YET if registration.is_running(row) else NOT_YET))
    kept, found = registration.agreed(row), registration.entrants(row)
    return {
        "format": fairness.FORMAT,
        "tournament": row.id,
        "ruleset": row.ruleset,
        "terms": registration.fair_file(kept),
        "limits": kept["limits"],
        "commitment": row.commitment,
        "secret": row.secret,
        "seed": str(store.document(begun)["seed"]),
        "entrants": [
            _entrant(one) | {"salt": one.salt, "army": registration.army_of(one)} for one in found
        ],
        "file": store.document(begun),
    }


def described(row: Tournament | Gathering, own: Entrant | None = None) -> dict[str, Any]:
    """Return what the entrant `own` may know of a tournament."""
    links = {
        "self": url_for("tournaments.get_tournament", id_=row.id, _external=True),
        "page": url_for("tournament.show", id_=row.id, _external=True),
    }
    asker = {"you": _you(own) if own else None, "links": links}
    if isinstance(row, Gathering):
        return {"ok": True, **public(row, registration.entrants(row)), **asker}
    body, before = _played(row), registration.find(row.id)
    seed = body.pop("seed")
    are_told = registration.is_seed_public(row, before)
    if are_told:
        body["seed"] = str(seed)
        links["file"] = url_for("tournament.file", id_=row.id, _external=True)
    if before is not None:
        shown = ["commitment", "entrants"]
        if registration.is_running(before):
            shown += ["limits", "places", "closes_at_ms"]
            body["joining"] = registration.may_join(before)
        of_people = public(before, registration.entrants(before))
        body |= {key: of_people[key] for key in shown}
        if are_told:
            body["secret"] = before.secret
            links["proof"] = url_for("tournaments.get_proof", id_=row.id, _external=True)
    return {"ok": True, **body, **asker}


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
    link = partial(url_for, "watch.watch", _external=True)
    addresses = {game: id_ and link(id_=id_) for game, id_ in played.battles.items()}
    # In a thread: the first call loads scipy.
    body = in_thread(report, played.cup, [*played.matches], addresses.get)
    for match in body["matches"]:
        for game in match.get("games", ()):
            game["battle"] = game.pop("file")
            del game["seed"]
    del body["finished"]
    return body | {
        "id": row.id,
        "name": row.name,
        "state": "playing" if row.ended_at_ms is None else "over",
        "created_at_ms": row.created_at_ms,
        "terms": {k: v for k, v in played.cup.terms.items() if k != "ruleset"},
        "done": played.done,
        "of": played.cup.plan.matches,
    }
