"""Every page, in the states that people meet it in, breaks no rule of axe-core.

Every control is called as it reads, too.
"""

import re
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from e2e.axe import expect_accessible
from e2e.builder_page import BuilderPage
from e2e.challenge_page import ChallengePage
from e2e.conftest import OpenContext
from e2e.controls import unlike_their_label
from e2e.guard import Guard
from e2e.match_page import MatchPage, begin
from e2e.played import sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage
from tests.present import OURS
from webapp import games
from webapp.battles import samples

PAGES = [
    *("/", "/rules", "/battles", "/battles?q=nobody", "/quick", "/quick/file", "/odds", "/build"),
    *("/best-order", "/best-order?ruleset=warlords&army_a=dragon-raid&army_b=silver-order"),
    *("/best-armies", "/best-armies?ruleset=warlords&army_a=dragon-raid&army_b=silver-order"),
    "/best-armies?ruleset=siege&army_a=spearhead&army_b=long-wall",
    *("/matchups", "/matchups?ruleset=siege", "/matchups?ruleset=warlords", "/tournaments", "/tv"),
    *("/tournaments/people", "/tournaments/people?ruleset=siege"),
    "/puzzle/2026-11-01",
    *("/challenge/new", "/armies", "/dice", "/api", "/credits", "/fair", "/verdict", "/style"),
    *(
        f"{page}{id_}"
        for page in ("/rules/", "/quick/", "/odds?ruleset=", "/build/", "/challenge/new?ruleset=")
        for id_ in OURS
    ),
]

STAGES = [
    ("first-steps", "manymarios"),
    ("rats-at-the-gates", "warlords"),
    ("ram-and-warden", "siege"),
]


ALL_AT_ONCE = ("landmark-unique", "heading-order")
"""What the style page cannot keep to, which shows parts of many pages, and each in two themes."""


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_for_everybody(
    path: str, page: Page, server: Server, german_server: Server
) -> None:
    is_style = path == "/style"
    # Its stages stand in frames that are loaded late, and are asked about as pages of their own.
    at_rest: Literal["load", "networkidle"] = "load" if is_style else "networkidle"
    page.goto(f"{server.url}{path}")
    page.wait_for_load_state(at_rest)
    without = ALL_AT_ONCE if is_style else ()
    # The style page shows either theme in the light already, and takes axe a minute.
    expect_accessible(page, ["light"] if is_style else ["light", "dark"], without)
    assert unlike_their_label(page) == []
    page.goto(f"{german_server.url}{path}")
    page.wait_for_load_state(at_rest)
    expect_accessible(page, ["words"], without)
    assert unlike_their_label(page) == []


def test_a_page_that_is_not_there_is_for_everybody(
    page: Page, server: Server, guard: Guard
) -> None:
    guard.expect("404")
    page.goto(f"{server.url}/nowhere")
    expect_accessible(page)


@pytest.mark.parametrize(("sample", "ruleset"), STAGES, ids=[id_ for _, id_ in STAGES])
def test_a_battle_is_for_everybody(
    sample: str, ruleset: str, viewer: ViewerPage, german_server: Server
) -> None:
    """At its beginning, in its middle, and at its end with all that is told then."""
    viewer.open(sample_page(sample, ruleset), at=0)
    expect_accessible(viewer.page)
    assert unlike_their_label(viewer.page) == []
    viewer.seek_event(12)
    expect_accessible(viewer.page)
    viewer.press("End")
    expect(viewer.page.locator(".ending-panel")).to_be_visible()
    expect_accessible(viewer.page)
    german = ViewerPage(viewer.page, german_server.url)
    german.open(sample_page(sample, ruleset), at=12)
    expect_accessible(german.page, ["words"])
    assert unlike_their_label(german.page) == []


def test_a_veiled_battle_is_for_everybody(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/b/{sample_page('first-steps')}#at=3")
    expect(page.locator("#watch")).to_have_attribute("data-landed", re.compile(r"^[34]$"))
    expect_accessible(page)


def test_a_battles_dialogs_are_for_everybody(viewer: ViewerPage) -> None:
    viewer.open(sample_page("first-steps"), at=5)
    page = viewer.page
    for button in ("Share", "Keys"):
        page.get_by_role("button", name=re.compile(f"^{button}")).first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        expect_accessible(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_battle_in_a_page_of_others_is_for_everybody(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/embed/{sample_page('first-steps')}")
    expect(page.locator(".lineup-scene")).to_be_visible()
    expect_accessible(page)


@pytest.mark.parametrize("id_", OURS)
def test_the_builder_at_work_is_for_everybody(id_: str, page: Page, server: Server) -> None:
    builder = BuilderPage(page, server.url)
    sample = next(iter(samples.load(games.game(id_)).armies))
    builder.open(id_, f"sample:{sample}")
    expect_accessible(page)
    builder.root.focus()
    page.keyboard.press("?")
    expect(builder.dialog).to_be_visible()
    expect_accessible(page)


def expect_accessible_in_german(page: Page) -> None:
    """The same page as the same person reads it in German, where only words are others."""
    context, language = page.context, {"name": "language", "url": page.url}
    context.add_cookies([{**language, "value": "de"}])
    german = context.new_page()
    german.goto(page.url)
    german.wait_for_load_state("networkidle")
    expect(german.locator("html")).to_have_attribute("lang", "de")
    expect_accessible(german, ["words"])
    assert unlike_their_label(german) == []
    german.close()
    context.add_cookies([{**language, "value": "en"}])


@pytest.fixture
def people(open_context: OpenContext, german_server: Server) -> list[Page]:
    """Three browsers whose people have chosen English where others read German."""
    pages = [open_context().new_page() for _ in range(3)]
    for page in pages:
        language = {"name": "language", "value": "en", "url": german_server.url}
        page.context.add_cookies([language])
    return pages


def test_a_challenge_is_for_everybody(people: list[Page], german_server: Server) -> None:
    """As it is made, joined, sealed by one, and looked at by a third."""
    ann, bo, cem = (ChallengePage(page, german_server.url) for page in people)
    ann.make(name="Ann")
    expect_accessible(ann.page)
    expect_accessible_in_german(ann.page)
    invitation = ann.link("Opponent")
    bo.open(invitation)
    expect_accessible(bo.page)
    expect_accessible_in_german(bo.page)
    bo.join(invitation, "Bo")
    bo.seal_text("= Night shift\nGoomba")
    bo.expect_sealed()
    cem.open(ann.address)
    for person in (ann, bo, cem):
        expect(person.status).to_contain_text(re.compile("ealed"))
        expect_accessible(person.page)
        expect_accessible_in_german(person.page)


def test_a_match_is_for_everybody(people: list[Page], german_server: Server) -> None:
    """While orders are given and when it is over, for its players and for others."""
    ann, bo, cem = (MatchPage(page, german_server.url) for page in people)
    address = begin(ann, bo)
    cem.open(address)
    ann.order(A="attack", D="defend")
    for person in (ann, cem):
        expect_accessible(person.page)
        expect_accessible_in_german(person.page)
    ann.page.get_by_role("button", name="Resign").click()
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    expect_accessible(ann.page)
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for person in (ann, bo):
        expect(person.ending).to_be_visible(timeout=40_000)
        expect_accessible(person.page)
    expect_accessible_in_german(ann.page)
    assert urlsplit(cem.page.url).path
