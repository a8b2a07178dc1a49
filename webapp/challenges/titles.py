"""What a challenge is called, its players, and the battle that comes of it."""

from collections.abc import Mapping
from typing import Any, Final

from webapp.store.models import TITLE_LENGTH, Challenge

UNNAMED: Final = {"a": "Challenger", "b": "Opponent"}


def of(challenge: Challenge, versus: str) -> str:
    """The challenge's title, or else who meets whom, with the number of the game."""
    name = challenge.title or versus
    game = f", game {challenge.number}" if challenge.number > 1 else ""
    return name[: TITLE_LENGTH - len(game)] + game


def players(told: Mapping[str, Any]) -> dict[str, str]:
    """What both players are called in what `views` tells of a challenge."""
    return {
        seat["player"]: seat["name"] or UNNAMED[seat["player"]] for seat in told["seats"].values()
    }


def heading(told: Mapping[str, Any]) -> str:
    """What a challenge is called on its own page: by its title, or by whoever made it."""
    return str(told["title"]) or f"{players(told)['a']}'s challenge"
