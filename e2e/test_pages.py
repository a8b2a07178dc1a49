"""Every page, opened once: rules of axe-core, names, headings, layout, words."""

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from e2e import pseudo
from e2e.aria import expect_sound
from e2e.axe import BOTH, expect_accessible
from e2e.cases import further
from e2e.conftest import NAVIGATION_MS
from e2e.controls import expect_none, unlike_their_label
from e2e.guard import Guard
from e2e.pages import BATTLES, MISFITS, PAGES, READ, expect_head, go, misfits
from e2e.played import sample_page
from e2e.pseudo import said_outside
from e2e.server import Server
from e2e.viewer_page import ViewerPage
from tests.present import OURS
from tests.repo.style_sheets import SHEETS, STAGE, is_on_stage, rules, sheet

ALL_AT_ONCE = ("landmark-unique", "heading-order")
"""Rules that the style page breaks by showing parts of many pages, in two themes."""
ALL_NAMES: Final = ("/credits", "/dice", "/fair", "/verdict")
"""Pages of names (people, programs, licences, files), which are not translated."""
SHORT: Final = {"coin", "dim", "landscape"}  # on a stage only briefly, or in one landscape
NOT_SHOWN: Final = """(names) => names.filter((name) =>
  !Array.from(frames).some(({ document, location }) => location.search.includes("theme=light")
    && document.getElementsByClassName(name).length))"""

SLOW: Final = "/quick/siege"
"""Its odds take seconds, so `make test` opens it in English only."""
ALIKE: Final = (
    *("/battles?unit=Gooba", "/best-order", "/best-armies", "/tournaments/people?ruleset=siege"),
    *("/odds?ruleset=manymarios", "/odds?ruleset=warlords"),
    *("/matchups?ruleset=siege", "/matchups?ruleset=warlords"),
    *("/challenge/new?ruleset=manymarios", "/challenge/new?ruleset=warlords"),
)
"""Variants of other pages, which only `make test-all` opens."""
LATER: Final = (SLOW, *ALIKE)
IN_PSEUDO_LANGUAGE: Final = [*(path for path in PAGES if path not in LATER), *further(*LATER)]
REST: Final = further(*(path for path in PAGES if path not in ("/", SLOW)))
IN_ENGLISH: Final = ["/", SLOW, *REST]
IN_GERMAN: Final = ["/", *further(SLOW), *REST]
"""Layout is tested in the pseudo-language, whose words are longer."""


@pytest.fixture(autouse=True)
def not_found(guard: Guard) -> None:
    guard.expect("404.*/nothing-here|status of 404")


@pytest.mark.parametrize("path", IN_ENGLISH)
def test_page_in_english(path: str, shared_page: Page, server: Server) -> None:
    go(shared_page, f"{server.url}{path}")
    expect_head(shared_page, "en")
    expect_sound(shared_page, lists=False)  # scripts fill some of them later
    assert unlike_their_label(shared_page) == []
    expect_accessible(shared_page)
    assert misfits(shared_page) == []


@pytest.mark.parametrize("path", IN_GERMAN)
def test_page_in_german(path: str, german_page: Page, server: Server) -> None:
    go(german_page, f"{server.url}{path}")
    expect_head(german_page, "de")
    assert unlike_their_label(german_page) == []
    assert misfits(german_page, [(360, 740), (390, 844)]) == []


@pytest.mark.long
@pytest.mark.parametrize("path", PAGES)
def test_whole_page_in_both_languages_and_themes(
    path: str, shared_page: Page, german_page: Page, server: Server
) -> None:
    go(shared_page, f"{server.url}{path}")
    expect_accessible(shared_page, BOTH)
    go(german_page, f"{server.url}{path}")
    expect_accessible(german_page)
    assert misfits(german_page) == []


def test_style_page(shared_page: Page, server: Server) -> None:
    """It shows either theme in the light already; its stages have whatever sheets say of one."""
    shared_page.goto(f"{server.url}/style")
    expect_accessible(shared_page, without=ALL_AT_ONCE)
    assert unlike_their_label(shared_page) == []
    sheets = [path for path in SHEETS if is_on_stage(path)]
    assert len(sheets) > len(STAGE)
    frames = shared_page.locator('iframe[src*="theme=light"]')
    expect(frames).to_have_count(len(OURS))
    for frame in frames.all():
        frame.scroll_into_view_if_needed()
        # All stages of this long page are drawn at the same time.
        figure = frame.content_frame.locator(".unit .figure").first
        expect(figure).to_be_visible(timeout=NAVIGATION_MS)
    styled = {name for path in sheets for rule in rules(sheet(path)) for name in rule.own_classes()}
    expect_none(shared_page, NOT_SHOWN, sorted(styled - SHORT))


@pytest.mark.long
def test_whole_style_page(shared_page: Page, german_page: Page, server: Server) -> None:
    shared_page.goto(f"{server.url}/style")
    expect_accessible(shared_page, ["light"], ALL_AT_ONCE)
    german_page.goto(f"{server.url}/style")
    expect_accessible(german_page, without=ALL_AT_ONCE)
    assert unlike_their_label(german_page) == []


@pytest.fixture
def still(shared_page: Page, server: Server) -> ViewerPage:
    return ViewerPage(shared_page, server.url)


@pytest.mark.long
@pytest.mark.parametrize(("sample", "ruleset"), BATTLES, ids=[id_ for _, id_ in BATTLES])
def test_whole_battle_in_both_languages_and_themes(
    sample: str, ruleset: str, still: ViewerPage, german_page: Page
) -> None:
    """In its middle, and at its end with all that is shown then."""
    for viewer, language in ((still, "en"), (ViewerPage(german_page, still.url), "de")):
        viewer.open(sample_page(sample, ruleset), at=12)
        expect_head(viewer.page, language)
        expect_accessible(viewer.page, BOTH)
        assert unlike_their_label(viewer.page) == []
        viewer.press("End")
        expect(viewer.page.locator(".ending-panel")).to_be_visible()
        expect_accessible(viewer.page, BOTH)


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
    """A page in the pseudo-language."""
    page = share_page(locale=pseudo.CODE)

    def answer(route: Route) -> None:
        route.fulfill(body=pseudo.script(), content_type="text/javascript")

    page.route("**/text-pseudo.js", answer)
    return page


def expect_whole(page: Page, *, names: bool = False) -> None:
    """All text but for names comes from the catalog; there is room for words 40 % longer."""
    expect(page.locator("html")).to_have_attribute("lang", pseudo.CODE)
    assert names or said_outside(page.evaluate(READ)) == []
    expect_accessible(page)
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
        <div style="width:500px">wide</div><p class="lead">A line of many words<br>ends</p>"""
    )
    found = " ".join(shared_page.evaluate(MISFITS))
    assert "leaves its box: Much too long" in found
    assert "overlap: one / two" in found
    assert "page 5" in found
    assert "orphaned last line: A line of many wordsends" in found


@pytest.mark.parametrize("path", IN_PSEUDO_LANGUAGE)
def test_page_in_pseudo_language(path: str, reader: Page, pseudo_server: Server) -> None:
    go(reader, f"{pseudo_server.url}{path}")
    expect_sound(reader, lists=False, frame=False)  # scripts fill some of them later
    # "AE" on a unit is no sentence of its own; in its label it is part of one.
    assert [one for one in unlike_their_label(reader) if one[-4:] not in (": AE", ": DE")] == []
    expect_whole(reader, names=path in ALL_NAMES)


@pytest.mark.parametrize(("sample", "id_"), BATTLES)
def test_battle_pseudolocalised(sample: str, id_: str, reader: Page, pseudo_server: Server) -> None:
    go(reader, f"{pseudo_server.url}/b/{sample_page(sample, id_)}?spoilers=1#at=12")
    expect(reader.locator("#watch")).to_have_attribute("data-landed", "13")
    expect_whole(reader)
    reader.keyboard.press("End")
    expect(reader.locator(".ending-panel")).to_be_visible()
    expect_accessible(reader)


def test_challenge_and_match_in_pseudo_language(reader: Page, pseudo_server: Server) -> None:
    go(reader, f"{pseudo_server.url}/")
    reader.locator('button[formaction*="/challenge/bot/"]').first.click()
    expect(reader.locator("#match")).to_have_attribute("data-connected", "true")
    expect_whole(reader)
    reader.goto(f"{pseudo_server.url}/challenge/new?ruleset=warlords")
    reader.locator("main form.panel .form-foot button").click()
    expect(reader.locator("#standing")).to_be_visible()
    expect_whole(reader)
