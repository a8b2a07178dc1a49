"""The arithmetic of the editor, in a browser without its page: documents, history, search."""

from typing import Any

import pytest
from playwright.sync_api import Page

from engine.rulesets.warlords.catalog import CATALOG
from webapp import games
from webapp.base.form import as_data

FIXED: dict[str, Any] = {
    "list": "units",
    "list_name": "Units",
    "unit_word": "unit",
    "least": 3,
    "most": 3,
    "fixed": ["A", "B", "C"],
    "head": [{"path": "name", "label": "Name", "type": "text"}],
    "rows": [
        {
            "id": "unit",
            "key": "unit",
            "name": "Unit",
            "fields": [{"path": path, "label": path, "type": "number"} for path in ("atk", "hp")],
        }
    ],
    "pools": [{"label": "attack", "paths": ["atk"], "most": 10}],
    "terms": [],
    "limits": [],
}
"""A form whose units are always the same, as the siege's are."""


@pytest.fixture
def marios() -> dict[str, Any]:
    of_ruleset = games.game("manymarios").builder
    return {"form": as_data(of_ruleset.form), "shelf": as_data(of_ruleset.shelf)}


@pytest.fixture
def warlords_shelf() -> list[dict[str, Any]]:
    return list(as_data(games.game("warlords").builder.shelf))


@pytest.mark.parametrize(
    ("query", "tags", "names"),
    [
        ("thwo", [], ["Thwomp"]),
        ("flying <=6", [], ["Bullet Bill"]),
        ("flying < 9", [], ["Bullet Bill"]),
        ("cost <= 4", [], ["Goomba"]),
        ("cost:>=24 -plant", [], ["Airship"]),
        ("ae>=5 -flying", [], ["Giant Piranha Plant", "Chain Chomp", "Cannon"]),
        ('"deals and takes nothing" stun', [], ["Thwomp"]),
        ("", ["flying", "agility"], ["Boo"]),
        ("no such thing", [], []),
    ],
)
def test_search_finds(
    modules: Page, marios: dict[str, Any], query: str, tags: list[str], names: list[str]
) -> None:
    found = modules.evaluate(
        "([shelf, query, tags]) => modules.find(shelf, query, tags).map(({ name }) => name)",
        [marios["shelf"], query, tags],
    )
    assert sorted(found) == sorted(names)


@pytest.mark.parametrize(
    ("query", "tags", "meant"),
    [
        ("gomba", [], "goomba"),
        ("Koppa Trooper", [], "koopa troopa"),
        ("flyng cost<=8", [], "flying cost<=8"),
        ("bullet bil", [], None),
        ("gomba cost>=24", [], None),
        ("gomba", ["flying"], None),
        ("unicorn", [], None),
        ("xq", [], None),
    ],
)
def test_a_slip_of_the_pen_is_understood(
    modules: Page, marios: dict[str, Any], query: str, tags: list[str], meant: str | None
) -> None:
    """`bil` is within Bill, and a Goomba neither flies nor costs 24: nothing is meant there."""
    told = "([shelf, query, tags]) => modules.meantBy(shelf, query, tags)"
    assert modules.evaluate(told, [marios["shelf"], query, tags]) == meant


def test_search_finds_by_the_price_where_nothing_counts_against_a_limit(
    modules: Page, warlords_shelf: list[dict[str, Any]]
) -> None:
    find = "(shelf) => modules.find(shelf, 'cost<=50', []).map(({ name }) => name)"
    cheap = {unit.name for unit in CATALOG.units.values() if 0 < unit.build_cost <= 50}
    assert "Barge" in cheap
    assert set(modules.evaluate(find, warlords_shelf)) == cheap


def test_best_answer_of_a_search_comes_first(
    modules: Page, warlords_shelf: list[dict[str, Any]]
) -> None:
    find = "([shelf, query]) => modules.find(shelf, query, []).map(({ name }) => name)"
    assert modules.evaluate(find, [warlords_shelf, "assassin"])[0] == "Assassin"
    assert modules.evaluate(find, [warlords_shelf, "knight"])[:2] == ["Knight Lords", "Knights"]
    heavy = modules.evaluate(find, [warlords_shelf, "strength>=9 hits>=4"])
    of_9_and_4 = [
        card["name"]
        for card in warlords_shelf
        if {s["label"]: s["value"] for s in card["stats"]}.get("Strength", 0) >= 9
        and {s["label"]: s["value"] for s in card["stats"]}["Hits"] >= 4
    ]
    assert sorted(heavy) == sorted(of_9_and_4) != []


def test_rows_are_added_moved_copied_and_removed_without_touching_what_was(
    modules: Page, marios: dict[str, Any]
) -> None:
    told = modules.evaluate(
        """({ form, shelf }) => {
          const { added, beginWith, duplicated, moved, removed } = modules.documents;
          const row = (id) => shelf.find((card) => card.id === id).row;
          const names = ({ army }) => army.lineup.map(({ unit }) => unit).join(" ");
          const first = modules.frozen(beginWith(form, { name: "N", lineup: [] }));
          const one = modules.frozen(added(form, first, row("goomba")));
          const two = modules.frozen(added(form, one, row("boo"), 0));
          const three = modules.frozen(duplicated(form, two, two.keys[1]));
          const four = modules.frozen(moved(form, three, three.keys[0], 2));
          const five = modules.frozen(removed(form, four, four.keys[2]));
          const same = moved(form, five, five.keys[0], 7) === five;
          const chosen = three.keys.indexOf(three.selected);
          const unique = new Set(three.keys).size;
          return [[two, three, four, five].map(names), same, chosen, unique];
        }""",
        marios,
    )
    steps = ["boo goomba", "boo goomba goomba", "goomba goomba boo", "goomba goomba"]
    assert told == [steps, True, 2, 3]


def test_what_goes_without_saying_is_left_out(modules: Page, marios: dict[str, Any]) -> None:
    told = modules.evaluate(
        """({ form, shelf }) => {
          const { added, beginWith, changed, kindOf } = modules.documents;
          const card = shelf.find(({ id }) => id === "custom");
          let moment = added(form, beginWith(form, { lineup: [] }), card.row);
          const [key] = moment.keys;
          const fields = kindOf(form, shelf, moment.army.lineup[0]).fields;
          const set = (path, value) => {
            const field = fields.find((one) => one.path === path);
            moment = changed(form, shelf, moment, key, field, value);
          };
          set("custom.ae", 3);
          set("equipment", ["parawings"]);
          const full = moment.army.lineup[0];
          set("custom.ae", 0);
          set("equipment", []);
          set("custom.energy", 0);
          return [full, moment.army.lineup[0]];
        }""",
        marios,
    )
    assert told == [
        {"custom": {"name": "Custom", "energy": 2, "ae": 3}, "equipment": ["parawings"]},
        {"custom": {"name": "Custom", "energy": 0}},
    ]


def test_problems_are_placed_at_their_fields(modules: Page, marios: dict[str, Any]) -> None:
    placed = modules.evaluate(
        """({ form, shelf }) => {
          const lineup = [{ unit: "goomba" }, { custom: { name: "", energy: 2 } }];
          const moment = modules.documents.beginWith(form, { lineup });
          const [first, second] = ["lineup[0]", "lineup[1]"];
          const paths = [`${first}.equipment[1]`, `${second}.custom.name`, second, "name", "x"];
          const problems = paths.map((path) => ({ path, message: "wrong" }));
          const place = ({ key, field }) => [moment.keys.indexOf(key), field];
          return modules.documents.placed(form, shelf, moment, problems).map(place);
        }""",
        marios,
    )
    assert placed == [[0, "equipment"], [1, "custom.name"], [1, None], [-1, "name"], [-1, None]]
    way = modules.evaluate("modules.steps('stack[3].buys.assassin+1')")
    assert way == ["stack", 3, "buys", "assassin+1"]


def test_form_with_fixed_units_is_filled_in(modules: Page) -> None:
    told = modules.evaluate(
        """(form) => {
          const { beginWith, changed, moved, nameOf, placed, poolsOf, rowsOf } = modules.documents;
          const first = beginWith(form, { units: { A: { atk: 3, hp: 1 } } });
          const [atk] = form.rows[0].fields;
          const next = changed(form, [], first, "B", atk, 9);
          const problems = placed(form, [], next, [{ path: "units.B.atk", message: "" }]);
          return [
            first.keys,
            first.selected,
            rowsOf(form, next.army),
            Object.keys(next.army.units),
            poolsOf(form, next.army),
            nameOf(form, [], {}, 2),
            problems.map(({ key, field }) => [key, field]),
          ];
        }""",
        FIXED,
    )
    rows = [{"atk": 3, "hp": 1}, {"atk": 9}, {}]
    pools = [{"label": "attack", "value": 12, "most": 10}]
    assert told == [["A", "B", "C"], "A", rows, ["A", "B", "C"], pools, "C", [["B", "atk"]]]


def test_fast_changes_of_one_sort_are_one_step_back(modules: Page) -> None:
    told = modules.evaluate(
        """() => {
          let now = 0;
          const moment = (name) => ({ army: { name }, keys: [], selected: null });
          const history = modules.createHistory(moment("0"), () => now);
          const type = (name, ms, group) => {
            now += ms;
            history.commit(moment(name), `type ${name}`, group);
          };
          type("1", 0, "name");
          type("2", 1000, "name");
          type("3", 1000, "note");
          type("4", 1300, "note");
          const seen = [];
          for (let what = history.undo(); what; what = history.undo()) {
            seen.push([what, history.present.army.name]);
          }
          history.redo();
          seen.push([history.redoable, history.present.army.name]);
          type("5", 9000, "");
          seen.push([history.redoable, history.undoable]);
          return seen;
        }"""
    )
    assert told == [
        ["type 4", "3"],
        ["type 3", "2"],
        ["type 1", "0"],
        ["type 3", "2"],
        [None, "type 5"],
    ]


def test_drafts_survive_whatever_the_browser_does(modules: Page) -> None:
    told = modules.evaluate(
        """() => {
          const held = new Map();
          const storage = {
            getItem: (key) => held.get(key) ?? null,
            setItem: (key, value) => held.set(key, value),
            removeItem: (key) => held.delete(key),
            key: (place) => [...held.keys()][place],
            get length() { return held.size; },
          };
          let now = 0;
          const of = (place) => modules.createDrafts(place, () => storage, () => ++now);
          const draft = { army: { lineup: [] }, note: "", terms: {}, revision: null };
          const broken = { setItem() { throw new Error("full"); }, getItem: () => "{" };
          held.set("theme", "dark");
          for (let place = 0; place < 35; place++) of(`place ${place}`).save(draft);
          const forbidden = modules.createDrafts("x", () => { throw new Error("forbidden"); });
          const full = modules.createDrafts("x", () => broken);
          of("place 34").discard();
          return [
            held.size, held.has("theme"), of("place 4").load(), of("place 33").load().at,
            of("place 34").load(), forbidden.load(), forbidden.save(draft), full.save(draft),
            full.load(),
          ];
        }"""
    )
    assert told == [30, True, None, 34, None, None, False, False, None]


def test_only_the_last_answer_counts(modules: Page) -> None:
    told = modules.evaluate(
        """async () => {
          const answers = [];
          const asked = [];
          const resolvers = new Map();
          const ask = (question) => {
            asked.push(question);
            return new Promise((resolve) => resolvers.set(question, resolve));
          };
          const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
          const onAnswer = (answer) => answers.push(answer);
          const latest = modules.createLatest(ask, { delayMs: 20, onAnswer, onError() {} });
          latest.request("never asked");
          latest.request("slow");
          while (asked.length < 1) await pause(5);
          latest.request("fast");
          while (asked.length < 2) await pause(5);
          resolvers.get("fast")("fast answer");
          resolvers.get("slow")("stale answer");
          await pause(5);
          return [asked, answers];
        }"""
    )
    assert told == [["slow", "fast"], ["fast answer"]]
