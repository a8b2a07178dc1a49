"""What survivors keep for their next battle."""

from collections.abc import Mapping
from typing import Final

from engine.core.aftermath import Aftermath
from engine.core.events import SideId
from engine.core.recruiting import Row
from engine.core.text import Text
from engine.rulesets.manymarios.state import State

RULE: Final = Text(
    "Survivors keep what they carry and their combat buildings, stand in the order of their army, "
    "and enter with all their AE and DE."
)


def rows(state: State, side: SideId, given: Mapping[str, Row]) -> list[Row]:
    """Return the survivors of a side, in the army's order."""
    left = {unit.id for unit in state.sides[side].lineup}
    return [row for id_, row in given.items() if id_ in left]


AFTERMATH: Final[Aftermath[State]] = Aftermath(rule=RULE, rows=rows)
