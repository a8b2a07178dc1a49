"""A battle for who hears it only: what the live region says against what happened."""

import re
from collections.abc import Sequence
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Page

from e2e.cases import further
from e2e.conftest import OpenContext
from e2e.film import SCENES, SMALL
from e2e.played import Played, sample_page, tag
from e2e.server import Server
from e2e.viewer_page import ViewerPage
from webapp.base import games
from webapp.base.game import Game, load_words
from webapp.words import templates

LISTEN = """() => {
  window.said = [];
  new MutationObserver((changes) => {
    const lives = changes.map(({ target }) => (target.closest ? target : target.parentElement));
    for (const live of new Set(lives.map((each) => each?.closest("p[aria-live=polite]")))) {
      if (live?.textContent) window.said.push(live.textContent);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""

STEP_MS = 500
LONGEST_MS = 300_000
DEFEATS = {"unit_defeated", "pipe_removed", "castle_fallen"}
FEW = 2  # longer groups are reordered, deaths first


def sentences(played: Played) -> list[tuple[str, str]]:
    """The type and the sentence of each event that is more than a detail, by the command line."""
    return sentences_of(games.game(played.ruleset.id), played.events)


def sentences_of(game: Game, events: Sequence[Any]) -> list[tuple[str, str]]:
    """The same of a viewer's events."""
    file = load_words(game.scene.folder)
    names = game.wording.names(events[0])
    told = [
        (tag(event), templates.write(file, event, names, game.wording.kinds))
        for event in events
        if tag(event) not in file.minor
    ]
    return [(kind, as_spoken(sentence)) for kind, sentence in told if sentence]


def as_spoken(sentence: str) -> str:
    """The sentence with an owner for the command line's `A (Ann)`, and a hero's own name once."""
    owned = re.sub(r"\b([A-E]) \(([^)]+)\)", "\\2's \\1", sentence)
    return re.sub(r"(\w+) \(\1\)", r"\1", owned)


def listen(page: Page, url: str, battle: str, speed: int) -> list[list[str]]:
    """What the page says from the first moment of a battle to the last, and what at once."""
    page.clock.install(time=0)
    page.add_init_script(f"({LISTEN})()")
    viewer = ViewerPage(page, url).open(battle)
    page.clock.pause_at(60_000)
    for _ in range(speed.bit_length() - 1):
        viewer.press("+")
    viewer.play()
    for _ in range(LONGEST_MS // STEP_MS):
        page.clock.run_for(STEP_MS)
        if not viewer.is_playing:
            break
    page.clock.run_for(5000)
    said: list[str] = page.evaluate("() => window.said")
    return [text.strip("\u00a0").split(". ") for text in said]


@pytest.mark.parametrize(
    ("ruleset", "sample"), [SCENES[0], *further(*(scene.values for scene in SCENES[1:]))]
)
def test_nothing_that_happens_is_left_out(
    open_context: OpenContext, server: Server, ruleset: str, sample: str
) -> None:
    page = open_context(viewport=SMALL, reduced_motion="reduce").new_page()
    said = listen(page, server.url, sample_page(sample, ruleset), 1)
    rest = sentences(Played.sample(sample, ruleset))
    for together in said:
        due, rest = rest[: len(together)], rest[len(together) :]
        others = [sentence for kind, sentence in due if kind not in DEFEATS]
        if len(together) > FEW:
            defeats = [sentence for kind, sentence in due if kind in DEFEATS]
            assert together == defeats + others
        else:
            assert together == [sentence for _, sentence in due]
    assert rest == []


def test_fast_playback_announces_defeats_and_end(open_context: OpenContext, server: Server) -> None:
    page = open_context(viewport=SMALL, reduced_motion="reduce").new_page()
    said = listen(page, server.url, sample_page("launch-day"), 8)
    told = sentences(Played.sample("launch-day"))
    defeats = [sentence for kind, sentence in told if kind in DEFEATS]
    assert len(defeats) > 1
    heard = list(chain.from_iterable(said))
    assert [sentence for sentence in heard if sentence in defeats] == defeats
    assert len(heard) < len(told)
    assert heard[-1] == told[-1][1]
