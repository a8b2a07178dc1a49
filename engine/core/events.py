"""Events: the facts that a battle is made of, with the envelope that all of them share.

An event is named `<subject>_<past participle>` (class `UnitStruck`, on the wire `unit_struck`) and
carries the value after the change beside the amount, so that whoever shows it does no arithmetic of
the rules. The first paragraph of a docstring and its `field: meaning` lines are the published
documentation: PROTOCOL.md and the browser's types are generated from them.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

PROTOCOL: Final = 1
"""Raised when an event or a field is renamed or removed; a new optional field is free."""

S = TypeVar("S")

SideId: TypeAlias = Literal["a", "b"]
SIDES: Final[tuple[SideId, SideId]] = ("a", "b")
Audience: TypeAlias = Literal["all", "a", "b"]


def wire_name(class_name: str) -> str:
    """`UnitStruck` as it is called on the wire: `unit_struck`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


class Event(msgspec.Struct, tag_field="type", tag=wire_name, kw_only=True, gc=False):
    """One fact of a battle.

    seq: place in the recording, from 0, without gaps; the runner sets it.
    beat: events of one beat happen at once and are shown together; the runner sets it.
    cause: seq of the event that brought this one about, or null.
    source: id of the rule, ability or item that it comes from, or null for the usual sequence.
    audience: who may see it before the battle is over: all, or one side only.
    """

    seq: int = -1
    beat: int = -1
    cause: int | None = None
    source: str | None = None
    audience: Audience = "all"


BEAT: Final = None
"""What a stage yields between events that are shown one after the other, not at once."""

Stage: TypeAlias = Callable[[S, Any], Iterator[Event | None]]
"""A rule: reads the state and the dice, and yields events. It changes nothing itself."""


class DiceRolled(Event):
    """Dice were rolled.

    purpose: what the roll decides, in a word.
    sides: how many results are possible; each is a number from 1 to this.
    results: what came up, one number a die.
    needed: the highest result that succeeds, or null where there is no success.
    unit: id of the unit that rolls, or null.
    """

    purpose: str
    sides: int
    results: list[int]
    needed: int | None = None
    unit: str | None = None


class BattleEnded(Event):
    """The battle is over; this is the last event.

    winner: the side that won, or null for a draw.
    reason: why it ended: one of those that the ruleset's page lists.
    rounds: how many rounds were played.
    survivors: for each side, the units left in the order of its lineup, with their values.
    """

    winner: SideId | None
    reason: str
    rounds: int
    survivors: dict[str, list[dict[str, str | int]]]


class UnknownEvent(Event):
    """An event of a type that the ruleset does not have, perhaps one of a later version.

    line: the event as JSON, as it was read.
    """

    line: bytes


CORE_EVENTS: Final[tuple[type[Event], ...]] = (DiceRolled, BattleEnded)
"""The events that belong to no ruleset in particular."""


def side_of(unit_id: str) -> SideId:
    """The side of a unit, which its id begins with."""
    return "a" if unit_id.startswith("a") else "b"


def other_side(side: SideId) -> SideId:
    """The side that faces this one."""
    return "b" if side == "a" else "a"


def seen_by(events: Iterable[Event], viewer: SideId | None) -> tuple[Event, ...]:
    """What a side, or with None a spectator, may see of these events before the end of the battle.

    Events that stay hidden are left out, also as a `cause`, and the others are numbered from 0, so
    that neither `seq` nor `beat` tells how many are hidden. Later events do not change what comes
    out for earlier ones. After the end everybody may see all events.
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
