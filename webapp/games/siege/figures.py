"""Figures of an allotment: pools, points per unit, and its card."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.rulesets.siege.army import WORTH_ADDING, Player
from engine.rulesets.siege.catalog import POINTS, UNIT_MOST, WORDS
from engine.rulesets.siege.events import LETTERS, SideSnapshot
from webapp.base.builder import ArmyContext, ArmyFigures, Figures, Meter, Stat
from webapp.base.figures import picture
from webapp.base.game import ArmyCard, counted
from webapp.base.texts import ngettext
from webapp.games.siege.form import STATS

Points = tuple[int, ...]
FIGURES: Final = {"atk": "sword", "def": "shield", "hp": "heart"}


def figures(context: ArmyContext) -> ArmyFigures:
    """Return the pools and each unit's stats."""
    army: Player = context.army
    return _army(unit[: len(STATS)] for unit in army.units)


def unfinished(rows: Sequence[Any]) -> ArmyFigures:
    """Return the figures of a refused allotment; invalid numbers count as nothing."""
    return _army(map(_points, rows))


def points(row: Mapping[str, Any]) -> tuple[int, int]:
    """Return a unit's total points and their maximum."""
    return sum(_points(row)), UNIT_MOST


def _points(row: Any) -> Points:
    held = [row.get(stat) if isinstance(row, Mapping) else None for stat in STATS]
    return tuple(value if type(value) is int and abs(value) < WORTH_ADDING else 0 for value in held)


def _army(units: Iterable[Points]) -> ArmyFigures:
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
                icon=_figure(letter, unit),
                stats=tuple(map(Stat, STATS.values(), unit)),
            )
            for letter, unit in zip(LETTERS, rows, strict=True)
        ),
    )


def _figure(letter: str, points: Sequence[int]) -> str | None:
    """Return the picture of a unit by its largest stat: a sword, a shield or a heart."""
    stat = [*STATS][points.index(max(points))]
    return picture("siege", f"{FIGURES[stat]}-{letter.lower()}", WORDS[stat].icon)


def card(army: Player | SideSnapshot) -> ArmyCard:
    """Return an allotment's card; in a match, where it is secret, only the letters."""
    if isinstance(army, SideSnapshot):
        hood = picture("siege", "hood", None)
        letters = [Figures(unit.id, unit.name, hood) for unit in army.units]
        return ArmyCard("", counted(len(letters)), letters)
    units = [
        Figures(
            letter,
            f"{letter} {'/'.join(map(str, unit[: len(STATS)]))}",
            _figure(letter, unit[: len(STATS)]),
        )
        for letter, unit in zip(LETTERS, army.units, strict=True)
    ]
    return ArmyCard(
        army.army, ngettext("{count} point", "{count} points", len(STATS) * POINTS), units
    )
