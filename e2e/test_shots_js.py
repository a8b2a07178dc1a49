"""What flies fits who throws it."""

from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Page

import engine
from e2e.js_modules import ask
from e2e.played import Played, tag
from webapp import games
from webapp.battles import samples

# What is thrown in each shot, by the id in the catalog of who throws it.
THROWN = """([ruleset, catalog, events, cues, until_ms]) => {
  const { createLayout, createStore, VIEWS, CHOREOGRAPHY } = modules;
  const store = createStore(VIEWS[ruleset](catalog));
  store.append({ from_seq: 0, events, cues, until_ms, over: true });
  const layout = createLayout({ width: 1000, height: 500 }, { a: 1, b: 1 });
  const element = document.createElement("div");
  const thrown = [];
  for (const { first, end, length } of store.beats) {
    const [before, after] = [store.states[first], store.states[end]];
    for (const event of store.events.slice(first, end)) {
      if (!["shot_fired", "missiles_cancelled"].includes(event.type)) continue;
      const projectile = (kind, from) => thrown.push([before.roster[from].unit, kind]);
      const stage = {
        ...{ before, after, layout, length, catalog, glare: 1 },
        at: (id) => layout.slot(before.roster[id].side, 0),
        fx: new Proxy({}, { get: (_, name) => (name === "projectile" ? projectile : () => {}) }),
        move() {},
        quake() {},
        ...{ body: () => element, figure: () => element },
        wayOf: () => ({ x: 0, y: 0 }),
        forward: (side) => (side === "a" ? 1 : -1),
      };
      CHOREOGRAPHY[ruleset][event.type](stage, event, length / 2);
    }
  }
  return thrown;
}"""


def thrown_in(modules: Page, played: Played) -> list[tuple[str | None, str]]:
    ruleset = played.recording.header.ruleset
    schedule = played.show.schedule
    events = [to_builtins(event) for event in played.events]
    parcel: list[Any] = [ruleset, engine.rulesets()[ruleset].catalog(), events]
    asked = ask(modules, THROWN, [*parcel, list(schedule.cues), schedule.duration_ms])
    return [(unit, kind) for unit, kind in asked]


FITTING = {
    "manymarios": {"cannon": "ball", "hammer-bro": "hammer", None: "stone"},
    "warlords": {
        "archers": "arrow",
        "elven-archers": "arrow",
        "moonguard": "arrow",
        "centaurs": "arrow",
        "ranger": "arrow",
        "halflings": "stone",
        "ballistae": "bolt",
        "dwarf-crossbows": "bolt",
    },
}


@pytest.mark.parametrize("ruleset", FITTING)
def test_what_flies_fits_who_throws_it(modules: Page, ruleset: str) -> None:
    seen: dict[str | None, set[str]] = {}
    for name in samples.load(games.game(ruleset)).battles:
        played = Played.sample(name, ruleset)
        if {"shot_fired", "missiles_cancelled"} & set(map(tag, played.events)):
            for unit, kind in thrown_in(modules, played):
                seen.setdefault(unit, set()).add(kind)
    assert {unit: {kind} for unit, kind in FITTING[ruleset].items()} == seen


def test_every_shooter_of_the_catalogs_is_thought_of() -> None:
    """Heroes shoot with the bows that they carry."""
    marios = engine.rulesets()["manymarios"].catalog()["entries"]
    ballistic = {id_ for id_, row in marios.items() if "ballistics" in row.get("abilities", ())}
    assert ballistic == {id_ for id_ in FITTING["manymarios"] if id_}
    lords = engine.rulesets()["warlords"].catalog()["entries"]
    archers = {id_ for id_, row in lords.items() if "missile" in (row.get("abilities") or ())}
    assert archers == set(FITTING["warlords"]) - {"ranger"}
