"""Plays tournaments without battles: whoever `decide` says wins a game."""

from collections.abc import Callable

from engine import Seeded, tournament
from engine.tournament import Game, Match, Plan, Winner

Decide = Callable[[Game], Winner]


def by_seed(game: Game) -> Winner:
    """The better seed wins."""
    return "a" if game.a < game.b else "b"


def at_random(seed: int) -> Decide:
    dice = Seeded(seed)
    return lambda game: ("a", "b", None)[dice.below(3, "game", game.id)]


def play(plan: Plan, decide: Decide = by_seed) -> tuple[list[Match], dict[str, Winner]]:
    """All matches at the end, and what led to them."""
    results: dict[str, Winner] = {}
    while due := tournament.due(tournament.matches(plan, results)):
        results |= {game.id: decide(game) for game in due}
    return tournament.matches(plan, results), results


def wins(*pairs: str) -> Decide:
    """Who wins whenever two meet: "10" is that 1 beats 0; "1=0" that they draw."""

    def decide(game: Game) -> Winner:
        for pair in pairs:
            one, two = int(pair[0]), int(pair[-1])
            if {one, two} == {game.a, game.b}:
                return None if "=" in pair else "a" if game.a == one else "b"
        raise AssertionError(f"nobody says how {game.a} and {game.b} end")

    return decide


def pairs_of(matches: list[Match], round_: int) -> list[tuple[int | None, int | None]]:
    """Return the pairs of a round, regardless of sides; a bye's opponent is None."""
    return [
        (match.a, match.b) if match.b is None or (match.a or 0) < match.b else (match.b, match.a)
        for match in matches
        if match.round == round_
    ]
