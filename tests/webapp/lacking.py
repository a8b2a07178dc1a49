"""Which calls of the API nothing can be asked of: no game that is there has what they need."""

from webapp.base import games
from webapp.searches import puzzles


def lacks(endpoint: str) -> bool:
    there = games.games().values()
    needed = {
        "matches": any(game.match for game in there),
        "puzzles": puzzles.first_book() is not None,
    }
    return not needed.get(endpoint.partition(".")[0], True)
