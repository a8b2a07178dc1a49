"""Store the sample battles of all games."""

from collections.abc import Iterable

import engine
from webapp.base import samples
from webapp.base.game import Game
from webapp.battles import store as battles


def store(games: Iterable[Game]) -> None:
    """Stores every sample battle under its fixed id, over since 1970; again is harmless."""
    for game in games:
        of_game = samples.load(game)
        for sample in of_game.battles.values():
            recording = engine.play(of_game.battle_file(sample))
            airing = battles.Airing(
                starts_at_ms=battles.NEVER_ON_AIR,
                title=sample.title,
                sample_id=of_game.page_id(sample),
            )
            battles.put_on_air(game, recording, airing)
