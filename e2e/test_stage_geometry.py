"""Nothing on a stage is cut, covered or outside it, all through a battle."""

from collections import Counter

import pytest
from playwright.sync_api import expect

from e2e.conftest import OpenContext
from e2e.geometry import DRAWN, problems, screen
from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage

MOMENTS = 200

SIZES = {"desk": [(1280, 800), (1920, 1080)], "phone": [(360, 740), (740, 360)]}
BEGUN_MS = 4500
"""By then both armies stand, and banners say who does what."""


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
