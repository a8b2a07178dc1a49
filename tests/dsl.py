"""Battles in one line: `battle("goomba*2 toad+fire-flower | 1/4:stun,flying", first="a")`.

Armies stand on either side of `|`, their units between spaces. A unit is a catalog id, or
`AE/DE` or `AE/DE/damage` for a custom one. Behind it, in this order: `:agility,stun` gives a custom
unit abilities, `+frog-suit` any unit a thing to carry, `*3` makes three of it. A combat building
stands in brackets: `[watchtower]`.
"""

from typing import Any

from msgspec.structs import fields

import engine
from engine.core.events import Event, wire_name
from engine.rulesets.manymarios.catalog import ENTRIES

COIN_FLIP = "1/1 2/2:ballistics | 1/1 2/2:ballistics"
"""A battle that whoever begins wins with one unit left (worked out in tests/odds)."""

ENVELOPE = {field.name for field in fields(Event)}


class Log:
    """Events of a battle, with what a test asks of them."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        self.events = events

    def types(self) -> list[str]:
        """The events' types, in order."""
        return [type_of(event) for event in self.events]

    def all(self, type_: str) -> list[Any]:
        """Every event of a type."""
        return [event for event in self.events if type_of(event) == type_]

    def only(self, type_: str) -> Any:
        """The one event of a type; fails if there is another number of them."""
        (event,) = self.all(type_)
        return event

    def values(self, type_: str, *names: str) -> list[tuple[Any, ...]]:
        """These fields of every event of a type."""
        return [tuple(getattr(event, name) for name in names) for event in self.all(type_)]

    def round(self, number: int) -> "Log":
        """The events from the start of a round to the start of the next."""
        starts = [i for i, event in enumerate(self.events) if type_of(event) == "round_started"]
        end = starts[number] if number < len(starts) else len(self.events)
        return Log(self.events[starts[number - 1] : end])

    def story(self) -> list[str]:
        """The events in brief: type, numbers and ids, without the envelope."""
        return [brief(event) for event in self.events]

    @property
    def result(self) -> engine.BattleEnded:
        """The event that ended the battle."""
        last = self.events[-1]
        assert isinstance(last, engine.BattleEnded)
        return last

    def left(self, side: str) -> list[tuple[str, int, int]]:
        """The survivors of a side: id, AE and DE of each."""
        rows = self.result.survivors[side]
        return [(str(row["id"]), int(row["ae"]), int(row["de"])) for row in rows]


def battle(armies: str, first: str = "a", **more: Any) -> Log:
    """The log of a Many Marios battle in which `first` begins; `more` goes into the battle file."""
    return Log(engine.play(battle_file(armies, first, **more), seed=0).events)


def battle_file(armies: str, first: str | None = "a", **more: Any) -> dict[str, Any]:
    """The battle file of a battle in one line."""
    sides = [{"army": army(text)} for text in armies.split("|")]
    options = {} if first is None else {"options": {"first": first}}
    return {"ruleset": "manymarios", "sides": sides, **options, **more}


def army(text: str) -> dict[str, Any]:
    """One army of a battle in one line."""
    words = text.split()
    buildings = [word.strip("[]") for word in words if word.startswith("[")]
    lineup = [row for word in words if not word.startswith("[") for row in _rows(word)]
    return {"buildings": buildings, "lineup": lineup} if buildings else {"lineup": lineup}


def _rows(word: str) -> list[dict[str, Any]]:
    word, _, times = word.partition("*")
    what, *things = word.split("+")
    row: dict[str, Any] = {"custom": _custom(what)} if "/" in what else {"unit": what}
    for thing in things:
        is_item = ENTRIES[thing].kind == "combat_item"
        row.setdefault("combat_items" if is_item else "equipment", []).append(thing)
    return [row] * int(times or 1)


def _custom(text: str) -> dict[str, Any]:
    numbers, _, abilities = text.partition(":")
    ae, de, damage = (*map(int, numbers.split("/")), 0)[:3]
    listed = {"abilities": abilities.split(",")} if abilities else {}
    return {"name": text, "energy": 0, "ae": ae, "de": de, "damage": damage, **listed}


def type_of(event: Event) -> str:
    """An event's type as it is called on the wire."""
    return wire_name(type(event).__name__)


def brief(event: Event) -> str:
    """An event as one short line: `unit_struck attacker=a1 target=b1 amount=1 ae=3 de=1`."""
    own = (field.name for field in fields(type(event)) if field.name not in ENVELOPE)
    values = {name: getattr(event, name) for name in own}
    shown = [f"{name}={value}" for name, value in values.items() if isinstance(value, int | str)]
    return " ".join([type_of(event), *shown])
