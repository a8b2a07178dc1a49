"""Entrants of the coming rounds of a ladder, as written in its file, which only grows.

An army is identified by its content: a changed army is another entrant. Entrants who have played
stay in the file, with the rounds in which they took part.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.tournament.plan import Span

ROUNDS: Final = "rounds"  # the member of an entrant that lists its rounds


def with_entrants(
    document: Mapping[str, Any], sides: Sequence[Mapping[str, Any]], begun: int
) -> dict[str, Any]:
    """Return the file of a ladder with these sides as entrants in all rounds not yet begun."""
    wanted = [dict(side) for side in sides]
    entrants = []
    for entrant in document["entrants"]:
        side = side_of(entrant)
        if takes_part := side in wanted:
            wanted.remove(side)
        changed = _changed(entrant, begun, takes_part=takes_part)
        if changed.get(ROUNDS) != []:  # drop those who have never played
            entrants.append(changed)
    new = [side if not begun else {**side, ROUNDS: [[begun + 1, None]]} for side in wanted]
    return {**document, "entrants": [*entrants, *new]}


def with_entrant(
    document: Mapping[str, Any], place: int, begun: int, *, takes_part: bool
) -> dict[str, Any]:
    """Return a ladder's file with one entrant entering or leaving from the next round on."""
    entrants = [*document["entrants"]]
    entrants[place] = _changed(entrants[place], begun, takes_part=takes_part)
    return {**document, "entrants": entrants}


def side_of(entrant: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entrant of the file as a side of a battle file."""
    return {key: value for key, value in entrant.items() if key != ROUNDS}


def takes_part(entrant: Mapping[str, Any]) -> bool:
    """Whether an entrant of the file takes part in coming rounds."""
    spans = _spans(entrant)
    return bool(spans) and spans[-1][1] is None


def _spans(entrant: Mapping[str, Any]) -> list[Span]:
    return [(first, last) for first, last in entrant.get(ROUNDS, [[1, None]])]


def _changed(entrant: Mapping[str, Any], begun: int, *, takes_part: bool) -> dict[str, Any]:
    spans = _spans(entrant)
    is_in = bool(spans) and spans[-1][1] is None
    if is_in == takes_part:
        return dict(entrant)
    if takes_part:
        # Adjacent spans are merged.
        first = spans.pop()[0] if spans and spans[-1][1] == begun else begun + 1
        spans.append((first, None))
    else:
        first, _ = spans.pop()
        if first <= begun:
            spans.append((first, begun))
    return {**side_of(entrant), ROUNDS: [[*span] for span in spans]}
