"""Tournaments: pairings, standings and ratings.

A tournament is a value: a file with its entrants and rules (`read`), and the winners of the games
so far. Its `matches`, the games `due`, its `standings` and its `ratings` follow from both; a
Tournament's `battle_file` returns the file of a game. So recordings are all that must be kept to
continue a tournament. TOURNAMENT.md has the rules.
"""

from engine.tournament.plan import (
    ENTRANTS_MOST,
    EXTRA_MOST,
    KINDS,
    LADDER,
    LADDER_ROUNDS,
    ROUNDS,
    ROUNDS_MOST,
    Game,
    Kind,
    Match,
    Plan,
    Results,
    Tournament,
    Winner,
    plan_of,
    read,
    side_of,
    takes_part,
    with_entrant,
    with_entrants,
)
from engine.tournament.rounds import double, ladder, round_robin, single, swiss
from engine.tournament.standings import Rating, Standing, ratings, standings

_OF_KIND = dict(zip(KINDS, (round_robin, swiss, single, double, ladder), strict=True))


def matches(plan: Plan, results: Results) -> list[Match]:
    """Return all matches known after these results, round by round.

    Games that are `due` can be played in any order and in parallel. The tournament is over when no
    match has any; a ladder continues when its file gets more rounds.
    """
    return _OF_KIND[plan.kind](plan, results)


def due(found: list[Match]) -> list[Game]:
    """Return the games of these matches that can be played now."""
    return [game for match in found for game in match.due]


__all__ = ["ENTRANTS_MOST", "EXTRA_MOST", "KINDS", "LADDER", "LADDER_ROUNDS", "ROUNDS"]
__all__ += ["ROUNDS_MOST", "Game", "Kind", "Match", "Plan", "Rating", "Results", "Standing"]
__all__ += ["Tournament", "Winner", "due", "matches", "plan_of", "ratings", "read", "side_of"]
__all__ += ["standings", "takes_part", "with_entrant", "with_entrants"]
