"""What a page sums up when a battle has ended: from its events, once, and closed for good."""

import re
import time
from collections import Counter

import pytest
from playwright.sync_api import FloatRect, Locator, expect

import engine
from e2e.axe import expect_accessible
from e2e.conftest import OpenContext
from e2e.geometry import DRAWN, screen
from e2e.played import Played, sample_page, tag
from e2e.server import Server
from e2e.viewer_page import MINUS, ViewerPage

SAMPLES = [("manymarios", "ten-by-ten"), ("warlords", "one-in-twenty"), ("siege", "open-gate")]


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


HOUR_MS = 3_600_000
DRAWING = "(figure) => [figure.closest('[data-side]').dataset.side, figure.innerHTML]"


def expect_it_to_say_why(shown: Locator) -> None:
    """In points that add up, from 50 % to the 100 % of the winner."""
    why = shown.locator(".ending-why")
    expect(why.locator("table")).to_have_count(0)
    why.locator("summary").press("Enter")
    rows = why.locator("tbody tr")
    expect(rows).to_have_count(3)
    points = [row.locator("td").first.inner_text() for row in rows.all()]
    numbers = [float(point.replace(MINUS, "-").replace("±", "")) for point in points]
    assert round(sum(numbers), 1) == 50
    expect(rows.last.locator("td").last).to_have_text("100%")
    expect(why.get_by_role("link")).to_have_attribute("href", "/verdict")
    expect_accessible(shown.page)


@pytest.mark.parametrize(("ruleset", "id_"), SAMPLES)
def test_it_tells_who_won_and_the_damage_of_every_unit(
    still_viewer: ViewerPage, ruleset: str, id_: str
) -> None:
    told = Played.sample(id_, ruleset)
    shown = ended(still_viewer, ruleset, id_)
    name = getattr(told.events[0], told.final["winner"]).name
    expect(shown.get_by_role("heading")).to_have_text(f"{name} won")
    for_its_cost = shown.get_by_role("link", name="Best army for its cost")
    expect(for_its_cost).to_have_count(1 if told.ruleset.recruiting.money else 0)
    loser = engine.other_side(told.final["winner"])
    better = shown.get_by_role("link", name="Best army")
    expect(better.first).to_have_attribute("href", re.compile(rf"/best-armies\?.*side={loser}$"))
    if ruleset == "warlords":
        chance = told.chances[0] if told.final["winner"] == "a" else 1 - told.chances[0]
        badge = shown.get_by_text("Upset: ")
        expect(badge).to_have_text(f"Upset: {100 * chance:.1f}% before the battle")
        expect_it_to_say_why(shown)
    if ruleset == "manymarios":
        fallen = [e.unit for e in told.events if tag(e) == "unit_defeated" and e.unit[0] == "a"]
        names = Counter(told.cards[id_].name for id_ in fallen)
        words = [f"{name} \u00d7{n}" if n > 1 else name for name, n in names.items()]
        expect(shown.locator("dd").first).to_have_text(f"fallen: {', '.join(words)}")
    for fold in shown.locator(".ending-damage summary").all():
        fold.click()
    rows = shown.locator(".ending-damage tbody tr")
    damage = damage_by_unit(told)
    dealt = sorted((n for n in damage.values() if n), reverse=True)
    told_numbers = [int(row.locator("td").nth(1).inner_text()) for row in rows.all()]
    assert [n for n in told_numbers if n] == dealt
    assert told_numbers == sorted(told_numbers, reverse=True)
    best = shown.get_by_text("Unit of the match")
    if dealt[0] == dealt[1]:
        expect(best).to_have_count(0)
        return
    expect(best).to_contain_text(rows.first.locator("th").inner_text())
    drawn = still_viewer.unit(max(damage, key=damage.__getitem__)).locator(".figure")
    assert shown.locator(".figure").evaluate(DRAWING) == drawn.evaluate(DRAWING)


@pytest.mark.long
def test_the_stage_keeps_its_size_beside_it(still_viewer: ViewerPage) -> None:
    viewer = still_viewer.open(sample_page("open-gate", "siege"), at=0)
    stage = viewer.page.locator(".stage")
    before = stage.bounding_box()
    viewer.press("End")
    expect(panel(viewer)).to_be_visible()
    # The room of the stage follows what stands above it in frames of its own.
    for _ in range(2):
        viewer.page.evaluate(DRAWN)
    assert stage.bounding_box() == before


def test_going_back_takes_it_away_and_whoever_closes_it_is_left_alone(
    still_viewer: ViewerPage,
) -> None:
    """A rematch and a swap of sides are there once, in the summary or without it."""
    shown = ended(still_viewer, "manymarios", "first-steps")
    still_viewer.press("Home")
    expect(shown).to_be_hidden()
    still_viewer.press("End")
    swap = still_viewer.page.get_by_role("button", name="Swap sides")
    expect(swap).to_have_count(1)
    expect(shown.locator(swap)).to_have_count(1)
    shown.get_by_role("button", name="Close the summary").focus()
    still_viewer.press("Escape")
    expect(shown).to_be_hidden()
    expect(still_viewer.control("play")).to_be_focused()
    expect(swap).to_have_count(1)
    still_viewer.page.reload()
    expect(still_viewer.unit("a1")).to_be_visible()
    still_viewer.press("End")
    expect(still_viewer.result).to_be_visible()
    expect(shown).to_be_hidden()


def test_from_there_one_goes_on(still_viewer: ViewerPage, server: Server) -> None:
    """The next steps are in the picture, further ones in the summary below."""
    page = still_viewer.page
    shown = ended(still_viewer, "manymarios", "first-steps")
    steps = page.locator(".theater").get_by_role("navigation", name="What next")
    for name, dialog in (("Share", "Share this battle"), ("What if…", "What if")):
        steps.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog", name=dialog)).to_be_visible()
        still_viewer.press("Escape")
    steps.get_by_role("button", name="Watch again").click()
    still_viewer.expect_playing()
    for away in (shown, steps):
        expect(away).to_be_hidden()
    still_viewer.press("End")
    shown.get_by_role("link", name="Your army against the winner").click()
    winner = Played.sample("first-steps").final["winner"]
    army = getattr(Played.sample("first-steps").events[0], winner)
    assert army.army in page.locator("#other_b").input_value()
    expect(page.locator("#name_b")).to_have_value(army.name)
    expect(page.locator(".matchup")).to_contain_text("to win")
    shown = ended(still_viewer, "manymarios", "first-steps")
    shown.get_by_role("link", name="Fight on with the survivors").click()
    page.get_by_role("button", name="Start the battle").click()
    page.get_by_role("link", name="The battle before this one").click()
    expect(page.get_by_role("link", name="Next battle of the survivors")).to_be_visible()
    ended(still_viewer, "manymarios", "first-steps")
    steps.get_by_role("link", name="Next sample").click()
    expect(still_viewer.unit("a1")).to_be_visible()
    assert sample_page("first-steps") not in page.url
    expect(page.get_by_text("How it ends is hidden")).to_be_visible()


def test_next_steps_are_whole_on_a_turned_phone(open_context: OpenContext, server: Server) -> None:
    context = open_context(**screen(740, 360), reduced_motion="reduce")
    viewer = ViewerPage(context.new_page(), server.url)
    ended(viewer, "manymarios", "first-steps")
    steps = viewer.page.get_by_label("What next")
    film = viewer.page.locator(".film").bounding_box()
    assert film
    shown = steps.locator("a, button").all()
    assert len(shown) > 1
    for step in shown:
        box = step.bounding_box()
        assert box
        assert box["y"] + box["height"] <= film["y"]
        assert steps.evaluate("steps => getComputedStyle(steps).overflow") == "visible"


@pytest.mark.long
def test_on_a_phone_it_fits_and_what_became_of_the_castles_is_seen(
    open_context: OpenContext, server: Server
) -> None:
    """The result's sign hides neither castle nor units."""
    context = open_context(**screen(360, 740), reduced_motion="reduce")
    viewer = ViewerPage(context.new_page(), server.url)
    box = ended(viewer, "siege", "open-gate").bounding_box()
    assert box
    assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
    assert viewer.page.evaluate("() => document.documentElement.scrollWidth") <= 360
    sign = viewer.result.bounding_box()
    assert sign
    others = viewer.page.locator(".castle, [data-unit]").all()
    assert len(others) == 2 + 10
    for other in (one.bounding_box() for one in others):
        assert other
        assert not overlap(sign, other)


def overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        abs(one["x"] + one["width"] / 2 - other["x"] - other["width"] / 2)
        < (one["width"] + other["width"]) / 2
        and abs(one["y"] + one["height"] / 2 - other["y"] - other["height"] / 2)
        < (one["height"] + other["height"]) / 2
    )


def test_the_armies_meet_again_once_the_battle_has_begun(
    viewer: ViewerPage, server: Server
) -> None:
    file = Played.sample("first-steps").recording.header.battle
    id_ = server.store(file, time.time_ns() // 1_000_000 + HOUR_MS, listed=False)
    viewer.page.clock.install()
    viewer.page.goto(f"{viewer.url}/b/{id_}")
    expect(viewer.page.locator(".countdown")).to_have_text(re.compile(r"3[56]\d\d"))
    expect(viewer.status).to_have_text("About to begin")
    region = viewer.page.get_by_role("region", name="Once more")
    reason = "A rematch is possible as soon as this battle has begun."
    for name in ("Again with new dice", "Swap sides"):
        button = region.get_by_role("button", name=name)
        expect(button).to_be_disabled()
        expect(button).to_have_accessible_description(re.compile(re.escape(reason)))
    viewer.page.clock.fast_forward(HOUR_MS)
    expect(region.locator("button:disabled")).to_have_count(0)
    expect(region).not_to_contain_text(reason)
