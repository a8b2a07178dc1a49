"""The battle for those who cannot see it, or hear it, or use a mouse."""

import re

import pytest
from playwright.sync_api import Request, expect

from e2e.played import Played, sample_page
from e2e.viewer_page import ViewerPage

SAMPLE = "first-steps"


@pytest.fixture(scope="module")
def played() -> Played:
    return Played.sample(SAMPLE)


@pytest.fixture
def opened(viewer: ViewerPage) -> ViewerPage:
    """The sample battle, paused at its first event."""
    return viewer.open(sample_page(SAMPLE), at=0)


def test_live_region_says_what_happens_at_each_step(opened: ViewerPage, played: Played) -> None:
    live = opened.page.locator('[aria-live="polite"]')
    expect(live).to_have_count(1)
    strikes = played.seqs("unit_struck")
    for seq in (strikes[0], strikes[-1], strikes[1]):
        opened.seek_event(seq)
        event = played.events[seq]
        for id_ in (event.attacker, event.target):
            expect(live).to_contain_text(played.cards[id_].name)
        expect(live).to_contain_text(f"for {event.amount}")
    opened.press("End")
    expect(live).to_contain_text(f"Bo wins after {played.final['round']} rounds")


def test_every_control_has_a_name(opened: ViewerPage) -> None:
    kinds = ":is(button, input, select, a, summary, [role=button])"
    controls = opened.page.locator(f"{kinds}:not([aria-hidden=true]):visible")
    assert controls.count() > 20
    for control in controls.all():
        expect(control).to_have_accessible_name(re.compile(r"\w"))


def test_units_say_their_numbers_and_condition(opened: ViewerPage, played: Played) -> None:
    opened.press("End")
    for id_ in played.final["lineups"]["b"]:
        card, now = played.cards[id_], played.final["units"][id_]
        unit = opened.unit(id_)
        expect(unit).to_have_role("button")
        numbers = f"{card.name} ({id_}), AE {now['ae']} of {card.ae}, DE {now['de']} of {card.de}"
        name = f"^{re.escape(numbers)}{', exhausted' if now['ae'] == 0 else ''}$"
        expect(unit).to_have_accessible_name(re.compile(name))


def test_units_that_left_are_not_there_for_screen_readers(
    opened: ViewerPage, played: Played
) -> None:
    opened.press("End")
    opened.expect_landed(len(played.events))
    stage = opened.page.get_by_role("group", name="The battlefield")
    standing = played.final["lineups"]["a"] + played.final["lineups"]["b"]
    expect(stage.get_by_role("button")).to_have_count(len(standing))


def test_scrubber_says_where_it_stands(opened: ViewerPage, played: Played) -> None:
    seq = played.seqs("round_started")[1]
    opened.seek_event(seq)
    words = f"Round 2, event {seq + 1} of {len(played.events)}"
    expect(opened.scrubber).to_have_attribute("aria-valuetext", words)


def test_sound_is_neither_made_nor_fetched_until_it_is_asked_for(viewer: ViewerPage) -> None:
    fetched: list[str] = []

    def note(request: Request) -> None:
        fetched.append(request.url)

    viewer.page.on("request", note)
    viewer.open(sample_page(SAMPLE))
    viewer.set_speed(16)
    expect(viewer.result).to_be_visible()
    # The first touch of the page fetches what explains terms.
    viewer.control("sound").hover()
    # As a function: a page lets nobody evaluate an expression again.
    viewer.page.wait_for_function("() => document.querySelector('link[href*=\"/terms.\"]')?.sheet")
    before = len(fetched)
    viewer.control("sound").click()
    expect(viewer.control("sound")).to_have_accessible_name("Sound off (m)")
    assert len(fetched) == before + 1, "the synthesiser, and only now"


@pytest.mark.parametrize(
    "path", ["/", "/challenge/new", "/rules", "/rules/manymarios", "/credits", "/api"]
)
def test_pages_have_one_heading_a_title_and_a_language(viewer: ViewerPage, path: str) -> None:
    viewer.page.goto(f"{viewer.url}{path}")
    expect(viewer.page.get_by_role("heading", level=1)).to_have_count(1)
    expect(viewer.page).to_have_title(re.compile("Battlereel"))
    expect(viewer.page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("path", ["/", f"/b/{sample_page(SAMPLE)}"])
def test_first_tab_stop_skips_to_the_content(viewer: ViewerPage, path: str) -> None:
    viewer.page.goto(f"{viewer.url}{path}")
    viewer.press("Tab")
    skip = viewer.page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    skip.press("Enter")
    viewer.press("Tab")
    expect(viewer.page.locator("main :focus")).to_have_count(1)
