"""Every sound as samples: as loud as it may be, neither cut off nor silent, and of what length."""

from typing import Any

import pytest
from playwright.sync_api import Page

RATE = 44_100
WEIGHTS = (0, 0.5, 1)

RENDER_EFFECTS = """async (weights) => {
  const { renderEffect, EFFECTS } = modules.sounds;
  const { ZZFX } = await modules.loadSynth();
  ZZFX.volume = 1;
  const measure = (samples) => ({
    peak: samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
    power: samples.reduce((sum, value) => sum + value * value, 0) / samples.length,
    count: samples.length,
    first: samples[0],
    crossings: samples.reduce((sum, value, k) => sum + (k > 0 && value * samples[k - 1] < 0), 0),
  });
  return Object.fromEntries(Object.keys(EFFECTS).map((name) =>
    [name, weights.map((weight) => measure(renderEffect(ZZFX, name, weight)))]));
}"""

RENDER_AMBIENCES = """([rate]) => {
  const { renderAmbience, AMBIENCES } = modules.sounds;
  return Object.fromEntries(Object.keys(AMBIENCES).map((name) => {
    const samples = renderAmbience(name, rate);
    const again = renderAmbience(name, rate);
    let [peak, power, leap] = [0, 0, 0];
    samples.forEach((value, k) => {
      peak = Math.max(peak, Math.abs(value));
      power += value * value;
      leap = Math.max(leap, Math.abs(value - samples[(k || samples.length) - 1]));
    });
    return [name, {
      peak,
      power: power / samples.length,
      count: samples.length,
      seam: Math.abs(samples[0] - samples[samples.length - 1]),
      leap,
      isSame: samples.every((value, k) => value === again[k]),
    }];
  }));
}"""


@pytest.fixture(scope="module")
def effects(modules: Page) -> dict[str, list[dict[str, Any]]]:
    """Each effect when it is light, ordinary and heavy."""
    found: dict[str, list[dict[str, Any]]] = modules.evaluate(RENDER_EFFECTS, [*WEIGHTS])
    return found


@pytest.fixture(scope="module")
def ambiences(modules: Page) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = modules.evaluate(RENDER_AMBIENCES, [22_050])
    return found


def test_every_sound_that_a_scene_names_is_there(modules: Page, effects: dict[str, Any]) -> None:
    named = modules.evaluate("() => Object.values(modules.SOUNDS).flatMap(Object.values)")
    assert named
    assert set(named) <= set(effects)


def test_no_effect_is_cut_off_or_silent(effects: dict[str, Any]) -> None:
    for name, by_weight in effects.items():
        for measured in by_weight:
            assert 0.4 < measured["peak"] <= 0.81, name
            assert measured["power"] > 0.0005, name
            assert abs(measured["first"]) < 0.2, f"{name} begins with a click"


def test_effects_are_short_and_some_are_longer(effects: dict[str, Any]) -> None:
    for name, by_weight in effects.items():
        for measured in by_weight:
            assert 0.02 * RATE < measured["count"] < 1.4 * RATE, name
    assert effects["gate"][1]["count"] > 2 * effects["blow"][1]["count"]


def test_what_is_heavy_is_louder_longer_and_lower(effects: dict[str, Any]) -> None:
    light, _, heavy = effects["stars"]  # a plain tone
    assert heavy["peak"] > 1.3 * light["peak"]
    assert heavy["count"] > 1.2 * light["count"]
    pitch = [measured["crossings"] / measured["count"] for measured in (light, heavy)]
    assert pitch[1] < pitch[0]


def test_no_ground_is_loud_or_silent_and_its_loop_has_no_seam(
    ambiences: dict[str, dict[str, Any]],
) -> None:
    for name, measured in ambiences.items():
        assert 0.1 < measured["peak"] <= 0.121, name
        assert measured["power"] > 0.00005, name
        assert measured["count"] == 8 * 22_050, name
        assert measured["seam"] <= measured["leap"] <= 0.1, name
        assert measured["isSame"], name


THIN = """([rate, names, every]) => {
  const isDue = modules.createThinning();
  return names.filter((name, k) => isDue(name, k * every, rate)).length;
}"""


def test_many_at_once_are_thinned(modules: Page) -> None:
    def played(rate: float, names: list[str], every: int) -> int:
        return int(modules.evaluate(THIN, [rate, names, every]))

    assert played(1, ["blow", "fall", "shot"], 300) == 3
    assert played(1, ["blow"] * 100, 10) == 7  # a second, one in 150 ms
    assert played(4, ["blow"] * 100, 10) == 0
    assert played(4, ["kill", "fall"] * 50, 10) <= 6  # a second, one in 180 ms
