"""Armies as compact text, hostile texts too; builders offer all that their engine takes."""

import json
import re
import time
from contextlib import suppress
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import engine
from engine.core.reading import TINTS
from engine.rulesets.manymarios import army as lineups
from engine.rulesets.warlords.army import CUSTOM_KEYS, KEYS, prices
from engine.rulesets.warlords.catalog import CATALOG
from engine.rulesets.warlords.events import CONDITION_WORDS
from tests.load.slices import slowness
from tests.load.texts import HOSTILE
from tests.strategies import JUNK, spoilt
from tests.webapp.army_strategies import OF_RULESETS
from webapp.armies import store
from webapp.armies.builder import grammar, importing
from webapp.armies.builder.checking import check, inspect
from webapp.armies.builder.draft import Draft
from webapp.armies.limits import TEXT_MOST
from webapp.armies.pages.army_lists import pieces
from webapp.base import games, samples
from webapp.base.form import Field, Form, rows_of
from webapp.base.paths import PACKAGE
from webapp.html.forms import place


def read(ruleset: str, text: str) -> dict[str, Any]:
    told = importing.read(games.game(ruleset), text)
    assert told.notes == ()
    return told.army


def lineup(text: str) -> list[Any]:
    return list(read("manymarios", text)["lineup"])


def stack(text: str) -> list[Any]:
    return list(read("warlords", text)["stack"])


def refused(ruleset: str, text: str) -> list[str]:
    with pytest.raises(engine.InputError) as caught:
        importing.read(games.game(ruleset), text)
    return [str(problem) for problem in caught.value.problems]


def setup_of(ruleset: str, army: Any) -> Any:
    side = samples.side_of(games.game(ruleset), army)
    battle = engine.read({"ruleset": ruleset, "sides": [side, side]})
    return battle.setup


@pytest.mark.parametrize("ruleset", OF_RULESETS)
@given(data=st.data())
def test_what_is_written_is_read_back_exactly(ruleset: str, data: Any) -> None:
    army = data.draw(OF_RULESETS[ruleset])
    of_ruleset = games.game(ruleset).builder
    normal = of_ruleset.normal(army)
    assert read(ruleset, of_ruleset.write(normal)) == normal
    assert of_ruleset.normal(normal) == normal
    try:
        meant = setup_of(ruleset, army)
    except engine.InputError:
        return
    assert setup_of(ruleset, normal) == meant


def test_what_goes_without_saying_is_left_out() -> None:
    custom = {"name": " Beast ", "strength": 1, "hits": 1, "abilities": {"acid": 0}, "hero": False}
    army = {"name": "", "stack": [{"custom": custom, "medals": 0}, {"hero": "monk", "level": 1}]}
    assert games.game("warlords").builder.normal(army) == {
        "stack": [{"custom": {"name": "Beast", "strength": 1, "hits": 1}}, {"hero": "monk"}]
    }


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_every_sample_survives_text_and_json(ruleset: str) -> None:
    of_ruleset = games.game(ruleset).builder
    for sample in samples.load(games.game(ruleset)).armies.values():
        assert read(ruleset, of_ruleset.write(of_ruleset.normal(sample.army))) == sample.army
        assert read(ruleset, json.dumps(sample.army, indent=2)) == sample.army


def test_the_examples_of_the_readme_are_what_they_say() -> None:
    text = (PACKAGE / "armies/builder" / "README.md").read_text("utf-8")
    examples = re.findall(r"(?s)```text\n(.*?)```", text)
    for ruleset, example in zip(("manymarios", "warlords", "siege"), examples, strict=True):
        army = read(ruleset, example)
        assert setup_of(ruleset, army).a.army == army["name"]
        assert games.game(ruleset).builder.write(army) == example


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Barbarian 2\nBarbarians", [{"hero": "barbarian", "level": 2}, {"unit": "barbarians"}]),
        (
            "Monk “Wu” level 7 @ orb of balance: Wrath of Kali; 2x leadership; blessed; manslayer",
            [
                {
                    "hero": "monk",
                    "level": 7,
                    "name": "Wu",
                    "buys": {"leadership": 2, "manslayer": 1},
                    "spells": ["wrath-of-kali"],
                    "items": ["orb-of-balance"],
                    "blessed": True,
                }
            ],
        ),
        # `casts` distinguishes a spell from a purchase of the same name.
        (
            "Bard 10: fortify x2, casts Song of Stone\nPriest 5: casts fortify",
            [
                {"hero": "bard", "level": 10, "buys": {"fortify": 2}, "spells": ["song-of-stone"]},
                {"hero": "priest", "level": 5, "spells": ["fortify"]},
            ],
        ),
        (
            "Thief 9: assassin+1 x4, city-income+5",
            [{"hero": "thief", "level": 9, "buys": {"assassin+1": 4, "city-income+5": 1}}],
        ),
        # It breaks a rule, and may be read to be mended.
        (
            '{"stack": [{"hero": "monk", "buys": {"leadership": 9}}]}',
            [{"hero": "monk", "buys": {"leadership": 9}}],
        ),
    ],
)
def test_a_stack_is_read(text: str, expected: list[Any]) -> None:
    assert stack(text) == expected


def test_every_wrong_line_is_told_with_its_number_and_the_nearest_name() -> None:
    text = "= Wrong\nGoomba\n\nBanana\nToad @ wings\n+ Tower"
    assert refused("warlords", "Ogres\nMonk 3: casts soup")[0].startswith(
        "line 2: no purchase or spell of a Monk 'soup'"
    )
    assert refused("warlords", 'Ogres 3 "Bob"')[0].startswith("line 1: only a hero has a level")
    assert refused("manymarios", text) == [
        "line 6: no combat building 'Tower'; did you mean Watchtower?",
        "line 4: no unit 'Banana'",
        "line 5: no equipment or combat item 'wings'; did you mean Parawings?",
    ]


def test_the_beginning_of_one_units_name_is_read_as_that_unit() -> None:
    (note,) = importing.read(games.game("manymarios"), "2x koopa").notes
    assert str(note) == "line 1: 'koopa' was read as Koopa Troopa"
    refusal = "line 1: no unit or hero 'Dwa'; did you mean Dwarf Crossbows, Dwarf Infantry, "
    assert refused("warlords", "Dwa") == [f"{refusal}Dwarf Mutants, Dwarf Runners?"]
    assert refused("manymarios", "Ko") == ["line 1: no unit 'Ko'"]


def test_too_many_units_and_too_much_text_are_refused() -> None:
    assert "at most 40" in refused("manymarios", "999x Goomba")[0]
    assert "at most 32" in refused("warlords", "Ogres\n" * 33)[0]
    assert "at most 20,000" in refused("warlords", "#" * 20_001)[0]


RAID = {"name": "Raid", "stack": [{"unit": "archers"}]}


@pytest.mark.parametrize(
    "text",
    [
        "> = Raid\n> Archers",
        ">> = Raid\n>> - Archers",
        *(f"{hidden}= Raid\nArchers" for hidden in "\ufeff\u200b\u200e\u2068"),
        "```text\n= Raid\nArchers\n```",
        "> ```\n> = Raid\n> Archers\n> ```",
        "```c++\n== Raid\nArchers\n```",
        "```text title=x\n= Raid\nArchers\n```",
        "```= Raid\nArchers```",
        "**= Raid**\n* *Archers*",
        *(
            f"= Raid\n* {quoted}"
            for quoted in ('"Archers"', "„1x Archers“", "1x “Archers”", '"Archers" x1', '"Archers')
        ),
        "\u2014 = Raid\n\u00b7 Archers",
        '```js\n{"name": "Raid", "stack": [{"unit": "archers"}]}\n```',
        '> ```json\n> {"name": "Raid",\n>  "stack": [{"unit": "archers"}]}\n> ```',
        '\ufeff{"name": "Raid", "stack": [{"unit": "archers"}]}',
    ],
)
def test_what_chats_and_files_put_around_a_text_is_passed_over(text: str) -> None:
    assert read("warlords", text) == RAID
    if not {"{", "*"} & {*text}:
        siege = re.sub("Archers", "A 4/0/2\nB 4/0/2\nC 2/2/2\nD 0/4/2\nE 0/4/2", text)
        assert read("siege", siege)["name"] == "Raid"


@pytest.mark.parametrize("dash", [*"-\u2010\u2012\u2013\u2014\u2212\uff0d\u2015", "- ", "\u2013 "])
def test_a_minus_may_be_any_dash_before_a_number(dash: str) -> None:
    (row,) = stack(f'Custom "X": strength 2, hits 1, city {dash}2')
    assert row["custom"]["terrain"] == {"city": -2}


def test_no_units_and_two_titles_are_refused_by_their_lines() -> None:
    for none in ("0x Archers", "Archers x0", "0 Archers"):
        (problem,) = refused("warlords", f"Ogres\n{none}")
        assert problem == "line 2: asks for 0 units; ask for at least one, or leave the line out"
    told = "line 3: there is a title in line 1 already; leave one of them out"
    assert refused("warlords", "= A\nArchers\n= B\nOgres") == [told]
    units = "B 4/0/2\nC 2/2/2\nD 0/4/2\nE 0/4/2"
    assert refused("siege", f"= A\nA 4/0/2\n= B\n{units}") == [told]


def test_a_name_that_will_be_refused_is_told_at_once() -> None:
    mage = "\U0001f9d9\u200d\u2642\ufe0f"
    assert read("manymarios", f"= {mage}\nGoomba")["name"] == mage
    text = '= Raid\nGoomba\nCustom "a\u200d": energy 2'
    (note,) = importing.read(games.game("manymarios"), text).notes
    told = "contains a character that cannot be shown, U+200D; remove it"
    assert str(note) == f"lineup[1].custom.name: {told}"


def test_json_is_read_and_judged_by_path() -> None:
    assert lineup('{"name": " A ", "lineup": [{"unit": "toad", "equipment": []}]}') == [
        {"unit": "toad"}
    ]
    assert lineup('```json\n{"army": {"lineup": [{"unit": "toad"}]}}\n```') == [{"unit": "toad"}]
    (problem,) = refused("manymarios", '{"lineup": [{"unit": 7}]}')
    assert problem.startswith("lineup[0].unit: must be the id of one unit")
    assert "line 1" in refused("manymarios", "{")[0]
    assert "battle file" in refused("manymarios", '{"sides": []}')[0]
    # Armies of some game may have such a member.
    assert "battle file" not in refused("manymarios", '{"sides": 6}')[0]


TWO = (
    *("2x Goomba", "2 goombas", "- 2 \u00d7 goomba", "* GOOMBA x2", "1. 2x goomba", "> 2x Goomba"),
    *("`2x goomba`", "```\n2x goomba\n```", "# front\n\n  Goomba  \n// and another\nGoomba"),
)
WRITTEN = {
    **dict.fromkeys(TWO, "2x Goomba"),
    "Boo [Fire Flower]": "Boo @ Fire Flower",
    "Boo [Fire Flower, Frog Suit]": "Boo @ Fire Flower, Frog Suit",
    "Boo (Fire Flower)": "Boo @ Fire Flower",
    "3 Goombas [Parawings]": "3x Goomba @ Parawings",
    'Custom "Boo [Fire Flower]": energy 2': 'Custom "Boo [Fire Flower]": energy 2',
    **dict.fromkeys(("koopa-troopa", "KOOPA_TROOPA", "koopa troopas", "Koopa"), "Koopa Troopa"),
}


def test_what_people_write_is_understood() -> None:
    builder = games.game("manymarios").builder
    read = {line: builder.write(builder.normal(builder.read(line).army)) for line in WRITTEN}
    assert read == {line: f"{written}\n" for line, written in WRITTEN.items()}


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
        known = [row for row in draft.rows if draft.builder.kind_of(row)]
        assert all(map(draft.item_of, known))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_card_adds_a_row_that_the_engine_takes_and_says_what_it_can_do(ruleset: str) -> None:
    of_ruleset, catalog = games.game(ruleset).builder, engine.rulesets()[ruleset].catalog()
    kinds = {kind.id: kind for kind in of_ruleset.form.rows}
    named = ("unit", "building_unit", "hero")
    units = [id_ for id_, row in catalog["entries"].items() if row["kind"] in named]
    shown = [card.id for card in of_ruleset.shelf if card.key != "custom"]
    assert sorted(shown) == ([] if of_ruleset.form.fixed else sorted(units))
    # With another unit: a Cannon Pipe alone is no army.
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
    assert offered["equipment"] == {*lineups.EQUIPMENT}
    assert offered["combat_items"] == {*lineups.COMBAT_ITEMS}
    assert offered["buildings"] == {*lineups.BUILDINGS}
    assert offered["custom.abilities"] == {*lineups.CUSTOM_ABILITIES}
    assert offered["custom.figure"] == {"", *lineups.FIGURES}
    assert offered["custom.tint"] == {"", *TINTS}


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
    assert kinds["unit"] == {*CONDITION_WORDS}
    assert kinds["hero"] == ({*KEYS} | {*CONDITION_WORDS}) - {"hero"}
    assert kinds["custom"] == {f"custom.{k}" for k in CUSTOM_KEYS} | {"items", *CONDITION_WORDS}
    (abilities,) = [
        f for f in fields_of(games.game("warlords").builder.form) if f.path == "custom.abilities"
    ]
    assert {o.id for o in abilities.options} == {*CATALOG.abilities}


READING_MS = 150.0  # several times the slowest; a backtracking pattern takes seconds


def test_no_text_takes_long_to_read() -> None:
    slow = {}
    for what, text in HOSTILE.items():
        assert 17_000 < len(text) <= TEXT_MOST
        for game in games.games().values():
            began = time.thread_time()
            with suppress(engine.InputError):
                game.builder.read(text)
            taken = (time.thread_time() - began) * 1000
            if taken > READING_MS:
                slow[what, game.id] = taken
    assert max(slow.values(), default=0) < READING_MS * slowness(), slow


def test_what_else_is_read_takes_no_longer(client: FlaskClient) -> None:
    """Links, lists of armies, and a page with two armies, as a stranger may ask by an address."""
    links = [
        p * n + end for p in ("/a/x", "/a/", "x") for n in (2_000, 300_000) for end in ("", " y")
    ]
    began = time.thread_time()
    assert [store.linked(text) for text in links] == [None] * len(links)
    assert sum(1 for _ in pieces("x\n\n" * 60_000)) == 60_000
    (line,) = grammar.parse('Boo "' + "\\" * 19_000, 40).units
    assert line.name == "Boo"
    for text in ("a" + " " * 1_500 + "b", '"' + "\\" * 600, "/a/x" * 300 + " y"):
        answer = client.get("/quick/warlords", query_string={"other_a": text, "other_b": text})
        assert answer.status_code == 200
    assert time.thread_time() - began < 8 * slowness()


MARKS = {
    'Boo "a [b]" [Wings]': 'Boo "a [b]" @ Wings',
    'Boo "a \\" [b]" [c]': 'Boo "a \\" [b]" @ c',
    # Nothing ends it but a mark that a backslash stands before: then it ends there.
    'Boo "a \\" [b]': 'Boo "a \\" @ b',
    'Boo " [c]': 'Boo " @ c',
    "Boo   [c]  (d)": "Boo @ c @ d",
    "Boo [(c)]": "Boo [ @ c]",
}
NUMBERS = {"Monk Lvl.7": ("Monk", 7), "Monk level . 7": ("Monk level", 7), "Monk7": ("Monk7", None)}
AMOUNTS = {"energy  :=  2": ("energy", 2), "a 1 2": ("a 1", 2), "city+2": ("city+2", None)}


def test_a_line_is_taken_apart() -> None:
    """Brackets from quotations, the level at the end of a name, the number of a detail."""
    assert {text: grammar.BRACKETS.sub(grammar._carried, text) for text in MARKS} == MARKS
    units = {line: grammar.parse(line, 40).units[0] for line in NUMBERS}
    assert {line: (unit.name, unit.level) for line, unit in units.items()} == NUMBERS
    assert {detail: grammar.amount(detail) for detail in AMOUNTS} == AMOUNTS


def test_a_text_lists_no_more_names_than_any_army_has_and_fifty_problems_are_told() -> None:
    for ruleset in ("manymarios", "siege"):
        assert len(refused(ruleset, "\n".join(f"+ Q{number}" for number in range(70)))) == 50
    told = "lists more than 200 names; no army has that many"
    assert refused("manymarios", "Boo\n+ " + "50x Watchtower," * 5) == [f"line 2: {told}"]
    assert refused("manymarios", "+ 99x Watchtower\n" * 3) == [f"line 3: {told}"]
    assert refused("manymarios", "Boo\nBoo @ 99x Parawings, 99x Boots, 3x Axe") == [
        f"line 2: {told}"
    ]


def test_after_fifty_slips_no_further_one_is_mended() -> None:
    """A letter too many: 12 places, of which two beside each other may be the same, by letter."""
    slips = list(
        dict.fromkeys(
            f"{'parawings'[:at]}{x}{'parawings'[at:]}" for x in "bcdefh" for at in range(10)
        )
    )
    assert len(slips) == 60
    rows = [f"Boo @ {slip}" for slip in slips]
    told = importing.read(games.game("manymarios"), ", ".join(rows[:1] + slips[1:50]))
    assert len(told.notes) == 50
    (problem,) = refused("manymarios", ", ".join(rows[:1] + slips[1:51]))
    assert problem.startswith(f"line 1: no equipment or combat item '{slips[50]}'")
    told = importing.read(games.game("manymarios"), "2x Boo @ 3x Parwings\nBoo @ Parwings")
    note = "'Parwings' was read as Parawings"
    assert [str(one) for one in told.notes] == [f"line 1: {note}", f"line 2: {note}"], "once each"
