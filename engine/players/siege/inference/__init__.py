"""What follows from what was revealed: every value that every hidden stat can have (D7).

`notebook(sight_of(state, viewer, tables))` is what a page shows, `knowledge(sight_of_view(view))`
what a bot reasons with. `previews(view)` says what each order may meet.
"""

from engine.players.siege.inference.facts import Sight, sight_of, sight_of_view
from engine.players.siege.inference.notebook import Notebook, notebook
from engine.players.siege.inference.previews import Outlook, previews
from engine.players.siege.inference.rounds import knowledge

__all__ = [
    "Notebook",
    "Outlook",
    "Sight",
    "knowledge",
    "notebook",
    "previews",
    "sight_of",
    "sight_of_view",
]
