"""The forms of challenges: what was filled in, and what is wrong with it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

from werkzeug.datastructures import MultiDict

import engine
from engine import InputError, Problem, Reader
from webapp import games
from webapp.armies import saved as armies
from webapp.armies.builder import importing
from webapp.base import durations
from webapp.base.dotted import put_at
from webapp.base.form import Field
from webapp.challenges import opponents, store, terms
from webapp.store.models import Challenge

HOURS: Final = {
    1: "in an hour",
    24: "in a day",
    72: "in 3 days",
    168: "in a week",
    720: "in 30 days",
}
DIGITS_MOST: Final = 30


class Form:
    """Values by field, and messages by field; what belongs to no field is in `problems`."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.errors: dict[str, list[str]] = defaultdict(list)
        self.problems: list[Problem] = []

    def note(self, problems: Iterable[Problem]) -> None:
        """Puts problems beside the fields that they come from, or where all can be read."""
        for problem in problems:
            field = re.split(r"\[", problem.path)[0]
            if field in self.values:
                self.errors[field].append(problem.message)
            else:
                self.problems.append(problem)


class NameForm(Form):
    """What somebody wants to be called."""

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.values = {"name": (given or {}).get("name", "")}

    def read(self) -> str | None:
        """The name; None after noting what is wrong with it."""
        reader = Reader(self.values["name"], "name")
        name = reader.text()
        self.note(reader.problems)
        return None if reader.problems else name


class NewForm(NameForm):
    """A new challenge under a ruleset: its name and title, its terms and limits.

    `army` is a reference to an army that its maker has in mind.
    """

    def __init__(self, ruleset: str, given: "MultiDict[str, str] | None" = None) -> None:
        super().__init__(given)
        sent: MultiDict[str, str] = given if given is not None else MultiDict(DEFAULTS)
        self.ruleset = engine.rulesets()[ruleset]
        for key in ("title", "best_of", "hours", "listed", "army", "opponent"):
            self.values[key] = sent.get(key, "")
        for name, field in self.fields:
            self.values[name] = sent.getlist(name) if field.type == "many" else sent.get(name, "")

    @property
    def fields(self) -> list[tuple[str, Field]]:
        """The fields of the ruleset's terms and limits, under their names in the form."""
        battle, limits = terms.battle_fields(self.ruleset.id), terms.limit_fields(self.ruleset.id)
        return [
            *((f"{terms.BATTLE}.{field.path}", field) for field in battle),
            *((f"{terms.LIMITS}.{field.path}", field) for field in limits),
        ]

    def read_new(self, holder: str) -> store.New | None:
        """The challenge that the form describes; None after noting everything that is wrong."""
        name = self.read()
        title = Reader(self.values["title"], "title")
        called = title.text(store.TITLE_MOST)
        self.note(title.problems)
        best_of = self._chosen("best_of", store.BEST_OF)
        hours = self._chosen("hours", HOURS)
        if self.values["opponent"] not in ("", *opponents.of(self.ruleset.id)):
            self.errors["opponent"].append("Choose one of these.")
        try:
            agreed = self._terms()
        except InputError as error:
            self.note(error.problems)
            return None
        if name is None or self.errors or self.problems:
            return None
        listed = bool(self.values["listed"])
        return store.New(
            *(self.ruleset.id, agreed, holder, name, called, best_of, listed, hours),
            opponent=self.values["opponent"],
        )

    def _chosen(self, field: str, offered: Iterable[int]) -> int:
        found = {str(value): value for value in offered}.get(self.values[field])
        if found is None:
            self.errors[field].append("Choose one of these.")
        return found or 0

    def _terms(self) -> dict[str, Any]:
        document: dict[str, Any] = {terms.BATTLE: {}, terms.LIMITS: {}}
        for name, field in self.fields:
            if (value := self.values[name]) in ("", []):
                continue
            if field.type == "span":
                value = self._span(name, field)
            elif field.type == "number":
                value = _number(value)
            if value is not None:
                put_at(document, name, value)
        return terms.read(self.ruleset.id, document[terms.BATTLE], document[terms.LIMITS])

    def _span(self, name: str, field: Field) -> int | None:
        """The seconds that a field means; None after noting what it should hold."""
        least, most = field.least or 0, field.most or 0
        found = durations.seconds(self.values[name])
        if found is not None and least <= found <= most:
            return found
        bounds = f"from {durations.in_words(least)} to {durations.in_words(most)}"
        self.errors[name].append(f"Give a time {bounds}, such as 90 s, 3 min or 1 hour.")
        return None


DEFAULTS: Final = {"best_of": "1", "hours": "168"}


class SealForm(Form):
    """The army to seal, ready as it is: a sample, one that was saved, or text that is pasted."""

    def __init__(self, challenge: Challenge, given: Mapping[str, str] | None = None) -> None:
        super().__init__()
        given = given or {}
        self.ruleset = challenge.ruleset
        self.values = {"army": given.get("army", ""), "text": given.get("text", "")}

    def read(self) -> Any:
        """The army; None after noting why there is none."""
        if self.values["text"].strip():
            return self._pasted()
        found = armies.resolve(games.of(self.ruleset), self.values["army"])
        if found is None:
            self.errors["army"].append("Choose an army, or paste one.")
        return found

    def _pasted(self) -> Any:
        if self.values["army"]:
            self.errors["text"].append(
                "Another army is chosen above: empty this field, or choose none."
            )
            return None
        try:
            return importing.read(games.of(self.ruleset), self.values["text"]).army
        except InputError as error:
            self.errors["text"] += [str(problem) for problem in error.problems]
            return None


def _number(text: str) -> int | str:
    """The number; the text itself, which will be refused, if it is none."""
    text = text.strip()
    is_number = re.fullmatch(r"-?[0-9]+", text) and len(text) <= DIGITS_MOST
    return int(text) if is_number else text
