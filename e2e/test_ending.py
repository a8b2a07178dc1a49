"""What a page sums up when a battle has ended: from its events, once, and closed for good."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Locator, expect

import engine
from e2e.axe import expect_accessible
from e2e.cases import further
from e2e.conftest import OpenContext
from e2e.played import Played, sample_page, tag
from e2e.server import Server
from e2e.viewer_page import ViewerPage

TIMES = "\N{MULTIPLICATION SIGN}"
SAMPLES = [
    ("manymarios", "ten-by-ten"),
    ("warlords", "one-in-twenty"),
    ("siege", "open-gate"),
]

ONE = [SAMPLES[2], *further(*SAMPLES[:2])]


def panel(viewer: ViewerPage) -> Locator:
    return viewer.page.locator(".ending-panel")


def ended(viewer: ViewerPage, ruleset: str, id_: str) -> Locator:
    """The panel of a sample battle that was watched to its end."""
    viewer.page.goto(f"{viewer.url}/b/{sample_page(id_, ruleset)}")
    expect(viewer.unit("a1").or_(viewer.unit("aA"))).to_be_visible()
    expect(panel(viewer)).to_be_hidden()
    viewer.press("End")
    expect(panel(viewer)).to_be_visible()
    return panel(viewer)


def damage_by_unit(told: Played) -> Counter[str]:
    """What each unit has dealt to others, by the engine's own events and states."""
    dealt: Counter[str] = Counter()
    for event, before in zip(told.events, told.snapshots, strict=False):
        if told.ruleset.id == "siege":
            if tag(event) == "unit_changed" and event.stat != "exh" and event.amount < 0:
                fought = told.events[event.cause]
                if tag(fought) == "unit_fought":
                    dealt[fought.opponent] -= event.amount
        elif hasattr(event, "attacker") and hasattr(event, "target"):
            if told.ruleset.id == "manymarios":
                dealt[event.attacker] += getattr(event, "amount", 0)
            elif hasattr(event, "hits"):
                dealt[event.attacker] += before["units"][event.target]["hits"] - event.hits
    return dealt


DRAWING = "(figure) => [figure.closest('[data-side]').dataset.side, figure.innerHTML]"


@pytest.mark.parametrize(("ruleset", "id_"), SAMPLES)
def test_it_tells_who_won_and_the_damage_of_every_unit(
    still_viewer: ViewerPage, ruleset: str, id_: str
) -> None:
    told = Played.sample(id_, ruleset)
    shown = ended(still_viewer, ruleset, id_)
    name = getattr(told.events[0], told.final["winner"]).name
    expect(shown.get_by_role("heading")).to_have_text(f"{name} won")
    better = shown.get_by_role("link", name="Best army")
    if told.ruleset.recruiting:
        for_its_cost = shown.get_by_role("link", name="Best army for its cost")
        expect(for_its_cost).to_have_count(1 if told.ruleset.recruiting.money else 0)
        loser = engine.other_side(told.final["winner"])
        expect(better).to_have_attribute("href", re.compile(rf"/best-armies\?.*side={loser}$"))
    else:
        expect(better).to_have_count(0)
    for fold in shown.locator(".ending-damage summary").all():
        fold.click()
    rows = shown.locator(".ending-damage tbody tr")
    damage = damage_by_unit(told)
    dealt = sorted((n for n in damage.values() if n), reverse=True)
    told_numbers = [int(row.locator("td").nth(1).inner_text()) for row in rows.all()]
    assert [n for n in told_numbers if n] == dealt
    assert told_numbers == sorted(told_numbers, reverse=True)
    best = shown.get_by_text("Unit of the match")
    if dealt[0] > dealt[1]:
        expect(best).to_contain_text(rows.first.locator("th").inner_text())
        picture, drawn = (
            shown.locator(".figure"),
            still_viewer.unit(max(damage, key=damage.__getitem__)),
        )
        assert picture.evaluate(DRAWING) == drawn.locator(".figure").evaluate(DRAWING)
    else:
        expect(best).to_have_count(0)


LAID_OUT = """async () => {
  for (let k = 0; k < 4; k++) await new Promise(requestAnimationFrame);
}"""
"""The room of the stage follows what stands above it in frames of its own."""


@pytest.mark.parametrize(("ruleset", "id_"), ONE)
def test_the_stage_keeps_its_size_beside_it(
    still_viewer: ViewerPage, ruleset: str, id_: str
) -> None:
    viewer = still_viewer.open(sample_page(id_, ruleset), at=0)
    viewer.press("End")
    expect(panel(viewer)).to_be_visible()
    stage = viewer.page.locator(".stage")
    viewer.page.evaluate(LAID_OUT)
    beside = stage.bounding_box()
    viewer.press("Home")
    expect(panel(viewer)).to_be_hidden()
    viewer.page.evaluate(LAID_OUT)
    assert stage.bounding_box() == beside


def test_the_fallen_are_counted_by_name(still_viewer: ViewerPage) -> None:
    told = Played.sample("ten-by-ten")
    shown = ended(still_viewer, "manymarios", "ten-by-ten")
    names = Counter(
        told.cards[event.unit].name
        for event in told.events
        if tag(event) == "unit_defeated" and event.unit.startswith("a")
    )
    words = [f"{name} {TIMES}{count}" if count > 1 else name for name, count in names.items()]
    expect(shown.locator("dd").first).to_have_text(f"fallen: {', '.join(words)}")


@pytest.mark.parametrize(("id_", "is_upset"), [("one-in-twenty", True), ("the-citadel", False)])
def test_an_upset_is_said_with_its_chance(
    still_viewer: ViewerPage, id_: str, *, is_upset: bool
) -> None:
    told = Played.sample(id_, "warlords")
    shown = ended(still_viewer, "warlords", id_)
    badge = shown.get_by_text("Upset: ")
    chance = told.chances[0] if told.final["winner"] == "a" else 1 - told.chances[0]
    assert (chance < 1 / 3) is is_upset
    if is_upset:
        expect(badge).to_have_text(f"Upset: {100 * chance:.1f} % before the battle")
    else:
        expect(badge).to_have_count(0)


def test_going_back_takes_it_away_and_whoever_closes_it_is_left_alone(
    still_viewer: ViewerPage,
) -> None:
    shown = ended(still_viewer, "manymarios", "first-steps")
    still_viewer.press("Home")
    expect(shown).to_be_hidden()
    still_viewer.press("End")
    shown.get_by_role("button", name="Close the summary").focus()
    still_viewer.press("Escape")
    expect(shown).to_be_hidden()
    expect(still_viewer.control("play")).to_be_focused()
    still_viewer.page.reload()
    expect(still_viewer.unit("a1")).to_be_visible()
    still_viewer.press("End")
    expect(still_viewer.result).to_be_visible()
    expect(shown).to_be_hidden()


def test_from_there_one_goes_on(still_viewer: ViewerPage, server: Server) -> None:
    page = still_viewer.page
    shown = ended(still_viewer, "manymarios", "first-steps")
    shown.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog", name="Share this battle")).to_be_visible()
    still_viewer.press("Escape")
    shown.get_by_role("button", name="Watch again").click()
    still_viewer.expect_playing()
    expect(shown).to_be_hidden()
    still_viewer.press("End")
    shown.get_by_role("link", name="Your army against the winner").click()
    winner = Played.sample("first-steps").final["winner"]
    army = getattr(Played.sample("first-steps").events[0], winner)
    assert army.army in page.locator("#other_b").input_value()
    expect(page.locator("#name_b")).to_have_value(army.name)
    expect(page.locator(".matchup")).to_contain_text("to win")
    shown = ended(still_viewer, "manymarios", "first-steps")
    shown.get_by_role("link", name="Next: ").click()
    expect(still_viewer.unit("a1")).to_be_visible()
    assert sample_page("first-steps") not in page.url
    expect(page.get_by_text("How it ends is hidden")).to_be_visible()


@pytest.mark.parametrize(("ruleset", "id_"), ONE)
def test_it_fits_a_phone(open_context: OpenContext, server: Server, ruleset: str, id_: str) -> None:
    context = open_context(
        viewport={"width": 360, "height": 740}, is_mobile=True, reduced_motion="reduce"
    )
    viewer = ViewerPage(context.new_page(), server.url)
    box = ended(viewer, ruleset, id_).bounding_box()
    assert box
    assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
    assert viewer.page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_it_tells_why_it_ended_so_in_points_that_add_up(viewer: ViewerPage) -> None:
    """From 50 % to the 100 % of the winner, whatever was rounded on the way."""
    shown = ended(viewer, "warlords", "one-in-twenty")
    why = shown.locator(".ending-why")
    expect(why.locator("table")).to_have_count(0)
    why.locator("summary").focus()
    viewer.page.keyboard.press("Enter")
    rows = why.locator("tbody tr")
    expect(rows).to_have_count(3)
    points = [row.locator("td").first.inner_text() for row in rows.all()]
    assert round(sum(map(number_of, points)), 1) == 50
    expect(rows.last.locator("td").last).to_have_text(re.compile(r"^100[.,]0 %$"))
    expect(why.get_by_role("link")).to_have_attribute("href", "/verdict")
    expect_accessible(viewer.page)


def number_of(points: str) -> float:
    return float(points.replace("\N{MINUS SIGN}", "-").replace("±", "").replace(",", "."))


def test_what_the_summary_offers_is_there_once(still_viewer: ViewerPage) -> None:
    swap = still_viewer.page.get_by_role("button", name="Swap sides")
    again = still_viewer.page.get_by_role("button", name="Again with new dice")
    shown = ended(still_viewer, "manymarios", "ten-by-ten")
    for button in (swap, again):
        expect(button).to_have_count(1)
        expect(shown.locator(button)).to_have_count(1)
    shown.get_by_role("button", name="Close the summary").click()
    for button in (swap, again):
        expect(button).to_have_count(1)


def test_on_a_phone_what_became_of_the_castles_is_seen_at_the_end(
    open_context: OpenContext, server: Server
) -> None:
    """Neither covered by who wins, which itself covers nobody."""
    page = open_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce").new_page()
    viewer = ViewerPage(page, server.url).open(sample_page("open-gate", "siege"))
    viewer.press("End")
    expect(viewer.result).to_be_visible()
    sign, *others = (
        one.bounding_box()
        for one in (
            viewer.result,
            *page.locator(".castle").all(),
            *page.locator("[data-unit]").all(),
        )
    )
    assert len(others) == 2 + 10
    assert sign
    for other in others:
        assert other
        apart_y = max(
            sign["y"] - other["y"] - other["height"], other["y"] - sign["y"] - sign["height"]
        )
        apart_x = max(
            sign["x"] - other["x"] - other["width"], other["x"] - sign["x"] - sign["width"]
        )
        assert max(apart_x, apart_y) >= 0
