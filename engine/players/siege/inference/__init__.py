"""Inference of all possible values of hidden stats from what was revealed (D7).

`notebook(sight_of(state, viewer, tables))` is shown on pages; `knowledge(sight_of_view(view))` is
used by bots. `previews(view)` lists the possible results of each order.
"""

from engine.players.siege.inference.notebook import Notebook, notebook
from engine.players.siege.inference.previews import Outlook, previews
from engine.players.siege.inference.rounds import Sight, knowledge, sight_of, sight_of_view

__all__ = ["Notebook", "Outlook", "Sight", "knowledge", "notebook", "previews", "sight_of"]
__all__ += ["sight_of_view"]
