"""The allotment: its form, three numbers per unit from pools of ten, and its figures."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.players.siege.ruleset import BOTS
from engine.rulesets.siege.army import WORTH_ADDING, Player
from engine.rulesets.siege.catalog import POINTS, STAT_MOST, UNIT_MOST, WORDS
from engine.rulesets.siege.events import LETTERS, Letter, SideSnapshot
from webapp.base.builder import ArmyContext, ArmyFigures, Figures, Meter, Stat
from webapp.base.figures import picture
from webapp.base.form import Field, Form, Kind, Option, Pool, Shape
from webapp.base.game import ArmyCard, counted
from webapp.base.texts import ngettext


class Unit(msgspec.Struct, forbid_unknown_fields=True):
    atk: int = 0
    def_: int = msgspec.field(default=0, name="def")
    hp: int = 0


class Army(Shape, kw_only=True):
    """Five units in order."""

    units: dict[Letter, Unit]

    def __post_init__(self) -> None:
        super().__post_init__()
        self.units = {letter: self.units.get(letter, Unit()) for letter in LETTERS}


# pool names by unit member
STATS: Final = {stat: WORDS[stat].name for stat in ("atk", "def", "hp")}
POINT_FIELDS: Final = tuple(
    Field(stat, name, "number", least=0, most=STAT_MOST) for stat, name in STATS.items()
)
FORM: Final = Form(
    list="units",
    list_name="Allotment",
    unit_word="unit",
    least=len(LETTERS),
    most=len(LETTERS),
    head=(Field("name", "Name of the army", "text", most=60),),
    rows=(Kind("unit", "unit", "Unit", POINT_FIELDS),),
    fixed=LETTERS,
    pools=tuple(Pool(name, (stat,), POINTS) for stat, name in STATS.items()),
    points_name="points",
    sides=(
        Field(
            *("bot", "Played by", "choice"),
            options=tuple(
                Option(bot.id, bot.name, bot.description, slow=bot.slow) for bot in BOTS.values()
            ),
            # Both storm: a castle falls after six rounds or so, while guards wait for forty.
            default="aggressive",
        ),
    ),
    roles={"a": "challenges", "b": "wins ties"},
    samples=(100, 1_000),  # up to forty rounds each: more would take too long for a page
)


Points = tuple[int, ...]
FIGURES: Final = {"atk": "sword", "def": "shield", "hp": "heart"}


def figures(context: ArmyContext) -> ArmyFigures:
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
    spent = map(sum, zip(*rows, strict=True))
    meters = tuple(Meter(name, n, POINTS) for name, n in zip(STATS.values(), spent, strict=True))
    shown = tuple(
        Figures(letter, letter, _figure(letter, unit), tuple(map(Stat, STATS.values(), unit)))
        for letter, unit in zip(LETTERS, rows, strict=True)
    )
    return ArmyFigures(cost=None, limit=None, meters=meters, units=shown)


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
    rows = [(letter, unit[: len(STATS)]) for letter, unit in zip(LETTERS, army.units, strict=True)]
    units = [
        Figures(letter, f"{letter} {'/'.join(map(str, row))}", _figure(letter, row))
        for letter, row in rows
    ]
    points = ngettext("{count} point", "{count} points", len(STATS) * POINTS)
    return ArmyCard(army.army, points, units)
