"""Events: the facts that a battle consists of, and the envelope that they share.

An event is named `<subject>_<past participle>` (class `UnitStruck`, on the wire `unit_struck`). It
carries the resulting value as well as the change, so that viewers need no arithmetic of the rules.
PROTOCOL.md and the browser's types are generated from docstrings and the meanings of fields.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

PROTOCOL: Final = 1  # grows when an event or a field is renamed or removed

S = TypeVar("S")

SideId: TypeAlias = Literal["a", "b"]
SIDES: Final[tuple[SideId, SideId]] = ("a", "b")
Audience: TypeAlias = Literal["all", "a", "b"]


def wire_name(class_name: str) -> str:
    """Return the name of an event class on the wire: `unit_struck` for `UnitStruck`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


class Event(msgspec.Struct, tag_field="type", tag=wire_name, kw_only=True, gc=False):
    """One fact of a battle."""

    seq: Annotated[int, "place in the recording, from 0, without gaps; set by the runner"] = -1
    beat: Annotated[int, "events of one beat happen and are shown together; set by the runner"] = -1
    cause: Annotated[int | None, "seq of the event that caused this one, or null"] = None
    source: Annotated[
        str | None,
        "id of the rule, ability or item that it comes from, or null for the usual sequence",
    ] = None
    audience: Annotated[Audience, "who may see it before the end: all, or one side only"] = "all"


BEAT: Final = None  # yielded by a stage between events that are shown one after the other

Events: TypeAlias = Iterator[Event | None]  # what a stage yields: events, and BEAT

Stage: TypeAlias = Callable[[S, Any], Events]
"""A rule: reads the state and the dice, and yields events. It changes nothing itself."""


class DiceRolled(Event):
    """Dice were rolled."""

    purpose: Annotated[str, "what the roll decides, in one word"]
    sides: Annotated[int, "number of possible results; each is a number from 1 to this"]
    results: Annotated[list[int], "the results, one number for each die"]
    needed: Annotated[int | None, "the highest successful result, or null if there is none"] = None
    unit: Annotated[str | None, "id of the unit that rolls, or null"] = None


class BattleEnded(Event):
    """The battle is over; this is the last event."""

    winner: Annotated[SideId | None, "the side that won, or null for a draw"]
    reason: Annotated[str, "why it ended: one of the reasons listed on the ruleset's page"]
    rounds: Annotated[int, "number of rounds played"]
    survivors: Annotated[
        dict[str, list[dict[str, str | int]]],
        "for each side, the units left in the order of its lineup, with their values",
    ]


class UnknownEvent(Event):
    """An event of an unknown type, perhaps of a later version; `line` is its JSON, unchanged."""

    line: bytes


CORE_EVENTS: Final[tuple[type[Event], ...]] = (DiceRolled, BattleEnded)
"""Events common to all rulesets."""


def events_of(module: str) -> tuple[type[Event], ...]:
    """Return the event classes of a module, in the order in which it defines them."""
    return tuple(event for event in Event.__subclasses__() if event.__module__ == module)


def ignore(_state: Any, _event: Event) -> None:
    """Handle an event that does not change the state."""


def end(state: Any, event: BattleEnded) -> None:
    """Handle the end of a battle whose state has these three fields."""
    state.ended, state.winner, state.reason = True, event.winner, event.reason


def number_left(end: BattleEnded, side: SideId) -> int:
    """Return how many units a side has left at the end; 0 if it lost, even if some are left."""
    return 0 if end.winner not in (None, side) else len(end.survivors[side])


def plain(state: Any, *names: str) -> dict[str, Any]:
    """Return these fields of a state or a part of it, for its snapshot."""
    return {name: getattr(state, name) for name in names}


def side_of(unit_id: str) -> SideId:
    return "a" if unit_id.startswith("a") else "b"


def other_side(side: SideId) -> SideId:
    return "b" if side == "a" else "a"


def seen_by(events: Iterable[Event], viewer: SideId | None) -> tuple[Event, ...]:
    """Return the events that a side, or with None a spectator, may see before the battle ends.

    Hidden events are also removed as a `cause`, and the rest is renumbered from 0, so that neither
    `seq` nor `beat` reveals how many are hidden. Later events do not change the result for earlier
    ones. After the end, everyone may see all events.
    """
    seen: list[Event] = []
    places: dict[int | None, int] = {}
    beat, last = -1, None
    for event in events:
        if event.audience not in ("all", viewer):
            continue
        if event.beat != last:
            beat, last = beat + 1, event.beat
        places[event.seq] = len(seen)
        seen.append(replace(event, seq=len(seen), beat=beat, cause=places.get(event.cause)))
    return tuple(seen)
