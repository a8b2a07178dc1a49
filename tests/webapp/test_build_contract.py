"""Every ruleset has a builder, and every builder offers all that its engine takes."""

from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import engine
from engine.rulesets.manymarios.army import BUILDINGS, COMBAT_ITEMS, CUSTOM_ABILITIES, EQUIPMENT
from engine.rulesets.warlords.army import CONDITION_KEYS, CUSTOM_KEYS
from engine.rulesets.warlords.catalog import CATALOG
from engine.rulesets.warlords.heroes import KEYS, prices
from tests.strategies import JUNK, spoilt
from tests.webapp.army_strategies import OF_RULESETS
from webapp import games
from webapp.armies.builder.checking import check, inspect
from webapp.armies.builder.draft import Draft
from webapp.armies.builder.placing import place
from webapp.base.form import Field, Form, rows_of

RULESETS = [*engine.rulesets()]
TERMS = st.dictionaries(st.sampled_from(["ap_limit", "field", "options"]), JUNK, max_size=2)


def fields_of(form: Form) -> list[Field]:
    return [*form.head, *form.terms, *form.limits, *(f for kind in form.rows for f in kind.fields)]


@pytest.mark.parametrize("ruleset", OF_RULESETS)
# Shrinking such documents takes minutes; the army that fails is small enough.
@settings(phases=[Phase.generate])
@given(data=st.data())
def test_a_spoilt_army_is_judged_and_shown(ruleset: str, data: Any) -> None:
    army = data.draw(spoilt(OF_RULESETS[ruleset]))
    game = games.game(ruleset)
    found = inspect(game, army, data.draw(st.just({}) | TERMS), against=data.draw(st.none() | JUNK))
    assert found.valid == (found.battle is not None)
    assert len(found.figures.units) == len(rows_of(game.builder.form, army))
    assert place(game.builder.form, found.problems).count == len(found.problems)
    if isinstance(army, dict) and not game.builder.form.fixed:
        draft = Draft(game, army)
        assert [draft.item_of(row) for row in draft.rows if draft.kind_of(row)].count("") == 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_card_adds_a_row_that_the_engine_takes_and_says_what_it_can_do(ruleset: str) -> None:
    of_ruleset, catalog = games.game(ruleset).builder, engine.rulesets()[ruleset].catalog()
    kinds = {kind.id: kind for kind in of_ruleset.form.rows}
    named = ("unit", "building_unit", "hero")
    units = [id_ for id_, row in catalog["entries"].items() if row["kind"] in named]
    shown = [card.id for card in of_ruleset.shelf if card.key != "custom"]
    assert sorted(shown) == ([] if of_ruleset.form.fixed else sorted(units))
    # Somebody beside it: a Cannon Pipe alone is no army.
    first = of_ruleset.shelf[0].row if of_ruleset.shelf else None
    for card in of_ruleset.shelf:
        assert kinds[card.kind].key == card.key
        assert of_ruleset.kind_of(card.row) == kinds[card.kind]
        battle, problems = check(games.game(ruleset), {of_ruleset.form.list: [first, card.row]})
        assert battle is not None, (card.id, problems)
        told = "\n".join(card.lines)
        for word in catalog["entries"].get(card.id, {}).get("abilities", ()):
            assert catalog["abilities"][word]["text"] in told, (card.id, word)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_filters_find_somebody_and_fields_have_paths_of_their_own(ruleset: str) -> None:
    of_ruleset = games.game(ruleset).builder
    tags = {tag for card in of_ruleset.shelf for tag in card.tags}
    offered = [tag for one in of_ruleset.filters for tag in one.tags]
    assert len(offered) == len({*offered})
    assert {*offered} <= tags

    form = of_ruleset.form
    for kind in form.rows:
        paths = [field.path for field in kind.fields]
        assert len(paths) == len({*paths})
    for field in fields_of(form):
        if field.type in ("choice", "many", "counts"):
            assert field.options or field.options_by, field.path


def test_manymarios_offers_all_that_can_be_carried_and_built() -> None:
    form = games.game("manymarios").builder.form
    fields = {field.path: field for field in fields_of(form)}
    offered = {path: {o.id for o in field.options} for path, field in fields.items()}
    assert offered["equipment"] == {*EQUIPMENT}
    assert offered["combat_items"] == {*COMBAT_ITEMS}
    assert offered["buildings"] == {*BUILDINGS}
    assert offered["custom.abilities"] == {*CUSTOM_ABILITIES}


def test_a_building_unit_is_offered_only_what_it_can_carry() -> None:
    of_ruleset = games.game("manymarios").builder

    def offered(unit: str) -> list[str]:
        kind = of_ruleset.kind_of({"unit": unit})
        return [field.path for field in kind.fields] if kind else []

    assert offered("goomba") == ["equipment", "combat_items"]
    assert offered("cannon") == ["combat_items"]
    assert offered("airship") == []


def test_a_hero_is_offered_what_its_class_may_buy_and_learn() -> None:
    (hero,) = [kind for kind in games.game("warlords").builder.form.rows if kind.id == "hero"]
    fields = {field.path: field for field in hero.fields}
    for class_, entry in CATALOG.heroes.items():
        buys = fields["buys"].options_for({"hero": class_})
        assert {o.id: o.cost for o in buys} == {w: p.ap for w, p in prices(entry).items()}
        spells = fields["spells"].options_for({"hero": class_})
        assert {o.id: o.cost for o in spells} == entry.spells


def test_warlords_leaves_out_nothing_that_a_row_may_hold() -> None:
    kinds = {
        kind.id: {f.path for f in kind.fields} for kind in games.game("warlords").builder.form.rows
    }
    assert kinds["unit"] == {*CONDITION_KEYS}
    assert kinds["hero"] == ({*KEYS} | {*CONDITION_KEYS}) - {"hero"}
    assert kinds["custom"] == {f"custom.{k}" for k in CUSTOM_KEYS} | {"items", *CONDITION_KEYS}
    (abilities,) = [
        f for f in fields_of(games.game("warlords").builder.form) if f.path == "custom.abilities"
    ]
    assert {o.id for o in abilities.options} == {*CATALOG.abilities}


def test_sides_are_called_by_what_they_do() -> None:
    """In Many Marios both sides are alike; elsewhere it matters who comes and who is there."""
    called = {ruleset: games.game(ruleset).builder.form.side_names() for ruleset in RULESETS}
    assert called == {
        "manymarios": {"a": "Blue side", "b": "Orange side"},
        "warlords": {"a": "Blue side attacks", "b": "Orange side defends"},
        "siege": {"a": "Blue side challenges", "b": "Orange side wins ties"},
    }
