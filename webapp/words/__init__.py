"""Battles in words, for the command line and the log: the engine holds no text."""

from typing import Any

from webapp.base.wording import Wording


def of(ruleset: str) -> Wording[Any]:
    """The wording of a ruleset."""
    from webapp import games

    return games.of(ruleset).wording
