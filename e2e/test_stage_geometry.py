"""Nothing on a stage is cut, covered or outside it, all through a battle; blows reach bodies."""

from collections import Counter

import pytest

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
BEGUN_MS = 4500  # both armies and the banners of roles are there
BEGUN_SIEGE_MS = 2500
LEAST = {PHONE: 34, (320, 568): 28}  # minimum width of siege units at home


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


MOMENTS = 200
LARGEST = [
    ("manymarios", "bombs-away"),
    # Four numbers on one leader at once, one that is launched, and the largest armies.
    ("manymarios", "organ-recital"),
    ("manymarios", "sky-raid"),
    ("manymarios", "two-giants"),
    ("warlords", "acid-and-lightning"),
    ("warlords", "the-citadel"),
    ("siege", "open-gate"),
    ("siege", "ram-and-warden"),
]


@pytest.mark.parametrize(
    ("ruleset", "sample", "language", "sizes", "moments"),
    [
        ("manymarios", "bombs-away", "en", [PHONE], 30),
        ("warlords", "acid-and-lightning", "en", [TURNED], 30),
        ("siege", "open-gate", "en", [DESK], 30),
        *further(
            *(
                (*of, "en", sizes, MOMENTS)
                for of in LARGEST
                for sizes in ([DESK, LARGE], PHONES[:2])
            )
        ),
        *further(*((*LARGEST[k], "de", [PHONE, TURNED, DESK], MOMENTS) for k in (0, 4, 6))),
    ],
)
def test_no_text_covers_another_or_leaves_the_stage(
    open_context: OpenContext,
    server: Server,
    stored: Stored,
    ruleset: str,
    sample: str,
    language: str,
    sizes: list[tuple[int, int]],
    moments: int,
) -> None:
    _, id_ = stored(ruleset, sample)
    viewer = paused(open_context, server, id_, sizes[0], locale=language)
    for width, height in sizes:
        viewer.page.set_viewport_size({"width": width, "height": height})
        viewer.page.evaluate(DRAWN)
        look_all_through(viewer, moments)


# Where all texts are, and how wide the plates are.
READ_SIZES = """() => {
  const all = (kind) => [...document.querySelectorAll(`[data-unit]:not([data-gone]) ${kind}`)];
  const boxes = all(".worn *").map((element) => element.getBoundingClientRect());
  return {
    texts: boxes.flatMap(({ left, top, width }) => [left, top, width].map(Math.round)),
    plates: all(".figure").map((element) => element.getBoundingClientRect().width),
  };
}"""


@pytest.mark.long
def test_a_director_comes_near_to_who_fights_and_moves_no_text(viewer: ViewerPage) -> None:
    viewer.open(sample_page("acid-and-lightning", "warlords")).pause()
    moments = [round(viewer.length_ms() * (k + 0.5) / 20) for k in range(20)]
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


NUMBERS = """() => Object.fromEntries(
  [...document.querySelectorAll("[data-unit]:not([data-gone])")].map((unit) => {
    const isSeen = (number) => number.checkVisibility();
    const numbers = [...unit.querySelectorAll(".number, .nth")].filter(isSeen);
    return [unit.dataset.unit, numbers.map((number) => number.textContent.trim())];
  }),
)"""


@pytest.mark.parametrize(
    ("ruleset", "sample"),
    further(("warlords", "rats-at-the-gates"), ("manymarios", "ten-by-ten")),
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


# Whether any two of some pairs touch, as soon as a loss of the beat is seen; null before.
TOUCHING = """() => {
  const plate = (id) =>
    document.querySelector(`[data-unit="${id}"] .plate`).getBoundingClientRect();
  const isSeen = (pop) => Number(getComputedStyle(pop).opacity) > 0;
  const losses = [...document.querySelectorAll(".pop.loss")].filter(isSeen);
  globalThis.earlier ??= losses; // of earlier beats
  if (losses.every((pop) => earlier.includes(pop))) return null;
  return PAIRS.some((pair) => {
    const [one, other] = pair.map(plate);
    return Math.min(one.right, other.right) > Math.max(one.left, other.left)
      && Math.min(one.bottom, other.bottom) > Math.max(one.top, other.top);
  });
}"""


@pytest.mark.parametrize(
    ("ruleset", "sample", "type_", "fields"),
    [
        ("warlords", "acid-and-lightning", "unit_struck", ("attacker", "target")),
        *further(
            ("manymarios", "bombs-away", "unit_struck", ("attacker", "target")),
            ("siege", "open-gate", "unit_fought", ("opponent", "unit")),
        ),
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
    blows = [*pairs.items()][:3]
    seen = []
    for cue, of_beat in blows:
        end = min(at for at in cues if at > cue)
        read = TOUCHING.replace("PAIRS", str(of_beat))
        viewer.page.evaluate("() => { delete globalThis.earlier; }")
        found = [touch for touch in viewer.read_at(range(cue, end, 8), read) if touch is not None]
        seen += found[:1]
    assert len(seen) >= len(blows) / 2, "losses are shown"
    assert all(seen)


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
    # Five are one below another, with their values beside them.
    assert min(at_home) >= LEAST.get(size, 0)
    assert problems(viewer.page, [BEGUN_SIEGE_MS]) == [[]]
    (there,) = viewer.read_at([ms], WIDTHS.replace("SPOT", spot))
    return at_home, there


@pytest.mark.parametrize(("count", "sizes", "step"), further(*((k, PHONES, 50) for k in (3, 4, 5))))
def test_many_fights_have_room_on_phones(
    open_context: OpenContext, server: Server, count: int, sizes: list[tuple[int, int]], step: int
) -> None:
    """Fighting units keep their size, and their words cover no waiting unit."""
    played = Played.of(many_fights(count))
    viewer = paused(open_context, server, played, PHONE)
    cues = played.show.schedule.cues
    met, fought = played.seqs("units_met")[0], played.seqs("unit_fought")[0]
    moments = range(cues[met] + 400, cues[fought] + 1600, step)
    for size in sizes:
        at_home, fighting = widths(viewer, size, "field", cues[fought] - 20)
        assert len(fighting) == 2 * count
        assert min(fighting) >= max(at_home)
        seen = viewer.read_at(moments, OVER_THOSE_AT_HOME)
        assert max(words for plates, words, _ in seen if plates == 10 - 2 * count) >= 2
        assert [over for *_, over in seen] == [0] * len(seen)
        assert problems(viewer.page, [*moments]) == [[]] * len(moments), size


@pytest.mark.parametrize(
    ("count", "defenders", "sizes", "step"),
    further(*((*of, sizes, 60) for of in ((4, 2), (5, 3), (5, 5)) for sizes in ([DESK], PHONES))),
)
def test_many_besiegers_have_room(
    open_context: OpenContext,
    server: Server,
    count: int,
    defenders: int,
    sizes: list[tuple[int, int]],
    step: int,
) -> None:
    """Besiegers keep their size, and signs cover no unit."""
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
