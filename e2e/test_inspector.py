"""The card of a unit: under the pointer, under the focus, kept open by a click."""

from typing import Any

import pytest
from playwright.sync_api import expect

import engine
from e2e.played import Played, sample_page
from e2e.viewer_page import ViewerPage, sum_of

SAMPLE = "bombs-away"  # with equipment, combat items, a building unit and two combat buildings
CATALOG = engine.rulesets()["manymarios"].catalog()


@pytest.fixture(scope="module")
def played() -> Played:
    return Played.sample(SAMPLE)


@pytest.fixture
def opened(viewer: ViewerPage, played: Played) -> ViewerPage:
    """The battle, paused right after its first blow."""
    return viewer.open(sample_page(SAMPLE), at=played.seqs("unit_struck")[0])


def source_name(source: str) -> str:
    own = {"energy": "energy", "own": "own"}
    entries = {**CATALOG["entries"], **CATALOG["abilities"]}
    return own[source] if source in own else str(entries[source]["name"])


def test_card_says_what_the_engine_says_of_every_unit(opened: ViewerPage, played: Played) -> None:
    state = played.snapshots[opened.landed()]
    for id_, card in played.cards.items():
        opened.unit(id_).focus()
        expect(opened.inspector.locator("h2")).to_have_text(f"{card.name}{id_}")
        rows = opened.facts()
        for label, full, parts in (("AE", card.ae, card.ae_parts), ("DE", card.de, card.de_parts)):
            value, detail = rows[label]
            assert value == f"{state['units'][id_][label.lower()]} of {full}"
            assert sum_of(detail) == full
            for part in parts:
                assert source_name(part.source) in detail
        assert sum_of(rows["Damage"][0]) == 1 + sum(part.amount for part in card.damage_parts)
        assert rows["Cost"][0] == f"{card.ap} AP"
        notes = opened.inspector.locator("dl.notes")
        for name in (*card.abilities, *card.equipment, *card.combat_items):
            expect(notes).to_contain_text(source_name(name))


def test_card_follows_the_pointer(opened: ViewerPage, played: Played) -> None:
    expect(opened.inspector).to_be_hidden()
    opened.unit("a1").hover()
    expect(opened.inspector).to_contain_text(played.cards["a1"].name)
    opened.unit("b1").hover()
    expect(opened.inspector).to_contain_text(played.cards["b1"].name)
    opened.page.mouse.move(5, 5)
    expect(opened.inspector).to_be_hidden()


def test_click_keeps_the_card_open_until_it_is_closed(opened: ViewerPage, played: Played) -> None:
    opened.unit("b1").click()
    opened.page.mouse.move(5, 5)
    expect(opened.inspector).to_contain_text(played.cards["b1"].name)
    opened.inspector.get_by_role("button", name="Close").click()
    opened.page.mouse.move(5, 5)  # a unit may have stood below the button
    expect(opened.inspector).to_be_hidden()


@pytest.mark.parametrize("key", ["Enter", "Escape"])
def test_a_card_that_is_closed_leaves_the_focus_to_its_unit(opened: ViewerPage, key: str) -> None:
    unit = opened.unit("b1")
    unit.focus()
    unit.press("Enter")
    opened.inspector.get_by_role("button", name="Close").focus()
    opened.press(key)
    expect(opened.inspector).to_be_hidden()
    expect(unit).to_be_focused()


def test_a_card_of_a_unit_that_has_fallen_leaves_the_focus_on_the_page(
    viewer: ViewerPage, played: Played
) -> None:
    fallen = played.seqs("unit_defeated")[0]
    page = viewer.open(sample_page(SAMPLE), at=played.seqs("unit_struck")[0])
    page.unit(played.events[fallen].unit).click()
    page.inspector.get_by_role("button", name="Close").focus()
    page.press("End")
    page.press("Escape")
    expect(page.inspector).to_be_hidden()
    assert page.page.evaluate("document.activeElement !== document.body")


def test_second_click_and_escape_close_the_card(opened: ViewerPage) -> None:
    opened.unit("a1").click()
    opened.page.mouse.move(5, 5)
    expect(opened.inspector).to_be_visible()
    opened.press("Escape")
    expect(opened.inspector).to_be_hidden()
    for visible in (True, False):
        opened.unit("a1").click()
        opened.page.mouse.move(5, 5)
        expect(opened.inspector).to_be_visible(visible=visible)


def test_open_card_is_in_step_with_the_battle(opened: ViewerPage, played: Played) -> None:
    first, *_, last = played.seqs("unit_struck", "bomb_dropped", "shot_fired")
    target = played.events[first].target
    opened.unit(target).click()
    for seq in (last, first):
        opened.seek_event(seq)
        now: dict[str, Any] = played.snapshots[seq + 1]["units"][target]
        row = opened.inspector.locator(
            "xpath=.//dt[normalize-space()='DE']/following-sibling::dd[1]"
        )
        expect(row).to_contain_text(f"{now['de']} of {played.cards[target].de}")
