"""The sentences of words.json, in the grammar of player/engine/words.js, which the scene shares."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any, Final

import msgspec

from engine import SIDES, Battle, Event, SideId
from webapp.base.game import Game, NamedUnit, Template, Templates
from webapp.base.texts import _, distinct_names, signed
from webapp.base.wording import Kinds, Names


def unit_names(army: Iterable[NamedUnit]) -> dict[str, str]:
    """Return a side's unit names by id, numbered by place (`Griffons 2`) if several are alike."""
    units = list(army)
    alike = Counter(unit.name for unit in units)
    return {
        unit.id: _(unit.name) if alike[unit.name] == 1 else f"{_(unit.name)} {unit.id[1:]}"
        for unit in units
    }


def by_places(game: Game, battle: Battle, side: SideId) -> list[str]:
    """Return unit names of a battle file in army order, then those of replacements."""
    units = game.army_card(battle.setup, side).units
    names = [*unit_names(units).values()]
    called = [unit.name for unit in units]
    changes = [change for change in battle.changes if change.side == side]
    for replacement in (one for change in changes for one in change.replacements):
        name = game.army_card(replacement.setup, side).units[replacement.row].name
        names.append(f"{_(name)} {replacement.new_id[1:]}" if name in called else _(name))
        called.append(name)
    return names


PLACEHOLDER: Final = re.compile(r"\{([\w.]+)(?::([^{}|]+)\|([^{}|]+))?\}")


def name_everybody(
    armies: Mapping[str, tuple[str, Sequence[NamedUnit]]], things: Mapping[str, str]
) -> Names:
    """Return the names of sides, units (`Toad (Ann)`, `Toad 2 (Ann)` if alike) and things."""
    sides = distinct_names(armies["a"][0], armies["b"][0])
    units = {
        unit: f"{name} ({sides[side]})"
        for side, (_name, army) in armies.items()
        for unit, name in unit_names(army).items()
    }
    return Names(sides, units, things)


def with_replacements(names: Names, event: Any) -> Names:
    """Add names of replacement units, numbered if taken; their predecessors' dice are theirs."""
    units, rollers = dict(names.units), dict(names.rollers)
    side = names.sides[event.side]
    for unit, by in ((row.unit, row.by) for row in event.replaced):
        name = _(by.name)
        taken = {f"{name} ({side})", *(f"{name} {id_[1:]} ({side})" for id_ in units)}
        number = f" {by.id[1:]}" if taken & {*units.values()} else ""
        units[by.id] = f"{name}{number} ({side})"
        rollers |= {who: by.id for who, id_ in rollers.items() if id_ == unit}
    return replace(names, units=units, rollers=rollers)


def tag(event: Event) -> str:
    return str(event.__struct_config__.tag)


def write(templates: Templates, event: Event, names: Names, kinds: Kinds) -> str:
    """Return an event's sentence, or ''; `kinds` are the game's own formatters."""

    def written(match: re.Match[str]) -> str:
        path, one, many = match.groups()
        value = attrgetter(path)(event)
        if one:
            return many if value in names.plurals else one
        # Fields a and b that hold armies are written as the sides' names.
        if path in SIDES and not isinstance(value, str):
            return names.sides[path]
        kind = templates.fields.get(path.rpartition(".")[2])
        write_kind = kinds.get(kind) or KINDS[kind] if kind else None
        return write_kind(names, value) if write_kind else _plain(value)

    return PLACEHOLDER.sub(written, _(_choose(templates.sentences.get(tag(event), ""), event)))


def _choose(template: Template, event: Event) -> str:
    while not isinstance(template, str):
        value = _plain(getattr(event, template["by"]))
        template = template[value if value in template else "default"]
    return template


def _plain(value: Any) -> str:
    """Return a value as JSON, without quotes or brackets."""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value))
    return msgspec.json.encode(value).decode()


def _sum(names: Names, parts: Any) -> str:
    if len(parts) < 2:
        return ""
    return f" ({' + '.join(f'{part.amount} {_(names.things[part.source])}' for part in parts)})"


def _replaced(names: Names, rows: Any) -> str:
    return ", ".join(
        _("{unit} instead of {other}", unit=names.units[row.by.id], other=names.units[row.unit])
        for row in rows
    )


KINDS: Final[Kinds] = {  # formatters of all games
    "unit": lambda names, id_: names.units[id_],
    "side": lambda names, id_: names.sides[id_],
    "thing": lambda names, id_: _(names.things[id_]),
    "sum": _sum,
    "replaced": _replaced,
    "signed": lambda _names, amount: signed(amount),
}
