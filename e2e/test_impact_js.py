"""A blow as a choreography writes it: how long both stand still, what it took, how it shakes."""

from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Page

import engine
from e2e.js_modules import ask
from e2e.played import Played, tag
from e2e.viewer_page import MINUS
from webapp import games
from webapp.battles import samples
from webapp.battles.playback import pace_of

# What a scene's choreography asks of the stage at each event in which something lands on a target.
IMPACTS = """([ruleset, catalog, events, cues, until_ms]) => {
  const { createLayout, createStore, VIEWS, CHOREOGRAPHY } = modules;
  const store = createStore(VIEWS[ruleset](catalog));
  store.append({ from_seq: 0, events, cues, until_ms, over: true });
  const ignored = new Proxy({}, { get: () => () => {} });
  return store.beats.flatMap(({ first, end, cue, length }) => {
    const [before, after] = [store.states[first], store.states[end]];
    const largest = { a: before.lineups?.a?.length ?? 1, b: before.lineups?.b?.length ?? 1 };
    const layout = createLayout({ width: 1000, height: 500 }, largest);
    const at = (id) => {
      const { side } = before.roster[id];
      return layout.slot(side, Math.max(0, before.lineups[side].indexOf(id)));
    };
    return store.events.slice(first, end).map((event, k) => {
      const asked = { ways: {}, numbers: {}, quakes: [] };
      const landing = store.times[first + k] - cue;
      const stage = {
        ...{ before, after, layout, at, length, catalog, glare: 1 },
        move(element, { translateX }, start) {
          if (start === landing && element.id) asked.ways[element.id] = translateX;
        },
        fx: new Proxy(ignored, { get: (_, name) => name === "number"
          ? (id, text, kind) => { if (kind === "loss") asked.numbers[id] = text; }
          : () => {} }),
        body: (id) => Object.assign(document.createElement("div"), { id }),
        figure: () => document.createElement("div"),
        wayOf: () => ({ x: 0, y: 0 }),
        part: () => document.createElement("div"),
        everybody: () => [],
        forward: (side) => (side === "a" ? 1 : -1),
        quake: (px) => asked.quakes.push(px),
      };
      if (event.target) CHOREOGRAPHY[ruleset][event.type](stage, event, landing);
      const [stop, push, back] = (asked.ways[event.target] ?? []).map(({ duration }) => duration);
      const left = length - landing;
      return { ...asked, left, stop, rest: push + back, number: asked.numbers[event.target] };
    });
  });
}"""

HITS = {
    "warlords": ("lightning_hit", "unit_assassinated", "shot_fired", "unit_struck", "unit_slain"),
    "manymarios": (
        *("unit_struck", "shot_fired", "unit_launched", "bomb_dropped", "exhaustion_dealt"),
    ),
}
SHAKES = {1: 2, 2: 5, 3: 5}
"""By damage, in px; 10 for more."""


def calm_ms(played: Played) -> int:
    """Up to here no beat goes faster since the battle is a long one."""
    return pace_of(games.game(played.ruleset.id)).airing_most // 2


def impacts(modules: Page, played: Played) -> list[dict[str, Any]]:
    """What the choreography asks at each event."""
    ruleset = played.recording.header.ruleset
    schedule = played.show.schedule
    events = [to_builtins(event) for event in played.events]
    parcel = [ruleset, engine.rulesets()[ruleset].catalog(), events]
    return ask(modules, IMPACTS, [*parcel, list(schedule.cues), schedule.duration_ms])


def kept(played: Played, event: Any, landed: int) -> int:
    """What is left of the target after so many events, in what its game counts."""
    unit = played.snapshots[landed]["units"][event.target]
    return int(unit["hits"] if played.ruleset.id == "warlords" else unit["de"])


@pytest.mark.parametrize("ruleset", HITS)
def test_blows_stand_still_for_as_long_as_they_take_and_say_what_they_took(
    modules: Page, ruleset: str
) -> None:
    """A kill stands still for 140 ms where the beat has 210 left, another hit for 60 to 90.

    In a shorter beat, as in a flurry, it is the same share of what is left, so that the way back
    has time, too.
    """
    lengths = {True: set[float](), False: set[float]()}
    for name in samples.load(games.game(ruleset)).battles:
        played = Played.sample(name, ruleset)
        for event, asked in zip(played.events, impacts(modules, played), strict=True):
            if tag(event) not in HITS[ruleset] or asked.get("stop") is None:
                continue
            where = f"{name} {event.seq} {tag(event)}"
            # A shot that kills takes all that is left; another blow may strike for more than that.
            taken = getattr(event, "amount", kept(played, event, event.seq))
            kills = kept(played, event, event.seq + 1) == 0
            lengths[kills].add(asked["stop"])
            room = asked["left"]
            if kills:
                assert asked["stop"] == pytest.approx(min(140, 0.67 * room)), where
                if tag(event) == "shot_fired" and ruleset == "warlords":
                    cue = played.show.schedule.cues[event.seq]
                    assert asked["stop"] == 140 or cue > calm_ms(played), f"{where} is cut short"
            elif room >= 200:
                assert 60 <= asked["stop"] <= 90, where
            assert asked["stop"] + asked["rest"] <= room, where
            if tag(event) not in ("unit_assassinated", "unit_slain"):
                assert asked["number"].removesuffix(" DE") == f"{MINUS}{taken}", where
                assert asked["quakes"] == [SHAKES.get(taken, 10)], where
    assert max(lengths[True]) == 140
    assert max(lengths[False]) == 70


QUAKE = """([px]) => {
  const world = document.createElement("div");
  const choreography = { shaken: (stage, _event, landing) => stage.quake(px, landing) };
  const state = { roster: {} };
  const canvas = { draw() {} };
  const setup = { world, canvas, drawings: new Map(), walkers: () => [], still: false,
    effects: document.createElement("div"), at: () => null, parts: {},
    layout: modules.createLayout({ width: 1000, height: 500 }, { a: 1, b: 1 }) };
  const step = modules.createStep(choreography, setup, {
    beat: { cue: 0, length: 1000 }, events: [{ type: "shaken", seq: 1 }], times: [400],
    before: state, after: state,
  });
  return Array.from({ length: 301 }, (_, k) => {
    step.seek(350 + k);
    const { m41, m42 } = new DOMMatrix(world.style.transform);
    return Math.hypot(m41, m42);
  });
}"""


@pytest.mark.parametrize("px", [2, 5, 10, 16])
def test_the_stage_shakes_as_far_as_asked_and_is_at_rest_in_200_ms(modules: Page, px: int) -> None:
    away = modules.evaluate(QUAKE, [px])  # from 50 ms before to 250 after
    assert max(away[:51]) == 0
    assert px <= max(away) <= 1.2 * px
    assert max(away[150:]) < 0.65 * max(away)
    assert max(away[200:]) < 0.3 * max(away)
    assert max(away[250:]) == 0
