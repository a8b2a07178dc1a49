"""A tournament as JSON: its standings and all its matches (engine/tournament/TOURNAMENT.md)."""

from collections.abc import Callable, Sequence
from typing import Any

from engine import tournament
from engine.tournament import Game, Match, Tournament

LinkOf = Callable[[str], str | None]  # path of a game's recording, by the game's id


def report(cup: Tournament, matches: Sequence[Match], file_of: LinkOf) -> dict[str, Any]:
    """Return the whole tournament, with entrants by name."""
    rated = tournament.ratings(cup.plan, matches)
    standings = []
    for row in tournament.standings(cup.plan, matches):
        data = {
            "rank": row.rank,
            "name": cup.names[row.entrant],
            "seed": row.entrant + 1,
            "points": row.points,
            "won": row.won,
            "drawn": row.drawn,
            "lost": row.lost,
            "byes": row.byes,
            "games": row.games,
        }
        for key in ("head_to_head", "buchholz", "sonneborn_berger"):
            if getattr(row, key) is not None:
                data[key] = getattr(row, key)
        if cup.plan.kind == "ladder":
            data["takes_part"] = row.takes_part
        rating = rated[row.entrant]
        standings.append(data | {"rating": rating.value, "interval": list(rating.interval)})
    plan = cup.plan
    return {
        "name": cup.name,
        "kind": plan.kind,
        "ruleset": cup.ruleset,
        "seed": plan.seed,
        "best_of": plan.best_of,
        **({"rounds": plan.rounds} if plan.kind == "ladder" else {}),
        "finished": not any(match.state in ("open", "pending") for match in matches),
        "standings": standings,
        "matches": [_match(cup, match, file_of) for match in matches],
    }


def _match(cup: Tournament, match: Match, file_of: LinkOf) -> dict[str, Any]:
    data: dict[str, Any] = {"id": match.id, "round": match.round}
    if match.bracket:
        data["bracket"] = match.bracket
    data |= {"a": _name(cup, match.a), "b": _name(cup, match.b), "state": match.state}
    if match.state == "bye":
        return data
    data |= {"points": list(match.points), "winner": _name(cup, match.winner)}
    if match.by_seed:
        data["by_seed"] = True
    return data | {"games": [_game(cup, game, file_of) for game in match.games]}


def _game(cup: Tournament, game: Game, file_of: LinkOf) -> dict[str, Any]:
    return {
        "id": game.id,
        "a": cup.names[game.a],
        "b": cup.names[game.b],
        "seed": game.seed,
        "winner": game.winner,
        "file": file_of(game.id),
    }


def _name(cup: Tournament, entrant: int | None) -> str | None:
    return None if entrant is None else cup.names[entrant]
