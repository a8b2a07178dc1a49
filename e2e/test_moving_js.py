"""TV: by how much chances have moved lately, as far as they were shown, and what is large then."""

from typing import Any

import pytest
from playwright.sync_api import Page

from e2e.js_modules import ask

MOVED = """([scores, positions]) => {
  const { createStore, moving } = modules;
  const view = {
    initial: { round: 0, score: null },
    reduce: (state, { score }) => ({ round: 1, score }),
    score: ({ score }) => score,
  };
  const store = createStore(view);
  const events = scores.map(([a, b], seq) => ({ seq, beat: seq, score: { a, b } }));
  const cues = events.map(({ seq }) => seq * 4000);
  const until_ms = 4000 * events.length;
  store.append({ from_seq: 0, events, cues, until_ms, over: true });
  return positions.map((ms) => Math.round(10 * moving.movedLately(store, view, ms)) / 10);
}"""

NEXT = "([moved, large, since]) => modules.moving.nextLarge(new Map(moved), large, since)"


def test_what_has_moved_within_eight_seconds_counts_once_it_was_shown(modules: Page) -> None:
    """Events land 45 % into beats of 4 s: at 0, 5.8, 9.8 and 13.8 s."""
    chances = [(50, 50), (60, 40), (30, 70), (30, 70)]
    moments = [0, 5799, 5801, 9801, 13_799, 13_801, 18_000]
    # At 13.801 s the first one that was there 8 s ago is the second; at 18 s the third.
    assert ask(modules, MOVED, [chances, moments]) == [0, 0, 10, 20, 20, 30, 0]


def test_energy_counts_by_its_share_and_what_is_not_known_not_at_all(modules: Page) -> None:
    """From 6 of 8 to 3 of 4 nothing has moved; to 3 of 12 half of all has."""
    assert ask(modules, MOVED, [[(6, 2), (3, 1)], [5801]]) == [0]
    assert ask(modules, MOVED, [[(6, 2), (3, 9)], [5801]]) == [50]
    assert ask(modules, MOVED, [[(None, 2), (3, 9)], [5801]]) == [0]
    assert ask(modules, MOVED, [[(0, 0), (3, 9)], [5801]]) == [0]
    assert ask(modules, MOVED, [[(1, 9)], [100]]) == [0]


@pytest.mark.parametrize(
    ("moved", "since", "large"),
    [
        ({"a": 0, "b": 5}, 6000, "b"),
        ({"a": 0, "b": 5}, 5999, "a"),
        ({"a": 0, "b": 4.9}, 60_000, "a"),
        ({"a": 10, "b": 14.9}, 60_000, "a"),
        ({"a": 10, "b": 15}, 60_000, "b"),
        ({"a": 0, "b": 20, "c": 30, "d": 25}, 60_000, "c"),
        ({"a": 0}, 60_000, "a"),
        ({}, 60_000, "a"),
    ],
)
def test_it_switches_to_what_moves_much_more_and_not_at_once(
    modules: Page, moved: dict[str, Any], since: int, large: str
) -> None:
    assert ask(modules, NEXT, [[*moved.items()], "a", since]) == large
