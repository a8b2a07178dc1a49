"""Pictures of the games' stages, which `make pictures` takes.

Lists draw an army's icons on a picture of the empty stage: a few pictures serve all battles, while
preview cards are drawn by the server one after the other.
"""

from collections.abc import Mapping
from typing import Any

from webapp.base import assets
from webapp.base.game import Game


def name(game: Game, file: Mapping[str, Any]) -> str:
    """Return the name of the stage on which a battle file is fought."""
    return f"{game.id}-{game.stage(file)}" if game.stage else game.id


def empty(game: Game, file: Mapping[str, Any]) -> str:
    """Return the address of a picture of an empty stage, or "" without one."""
    return _address(f"{name(game, file)}-empty") or _address(f"{name(game, {})}-empty")


def full(game: Game) -> str:
    """Return the address of a picture of a battle of this game, or "" without one."""
    return _address(game.id)


def _address(name: str) -> str:
    try:
        return assets.asset(f"{name}.webp")
    except assets.BuildMissingError:
        return ""
