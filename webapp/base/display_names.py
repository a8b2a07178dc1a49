"""Display names of a battle's sides and armies: built-in English names are translated."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import structs

from engine import SIDES, Event, Recording, SideId
from webapp.base.game import Game
from webapp.base.texts import ENGLISH, isolated, language, side_name

if TYPE_CHECKING:
    # It loads NumPy, which playing a battle on the command line does not need.
    from engine.tournament import Tournament


class DisplayNames(NamedTuple):
    """A side's name and its army's; each may be empty."""

    name: str
    army: str


def in_file(game: Game, file: Mapping[str, Any]) -> dict[SideId, DisplayNames]:
    return {
        letter: translated(game, side.get("name", "").strip(), side["army"].get("name", "").strip())
        for letter, side in zip(SIDES, file["sides"], strict=True)
    }


def translated(game: Game, name: str, army: str) -> DisplayNames:
    return DisplayNames(game.side_name(name, army), game.army_name(army))


def army(game: Game, document: Mapping[str, Any]) -> dict[str, Any]:
    """Return an army for editing, its built-in name translated."""
    named = {"name": game.army_name(document["name"])} if document.get("name") else {}
    return {**document, **named}


def side(game: Game, side: SideId, name: str, army: str) -> str:
    """Return a side's display name: its own name, its army's, or its colour."""
    return side_name(side, *translated(game, name, army))


def in_tournament(game: Game, cup: "Tournament") -> "Tournament":
    """Return a tournament with translated entrants, except where two names would be equal."""
    armies = [side["army"].get("name", "").strip() for side in cup.sides]
    said = [*map(game.side_name, cup.names, armies)]
    pairs = zip(said, cup.names, strict=True)
    names = (one if said.count(one) == 1 else name for one, name in pairs)
    return replace(cup, names=tuple(map(isolated, names)))


def for_page(
    game: Game, sides: Mapping[str, str], own: Mapping[str, str] | None = None
) -> dict[str, dict[str, str]] | None:
    """Return replacements for names in events, for the page's script; None if there are none.

    sides: names of both sides that differ from the recording. own: further names of armies. Names
    of all the game's armies are included: which of them fight may be a secret.
    """
    armies = {name: game.army_name(name) for name in sorted(game.built_in.armies)}
    armies |= own or {}
    differing = {name: said for name, said in armies.items() if name != said}
    return {"sides": dict(sides), "armies": differing} if differing or sides else None


def in_recording(game: Game, recording: Recording) -> list[Event]:
    """Return a recording's events with translated names."""
    sides = {side: one.name for side, one in in_file(game, recording.header.battle).items()}
    return [*in_events(game, recording.events, sides)]


def in_events(
    game: Game, events: Iterable[Event], sides: Mapping[SideId, str] | None = None
) -> Iterator[Event]:
    """Yield events with translated names; `sides` are the English names in the events."""
    if language() == ENGLISH:
        yield from events
        return
    yield from (_said(game, event, sides or {}) for event in events)


def _said(game: Game, event: Event, sides: Mapping[SideId, str]) -> Event:
    if isinstance(army := getattr(event, "army", None), str):
        return structs.replace(event, army=game.army_name(army))
    both = {side: getattr(event, side, None) for side in SIDES}
    if not all(hasattr(one, "name") for one in both.values()):
        return event
    named = {side: _side(game, one, sides.get(side)) for side, one in both.items()}
    return structs.replace(event, **named)


def _side(game: Game, shown: Any, name: str | None) -> Any:
    changed = {"name": shown.name if name is None else name}
    if hasattr(shown, "army"):
        changed["army"] = game.army_name(shown.army)
    return structs.replace(shown, **changed)
