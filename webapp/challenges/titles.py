"""What the battle of a challenge is called."""

from webapp.models import TITLE_LENGTH, Challenge


def of(challenge: Challenge, versus: str) -> str:
    """The challenge's title, or else who meets whom, with the number of the game."""
    name = challenge.title or versus
    game = f", game {challenge.number}" if challenge.number > 1 else ""
    return name[: TITLE_LENGTH - len(game)] + game
