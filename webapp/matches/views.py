"""What may be told of a match: to everybody how it stands, to a player its own side.

Nothing of what a side orders is told to the other one before the match is over, only whether it
has locked. Pages, the API and live messages are given these, never the rows.
"""

import json
from typing import Any, Final

import msgspec
from werkzeug.exceptions import NotFound

from engine import SIDES, SideId
from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.sides import distinct_names, side_name
from webapp.base.texts import N_, _
from webapp.base.threads import in_thread
from webapp.battles.schedule import chunk
from webapp.matches import bots, resolution, state
from webapp.matches.clock import LEAD_IN_MS, SHOW_MS
from webapp.matches.state import Position
from webapp.store.models import Match

NO_NOTEBOOK: Final = N_("This game has no notebook.")
_ENCODER: Final = msgspec.json.Encoder()


def status(position: Position, viewer: SideId | None) -> dict[str, Any]:
    """How a match stands, for a player or, with None, for a spectator."""
    match, orders, running = position
    over = match.ended
    return {
        "match": match.id,
        "challenge": match.challenge_id,
        "state": "over" if over else "playing",
        "round": running.rounds_played if over else match.round,
        "rounds": state.rules_of(match).rounds,
        "clock_s": match.clock_s,
        "clock_ms": now_ms(),
        "deadline_ms": match.deadline_ms,
        "show_until_ms": _show_until_ms(match),
        "locked": resolution.locked(match, orders),
        "preparing": not over and bots.lack_of(match) == "compiling",
        "sides": sides(match),
        "you": _own(position, viewer) if viewer else None,
        "winner": running.winner,
        "reason": running.reason,
        "battle": match.battle_id,
    }


def events(position: Position, viewer: SideId | None, from_seq: int) -> dict[str, Any]:
    """What a viewer may see of a match from an event on, and when each event is shown.

    The events are numbered for this viewer; `from_seq` is how many of them they have. The times
    are on an axis of the viewer's own: the show goes on when a round has been played.
    """
    match = position.match
    visible = state.visible_events(position.running, viewer)
    plan = state.cues(match.challenge.ruleset, visible)
    piece = chunk(plan, from_seq, plan.duration_ms)
    assert piece is not None, "all that has been played is due"
    span = slice(piece.from_seq, piece.to_seq)
    return {
        "match": match.id,
        "from_seq": piece.from_seq,
        "events": [msgspec.Raw(_ENCODER.encode(event)) for event in visible[span]],
        "cues": plan.cues[span],
        "until_ms": piece.until_ms,
        "over": piece.over and match.ended,
    }


def notebook(position: Position, viewer: SideId | None) -> dict[str, Any]:
    """What follows from all that a player, or with None a spectator, has been shown so far.

    Raises NotFound for a game without a notebook.
    """
    write = state.rules_of(position.match).notebook
    if write is None:
        raise NotFound(NO_NOTEBOOK)
    # In a thread: much may be possible, and everybody else's rounds go on meanwhile.
    return in_thread(write, position.running, viewer)


def sides(match: Match) -> dict[SideId, dict[str, Any]]:
    """Who plays, as everybody may know it."""
    opponents = games.game(match.challenge.ruleset).opponents
    described: dict[SideId, dict[str, Any]] = {}
    for side, row in zip(SIDES, json.loads(match.battle)["sides"], strict=True):
        bot = opponents.get(row.get("bot", ""))
        name = _(bot.name) if bot else side_name(side, row.get("name"))
        described[side] = {"name": name, "bot": bot.id if bot else None}
    return described


def title(match: Match) -> str:
    """What a match is called while it is played."""
    players = sides(match)
    return _("{a} against {b}", **distinct_names(players["a"]["name"], players["b"]["name"]))


def _show_until_ms(match: Match) -> int:
    """When the time for watching the last round ends, and the clock of the next one starts."""
    ends = json.loads(match.ends)
    return int(ends[-1]) + SHOW_MS if ends else match.started_at_ms + LEAD_IN_MS


def _missed(position: Position, side: SideId) -> dict[str, Any] | None:
    """The last round, if its time was up before this side had locked; `saved` if it had orders."""
    match, orders, _ = position
    before = match.round - 1
    row = next((row for row in orders if (row.round, row.side) == (before, side)), None)
    if before < 1 or (row is not None and row.locked_at_ms is not None):
        return None
    return {"round": before, "saved": row is not None}


def _own(position: Position, side: SideId) -> dict[str, Any]:
    """What only the player may know: its orders, its units' values, why an order is refused."""
    match, orders, running = position
    given = next((row for row in orders if (row.round, row.side) == (match.round, side)), None)
    return {
        "side": side,
        "orders": json.loads(given.orders) if given and not match.ended else {},
        "locked": bool(given and given.locked_at_ms and not match.ended),
        "missed": None if match.ended else _missed(position, side),
        **state.rules_of(match).own(running, side),
    }
