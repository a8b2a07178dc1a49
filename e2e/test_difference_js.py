"""Where two battles part, and both as one on a common clock.

The battles: beats of a second each, in which an event lands after 450 ms, or the two of one beat
after 430 and 750 ms (store.js: the last at three quarters, 320 ms after the one before); the first
event of all lands at its cue.
"""

from typing import Any

import pytest
from playwright.sync_api import Page

from e2e.js_modules import ask

SAME = [
    {"type": "began", "armies": {"a": [1, 2], "b": [3]}, "round": 0},
    {"type": "struck", "by": "a1", "round": 1},
    {"type": "rolled", "results": [3], "round": 1},
]
HIT = [*SAME, {"type": "struck", "by": "a1", "round": 2}, {"type": "ended", "round": 2}]
MISSED = [
    *SAME,
    {"type": "missed", "by": "a1", "round": 2},
    {"type": "struck", "by": "b1", "round": 3},
    {"type": "ended", "round": 3},
]

JOIN = """([one, other, same, asked]) => {
  const { createStore, joinStores, joinViews } = modules;
  const own = {
    initial: { round: 0, ended: false, winner: null, reason: null, count: 0 },
    reduce: (state, { round }) => ({ ...state, round, count: state.count + 1 }),
    tell: ({ type, by }, { count }) => (by ? [{ text: `${by} ${type} ${count}` }] : []),
    fallen: ({ type }, { count }) => (type === "missed" ? { side: "a", name: `${count}` } : null),
    sideName: ({ count }, side) => `${side}${count}`,
  };
  const stores = [one, other].map((types) => {
    const store = createStore(own);
    const events = types.map((event, seq) => ({ ...event, seq, beat: event.beat ?? seq }));
    const cues = events.map(({ beat }) => beat * 1000);
    store.append({ from_seq: 0, events, cues, until_ms: cues.at(-1) + 1000, over: true });
    return store;
  });
  const store = joinStores(...stores, same);
  const view = joinViews(own, ({ of }) => ["", "Other"][of]);
  return {
    told: modules.difference.toldApart(...stores, same, own),
    until: store.untilMs,
    events: store.events.map(({ type, of, seq, beat }, k) => [type, of, seq, beat]),
    times: store.times,
    beats: store.beats.map((beat) => [beat.first, beat.end, beat.cue, beat.length, beat.round]),
    counts: store.states.map(({ count, other, round }) => [count, other.count, round]),
    said: store.events.map((event, k) => view.tell(event, store.states[k + 1])),
    fallen: store.events.map((event, k) => view.fallen(event, store.states[k])?.name ?? null),
    names: store.states.map((state) => view.sideName(state, "a")),
    landed: asked.map((ms) => [store.landed(ms), store.beatAt(ms)]),
  };
}"""


def first_difference(page: Page, one: Any, other: Any) -> int | None:
    ways: int | None = ask(
        page, "([one, other]) => modules.difference.firstDifference(one, other)", [one, other]
    )
    return ways


@pytest.mark.parametrize(
    ("one", "other", "seq"),
    [
        (HIT, HIT, None),
        ([], [], None),
        (HIT, MISSED, 3),
        (SAME, HIT, 3),
        (HIT, SAME, 3),
        (HIT, [{**HIT[0], "armies": {"a": [2, 1], "b": [3]}}, *HIT[1:]], 0),
        (HIT, [{**HIT[0], "armies": {"b": [3], "a": [1, 2]}}, *HIT[1:]], None),
        (HIT, [HIT[0], {**HIT[1], "source": None}, *HIT[2:]], 1),
        (HIT, [*HIT[:2], {**HIT[2], "results": {"0": 3}}, *HIT[3:]], 2),
        (HIT, [*HIT[:2], {**HIT[2], "results": None}, *HIT[3:]], 2),
    ],
    ids=[
        *("same", "nothing", "another event", "ended before", "goes on"),
        *("order of a list", "order of members", "member more", "list and object", "null"),
    ],
)
def test_first_event_whose_content_differs(
    modules: Page, one: Any, other: Any, seq: int | None
) -> None:
    assert first_difference(modules, one, other) == seq
    assert first_difference(modules, other, one) == seq


def test_what_is_the_same_is_there_once_and_then_both_as_they_land(modules: Page) -> None:
    both = ask(modules, JOIN, [HIT, MISSED, 3, [0, 3449, 3450, 5999]])
    assert both["until"] == 6000, "the longer one's end"
    assert both["events"] == [
        ["began", 0, 0, 0],
        ["struck", 0, 1, 1],
        ["rolled", 0, 2, 2],
        ["struck", 0, 3, 3],
        ["missed", 1, 4, 3],
        ["ended", 0, 5, 4],
        ["struck", 1, 6, 4],
        ["ended", 1, 7, 5],
    ]
    assert both["times"] == [0, 1450, 2450, 3450, 3450, 4450, 4450, 5450]
    assert both["beats"] == [
        [0, 1, 0, 1000, 0],
        [1, 2, 1000, 1000, 1],
        [2, 3, 2000, 1000, 1],
        [3, 5, 3000, 1000, 2],
        [5, 7, 4000, 1000, 2],
        [7, 8, 5000, 1000, 3],
    ]
    assert both["counts"] == [
        *([0, 0, 0], [1, 1, 0], [2, 2, 1], [3, 3, 1]),
        *([4, 3, 2], [4, 4, 2], [5, 4, 2], [5, 5, 3], [5, 6, 3]),
    ]
    assert both["landed"] == [[1, 0], [3, 3], [5, 3], [8, 5]]


def test_words_falls_and_names_are_those_of_the_battle_that_they_belong_to(modules: Page) -> None:
    both = ask(modules, JOIN, [HIT, MISSED, 3, []])
    texts = ["".join(run["text"] for run in said) for said in both["said"]]
    assert texts == ["", "a1 struck 2", "", "a1 struck 4", "Other: a1 missed 4", "", *texts[6:]]
    assert texts[6:] == ["Other: b1 struck 5", ""]
    assert both["fallen"] == [None] * 4 + ["3"] + [None] * 3
    assert both["names"] == ["a0", "a1", "a2", "a3", "a4", "a4", "a5", "a5", "a6"]


def test_beats_of_different_lengths_keep_their_own_moments(modules: Page) -> None:
    """Two events share the first one's beat after 3 s; the other one's beat begins after 4 s."""
    two = [*SAME, {"type": "x", "beat": 3, "round": 2}, {"type": "y", "beat": 3, "round": 2}]
    late = [*SAME, {"type": "z", "beat": 4, "round": 2}]
    both = ask(modules, JOIN, [two, late, 3, []])
    assert both["times"] == [0, 1450, 2450, 3430, 3750, 4450]
    assert [beat[:3] for beat in both["beats"]][3:] == [[3, 5, 3000], [5, 6, 4000]]
    assert both["counts"][-1] == [5, 4, 2]


@pytest.mark.parametrize(
    ("one", "other", "same", "told"),
    [
        (HIT, MISSED, 3, [3, 3]),
        (HIT, SAME, 3, [3, None]),
        # What differs has no words: the next that has, if it is not said in both.
        ([*SAME[:2], {"type": "rolled", "results": [4], "round": 1}, *HIT[3:]], MISSED, 2, [3, 3]),
        ([*SAME[:2], {"type": "rolled", "results": [4], "round": 1}, HIT[3]], HIT, 2, [None, None]),
    ],
    ids=["at once", "over", "later", "never"],
)
def test_the_difference_is_told_by_the_first_words_that_differ(
    modules: Page, one: Any, other: Any, same: int, told: Any
) -> None:
    assert ask(modules, JOIN, [one, other, same, []])["told"] == told
