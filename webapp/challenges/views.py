"""Public data of a challenge.

Before both armies are sealed, only the hash of an army and its salt is public, and the seed is
secret until the battle is over: seed and armies would reveal a battle that is on air.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, get_args

from engine import SIDES, SideId, other_side
from webapp.base.clock import now_ms
from webapp.base.texts import UNNAMED, _, are_alike, isolated
from webapp.challenges import appointments, series, store, terms
from webapp.challenges.outcome import Outcome, outcome_of, salted_by
from webapp.challenges.store import SeriesGame
from webapp.matches.seats import display_name, player, seat_of
from webapp.store.models import Challenge

Status = Literal[
    "open",
    "joined",
    "sealed",
    "countdown",
    "on_air",
    "over",
    "forfeit",
    "cancelled",
    "expired",
    "void",
]
STATUSES: Final[tuple[Status, ...]] = get_args(Status)


def public(challenge: Challenge, of_series: Sequence[SeriesGame] | None = None) -> dict[str, Any]:
    """Return the public data; `of_series` are the games of its series, if they are known."""
    outcome = outcome_of(challenge)
    status = _status(challenge, outcome)
    over = status == "over"
    games = store.series_games(challenge.series_id) if of_series is None else of_series
    following = next((game for game in games if game.number == challenge.number + 1), None)
    score = series.score(challenge, games)
    loser = next((side for side in SIDES if side == challenge.forfeit), None)
    return {
        "id": challenge.id,
        "status": status,
        "seats": {side: _seat(challenge, side) for side in SIDES},
        "battle": outcome.id if outcome else None,
        "address": outcome.address if outcome else None,
        "starts_at_ms": outcome.starts_at_ms if outcome else None,
        "next": following.id if following else None,
        "title": challenge.title,
        **terms.public(challenge),
        "listed": challenge.listed,
        "created_at_ms": challenge.created_at_ms,
        "expires_at_ms": challenge.expires_at_ms,
        "appointment": appointments.public(challenge),
        "winner": outcome.winner if outcome and over else other_side(loser) if loser else None,
        "commitment": challenge.commitment,
        "provable": challenge.secret is not None,
        "secret": challenge.secret if over else None,
        "seed": str(store.seed_of(challenge)) if over else None,
        "nonce": challenge.nonce or None if over else None,
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


def brief(public: Mapping[str, Any]) -> dict[str, Any]:
    keys = ("status", "commitment", "seats", "battle", "address", "starts_at_ms", "next")
    return {"challenge": public["id"], **{key: public[key] for key in (*keys, "appointment")}}


def _status(challenge: Challenge, outcome: Outcome | None) -> Status:
    now = now_ms()
    if outcome is not None:
        if now < outcome.starts_at_ms:
            return "countdown"
        return "over" if outcome.is_over(now) else "on_air"
    if store.is_void(challenge):
        return "void"
    if store.both_sealed(challenge):
        return "sealed"
    has_both = all(seat.holder for seat in challenge.seats)
    if challenge.forfeit and (has_both or store.is_cancelled(challenge)):
        return "forfeit" if challenge.forfeit in SIDES else "cancelled"
    if now >= challenge.expires_at_ms and not (has_both and appointments.is_due(challenge)):
        return "expired"
    return "joined" if has_both else "open"


def _seat(challenge: Challenge, side: SideId) -> dict[str, Any]:
    seat = seat_of(challenge, side)
    bot = store.bot_of(challenge, seat)
    return {
        "player": player(challenge, side),
        "name": _(bot.name) if bot else seat.name,
        "taken": seat.holder is not None,
        "sealed": seat.army is not None,
        "seal": seat.seal,
        "salted_by": salted_by(challenge, seat),
    }


def player_names(public: Mapping[str, Any]) -> dict[str, str]:
    """Return both players' names, by player; with their roles if they read alike."""
    seats = public["seats"].values()
    names = {seat["player"]: display_name(seat["player"], seat["name"]) for seat in seats}
    if not are_alike(names["a"], names["b"]):
        return names
    return {player: f"{name} ({_(UNNAMED[player])})" for player, name in names.items()}


def side_names(public: Mapping[str, Any]) -> dict[SideId, str]:
    """Return both players' names, by their sides in this game."""
    names = player_names(public)
    return {side: names[public["seats"][side]["player"]] for side in SIDES}


def has_both(public: Mapping[str, Any]) -> bool:
    return all(seat["taken"] for seat in public["seats"].values())


def heading(public: Mapping[str, Any]) -> str:
    """Return a challenge's heading on its own page: its title, or its maker."""
    name = _maker(public)
    by = _("{name}'s challenge", name=name) if name else _("A challenge")
    return isolated(str(public["title"])) or by


def invitation(public: Mapping[str, Any]) -> str:
    """Return a challenge's heading for the invited player."""
    name = _maker(public)
    return _("{name} challenges you", name=name) if name else _("You are challenged")


def _maker(public: Mapping[str, Any]) -> str:
    names = {seat["player"]: str(seat["name"]) for seat in public["seats"].values()}
    return isolated(names["a"])
