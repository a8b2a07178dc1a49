"""Described fields in plain forms: what their inputs are called, send, mean and look like."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from webapp.base import durations
from webapp.base.form import Field, Option, value_at
from webapp.base.texts import _

DIGITS_MOST: Final = 30
"""A number with more digits is out of every range, and slow to read."""

Posted = MultiDict[str, str]
"""A form that was sent."""


def read_number(text: str) -> int | str:
    """The whole number in a text; the text itself, which the engine will refuse, if it is none."""
    text = text.strip()
    is_number = re.fullmatch(r"[-+]?[0-9]+", text) and len(text) <= DIGITS_MOST
    return int(text) if is_number else text


def number_up_to(most: int, text: str) -> int | None:
    """The whole number from 0 to `most` in a text, as addresses have them; None if it is none."""
    found = read_number(text)
    return found if isinstance(found, int) and 0 <= found <= most else None


def field_name(place: str, field: Field, option: str = "") -> str:
    """The name of an input: `u0.custom.energy`, `u1.buys.leadership`, `army.buildings`."""
    return ".".join(filter(None, (place, field.path, option)))


def sent(field: Field, name: str, row: Mapping[str, Any], form: Posted) -> Any:
    """What a form holds for a field, as it was typed.

    A list of ids for `many`, texts by id for `counts`, otherwise one text.
    """
    match field.type:
        case "many":
            return [id_ for id_ in form.getlist(name) if id_]
        case "counts":
            return {o.id: form.get(f"{name}.{o.id}", "") for o in field.options_for(row)}
        case _:
            return form.get(name, "")


def meant(field: Field, value: Any) -> Any:
    """The member of a document that was meant by what was sent; None for a blank field.

    A number or a span of time that cannot be read stays text.
    """
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


def misfit(field: Field, value: Any) -> str:
    """Why a number cannot be what a field holds, as a sentence; '' for what may be."""
    if field.type != "number" or value is None or isinstance(value, bool):
        return ""
    if not isinstance(value, int):
        return _("Enter a whole number.")
    least, most = field.least, field.most
    if (least is None or value >= least) and (most is None or value <= most):
        return ""
    label = _(field.label)
    if most is None:
        return _(
            "{label} is {value}; {least} or more is possible.",
            label=label,
            value=value,
            least=least,
        )
    if least is None:
        return _(
            "{label} is {value}; {most} or less is possible.", label=label, value=value, most=most
        )
    return _(
        "{label} is {value}; {least} to {most} is possible.",
        label=label,
        value=value,
        least=least,
        most=most,
    )


def entered(field: Field, document: Mapping[str, Any]) -> Any:
    """The value of a field of a document, as its input holds it."""
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
    """A field as `templates/inputs.html` draws it.

    value: what its input holds, see `entered`. blank: what the option of a choice that stands for
    no value is called; None where one of the options has to be chosen.
    """

    field: Field
    id: str
    name: str
    label: str
    value: Any
    options: Sequence[Option]
    hint: str = ""
    placeholder: str = ""
    blank: str | None = "none"
    errors: Sequence[str] = ()

    @property
    def type(self) -> str:
        """The type of its field."""
        return self.field.type

    @property
    def is_wide(self) -> bool:
        """Whether it takes the width of a form: a list of options rather than one input."""
        return self.type in ("many", "counts")


def input_of(
    field: Field, document: Mapping[str, Any], place: str, errors: Mapping[str, Sequence[str]]
) -> Input:
    """The input of a field of a row, or of an army; `place` is what its name begins with.

    `errors` are by the paths of fields.
    """
    name = field_name(place, field)
    value = entered(field, document)
    options: Iterable[Option] = field.options_for(document)
    if field.type == "many":
        # Browsers send ticked boxes in page order, so these come first, in the value's order.
        options = sorted(options, key=lambda o: value.index(o.id) if o.id in value else len(value))
    has_default = field.type == "number" and field.default is not None
    return Input(
        *(field, name, name, field.label, value, tuple(options)),
        hint=field.hint,
        placeholder=str(field.default) if has_default else "",
        errors=errors.get(field.path, ()),
    )
