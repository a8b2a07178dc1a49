"""Nothing on a stage is cut, covered or outside it, all through a battle."""

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from e2e.conftest import OpenContext
from e2e.geometry import problems
from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.sieges import many_fights
from e2e.viewer_page import ViewerPage

MOMENTS = 200

SIZES = {"desk": [(1280, 800), (1920, 1080)], "phone": [(360, 740), (740, 360)]}
BEGUN_MS = 4500
"""By then both armies stand, and banners say who does what."""
DRAWN = "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))"
"""A new size is noticed in the next frame."""


def screen(width: int, height: int) -> dict[str, Any]:
    """What a browser's context takes: the smaller ones are phones, with room for fingers."""
    is_phone = width < 1000
    viewport = {"width": width, "height": height}
    return {"viewport": viewport, "is_mobile": is_phone, "has_touch": is_phone}


@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize(
    ("ruleset", "sample"),
    [
        ("manymarios", "bombs-away"),
        # Four numbers on one leader at once, and the largest armies of both games.
        ("manymarios", "organ-recital"),
        ("manymarios", "two-giants"),
        ("warlords", "acid-and-lightning"),
        ("warlords", "the-citadel"),
        ("siege", "open-gate"),
        ("siege", "ram-and-warden"),
    ],
)
def test_no_text_covers_another_or_leaves_the_stage(
    open_context: OpenContext,
    server: Server,
    ruleset: str,
    sample: str,
    sizes: list[tuple[int, int]],
) -> None:
    page = open_context(**screen(*sizes[0])).new_page()
    viewer = ViewerPage(page, server.url).open(sample_page(sample, ruleset))
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        look_all_through(viewer)


# At each moment where all texts are, and how wide the widest and the narrowest plate is.
READ_SIZES = """(moments) => {
  const scrubber = document.querySelector("input.scrubber");
  const all = (kind) => [...document.querySelectorAll(`[data-unit]:not([data-gone]) ${kind}`)];
  return moments.map((ms) => {
    scrubber.value = ms;
    scrubber.dispatchEvent(new Event("input"));
    const boxes = all(".worn *").map((element) => element.getBoundingClientRect());
    return {
      texts: boxes.flatMap(({ left, top, width }) => [left, top, width].map(Math.round)),
      plates: all(".figure").map((element) => element.getBoundingClientRect().width),
    };
  });
}"""


@pytest.mark.parametrize(
    ("ruleset", "sample"), [("warlords", "acid-and-lightning"), ("siege", "open-gate")]
)
def test_a_director_comes_near_to_who_fights_and_moves_no_text(
    viewer: ViewerPage, ruleset: str, sample: str
) -> None:
    viewer.open(sample_page(sample, ruleset))
    viewer.pause()
    moments = [round(viewer.length_ms() * (k + 0.5) / 40) for k in range(40)]
    as_usual = viewer.page.evaluate(READ_SIZES, moments)
    viewer.press("d")
    near = viewer.page.evaluate(READ_SIZES, moments)
    assert [moment["texts"] for moment in near] == [moment["texts"] for moment in as_usual]
    grown = [
        is_ / was
        for one, other in zip(as_usual, near, strict=True)
        for was, is_ in zip(one["plates"], other["plates"], strict=True)
    ]
    assert 1.03 < max(grown) < 1.1
    assert min(grown) > 0.999


@pytest.mark.parametrize(
    ("ruleset", "sample", "width", "height"),
    [
        ("manymarios", "bombs-away", 360, 740),
        ("warlords", "acid-and-lightning", 740, 360),
        ("siege", "open-gate", 360, 740),
        ("siege", "open-gate", 1280, 800),
    ],
)
def test_german_has_room_too(
    open_context: OpenContext,
    german_server: Server,
    ruleset: str,
    sample: str,
    width: int,
    height: int,
) -> None:
    """Its words are longer."""
    page = open_context(**screen(width, height), locale="de").new_page()
    viewer = ViewerPage(page, german_server.url).open(sample_page(sample, ruleset))
    viewer.pause()
    expect(page.locator("[data-control=play]")).to_have_accessible_name("Abspielen (Leertaste)")

    look_all_through(viewer)


ON_THE_WALL = """(ms) => {
  const scrubber = document.querySelector("input.scrubber");
  scrubber.value = ms;
  scrubber.dispatchEvent(new Event("input"));
  const boxOf = (element) => element.getBoundingClientRect();
  const plates = document.querySelectorAll("[data-unit][data-side=b][data-spot=wall] .plate .rim");
  const onWall = [...plates].map(boxOf);
  const { left, right, top } = onWall.toSorted((one, other) => one.left - other.left).at(-1);
  const words = [...document.querySelectorAll(".pop")].filter((word) => {
    const box = boxOf(word);
    const middle = (box.left + box.right) / 2;
    return middle > left && middle < right && box.bottom < top + 4 && box.bottom > top - 24;
  });
  return [onWall.length, words.map((word) => word.textContent).toSorted()];
}"""


def test_what_the_second_on_a_wall_loses_is_said_right_over_it(
    open_context: OpenContext, server: Server
) -> None:
    """Two lines higher, on a low stage, the castle's tower is nearer and seems to lose it."""
    page = open_context(**screen(740, 360)).new_page()
    viewer = ViewerPage(page, server.url).open(sample_page("ram-and-warden", "siege"))
    viewer.pause()
    assert page.evaluate(ON_THE_WALL, 37_900) == [2, ["weary", "\N{MINUS SIGN}1 HP"]]


OVER_THOSE_AT_HOME = """(moments) => {
  const scrubber = document.querySelector("input.scrubber");
  const boxOf = (element) => element.getBoundingClientRect();
  return moments.map((ms) => {
    scrubber.value = ms;
    scrubber.dispatchEvent(new Event("input"));
    const plates = [...document.querySelectorAll("[data-spot=home] .plate .rim")].map(boxOf);
    const words = [...document.querySelectorAll(".pop")].map(boxOf);
    const isOver = (word) => plates.some((plate) =>
      word.right > plate.left && word.left < plate.right &&
      word.bottom > plate.top && word.top < plate.bottom);
    return [plates.length, words.length, words.filter(isOver).length];
  });
}"""


def test_words_about_the_third_fight_are_over_nobody_at_home(
    open_context: OpenContext, server: Server
) -> None:
    """On a low stage it stands beside them."""
    played = Played.sample("white-flag", "siege")
    met, fought = played.seqs("units_met")[2], played.seqs("unit_fought")[5]
    cues = played.show.schedule.cues
    page = open_context(**screen(740, 360)).new_page()
    viewer = ViewerPage(page, server.url).open(sample_page("white-flag", "siege"))
    viewer.pause()
    seen = page.evaluate(OVER_THOSE_AT_HOME, [*range(cues[met], cues[fought] + 600, 100)])
    assert max(words for plates, words, _ in seen if plates == 4) >= 2
    assert [over for *_, over in seen] == [0] * len(seen)


WIDTHS = """(spot) => [...document.querySelectorAll(`[data-spot=${spot}]`)].map(
  (unit) => unit.getBoundingClientRect().width)"""


@pytest.mark.parametrize("count", [3, 4, 5])
def test_many_fights_have_room_on_a_low_stage(
    open_context: OpenContext, server: Server, count: int
) -> None:
    """Whoever fights is no smaller than at home, and its words are over nobody who waits."""
    played = Played.of(many_fights(count))
    page = open_context(**screen(740, 360)).new_page()
    viewer = ViewerPage(page, server.url).open(server.store(played.recording.header.battle), at=0)
    viewer.pause()
    page.evaluate(OVER_THOSE_AT_HOME, [BEGUN_MS - 2000])
    at_home = page.evaluate(WIDTHS, "home")
    assert len(at_home) == 10

    cues = played.show.schedule.cues
    met, fought = played.seqs("units_met")[0], played.seqs("unit_fought")[0]
    moments = [*range(cues[met] + 400, cues[fought] + 1600, 50)]
    page.evaluate(OVER_THOSE_AT_HOME, [cues[fought] - 20])
    fighting = page.evaluate(WIDTHS, "field")
    assert len(fighting) == 2 * count
    assert min(fighting) >= max(at_home)
    seen = page.evaluate(OVER_THOSE_AT_HOME, moments)
    assert max(words for plates, words, _ in seen if plates == 10 - 2 * count) >= 3
    assert [over for *_, over in seen] == [0] * len(seen)
    assert problems(page, moments) == [[]] * len(moments)


def test_words_about_five_fights_are_beside_how_they_went(
    open_context: OpenContext, server: Server
) -> None:
    """On a phone that is wider than who fought."""
    played = Played.of(many_fights(5))
    page = open_context(**screen(360, 740)).new_page()
    viewer = ViewerPage(page, server.url).open(server.store(played.recording.header.battle), at=0)
    viewer.pause()
    begun = played.show.schedule.cues[played.seqs("unit_fought")[0]]
    moments = [*range(begun + 400, begun + 1500, 50)]
    assert max(words for _, words, _ in page.evaluate(OVER_THOSE_AT_HOME, moments)) >= 3
    assert problems(page, moments) == [[]] * len(moments)


def test_who_is_launched_carries_no_number_over_captions(
    viewer: ViewerPage, server: Server
) -> None:
    """It has fired before it flies, in one beat."""
    played = Played.golden("manymarios", "sky-raid")
    launched, *_ = played.seqs("unit_launched")
    viewer.open(server.store(played.recording.header.battle))
    viewer.pause()
    begun = played.show.schedule.cues[launched]
    moments = [begun + 60 * frame for frame in range(32)]
    assert problems(viewer.page, moments) == [[]] * 32


NUMBERS = """() => Object.fromEntries(
  [...document.querySelectorAll("[data-unit]:not([data-gone])")].map((unit) => {
    const isSeen = (number) => number.checkVisibility();
    const numbers = [...unit.querySelectorAll(".number, .nth")].filter(isSeen);
    return [unit.dataset.unit, numbers.map((number) => number.textContent.trim())];
  }),
)"""


@pytest.mark.parametrize(
    ("ruleset", "sample"), [("manymarios", "ten-by-ten"), ("warlords", "rats-at-the-gates")]
)
def test_units_of_one_name_carry_their_number_once(
    open_context: OpenContext, server: Server, ruleset: str, sample: str
) -> None:
    """Leaders beside their name, those in the queue on their plate, below the banners."""
    cards = Played.sample(sample, ruleset).cards
    names = Counter((id_[0], card.name) for id_, card in cards.items())
    page = open_context(**screen(740, 360)).new_page()
    ViewerPage(page, server.url).open(sample_page(sample, ruleset), at=0)
    assert page.evaluate(NUMBERS) == {
        id_: [id_[1:]] if names[id_[0], card.name] > 1 else [] for id_, card in cards.items()
    }
    assert problems(page, [BEGUN_MS]) == [[]]


LANDED = """([cue, landed]) => {
  const scrubber = document.querySelector("input.scrubber");
  const shown = document.querySelector("#watch").dataset;
  for (let ms = cue; Number(shown.landed) < landed; ms += 10) {
    scrubber.value = ms;
    scrubber.dispatchEvent(new Event("input"));
  }
  const seen = (kind) => [...document.querySelectorAll(`.unit:not([data-gone]) ${kind}`)]
    .filter((element) => element.checkVisibility());
  const wide = (element) => Math.round(element.closest(".unit").getBoundingClientRect().width);
  return seen(".name").map((name) => [name.textContent, wide(name)]);
}"""


def test_who_leaves_the_lead_keeps_name_and_size_until_it_walks(viewer: ViewerPage) -> None:
    played = Played.sample("hedge-dispute")
    rotated, *_ = played.seqs("lineups_rotated")
    cue = played.show.schedule.cues[rotated]
    viewer.open(sample_page("hedge-dispute"), at=0)
    before = viewer.page.evaluate(LANDED, [cue, rotated])
    assert len(before) == 2
    assert viewer.page.evaluate(LANDED, [cue, rotated + 1]) == before


def look_all_through(viewer: ViewerPage) -> None:
    """Looks at the stage at many moments of a battle."""
    page = viewer.page
    viewer.pause()
    length = viewer.length_ms()
    moments = [round(length * (moment + 0.5) / MOMENTS) for moment in range(MOMENTS)]
    found: dict[str, list[int]] = {}
    for ms, of_moment in zip(moments, problems(page, moments), strict=True):
        for problem in of_moment:
            found.setdefault(problem, []).append(ms)
    assert not found, "\n".join(f"{ms} ms: {problem}" for problem, ms in found.items())
