"""The page and the command line tell every event in the same sentence, names aside."""

from pathlib import Path

import pytest
from msgspec import to_builtins
from playwright.sync_api import Page

import engine
from tests.golden.files import battle_files, recording_of
from webapp import games
from webapp.base.wording import Names
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


@pytest.mark.parametrize("path", battle_files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_golden_recording_is_told_alike_on_the_page_and_on_the_command_line(
    modules: Page, path: Path
) -> None:
    recording = engine.load_recording(recording_of(path).read_bytes())
    ruleset = recording.header.ruleset
    wording = games.game(ruleset).wording
    things = wording.names(recording.events[0]).things
    names = Names(sides=Itself(), units=Itself(), things=things)
    file = templates.load(games.game(ruleset).scene.folder)
    parcel = [ruleset, RULESETS[ruleset].catalog(), to_builtins(recording.events)]
    assert modules.evaluate(TELL, parcel) == [
        templates.write(file, event, names, wording.kinds) for event in recording.events
    ]
