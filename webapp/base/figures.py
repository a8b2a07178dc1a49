"""Names of units' figures, described in a scene's figures.json; others show an icon."""

import functools
import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, NamedTuple, Protocol

from webapp.base.game import UnitFace
from webapp.base.paths import scene_folder

CUSTOM: Final = "custom"  # the figure of units of one's own


class _Unit(UnitFace, Protocol):
    @property
    def unit(self) -> str | None: ...


class Face(NamedTuple):
    """A unit in lists of armies: the side's letter and its place, its name, its picture."""

    id: str
    name: str
    icon: str | None


@functools.cache
def described(game: str) -> Mapping[str, Mapping[str, Any]]:
    file = scene_folder(game) / "figures.json"
    figures: dict[str, dict[str, Any]] = json.loads(file.read_bytes()) if file.is_file() else {}
    return figures


def picture(game: str, unit: str | None, icon: str | None) -> str | None:
    """Return the name of a unit's figure in the icon sheet, else of its icon."""
    if unit is None and icon:
        return icon  # which a custom unit chose
    id_ = unit or CUSTOM
    return f"{game}-unit-{id_}" if id_ in described(game) else icon


def of_catalog(catalog: Mapping[str, Any]) -> dict[str, Any]:
    """Return a catalog for the page with each figure's attack, unless it lists figures itself."""
    return {"figures": _in_words(catalog["ruleset"]), **catalog}


@functools.cache
def _in_words(game: str) -> Mapping[str, str]:
    figures = described(game)
    full = {id_: figures.get(row.get("like", id_), row) for id_, row in figures.items()}
    return {
        id_: f"{row['attack']} hover" if row.get("hover") else row["attack"]
        for id_, row in full.items()
    }


def shown(catalog: Mapping[str, Any], words: Collection[str]) -> dict[str, str]:
    """Return the figures of a catalog for the page that units named by these words can show."""
    figures: Mapping[str, str] = catalog.get("figures", {})
    if not any(id_ in catalog["entries"] for id_ in figures):
        return {**figures}  # they depend on the battle's course
    prefix = f"{catalog['ruleset']}-unit-"
    return {id_: row for id_, row in figures.items() if id_ in words or prefix + id_ in words}


def faces(game: str, units: Iterable[_Unit]) -> tuple[Face, ...]:
    return tuple(Face(card.id, card.name, picture(game, card.unit, card.icon)) for card in units)
