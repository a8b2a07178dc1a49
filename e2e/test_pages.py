"""Every page, opened once in each language: rules of axe-core, names, headings, layout, words."""

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from e2e import pseudo
from e2e.aria import expect_sound
from e2e.axe import BOTH, expect_accessible
from e2e.cases import further
from e2e.controls import unlike_their_label
from e2e.guard import Guard
from e2e.pages import BATTLES, MISFITS, PAGES, READ, expect_head, go, misfits
from e2e.played import sample_page
from e2e.pseudo import said_outside
from e2e.server import Server
from e2e.viewer_page import ViewerPage

ALL_AT_ONCE = ("landmark-unique", "heading-order")
"""What the style page cannot keep to, which shows parts of many pages, and each in two themes."""
ALL_NAMES: Final = ("/credits", "/dice", "/fair", "/verdict")
"""Names of people, programs and licences, and files, which are not translated."""


SLOW: Final = "/quick/siege"
"""Its chances take seconds of the server: seen in English alone by `make test`."""
IN_PSEUDO_LANGUAGE: Final = [*(path for path in PAGES if path != SLOW), *further(SLOW)]
FIRST: Final = ("/", "/rules", "/quick/warlords", "/odds?ruleset=manymarios", "/build/siege")
IN_GERMAN: Final = [*FIRST, *further(*(path for path in PAGES if path not in FIRST))]
"""What German shares with the pseudo-language, whose words are longer, is seen there."""


@pytest.fixture(autouse=True)
def not_found(guard: Guard) -> None:
    guard.expect("404.*/nothing-here|status of 404")


@pytest.mark.parametrize("path", PAGES)
def test_page_in_english(path: str, shared_page: Page, server: Server) -> None:
    go(shared_page, f"{server.url}{path}")
    expect_head(shared_page, "en")
    expect_sound(shared_page, lists=False)  # scripts fill some of them later
    assert unlike_their_label(shared_page) == []
    expect_accessible(shared_page)
    assert misfits(shared_page) == []


@pytest.mark.parametrize("path", IN_GERMAN)
def test_page_in_german(path: str, shared_page: Page, german_server: Server) -> None:
    go(shared_page, f"{german_server.url}{path}")
    expect_head(shared_page, "de")
    assert unlike_their_label(shared_page) == []
    assert misfits(shared_page, [(360, 740)]) == []


@pytest.mark.long
@pytest.mark.parametrize("path", PAGES)
def test_whole_page_in_both_languages_and_themes(
    path: str, shared_page: Page, server: Server, german_server: Server
) -> None:
    go(shared_page, f"{server.url}{path}")
    expect_accessible(shared_page, BOTH)
    go(shared_page, f"{german_server.url}{path}")
    expect_accessible(shared_page)
    assert misfits(shared_page) == []


def test_style_page(shared_page: Page, server: Server) -> None:
    """It shows either theme in the light already; its stages are asked about as battles."""
    shared_page.goto(f"{server.url}/style")
    expect_accessible(shared_page, without=ALL_AT_ONCE)
    assert unlike_their_label(shared_page) == []


@pytest.mark.long
def test_whole_style_page(shared_page: Page, server: Server, german_server: Server) -> None:
    shared_page.goto(f"{server.url}/style")
    expect_accessible(shared_page, ["light"], ALL_AT_ONCE)
    shared_page.goto(f"{german_server.url}/style")
    expect_accessible(shared_page, without=ALL_AT_ONCE)
    assert unlike_their_label(shared_page) == []


@pytest.fixture
def still(shared_page: Page, server: Server) -> ViewerPage:
    return ViewerPage(shared_page, server.url)


@pytest.mark.parametrize(("sample", "ruleset"), BATTLES, ids=[id_ for _, id_ in BATTLES])
def test_battle_in_english_and_german(
    sample: str, ruleset: str, still: ViewerPage, german_server: Server
) -> None:
    """In its middle, and at its end with all that is shown then."""
    still.open(sample_page(sample, ruleset), at=12)
    expect_head(still.page, "en")
    expect_accessible(still.page)
    assert unlike_their_label(still.page) == []
    still.press("End")
    expect(still.page.locator(".ending-panel")).to_be_visible()
    expect_accessible(still.page)
    german = ViewerPage(still.page, german_server.url)
    german.open(sample_page(sample, ruleset), at=12)
    expect_accessible(german.page)
    assert unlike_their_label(german.page) == []


@pytest.mark.long
@pytest.mark.parametrize(("sample", "ruleset"), BATTLES, ids=[id_ for _, id_ in BATTLES])
def test_whole_battle_is_accessible(sample: str, ruleset: str, still: ViewerPage) -> None:
    still.open(sample_page(sample, ruleset), at=0)
    for key in (None, "End"):
        if key:
            still.press(key)
            expect(still.page.locator(".ending-panel")).to_be_visible()
        expect_accessible(still.page, BOTH)


def test_battle_in_a_frame_is_accessible(shared_page: Page, server: Server) -> None:
    shared_page.goto(f"{server.url}/embed/{sample_page('first-steps')}")
    expect(shared_page.locator(".lineup-scene")).to_be_visible()
    expect_accessible(shared_page)


def test_skip_link_leads_into_the_content(still: ViewerPage) -> None:
    still.page.goto(f"{still.url}/b/{sample_page('first-steps')}")
    still.press("Tab")
    skip = still.page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    skip.press("Enter")
    still.press("Tab")
    expect(still.page.locator("main :focus")).to_have_count(1)


@pytest.fixture(scope="module")
def pseudo_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("translations")
    pseudo.write(folder)
    server = Server(
        tmp_path_factory.mktemp("pseudo"),
        languages=(pseudo.CODE, "en"),
        program=["-m", "e2e.pseudo_serve", str(folder)],
    )
    server.start()
    yield server
    server.stop()


@pytest.fixture
def reader(share_page: Callable[..., Page]) -> Page:
    """A page of somebody who reads the pseudo-language."""
    page = share_page(locale=pseudo.CODE)

    def answer(route: Route) -> None:
        route.fulfill(body=pseudo.script(), content_type="text/javascript")

    page.route("**/text-pseudo.js", answer)
    return page


def expect_translated(page: Page) -> None:
    """All text comes from the catalog, and there is room for words that are 40 % longer."""
    expect(page.locator("html")).to_have_attribute("lang", pseudo.CODE)
    assert said_outside(page.evaluate(READ)) == []
    assert misfits(page) == []


def test_text_without_the_catalog_is_found() -> None:
    assert said_outside([pseudo.pseudo("{name} wins").format(name="Ann"), "5 %", "⟦Líke⟧"]) == []
    assert said_outside(["Look", pseudo.pseudo("{name} wins").format(name="nobody")]) == [
        "Look",
        "nobody⟦ wíns⟧",
    ]


def test_misfits_are_found(shared_page: Page) -> None:
    shared_page.set_viewport_size({"width": 360, "height": 740})
    shared_page.set_content(
        """<button style="width:40px;white-space:nowrap">Much too long</button>
        <p style="height:10px;line-height:20px;margin:0">one</p><p style="margin:0">two</p>
        <div style="width:500px">wide</div>"""
    )
    found = " ".join(shared_page.evaluate(MISFITS))
    assert "leaves its box: Much too long" in found
    assert "overlap: one / two" in found
    assert "page 5" in found


@pytest.mark.parametrize("path", IN_PSEUDO_LANGUAGE)
def test_page_in_pseudo_language(path: str, reader: Page, pseudo_server: Server) -> None:
    go(reader, f"{pseudo_server.url}{path}")
    if path in ALL_NAMES:
        assert misfits(reader) == []
    else:
        expect_translated(reader)


@pytest.mark.parametrize(("sample", "id_"), BATTLES)
def test_battle_in_pseudo_language(
    sample: str, id_: str, reader: Page, pseudo_server: Server
) -> None:
    go(reader, f"{pseudo_server.url}/b/{sample_page(sample, id_)}?spoilers=1#at=12")
    expect(reader.locator("#watch")).to_have_attribute("data-landed", "13")
    expect_translated(reader)


def test_challenge_and_match_in_pseudo_language(reader: Page, pseudo_server: Server) -> None:
    go(reader, f"{pseudo_server.url}/")
    reader.locator("form.spar button").first.click()
    expect(reader.locator("#match")).to_have_attribute("data-connected", "true")
    expect_translated(reader)
    reader.goto(f"{pseudo_server.url}/challenge/new?ruleset=warlords")
    reader.locator("main form.panel .form-foot button").click()
    expect(reader.locator("#standing")).to_be_visible()
    expect_translated(reader)
