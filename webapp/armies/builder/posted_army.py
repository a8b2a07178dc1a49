"""An army as a plain form sends it: read by the description that the form was drawn from."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from webapp.base.builder import CUSTOM, Builder
from webapp.base.form import ROWS_MOST, Field, Json, put_at
from webapp.base.inputs import Posted, field_name, meant, read_number, sent

HEAD: Final = "army"
TERMS: Final = "terms"
BLANK: Final[Sequence[Any]] = (None, "", [], {}, False)
"""What is left out of an army; False is 0, too."""
BLANK_FIXED: Final[Sequence[Any]] = (None, "", [], {})
"""The same where rows are always there: none of their numbers has a default."""


def row_place(index: int) -> str:
    """What the names of a row's inputs begin with."""
    return f"u{index}"


def army_of(builder: Builder, form: Posted) -> Json:
    """The army that a form describes, right or wrong: what is no number stays text."""
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
    """What a row's hidden input holds: the item of the shelf that it comes from, `unit:goomba`."""
    keys = (kind.key for kind in builder.form.rows)
    held = next(((key, row[key]) for key in keys if isinstance(row, dict) and key in row), None)
    return "" if held is None else f"{held[0]}:{held[1] if isinstance(held[1], str) else CUSTOM}"


def battle_terms(builder: Builder, form: Posted) -> Json:
    """The members of the battle file that a form holds."""
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
    target: Json,
    fields: tuple[Field, ...],
    form: Posted,
    place: str,
    blank: Sequence[Any] = BLANK,
) -> Json:
    for field in fields:
        value = meant(field, sent(field, field_name(place, field), target, form))
        # Keep a typed 0 where 0 is the default: the rules require some of these numbers.
        is_meant = type(value) is int and field.default == 0
        if is_meant or value not in blank:
            put_at(target, field.path, value)
    return target
