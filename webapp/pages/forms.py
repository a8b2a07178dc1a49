"""The forms of a quick battle: what was filled in, and what is wrong with it.

None of them judges by itself: each makes a battle file, and the engine's problems are put beside
the fields that they come from.
"""

import functools
import re
import secrets
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, ClassVar, Final

import engine
from engine import SideId
from engine.players.siege.bots import BOTS
from engine.rulesets.warlords.catalog import CATALOG
from webapp import games
from webapp.pages import contenders

DIGITS_MOST = 30
"""Beyond so many, a number is as wrong as it gets, and slow to read."""
SEEDS: Final = 1_000_000_000
"""A drawn seed is below this: short enough to be told to somebody."""


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
    """A battle between two armies of one ruleset: what all rulesets have in common.

    `army_a` is the reference of one that is offered; `other_a`, if it is filled in, goes before it.

    `fields` says which field a path of the battle file comes from, for those not called alike.
    """

    ruleset: ClassVar[str]
    fields: ClassVar[Mapping[str, str]] = {}

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        super().__init__(given)
        if given is None:
            self.draw_seed()

    @property
    def sides(self) -> dict[SideId, str]:
        """Both sides, and what they are called."""
        return games.of(self.ruleset).builder.form.side_names()

    @functools.cached_property
    def choices(self) -> tuple[contenders.Choice, ...]:
        """The armies to choose from."""
        return tuple(contenders.choices(games.of(self.ruleset)))

    def prefill(self, given: Mapping[str, str]) -> None:
        """Takes over what an address asks for; an army that is not offered is entered by hand."""
        for field in given.keys() & self.values.keys():
            self.values[field] = given[field]
        offered = {choice.reference for choice in self.choices}
        for side in "ab":
            if (wanted := self.values[f"army_{side}"]) not in offered:
                self.values[f"army_{side}"] = self.defaults[f"army_{side}"]
                self.values[f"other_{side}"] = wanted

    def draw_seed(self) -> None:
        """Enters a new seed."""
        self.values["seed"] = str(secrets.randbelow(SEEDS))

    def swap(self) -> None:
        """Has both sides change places: armies and names; the field and the dice stay."""
        for part in ("army", "other", "name"):
            a, b = f"{part}_a", f"{part}_b"
            self.values[a], self.values[b] = self.values[b], self.values[a]

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
        return {"name": self.values[f"name_{side}"], "army": self._army(side)}

    def _army(self, side: str) -> Any:
        given = self.values[self._field_of_army(side)].strip()
        try:
            return contenders.resolve(games.of(self.ruleset), given)
        except engine.InputError as error:
            self.errors[self._field_of_army(side)] += map(str, error.problems)
        return None

    def _field_of_army(self, side: str) -> str:
        other = f"other_{side}"
        return other if self.values[other].strip() else f"army_{side}"

    def note(self, problem: engine.Problem) -> None:
        """Puts a problem beside the field that it comes from."""
        match = re.match(r"sides\[([01])\]\.(name|army)\.?", problem.path)
        if match and match[2] == "name":
            self.errors[f"name_{'ab'[int(match[1])]}"].append(problem.message)
        elif match:
            field = self._field_of_army("ab"[int(match[1])])
            if not self.errors[field] or problem.path[match.end() :]:
                inner = engine.Problem(problem.path[match.end() :], problem.message)
                self.errors[field].append(str(inner))
        elif (field := self.fields.get(problem.path, problem.path)) in self.values:
            self.errors[field].append(problem.message)
        else:
            super().note(problem)


class LineupsForm(ArmiesForm):
    """Many Marios: who begins, and what an army may cost."""

    ruleset = "manymarios"
    fields: ClassVar = {"options.first": "first"}
    defaults: ClassVar = {
        "army_a": "sample:star-guard",
        "army_b": "sample:giant-garden",
        "other_a": "",
        "other_b": "",
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
    fields: ClassVar = {"field.city": "city", "field.die": "die"}
    terrains: ClassVar[Mapping[str, str]] = {
        f"terrain_{id_}": row.name for id_, row in CATALOG.terrains.items()
    }
    cities: ClassVar[Mapping[str, str]] = {"": "none"} | {
        id_: f"{row.name}: fortify {row.fortify}" for id_, row in CATALOG.cities.items()
    }
    defaults: ClassVar = {
        "army_a": "sample:dragon-raid",
        "army_b": "sample:greenwood",
        "other_a": "",
        "other_b": "",
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


class SiegeForm(ArmiesForm):
    """The siege: which bot plays each side."""

    ruleset = "siege"
    fields: ClassVar = {"sides[0].bot": "bot_a", "sides[1].bot": "bot_b"}
    bots: ClassVar[Mapping[str, str]] = {
        id_: f"{bot.name}: {bot.description}" for id_, bot in BOTS.items()
    }
    defaults: ClassVar = {
        "army_a": "sample:spearhead",
        "army_b": "sample:long-wall",
        "other_a": "",
        "other_b": "",
        "name_a": "",
        "name_b": "",
        "bot_a": "aggressive",
        "bot_b": "cautious",
        "seed": "",
        "listed": "on",
    }

    def more(self) -> dict[str, Any]:
        """Nothing: the bots stand beside the armies."""
        return {}

    def swap(self) -> None:
        """Has both sides change places, with the bots that play them."""
        super().swap()
        values = self.values
        values["bot_a"], values["bot_b"] = values["bot_b"], values["bot_a"]

    def _side(self, side: str) -> dict[str, Any]:
        return {**super()._side(side), "bot": self.values[f"bot_{side}"]}


FORMS: Final[Mapping[str, type[ArmiesForm]]] = {
    form.ruleset: form for form in (LineupsForm, StacksForm, SiegeForm)
}
"""The form for two armies, by ruleset; its own fields are in quick/fields_<ruleset>.html."""


def _number(text: str) -> int | str:
    """The number; the text itself, which the engine will refuse, if it is none."""
    is_number = re.fullmatch(r"-?[0-9]+", text) and len(text) <= DIGITS_MOST
    return int(text) if is_number else text
