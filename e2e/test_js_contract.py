"""The browser's half of each ruleset agrees with the engine: states, words, choreography, pace."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import engine
from e2e import sieges, stacks
from e2e.js_modules import ask
from e2e.played import Played, tag
from e2e.viewer_page import MINUS
from tests.games.manymarios.kernel_cases import Draw, Json, army, battle
from tests.golden.files import battle_files, recording_of
from webapp import games
from webapp.battles.playback import pace_of

RULESETS = engine.rulesets()
GOLDEN = [recording_of(path) for path in battle_files()]

REDUCE = """([ruleset, catalog, events, keys]) => {
  const { VIEWS, frozen } = modules;
  const { initial, reduce } = VIEWS[ruleset](catalog);
  let state = frozen(initial);
  const picked = () => Object.fromEntries(keys.map((key) => [key, state[key]]));
  return [picked(), ...events.map((event) => ((state = frozen(reduce(state, event))), picked()))];
}"""

TELL = """([ruleset, catalog, events]) => {
  const view = modules.VIEWS[ruleset](catalog);
  let state = view.initial;
  return events.map((event) => {
    state = view.reduce(state, event);
    return view.tell(event, state).map((phrase) => phrase.text).join("");
  });
}"""


def name_of(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def parcel(played: Played) -> list[Any]:
    """Ruleset, catalog and events, as the page gets them."""
    ruleset = played.recording.header.ruleset
    return [ruleset, RULESETS[ruleset].catalog(), played.events]


def reduced(modules: Page, played: Played) -> list[dict[str, Any]]:
    """The page's states before the first event and after each, with the keys of the engine's."""
    states: list[dict[str, Any]] = ask(modules, REDUCE, [*parcel(played), [*played.final]])
    return states


@pytest.mark.parametrize("path", GOLDEN, ids=name_of)
def test_golden_recording_reduces_to_the_engines_states(modules: Page, path: Path) -> None:
    played = Played(engine.load_recording(path.read_bytes()))
    assert reduced(modules, played) == played.snapshots


def random_lineups() -> Iterator[Json]:
    draw = Draw(2)
    for _ in range(40):
        yield battle(draw, [army(draw, 1, 8), army(draw, 1, 8)])


RANDOM = {
    "manymarios": random_lineups,
    "warlords": lambda: stacks.random_battles(2, 40),
    "siege": lambda: sieges.random_matches(2, 40),
}


@pytest.mark.parametrize("id_", RULESETS)
def test_random_battles_reduce_to_the_engines_states(modules: Page, id_: str) -> None:
    for seed, file in enumerate(RANDOM[id_]()):
        played = Played.of({**file, "seed": seed})
        assert reduced(modules, played) == played.snapshots, f"seed {seed}"


def goes_without_saying(event: Any) -> bool:
    """A round that was not quiet, and the number that a bot's chance is drawn from."""
    if tag(event) == "round_ended":
        return bool(event.quiet == 0)
    return tag(event) == "dice_rolled" and event.purpose == "bot"


@pytest.mark.parametrize("path", GOLDEN, ids=name_of)
def test_every_event_of_a_golden_recording_is_told_in_words(modules: Page, path: Path) -> None:
    played = Played(engine.load_recording(path.read_bytes()))
    sentences = ask(modules, TELL, parcel(played))
    for event, sentence in zip(played.events, sentences, strict=True):
        if goes_without_saying(event):
            assert sentence == ""
            continue
        assert sentence, event
        assert not any(scrap in sentence for scrap in ("{", "}", "undefined", "null", "[object"))
        for number in ("amount", "rounds"):
            if hasattr(event, number):
                assert str(getattr(event, number)).replace("-", MINUS) in sentence, event


def test_misses_are_counted_from_the_last_hit_or_the_beginning_of_a_pairing(
    modules: Page,
) -> None:
    told = Played.sample("the-citadel", "warlords")
    arguments = [*parcel(told), ["misses"]]
    counted = [state["misses"] for state in ask(modules, REDUCE, arguments)[1:]]
    misses, expected = 0, []
    for event in told.events:
        if tag(event) == "melee_rolled":
            misses = 0 if event.struck else misses + 1
        elif tag(event) == "shot_fired":
            misses = 0 if event.kills else misses + 1
        elif tag(event) == "missiles_shrugged":
            misses += 1
        elif tag(event) == "pairing_started":
            misses = 0
        expected.append(misses)
    assert counted == expected
    assert max(counted) > 3


@pytest.mark.parametrize("id_", RULESETS)
def test_every_ruleset_has_a_view(modules: Page, id_: str) -> None:
    assert id_ in modules.evaluate("() => Object.keys(modules.VIEWS)")


@pytest.mark.parametrize("id_", RULESETS)
def test_every_event_type_has_words_choreography_and_pace(modules: Page, id_: str) -> None:
    types = sorted(event.__struct_config__.tag for event in RULESETS[id_].all_events)
    assert modules.evaluate("(id) => Object.keys(modules.WORDS[id].sentences).sort()", id_) == types
    assert modules.evaluate("(id) => Object.keys(modules.CHOREOGRAPHY[id]).sort()", id_) == types
    assert sorted(pace_of(games.game(id_)).events) == types


@pytest.mark.parametrize("id_", RULESETS)
def test_event_of_an_unknown_type_changes_nothing_and_is_told_by_its_name(
    modules: Page, id_: str
) -> None:
    event = {"seq": 0, "beat": 0, "type": "moon_eclipsed", "unit": "a1"}
    arguments = [id_, RULESETS[id_].catalog(), [event]]
    before, after = ask(modules, REDUCE, [*arguments, ["round", "units", "lineups"]])
    assert after == before
    assert modules.evaluate(TELL, arguments) == ["moon eclipsed"]


def test_the_summary_numbers_a_unit_as_the_stage_does(modules: Page) -> None:
    """Also where no other one of its name has done anything."""
    summarize = """() => {
      const row = (id, name) => [id, { id, name, side: id[0] }];
      const roster = Object.fromEntries([row("a1", "Ox"), row("a2", "Hen"), row("a3", "Hen")]);
      const states = [{ roster }, { roster, winner: "a" }];
      const view = {
        fallen: () => null,
        damage: () => [{ by: "a3", to: "a1", amount: 2 }],
        dossier: (state, id) => state.roster[id] ?? null,
      };
      const { units } = modules.summarize({ events: [{ cause: null }], states }, view);
      return units.map(({ name }) => name);
    }"""
    assert modules.evaluate(summarize) == ["Hen 3", "Ox"]


def test_reducing_never_changes_a_state_that_was_given_out(modules: Page) -> None:
    """`frozen` is what lets the tests above notice it: here it is seen to bite."""
    bites = """() => {
      "use strict"; // as all modules are
      try { modules.frozen({ a: { b: 1 } }).a.b = 2; } catch { return true; }
    }"""
    assert modules.evaluate(bites) is True
    assert json.dumps(modules.evaluate("() => modules.frozen({ a: [1] })")) == '{"a": [1]}'
