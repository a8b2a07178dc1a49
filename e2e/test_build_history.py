"""Nothing is lost: undo and redo, the draft in the browser, a lost connection, two tabs at once."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.builder_page import BuilderPage
from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.server import Server

PATCH = "sample:mushroom-patch"


@pytest.fixture
def builder(page: Page, server: Server) -> BuilderPage:
    return BuilderPage(page, server.url)


def test_every_step_is_taken_back_and_done_again(builder: BuilderPage) -> None:
    builder.open("manymarios", PATCH)
    moments: list[dict[str, Any]] = [builder.army()]
    builder.add("Boo")
    moments.append(builder.army())
    builder.pick("equipment", "Parawings")
    moments.append(builder.army())
    builder.act(3, "up")
    moments.append(builder.army())
    builder.act(1, "remove")
    moments.append(builder.army())
    builder.button("Random").click()
    expect(builder.live).to_contain_text("A random army")
    moments.append(builder.army())
    for moment in reversed(moments[:-1]):
        builder.page.locator("body").press("ControlOrMeta+z")
        assert builder.army() == moment
    expect(builder.page.locator('.bar-tools [data-act="undo"]')).to_have_attribute(
        "aria-disabled", "true"
    )
    for moment in moments[1:-1]:
        builder.page.locator("body").press("ControlOrMeta+y")
        assert builder.army() == moment
    builder.page.locator("body").press("ControlOrMeta+Shift+z")
    assert builder.army() == moments[-1]


def test_typing_is_undone_in_one(builder: BuilderPage) -> None:
    builder.open("manymarios", PATCH)
    name = builder.field("name").get_by_role("textbox")
    before = name.input_value()
    name.press("End")
    name.press_sequentially(" of doom")
    expect(name).to_have_value(f"{before} of doom")
    name.press("ControlOrMeta+z")
    expect(name).to_have_value(before)
    expect(builder.live).to_contain_text("Undone: change name of the army")


def test_draft_outlives_a_reload_and_can_be_discarded(builder: BuilderPage) -> None:
    builder.open("warlords", "sample:lone-dragon")
    before = builder.army()
    builder.add("Imps")
    builder.choose(1)
    builder.field("blessed").get_by_role("switch").click()
    edited = builder.army()
    builder.reload()
    assert builder.army() == edited
    expect(builder.notes).to_contain_text("Draft restored")
    builder.button("discard it").click()
    expect(builder.root).to_be_focused()
    assert builder.army() == before
    builder.reload()
    assert builder.army() == before
    expect(builder.notes).to_have_count(0)


def test_drafts_of_different_places_are_apart(builder: BuilderPage) -> None:
    builder.open("manymarios")
    builder.add("Toad")
    builder.open("manymarios", PATCH)
    expect(builder.names).not_to_have_text(["Toad"])
    builder.open("warlords")
    expect(builder.rows).to_have_count(0)
    builder.go("/build/manymarios?army=Boo")
    expect(builder.names).to_have_text(["Boo"])
    builder.add("Goomba")
    builder.open("manymarios")
    expect(builder.names).to_have_text(["Toad"])


def test_editing_goes_on_without_a_connection(builder: BuilderPage, guard: Guard) -> None:
    guard.expect("ERR_INTERNET_DISCONNECTED")
    builder.open("manymarios", PATCH)
    builder.page.context.set_offline(True)
    builder.add("Boo")
    expect(builder.notes).to_contain_text("No connection")
    # Two Goombas or so have been counted, and nobody knows what the Boo adds.
    expect(builder.page.locator(".meters")).to_contain_text("unknown without a connection")
    expect(builder.page.locator(".meters")).not_to_contain_text("AP")
    builder.button("Save the army").click()
    expect(builder.notes.last).to_contain_text("not saved, but kept in this browser")
    army = builder.army()
    builder.page.context.set_offline(False)
    builder.expect_ready()
    expect(builder.page.locator(".offline")).to_be_hidden()
    expect(builder.page.locator(".meters")).to_contain_text("22 AP")
    link, _ = builder.save_new()
    assert builder.saved(link) == army


def test_saved_army_is_changed_by_its_edit_link_only(
    builder: BuilderPage, open_context: OpenContext, server: Server
) -> None:
    builder.open("manymarios", PATCH)
    link, edit = builder.save_new()
    builder.add("Boo")
    builder.button("Save the changes").click()
    expect(builder.live).to_contain_text("Saved.")
    assert builder.saved(link)["lineup"][-1] == {"unit": "boo"}
    # Somebody else with the edit link goes on from there; with the link alone it is only looked at
    other = BuilderPage(open_context().new_page(), server.url).go(edit)
    expect(other.names.last).to_have_text("Boo")
    other.page.goto(link)
    expect(other.page.get_by_role("link", name="Change it")).to_have_count(0)
    other.page.get_by_role("link", name="Fork it").click()
    other.expect_checked()
    other.add("Toad")
    forked, _ = other.save_new()
    assert forked != link
    assert len(builder.saved(link)["lineup"]) == len(builder.saved(forked)["lineup"]) - 1


@pytest.mark.parametrize("choice", ["Save mine over it", "Go on from the other", "as a new army"])
def test_change_in_another_tab_costs_nobody_anything(
    builder: BuilderPage, guard: Guard, choice: str
) -> None:
    guard.expect("409")
    builder.open("manymarios", PATCH)
    link, edit = builder.save_new()
    other = BuilderPage(builder.page.context.new_page(), builder.url).go(edit)
    other.add("Boo")
    other.button("Save the changes").click()
    expect(other.live).to_contain_text("Saved.")
    theirs = other.army()
    builder.add("Toad")
    mine = builder.army()
    builder.button("Save the changes").click()
    builder.dialog.get_by_role("button", name=re.compile(choice)).click()
    if choice == "Save mine over it":
        expect(builder.live).to_contain_text("Saved.")
        assert builder.saved(link) == mine
    elif choice == "Go on from the other":
        expect(builder.names.last).to_have_text("Boo")
        assert builder.army() == theirs
        builder.page.locator("body").press("ControlOrMeta+z")
        assert builder.army() == mine
    else:
        new = builder.dialog.get_by_label("Link", exact=True).input_value()
        assert builder.saved(new) == mine
        assert builder.saved(link) == theirs
