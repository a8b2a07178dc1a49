"""The registry: rulesets are found through the entry points of the packages that are installed.

Ours have a folder each here; a record is named in pyproject.toml, as another package names its own.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engine.core.battlefile import Battle, read_battle
from engine.core.errors import EngineError, shown
from engine.core.ruleset import Ruleset

GROUP: Final = "battlereel.rulesets"
"""Entry points of this group are named by the ruleset's id; their value is its record."""


class Found(NamedTuple):
    """The rulesets that can be played, and why others cannot; both by id."""

    rulesets: Mapping[str, Ruleset[Any, Any]]
    broken: Mapping[str, str]


def rulesets() -> Mapping[str, Ruleset[Any, Any]]:
    """Every ruleset that is installed and whole, by its id and in the order of their ids."""
    return _installed().rulesets


@lru_cache(maxsize=512)
def read_once(file: str) -> Battle:
    """The battle of a file; searches and samples in parts read the same ones again and again."""
    return read_battle(file, rulesets())


def broken_rulesets() -> Mapping[str, str]:
    """Why a ruleset that is installed cannot be played: a reason for each such id."""
    return _installed().broken


@cache
def _installed() -> Found:
    return find(entry_points(group=GROUP))


def find(points: Iterable[EntryPoint]) -> Found:
    """The rulesets behind these entry points; one that cannot be loaded keeps no other out."""
    whole: dict[str, Ruleset[Any, Any]] = {}
    broken: dict[str, str] = {}
    for point in sorted(points, key=lambda point: (point.name, point.value)):
        try:
            if point.name in whole:
                raise EngineError(f"is installed twice; '{point.value}' is left out")
            whole[point.name] = check_ruleset(point.name, point.load())
        except Exception as error:  # whatever a package does when it is imported
            why = (
                str(error) if isinstance(error, EngineError) else f"{type(error).__name__}: {error}"
            )
            broken[point.name] = shown(why, 200)
    return Found(MappingProxyType(whole), MappingProxyType(broken))


def check_ruleset(id_: str, record: object) -> Ruleset[Any, Any]:
    """The record, if it is a whole ruleset with this id. Raises EngineError naming what is not."""
    if not isinstance(record, Ruleset):
        raise EngineError(f"its entry point names {type(record).__name__}, which is no Ruleset")
    if record.id != id_:
        raise EngineError(
            f"its record has the id '{record.id}'; the entry point has to be named so"
        )
    missing = [event.__name__ for event in record.all_events if event not in record.apply]
    if missing:
        raise EngineError(f"its `apply` has nothing for {', '.join(missing)}")
    return record
