"""Nobody waits for long: how soon the first blow falls, and how often something happens."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any, Final

import pytest

import engine
from engine.core.rng import Seeded
from engine.rulesets.warlords.events import ShotFired
from tests.golden.files import GAMES
from webapp.base import games, samples
from webapp.base.game import Game, pace_of
from webapp.battles import playback
from webapp.battles.playback import Schedule, kind

FIRST_BLOW_MS: Final = 6000
STRETCH_MS: Final = 3000
CITADEL_MS: Final = 120_000
RANDOM: Final = 20
RANDOM_LONG: Final = 200
OF_BOTS: Final = 4  # one of so many is played where bots think
FIRST_LANDING: Final = 0.45  # share of a beat: static/js/player/engine/store.js
Json = dict[str, Any]


def tag(event: engine.Event) -> str:
    return str(event.__struct_config__.tag)


def sample_battles(game: Game) -> Iterator[tuple[str, Json]]:
    found = samples.load(game)
    return ((id_, found.battle_file(battle)) for id_, battle in found.battles.items())


def random_battles(game: Game, most: int = RANDOM) -> Iterator[tuple[str, Json]]:
    """Battles of random armies, with bots where decisions are needed."""
    bots = sorted(game.ruleset.catalog().get("bots", {}))
    for seed in range(most // OF_BOTS if bots else most):
        sides = []
        for number, name in enumerate(("Left", "Right")):
            army = game.builder.random({}, {}, Seeded(2 * seed + number))
            decides = {"bot": bots[(seed + number) % len(bots)]} if bots else {}
            sides.append({"name": name, "army": army, **decides})
        yield f"random {seed}", {"ruleset": game.ruleset.id, "seed": seed, "sides": sides}


def blows(game: Game, recording: engine.Recording, plan: Schedule) -> list[float]:
    """Return when units are affected, in ms: the landing of such beats' first events."""
    pace = pace_of(game)
    ends = [*plan.cues, plan.duration_ms]
    told = {
        cue
        for cue, event in zip(plan.cues, recording.events, strict=True)
        if kind(pace, tag(event), partial(getattr, event)) in pace.blows
    }
    return [
        cue + FIRST_LANDING * (min(end for end in ends if end > cue) - cue) for cue in sorted(told)
    ]


@pytest.mark.parametrize(
    "source",
    [
        sample_battles,
        random_battles,
        pytest.param(partial(random_battles, most=RANDOM_LONG), marks=pytest.mark.long),
    ],
    ids=["samples", "random", "many"],
)
@pytest.mark.parametrize("game", games.games().values(), ids=lambda game: game.ruleset.id)
def test_the_first_blow_falls_soon_and_the_next_is_never_far(game: Game, source: Any) -> None:
    for name, file in source(game):
        recording = engine.play(engine.read(file))
        plan = playback.read(game, recording.lines()).schedule
        times = blows(game, recording, plan)
        assert name != "the-citadel" or plan.duration_ms <= CITADEL_MS
        assert times[0] <= FIRST_BLOW_MS, name
        longest = max((after - before for before, after in pairwise(times)), default=0)
        assert longest <= STRETCH_MS, name


def test_a_shot_that_kills_has_the_time_of_a_blow() -> None:
    """It falls in a run of shots that come to nothing, and is no part of their flurry."""
    game = games.game("warlords")
    pace = pace_of(game)
    kills = 0
    for path in sorted((GAMES / "warlords" / "golden").glob("*.jsonl")):
        recording = engine.load_recording(path.read_bytes())
        plan = playback.read(game, recording.lines()).schedule
        shown = zip(plan.cues, [*plan.cues[1:], plan.duration_ms], recording.events, strict=True)
        for cue, end, event in shown:
            if isinstance(event, ShotFired) and event.kills and cue < pace.airing_most // 2:
                kills += 1
                assert end - cue == pace.events["unit_struck"], f"{path.name} {event.seq}"
    assert kills
