"""What may be told of a match: to everybody how it stands, to a player its own side.

Nothing of what a side orders is told to the other one before the match is over, only whether it
has locked. Pages, the API and live messages are given these, never the rows.
"""

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from gevent import get_hub

from engine import SIDES, SideId
from engine.players.siege import inference
from engine.players.siege.bots import BOTS
from engine.rulesets.siege.match import Match as Game
from engine.rulesets.siege.rules import ROUNDS
from engine.rulesets.siege.snapshot import LETTERS, STATS
from webapp.battles.airing import chunk
from webapp.matches import allowed, playing, rounds, store
from webapp.matches.clock import LEAD_IN_MS, SHOW_MS
from webapp.store.models import Match, Orders

UNNAMED: Final = {"a": "Side A", "b": "Side B"}
_ENCODER: Final = msgspec.json.Encoder()


class Look(NamedTuple):
    """A match at one moment, all rounds played that are over."""

    match: Match
    rows: Sequence[Orders]
    game: Game


def look(match: Match) -> Look:
    """The match as it is now; a round that is over is played first."""
    rounds.settle(match)
    match, rows = store.read(match.id)
    return Look(match, rows, playing.game(match, rows))


def told(seen: Look, viewer: SideId | None) -> dict[str, Any]:
    """How a match stands, for a player or, with None, for a spectator."""
    match, rows, game = seen
    over = match.ended
    return {
        "match": match.id,
        "challenge": match.challenge_id,
        "state": "over" if over else "playing",
        "round": len(game.orders) if over else match.round,
        "rounds": ROUNDS,
        "clock_s": match.clock_s,
        "clock_ms": store.now_ms(),
        "deadline_ms": match.deadline_ms,
        "show_until_ms": _show_until_ms(match),
        "locked": rounds.locked(match, rows),
        "sides": _sides(match),
        "you": _own(seen, viewer) if viewer else None,
        "winner": game.state.winner,
        "reason": game.state.reason,
        "battle": match.battle_id,
    }


def names(match: Match) -> dict[SideId, str]:
    """What the sides are called."""
    return {side: card["name"] for side, card in _sides(match).items()}


def events(seen: Look, viewer: SideId | None, from_seq: int) -> dict[str, Any]:
    """What a viewer may see of a match from an event on, and when each event is shown.

    The events are numbered for this viewer; `from_seq` is how many of them they have. The times
    are on an axis of the viewer's own: the show goes on when a round has been played.
    """
    view = playing.view(seen.game, viewer)
    plan = playing.cues(view)
    piece = chunk(plan, from_seq, plan.duration_ms)
    assert piece is not None, "all that has been played is due"
    span = slice(piece.from_seq, piece.to_seq)
    return {
        "match": seen.match.id,
        "from_seq": piece.from_seq,
        "events": [msgspec.Raw(_ENCODER.encode(event)) for event in view[span]],
        "cues": plan.cues[span],
        "until_ms": piece.until_ms,
        "over": piece.over and seen.match.ended,
    }


def _show_until_ms(match: Match) -> int:
    """Until when what happened last is watched before the clock runs."""
    ends = json.loads(match.ends)
    return int(ends[-1]) + SHOW_MS if ends else match.started_at_ms + LEAD_IN_MS


def _sides(match: Match) -> dict[SideId, dict[str, Any]]:
    rows = json.loads(match.battle)["sides"]
    told: dict[SideId, dict[str, Any]] = {}
    for side, row in zip(SIDES, rows, strict=True):
        bot = BOTS.get(row.get("bot", ""))
        name = row.get("name") or (bot.name if bot else UNNAMED[side])
        told[side] = {"name": name, "bot": bot.id if bot else None}
    return told


def _own(seen: Look, side: SideId) -> dict[str, Any]:
    """What a player may know beside: its units now, what they may do, what it has ordered."""
    match, rows, game = seen
    five = game.state.sides[side].five()
    given = next((row for row in rows if (row.round, row.side) == (match.round, side)), None)
    return {
        "side": side,
        "orders": json.loads(given.orders) if given and not match.ended else {},
        "locked": bool(given and given.locked_at_ms and not match.ended),
        "units": {
            letter: dict(zip(STATS, unit, strict=True))
            for letter, unit in zip(LETTERS, five, strict=True)
        },
        "refusals": {} if match.ended else allowed.of_five(five),
    }


def notebook(seen: Look, viewer: SideId | None) -> dict[str, Any]:
    """What follows from all that a player, or with None a spectator, has been shown so far."""
    game = seen.game
    sight = inference.sight_of(game.state, viewer, game.setup.tables)
    # In a thread: much may be possible, and everybody else's rounds go on meanwhile.
    found = get_hub().threadpool.apply(inference.notebook, (sight,))
    told: dict[str, Any] = msgspec.to_builtins(found)
    return told
