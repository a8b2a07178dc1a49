"""The army with which the survivors of a battle enter their next one."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.battle import fold
from engine.core.battlefile import read_battle
from engine.core.events import SIDES, SideId
from engine.core.recording import Recording
from engine.core.recruiting import Army, Row
from engine.core.ruleset import Ruleset
from engine.core.text import Text

NOTHING_KEPT: Final = Text(
    "Nothing carries over from a battle: the whole army enters the next one as it is."
)


def survivors_of(recording: Recording, ruleset: Ruleset[Any, Any], side: SideId) -> Army | None:
    """Return a side's army for its next battle, or None if it lost or no unit is left."""
    if recording.result.winner not in (side, None):
        return None
    document = recording.header.battle
    if ruleset.aftermath is None or ruleset.ordered is None:
        army: Army = document["sides"][SIDES.index(side)]["army"]
        return army
    *_, state = fold(ruleset, recording.events)
    army, rows = _army_at_the_end(document, ruleset, ruleset.ordered, side)
    left = ruleset.aftermath.rows(state, side, rows)
    return {**army, ruleset.ordered: [*left]} if left else None


def _army_at_the_end(
    document: Mapping[str, Any], ruleset: Ruleset[Any, Any], listed: str, side: SideId
) -> tuple[Army, dict[str, Row]]:
    """Return a side's army with all replacements of the battle, and its rows by unit id."""
    army: Army = document["sides"][SIDES.index(side)]["army"]
    ids = [f"{side}{number}" for number, _ in enumerate(army[listed], start=1)]
    if any("army" in change for change in document.get("changes", ())):
        for change in read_battle(document, {ruleset.id: ruleset}).changes:
            if change.side == side and change.army is not None:
                army = change.army
                for unit in change.replacements:
                    ids[unit.row] = unit.new_id
    return army, dict(zip(ids, army[listed], strict=True))


def blessed(army: Army, places: Sequence[int], ruleset: Ruleset[Any, Any]) -> Army:
    """Return the army after the units at these places, from 0, were blessed."""
    aftermath, listed = ruleset.aftermath, ruleset.ordered
    if aftermath is None or aftermath.bless is None or listed is None:
        return army
    rows = [*army[listed]]
    for place in places:
        rows[place] = aftermath.bless(rows[place]) or rows[place]
    return {**army, listed: rows}


def kept_by(army: Army, ruleset: Ruleset[Any, Any]) -> list[tuple[Text, ...]]:
    """Return what each unit of an army brings from earlier battles; [] without such a game."""
    aftermath, listed = ruleset.aftermath, ruleset.ordered
    return [*map(aftermath.kept, army[listed])] if aftermath and listed else []


def rule_of(ruleset: Ruleset[Any, Any]) -> Text:
    """Return what carries over from battle to battle in this game, as a sentence."""
    return ruleset.aftermath.rule if ruleset.aftermath else NOTHING_KEPT
