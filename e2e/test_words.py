"""The page and the command line tell every event in the same sentence, names aside."""

from collections.abc import Iterator
from contextvars import copy_context
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import to_builtins
from playwright.sync_api import Browser, Page

import engine
from e2e import js_modules
from tests.golden.files import battle_files, recording_of
from webapp import games
from webapp.base import texts
from webapp.words import templates

RULESETS = engine.rulesets()

TELL = """([ruleset, catalog, events]) => {
  const view = modules.VIEWS[ruleset](catalog);
  let state = view.initial;
  return events.map((event) => {
    state = view.reduce(state, event);
    const runs = view.tell(event, state);
    return runs.map(({ text, side, unit }) => unit ?? side ?? text).join("");
  });
}"""
"""The sentences of the page, with the ids of units and the letters of sides for their names."""


class Itself(dict[str, str]):
    """Calls everybody by their id."""

    def __missing__(self, id_: str) -> str:
        return id_


@pytest.fixture(scope="module")
def pages(browser: Browser, bundle: Path) -> Iterator[dict[str, Page]]:
    """The viewer's modules, by the language that they speak."""
    contexts = {language: browser.new_context() for language in ("en", "de")}
    yield {
        language: js_modules.load(context.new_page(), bundle, language)
        for language, context in contexts.items()
    }
    for context in contexts.values():
        context.close()


def on_the_command_line(language: str, recording: engine.Recording) -> list[str]:
    """Its sentences, with ids for the names of units and sides."""
    texts.speak({"LANG": language})
    game = games.game(recording.header.ruleset)
    names = game.wording.names(recording.events[0])
    file = templates.load(game.scene.folder)
    told = []
    for event in recording.events:
        names = game.wording.names_with(names, event)
        ids = replace(names, sides=Itself(), units=Itself())
        told.append(templates.write(file, event, ids, game.wording.kinds))
    return told


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("path", battle_files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_golden_recording_is_told_alike_on_the_page_and_on_the_command_line(
    pages: dict[str, Page], path: Path, language: str
) -> None:
    recording = engine.load_recording(recording_of(path).read_bytes())
    ruleset = recording.header.ruleset
    told = copy_context().run(on_the_command_line, language, recording)
    parcel = [ruleset, RULESETS[ruleset].catalog(), to_builtins(recording.events)]
    assert pages[language].evaluate(TELL, parcel) == told


def test_another_language_has_other_sentences() -> None:
    recording = engine.load_recording(recording_of(battle_files()[0]).read_bytes())
    english, german = (
        copy_context().run(on_the_command_line, language, recording) for language in ("en", "de")
    )
    assert len(english) == len(german)
    assert not {*english} & {*german} - {""}
