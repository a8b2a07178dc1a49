"""Armies built by mouse and by keyboard; saved, and seen behind their link."""

import re

from playwright.sync_api import expect

from e2e.axe import expect_accessible
from e2e.builder_page import BuilderPage
from e2e.guard import Guard
from e2e.keys import Keys

ENDS_WITHIN = """([css, least, most]) => {
  const { bottom } = document.querySelector(css).getBoundingClientRect();
  return least <= bottom && bottom <= most;
}"""


def test_stack_is_built_by_mouse_and_fights(builder: BuilderPage) -> None:
    builder.open("warlords")
    builder.field("name").get_by_role("textbox").fill("Oath")
    builder.page.locator('.chip[data-tag="hero"]').click()
    builder.add("Monk")
    builder.page.locator('.chip[data-tag="hero"]').click()
    builder.search.fill("black dragons")
    builder.drag_in("Black Dragons", 1)
    expect(builder.names).to_have_text(["Black Dragons", "Monk"])
    builder.drag_row(1, 2)
    builder.drag_row(2, 1)
    builder.choose(1)
    builder.field("blessed").get_by_role("switch").click()
    builder.choose(2)
    builder.set_number("level", 7)
    builder.field("name").last.get_by_role("textbox").fill("Wu")
    # A Monk of level 7 has 13 points: twice Leadership for 2, Manslayer for 1, Wrath of Kali for 4
    builder.count("buys", "Leadership +1", 2)
    builder.count("buys", "Manslayer", 1)
    builder.pick("spells", "Wrath of Kali")
    builder.pick("items", "Orb of Balance")
    builder.expect_ready()
    expect(builder.details.locator(".budget")).to_contain_text("ability points")
    link, _ = builder.save_new()
    assert builder.saved(link) == {
        "name": "Oath",
        "stack": [
            {"unit": "black-dragons", "blessed": True},
            {
                "hero": "monk",
                "level": 7,
                "name": "Wu",
                "buys": {"leadership": 2, "manslayer": 1},
                "spells": ["wrath-of-kali"],
                "items": ["orb-of-balance"],
            },
        ],
    }
    builder.fight("sample:lone-dragon")
    expect(builder.sparring.locator(".method")).to_have_text("exact")
    builder.page.goto(link)
    expect(builder.page.get_by_role("heading", level=1)).to_have_text("Oath")


def test_card_tells_everything_that_a_unit_can_do(builder: BuilderPage) -> None:
    builder.open("manymarios")
    builder.entry("Thwomp").hover()
    card = builder.page.get_by_role("tooltip")
    expect(card).to_contain_text("Stun: a unit on the offense that damages it deals nothing")
    expect(card).to_contain_text(
        "Defender: deals and takes nothing while its side is on the offense"
    )
    builder.search.hover()
    expect(card).to_be_hidden()


def test_search_and_chips_narrow_the_shelf(builder: BuilderPage) -> None:
    builder.open("manymarios")
    builder.search.fill("flying")
    why = builder.entry("Paratroopa").locator(".entry-why")
    expect(why).to_have_text("flying")
    builder.search.fill("para")
    expect(builder.entry("Paratroopa")).to_be_visible()
    expect(why).to_have_count(0)
    builder.search.fill("flying <=9")
    # Of the five that fly: Bullet Bill 6 and Paratroopa 9; Boo 10, the plant 14, the Airship 40
    expect(builder.page.locator(".entry-name")).to_have_text(["Paratroopa", "Bullet Bill"])
    builder.search.fill("")
    builder.button("flying").click()
    builder.button("agility").click()
    expect(builder.page.locator(".entry-name")).to_have_text(["Boo"])
    builder.search.press("Enter")
    expect(builder.names).to_have_text(["Boo"])
    builder.button("show all").click()
    expect(builder.entry("Goomba")).to_be_visible()


COMPOSE = """(field, key) => field.dispatchEvent(new KeyboardEvent("keydown",
  { key, code: key, isComposing: true, bubbles: true, cancelable: true }))"""


def test_keys_of_a_composition_neither_add_nor_leave(builder: BuilderPage) -> None:
    builder.open("manymarios")
    builder.search.fill("to")
    builder.search.evaluate(COMPOSE, "Escape")
    expect(builder.search).to_have_value("to")
    builder.search.evaluate(COMPOSE, "Enter")
    expect(builder.names).to_have_count(0)
    builder.search.press("Enter")
    expect(builder.names).to_have_text(["Toad"])
    press = "letter => document.dispatchEvent(new KeyboardEvent('keydown', letter))"
    builder.page.evaluate(press, {"key": "\u044f", "code": "KeyZ", "ctrlKey": True})
    expect(builder.names).to_have_count(0)


def test_escape_of_a_composition_does_not_leave_the_unit(builder: BuilderPage) -> None:
    builder.open("warlords")
    builder.search.fill("monk")
    builder.search.press("Enter")
    builder.choose(1)
    does = builder.details.locator("summary", has_text="Everything it can do")
    for part in (builder.field("name").last.get_by_role("textbox"), does):
        part.focus()
        assert part.evaluate(COMPOSE, "Escape"), "the input method needs the key"
        expect(part).to_be_focused()
        part.press("Escape")
        expect(builder.main(1)).to_be_focused()


def test_a_mistyped_search_leads_to_what_was_meant(builder: BuilderPage) -> None:
    builder.open("manymarios")
    search = builder.page.get_by_role("searchbox")
    search.fill("gomba")
    expect(builder.page.locator(".found")).to_contain_text("Did you mean goomba?")
    builder.button("goomba").click()
    expect(search).to_have_value("goomba")
    expect(search).to_be_focused()
    builder.page.keyboard.press("Enter")
    expect(builder.names).to_have_text(["Goomba"])


def test_columns_end_with_the_window_and_show_that_there_is_more(builder: BuilderPage) -> None:
    """At the top of the page, and further down: the bar sticks, the head has gone."""
    builder.page.set_viewport_size({"width": 1280, "height": 620})
    builder.open("manymarios", "sample:star-guard")
    builder.choose(1)
    side = builder.page.locator(".side-panes")
    expect(side).to_have_class(re.compile("more"))
    for _ in range(2):
        for column in (".side-panes", ".pane-shelf"):
            # The page measures anew in the frame after a scroll.
            builder.page.wait_for_function(ENDS_WITHIN, arg=[column, 560, 620])
        builder.page.evaluate("scrollBy(0, 60)")
    side.evaluate("pane => pane.scrollTo(0, pane.scrollHeight)")
    expect(side).not_to_have_class(re.compile("more"))


def test_a_value_that_the_army_changes_says_what_it_was(builder: BuilderPage) -> None:
    """A Toad has AE 4; here a Super Star adds 2 and a Training Hall 1."""
    builder.open("manymarios", "sample:star-guard")
    builder.expect_ready()
    changed = builder.row(1).locator(".stat.changed").first
    expect(changed).to_have_text("AE 7")
    expect(changed).to_have_attribute("title", "4 base, +2 Super Star, +1 Training Hall")
    expect(builder.main(1)).to_have_accessible_name(re.compile(r"AE 7 \(4 base\)"))


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
    keys.tab_to(r'"3\. Koopa Troopa')
    keys.press("Alt+ArrowUp", "Alt+ArrowUp")
    expect(builder.names).to_have_text(["Koopa Troopa", "Goomba", "Bullet Bill"])
    expect(builder.live).to_have_text("Koopa Troopa is now 1 of 3.")
    expect(builder.main(1)).to_be_focused()
    # Of all buttons of rows, Tab reaches those of the chosen one
    keys.press("Tab")
    expect(keys.focused).to_have_accessible_name("Up: Koopa Troopa, 1")
    keys.press("Shift+Tab", "d")
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
    keys.press("?")
    expect(builder.dialog).to_be_visible()
    expect_accessible(builder.page)
    keys.press("Escape")
    keys.press("ControlOrMeta+s")
    link = builder.dialog.get_by_label("Link", exact=True).input_value()
    expect_accessible(builder.page)
    keys.press("Escape")
    expect(builder.dialog).to_have_count(0)
    assert builder.saved(link) == {
        "lineup": [
            {"unit": "koopa-troopa"},
            {"unit": "koopa-troopa"},
            {"unit": "goomba", "equipment": ["super-mushroom"]},
        ]
    }


def test_saving_an_empty_army_says_what_it_lacks(builder: BuilderPage, guard: Guard) -> None:
    guard.expect("422")
    builder.open("manymarios")
    summary = builder.root.locator(".summary")
    expect(builder.page.locator(".status-pill")).to_have_attribute("data-state", "empty")
    expect(summary).to_be_hidden()
    builder.page.keyboard.press("ControlOrMeta+s")
    expect(summary).to_be_focused()
    expect(summary.get_by_role("listitem")).to_contain_text("has 0 units; it must have 1 to 40")
    expect_accessible(builder.page)
    builder.page.keyboard.press("/")
    builder.page.keyboard.type("goomba")
    builder.page.keyboard.press("Enter")
    builder.expect_ready()
    expect(summary).to_be_hidden()
