"""A blow reaches the body that it hits: plates overlap at the moment the number appears."""

import pytest

from e2e.conftest import OpenContext
from e2e.film import SMALL
from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage

FRAME_MS = 16
BLOWS_MOST = 12

# Of each beat, from when to when: whether any two of its pairs touch once a loss is seen first.
TOUCHING = """([beats, step]) => {
  const scrubber = document.querySelector("input.scrubber");
  const seek = (ms) => {
    scrubber.value = ms;
    scrubber.dispatchEvent(new Event("input"));
  };
  const plate = (id) =>
    document.querySelector(`[data-unit="${id}"] .plate`).getBoundingClientRect();
  const isLoss = (pop) => Number(getComputedStyle(pop).opacity) > 0;
  return beats.map(({ from, to, pairs }) => {
    for (let ms = from; ms < to; ms += step) {
      seek(ms);
      if (![...document.querySelectorAll(".pop.loss")].some(isLoss)) continue;
      return pairs.some((pair) => {
        const [one, other] = pair.map(plate);
        return Math.min(one.right, other.right) > Math.max(one.left, other.left)
          && Math.min(one.bottom, other.bottom) > Math.max(one.top, other.top);
      });
    }
    return null;
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
def test_plates_overlap_when_the_number_appears(
    open_context: OpenContext,
    server: Server,
    ruleset: str,
    sample: str,
    type_: str,
    fields: tuple[str, str],
) -> None:
    played = Played.sample(sample, ruleset)
    cues = played.show.schedule.cues
    pairs: dict[int, list[list[str]]] = {}
    for seq in played.seqs(type_):
        event = played.events[seq]
        pairs.setdefault(cues[seq], []).append([getattr(event, field) for field in fields])
    ends = {cue: min(at for at in cues if at > cue) for cue in pairs}
    beats = [{"from": cue, "to": ends[cue], "pairs": of} for cue, of in pairs.items()]
    viewer = ViewerPage(open_context(viewport=SMALL).new_page(), server.url)
    viewer.open(sample_page(sample, ruleset))
    viewer.pause()

    touching = viewer.page.evaluate(TOUCHING, [beats[:BLOWS_MOST], FRAME_MS])
    seen = [touches for touches in touching if touches is not None]
    assert len(seen) >= len(touching) / 2, "losses are shown"
    assert all(seen)
