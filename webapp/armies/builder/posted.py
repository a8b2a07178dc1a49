"""An army as a plain form sends it: read by the description that the form was drawn from."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from webapp.base.dotted import put_at, value_at
from webapp.base.form import CUSTOM, ROWS_MOST, Builder, Field, Json, Option

DIGITS_MOST: Final = 30
HEAD: Final = "army"
TERMS: Final = "terms"
BLANK: Final[Sequence[Any]] = (None, "", [], {}, False)
"""What is left out of an army; False is 0, too."""
BLANK_FIXED: Final[Sequence[Any]] = (None, "", [], {})
"""The same where rows are always there: none of their numbers goes without saying."""


Posted = MultiDict[str, str]
"""A form that was sent."""


def field_name(place: str, field: Field, option: str = "") -> str:
    """The name of an input: `u0.custom.energy`, `u1.buys.leadership`, `army.buildings`."""
    return ".".join(filter(None, (place, field.path, option)))


def row_place(index: int) -> str:
    """What the names of a row's inputs begin with."""
    return f"u{index}"


def army_of(builder: Builder, form: Posted) -> Json:
    """The army that a form describes, right or wrong: what is no number stays text."""
    shape = builder.form
    army: Json = _filled({}, shape.head, form, HEAD)
    if shape.fixed is not None:
        units = {
            key: _filled({}, shape.rows[0].fields, form, row_place(i), blank=BLANK_FIXED)
            for i, key in enumerate(shape.fixed)
        }
        return army | {shape.list: units}
    return army | {shape.list: list(_rows(builder, form))}


def item_of(builder: Builder, row: Any) -> str:
    """What a row's hidden input holds: the item of the shelf that it comes from, `unit:goomba`."""
    keys = (kind.key for kind in builder.form.rows)
    held = next(((key, row[key]) for key in keys if isinstance(row, dict) and key in row), None)
    return "" if held is None else f"{held[0]}:{held[1] if isinstance(held[1], str) else CUSTOM}"


def terms_of(builder: Builder, form: Posted) -> Json:
    """The members of the battle file that a form holds."""
    return _filled({}, builder.form.terms, form, TERMS)


def _rows(builder: Builder, form: Posted) -> Iterator[Json]:
    count = number(form.get("units", ""))
    for index in range(min(count, ROWS_MOST) if isinstance(count, int) else 0):
        key, _, id_ = form.get(f"{row_place(index)}.card", "").partition(":")
        if key not in builder.form.keys:
            continue
        row: Json = {key: {} if key == CUSTOM else id_}
        kind = builder.kind_of(row)
        yield _filled(row, kind.fields, form, row_place(index)) if kind else row


def _filled(
    target: Json,
    fields: tuple[Field, ...],
    form: Posted,
    place: str,
    blank: Sequence[Any] = BLANK,
) -> Json:
    for field in fields:
        value = _read(field, target, form, place)
        if value not in blank:
            put_at(target, field.path, value)
    return target


def _read(field: Field, row: Mapping[str, Any], form: Posted, place: str) -> Any:
    name = field_name(place, field)
    match field.type:
        case "flag":
            return bool(form.get(name, ""))
        case "many":
            return [id_ for id_ in form.getlist(name) if id_]
        case "counts":
            told = ((o.id, form.get(f"{name}.{o.id}", "")) for o in field.options_for(row))
            return {id_: n for id_, text in told if (n := number(text.strip()))}
        case "number":
            text = form.get(name, "").strip()
            return number(text) if text else None
        case _:
            return form.get(name, "")


def number(text: str) -> int | str:
    """The number; the text itself, which the engine will refuse, if it is none."""
    is_number = re.fullmatch(r"[-+]?[0-9]+", text) and len(text) <= DIGITS_MOST
    return int(text) if is_number else text


def in_order(options: Iterable[Option], held: Sequence[str]) -> list[Option]:
    """The options with those that are held first, in the order in which they are."""
    return sorted(options, key=lambda o: held.index(o.id) if o.id in held else len(held))


def shown(field: Field, document: Mapping[str, Any]) -> Any:
    """The value of a field as its input shows it."""
    value = value_at(document, field.path)
    match field.type:
        case "flag":
            return value is True
        case "many":
            return [v for v in value if isinstance(v, str)] if isinstance(value, list) else []
        case "counts":
            return value if isinstance(value, Mapping) else {}
        case _:
            return "" if value is None or isinstance(value, list | dict) else str(value)
