"""What a scene is told: a snapshot at every moment, and motion for the beat that is under way."""

import pytest
from playwright.sync_api import Page

# The hand-made battle of test_timeline_js: four beats of 1,000 ms, the second of two events.
MAKE = """() => {
  const { createDirector, createHandClock, createStore, createTimeline } = modules;
  const initial = { round: 0, count: 0, ended: false, winner: null, reason: null };
  const store = createStore({ initial, reduce: (state) => ({ ...state, count: state.count + 1 }) });
  const beats = [0, 1, 1, 2, 3];
  const events = beats.map((beat, seq) => ({ seq, beat, type: "told" }));
  const cues = beats.map((beat) => 1000 * beat);
  store.append({ from_seq: 0, events, cues, until_ms: 4000, over: true });
  const clock = createHandClock();
  const timeline = createTimeline(store, clock);
  const told = [];
  const scene = {
    render: (state) => told.push(`render ${state.count}`),
    play(beat, events, times, before, after) {
      told.push(`play ${events.length} from ${before.count} to ${after.count}`);
      return {
        seek: (ms) => told.push(`at ${Math.round(ms)}`),
        clear: () => told.push("clear"),
      };
    },
    resize: () => told.push("resize"),
  };
  const director = createDirector(store, timeline, scene);
  window.film = { clock, director, scene, timeline, told };
}"""

TAKE = "() => film.told.splice(0)"


class Film:
    """A director, and what it has told its scene."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(MAKE)

    def do(self, script: str) -> list[str]:
        """What the scene is told when `script` is done with the film."""
        self.page.evaluate(f"() => {{ {script}; }}")
        told: list[str] = self.page.evaluate(TAKE)
        return told


@pytest.fixture
def film(modules: Page) -> Film:
    return Film(modules)


def test_jump_draws_snapshot_and_motion_at_once(film: Film) -> None:
    assert film.do("film.timeline.seek(1500)") == ["render 2", "play 2 from 1 to 3", "at 500"]


def test_each_jump_clears_the_motion_before(film: Film) -> None:
    jumps = "film.timeline.seek(1500); film.timeline.seek(3500); film.timeline.seek(2500)"
    assert film.do(jumps) == [
        *("render 2", "play 2 from 1 to 3", "at 500"),
        *("clear", "render 5", "play 1 from 4 to 5", "at 500"),
        *("clear", "render 4", "play 1 from 3 to 4", "at 500"),
    ]


def test_moving_within_a_beat_seeks_its_motion(film: Film) -> None:
    """The two events of the beat from 1,000 to 2,000 ms land at 1,430 and 1,750."""
    film.do("film.timeline.seek(1500)")
    assert film.do("film.timeline.seek(1800)") == ["render 3", "at 800"]
    assert film.do("film.timeline.seek(1300)") == ["render 1", "at 300"]


def test_motion_is_cleared_before_the_next_moment_is_drawn(film: Film) -> None:
    film.do("film.timeline.seek(1500)")
    told = film.do("film.timeline.seek(0)")
    assert told == ["clear", "render 1", "play 1 from 0 to 1", "at 0"]


def test_playing_on_begins_the_next_motion_in_the_same_frame(film: Film) -> None:
    film.do("film.timeline.seek(990)")
    film.do("film.timeline.play()")
    told = film.do("film.clock.pass(20)")
    assert told == ["clear", "play 2 from 1 to 3", "at 0", "at 10"]


def test_nothing_is_in_the_air_where_nothing_follows(film: Film) -> None:
    """The last beat is over at 4,000 ms; back within it, its motion is there again."""
    film.do("film.timeline.seek(3900)")
    assert film.do("film.timeline.seek(4000)") == ["clear"]
    assert film.do("film.timeline.seek(3900)") == ["play 1 from 4 to 5", "at 900"]


def test_what_goes_on_whatever_happens_is_drawn_at_every_position(film: Film) -> None:
    film.do("film.scene.tick = (ms) => film.told.push(`tick ${ms}`)")
    assert film.do("film.timeline.seek(1550)")[-1] == "tick 1550"
    assert film.do("film.timeline.seek(4000)")[-1] == "tick 4000"


def test_another_speed_builds_the_motion_anew_since_blows_flash_less_at_a_higher_one(
    film: Film,
) -> None:
    film.do("film.timeline.seek(1500)")
    told = film.do("film.timeline.setSpeed(4)")
    assert told == ["clear", "play 2 from 1 to 3", "at 500"]
    assert film.do("film.timeline.setSpeed(4)") == ["at 500"]


def test_redrawing_measures_first_and_draws_all_anew(film: Film) -> None:
    film.do("film.timeline.seek(1500)")
    told = film.do("film.director.redraw()")
    assert told == ["clear", "resize", "render 2", "play 2 from 1 to 3", "at 500"]


def test_battle_goes_on_to_its_end_with_a_scene_that_draws_nothing(modules: Page) -> None:
    position, told = modules.evaluate(
        """() => {
          const { createDirector, createHandClock, createStore, createTimeline } = modules;
          const initial = { round: 0, ended: false, winner: null, reason: null };
          const reduce = (state, event) => ({ ...state, ended: event.type === "battle_ended" });
          const store = createStore({ initial, reduce });
          const clock = createHandClock();
          const timeline = createTimeline(store, clock);
          const scene = { render() {}, play: () => ({ seek() {}, clear() {} }) };
          createDirector(store, timeline, scene);
          const events = [0, 1].map((seq) => ({ seq, beat: seq, type: "told" }));
          events.push({ seq: 2, beat: 2, type: "battle_ended" });
          const cues = [0, 1000, 2000];
          store.append({ from_seq: 0, events, cues, until_ms: 3000, over: true });
          timeline.play();
          clock.pass(4000);
          return [timeline.position, store.states[store.landed(timeline.position)].ended];
        }"""
    )
    assert (position, told) == (3000, True)
