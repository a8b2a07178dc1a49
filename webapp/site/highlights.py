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
    """Yield the best stored sample battle of each game with a built scene.

    The last game comes first, since the home page presents the first game right below.
    """
    found = {}
    for of_game in reversed([samples.load(game) for game in known if game.scene.built]):
        best = samples.best_first(of_game)[:1]
        found.update({of_game.page_id(sample): sample.moment or 0 for sample in best})
    stored = battles.find_all([*found])
    for id_, moment in found.items():
        if id_ in stored and viewer.is_over(stored[id_]):
            yield Highlight(stored[id_], moment)
