"""What may be told of a challenge: the same to everybody, but for the asker's own side.

Nothing of an army is told before both are sealed, and nothing of the seed before the battle is
over: whoever knows seed and armies could work out a battle that is still on air.
"""

from typing import Any, Final, Literal, NamedTuple

from webapp.challenges import seal, series, store, terms
from webapp.challenges.outcome import Staged, staged
from webapp.challenges.seats import player
from webapp.challenges.store import SIDES, Side, now_ms, seat_of
from webapp.store.models import Challenge

Status = Literal["open", "joined", "sealed", "countdown", "on_air", "over", "expired", "void"]
STATUSES: Final[tuple[Status, ...]] = (
    *("open", "joined", "sealed", "countdown", "on_air", "over", "expired", "void"),
)


class Standing(NamedTuple):
    """How far a challenge has come, and what was made of it."""

    status: Status
    made: Staged | None


def standing(challenge: Challenge) -> Standing:
    """How far a challenge has come by now."""
    made = staged(challenge)
    now = now_ms()
    if made is not None:
        return Standing(_phase(made, now), made)
    if seal.is_void(challenge):
        return Standing("void", None)
    if seal.both_sealed(challenge):
        return Standing("sealed", None)
    if now >= challenge.expires_at_ms:
        return Standing("expired", None)
    taken = all(seat.holder for seat in challenge.seats)
    return Standing("joined" if taken else "open", None)


def _phase(made: Staged, now: int) -> Status:
    if now < made.starts_at_ms:
        return "countdown"
    return "over" if made.is_over(now) else "on_air"


def brief(challenge: Challenge) -> dict[str, Any]:
    """What a viewer is told whenever it changes: how far it has come, who has done what."""
    status, made = standing(challenge)
    following = store.after(challenge)
    return {
        "challenge": challenge.id,
        "status": status,
        "seats": {side: _seat(challenge, side) for side in SIDES},
        "battle": made.id if made else None,
        "address": made.address if made else None,
        "starts_at_ms": made.starts_at_ms if made else None,
        "next": following.id if following else None,
    }


def _seat(challenge: Challenge, side: Side) -> dict[str, Any]:
    seat = seat_of(challenge, side)
    return {
        "player": player(challenge, side),
        "name": seat.name,
        "taken": seat.holder is not None,
        "sealed": seat.army is not None,
    }


def full(challenge: Challenge) -> dict[str, Any]:
    """All that everybody may know."""
    told = brief(challenge)
    kept = terms.of(challenge)
    over = told["status"] == "over"
    made = staged(challenge)
    score = series.score(challenge)
    return {
        "id": challenge.id,
        **{key: value for key, value in told.items() if key != "challenge"},
        "ruleset": challenge.ruleset,
        "title": challenge.title,
        "terms": kept["battle"],
        "limits": kept["limits"],
        "listed": challenge.listed,
        "created_at_ms": challenge.created_at_ms,
        "expires_at_ms": challenge.expires_at_ms,
        "winner": made.winner if made and over else None,
        "commitment": challenge.commitment,
        "seed": challenge.seed if over else None,
        "nonce": challenge.nonce if over else None,
        "series": {
            "id": challenge.series_id,
            "number": challenge.number,
            "best_of": challenge.best_of,
            "points": dict(zip(SIDES, score.points, strict=True)),
            "draws": score.draws,
            "won": dict(zip(SIDES, score.series, strict=True)),
            "winner": score.winner,
        },
    }
