"""Sample battles to show where nothing is on air, on the home page and on TV."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from webapp.base import samples
from webapp.base.game import Game
from webapp.battles import store as battles
from webapp.battles.pages import viewer
from webapp.store.models import Battle


class Highlight(NamedTuple):
    """A sample battle and the event that is its most dramatic moment."""

    battle: Battle
    moment: int


def highlights(known: Iterable[Game]) -> Iterator[Highlight]:
    """Yield the best stored sample battle of each game with a built scene, a featured one first."""
    best = [
        (of_game.page_id(sample), sample)
        for of_game in [samples.load(game) for game in known if game.scene.built]
        for sample in samples.best_first(of_game)[:1]
    ]
    best.sort(key=lambda one: not one[1].featured)
    stored = battles.find_all([id_ for id_, _sample in best])
    for id_, sample in best:
        if id_ in stored and viewer.is_over(stored[id_]):
            yield Highlight(stored[id_], sample.moment or 0)
