"""What may be shown of a tournament that people join, the same to everybody.

Before it begins, only the hash of each army and its salt is shown. The seed is not shown before the
last game is played: whoever knows it could compute the remaining results. As long as people may
join a ladder, its seed is not shown at all: they could choose an army for the dice.
"""

from collections.abc import Sequence
from typing import Any, Final

from werkzeug.exceptions import Conflict

from webapp.base.texts import N_, _
from webapp.challenges import fairness
from webapp.store.models import Entrant, Gathering
from webapp.tournaments import registration, store

NOT_YET: Final = N_("There is a proof when all games are played: before, it would tell the rest.")

LADDER_NOT_YET: Final = N_(
    "There is a proof when nobody can join any more and all games are played: before, it would "
    "tell the rest."
)


def public(row: Gathering, found: Sequence[Entrant]) -> dict[str, Any]:
    """All that everybody may know before it begins."""
    kept = registration.agreed(row)
    return {
        "id": row.id,
        "state": registration.state_of(row, len(found)),
        "name": row.name,
        "ruleset": row.ruleset,
        "kind": kept["file"]["kind"],
        "best_of": kept["file"].get("best_of", 1),
        "rounds": kept["file"].get("rounds"),
        "terms": registration.battle_terms(row),
        "side": kept["side"],
        "limits": kept["limits"],
        "places": row.places,
        "created_at_ms": row.created_at_ms,
        "closes_at_ms": row.closes_at_ms,
        "commitment": row.commitment,
        "entrants": [_entrant(one) for one in found],
    }


def _entrant(one: Entrant) -> dict[str, Any]:
    return {
        "number": one.number,
        "name": one.name,
        "seal": one.seal,
        "salted_by": salted_by(one),
    }


def salted_by(one: Entrant) -> str:
    """Who has drawn the salt of a seal."""
    return "player" if one.own_salt else "server"


def proof_of(row: Gathering) -> dict[str, Any]:
    """All that was secret, as challenges/FAIR.md describes it. Raises Conflict before the end."""
    begun = store.find(row.id)
    if begun is None or not registration.are_dice_told(begun, row):
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
