"""Tables are data: those of the catalog and those of a league go through one reader."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.rulesets.siege.catalog import FOLDER, TABLES, load
from engine.rulesets.siege.rules import Tables
from tests.battle_log import problems
from tests.sieges import EVEN, play_round, side, siege_file

HOUSE = json.loads((FOLDER / "tables.json").read_bytes())
SHARED = {"B1": "broken", "B2": "wounded", "B3": "outlasted", "B4": "untouched", "B5": "spent"}


def row(**more: Any) -> dict[str, Any]:
    return {"id": "X1", "name": "x", "when": [], "effects": [], **more}


def file_with(**tables: Any) -> dict[str, Any]:
    return siege_file(side(EVEN), side(EVEN), options={"tables": tables})


def refused(phase: str, *rows: dict[str, Any]) -> list[str]:
    start = f"options.tables.{phase}"
    return [line.removeprefix(start) for line in problems(file_with(**{phase: list(rows)}))]


def tables_of(**tables: Any) -> Tables:
    read: Tables = engine.read(file_with(**tables)).setup.tables
    return read


def test_d10_tables_are_the_house_s_where_they_are_left_out() -> None:
    # The house s tables are those of the rules page.
    assert {row.id: row.name for row in TABLES.battle} == SHARED
    siege = ["quiet", "castle falls", "overrun", "breach", "thrown back", "held"]
    assert {row.id: row.name for row in TABLES.siege} == {
        f"S{k}": name for k, name in enumerate(siege, 1)
    }
    whole = tables_of(**HOUSE)
    assert (whole.battle, whole.siege) == (TABLES.battle, TABLES.siege)
    part = tables_of(battle=[{"id": "X1", "when": [], "effects": []}])
    assert [(row.id, row.name) for row in part.battle] == [("X1", "X1")]
    assert part.siege == TABLES.siege


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"left": "AU.STR"}, ".left: row X1: no operand 'AU.STR'; did you mean 'AU.ATK'?"),
        ({"left": "A"},
         ".left: row X1: no operand 'A'; there are AU.ATK, AU.DEF, AU.EXH, AU.HP, EU.ATK, EU.DEF, "
         "EU.EXH, EU.HP"),
        ({"minus": 1}, ".minus: row X1: no key 'minus'; did you mean 'times'?"),
    ],
)  # fmt: skip
def test_d10_a_malformed_condition_is_refused_with_its_row(change: Any, found: str) -> None:
    condition = {"left": "AU.ATK", "op": "=", "right": 0} | change
    (problem,) = refused("battle", row(when=[condition]))
    assert problem.partition(";")[0] == f"[0].when[0]{found}".partition(";")[0]


@pytest.mark.parametrize(
    ("phase", "change", "found"),
    [
        ("battle", {"unit": "EU"}, ".unit: row X1: no target 'EU'; there are AU"),
        ("siege", {"unit": "AU"},
         ".unit: row X1: no target 'AU'; there are each_attacker, each_defender, top_attacker, "
         "top_defender"),
        ("battle", {"delta": -100}, ".delta: row X1: is -100; it must be from -99 to 99"),
    ],
)  # fmt: skip
def test_d10_malformed_effect_is_refused_with_its_row(phase: str, change: Any, found: str) -> None:
    effect = {"unit": "AU", "stat": "HP", "delta": -1} | change
    assert refused(phase, row(effects=[effect])) == [f"[0].effects[0]{found}"]


@pytest.mark.parametrize(
    ("phase", "rows", "found"),
    [
        ("battle", [{"id": "X1", "name": "x", "when": []}], ["[0].effects: row X1: is missing"]),
        ("battle", [row(when=[{"left": "AU.ATK", "op": "="}])],
         ["[0].when[0].right: row X1: is missing"]),
        ("siege", [row(win="defenders")],
         ["[0].win: row X1: no winner 'defenders'; there are attackers"]),
        ("battle", [row(), row()],
         [": row X1: another row has this id; give each its own"]),
        ("battle", [row(id="X\n1", effects=None)],
         ["[0].id: row X\\n1: contains a character that cannot be shown, U+000A; remove it",
          "[0].effects: row X\\n1: must be a list of effects, not nothing"]),
        ("battle", [], [": has 0 rows; it must have 1 to 40"]),
    ],
)  # fmt: skip
def test_d10_a_malformed_row_is_refused(phase: str, rows: list[Any], found: list[str]) -> None:
    assert refused(phase, *rows) == found


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"tables": {"limits": {"rounds": 20}}}, "tables.limits.rounds: is 40 by the rules"),
        ({"tables": {"ranking": {"rest": ["letter"]}}}, "tables.ranking.rest: is [\"-HP\""),
        ({"first": "a"}, "first: no key 'first'; there are tables"),
    ],
)  # fmt: skip
def test_d10_rankings_and_limits_are_not_a_table_s_to_change(options: Any, found: str) -> None:
    (problem,) = problems(siege_file(side(EVEN), side(EVEN), options=options))
    assert problem.startswith(f"options.{found}")


def test_d10_a_malformed_catalog_is_refused_when_it_is_loaded(tmp_path: Path) -> None:
    with pytest.raises(engine.CatalogError, match="No such file"):
        load(tmp_path)
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    document = json.loads((FOLDER / "tables.json").read_bytes())
    document["siege"][3]["when"][0].pop("op")
    (tmp_path / "tables.json").write_text(json.dumps(document), "utf-8")
    with pytest.raises(engine.CatalogError, match=r"siege\[3\].when\[0\].op: row S4: is missing"):
        load(tmp_path)


def test_d10_rows_are_shown_to_all_with_the_tables_in_use() -> None:
    own = row(
        when=[{"left": "AU.ATK", "op": "<", "right": "EU.ATK", "times": 2, "plus": -1}],
        effects=[{"unit": "AU", "stat": "HP", "delta": -2}],
    )
    started = engine.play(file_with(battle=[own]), seed=0).events[0]
    card, *others = started.rows  # type: ignore[attr-defined]
    assert (card.id, card.phase) == ("X1", "battle")
    assert card.condition == "AU.ATK < 2 * EU.ATK - 1"
    assert card.effect == "AU HP -2"
    assert others[1].effect == "attackers win"


@pytest.mark.parametrize(
    ("op", "applies"),
    [("=", "2"), ("!=", "13"), ("<", "1"), ("<=", "12"), (">", "3"), (">=", "23")],
)
def test_d10_every_operator_compares(op: str, applies: str) -> None:
    tables = tables_of(battle=[row(when=[{"left": "AU.ATK", "op": op, "right": 2}])])
    found = [atk for atk in (1, 2, 3) if tables.fight((atk, 0, 0, 0), (0, 0, 0, 0))]
    assert "".join(map(str, found)) == applies


def test_d10_rows_may_compare_numbers_hold_never_or_win() -> None:
    # 4 > 3 * EU.DEF - 2 holds for a DEF of 0 and 1; 3 = 2 * 1 + 1 always does.
    conditions = [
        {"left": 4, "op": ">", "right": "EU.DEF", "times": 3, "plus": -2},
        {"left": 3, "op": "=", "right": 1, "times": 2, "plus": 1},
    ]
    tables = tables_of(battle=[row(when=conditions)])
    found = [d for d in range(5) if tables.fight((0, 0, 0, 0), (0, d, 0, 0))]
    assert found == [0, 1]
    # If no row holds nothing happens.
    never = tables_of(battle=[row(when=[{"left": 0, "op": "=", "right": 1}])])
    fought = play_round(EVEN, EVEN, "adnnn|adnnn", never)
    assert (fought.rows(), fought.changes()) == ({"aA": None, "bA": None}, [])
    # A row may give the besiegers the castle in spite of defenders.
    tables = tables_of(siege=[row(when=[{"left": "A", "op": ">=", "right": "D"}], win="attackers")])
    assert play_round(EVEN, EVEN, "addnn|dnnnn", tables).result.winner == "a"
    assert play_round(EVEN, EVEN, "addnn|ddnnn", tables).all("castle_fallen") == []


def test_d04_the_table_is_read_for_every_castle_and_cannot_break_the_rule() -> None:
    # Without a row that wins it falls all the same; with one, nobody takes it who is not there.
    assert play_round(EVEN, EVEN, "addnn|nnnnn", tables_of(siege=[row()])).result.winner == "a"
    always = tables_of(siege=[row(win="attackers")])
    assert play_round(EVEN, EVEN, "ddddd|nnnnn", always).all("castle_fallen") == []
    # A = 0 and D = 4: the watch tires, visible only to its owner.
    watch = row(
        when=[
            {"left": "attackers", "op": "=", "right": 0},
            {"left": "D", "op": ">", "right": "A", "plus": 3},
        ],
        effects=[{"unit": "each_defender", "stat": "EXH", "delta": 1}],
    )
    log = play_round(EVEN, EVEN, "ddnnn|dnnnn", tables_of(siege=[watch]))
    assert log.changes() == ["aA exh +1 = 1 (X1)", "aB exh +1 = 1 (X1)"]
    assert log.values("siege_settled", "side", "castle", "audience") == [("a", "a", "a")]


def test_d11_effects_stay_within_bounds_and_reach_who_is_there() -> None:
    # HP 2 - 3 stops at 0, + 1 is 1; ATK may rise; EXH 0 - 1 stays 0 and is not told.
    effects = [
        {"unit": "AU", "stat": stat, "delta": delta}
        for stat, delta in (("HP", -3), ("HP", 1), ("ATK", 3), ("EXH", -1))
    ]
    log = play_round(EVEN, EVEN, "adnnn|adnnn", tables_of(battle=[row(effects=effects)]))
    assert [change for change in log.changes() if change.startswith("aA")] == [
        "aA hp -2 = 0 (X1)",
        "aA hp +1 = 1 (X1)",
        "aA atk +3 = 5 (X1)",
    ]
