"""Recordings of every version that ever landed are played to their end on the page."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import engine
from e2e.js_modules import ask
from e2e.viewer_page import ViewerPage
from tests.kept import files
from tests.kept.serve import COMMAND
from tests.webapp.live_server import Server

RULESETS = engine.rulesets()
BATTLES = files.answers()["battles"]

REDUCE = """([ruleset, catalog, events]) => {
  const { VIEWS, frozen } = modules;
  const view = VIEWS[ruleset](catalog);
  let state = frozen(view.initial);
  const sentences = events.map((event) => {
    state = frozen(view.reduce(state, event));
    return view.tell(event, state).map((phrase) => phrase.text).join("");
  });
  const { ended, winner, reason, units } = state;
  return { ended, winner, reason, units, sentences };
}"""
DRAWS = {"defeat": "Draw", "stalemate": "Stalemate"}
"""What is said of a battle that nobody has won, by its reason."""


@pytest.mark.parametrize(
    "path", files.recordings(), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_a_recording_reduces_to_the_end_that_it_tells(modules: Page, path: Path) -> None:
    header, *events = map(json.loads, path.read_bytes().splitlines())
    ruleset = header["ruleset"]
    reduced = ask(modules, REDUCE, [ruleset, RULESETS[ruleset].catalog(), events])
    ended = events[-1]
    assert reduced["ended"] is True
    assert (reduced["winner"], reduced["reason"]) == (ended["winner"], ended["reason"])
    for survivor in (unit for side in ended["survivors"].values() for unit in side):
        unit = reduced["units"][survivor["id"]]
        shared = unit.keys() & survivor.keys()
        assert {key: unit[key] for key in shared} == {key: survivor[key] for key in shared}
    assert reduced["sentences"][-1], "the end is told in words"
    broken = [text for text in reduced["sentences"] if "undefined" in text or "[object" in text]
    assert broken == []


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on the kept instance."""
    folder = files.restore(tmp_path_factory.mktemp("kept") / "instance")
    server = Server(folder, command=COMMAND)
    yield server
    server.kill()


@pytest.mark.parametrize("row", BATTLES.values(), ids=[*BATTLES])
def test_a_battle_of_an_instance_is_watched_to_its_end(kept: Server, page: Page, row: Any) -> None:
    viewer = ViewerPage(page, kept.url).open(row["id"])
    viewer.press("End")
    viewer.expect_landed(row["recording"]["events"])
    result, sides = row["told"]["result"], row["told"]["sides"]
    winner = result["winner"]
    words = f"{sides[winner]['name']} wins" if winner else DRAWS[result["reason"]]
    expect(viewer.result.locator("strong")).to_have_text(words)
