"""Who takes part in a battle, by the ids that the gallery searches for."""

import difflib
import functools
from collections.abc import Iterator, Mapping
from typing import Any, Final

import engine
from webapp.store.models import NAME_LENGTH

KEYS: Final = ("unit", "hero")
"""Members of a battle file that hold the catalog id of somebody who takes part."""
KINDS: Final = ("unit", "building_unit", "hero")
"""Of a catalog's entries, those that take part themselves."""
CLOSE: Final = 0.6
PART_LEAST: Final = 3
"""Fewer letters are in too many names."""


def units(battle: Mapping[str, Any]) -> set[str]:
    """The units in a battle file: catalog ids, and the names of custom units in small letters."""
    return {unit for side in battle["sides"] for unit in _within(side["army"])}


def _within(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _within(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in KEYS and isinstance(item, str):
                yield item
            elif key == "custom" and isinstance(item, dict):
                yield _folded(str(item.get("name", "")))
            else:
                yield from _within(item)


@functools.cache
def names() -> Mapping[str, str]:
    """The units of all catalogs: names by id, in the order of the names."""
    rows = {
        id_: row["name"]
        for ruleset in engine.rulesets().values()
        for id_, row in ruleset.catalog().get("entries", {}).items()
        if row["kind"] in KINDS
    }
    return dict(sorted(rows.items(), key=lambda row: row[1]))


def called(text: str) -> set[str]:
    """The units that somebody may mean by these words: by id, by name, by a custom unit's name.

    Where no unit is called just so, those whose names hold the words: `dragon` is every dragon.
    """
    wanted = _folded(text)
    exact = {id_ for id_, name in names().items() if wanted in (id_, _folded(name))}
    if exact or len(wanted) < PART_LEAST:
        return exact | {wanted}
    return {wanted} | {id_ for id_, name in names().items() if wanted in _folded(name)}


def nearest(text: str) -> str | None:
    """The name of the unit that is spelt most alike."""
    by_fold = {_folded(name): name for name in names().values()}
    found = difflib.get_close_matches(_folded(text)[:NAME_LENGTH], by_fold, 1, CLOSE)
    return by_fold[found[0]] if found else None


def _folded(name: str) -> str:
    return name.strip().casefold()[:NAME_LENGTH]
