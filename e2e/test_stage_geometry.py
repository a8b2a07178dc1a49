"""Nothing on a stage is cut, covered or outside it, all through a battle; blows reach bodies."""

from collections import Counter
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from e2e.cases import further
from e2e.conftest import OpenContext, Stored
from e2e.film import SMALL
from e2e.geometry import DRAWN, problems, screen
from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.sieges import many_besiegers, many_fights
from e2e.viewer_page import ViewerPage

DESK, LARGE, PHONE, TURNED = (1280, 800), (1920, 1080), (360, 740), (740, 360)
PHONES = [PHONE, TURNED, (568, 320), (320, 568)]
BEGUN_MS = 4500
"""By then both armies stand, and banners say who does what."""
BEGUN_SIEGE_MS = 2500


def paused(
    open_context: OpenContext,
    server: Server,
    battle: str | Played,
    size: tuple[int, int],
    **how: str,
) -> ViewerPage:
    """A battle that stands still, on a screen of this size."""
    id_ = battle if isinstance(battle, str) else server.store(battle.recording.header.battle)
    viewer = ViewerPage(open_context(**screen(*size), **how).new_page(), server.url)
    viewer.open(id_).pause()
    return viewer


def look_all_through(viewer: ViewerPage, count: int) -> None:
    """Looks at the stage at so many moments of a battle."""
    length = viewer.length_ms()
    moments = [round(length * (moment + 0.5) / count) for moment in range(count)]
    found: dict[str, list[int]] = {}
    for ms, of_moment in zip(moments, problems(viewer.page, moments), strict=True):
        for problem in of_moment:
            found.setdefault(problem, []).append(ms)
    assert not found, "\n".join(f"{ms} ms: {problem}" for problem, ms in found.items())


@pytest.mark.parametrize(
    ("ruleset", "sample", "sizes", "moments"),
    [
        ("manymarios", "bombs-away", [PHONE], 60),
        ("warlords", "acid-and-lightning", [TURNED], 60),
        ("siege", "open-gate", [DESK], 50),
        *further(
            *(
                (ruleset, sample, sizes, 200)
                for ruleset, sample in (
                    ("manymarios", "bombs-away"),
                    # Four numbers on one leader at once, and the largest armies of both games.
                    ("manymarios", "organ-recital"),
                    ("manymarios", "two-giants"),
                    ("warlords", "acid-and-lightning"),
                    ("warlords", "the-citadel"),
                    ("siege", "open-gate"),
                    ("siege", "ram-and-warden"),
                )
                for sizes in ([DESK, LARGE], [PHONE, TURNED])
            )
        ),
    ],
)
def test_no_text_covers_another_or_leaves_the_stage(
    open_context: OpenContext,
    server: Server,
    ruleset: str,
    sample: str,
    sizes: list[tuple[int, int]],
    moments: int,
) -> None:
    viewer = paused(open_context, server, sample_page(sample, ruleset), sizes[0])
    for width, height in sizes:
        viewer.page.set_viewport_size({"width": width, "height": height})
        viewer.page.evaluate(DRAWN)
        look_all_through(viewer, moments)


@pytest.mark.long
@pytest.mark.parametrize(
    ("ruleset", "sample", "size"),
    [
        ("manymarios", "bombs-away", PHONE),
        ("warlords", "acid-and-lightning", TURNED),
        ("siege", "open-gate", PHONE),
        ("siege", "open-gate", DESK),
    ],
)
def test_german_has_room_too(
    open_context: OpenContext,
    german_server: Server,
    ruleset: str,
    sample: str,
    size: tuple[int, int],
) -> None:
    """Its words are longer."""
    battle = sample_page(sample, ruleset)
    viewer = paused(open_context, german_server, battle, size, locale="de")
    expect(viewer.control("play")).to_have_accessible_name("Abspielen (Leertaste)")
    look_all_through(viewer, 200)


# Where all texts are, and how wide the plates are.
READ_SIZES = """() => {
  const all = (kind) => [...document.querySelectorAll(`[data-unit]:not([data-gone]) ${kind}`)];
  const boxes = all(".worn *").map((element) => element.getBoundingClientRect());
  return {
    texts: boxes.flatMap(({ left, top, width }) => [left, top, width].map(Math.round)),
    plates: all(".figure").map((element) => element.getBoundingClientRect().width),
  };
}"""


@pytest.mark.parametrize(
    ("ruleset", "sample"), [("warlords", "acid-and-lightning"), *further(("siege", "open-gate"))]
)
def test_a_director_comes_near_to_who_fights_and_moves_no_text(
    viewer: ViewerPage, ruleset: str, sample: str
) -> None:
    viewer.open(sample_page(sample, ruleset)).pause()
    moments = [round(viewer.length_ms() * (k + 0.5) / 40) for k in range(40)]
    as_usual = viewer.read_at(moments, READ_SIZES)
    viewer.press("d")
    near = viewer.read_at(moments, READ_SIZES)
    assert [moment["texts"] for moment in near] == [moment["texts"] for moment in as_usual]
    grown = [
        is_ / was
        for one, other in zip(as_usual, near, strict=True)
        for was, is_ in zip(one["plates"], other["plates"], strict=True)
    ]
    assert 1.03 < max(grown) < 1.1
    assert min(grown) > 0.999


def test_who_is_launched_carries_no_number_over_captions(
    viewer: ViewerPage, stored: Stored
) -> None:
    """It has fired before it flies, in one beat."""
    played, id_ = stored("manymarios", "sky-raid")
    viewer.open(id_).pause()
    begun = played.show.schedule.cues[played.seqs("unit_launched")[0]]
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
    viewer = paused(open_context, server, sample_page(sample, ruleset), TURNED)
    assert viewer.read_at([1000], NUMBERS) == [
        {id_: [id_[1:]] if names[id_[0], card.name] > 1 else [] for id_, card in cards.items()}
    ]
    assert problems(viewer.page, [BEGUN_MS]) == [[]]


NAMES = """() => [
  Number(document.querySelector("#watch").dataset.landed),
  [...document.querySelectorAll(".unit:not([data-gone]) .name")]
    .filter((name) => name.checkVisibility())
    .map((name) => [
      name.textContent,
      Math.round(name.closest(".unit").getBoundingClientRect().width),
    ]),
]"""


def test_who_leaves_the_lead_keeps_name_and_size_until_it_walks(viewer: ViewerPage) -> None:
    played = Played.sample("hedge-dispute")
    rotated, *_ = played.seqs("lineups_rotated")
    cue = played.show.schedule.cues[rotated]
    viewer.open(sample_page("hedge-dispute"), at=0)
    read = viewer.read_at(range(cue, cue + 2000, 10), NAMES)
    before, after = (
        next(names for landed, names in read if landed >= least) for least in (rotated, rotated + 1)
    )
    assert len(before) == 2
    assert after == before


# Whether any two of some pairs touch, as soon as a loss is seen; null before.
TOUCHING = """() => {
  const plate = (id) =>
    document.querySelector(`[data-unit="${id}"] .plate`).getBoundingClientRect();
  const isLoss = (pop) => Number(getComputedStyle(pop).opacity) > 0;
  if (![...document.querySelectorAll(".pop.loss")].some(isLoss)) return null;
  return PAIRS.some((pair) => {
    const [one, other] = pair.map(plate);
    return Math.min(one.right, other.right) > Math.max(one.left, other.left)
      && Math.min(one.bottom, other.bottom) > Math.max(one.top, other.top);
  });
}"""


@pytest.mark.parametrize(
    ("ruleset", "sample", "type_", "fields"),
    [
        ("manymarios", "bombs-away", "unit_struck", ("attacker", "target")),
        ("warlords", "acid-and-lightning", "unit_struck", ("attacker", "target")),
        ("siege", "open-gate", "unit_fought", ("opponent", "unit")),
    ],
)
def test_plates_overlap_when_the_number_of_a_blow_appears(
    open_context: OpenContext,
    stored: Stored,
    server: Server,
    ruleset: str,
    sample: str,
    type_: str,
    fields: tuple[str, str],
) -> None:
    played, id_ = stored(ruleset, sample)
    cues = played.show.schedule.cues
    pairs: dict[int, list[list[str]]] = {}
    for seq in played.seqs(type_):
        event = played.events[seq]
        pairs.setdefault(cues[seq], []).append([getattr(event, field) for field in fields])
    viewer = ViewerPage(open_context(viewport=SMALL).new_page(), server.url)
    viewer.open(id_).pause()
    blows = [*pairs.items()][:6]
    seen = []
    for cue, of_beat in blows:
        end = min(at for at in cues if at > cue)
        read = TOUCHING.replace("PAIRS", str(of_beat))
        found = [touch for touch in viewer.read_at(range(cue, end, 16), read) if touch is not None]
        seen += found[:1]
    assert len(seen) >= len(blows) / 2, "losses are shown"
    assert all(seen)


ON_THE_WALL = """() => {
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
    viewer = paused(open_context, server, sample_page("ram-and-warden", "siege"), TURNED)
    assert viewer.read_at([37_900], ON_THE_WALL) == [[2, ["weary", "\N{MINUS SIGN}1 HP"]]]


OVER_THOSE_AT_HOME = """() => {
  const boxOf = (element) => element.getBoundingClientRect();
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
}"""


def expect_words_over_nobody(
    viewer: ViewerPage, moments: Sequence[int], at_home: int, least: int
) -> None:
    """So many words at least are shown at once, and none over those who stay at home."""
    seen = viewer.read_at(moments, OVER_THOSE_AT_HOME)
    assert max(words for plates, words, _ in seen if plates == at_home) >= least
    assert [over for *_, over in seen] == [0] * len(seen)


def test_words_about_the_third_fight_are_over_nobody_at_home(
    open_context: OpenContext, server: Server
) -> None:
    """On a low stage it stands beside them."""
    played = Played.sample("white-flag", "siege")
    met, fought = played.seqs("units_met")[2], played.seqs("unit_fought")[5]
    cues = played.show.schedule.cues
    viewer = paused(open_context, server, sample_page("white-flag", "siege"), TURNED)
    expect_words_over_nobody(viewer, range(cues[met], cues[fought] + 600, 100), 4, 2)


WIDTHS = """() => [...document.querySelectorAll("[data-spot=SPOT]")].map(
  (unit) => unit.getBoundingClientRect().width)"""


def widths(
    viewer: ViewerPage, size: tuple[int, int], spot: str, ms: int
) -> tuple[list[float], list[float]]:
    """How wide all ten are before anybody goes anywhere, and those at a spot at a moment."""
    viewer.page.set_viewport_size({"width": size[0], "height": size[1]})
    viewer.page.evaluate(DRAWN)
    (at_home,) = viewer.read_at([BEGUN_SIEGE_MS], WIDTHS.replace("SPOT", "home"))
    assert len(at_home) == 10
    (there,) = viewer.read_at([ms], WIDTHS.replace("SPOT", spot))
    return at_home, there


@pytest.mark.parametrize(("count", "step"), [(5, 200), *further((3, 50), (4, 50), (5, 50))])
def test_many_fights_have_room_on_phones(
    open_context: OpenContext, server: Server, count: int, step: int
) -> None:
    """Whoever fights is no smaller than at home, and its words are over nobody who waits."""
    played = Played.of(many_fights(count))
    viewer = paused(open_context, server, played, PHONE)
    cues = played.show.schedule.cues
    met, fought = played.seqs("units_met")[0], played.seqs("unit_fought")[0]
    moments = range(cues[met] + 400, cues[fought] + 1600, step)
    for size in PHONES:
        at_home, fighting = widths(viewer, size, "field", cues[fought] - 20)
        assert len(fighting) == 2 * count
        assert min(fighting) >= max(at_home)
        expect_words_over_nobody(viewer, moments, 10 - 2 * count, 3)
        assert problems(viewer.page, [*moments]) == [[]] * len(moments), size


@pytest.mark.parametrize(
    ("count", "defenders", "sizes", "step"),
    [
        (5, 5, PHONES[:2], 240),
        *further(
            *((*of, sizes, 60) for of in ((4, 2), (5, 3), (5, 5)) for sizes in ([DESK], PHONES))
        ),
    ],
)
def test_many_besiegers_have_room(
    open_context: OpenContext,
    server: Server,
    count: int,
    defenders: int,
    sizes: list[tuple[int, int]],
    step: int,
) -> None:
    """They are no smaller than at home, and what is said of them and of the siege covers nobody."""
    played = Played.of(many_besiegers(count, defenders))
    viewer = paused(open_context, server, played, sizes[0])
    cues = played.show.schedule.cues
    besieged, settled = played.seqs("castle_besieged")[0], played.seqs("siege_settled")[-1]
    moments = [*range(cues[besieged] + 60, cues[settled] + 1000, step)]
    for size in sizes:
        at_home, besieging = widths(viewer, size, "siege", cues[settled] - 20)
        assert len(besieging) == count
        assert min(besieging) >= max(at_home)
        assert problems(viewer.page, moments) == [[]] * len(moments), size


def test_who_is_at_home_on_a_phone_has_its_values_beside_it(
    open_context: OpenContext, server: Server
) -> None:
    """Five are one below another: with values at their feet they were 20 and 25 px wide."""
    viewer = paused(open_context, server, sample_page("open-gate", "siege"), PHONE)
    for size, least in ((PHONE, 34), ((320, 568), 28)):
        at_home, _ = widths(viewer, size, "home", BEGUN_SIEGE_MS)
        assert min(at_home) >= least
        assert problems(viewer.page, [BEGUN_SIEGE_MS]) == [[]]


LETTERS = """() => {
  const isSeen = (element) => Number(getComputedStyle(element).opacity) > 0.05;
  const height = (element) => element.getBoundingClientRect().height;
  const tags = [...document.querySelectorAll(".row-tag:not(:empty)")].filter(isSeen);
  return [Math.max(...[...document.querySelectorAll(".stat b")].map(height)), tags.length];
}"""


def test_who_walks_home_from_a_fight_is_not_written_larger(
    open_context: OpenContext, server: Server
) -> None:
    """A unit at home is smaller by two fifths on a phone, and its letters are as large."""
    played = Played.sample("open-gate", "siege")
    viewer = paused(open_context, server, sample_page("open-gate", "siege"), PHONE)
    home = played.show.schedule.cues[played.seqs("castle_guarded")[0]]
    [before, tags], *after = viewer.read_at([home - 10, *range(home + 1, home + 200, 20)], LETTERS)
    assert tags > 0
    assert [more for _, more in after] == [0] * len(after)
    assert max(letters for letters, _ in after) < before * 1.15
