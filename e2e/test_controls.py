"""What one presses: large enough for a finger, and there with large text and in forced colours."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import FloatRect, Page, expect

from e2e.cases import further
from e2e.conftest import OpenContext
from e2e.controls import FINGER_PX, cut_off, smaller_than, unlike_their_label
from e2e.film import ROUNDING, SCENES, SMALL, Film, difference
from e2e.match_page import MatchPage, begin
from e2e.pages import BATTLES, PAGES, go
from e2e.played import sample_page
from e2e.server import Server
from e2e.states import STATES, Visitor, of_a_challenge
from e2e.test_gathering import enter
from e2e.test_tv import expect_begun, long
from e2e.viewer_page import ViewerPage

PHONE = {"width": 390, "height": 844}
TOUCHED = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
ZOOMED = {"width": 640, "height": 400}
"""A window of 1280 x 800 at 200 %."""
FEW = ("/", "/battles", "/build/warlords", "/challenge/new", "/odds", "/tournaments/people")
PRESSED = """(button) => {
  const { left, right, bottom } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint((left + right) / 2, bottom - 2));
}"""
"""Whether its lower edge can be pressed where it is."""
LARGE = "(size) => { document.documentElement.style.fontSize = size; }"


def out_of_reach(page: Page) -> list[str]:
    """What is too small for a finger, and what twice the text pushes off a phone or a desk."""
    found = smaller_than(page, FINGER_PX)
    page.evaluate(LARGE, "200%")
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        found += [f"{width} px: {what}" for what in cut_off(page)]
    page.evaluate(LARGE, "")
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    return found


def test_the_measures_find_what_is_wrong(page: Page) -> None:
    page.set_content(
        """<button aria-label="Close" style="width:50px;height:50px">Shut</button>
        <button aria-label="Add Toad, 8 AP" style="width:50px;height:30px"><b>Toad</b> 8</button>"""
    )
    assert unlike_their_label(page) == ["Close: Shut"]
    (small,) = smaller_than(page, FINGER_PX)
    assert small.startswith("50 x 30")


@pytest.mark.parametrize("paths", [FEW, *further((PAGES,))])
def test_pages_are_in_reach_of_a_finger_and_of_large_text(
    open_context: OpenContext, german_server: Server, paths: tuple[str, ...]
) -> None:
    """In German, whose words are longer."""
    page = open_context(**TOUCHED).new_page()
    battles = (f"/b/{sample_page(sample, id_)}?spoilers=1#at=5" for sample, id_ in BATTLES)
    wrong = {}
    for path in (*paths, *battles):
        go(page, f"{german_server.url}{path}")
        wrong[path] = out_of_reach(page)
    assert {path: what for path, what in wrong.items() if what} == {}


def of_a_siege(people: list[Page], server: Server) -> Iterator[Page]:
    ann, bo = (MatchPage(page, server.url) for page in people)
    begin(ann, bo)
    assert ann.lock_button.evaluate(PRESSED), "the tabs at the lower edge leave room for it"
    yield ann.page
    ann.order(A="attack", D="defend").lock()
    ann.expect_locked("a")
    yield ann.page
    bo.order(A="attack").lock()
    ann.expect_turn(2)
    ann.page.locator(".primer summary").click()
    yield ann.page
    ann.resign()
    yield ann.page


def of_states(people: list[Page], server: Server) -> Iterator[Page]:
    visitors = [Visitor(page.context, server, "en") for page in people]
    for state in STATES:
        state(visitors[0])
        yield visitors[0].page
    for name in of_a_challenge(*visitors):
        yield visitors[name == "refused"].page


def of_a_tournament(people: list[Page], server: Server) -> Iterator[Page]:
    ann, bo = people
    ann.goto(f"{server.url}/tournaments/people?ruleset=manymarios")
    ann.get_by_role("button", name="Make the tournament").click()
    ann.wait_for_url(re.compile(r"/t/\w{8}$"))
    yield ann
    bo.goto(ann.get_by_label(re.compile("^Link to this tournament")).input_value())
    enter(bo, "Bo", "Goomba")
    bo.get_by_text("Another army, or another name").click()
    yield bo
    enter(ann, "Ann", "Toad")
    ann.get_by_role("button", name="Begin now").click()
    ann.get_by_role("link", name="Show results").click()
    expect(ann.locator(".standings tbody tr")).to_have_count(2)
    yield ann


def of_a_branch(people: list[Page], server: Server) -> Iterator[Page]:
    page, _ = people
    battles = f"{server.url}/api/v1/battles/{sample_page('first-steps')}/branches"
    made = page.request.post(battles, data={"at": 0, "change": {"seed": 7}})
    page.goto(f"{server.url}/b/{made.json()['id']}?spoilers=1#at=5")
    expect(page.get_by_text("A branch of").first).to_be_visible()
    yield page
    page.get_by_role("link", name="Beside the original").click()
    page.wait_for_url(re.compile("/beside/"))
    yield page


def of_tv(people: list[Page], server: Server) -> Iterator[Page]:
    ids = [server.put_on_air(long(seed), listed=True) for seed in (1, 2)]
    people[0].goto(f"{server.url}/tv")
    for id_ in ids:
        expect_begun(people[0], id_)
    yield people[0]
    for id_ in ids:
        server.end(id_)


Way = Callable[[list[Page], Server], Iterator[Page]]


@pytest.mark.parametrize(
    "way", [of_a_siege, *further(of_states, of_a_tournament, of_a_branch, of_tv)]
)
def test_what_people_do_is_in_reach_of_a_finger_and_of_large_text(
    open_context: OpenContext, quick_server: Server, way: Way
) -> None:
    people = [open_context(**TOUCHED).new_page() for _ in range(2)]
    wrong = {number: out_of_reach(page) for number, page in enumerate(way(people, quick_server))}
    assert {number: what for number, what in wrong.items() if what} == {}


@pytest.mark.parametrize(("ruleset", "sample"), SCENES)
def test_forced_colours_keep_pips_and_numbers(
    open_context: OpenContext, server: Server, ruleset: str, sample: str
) -> None:
    """The stage is a picture: its bars, pips, plates and names keep the colours that tell them."""
    film = Film(open_context(viewport=SMALL).new_page(), server.url, sample_page(sample, ruleset))
    film.seek(12_000)
    box = film.page.locator(".stage").bounding_box()
    assert box
    # The last row of pixels belongs in part to what is below.
    clip: FloatRect = {**box, "height": box["height"] - 2}
    usual = film.page.screenshot(clip=clip)
    film.page.emulate_media(forced_colors="active")
    assert film.page.evaluate("matchMedia('(forced-colors: active)').matches")
    forced = film.page.screenshot(clip=clip)
    assert difference(open_context().new_page(), [usual, forced]) <= ROUNDING


@pytest.mark.parametrize(("sample", "ruleset"), [BATTLES[0], *further(*BATTLES[1:])])
def test_at_200_percent_the_controls_stay_in_reach(
    open_context: OpenContext, server: Server, sample: str, ruleset: str
) -> None:
    viewer = ViewerPage(open_context(viewport=ZOOMED).new_page(), server.url)
    viewer.open(sample_page(sample, ruleset), at=5)
    for control in ("beat-back", "play", "beat-on"):
        viewer.control(control).click(trial=True)
    assert viewer.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    stage, play = (
        viewer.page.locator(".stage").bounding_box(),
        viewer.control("play").bounding_box(),
    )
    assert stage
    assert play
    assert play["y"] + play["height"] - stage["y"] <= ZOOMED["height"]
