"""Who sees what before the end of a battle that keeps secrets: a pure function of its events."""

from collections.abc import Iterable

from msgspec.structs import replace

from engine.core.events import Event, SideId


def seen_by(events: Iterable[Event], viewer: SideId | None) -> tuple[Event, ...]:
    """What a side, or with None a spectator, may see of these events before the end.

    The events are numbered anew, so that neither `seq` nor `beat` tells how many are kept back; a
    `cause` that is kept back is left out. Events that follow later do not change those here. After
    the end everything is shown, and the events are given to everybody as they are.
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
