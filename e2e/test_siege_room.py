"""Whoever fights, besieges or defends in a siege has room for what is said of it, on phones too."""

import pytest
from playwright.sync_api import Page

from e2e.conftest import OpenContext
from e2e.geometry import DRAWN, problems, screen
from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.sieges import many_besiegers, many_fights
from e2e.viewer_page import ViewerPage

PHONES = [(360, 740), (740, 360), (568, 320), (320, 568)]
BEGUN_MS = 2500
"""By then both armies stand."""


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
    const words = [...document.querySelectorAll(".pop")].map((word) => {
      const text = document.createRange();
      text.selectNodeContents(word);
      return boxOf(text);
    });
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
def test_many_fights_have_room_on_phones(
    open_context: OpenContext, server: Server, count: int
) -> None:
    """Whoever fights is no smaller than at home, and its words are over nobody who waits."""
    played = Played.of(many_fights(count))
    page = paused(open_context, server, played, PHONES[0])
    cues = played.show.schedule.cues
    met, fought = played.seqs("units_met")[0], played.seqs("unit_fought")[0]
    moments = [*range(cues[met] + 400, cues[fought] + 1600, 50)]
    for width, height in PHONES:
        at_home, fighting = widths(page, (width, height), "field", cues[fought] - 20)
        assert len(fighting) == 2 * count
        assert min(fighting) >= max(at_home)
        seen = page.evaluate(OVER_THOSE_AT_HOME, moments)
        assert max(words for plates, words, _ in seen if plates == 10 - 2 * count) >= 3
        assert [over for *_, over in seen] == [0] * len(seen), (width, height)
        assert problems(page, moments) == [[]] * len(moments), (width, height)


@pytest.mark.parametrize("sizes", [[(1280, 800)], PHONES], ids=["desk", "phones"])
@pytest.mark.parametrize(("count", "defenders"), [(4, 2), (5, 3), (5, 5)])
def test_many_besiegers_have_room(
    open_context: OpenContext,
    server: Server,
    count: int,
    defenders: int,
    sizes: list[tuple[int, int]],
) -> None:
    """They are no smaller than at home, and what is said of them and of the siege covers nobody."""
    played = Played.of(many_besiegers(count, defenders))
    page = paused(open_context, server, played, sizes[0])
    cues = played.show.schedule.cues
    besieged, settled = played.seqs("castle_besieged")[0], played.seqs("siege_settled")[-1]
    moments = [*range(cues[besieged] + 60, cues[settled] + 1000, 60)]
    for width, height in sizes:
        at_home, besieging = widths(page, (width, height), "siege", cues[settled] - 20)
        assert len(besieging) == count
        assert min(besieging) >= max(at_home)
        assert problems(page, moments) == [[]] * len(moments), (width, height)


def test_who_is_at_home_on_a_phone_has_its_values_beside_it(
    open_context: OpenContext, server: Server
) -> None:
    """Five are one below another: with values at their feet they were 20 and 25 px wide."""
    played = Played.sample("open-gate", "siege")
    page = paused(open_context, server, played, (360, 740))
    for size, least in (((360, 740), 34), ((320, 568), 28)):
        at_home, _ = widths(page, size, "home", BEGUN_MS)
        assert min(at_home) >= least
        assert problems(page, [BEGUN_MS]) == [[]]


LETTERS = """(moments) => {
  const scrubber = document.querySelector("input.scrubber");
  const isSeen = (element) => Number(getComputedStyle(element).opacity) > 0.05;
  const sizes = (elements) => elements.map((one) => one.getBoundingClientRect().height);
  return moments.map((ms) => {
    scrubber.value = ms;
    scrubber.dispatchEvent(new Event("input"));
    const tags = [...document.querySelectorAll(".row-tag:not(:empty)")].filter(isSeen);
    return [Math.max(...sizes([...document.querySelectorAll(".stat b")])), tags.length];
  });
}"""


def test_who_walks_home_from_a_fight_is_not_written_larger(
    open_context: OpenContext, server: Server
) -> None:
    """A unit at home is smaller by two fifths on a phone, and its letters are as large."""
    played = Played.sample("open-gate", "siege")
    page = paused(open_context, server, played, PHONES[0])
    home = played.show.schedule.cues[played.seqs("castle_guarded")[0]]
    [before, tags], *after = page.evaluate(LETTERS, [home - 10, *range(home + 1, home + 200, 20)])
    assert tags > 0
    assert [more for _, more in after] == [0] * len(after)
    assert max(letters for letters, _ in after) < before * 1.15


def paused(
    open_context: OpenContext, server: Server, played: Played, size: tuple[int, int]
) -> Page:
    """The page of a battle that stands still."""
    page = open_context(**screen(*size)).new_page()
    viewer = ViewerPage(page, server.url).open(server.store(played.recording.header.battle), at=0)
    viewer.pause()
    return page


def widths(
    page: Page, size: tuple[int, int], spot: str, ms: int
) -> tuple[list[float], list[float]]:
    """How wide all ten are before anybody goes anywhere, and those at a spot at a moment."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(DRAWN)
    page.evaluate(OVER_THOSE_AT_HOME, [BEGUN_MS])
    at_home: list[float] = page.evaluate(WIDTHS, "home")
    assert len(at_home) == 10
    page.evaluate(OVER_THOSE_AT_HOME, [ms])
    return at_home, page.evaluate(WIDTHS, spot)
