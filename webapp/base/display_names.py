"""What the sides of a battle and their armies are called by whoever reads of it.

Battles have built-in names in English; here they are said, beside what `sides` says.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import structs

import engine
from engine import SIDES, Event, SideId
from webapp.base.game import Game
from webapp.base.sides import side_name
from webapp.base.texts import ENGLISH, isolated, language

if TYPE_CHECKING:
    # It loads NumPy, without which a battle is played on the command line.
    from engine.tournament import Tournament


class Called(NamedTuple):
    """A side's name and its army's, each of which may be empty."""

    name: str
    army: str


def in_file(game: Game, file: Mapping[str, Any]) -> dict[SideId, Called]:
    """What a battle file's sides and armies are called."""
    return {
        letter: called(game, side.get("name", "").strip(), side["army"].get("name", "").strip())
        for letter, side in zip(SIDES, file["sides"], strict=True)
    }


def called(game: Game, name: str, army: str) -> Called:
    """A side's name and its army's, as this reader's language has them."""
    return Called(game.side_called(name, army), game.army_called(army))


def army(game: Game, document: Mapping[str, Any]) -> dict[str, Any]:
    """An army to be edited: a name in a field is one that its reader can read."""
    named = {"name": game.army_called(document["name"])} if document.get("name") else {}
    return {**document, **named}


def side(game: Game, side: SideId, name: str, army: str) -> str:
    """What a side is called: by its own name, its army's, or its colour."""
    return side_name(side, *called(game, name, army))


def in_tournament(game: Game, cup: "Tournament") -> "Tournament":
    """A tournament to be shown: its entrants are called as this reader's language has them.

    Those that would be called alike keep the names in its file.
    """
    armies = [side["army"].get("name", "").strip() for side in cup.sides]
    said = [*map(game.side_called, cup.names, armies)]
    names = (
        one if said.count(one) == 1 else name for one, name in zip(said, cup.names, strict=True)
    )
    return replace(cup, names=tuple(map(isolated, names)))


def for_page(
    game: Game, sides: Mapping[str, str], own: Mapping[str, str] | None = None
) -> dict[str, dict[str, str]] | None:
    """What a script puts in place of names in events; None where all stay as they are.

    sides: what both are called, whose names differ from those in the recording. Names of armies are
    all those of the game: which of them come may be a secret. `own` are further ones of armies.
    """
    armies = {name: game.army_called(name) for name in sorted(game.built_in().armies)}
    armies |= own or {}
    differing = {name: said for name, said in armies.items() if name != said}
    return {"sides": dict(sides), "armies": differing} if differing or sides else None


def in_recording(game: Game, recording: engine.Recording) -> Iterator[Event]:
    """The events of a recording, with names as this reader's language has them."""
    sides = {side: found.name for side, found in in_file(game, recording.header.battle).items()}
    return in_events(game, recording.events, sides)


def in_events(
    game: Game, events: Iterable[Event], sides: Mapping[SideId, str] | None = None
) -> Iterator[Event]:
    """The same of events alone; `sides` are names of sides that the events have in English."""
    if language() == ENGLISH:
        yield from events
        return
    for event in events:
        yield _said(game, event, sides or {})


def _said(game: Game, event: Event, sides: Mapping[SideId, str]) -> Event:
    if isinstance(army := getattr(event, "army", None), str):
        return structs.replace(event, army=game.army_called(army))
    both = {side: getattr(event, side, None) for side in SIDES}
    if not all(hasattr(one, "name") for one in both.values()):
        return event
    return structs.replace(
        event, **{side: _side(game, one, sides.get(side)) for side, one in both.items()}
    )


def _side(game: Game, shown: Any, name: str | None) -> Any:
    changed = {"name": shown.name if name is None else name}
    if hasattr(shown, "army"):
        changed["army"] = game.army_called(shown.army)
    return structs.replace(shown, **changed)
