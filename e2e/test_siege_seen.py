"""Sieges as one side or a spectator saw them: what is secret is a question mark on the page."""

import re
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

import engine
from e2e.js_modules import ask
from e2e.played import Played, sample_page
from e2e.sieges import LETTERS, SIDES, Viewer, random_matches, seen_recording, stage, watch_as
from e2e.viewer_page import ViewerPage

MATCH = "white-flag"
CATALOG = engine.rulesets()["siege"].catalog()
STATS = ("atk", "def", "hp", "exh")

REDUCE = """([catalog, events]) => {
  const { initial, reduce } = modules.VIEWS.siege(catalog);
  let state = modules.frozen(initial);
  return events.map((event) => (state = modules.frozen(reduce(state, event))));
}"""

TURNS = """([catalog, { events, cues, duration_ms }]) => {
  const view = modules.VIEWS.siege(catalog);
  const store = modules.createStore(view);
  store.append({ from_seq: 0, events, cues, until_ms: duration_ms, over: true });
  const points = modules.turningPoints(store, view);
  return points.map(({ round, gains, decided }) => [round, gains, decided]);
}"""

WAIT = """([catalog, events, waiting]) => {
  const view = modules.VIEWS.siege(catalog);
  const nothing = () => {};
  const scene = view.createScene({
    catalog, iconsUrl: "", reducedMotion: () => true, onInspect: nothing,
  });
  scene.mount(document.body);
  scene.render(events.reduce((state, event) => view.reduce(state, event), view.initial));
  const said = waiting.map((now) => {
    scene.wait(now);
    const chip = document.querySelector(".waiting");
    return chip.hidden ? null : chip.textContent;
  });
  scene.unmount();
  return said;
}"""


@pytest.fixture(scope="module")
def played() -> Played:
    return Played.sample(MATCH, "siege")


def own_of(viewer: Viewer) -> tuple[Literal["a", "b"], ...]:
    """The sides whose secrets a viewer knows."""
    return tuple(side for side in SIDES if side == viewer)


@pytest.mark.parametrize("viewer", ["a", "b", "spectator"])
def test_random_matches_reduce_to_what_their_viewer_knows(modules: Page, viewer: Viewer) -> None:
    """Own values are the engine's at any time; an enemy's are unknown until the match is over."""
    for seed, file in enumerate(random_matches(3, 15)):
        match = Played.of({**file, "seed": seed})
        shown = seen_recording(match, viewer)["events"]
        states: list[Any] = ask(modules, REDUCE, [CATALOG, shown])
        complete: list[Any] = ask(modules, REDUCE, [CATALOG, match.events])
        for side in SIDES:
            ids = [f"{side}{letter}" for letter in LETTERS]
            for state in states[:-1]:
                mustered = side in own_of(viewer) and state["round"] > 0
                known = [state["units"][id_][stat] is not None for id_ in ids for stat in STATS]
                assert all(known) if mustered else not any(known) or side in own_of(viewer)
            for id_ in ids:
                assert states[-1]["units"][id_]["atk"] == complete[-1]["units"][id_]["atk"]
                if side in own_of(viewer):
                    assert states[-1]["history"][id_] == complete[-1]["history"][id_]


def test_spectator_sees_letters_sums_and_the_atk_of_who_met(
    still_viewer: ViewerPage, played: Played
) -> None:
    events = watch_as(still_viewer.page, played, "spectator")
    still_viewer.open(sample_page(MATCH, "siege"), at=0)
    shown = stage(still_viewer)
    assert shown["left"] == {"a": "army hidden", "b": "army hidden"}
    assert shown["reading"] == {"a": "?", "b": "?"}
    assert all(unit[stat] is None for unit in shown["units"].values() for stat in STATS)

    atk: dict[str, int] = {}
    for event in events:
        still_viewer.seek_event(event["seq"])
        shown = stage(still_viewer)
        if event["type"] == "army_revealed":
            break
        if event["type"] == "units_met":
            atk |= {event["a"]: event["a_atk"], event["b"]: event["b_atk"]}
        for id_, unit in shown["units"].items():
            assert unit["atk"] == atk.get(id_), f"{id_} after event {event['seq']}"
            assert [unit[stat] for stat in STATS[1:]] == [None] * 3
            assert unit["tag"] == ""
        if event["type"] == "castle_besieged":
            assert shown["sums"] == [event["attack"], event["defense"]]
            assert {shown["units"][id_]["spot"] for id_ in event["besiegers"]} == {"siege"}
            assert {shown["units"][id_]["spot"] for id_ in event["defenders"]} <= {"wall"}
            fought = {
                id_
                for met in events[: event["seq"]]
                if met["type"] == "units_met" and round_of(events, met) == round_of(events, event)
                for id_ in (met["a"], met["b"])
            }
            away = {id_ for id_, unit in shown["units"].items() if unit["spot"] != "home"}
            idle = set(shown["units"]) - away - fought
            assert {shown["units"][id_]["order"] for id_ in idle} <= {"sealed"}
    assert len(atk) >= 6


def test_value_that_was_shown_once_says_of_which_round_it_is(
    still_viewer: ViewerPage, played: Played
) -> None:
    events = watch_as(still_viewer.page, played, "b")
    third = next(e for e in events if e["type"] == "round_started" and e["round"] == 3)
    still_viewer.open(sample_page(MATCH, "siege"), at=third["seq"])
    met = [e for e in events[: third["seq"]] if e["type"] == "units_met"]
    rounds = {e["seq"]: k for k, e in ((round_at(events, e["seq"]), e) for e in met)}
    last = met[-1]
    cell = still_viewer.unit(last["a"]).locator('[data-stat="atk"]')
    expect(cell).to_have_attribute("data-known", "then")
    expect(cell).to_have_attribute("data-as-of", f"r{rounds[last['seq']]}")
    expect(still_viewer.unit(last["a"])).to_have_attribute(
        "aria-label",
        re.compile(f"attack value {last['a_atk']} as of round 2, defense value not known"),
    )
    own = still_viewer.unit(last["b"]).locator('[data-stat="atk"]')
    expect(own).to_have_attribute("data-known", "yes")

    still_viewer.unit(last["a"]).focus()
    facts = still_viewer.facts()
    assert facts["ATK"] == (str(last["a_atk"]), "as of round 2")
    assert facts["HP"] == ("?", "secret until the end")


def round_of(events: list[Any], event: Any) -> int:
    return round_at(events, event["seq"])


def round_at(events: list[Any], seq: int) -> int:
    """The round in which an event happened."""
    return sum(event["type"] == "round_started" for event in events[: seq + 1])


def test_orders_of_the_enemy_stay_sealed_unless_they_are_seen(
    still_viewer: ViewerPage, played: Played
) -> None:
    events = watch_as(still_viewer.page, played, "a")
    given = next(e for e in events if e["type"] == "orders_given")
    still_viewer.open(sample_page(MATCH, "siege"), at=given["seq"])
    orders = {id_: unit["order"] for id_, unit in stage(still_viewer)["units"].items()}
    assert {id_: orders[id_] for id_ in orders if id_[0] == "a"} == given["orders"]
    assert {orders[id_] for id_ in orders if id_[0] == "b"} == {"sealed"}
    met = next(e for e in events if e["type"] == "units_met")
    still_viewer.seek_event(met["seq"])
    assert stage(still_viewer)["units"][met["b"]]["order"] == "attack"


def test_armies_are_shown_when_the_match_is_over(still_viewer: ViewerPage, played: Played) -> None:
    events = watch_as(still_viewer.page, played, "spectator")
    still_viewer.open(sample_page(MATCH, "siege"), at=len(events) - 1)
    shown = stage(still_viewer)
    for id_, unit in played.final["units"].items():
        assert {stat: shown["units"][id_][stat] for stat in STATS} == {
            stat: unit[stat] for stat in STATS
        }
    expect(still_viewer.result).to_contain_text("Bo resigned after 3 rounds")
    expect(still_viewer.page.locator('.castle[data-castle="yielded"]')).to_have_attribute(
        "aria-label", "The castle of Bo: a white flag"
    )


def test_swings_of_a_score_that_is_secret_are_no_turning_points(
    modules: Page, played: Played
) -> None:
    for viewer in ("a", "b", "spectator"):
        points = modules.evaluate(TURNS, [CATALOG, seen_recording(played, viewer)])
        assert points == [[3, "a", "wins by resignation"]]


def test_scene_says_that_orders_are_being_given_and_who_has_sealed_his(
    modules: Page, played: Played
) -> None:
    events = seen_recording(played, "spectator")["events"]
    first = [event for event in events if round_at(events, event["seq"]) <= 1]
    waiting = [
        {"round": 2, "locked": {"a": False, "b": False}},
        {"round": 2, "locked": {"a": True, "b": False}},
        {"round": 2, "locked": {"a": True, "b": True}},
        None,
    ]
    assert modules.evaluate(WAIT, [CATALOG, first, waiting]) == [
        "Round 2: orders are being given",
        "Round 2: orders are being given · sealed by Ann",
        "Round 2: orders are being given · sealed by Ann + Bo",
        None,
    ]
