"""Groups of game-described fields in page forms: load, read, draw with errors."""

import dataclasses
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from engine import Problem
from webapp.base import durations
from webapp.base.form import Field, Json, put_at, value_at
from webapp.base.game import Game
from webapp.base.inputs import Input, Posted, document_value, posted_value, range_problem
from webapp.base.texts import N_, _
from webapp.html.forms import PageForm, after, owner

NONE: Final = "none"  # end of the name of the box that leaves a proposed number out


@dataclasses.dataclass
class FieldGroup:
    """Described fields in a form, their values and errors."""

    fields: tuple[Field, ...]
    names: Mapping[str, str]  # input names by field path
    start: str = ""  # prefix of problem paths
    # replaces a blank choice that must have a value
    initial: Mapping[str, str] = dataclasses.field(default_factory=dict)
    subject: str = ""  # goes before labels
    proposes: bool = False  # fill in proposed numbers; a box leaves one out
    values: dict[str, Any] = dataclasses.field(default_factory=dict, init=False)
    document: Json = dataclasses.field(init=False)  # the values as members, without blank ones
    left_out: set[str] = dataclasses.field(default_factory=set, init=False)
    errors: dict[str, list[str]] = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        chosen = {field.path: field.default for field in self.fields if _must_choose(field)}
        self.initial = {**chosen, **self.initial}
        self.fill(Posted())

    def fill(self, form: Posted) -> None:
        self.document, self.errors = {}, defaultdict(list)
        for field in self.fields:
            value = _sent(field, self.names[field.path], self.document, form)
            if self._must_decide(field):
                value = self._decided(field, value, form)
            self.values[field.path] = value or self.initial.get(field.path, value)
            found = document_value(field, self.values[field.path])
            if field.type == "span" and found is not None and not _is_within(field, found):
                self.errors[field.path].append(_bounds_of(field))
            elif found is not None:
                put_at(self.document, field.path, found)
                self.errors[field.path] += filter(None, [range_problem(field, found)])

    def _must_decide(self, field: Field) -> bool:
        return self.proposes and field.proposed is not None

    def _decided(self, field: Field, value: str, form: Posted) -> str:
        """Return a proposed number as decided: the proposal in a new form, then what was sent."""
        name = self.names[field.path]
        self.left_out.discard(field.path)
        if f"{name}.{NONE}" in form:
            self.left_out.add(field.path)
            return ""
        if not form:
            return str(field.proposed)
        if name in form and not value.strip():
            text = N_("Enter a number, or choose “{none}”.")
            self.errors[field.path].append(_(text, none=_(field.none)))
        return value

    def posted(self, document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the inputs that would post a document's values of these fields."""
        for field in self.fields:
            name, value = self.names[field.path], value_at(document, field.path)
            if isinstance(value, Mapping):
                yield from ((f"{name}.{id_}", str(count)) for id_, count in value.items())
            elif isinstance(value, list | tuple):
                yield from ((name, str(one)) for one in value)
            elif value is not None and value is not False:
                yield name, str(value)

    def swap(self, other: "FieldGroup") -> None:
        self.values, other.values = other.values, self.values
        self.document, other.document = other.document, self.document

    def note(self, problem: Problem) -> bool:
        """Add a document's problem to its field; return False if there is none."""
        if not problem.path.startswith(self.start):
            return False
        field = owner(self.fields, problem.path.removeprefix(self.start))
        if field is None:
            return False
        # The form has already reported a number that does not fit.
        if field.type not in ("number", "span") or not self.errors[field.path]:
            self.errors[field.path].append(problem.message)
        return True

    @property
    def messages(self) -> list[str]:
        """Return all errors, each with its field's label."""
        labels = {field.path: self._label(field) for field in self.fields}
        return [
            after(labels[path], message)
            for path, messages in self.errors.items()
            for message in messages
        ]

    def _label(self, field: Field) -> str:
        return ": ".join(_(word) for word in (self.subject, field.label) if word)

    def inputs(self) -> list[Input]:
        """Return the fields as `templates/inputs.html` draws them."""
        return [
            Input(
                field=field,
                id=self.names[field.path],
                name=self.names[field.path],
                label=self._label(field),
                value=self.values[field.path],
                options=field.options_for(self.document),
                hint="" if self._must_decide(field) else _hint(field),
                blank=None if field.path in self.initial else field.default or N_("none"),
                errors=self.errors[field.path],
                none=field.none if self._must_decide(field) else "",
                is_none=field.path in self.left_out,
            )
            for field in self.fields
        ]


class GroupedForm(PageForm):
    groups: Sequence[FieldGroup] = ()

    def fill_groups(self, sent: Posted) -> None:
        for part in self.groups:
            part.fill(sent)

    @property
    def messages(self) -> list[str]:
        return [*super().messages, *(text for part in self.groups for text in part.messages)]

    def inputs(self) -> list[Input]:
        return [one for part in self.groups for one in part.inputs()]


def sides_without_slow(game: Game) -> tuple[Field, ...]:
    """Return a side's fields other than its army, without slow options."""
    return tuple(
        replace(field, options=tuple(option for option in field.options if not option.slow))
        for field in game.builder.form.sides
    )


def short_names(fields: Iterable[Field], taken: Collection[str], end: str = "") -> dict[str, str]:
    """Return input names by path: the last part if it is unique and not `taken`, and `end`."""
    paths = [field.path for field in fields]
    short = [path.rpartition(".")[2] + end for path in paths]
    return {
        path: path + end if name in taken or short.count(name) > 1 else name
        for path, name in zip(paths, short, strict=True)
    }


def _sent(field: Field, name: str, row: Mapping[str, Any], form: Posted) -> Any:
    value = posted_value(field, name, row, form)
    if field.type == "many" and not value:
        # Older links have one parameter per option: `terrain_hills=on`.
        return [option.id for option in field.options if form.get(f"{name}_{option.id}")]
    return value


def _must_choose(field: Field) -> bool:
    return field.type == "choice" and any(option.id == field.default for option in field.options)


def _hint(field: Field) -> str:
    """Return the permitted range, if the description leaves it to the numbers."""
    if field.hint:
        return field.hint
    if field.type == "many":
        return N_("none, one or several")
    if field.type != "number":
        return ""
    if field.default is None:
        return N_("blank: as the rules allow")
    if field.least is None or field.most is None:
        return _("blank: {default}", default=field.default)
    text = N_("{least} to {most}, blank: {default}")
    return _(text, least=field.least, most=field.most, default=field.default)


def _is_within(field: Field, seconds: int | str) -> bool:
    if isinstance(seconds, str):
        return False
    return (field.least or 0) <= seconds and (field.most is None or seconds <= field.most)


def _bounds_of(field: Field) -> str:
    least = durations.in_words(max(field.least or 0, 1))
    if not field.most:
        return _("Enter a time of {least} or more, such as 90 s, 3 min or 1 hour.", least=least)
    text = N_("Enter a time from {least} to {most}, such as 90 s, 3 min or 1 hour.")
    return _(text, least=least, most=durations.in_words(field.most))
