"""Armies in and out of the editor: text, JSON, samples; with names of any kind, on any screen."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.builder_page import BuilderPage
from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.server import Server
from e2e.test_hostile_names import NAMES, expect_no_script_ran
from webapp import games
from webapp.battles import samples

PHONE = {"width": 360, "height": 740}
FINGER_PX = 24


@pytest.fixture
def builder(page: Page, server: Server) -> BuilderPage:
    return BuilderPage(page, server.url)


def sample(ruleset: str, id_: str) -> dict[str, Any]:
    """A sample as it stands in the editor: under a name of its own."""
    army = samples.load(games.game(ruleset)).armies[id_].army
    return {**army, "name": f"{army['name']} (mine)"}


@pytest.mark.parametrize(
    ("ruleset", "id_"), [("manymarios", "sniper-nest"), ("warlords", "pilgrims")]
)
def test_what_is_exported_is_imported_as_it_was(
    builder: BuilderPage, ruleset: str, id_: str
) -> None:
    builder.open(ruleset, f"sample:{id_}")
    army, text = builder.army(), builder.text()
    assert army == sample(ruleset, id_)
    for told in (text, json.dumps(army)):
        builder.open(ruleset)
        builder.read(told)
        expect(builder.rows).to_have_count(len(army[next(k for k in army if k != "name")]))
        assert builder.army() == army


def test_errors_of_an_import_name_their_lines_and_lead_there(
    builder: BuilderPage, guard: Guard
) -> None:
    guard.expect("422")
    builder.open("manymarios")
    builder.read("= Mixed\nGoomba\n\nDragon of the north\nToad @ Parawings")
    wrong = builder.dialog.get_by_role("alert")
    expect(wrong).to_contain_text("line 4")
    builder.dialog.get_by_role("button", name="line 4").click()
    text = builder.dialog.get_by_label("Text or JSON")
    marked = text.evaluate("(box) => box.value.slice(box.selectionStart, box.selectionEnd)")
    assert marked == "Dragon of the north"
    text.fill("= Mixed\nGoomba\nToad @ Parawings")
    builder.dialog.get_by_role("button", name="Import", exact=True).click()
    expect(builder.names).to_have_text(["Goomba", "Toad"])


def test_file_is_imported_and_downloaded(builder: BuilderPage, tmp_path: Path) -> None:
    army = sample("warlords", "knives")
    path = tmp_path / "knives.json"
    path.write_text(json.dumps(army))
    builder.open("warlords")
    builder.button("Import").click()
    builder.dialog.get_by_label("or a file").set_input_files(path)
    expect(builder.dialog.get_by_label("Text or JSON")).not_to_have_value("")
    builder.dialog.get_by_role("button", name="Import", exact=True).click()
    expect(builder.rows).to_have_count(len(army["stack"]))
    builder.button("Export").click()
    with builder.page.expect_download() as download:
        builder.dialog.get_by_role("button", name="Download .json").click()
    assert download.value.suggested_filename == "knives-in-the-dark-mine.json"
    assert json.loads(Path(download.value.path()).read_text()) == army


def test_sample_takes_the_place_of_the_army(builder: BuilderPage) -> None:
    builder.open("manymarios")
    builder.button("Samples").click()
    builder.dialog.get_by_role("button", name="Sky fleet").click()
    assert builder.army() == sample("manymarios", "sky-fleet")


def test_chances_follow_the_army_and_the_opponent_may_be_pasted(builder: BuilderPage) -> None:
    builder.open("manymarios")
    builder.add("Goomba")
    builder.button("Paste one…").click()
    builder.dialog.get_by_label("Text or JSON").fill("= Twin\nGoomba")
    builder.dialog.get_by_role("button", name="Fight it").click()
    words, line = builder.sparring.locator(".method"), builder.sparring.locator(".odds-line")
    expect(words).to_have_text("exact")
    builder.add("Chain Chomp")
    expect(line.first).to_have_text("You 100.0 %")
    builder.button("Swap sides").click()
    expect(builder.sparring).to_contain_text("Your army is the orange side.")
    expect(line.first).to_have_text("You 100.0 %")


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_name_is_text_everywhere_in_the_editor(builder: BuilderPage, name: str) -> None:
    army = {"name": name, "lineup": [{"custom": {"name": name, "energy": 2}}]}
    builder.open("manymarios")
    builder.read(json.dumps(army))
    expect(builder.names).to_have_text([name])
    builder.choose(1)
    expect(builder.details.get_by_role("heading", level=2)).to_have_text(name)
    expect(builder.main(1)).to_have_accessible_name(f"1. {name}, AP 4, AE 2, DE 2, Damage 1")
    link, _ = builder.save_new()
    builder.reload()
    assert builder.army() == army
    expect_no_script_ran(builder.page)
    builder.page.goto(link)
    expect(builder.page.get_by_role("heading", level=1)).to_have_text(name)
    expect_no_script_ran(builder.page)
    # Somebody spars against it: among the opponents it is text as well
    builder.open("manymarios", "sample:masked-trio")
    builder.fight(link.rsplit("/", 1)[-1])
    expect(builder.sparring.locator(".of-b")).to_contain_text(name)
    expect_no_script_ran(builder.page)


def test_army_is_built_on_a_phone(open_context: OpenContext, server: Server) -> None:
    context = open_context(viewport=PHONE, is_mobile=True, has_touch=True)
    builder = BuilderPage(context.new_page(), server.url).open("warlords")
    show = builder.page.get_by_role("navigation", name="Parts of the editor").get_by_role("button")
    show.filter(has_text="Add").tap()
    builder.search.fill("imps")
    builder.entry("Imps").tap()
    builder.page.get_by_role("button", name="Add Imps", exact=True).tap()
    builder.search.fill("wizard")
    builder.page.get_by_title("Add Wizard").tap()
    show.filter(has_text="Stack").tap()
    expect(builder.names).to_have_text(["Imps", "Wizard"])
    builder.main(2).tap()
    builder.row(2).get_by_role("button", name="Up: Wizard").tap()
    expect(builder.names).to_have_text(["Wizard", "Imps"])
    builder.row(1).get_by_role("button", name="Details: Wizard").tap()
    builder.field("level").get_by_role("button", name="More Level").tap()
    builder.button("Back to the army").tap()
    expect(builder.row(1)).to_contain_text("level 2")
    assert builder.army()["stack"] == [{"hero": "wizard", "level": 2}, {"unit": "imps"}]


@pytest.mark.parametrize("ruleset", ["manymarios", "warlords"])
def test_editor_fits_a_phone(open_context: OpenContext, server: Server, ruleset: str) -> None:
    context = open_context(viewport=PHONE, is_mobile=True, has_touch=True)
    id_ = {"manymarios": "grand-parade", "warlords": "pilgrims"}[ruleset]
    builder = BuilderPage(context.new_page(), server.url).open(ruleset, f"sample:{id_}")
    builder.main(1).tap()
    nav = builder.page.get_by_role("navigation", name="Parts of the editor")
    parts = nav.get_by_role("button")
    expect(parts).to_have_count(4)
    for part in parts.all():
        part.tap()
        widths = builder.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        assert widths == [PHONE["width"], PHONE["width"]]
        small = builder.root.locator("button:visible").evaluate_all(
            """(buttons, least) => buttons.filter((button) => {
                const box = button.getBoundingClientRect();
                return Math.min(box.width, box.height) < least;
              }).map((button) => button.outerHTML)""",
            FINGER_PX,
        )
        in_text = ('class="term"', "linkish")  # words in running text
        assert [html for html in small if not any(mark in html for mark in in_text)] == []


@pytest.mark.parametrize("ruleset", ["manymarios", "warlords"])
def test_same_army_is_built_without_javascript(
    open_context: OpenContext, server: Server, ruleset: str
) -> None:
    page = open_context(java_script_enabled=False).new_page()
    page.goto(f"{server.url}/build/{ruleset}")
    page.get_by_label("Name of the army").fill("By hand")
    for name in {"manymarios": ["Goomba", "Boo"], "warlords": ["Imps", "Griffons"]}[ruleset]:
        page.get_by_label("Find").fill(name)
        page.get_by_role("button", name="Find", exact=True).click()
        page.get_by_role("button", name=f"Add {name}", exact=True).click()
    page.get_by_role("button", name="Save the army").click()
    page.wait_for_url(re.compile("/edit/"))
    builder = BuilderPage(open_context().new_page(), server.url).go(page.url)
    expected = {
        "manymarios": {"name": "By hand", "lineup": [{"unit": "goomba"}, {"unit": "boo"}]},
        "warlords": {"name": "By hand", "stack": [{"unit": "imps"}, {"unit": "griffons"}]},
    }
    assert builder.army() == expected[ruleset]
