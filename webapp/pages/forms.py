"""The forms that start a battle: what was filled in, and what is wrong with it.

None of them judges by itself: each makes a battle file, and the engine's problems are put beside
the fields that they come from.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, ClassVar, Final

import engine
from engine.rulesets.warlords.entries import CATALOG
from webapp import samples

DIGITS_MOST = 30
"""Beyond so many, a number is as wrong as it gets, and slow to read."""


class Form:
    """Values by field, and messages by field; what belongs to no field is in `problems`."""

    defaults: ClassVar[Mapping[str, str]] = {}

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        # A box that is not ticked is not sent: in a form that was sent, what is missing is blank.
        self.values = (
            dict(self.defaults)
            if given is None
            else {field: given.get(field, "") for field in self.defaults}
        )
        self.errors: dict[str, list[str]] = defaultdict(list)
        self.problems: list[engine.Problem] = []

    @property
    def is_listed(self) -> bool:
        """Whether the home page is to list the battle."""
        return bool(self.values["listed"])

    def read(self) -> engine.Battle | None:
        """The battle that the form describes; None after noting everything that is wrong."""
        try:
            return engine.read(self.source())
        except engine.InputError as error:
            for problem in error.problems:
                self.note(problem)
        return None

    def source(self) -> Any:
        """The battle file, as text or as a document."""
        raise NotImplementedError

    def note(self, problem: engine.Problem) -> None:
        """Puts a problem where it is shown."""
        self.problems.append(problem)


class FileForm(Form):
    """A battle file, pasted."""

    defaults: ClassVar = {"file": "", "listed": "on"}

    def source(self) -> str:
        """The text, as it was pasted."""
        return self.values["file"]


class ArmiesForm(Form):
    """A battle between two sample armies of one ruleset: what all rulesets have in common.

    `fields` says which field a path of the battle file comes from, for those not called alike.
    """

    ruleset: ClassVar[str]
    sides: ClassVar = (("a", "Blue side"), ("b", "Orange side"))
    fields: ClassVar[Mapping[str, str]] = {}

    @property
    def samples(self) -> samples.Samples:
        """The armies to choose from."""
        return samples.of(self.ruleset)

    def source(self) -> dict[str, Any]:
        """The battle file of what was chosen; a blank field is left out."""
        document: dict[str, Any] = {"ruleset": self.ruleset}
        document["sides"] = [self._side("a"), self._side("b")]
        return document | self.more() | self.numbers("seed")

    def more(self) -> dict[str, Any]:
        """The members that only battle files of this ruleset have."""
        raise NotImplementedError

    def numbers(self, *fields: str) -> dict[str, Any]:
        """The numbers in these fields, blank ones left out."""
        return {field: _number(text) for field in fields if (text := self.values[field].strip())}

    def _side(self, side: str) -> dict[str, Any]:
        army = self.samples.armies.get(self.values[f"army_{side}"])
        return {"name": self.values[f"name_{side}"], "army": army.army if army else None}

    def note(self, problem: engine.Problem) -> None:
        """Puts a problem beside the field that it comes from."""
        if match := re.match(r"sides\[([01])\]\.(name|army)", problem.path):
            side = "ab"[int(match[1])]
            field = f"{match[2]}_{side}"
        else:
            field = self.fields.get(problem.path, problem.path)
        if field.startswith("army_") and self.values[field] not in self.samples.armies:
            self.errors[field].append("Choose one of these armies.")
        elif field in self.values:
            self.errors[field].append(problem.message)
        else:
            super().note(problem)


class LineupsForm(ArmiesForm):
    """Many Marios: who begins, and what an army may cost."""

    ruleset = "manymarios"
    fields: ClassVar = {"options.first": "first"}
    defaults: ClassVar = {
        "army_a": "boo-choir",
        "army_b": "hammer-line",
        "name_a": "",
        "name_b": "",
        "first": "",
        "ap_limit": "",
        "seed": "",
        "listed": "on",
    }

    def more(self) -> dict[str, Any]:
        """The options, and the limit."""
        first = self.values["first"]
        return {"options": {"first": first} if first else {}, **self.numbers("ap_limit")}


class StacksForm(ArmiesForm):
    """Warlords: the ground, the city, the die."""

    ruleset = "warlords"
    sides: ClassVar = (("a", "Blue side attacks"), ("b", "Orange side defends"))
    fields: ClassVar = {"field.city": "city", "field.die": "die"}
    terrains: ClassVar[Mapping[str, str]] = {
        f"terrain_{id_}": row.name for id_, row in CATALOG.terrains.items()
    }
    cities: ClassVar[Mapping[str, str]] = {"": "none"} | {
        id_: f"{row.name}: fortify {row.fortify}" for id_, row in CATALOG.cities.items()
    }
    defaults: ClassVar = {
        "army_a": "dragon-raid",
        "army_b": "silver-order",
        "name_a": "",
        "name_b": "",
        **dict.fromkeys(terrains, ""),
        "city": "",
        "die": "",
        "seed": "",
        "listed": "on",
    }

    def more(self) -> dict[str, Any]:
        """The field."""
        words = [field.removeprefix("terrain_") for field in self.terrains if self.values[field]]
        field: dict[str, Any] = {"terrain": words} if words else {}
        if city := self.values["city"]:
            field["city"] = city
        return {"field": field | self.numbers("die")}


FORMS: Final[Mapping[str, type[ArmiesForm]]] = {
    form.ruleset: form for form in (LineupsForm, StacksForm)
}
"""The form for two sample armies, by ruleset; its own fields are in start/fields_<ruleset>.html."""


def _number(text: str) -> int | str:
    """The number; the text itself, which the engine will refuse, if it is none."""
    is_number = re.fullmatch(r"-?[0-9]+", text) and len(text) <= DIGITS_MOST
    return int(text) if is_number else text
