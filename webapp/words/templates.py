"""The sentences of a game's words.json, which its scene keeps for the page and for us.

The rules by which they are read, and what the file holds, are those of static/js/core/words.js.
"""

import functools
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from engine import Event
from webapp.base.wording import Names

PLACEHOLDER: Final = re.compile(r"\{([\w.]+)\}")

MINUS: Final = "\N{MINUS SIGN}"

Template = str | dict[str, Any]
"""A sentence with {field} or {field.inner} placeholders, or a choice `by` the value of a field."""


class Templates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A words.json. The page alone has a use for `minor`, the command line alone for `headings`."""

    headings: tuple[str, ...]
    minor: tuple[str, ...]
    fields: dict[str, str]
    things: dict[str, str]
    sentences: dict[str, Template]


class Named(Protocol):
    """A unit: its id and what it is called."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


def name_everybody(
    armies: Mapping[str, tuple[str, Sequence[Named]]], things: Mapping[str, str]
) -> Names:
    """The names of two sides, each its own and its units, and of the things they carry.

    Sides are called by their name or letter, units `Toad (Ann)`, or `Toad 2 (Ann)` where two are alike.
    """
    sides = {id_: name or id_ for id_, (name, _) in armies.items()}
    if sides["a"] == sides["b"]:
        sides = {id_: f"{name} {id_}" for id_, name in sides.items()}
    units = {}
    for id_, (_, army) in armies.items():
        alike = Counter(unit.name for unit in army)
        for unit in army:
            name = unit.name if alike[unit.name] == 1 else f"{unit.name} {unit.id[1:]}"
            units[unit.id] = f"{name} ({sides[id_]})"
    return Names(sides, units, things)


@functools.cache
def load(folder: Path) -> Templates:
    """The templates that a scene's folder holds."""
    return msgspec.json.decode((folder / "words.json").read_bytes(), type=Templates)


def tag(event: Event) -> str:
    """The type of an event, as it is on the wire."""
    return str(event.__struct_config__.tag)


def write(templates: Templates, event: Event, names: Names) -> str:
    """The sentence for an event; empty when it goes without saying."""

    def written(match: re.Match[str]) -> str:
        path = match[1]
        value = attrgetter(path)(event)
        # Where a and b are the armies, and not units of theirs, the sides are meant.
        if path in ("a", "b") and not isinstance(value, str):
            return names.sides[path]
        kind = templates.fields.get(path.rpartition(".")[2])
        return KINDS[kind](names, value) if kind else _plain(value)

    return PLACEHOLDER.sub(written, _choose(templates.sentences.get(tag(event), ""), event))


def _choose(template: Template, event: Event) -> str:
    while not isinstance(template, str):
        value = _plain(getattr(event, template["by"]))
        template = template[value if value in template else "default"]
    return template


def _plain(value: Any) -> str:
    """A value as JSON writes it, a text without its quotes, a list without its brackets."""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value))
    return msgspec.json.encode(value).decode()


def _sum(names: Names, parts: Any) -> str:
    if len(parts) < 2:
        return ""
    return f" ({' + '.join(f'{part.amount} {names.things[part.source]}' for part in parts)})"


def _brackets(names: Names, rows: Any) -> str:
    """Differences of totals and what they come to within their limits."""
    rows_in_words = [
        f"{names.things[row.own]} {row.own_total} {MINUS} "
        f"{names.things[row.against]} {row.against_total} = {_signed(row.amount)}"
        for row in rows
        if row.own_total or row.against_total
    ]
    return ", ".join(rows_in_words) or "nothing on either side"


def _signed(amount: int) -> str:
    return f"{MINUS}{-amount}" if amount < 0 else f"+{amount}"


def _dice(_names: Names, dice: Any) -> str:
    """What came up: `7`, with a medal die `12 and 7`."""
    return " and ".join(str(die.result) for die in dice) or "no die"


def _letters(_names: Names, ids: Any) -> str:
    """Units of one side by their letters alone: `A, C`."""
    return ", ".join(id_[-1] for id_ in ids) or "nobody"


def _orders(_names: Names, orders: Any) -> str:
    """What each unit of a side is to do: `A attack, B none`."""
    return ", ".join(f"{id_[-1]} {order}" for id_, order in orders.items())


def _refused(names: Names, orders: Any) -> str:
    """Orders that do not count: ` · not allowed: A attack`, and nothing where there are none."""
    return f" · not allowed: {_orders(names, orders)}" if orders else ""


KINDS: Final[Mapping[str, Callable[[Names, Any], str]]] = {
    "unit": lambda names, id_: names.units[id_],
    "side": lambda names, id_: names.sides[id_],
    "thing": lambda names, id_: names.things[id_],
    "sum": _sum,
    "brackets": _brackets,
    "dice": _dice,
    "signed": lambda _names, amount: _signed(amount),
    "letters": _letters,
    "orders": _orders,
    "refused": _refused,
}
