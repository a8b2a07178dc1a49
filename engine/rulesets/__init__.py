"""The registry of rulesets, loaded from the entry points of installed packages."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engine.core.battlefile import read_battle
from engine.core.errors import EngineError, shown
from engine.core.ruleset import AnyRuleset, Battle, Ruleset

GROUP: Final = "battlereel.rulesets"  # entry points: a ruleset's id and its record


class Found(NamedTuple):
    """The rulesets that load, and the reasons why others do not, both by id."""

    rulesets: Mapping[str, AnyRuleset]
    broken: Mapping[str, str]


def rulesets() -> Mapping[str, AnyRuleset]:
    """Return every valid installed ruleset by id, sorted by id."""
    return _installed().rulesets


def battle_of(source: Any) -> Battle:
    """Return a Battle as it is, or else the battle in a battle file. Raises InputError."""
    return source if isinstance(source, Battle) else read_battle(source, rulesets())


@lru_cache(maxsize=512)
def read_once(file: str) -> Battle:
    """Return the battle of a file, cached because searches read the same files repeatedly."""
    return read_battle(file, rulesets())


def broken_rulesets() -> Mapping[str, str]:
    """Return why installed rulesets cannot be played: the reason by id."""
    return _installed().broken


@cache
def _installed() -> Found:
    return find(entry_points(group=GROUP))


def find(points: Iterable[EntryPoint]) -> Found:
    """Load the rulesets of these entry points; one that fails does not affect the others."""
    whole: dict[str, AnyRuleset] = {}
    broken: dict[str, str] = {}
    for point in sorted(points, key=lambda point: (point.name, point.value)):
        try:
            if point.name in whole:
                raise EngineError(f"is installed twice; '{point.value}' is left out")
            whole[point.name] = check_ruleset(point.name, point.load())
        except EngineError as error:
            broken[point.name] = shown(str(error), 200)
        except Exception as error:  # importing a package can raise anything
            broken[point.name] = shown(f"{type(error).__name__}: {error}", 200)
    return Found(MappingProxyType(whole), MappingProxyType(broken))


def check_ruleset(id_: str, record: object) -> AnyRuleset:
    """Return the record. Raises EngineError unless it is a complete ruleset with this id."""
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
