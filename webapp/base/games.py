"""Installed games, found through the entry points `battlereel.games`."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final

import msgspec
from werkzeug.exceptions import NotFound

import engine
from engine import InputError, Text
from webapp.base import samples
from webapp.base.game import FIELD_KINDS, Game, load_words, pace_of, symbols_in
from webapp.base.texts import N_

GROUP: Final = "battlereel.games"


def games() -> Mapping[str, Game]:
    """Return every playable game by id, in display order."""
    return _found()[0]


def broken() -> Mapping[str, str]:
    """Return why games cannot be used, by entry point."""
    return _found()[1]


def game(id_: str) -> Game:
    """Return the game with this id. Raise NotFound, which lists the games."""
    found = games().get(id_)
    if found is None:
        text = N_("There is no game '{id}'; there are {listed}.")
        raise NotFound(Text(text, id=engine.shown(id_), listed=", ".join(games())))
    return found


def named(id_: str) -> Game:
    """Return the game that an input names. Raise InputError, with a suggestion."""
    if (found := games().get(id_)) is None:
        raise InputError.single("ruleset", engine.unknown("ruleset", id_, games()))
    return found


def chosen(id_: str | None) -> Game:
    """Return the game that a query asks for, or else the first one."""
    return games().get(id_ or "") or next(iter(games().values()))


def icon_files() -> list[Path]:
    scenes = [game.scene for game in games().values()]
    return [scene.folder / scene.icons for scene in scenes if scene.icons]


def translations() -> list[Path]:
    return [game.translations for game in games().values() if game.translations]


@cache
def _found() -> tuple[Mapping[str, Game], Mapping[str, str]]:
    """Return the playable games by id, and why others are not, by entry point."""
    loaded = {point.name: _load(point) for point in entry_points(group=GROUP)}
    found = [game for game in loaded.values() if isinstance(game, Game)]
    found.sort(key=lambda game: (game.place, game.name))
    broken = {name: why for name, why in loaded.items() if isinstance(why, str)}
    return {game.id: game for game in found}, broken


def _load(point: EntryPoint) -> Game | str:
    """Return the game of an entry point, or what is wrong with it."""
    try:
        game = point.load()
    # An error of one game's module while it is imported must not stop the other games.
    except Exception as error:
        return f"{point.value} cannot be imported: {type(error).__name__}: {error}"
    if not isinstance(game, Game):
        return f"{point.value} is no webapp.base.game.Game, but a {type(game).__name__}"
    return next(_problems(point, game), game)


def _problems(point: EntryPoint, game: Game) -> Iterator[str]:
    """Yield what is wrong with a record that no type checker sees."""
    if game.id != point.name:
        yield f"{point.value} is called '{game.id}', its entry point '{point.name}'"
    if engine.rulesets().get(game.id) is not game.ruleset:
        why = engine.broken_rulesets().get(game.id, "no entry point battlereel.rulesets names it")
        yield f"its ruleset cannot be played: {why}"
    if not (game.ruleset.folder / "RULES.md").is_file():
        yield f"its ruleset has no RULES.md in {game.ruleset.folder}"
    scene = game.scene
    needed = ["words.json", "pace.json", scene.icons]
    needed += [] if scene.built else scene.files
    for name in filter(None, needed):
        if not (scene.folder / name).is_file():
            yield f"its scene has no file {name} in {scene.folder}"
    if scene.icons:
        for name in symbols_in((scene.folder / scene.icons).read_text("utf-8")):
            if not name.startswith(f"{game.id}-"):
                yield f"its icon '{name}' has to be called '{game.id}-{name}'"
    try:
        kinds = load_words(scene.folder).fields.values()
        pace_of(game)
    except msgspec.MsgspecError as error:
        yield f"words.json or pace.json of its scene cannot be read: {error}"
    else:
        for kind in {*kinds} - {*FIELD_KINDS, *game.wording.kinds}:
            yield f"words.json of its scene has fields of kind '{kind}', which its wording lacks"
    yield from samples.problems(game)
