"""An allotment in figures: what is left in each pool, and every unit's points."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.rulesets.siege.army import WORTH_ADDING, Player
from engine.rulesets.siege.catalog import POINTS, UNIT_MOST, WORDS
from engine.rulesets.siege.snapshot import LETTERS
from webapp.base.form import ArmyFigures, Figures, Looked, Meter, Stat
from webapp.games.siege.form import STATS

Points = tuple[int, ...]


def figures(looked: Looked) -> ArmyFigures:
    """The pools, and every unit's stats."""
    army: Player = looked.army
    return _told(unit[: len(STATS)] for unit in army.units)


def unfinished(rows: Sequence[Any]) -> ArmyFigures:
    """The same of an allotment that is refused; what is no number counts for nothing."""
    return _told(map(_points, rows))


def emptied(army: Player) -> Player:
    """The same allotment: there are five units, always."""
    return army


def points(row: Mapping[str, Any]) -> tuple[int, int]:
    """What a unit has in all, of the most that it may."""
    return sum(_points(row)), UNIT_MOST


def _points(row: Any) -> Points:
    held = [row.get(stat) if isinstance(row, Mapping) else None for stat in STATS]
    return tuple(value if type(value) is int and abs(value) < WORTH_ADDING else 0 for value in held)


def _told(units: Iterable[Points]) -> ArmyFigures:
    rows = list(units)
    spent = [sum(column) for column in zip(*rows, strict=True)]
    return ArmyFigures(
        cost=None,
        limit=None,
        meters=tuple(
            Meter(name, value, POINTS) for name, value in zip(STATS.values(), spent, strict=True)
        ),
        units=tuple(
            Figures(
                id=letter,
                name=letter,
                # The picture of what it has most of.
                icon=WORDS[[*STATS][unit.index(max(unit))]].icon,
                stats=tuple(map(Stat, STATS.values(), unit)),
            )
            for letter, unit in zip(LETTERS, rows, strict=True)
        ),
    )
