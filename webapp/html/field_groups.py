"""A game's described fields in the forms of pages: filled in, read, drawn with what is wrong."""

import dataclasses
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engine import Problem
from webapp.base import durations
from webapp.base.form import Field, Json, put_at, value_at
from webapp.base.game import Game
from webapp.base.inputs import Input, Posted, meant, misfit, sent
from webapp.base.texts import N_, _
from webapp.html.field_errors import after, owner
from webapp.html.forms import PageForm


@dataclasses.dataclass
class FieldGroup:
    """Described fields in a form, what they hold, and what is wrong with it.

    names: what their inputs are called, by the paths of the fields. start: what the paths of their
    problems begin with. initial: what a choice holds that is left blank, if one of its options has
    to be chosen. subject: goes before their labels. document: what they say, as members of a
    document; blank ones are left out.
    """

    fields: tuple[Field, ...]
    names: Mapping[str, str]
    start: str = ""
    initial: Mapping[str, str] = dataclasses.field(default_factory=dict)
    subject: str = ""
    values: dict[str, Any] = dataclasses.field(default_factory=dict, init=False)
    document: Json = dataclasses.field(default_factory=dict, init=False)
    errors: dict[str, list[str]] = dataclasses.field(
        default_factory=lambda: defaultdict(list), init=False
    )

    def __post_init__(self) -> None:
        self.initial = {f.path: f.default for f in self.fields if _must_choose(f)} | {
            **self.initial
        }
        self.fill(Posted())

    def fill(self, form: Posted) -> None:
        """Takes over what a form holds, or the query of an address."""
        self.document, self.errors = {}, defaultdict(list)
        for field in self.fields:
            value = _sent(field, self.names[field.path], self.document, form)
            self.values[field.path] = value or self.initial.get(field.path, value)
            found = meant(field, self.values[field.path])
            if field.type == "span" and found is not None and not _is_within(field, found):
                self.errors[field.path].append(_bounds_of(field))
            elif found is not None:
                put_at(self.document, field.path, found)
                self.errors[field.path] += filter(None, [misfit(field, found)])

    def posted(self, document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the inputs by which a form would send what a document holds of these fields."""
        for field in self.fields:
            name, value = self.names[field.path], value_at(document, field.path)
            if isinstance(value, Mapping):
                yield from ((f"{name}.{id_}", str(count)) for id_, count in value.items())
            elif isinstance(value, list | tuple):
                yield from ((name, str(one)) for one in value)
            elif value is not None and value is not False:
                yield name, str(value)

    def swap(self, other: "FieldGroup") -> None:
        """Exchanges what this group holds with another one of the same fields."""
        self.values, other.values = other.values, self.values
        self.document, other.document = other.document, self.document

    def note(self, problem: Problem) -> bool:
        """Puts a problem of a document beside its field; False if it is none of theirs."""
        if not problem.path.startswith(self.start):
            return False
        path = owner(self.fields, problem.path.removeprefix(self.start))
        # A number that does not fit has been told already, in the words of the form.
        is_told = any(f.type in ("number", "span") and self.errors[f.path] for f in self._at(path))
        if path is not None and not is_told:
            self.errors[path].append(problem.message)
        return path is not None

    @property
    def messages(self) -> list[str]:
        """All that is wrong with what the fields hold, each with the label of its field."""
        labels = {field.path: self._label(field) for field in self.fields}
        return [
            after(labels[path], message)
            for path, messages in self.errors.items()
            for message in messages
        ]

    def _at(self, path: str | None) -> list[Field]:
        return [field for field in self.fields if field.path == path]

    def _label(self, field: Field) -> str:
        return ": ".join(_(word) for word in (self.subject, field.label) if word)

    def inputs(self) -> list[Input]:
        """The fields as `templates/inputs.html` draws them."""
        return [
            Input(
                field=field,
                id=self.names[field.path],
                name=self.names[field.path],
                label=self._label(field),
                value=self.values[field.path],
                options=field.options_for(self.document),
                hint=_hint(field),
                blank=None if field.path in self.initial else field.default or N_("none"),
                errors=self.errors[field.path],
            )
            for field in self.fields
        ]


class GroupedForm(PageForm):
    """A form that holds groups of described fields beside its own."""

    groups: Sequence[FieldGroup] = ()

    def fill_groups(self, sent: Posted) -> None:
        """Takes over what a form holds, or the query of an address."""
        for part in self.groups:
            part.fill(sent)

    @property
    def messages(self) -> list[str]:
        """All that is wrong with what the fields hold."""
        return [*super().messages, *(text for part in self.groups for text in part.messages)]

    def inputs(self) -> list[Input]:
        """What the game's description asks for, to be drawn."""
        return [one for part in self.groups for one in part.inputs()]


def sides_without_slow(game: Game) -> tuple[Field, ...]:
    """What a side has beside its army, without the options that take long to compute."""
    return tuple(
        replace(field, options=tuple(option for option in field.options if not option.slow))
        for field in game.builder.form.sides
    )


def short_names(fields: Iterable[Field], taken: Collection[str], end: str = "") -> dict[str, str]:
    """Names for inputs by path: the last part of a path, all of it where that is not unique.

    `taken` are names of other inputs in the same form, `end` is what each name ends with.
    """
    paths = [field.path for field in fields]
    short = [path.rpartition(".")[2] + end for path in paths]
    return {
        path: path + end if name in taken or short.count(name) > 1 else name
        for path, name in zip(paths, short, strict=True)
    }


def _sent(field: Field, name: str, row: Mapping[str, Any], form: Posted) -> Any:
    value = sent(field, name, row, form)
    if field.type == "many" and not value:
        # As older links have it: a box an option, `terrain_hills=on`.
        return [option.id for option in field.options if form.get(f"{name}_{option.id}")]
    return value


def _must_choose(field: Field) -> bool:
    """Whether a field is a choice that means one of its options where it is left out."""
    return field.type == "choice" and any(option.id == field.default for option in field.options)


def _hint(field: Field) -> str:
    """What may be filled in, where the description leaves it to its numbers."""
    if field.hint:
        return field.hint
    if field.type == "many":
        return N_("none, one or several")
    if field.type != "number":
        return ""
    if field.default is None:
        return N_("blank: as the rules allow")
    bounded = field.least is not None and field.most is not None
    if not bounded:
        return _("blank: {default}", default=field.default)
    return _(
        "{least} to {most}, blank: {default}",
        least=field.least,
        most=field.most,
        default=field.default,
    )


def _is_within(field: Field, seconds: int | str) -> bool:
    if isinstance(seconds, str):
        return False
    return (field.least or 0) <= seconds and (field.most is None or seconds <= field.most)


def _bounds_of(field: Field) -> str:
    least = durations.in_words(max(field.least or 0, 1))
    if not field.most:
        return _("Give a time from {least} on, such as 90 s, 3 min or 1 hour.", least=least)
    return _(
        "Give a time from {least} to {most}, such as 90 s, 3 min or 1 hour.",
        least=least,
        most=durations.in_words(field.most),
    )
