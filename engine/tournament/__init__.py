"""Tournaments: pairings, standings and ratings.

A tournament is a value: a file with its entrants and rules (`read`), and the winners of the games
so far. Its `matches`, the games `due`, its `standings` and its `ratings` follow from both; a
Tournament's `battle_file` returns the file of a game. So recordings are all that must be kept to
continue a tournament. TOURNAMENT.md has the rules.
"""

from engine.tournament.brackets import double, single
from engine.tournament.document import (
    GAMES_MOST,
    LADDER_ROUNDS,
    ROUNDS,
    Tournament,
    plan_of,
    read,
    side_of,
    takes_part,
    with_entrant,
    with_entrants,
)
from engine.tournament.plan import (
    BEST_OF_MOST,
    ENTRANTS_MOST,
    EXTRA_MOST,
    KINDS,
    LADDER,
    LEGS_MOST,
    ROUNDS_MOST,
    Game,
    Kind,
    Match,
    Plan,
    Results,
    Winner,
    seed_of,
)
from engine.tournament.rounds import ladder, round_robin, swiss
from engine.tournament.standings import Rating, Standing, ratings, standings

_OF_KIND = {
    "round-robin": round_robin,
    "swiss": swiss,
    "single-elimination": single,
    "double-elimination": double,
    LADDER: ladder,
}


def matches(plan: Plan, results: Results) -> list[Match]:
    """Return all matches known after these results, round by round.

    Games that are `due` can be played in any order and in parallel. The tournament is over when no
    match has any; a ladder continues when its file gets more rounds.
    """
    return _OF_KIND[plan.kind](plan, results)


def due(found: list[Match]) -> list[Game]:
    """Return the games of these matches that can be played now."""
    return [game for match in found for game in match.due]


__all__ = ["BEST_OF_MOST", "ENTRANTS_MOST", "EXTRA_MOST", "GAMES_MOST", "KINDS", "LADDER"]
__all__ += ["LADDER_ROUNDS", "LEGS_MOST", "ROUNDS", "ROUNDS_MOST", "Game", "Kind", "Match", "Plan"]
__all__ += ["Rating", "Results", "Standing", "Tournament", "Winner", "due", "matches", "plan_of"]
__all__ += ["ratings", "read", "seed_of", "side_of", "standings", "takes_part", "with_entrant"]
__all__ += ["with_entrants"]
