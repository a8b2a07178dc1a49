"""Armies built by mouse: click, drag, chips, steppers; saved, and seen behind their link."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.builder_page import BuilderPage
from e2e.server import Server

ENDS_WITHIN = """([css, least, most]) => {
  const { bottom } = document.querySelector(css).getBoundingClientRect();
  return least <= bottom && bottom <= most;
}"""


@pytest.fixture
def builder(page: Page, server: Server) -> BuilderPage:
    return BuilderPage(page, server.url)


def test_lineup_is_built_by_mouse_and_fights(builder: BuilderPage) -> None:
    builder.open("manymarios")
    builder.field("name").get_by_role("textbox").fill("Wings over pipes")
    builder.field("buildings").get_by_role("button", name="Watchtower").click()
    builder.add("Goomba")
    builder.drag_in("Cannon Pipe", 2)
    builder.drag_in("Boo", 1)
    builder.drag_row(1, 3)
    builder.choose(1)
    builder.pick("equipment", "Parawings")
    builder.pick("equipment", "Parawings")
    builder.pick("combat_items", "Frog Suit")
    expect(builder.names).to_have_text(["Goomba", "Cannon Pipe", "Boo"])
    builder.expect_ready()
    # Goomba 4, twice Parawings 3, Frog Suit 1, Cannon Pipe 10, Boo 10, Watchtower 8
    expect(builder.meter("AP")).to_contain_text("39 AP")
    link, edit = builder.save_new()
    expect(builder.page).to_have_url(edit)
    assert builder.saved(link) == {
        "name": "Wings over pipes",
        "buildings": ["watchtower"],
        "lineup": [
            {
                "unit": "goomba",
                "equipment": ["parawings", "parawings"],
                "combat_items": ["frog-suit"],
            },
            {"unit": "cannon-pipe"},
            {"unit": "boo"},
        ],
    }
    builder.fight("sample:masked-trio")
    with builder.page.expect_popup() as opened:
        builder.button("Watch one").click()
    expect(opened.value).to_have_url(re.compile(r"/b/[a-z0-9]{8}$"))
    expect(opened.value.get_by_role("heading", level=1)).to_contain_text("Wings over pipes")


def test_stack_is_built_by_mouse_and_fights(builder: BuilderPage) -> None:
    builder.open("warlords")
    builder.field("name").get_by_role("textbox").fill("Oath")
    builder.page.locator('.chip[data-tag="hero"]').click()
    builder.add("Monk")
    builder.page.locator('.chip[data-tag="hero"]').click()
    builder.search.fill("black dragons")
    builder.drag_in("Black Dragons", 1)
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


def test_rows_are_moved_duplicated_and_removed_by_their_buttons(builder: BuilderPage) -> None:
    builder.open("manymarios", "sample:mushroom-patch")
    names = builder.names.all_inner_texts()
    builder.act(1, "down")
    expect(builder.names).to_have_text([names[1], names[0]])
    builder.act(2, "up")
    expect(builder.names).to_have_text(names)
    builder.act(1, "copy")
    expect(builder.names).to_have_text([names[0], *names])
    builder.act(2, "remove")
    expect(builder.names).to_have_text(names)


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
    builder.search.fill("flying <=9")
    # Of the five that fly: Bullet Bill 6 and Paratroopa 9; Boo 10, the plant 14, the Airship 40
    expect(builder.page.locator(".entry-name")).to_have_text(["Paratroopa", "Bullet Bill"])
    builder.search.fill("")
    builder.button("flying").click()
    builder.button("agility").click()
    expect(builder.page.locator(".entry-name")).to_have_text(["Boo"])
    builder.button("show all").click()
    expect(builder.entry("Goomba")).to_be_visible()


def test_custom_unit_is_made_by_mouse(builder: BuilderPage) -> None:
    builder.open("manymarios")
    builder.add("Unit of your own")
    builder.field("custom.name").get_by_role("textbox").fill("Sniper")
    builder.field("custom.ae").get_by_role("button", name="More AE").click()
    builder.pick("custom.abilities", "Ballistics")
    expect(builder.names).to_have_text(["Sniper"])
    builder.expect_ready()
    assert builder.army() == {
        "lineup": [
            {"custom": {"name": "Sniper", "energy": 2, "ae": 1, "abilities": ["ballistics"]}}
        ]
    }


def test_budget_says_what_is_left_and_what_is_over(builder: BuilderPage) -> None:
    builder.open("manymarios")
    builder.page.get_by_text("Terms of the battle").click()
    builder.set_number("ap_limit", 10)
    builder.add("Toad")
    expect(builder.meter("AP")).to_have_text("8 of 10 AP 2 left")
    builder.add("Goomba")
    expect(builder.meter("AP")).to_have_text("12 of 10 AP 2 over")
    expect(builder.summary).to_contain_text("2 over the limit of 10")


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


def test_columns_end_where_the_window_does_and_show_that_there_is_more(
    builder: BuilderPage,
) -> None:
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


def test_a_search_says_why_something_is_found(builder: BuilderPage) -> None:
    builder.open("manymarios")
    builder.page.get_by_role("searchbox").fill("flying")
    why = builder.entry("Paratroopa").locator(".entry-why")
    expect(why).to_have_text("flying")
    builder.page.get_by_role("searchbox").fill("para")
    expect(builder.entry("Paratroopa")).to_be_visible()
    expect(why).to_have_count(0)


def test_a_value_that_the_army_changes_says_what_it_was(builder: BuilderPage) -> None:
    """A Toad has AE 4; here a Super Star adds 2 and a Training Hall 1."""
    builder.open("manymarios", "sample:star-guard")
    builder.expect_ready()
    changed = builder.row(1).locator(".stat.changed").first
    expect(changed).to_have_text("AE 7")
    expect(changed).to_have_attribute("title", "4 base, +2 Super Star, +1 Training Hall")
    expect(builder.main(1)).to_have_accessible_name(re.compile(r"AE 7 \(4 base\)"))
