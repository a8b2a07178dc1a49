"""Every sound as samples: as loud as it may be, neither cut off nor silent, and of what length."""

import base64
import wave
from math import log10
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from e2e.conftest import RESULTS

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
    assert {*named, "blow", "stars", "thud"} <= set(effects)  # the last three are a siege's changes


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


CHANGED = """(changes) => {
  const { sound } = modules.VIEWS.siege({ abilities: {}, entries: {} });
  return changes.map(([stat, amount]) => {
    const event = { type: "unit_changed", stat, amount };
    return [sound(event), Math.round(100 * modules.weightOf(event))];
  });
}"""


def test_in_a_siege_losses_sound_as_heavy_as_they_are_and_rest_is_silent(modules: Page) -> None:
    changes = [("hp", -1), ("def", -2), ("hp", -6), ("atk", 1), ("exh", 2), ("exh", -1)]
    (one, two, six, gain, tired, rest) = modules.evaluate(CHANGED, changes)
    assert [one, two, six] == [["blow", 0], ["blow", 20], ["blow", 100]]
    assert gain[0] == "stars"
    assert tired[0] == "thud"
    assert rest[0] is None


PCM = """async () => {
  const { renderEffect, renderAmbience, AMBIENCES, EFFECTS } = modules.sounds;
  const { ZZFX } = await modules.loadSynth();
  const write = (samples) => {
    const bytes = new Uint8Array(Int16Array.from(samples, (value) => value * 32767).buffer);
    let text = "";
    for (let k = 0; k < bytes.length; k += 4096) {
      text += String.fromCharCode(...bytes.subarray(k, k + 4096));
    }
    return btoa(text);
  };
  const all = (names, render) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, write(render(name))]));
  return {
    effects: all(EFFECTS, (name) => renderEffect(ZZFX, name, 1)),
    ambiences: all(AMBIENCES, (name) => renderAmbience(name, 22050)),
    layers: Object.fromEntries(Object.entries(EFFECTS).map(([name, { length }]) => [name, length])),
  };
}"""


def written(name: str, pcm: str, rate: int) -> Path:
    """A file of a sound, in which it can be listened to."""
    path = RESULTS / f"sound-{name}.wav"
    RESULTS.mkdir(exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(base64.b64decode(pcm))
    return path


def level(path: Path) -> tuple[float, float, float]:
    """A file's peak and its level, in dB below the loudest that there is, and its length in s.

    The level is that of the loudest 50 ms: short effects are not quieter than long ones.
    """
    with wave.open(str(path)) as file:
        rate = file.getframerate()
        samples = memoryview(file.readframes(file.getnframes())).cast("h")
    part = rate // 20
    powers = [
        sum(value * value for value in samples[start : start + part]) / part
        for start in range(0, len(samples), part)
    ]
    peak = max(map(abs, samples)) / 32768
    return 20 * log10(peak), 10 * log10(max(powers) / 32768**2), len(samples) / rate


def test_files_of_all_sounds_have_the_level_and_the_length_of_their_kind(modules: Page) -> None:
    rendered = modules.evaluate(PCM)
    for name, pcm in rendered["effects"].items():
        peak, loudness, seconds = level(written(name, pcm, RATE))
        assert -2.5 < peak < -1.5, name  # 0.8 of the most
        assert -13 < loudness < -5, name
        assert 0.05 < seconds < 1.4, name
    for name, pcm in rendered["ambiences"].items():
        peak, loudness, seconds = level(written(f"ground-{name}", pcm, 22_050))
        assert -19 < peak < -18, name  # 0.12 of the most
        assert -32 < loudness < -24, name
        assert seconds == 8, name
    for name in ("kill", "shot", "acid", "lightning", "gate", "fall"):
        assert rendered["layers"][name] >= 2, name


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
