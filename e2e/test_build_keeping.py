"""Nothing of an army is lost: undo, drafts, lost connections, two tabs; imports and exports."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.axe import expect_accessible
from e2e.builder_page import BuilderPage
from e2e.cases import further
from e2e.challenge_page import ChallengePage
from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.server import Server
from e2e.test_hostile_names import NAMES, expect_no_script_ran
from webapp.base import games, samples

PHONE = {"width": 360, "height": 740}
PATCH = "sample:mushroom-patch"


def test_every_step_is_taken_back_and_done_again(builder: BuilderPage) -> None:
    """What is typed at one go is one step."""
    builder.open("manymarios", PATCH)
    moments: list[dict[str, Any]] = [builder.army()]
    builder.add("Boo")
    moments.append(builder.army())
    builder.pick("equipment", "Parawings")
    moments.append(builder.army())
    for place, act in ((3, "up"), (2, "copy"), (1, "remove"), (2, "down")):
        builder.act(place, act)
        moments.append(builder.army())
    one, other, boo = moments[2]["lineup"]
    rows = [one, boo, other], [one, boo, boo, other], [boo, boo, other], [boo, other, boo]
    assert [moment["lineup"] for moment in moments[3:]] == [*rows]
    builder.button("Random").click()
    expect(builder.live).to_contain_text("A random army")
    moments.append(builder.army())
    body = builder.page.locator("body")
    for moment in reversed(moments[:-1]):
        body.press("ControlOrMeta+z")
        assert builder.army() == moment
    undo = builder.page.locator('.bar-tools [data-act="undo"]')
    expect(undo).to_have_attribute("aria-disabled", "true")
    for key in ["ControlOrMeta+y"] * (len(moments) - 2) + ["ControlOrMeta+Shift+z"]:
        body.press(key)
    assert builder.army() == moments[-1]
    name = builder.field("name").get_by_role("textbox")
    before = name.input_value()
    name.press("End")
    name.press_sequentially(" of doom")
    expect(name).to_have_value(f"{before} of doom")
    name.press("ControlOrMeta+z")
    expect(name).to_have_value(before)
    expect(builder.live).to_contain_text("Undone: change name of the army")


def test_draft_outlives_a_reload_at_its_place_and_can_be_discarded(builder: BuilderPage) -> None:
    builder.open("warlords", "sample:lone-dragon")
    before = builder.army()
    builder.add("Imps")
    builder.choose(1)
    builder.field("blessed").get_by_role("switch").click()
    edited = builder.army()
    builder.open("warlords")
    expect(builder.rows).to_have_count(0)
    builder.go("/build/manymarios?army=Boo")
    expect(builder.names).to_have_text(["Boo"])
    builder.open("warlords", "sample:lone-dragon")
    assert builder.army() == edited
    builder.reload()
    expect(builder.notes).to_contain_text("Draft restored")
    builder.button("discard it").click()
    expect(builder.root).to_be_focused()
    assert builder.army() == before
    builder.reload()
    assert builder.army() == before
    expect(builder.notes).to_have_count(0)


def test_editing_goes_on_without_a_connection(builder: BuilderPage, guard: Guard) -> None:
    guard.expect("ERR_INTERNET_DISCONNECTED")
    builder.open("manymarios", PATCH)
    builder.page.context.set_offline(True)
    builder.add("Boo")
    expect(builder.notes).to_contain_text("No connection")
    # About two Goombas are counted, and the Boo's share is unknown.
    expect(builder.page.locator(".meters")).to_contain_text("unknown without a connection")
    expect(builder.page.locator(".meters")).not_to_contain_text("AP")
    builder.button("Save the army").click()
    expect(builder.notes.last).to_contain_text("Not saved, but kept in this browser")
    army = builder.army()
    builder.page.context.set_offline(False)
    builder.expect_ready()
    expect(builder.page.locator(".offline")).to_be_hidden()
    expect(builder.page.locator(".meters")).to_contain_text("22 AP")
    link, _ = builder.save_new()
    assert builder.saved(link) == army


def test_saved_army_leaves_no_draft_and_is_changed_by_its_edit_link_only(
    builder: BuilderPage, open_context: OpenContext, server: Server
) -> None:
    builder.open("manymarios", PATCH)
    names = builder.names.all_inner_texts()
    builder.add("Toad")
    link, edit = builder.save_new()
    builder.open("manymarios", PATCH)
    expect(builder.names).to_have_text(names)
    expect(builder.notes).to_have_count(0)
    builder.go(edit)
    expect(builder.names).to_have_text([*names, "Toad"])
    expect(builder.notes).to_have_count(0)
    builder.add("Boo")
    builder.button("Save the changes").click()
    expect(builder.live).to_contain_text("Saved.")
    assert builder.saved(link)["lineup"][-1] == {"unit": "boo"}
    # Somebody else with the edit link goes on from there; with the link alone it is only looked at
    other = BuilderPage(open_context().new_page(), server.url).go(edit)
    expect(other.names.last).to_have_text("Boo")
    other.page.goto(link)
    expect(other.page.get_by_role("link", name="Edit the army")).to_have_count(0)
    other.page.get_by_role("link", name="Fork", exact=True).click()
    other.expect_checked()
    other.add("Toad")
    forked, _ = other.save_new()
    assert forked != link
    assert len(builder.saved(link)["lineup"]) == len(builder.saved(forked)["lineup"]) - 1


def test_change_in_another_tab_costs_nobody_anything(builder: BuilderPage, guard: Guard) -> None:
    """One's own is saved over the other's, given up for it, or saved as a new army."""
    guard.expect("409")
    builder.open("manymarios", PATCH)
    link, edit = builder.save_new()
    other = BuilderPage(builder.page.context.new_page(), builder.url).go(edit)

    def conflict(first: BuilderPage, second: BuilderPage, choice: str) -> dict[str, Any]:
        first.add("Boo")
        first.button("Save the changes").click()
        expect(first.live).to_contain_text("Saved.")
        second.add("Toad")
        mine = second.army()
        second.button("Save the changes").click()
        second.dialog.get_by_role("button", name=re.compile(choice)).click()
        return mine

    mine = conflict(other, builder, "Overwrite it with mine")
    expect(builder.live).to_contain_text("Saved.")
    assert builder.saved(link) == mine
    other.go(edit)
    mine = conflict(other, builder, "Continue with the other")
    expect(builder.names.last).to_have_text("Boo")
    assert builder.army() == other.army()
    builder.page.locator("body").press("ControlOrMeta+z")
    assert builder.army() == mine
    builder.go(edit)
    mine = conflict(other, builder, "as a new army")
    new = builder.dialog.get_by_label("Link", exact=True).input_value()
    assert builder.saved(new) == mine
    assert builder.saved(link) == other.army()


def test_undo_chooses_the_row_that_changed_again(builder: BuilderPage) -> None:
    """Whichever row was chosen in between; a removed row, too."""
    builder.open("warlords", "sample:pilgrims")
    builder.choose(3)
    builder.set_number("level", 2)
    builder.choose(1)
    builder.choose(2)
    chosen = builder.page.locator(".rows [aria-current=true]")
    undo = builder.page.locator('.bar-tools [data-act="undo"]')
    undo.click()
    expect(builder.main(3)).to_have_attribute("aria-current", "true")
    expect(chosen).to_have_count(1)
    builder.page.locator('.bar-tools [data-act="redo"]').click()
    expect(builder.row(3)).to_contain_text("level 2")
    names = builder.names.all_inner_texts()
    builder.act(1, "remove")
    builder.choose(2)
    undo.click()
    expect(builder.names).to_have_text(names)
    expect(builder.main(1)).to_have_attribute("aria-current", "true")


def test_a_row_that_changes_under_the_pointer_is_chosen(builder: BuilderPage) -> None:
    builder.open("warlords", "sample:pilgrims")
    builder.choose(3)
    builder.main(1).locator(".row-stats > *").first.hover()
    builder.page.mouse.down()
    builder.set_number("level", 2)
    expect(builder.row(3)).to_contain_text("level 2")
    builder.page.mouse.up()
    expect(builder.main(1)).to_have_attribute("aria-current", "true")


def sample(ruleset: str, id_: str) -> dict[str, Any]:
    """A sample as it stands in the editor: under a name of its own."""
    army = samples.load(games.game(ruleset)).armies[id_].army
    return {**army, "name": f"{army['name']} (mine)"}


@pytest.mark.parametrize(
    ("ruleset", "id_"), [("manymarios", "sniper-nest"), *further(("warlords", "pilgrims"))]
)
def test_export_is_imported(builder: BuilderPage, tmp_path: Path, ruleset: str, id_: str) -> None:
    """As text, as JSON, and as a file."""
    builder.open(ruleset, f"sample:{id_}")
    army, text = builder.army(), builder.text()
    assert army == sample(ruleset, id_)
    count = len(army[next(k for k in army if k != "name")])
    for told in (text, json.dumps(army)):
        builder.open(ruleset)
        builder.read(told)
        expect(builder.rows).to_have_count(count)
        assert builder.army() == army
    builder.button("Export").click()
    with builder.page.expect_download() as download:
        builder.dialog.get_by_role("button", name="Download .json").click()
    assert download.value.suggested_filename.endswith("-mine.json")
    download.value.save_as(tmp_path / "mine.json")
    assert json.loads((tmp_path / "mine.json").read_text()) == army
    builder.open(ruleset)
    builder.button("Import").click()
    expect_accessible(builder.page)
    builder.dialog.get_by_label("or a file").set_input_files(tmp_path / "mine.json")
    expect(builder.dialog.get_by_label("Text or JSON")).not_to_have_value("")
    builder.dialog.get_by_role("button", name="Import", exact=True).click()
    expect(builder.rows).to_have_count(count)


def test_import_errors_name_their_lines_and_notes_stay(builder: BuilderPage, guard: Guard) -> None:
    guard.expect("422")
    builder.open("manymarios")
    builder.read("= Mixed\n\n\nDragon of the north")
    wrong = builder.dialog.get_by_role("alert")
    expect(wrong).to_contain_text("line 4")
    builder.dialog.get_by_role("button", name="line 4").click()
    text = builder.dialog.get_by_label("Text or JSON")
    marked = text.evaluate("(box) => box.value.slice(box.selectionStart, box.selectionEnd)")
    assert marked == "Dragon of the north"
    text.fill("Goomba\nHamer Bro")
    builder.dialog.get_by_role("button", name="Import", exact=True).click()
    expect(builder.names).to_have_text(["Goomba", "Hammer Bro"])
    note = "Imported 2 units. Line 2: 'Hamer Bro' was read as Hammer Bro"
    expect(builder.notes).to_contain_text(note)
    expect(builder.live).to_contain_text(note)
    builder.button("Undo: import an army").click()
    expect(builder.notes).to_have_count(0)
    builder.read("Goomba\nHamer Bro")
    expect(builder.notes).to_have_count(1)
    # What can be read is imported, and a note lists the rest instead of that on the last import.
    builder.read("= Mixed\nGoomba\n\nDragon of the north\nToad @ Parawings")
    expect(builder.names).to_have_text(["Goomba", "Toad"])
    left = "Imported 2 units. Not read: line 4: no unit 'Dragon of the north'"
    expect(builder.notes).to_contain_text(left)
    expect(builder.live).to_contain_text(left)
    expect(builder.notes).to_have_count(1)
    builder.button("Undo: import an army").click()
    expect(builder.notes).to_have_count(0)
    builder.read("Hamer Bro")
    builder.button("Dismiss").click()
    expect(builder.notes).to_have_count(0)


def test_chances_follow_the_army_and_the_opponent_may_be_pasted(builder: BuilderPage) -> None:
    builder.open("manymarios")
    builder.add("Goomba")
    builder.button("Paste one…").click()
    builder.dialog.get_by_label("Text or JSON").fill("= Twin\nGoomba")
    builder.dialog.get_by_role("button", name="Fight it").click()
    words, line = builder.sparring.locator(".method"), builder.sparring.locator(".odds-line")
    expect(words).to_have_text("exact")
    builder.add("Chain Chomp")
    expect(line.first).to_have_text("You 100%")
    builder.button("Swap sides").click()
    expect(builder.sparring).to_contain_text("Your army is the orange side.")
    expect(line.first).to_have_text("You 100%")


@pytest.mark.parametrize("name", [NAMES["image"], *further(*NAMES.values())])
def test_name_is_text_everywhere_in_the_editor(builder: BuilderPage, name: str) -> None:
    army = {"name": name, "lineup": [{"custom": {"name": name, "energy": 2}}]}
    builder.open("manymarios")
    builder.read(json.dumps(army))
    expect(builder.names).to_have_text([name])
    builder.choose(1)
    expect(builder.details.get_by_role("heading", level=2)).to_have_text(name)
    expect(builder.main(1)).to_have_accessible_name(f"1. {name}, AP 4, AE 2, DE 2, Damage 1")
    link, _ = builder.save_new()
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


def test_army_is_built_under_challenge_terms_and_sealed(shared_page: Page, server: Server) -> None:
    challenge = ChallengePage(shared_page, server.url).make(ap_limit="15")
    address = shared_page.url
    shared_page.get_by_role("link", name="Build one").click()
    builder = BuilderPage(shared_page, server.url).expect_checked()
    shared_page.get_by_text("Terms of the challenge").click()
    expect(builder.field("ap_limit").get_by_role("textbox")).to_be_disabled()
    builder.add("Toad")
    builder.add("Toad")
    # Twice 8 against 15
    expect(builder.meter("AP")).to_have_text("16 of 15 AP 1 over")
    builder.button("Seal this army").click()
    expect(shared_page.locator("#builder-live")).to_contain_text("Not sealed")
    expect(builder.dialog).to_have_count(0)
    builder.act(2, "remove")
    builder.expect_ready()
    builder.fight("sample:mushroom-patch")
    expect(builder.button("Fight")).to_be_hidden()
    # An unsealed army outlives a reload, at this address only.
    builder.reload()
    expect(builder.names).to_have_text(["Toad"])
    builder.button("Seal this army").click()
    builder.dialog.get_by_role("button", name="Not yet").click()
    expect(builder.dialog).to_have_count(0)
    builder.button("Seal this army").click()
    builder.dialog.get_by_role("button", name="Seal this army").click()
    expect(shared_page).to_have_url(address.split("#")[0])
    challenge.expect_sealed()


@pytest.mark.long
def test_army_changed_before_sealing_replaces_drafts(shared_page: Page, server: Server) -> None:
    challenge = ChallengePage(shared_page, server.url).make()
    address = shared_page.url
    shared_page.get_by_role("link", name="Build one").click()
    builder = BuilderPage(shared_page, server.url).expect_checked()
    builder.add("Toad")
    shared_page.goto(address)
    challenge.offer_text("Goomba")
    shared_page.get_by_role("button", name="Change it first").click()
    expect(builder.names).to_have_text(["Goomba"])
    builder.button("Undo: discard the draft").click()
    expect(builder.names).to_have_text(["Toad"])
