"""The battle file: the format that people write, builders export and the API accepts."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Final

from engine.core.changes import ROLLS_MOST, read_changes
from engine.core.reading import Reader, decode
from engine.core.reordering import with_replacements
from engine.core.ruleset import DICE, SEED_MOST, Battle, Ruleset
from engine.core.text import Text

ROLL_MOST: Final = 999


def terms_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ruleset and terms of a battle file: everything except dice and sides."""
    return {key: value for key, value in document.items() if key not in (*DICE, "sides")}


def read_battle(source: Any, rulesets: Mapping[str, Ruleset[Any, Any]]) -> Battle:
    """Return the battle in JSON text or a decoded document. Raises InputError with all problems."""
    document = decode(source) if isinstance(source, bytes | str) else source
    root = Reader(document)
    shape = Text("a battle file is a JSON object with 'ruleset' and 'sides'")
    ruleset = read_ruleset(root, rulesets, shape)
    keys = ("ruleset", *DICE, "sides", *ruleset.battle_keys)
    fields = root.mapping(keys, required=("sides",))
    seed = fields["seed"].integer(0, SEED_MOST) if "seed" in fields else None
    rolls = _read_rolls(fields["rolls"]) if "rolls" in fields else ()
    changes = read_changes(fields["changes"], SEED_MOST) if "changes" in fields else ()
    setup = ruleset.read(fields)
    root.finish()
    changes = with_replacements(ruleset, document, setup, changes)
    # Later changes to the caller's object must have no effect. The ruleset has accepted the
    # document, so it is neither deep nor large.
    return Battle(ruleset, setup, seed, deepcopy(document), rolls, changes)


def read_ruleset(
    root: Reader, rulesets: Mapping[str, Ruleset[Any, Any]], shape: Text
) -> Ruleset[Any, Any]:
    """Return the ruleset that a document names. Raises InputError, with `shape` for no object."""
    if not isinstance(root.value, dict):
        root.fail(shape)
    elif "ruleset" not in root.value:
        root.child("ruleset").fail("is missing; there are {listed}", listed=", ".join(rulesets))
    root.finish()
    ruleset = root.child("ruleset").choice(rulesets, "ruleset")
    root.finish()
    assert ruleset is not None
    return ruleset


def with_army(document: Mapping[str, Any], place: int, army: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of this battle file with another army for one side, 0 or 1."""
    sides = [*document["sides"]]
    sides[place] = {**sides[place], "army": army}
    return {**document, "sides": sides}


def _read_rolls(reader: Reader) -> tuple[int, ...]:
    rows = reader.sequence(0, ROLLS_MOST, "rolls")
    return tuple(row.integer(0, ROLL_MOST) for row in rows)


def read_sides(
    fields: dict[str, Reader], keys: Sequence[str] = ()
) -> list[tuple[str, dict[str, Reader]]]:
    """Return name and members of both sides, which need an 'army'; [] if there are problems."""
    if "sides" not in fields:
        return []
    rows = fields["sides"].sequence(2, 2, "sides")
    sides = []
    for row in rows[:2]:
        members = row.mapping(("name", "army", *keys), required=("army",))
        sides.append((members["name"].text() if "name" in members else "", members))
    return sides if len(rows) == 2 else []
