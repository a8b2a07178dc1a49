"""Parse the army of a posted plain form by the game's field descriptions."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from webapp.base.builder import CUSTOM, Builder
from webapp.base.form import ROWS_MOST, Field, Json, put_at
from webapp.base.inputs import Posted, document_value, field_name, posted_value, read_number

HEAD: Final = "army"
TERMS: Final = "terms"
# values left out of an army; False is 0, too
BLANK: Final[Sequence[Any]] = (None, "", [], {}, False)
# the same for fixed rows, whose numbers have no default
BLANK_FIXED: Final[Sequence[Any]] = (None, "", [], {})


def row_place(index: int) -> str:
    """Return the prefix of a row's input names."""
    return f"u{index}"


def army_of(builder: Builder, form: Posted) -> Json:
    """Return the posted army; invalid numbers stay text."""
    shape = builder.form
    army: Json = _filled({}, shape.head, form, HEAD)
    if not shape.list:
        return army
    if shape.fixed is not None:
        units = {
            key: _filled({}, shape.rows[0].fields, form, row_place(i), blank=BLANK_FIXED)
            for i, key in enumerate(shape.fixed)
        }
        return army | {shape.list: units}
    return army | {shape.list: list(_rows(builder, form))}


def item_of(builder: Builder, row: Any) -> str:
    """Return the shelf item in a row's hidden input, like `unit:goomba`."""
    keys = (kind.key for kind in builder.form.rows)
    held = next(((key, row[key]) for key in keys if isinstance(row, dict) and key in row), None)
    return "" if held is None else f"{held[0]}:{held[1] if isinstance(held[1], str) else CUSTOM}"


def battle_terms(builder: Builder, form: Posted) -> Json:
    return _filled({}, builder.form.terms, form, TERMS)


def _rows(builder: Builder, form: Posted) -> Iterator[Json]:
    count = read_number(form.get("units", ""))
    for index in range(min(count, ROWS_MOST) if isinstance(count, int) else 0):
        key, _, id_ = form.get(f"{row_place(index)}.card", "").partition(":")
        if key not in builder.form.keys:
            continue
        row: Json = {key: {} if key == CUSTOM else id_}
        kind = builder.kind_of(row)
        yield _filled(row, kind.fields, form, row_place(index)) if kind else row


def _filled(
    target: Json, fields: tuple[Field, ...], form: Posted, place: str, blank: Sequence[Any] = BLANK
) -> Json:
    for field in fields:
        value = document_value(field, posted_value(field, field_name(place, field), target, form))
        # Keep a typed 0 where 0 is the default: the rules require some of these numbers.
        is_meant = type(value) is int and field.default == 0
        if is_meant or value not in blank:
            put_at(target, field.path, value)
    return target
