"""Terms explain themselves where they stand: to whoever points at them, reaches them or taps."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.axe import expect_accessible
from e2e.builder_page import BuilderPage
from e2e.cases import further
from e2e.conftest import OpenContext
from e2e.pages import AT_REST
from e2e.played import sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage
from tests.present import OURS
from webapp.base import games, samples

PHONE = {"width": 360, "height": 740}
TOLD = ".term-told:popover-open"
INSIDE = """(card) => {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""
BARE = """() => [...document.querySelectorAll(".army-size, .order-army")]
  .filter((size) => size.checkVisibility() && / AP$/.test(size.textContent.trim()))
  .filter((size) => !size.querySelector('[popovertarget$="-ap"], [data-told$="-ap"]'))
  .map((size) => size.outerHTML)"""
"""Army sizes that explain their unit neither by a button nor, in a control, by a word."""
UNMARKED = """([words, labels]) => [...document.querySelectorAll(labels)]
  .filter((label) => label.checkVisibility() && !label.querySelector(".term"))
  .filter((label) => !label.closest("label, button, .field-head:has(.term), .labelled:has(.term)"))
  .filter((label) => words.includes(label.textContent.trim().toLowerCase()))
  .map((label) => label.outerHTML)"""
SOME = 3  # abilities to try; the others are explained the same way
LABELS = (
    "dt, th[scope=col], .stat-label, .stat small, .meter, legend, .badge, .builder-field .label"
)
"""Elements that hold only a label, on any page."""


def words_of(id_: str) -> dict[str, str]:
    """What a game itself explains: the sentence by the id of the term."""
    slug = {word: re.sub(r"\W+", "-", word.lower()) for word in games.game(id_).glossary}
    return {f"term-{id_}-{slug[word]}": text for word, text in games.game(id_).glossary.items()}


def build_own(page: Page, server: Server, id_: str) -> None:
    """The editor with the fields of all kinds of units, one after the other."""
    builder = BuilderPage(page, server.url)
    builder.open(id_, f"sample:{next(iter(samples.load(games.game(id_)).armies))}")
    if games.game(id_).builder.form.fixed is None:
        builder.choose(1)


def build_vampires(page: Page, server: Server, id_: str) -> None:
    """An army that shares a Life Drain."""
    BuilderPage(page, server.url).open(id_, "sample:night-court")


def build_custom(page: Page, server: Server, id_: str) -> None:
    builder = BuilderPage(page, server.url)
    builder.open(id_)
    builder.add("Unit of your own")


def build_hero(page: Page, server: Server, id_: str) -> None:
    builder = BuilderPage(page, server.url)
    builder.open(id_)
    builder.entries.locator(".entry-name").last.wait_for()
    builder.search.fill("hero")
    before = builder.rows.count()
    builder.entries.first.click()
    expect(builder.rows).to_have_count(before + 1)
    # The server says what the hero's level brings.
    expect(page.get_by_text("ability points").first).to_be_visible()
    page.mouse.move(0, 0)  # the shelf's card goes


def at(path: str) -> Callable[[Page, Server, str], None]:
    def go(page: Page, server: Server, id_: str) -> None:
        page.goto(f"{server.url}{path}{id_}")

    return go


def show_two(of: str) -> Callable[[Page, Server, str], None]:
    """Two armies as cards, above the form that offers all."""

    def go(page: Page, server: Server, id_: str) -> None:
        a, b = list(samples.load(games.game(id_)).armies)[:2]
        page.goto(f"{server.url}/{of}?ruleset={id_}&army_a={a}&army_b={b}")

    return go


def show_army(page: Page, server: Server, id_: str) -> None:
    """An army with heroes, on its own page."""
    army = samples.load(games.game(id_)).armies["night-court"].army
    saved = page.request.post(
        f"{server.url}/api/v1/armies", data={"ruleset": id_, "army": army}
    ).json()
    page.goto(f"{server.url}/a/{saved['id']}")


PAGES = [*map(at, ("/rules/", "/quick/", "/odds?ruleset=", "/challenge/new?ruleset="))]
PLACES: dict[str, list[Callable[[Page, Server, str], None]]] = {
    id_: [
        *PAGES,
        build_own,
        *([build_custom] if id_ != "siege" else []),
        *([build_hero, build_vampires, show_army] if id_ == "warlords" else []),
        *([at("/puzzle/2026-11-01?")] if games.game(id_).puzzles else []),
        *([show_two("best-order"), show_two("best-armies")] if id_ == "manymarios" else []),
        at("/matchups?ruleset="),
    ]
    for id_ in OURS
}


def first_of_each(page: Page) -> Iterator[tuple[str, Locator]]:
    """A term of each kind that can be seen on a page, by the id of what explains it."""
    page.wait_for_function(AT_REST)
    terms = page.locator(".term:visible")
    ids: list[str] = terms.evaluate_all(
        "(all) => all.map((one) => one.getAttribute('popovertarget'))"
    )
    for id_ in dict.fromkeys(ids):
        yield id_, page.locator(f'.term[popovertarget="{id_}"]:visible').first


def expect_told(page: Page, id_: str) -> None:
    """Expect exactly this explanation, in a readable place."""
    card = page.locator(TOLD)
    expect(card).to_have_count(1)
    expect(card).to_have_id(id_)
    expect(card).to_have_class(re.compile("placed"))
    assert card.evaluate(INSIDE), f"{id_} leaves the window"


def expect_nothing_told(page: Page) -> None:
    expect(page.locator(TOLD)).to_have_count(0)


@pytest.mark.parametrize("id_", [OURS[0], *further(*OURS[1:])])
def test_every_term_is_explained_in_place(id_: str, shared_page: Page, server: Server) -> None:
    """By pointing at it and by reaching it."""
    page = shared_page
    wanted, met = words_of(id_), set()
    for go in PLACES[id_]:
        go(page, server, id_)
        for term, word in first_of_each(page):
            if term in met or (term not in wanted and len(met - set(wanted)) >= SOME):
                continue
            met.add(term)
            word.hover()
            expect_told(page, term)
            if term in wanted:
                expect(page.locator(TOLD)).to_contain_text(wanted[term])
            page.keyboard.press("Escape")
            expect_nothing_told(page)
            page.mouse.move(0, 0)
            word.focus()
            expect_told(page, term)
            expect(word).to_have_accessible_description(re.compile(r"\w{3}"))
            page.keyboard.press("Escape")
            expect_nothing_told(page)
            expect(word).to_be_focused()
        words = sorted(map(str.lower, games.game(id_).glossary))
        assert page.evaluate(UNMARKED, [words, LABELS]) == []
        assert page.evaluate(BARE) == []
    assert set(wanted) <= met, "a term that a game names stands nowhere"


@pytest.mark.long
def test_every_term_is_explained_by_a_tap(open_context: OpenContext, server: Server) -> None:
    phone = open_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    wanted, tapped = words_of(OURS[0]), set()
    for go in (*PAGES, build_own):
        go(phone, server, OURS[0])
        for term, word in first_of_each(phone):
            if term in tapped or term not in wanted:
                continue
            tapped.add(term)
            word.tap()
            expect_told(phone, term)
            word.tap()
            expect_nothing_told(phone)
    assert tapped


def test_pointing_elsewhere_ends_an_explanation_clicks_keep_it(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/rules/manymarios")
    word = page.locator("th .term", has_text=re.compile("^AE$")).first
    word.hover()
    expect_told(page, "term-manymarios-ae")
    page.locator(TOLD).hover()  # what can be read can be pointed at
    expect_told(page, "term-manymarios-ae")
    page.locator("h2").first.hover()
    expect_nothing_told(page)
    word.click()
    page.locator("h2").first.hover()
    expect_told(page, "term-manymarios-ae")
    expect_accessible(page)
    page.locator("h2").first.click()
    expect_nothing_told(page)


def test_an_army_to_choose_explains_its_size_and_is_chosen(page: Page, server: Server) -> None:
    """Within a control the word is no button: pointing explains it, a press is the control's."""
    page.goto(f"{server.url}/quick/manymarios")
    army = page.locator('.army:has([name="army_a"][value="sample:boo-choir"])')
    expect(army.locator("input")).not_to_be_checked()
    army.locator("[data-told]").hover()
    expect_told(page, "term-manymarios-ap")
    army.locator("[data-told]").click()
    expect(army.locator("input")).to_be_checked()
    page.locator("h1").hover()
    expect_nothing_told(page)


def test_a_units_card_explains_its_values(viewer: ViewerPage) -> None:
    """What explains them comes at the first sign of a hand; Escape closes one thing at a time."""
    asked: list[Any] = []
    viewer.page.on("request", lambda request: asked.append(request.url))
    viewer.open(sample_page("first-steps"), at=5)
    assert not [url for url in asked if "glossary" in url]
    viewer.unit("a1").focus()
    viewer.press("Enter")
    expect(viewer.inspector).to_have_class(re.compile("pinned"))
    word = viewer.inspector.locator("dt .term", has_text=re.compile("^AE$"))
    word.focus()
    expect_told(viewer.page, "term-manymarios-ae")
    viewer.press(".")  # the card is drawn anew, and nobody loses the focus
    viewer.expect_landed(7)
    expect(word).to_be_focused()
    expect_told(viewer.page, "term-manymarios-ae")
    viewer.press("Escape")
    expect_nothing_told(viewer.page)
    expect(viewer.inspector).to_be_visible()
    viewer.press("Escape")
    expect(viewer.inspector).to_be_hidden()


def test_a_tap_explains_without_scripts(open_context: OpenContext, server: Server) -> None:
    page = open_context(java_script_enabled=False, viewport=PHONE, has_touch=True).new_page()
    page.goto(f"{server.url}/rules/manymarios")
    page.locator("th .term").first.tap()
    expect(page.locator(TOLD)).to_be_visible()


def test_escape_is_not_kept_from_who_went_on(page: Page, server: Server) -> None:
    """However soon after leaving an explained word it comes: before timers had their turn."""
    builder = BuilderPage(page, server.url)
    builder.open("warlords", "sample:night-court")
    builder.choose(1)
    terms = builder.details.locator(".term").evaluate_all(
        "(all) => all.map((one) => [one.getAttribute('popovertarget'), one.tabIndex])"
    )
    stops = [id_ for id_, tab in terms if tab == 0]
    assert stops == list(dict.fromkeys(id_ for id_, _ in terms)), "each word is one tab stop"
    page.keyboard.press("Enter")
    page.locator(".builder-field:has(.term-mark) input").first.focus()
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".term-mark:focus")).to_have_count(1)
    expect(page.locator(TOLD)).to_have_count(1)
    page.evaluate("""() => {
      const field = document.querySelector(".term-mark:focus").closest(".builder-field");
      const input = field.querySelector("input");
      input.focus();
      const how = { key: "Escape", bubbles: true, cancelable: true };
      input.dispatchEvent(new KeyboardEvent("keydown", how));
    }""")
    expect(builder.main(1)).to_be_focused()
