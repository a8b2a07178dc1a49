"""The events of a battle of any game, with what tests ask of them."""

from typing import Any

from msgspec.structs import fields

import engine
from engine.core.events import Event, wire_name

ENVELOPE = {field.name for field in fields(Event)}


class Log:
    """Events of a battle, with what a test asks of them."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        self.events = events

    def types(self) -> list[str]:
        return [type_of(event) for event in self.events]

    def all(self, type_: str) -> list[Any]:
        return [event for event in self.events if type_of(event) == type_]

    def only(self, type_: str) -> Any:
        """The one event of a type; fails if there is another number of them."""
        (event,) = self.all(type_)
        return event

    def values(self, type_: str, *names: str) -> list[tuple[Any, ...]]:
        return [tuple(getattr(event, name) for name in names) for event in self.all(type_)]

    def round(self, number: int) -> "Log":
        """The events from the start of a round to the start of the next."""
        starts = [i for i, event in enumerate(self.events) if type_of(event) == "round_started"]
        end = starts[number] if number < len(starts) else len(self.events)
        return Log(self.events[starts[number - 1] : end])

    def story(self) -> list[str]:
        return [brief(event) for event in self.events]

    @property
    def result(self) -> engine.BattleEnded:
        last = self.events[-1]
        assert isinstance(last, engine.BattleEnded)
        return last

    def left(self, side: str) -> list[tuple[str, int, int]]:
        rows = self.result.survivors[side]
        return [(str(row["id"]), int(row["ae"]), int(row["de"])) for row in rows]


def type_of(event: Event) -> str:
    return wire_name(type(event).__name__)


def brief(event: Event) -> str:
    """An event as one short line: `unit_struck attacker=a1 target=b1 amount=1 ae=3 de=1`."""
    own = (field.name for field in fields(type(event)) if field.name not in ENVELOPE)
    values = {name: getattr(event, name) for name in own}
    shown = [f"{name}={value}" for name, value in values.items() if isinstance(value, int | str)]
    return " ".join([type_of(event), *shown])


def problems(document: Any) -> list[str]:
    """Why the engine refuses a battle file."""
    try:
        engine.read(document)
    except engine.InputError as error:
        return [str(problem) for problem in error.problems]
    return []
