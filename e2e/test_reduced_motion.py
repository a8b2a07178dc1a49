"""Whoever prefers reduced motion sees every moment, and nothing that moves."""

import pytest
from playwright.sync_api import Locator, expect

from e2e.played import Played, sample_page
from e2e.viewer_page import MINUS, ViewerPage, stage_of

SAMPLE = "bombs-away"


@pytest.fixture(scope="module")
def played() -> Played:
    return Played.sample(SAMPLE)


def effects(viewer: ViewerPage) -> Locator:
    """What flies over the stage for a moment."""
    return viewer.page.locator(".effects > *")


def test_battle_waits_for_whoever_prefers_reduced_motion(still_viewer: ViewerPage) -> None:
    still_viewer.open(sample_page(SAMPLE))
    still_viewer.expect_landed(1)
    still_viewer.expect_playing(playing=False)


# What has been moved from where it rests, and how many px of the canvas are painted.
READ_MOVED = """() => {
  const canvas = document.querySelector(".particles");
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const inner = document.querySelectorAll(".world *, .effects *");
  return {
    moved: [...inner].filter(({ style }) => !new DOMMatrix(style.transform).isIdentity).length,
    painted: data.filter((value, k) => k % 4 === 3 && value > 0).length,
  };
}"""

AT_REST = {"moved": 0, "painted": 0}


def test_every_blow_is_shown_without_motion(still_viewer: ViewerPage, played: Played) -> None:
    still_viewer.open(sample_page(SAMPLE), at=0)
    for seq in played.seqs("unit_struck", "bomb_dropped")[:8]:
        still_viewer.seek_event(seq)
        amount = f"{MINUS}{played.events[seq].amount}"
        numbers = effects(still_viewer).filter(has_text=amount)
        expect(numbers.first).to_be_attached()
        assert still_viewer.page.evaluate(READ_MOVED) == AT_REST
        assert still_viewer.page.evaluate("() => document.getAnimations().length") == 0
        assert still_viewer.stage() == stage_of(played, seq + 1)


@pytest.mark.parametrize(
    ("ruleset", "sample", "shown"),
    [
        (
            "warlords",
            "acid-and-lightning",
            {
                "melee_rolled": ".dice b",
                "dice_rolled": ".dice b",
                "unit_struck": ".pop.loss",
                "lightning_hit": ".caption",
                "acid_hit": ".caption",
            },
        ),
        ("siege", "open-gate", {"unit_fought": ".pop", "castle_fallen": ""}),
    ],
)
def test_numbers_captions_and_dice_are_shown_without_motion(
    still_viewer: ViewerPage, ruleset: str, sample: str, shown: dict[str, str]
) -> None:
    of_ruleset = Played.sample(sample, ruleset)
    still_viewer.open(sample_page(sample, ruleset), at=0)
    for type_, kind in shown.items():
        for seq in of_ruleset.seqs(type_)[:2]:
            still_viewer.seek_event(seq)
            if kind:
                expect(still_viewer.page.locator(f".effects {kind}").first).to_be_visible()
            assert still_viewer.page.evaluate(READ_MOVED) == AT_REST, type_


def test_playing_shows_the_whole_battle_without_motion(
    still_viewer: ViewerPage, played: Played
) -> None:
    still_viewer.open(sample_page(SAMPLE), at=0)
    still_viewer.page.evaluate(
        """() => {
          window.moved = 0;
          const look = () => {
            const { moved, painted } = (READ_MOVED)();
            window.moved += moved + painted;
          };
          const layer = document.querySelector(".effects");
          new MutationObserver(look).observe(layer, { childList: true });
        }""".replace("READ_MOVED", READ_MOVED)
    )
    still_viewer.set_speed(16)
    still_viewer.play()
    expect(still_viewer.result).to_be_visible()
    assert still_viewer.stage() == stage_of(played, len(played.events))
    assert still_viewer.page.evaluate("() => window.moved") == 0


def test_change_of_the_wish_is_heeded_at_once(viewer: ViewerPage, played: Played) -> None:
    viewer.open(sample_page(SAMPLE), at=played.seqs("unit_struck")[0])
    assert viewer.page.evaluate(READ_MOVED) != AT_REST
    viewer.page.emulate_media(reduced_motion="reduce")
    viewer.page.wait_for_function(f"() => ({READ_MOVED})().moved === 0")
    assert viewer.page.evaluate(READ_MOVED) == AT_REST
    viewer.page.emulate_media(reduced_motion="no-preference")
    viewer.page.wait_for_function(f"() => ({READ_MOVED})().moved > 0")
