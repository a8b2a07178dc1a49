"""Described fields in plain HTML forms: names, values and parsing of inputs."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from webapp.base import durations
from webapp.base.form import Field, Option, value_at
from webapp.base.texts import N_, _

DIGITS_MOST: Final = 30  # larger numbers are out of every range, and slow to parse

Posted = MultiDict[str, str]


def read_number(text: str) -> int | str:
    """Return the whole number in a text, or the text, which the engine will refuse."""
    text = text.strip()
    is_number = re.fullmatch(r"[-+]?[0-9]+", text) and len(text) <= DIGITS_MOST
    return int(text) if is_number else text


def number_up_to(most: int, text: str) -> int | None:
    """Return the whole number from 0 to `most` in a query argument, or None."""
    found = read_number(text)
    return found if isinstance(found, int) and 0 <= found <= most else None


def field_name(place: str, field: Field) -> str:
    """Return an input's name: `u0.custom.energy`, `army.buildings`."""
    return ".".join(filter(None, (place, field.path)))


def posted_value(field: Field, name: str, row: Mapping[str, Any], form: Posted) -> Any:
    """Return a form's value as typed: ids for `many`, texts by id for `counts`, else one text."""
    match field.type:
        case "many":
            return [id_ for id_ in form.getlist(name) if id_]
        case "counts":
            return {o.id: form.get(f"{name}.{o.id}", "") for o in field.options_for(row)}
        case _:
            return form.get(name, "")


def document_value(field: Field, value: Any) -> Any:
    """Return the document's value for an input; None if blank, text if it cannot be read."""
    match field.type:
        case "flag":
            return bool(value) or None
        case "many":
            return value or None
        case "counts":
            counts = {id_: read_number(text) for id_, text in value.items()}
            return {id_: count for id_, count in counts.items() if count} or None
        case "number":
            return read_number(value) if value.strip() else None
        case "span":
            seconds = durations.seconds(value)
            return (value if seconds is None else seconds) if value.strip() else None
        case _:
            return value or None


def range_problem(field: Field, value: Any) -> str:
    """Return why a number is not valid for a field, or ''."""
    if field.type != "number" or value is None or isinstance(value, bool):
        return ""
    if not isinstance(value, int):
        return _("Enter a whole number.")
    least, most = field.least, field.most
    if (least is None or value >= least) and (most is None or value <= most):
        return ""
    if most is None:
        text = N_("{label} is {value}; it must be {least} or more.")
    elif least is None:
        text = N_("{label} is {value}; it must be {most} or less.")
    else:
        text = N_("{label} is {value}; it must be {least} to {most}.")
    return _(text, label=_(field.label), value=value, least=least, most=most)


def input_value(field: Field, document: Mapping[str, Any]) -> Any:
    """Return the value of a document's field, as its input holds it."""
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


@dataclass(frozen=True)
class Input:
    """A field as `templates/inputs.html` draws it."""

    field: Field
    id: str
    name: str
    label: str
    value: Any  # what its input holds, see `input_value`
    options: Sequence[Option]
    hint: str = ""
    placeholder: str = ""
    blank: str | None = "none"  # label of a choice's empty option; None if a choice is required
    errors: Sequence[str] = ()
    none: str = ""  # label of the box that leaves a proposed number out, ticked if `is_none`
    is_none: bool = False

    @property
    def type(self) -> str:
        return self.field.type

    @property
    def is_wide(self) -> bool:
        """Whether it takes the full width of a form: a list of options."""
        return self.type in ("many", "counts")


def input_of(
    field: Field, document: Mapping[str, Any], place: str, errors: Mapping[str, Sequence[str]]
) -> Input:
    """Return the input of a field of a row or army, with its name below `place` and its errors."""
    name = field_name(place, field)
    value = input_value(field, document)
    options: Iterable[Option] = field.options_for(document)
    if field.type in ("many", "choice"):
        options = [one for one in options if not one.barred or one.id in value]
    if field.type == "many":
        # Browsers send ticked boxes in page order, so the value's come first, in its order.
        options = sorted(options, key=lambda o: value.index(o.id) if o.id in value else len(value))
    has_default = field.type == "number" and field.default is not None
    return Input(
        *(field, name, name, field.label, value, tuple(options)),
        hint=field.hint,
        placeholder=str(field.default) if has_default else "",
        errors=errors.get(field.path, ()),
    )
