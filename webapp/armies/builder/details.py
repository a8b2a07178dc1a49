"""Details of a unit beyond its catalog entry, labelled as in the builder's form."""

from collections.abc import Iterator, Mapping
from typing import Any

from webapp.base.builder import Builder
from webapp.base.form import Field, value_at
from webapp.base.texts import _


def details(builder: Builder, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Return labels and values of a valid row that its figures do not show."""
    kind = builder.kind_of(row)
    for field in kind.fields if kind else ():
        value = value_at(row, field.path)
        if value and (text := _value_in_words(field, row, value)):
            yield field.label, text


def _value_in_words(field: Field, row: Mapping[str, Any], value: Any) -> str:
    names = {option.id: _(option.name) for option in field.options_for(row)}
    match field.type:
        case "many":
            return ", ".join(names.get(id_, id_) for id_ in value)
        case "counts":
            return ", ".join(
                names.get(id_, id_) + (f" \N{MULTIPLICATION SIGN} {times}" if times != 1 else "")
                for id_, times in value.items()
            )
        case "number" if field.path == "level":
            return str(value)
    return ""
