"""Public and private views of a match; orders stay secret before the end, only locks are public."""

import json
from typing import Any

import msgspec
from werkzeug.exceptions import NotFound

from engine import SIDES, SideId, seen_by
from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.errors import required
from webapp.base.jobs import in_thread
from webapp.base.texts import N_, _, distinct_names, side_name
from webapp.battles.playback import chunk
from webapp.matches import store
from webapp.matches.limits import LEAD_IN_MS, SHOW_MS
from webapp.store.models import Match


def status(position: store.Position, viewer: SideId | None) -> dict[str, Any]:
    """Return a match's state for a player or, with None, a spectator."""
    match, orders, running = position
    over = match.ended
    ends = json.loads(match.ends)
    return {
        "match": match.id,
        "challenge": match.challenge_id,
        "state": "over" if over else "playing",
        "round": running.rounds_played if over else match.round,
        "rounds": store.rules_of(match).rounds,
        "clock_s": match.clock_s,
        "clock_ms": now_ms(),
        "deadline_ms": match.deadline_ms,
        "show_until_ms": int(ends[-1]) + SHOW_MS if ends else match.started_at_ms + LEAD_IN_MS,
        "locked": store.locked(match, orders),
        "preparing": not over and store.lack_of(match) == "compiling",
        "sides": sides(match),
        "you": _own(position, viewer) if viewer else None,
        "winner": running.winner,
        "reason": running.reason,
        "battle": match.battle_id,
    }


def events(position: store.Position, viewer: SideId | None, from_seq: int) -> dict[str, Any]:
    """Return a viewer's events from one on, and when each is shown.

    Events are numbered for this viewer; `from_seq` is how many they have. Times are on the viewer's
    own axis, which continues with each round.
    """
    match = position.match
    visible = seen_by(position.running.events, viewer)
    plan = store.cues(match.challenge.ruleset, visible)
    piece = chunk(plan, from_seq, plan.duration_ms)
    assert piece is not None, "all that has been played is due"
    span = slice(piece.from_seq, piece.to_seq)
    return {
        "match": match.id,
        "from_seq": piece.from_seq,
        "events": [msgspec.Raw(msgspec.json.encode(event)) for event in visible[span]],
        "cues": plan.cues[span],
        "until_ms": piece.until_ms,
        "over": piece.over and match.ended,
    }


def notebook(position: store.Position, viewer: SideId | None) -> dict[str, Any]:
    """Return what follows from all that a viewer has seen. Raises NotFound without a notebook."""
    missing = NotFound(N_("This game has no notebook."))
    write = required(store.rules_of(position.match).notebook, missing)
    # In a thread: there can be many possibilities.
    return in_thread(write, position.running, viewer)


def sides(match: Match) -> dict[SideId, dict[str, Any]]:
    opponents = games.game(match.challenge.ruleset).opponents
    described: dict[SideId, dict[str, Any]] = {}
    for side, row in zip(SIDES, json.loads(match.battle)["sides"], strict=True):
        bot = opponents.get(row.get("bot", ""))
        name = _(bot.name) if bot else side_name(side, row.get("name"))
        described[side] = {"name": name, "bot": bot.id if bot else None}
    return described


def title(match: Match) -> str:
    players = sides(match)
    return _("{a} against {b}", **distinct_names(players["a"]["name"], players["b"]["name"]))


def _own(position: store.Position, side: SideId) -> dict[str, Any]:
    match, orders, running = position
    own = {row.round: row for row in orders if row.side == side and not match.ended}
    given, before = own.get(match.round), own.get(match.round - 1)
    has_missed = match.round > 1 and not match.ended and not (before and before.locked_at_ms)
    missed = {"round": match.round - 1, "saved": before is not None}
    return {
        "side": side,
        "orders": json.loads(given.orders) if given else {},
        "locked": bool(given and given.locked_at_ms),
        "missed": missed if has_missed else None,
        **store.rules_of(match).own(running, side),
    }
