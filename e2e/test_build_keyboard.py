"""Armies built without a mouse: search, Enter, arrow keys; saved, and seen behind their link."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.builder_page import BuilderPage
from e2e.guard import Guard
from e2e.keys import Keys
from e2e.server import Server


@pytest.fixture
def builder(page: Page, server: Server) -> BuilderPage:
    return BuilderPage(page, server.url)


def add(keys: Keys, builder: BuilderPage, words: str) -> None:
    """Adds what a search finds first."""
    before = builder.rows.count()
    keys.press("/")
    expect(builder.search).to_be_focused()
    keys.press("ControlOrMeta+a")
    keys.keyboard.type(words)
    keys.act("Enter")
    expect(builder.rows).to_have_count(before + 1)


def test_lineup_is_built_by_keyboard_and_saved(builder: BuilderPage) -> None:
    builder.open("manymarios")
    keys = Keys(builder.page)
    add(keys, builder, "goomba")
    add(keys, builder, "flying cost<=6")
    expect(builder.names).to_have_text(["Goomba", "Bullet Bill"])
    expect(builder.live).to_have_text("Bullet Bill added, 2 of 2.")
    # On the shelf, with arrows: Escape clears the search, then the third card
    keys.press("/", "Escape", "ArrowDown", "ArrowDown", "ArrowDown")
    expect(keys.focused).to_have_accessible_name(re.compile("^Add Koopa Troopa"))
    keys.press("Enter")
    expect(builder.names).to_have_text(["Goomba", "Bullet Bill", "Koopa Troopa"])
    # Into the army
    keys.tab_to(r'"3\. Koopa Troopa')
    keys.press("Alt+ArrowUp", "Alt+ArrowUp")
    expect(builder.names).to_have_text(["Koopa Troopa", "Goomba", "Bullet Bill"])
    expect(builder.live).to_have_text("Koopa Troopa is now 1 of 3.")
    expect(builder.main(1)).to_be_focused()
    keys.press("d")
    expect(builder.names).to_have_text(["Koopa Troopa", "Koopa Troopa", "Goomba", "Bullet Bill"])
    keys.press("End")
    expect(builder.main(4)).to_be_focused()
    keys.press("Delete")
    expect(builder.names).to_have_text(["Koopa Troopa", "Koopa Troopa", "Goomba"])
    expect(builder.main(3)).to_be_focused()
    # To the fields of the Goomba, and back
    keys.press("Enter")
    keys.tab_to('"Super Mushroom')
    keys.press("Enter", "Escape")
    expect(builder.main(3)).to_be_focused()
    expect(builder.main(3)).to_have_accessible_name(re.compile("Super Mushroom"))
    builder.expect_ready()
    keys.press("ControlOrMeta+s")
    link = builder.dialog.get_by_label("Link", exact=True).input_value()
    keys.press("Escape")
    expect(builder.dialog).to_have_count(0)
    assert builder.saved(link) == {
        "lineup": [
            {"unit": "koopa-troopa"},
            {"unit": "koopa-troopa"},
            {"unit": "goomba", "equipment": ["super-mushroom"]},
        ]
    }


def test_stack_is_built_by_keyboard_and_saved(builder: BuilderPage) -> None:
    builder.open("warlords")
    keys = Keys(builder.page)
    add(keys, builder, '"griffons"')
    add(keys, builder, "paladin")
    # The hero's fields: level, a purchase, a medal
    keys.tab_to(r'"2\. Paladin')
    keys.press("Enter")
    expect(keys.focused).to_have_attribute("id", re.compile("field"))
    keys.keyboard.type("Sir Hale")
    keys.tab_to('"Level"')
    keys.press("ArrowUp", "ArrowUp", "ArrowUp")
    keys.tab_to('"Leadership')
    keys.press("ArrowUp")
    keys.tab_to('"Medals"')
    keys.press("ArrowUp", "ArrowUp")
    keys.press("Escape")
    expect(builder.main(2)).to_be_focused()
    expect(builder.names).to_have_text(["Griffons", "Sir Hale"])
    keys.press("Alt+Home")
    expect(builder.names).to_have_text(["Sir Hale", "Griffons"])
    builder.expect_ready()
    keys.press("ControlOrMeta+s")
    link = builder.dialog.get_by_label("Link", exact=True).input_value()
    assert builder.saved(link) == {
        "stack": [
            {
                "hero": "paladin",
                "level": 4,
                "name": "Sir Hale",
                "buys": {"leadership": 1},
                "medals": 2,
            },
            {"unit": "griffons"},
        ]
    }


def test_help_tells_the_keys(builder: BuilderPage) -> None:
    builder.open("manymarios")
    builder.page.keyboard.press("?")
    expect(builder.dialog).to_contain_text("Alt")
    expect(builder.dialog).to_contain_text("redo")
    builder.page.keyboard.press("Escape")
    expect(builder.dialog).to_have_count(0)


def test_letters_are_letters_where_somebody_types(builder: BuilderPage) -> None:
    builder.open("manymarios", "sample:mushroom-patch")
    rows = builder.rows.count()
    name = builder.field("name").get_by_role("textbox")
    name.fill("")
    name.press_sequentially("d/?D")
    expect(name).to_have_value("d/?D")
    expect(builder.rows).to_have_count(rows)
    expect(builder.dialog).to_have_count(0)


def test_every_control_has_a_name(builder: BuilderPage) -> None:
    builder.open("warlords", "sample:pilgrims")
    builder.choose(3)
    kinds = ":is(button, input, select, a, summary, textarea, [role=button])"
    controls = builder.root.locator(f"{kinds}:not([aria-hidden=true]):visible")
    assert controls.count() > 150
    for control in controls.all():
        expect(control).to_have_accessible_name(re.compile(r"\w"))


def test_problems_are_told_beside_the_field_and_lead_there(builder: BuilderPage) -> None:
    builder.open("warlords", "sample:pilgrims")
    builder.choose(3)
    builder.set_number("level", 11)
    level = builder.field("level").get_by_role("textbox")
    expect(level).to_have_attribute("aria-invalid", "true")
    expect(level).to_have_accessible_description(re.compile("1 to 10|10"))
    expect(builder.row(3).locator(".row-problem")).to_be_visible()
    builder.choose(1)
    builder.status.click()
    expect(level).to_be_focused()


def test_an_empty_army_that_is_to_be_saved_says_what_it_lacks(
    builder: BuilderPage, guard: Guard
) -> None:
    guard.expect("422")
    builder.open("manymarios")
    summary = builder.root.locator(".summary")
    expect(builder.page.locator(".status-pill")).to_have_attribute("data-state", "empty")
    expect(summary).to_be_hidden()
    builder.page.keyboard.press("ControlOrMeta+s")
    expect(summary).to_be_focused()
    expect(summary.get_by_role("listitem")).to_contain_text("holds 0 units; it takes 1 to 40")
    builder.page.keyboard.press("/")
    builder.page.keyboard.type("goomba")
    builder.page.keyboard.press("Enter")
    builder.expect_ready()
    expect(summary).to_be_hidden()
