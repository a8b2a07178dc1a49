"""Backdrops: painted for every field, alike each time, in both themes; and the weather."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

import engine
from engine.rulesets.warlords.catalog import CATALOG

RULESETS = engine.rulesets()
TERRAINS = [*CATALOG.terrains]
CITIES = [*CATALOG.cities]

PAINT = """([game, field, army]) => {
  const armies = { a: { army }, b: { army: "Others" } };
  const { layers, horizon, weather } = modules.BACKDROPS[game]({ field, armies });
  return {
    horizon,
    weather,
    depths: layers.map(({ depth }) => depth),
    markup: layers.map(({ drawing }) => drawing.outerHTML),
    hidden: layers.every(({ drawing }) => drawing.getAttribute("aria-hidden") === "true"),
  };
}"""

FILLS = """([game, scheme]) => {
  document.documentElement.style.colorScheme = scheme;
  const { layers } = modules.BACKDROPS[game]({ field: null, armies: null });
  document.body.replaceChildren(...layers.map(({ drawing }) => drawing));
  return [...document.querySelectorAll("stop, path")].map((element) => {
    const { fill, stopColor } = getComputedStyle(element);
    return element.matches("stop") ? stopColor : fill;
  });
}"""

WEATHER = """([kind, moments]) => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 300, height: 200 });
  const ctx = canvas.getContext("2d", { willReadFrequently: true });
  return moments.map((ms) => {
    ctx.clearRect(0, 0, 300, 200);
    modules.weather.drawWeather(ctx, kind, "seed", 300, 200, ms);
    return [...ctx.getImageData(0, 0, 300, 200).data].join();
  });
}"""

STROKES = """(kind) => {
  const ctx = document.createElement("canvas").getContext("2d");
  let count = 0;
  for (const name of ["fill", "fillRect", "stroke"]) ctx[name] = () => void count++;
  modules.weather.drawWeather(ctx, kind, "seed", 300, 200, 1000);
  return { count, left: [ctx.fillStyle, ctx.strokeStyle, ctx.lineWidth] };
}"""


def painted(
    modules: Page, game: str, terrain: list[str], city: str | None = None, army: str = "Ours"
) -> dict[str, Any]:
    field = {"terrain": terrain, "city": city, "die": 20}
    picture: dict[str, Any] = modules.evaluate(PAINT, [game, field, army])
    return picture


def of_stack(modules: Page, terrain: list[str], city: str | None = None) -> list[str]:
    markup: list[str] = painted(modules, "warlords", terrain, city)["markup"]
    return markup


@pytest.mark.parametrize("game", RULESETS)
def test_layers_lie_from_the_sky_to_the_ground(modules: Page, game: str) -> None:
    picture = painted(modules, game, ["hills"])
    *land, over = picture["depths"]
    assert land[0] == 0
    assert land[-1] == 1
    assert all(far < near for far, near in pairwise(land))
    assert over == 0  # darkened corners, which stay where they are
    assert len(picture["depths"]) <= 5
    assert picture["hidden"]
    assert 0.3 < picture["horizon"] < 0.5


@pytest.mark.parametrize("game", RULESETS)
def test_same_battle_has_the_same_picture(modules: Page, game: str) -> None:
    assert painted(modules, game, ["ice"]) == painted(modules, game, ["ice"])


@pytest.mark.parametrize("game", ["manymarios", "warlords"])
def test_other_armies_meet_on_another_field(modules: Page, game: str) -> None:
    ours, theirs = (painted(modules, game, [], army=army) for army in ("Ours", "Theirs"))
    assert ours["markup"] != theirs["markup"]


@pytest.mark.parametrize("game", ["manymarios", "warlords"])
def test_a_field_is_the_same_in_every_language(modules: Page, game: str) -> None:
    """A page calls a built-in army in its own words, and the field goes by the recording's."""
    own_words = """(game) => {
      const event = { a: { name: "", army: "Ours" }, b: { name: "", army: "Others" } };
      const called = { sides: {}, armies: { Ours: "Unsere" } };
      const armies = modules.translatedNames(event, called);
      const { layers } = modules.BACKDROPS[game]({ field: { terrain: [] }, armies });
      return [armies.a.army, armies.b.army, layers.map(({ drawing }) => drawing.outerHTML)];
    }"""
    ours, others, markup = modules.evaluate(own_words, game)
    assert (ours, others) == ("Unsere", "Others")
    assert markup == painted(modules, game, [])["markup"]


@pytest.mark.parametrize("game", RULESETS)
def test_picture_follows_the_theme(modules: Page, game: str) -> None:
    day, night = (modules.evaluate(FILLS, [game, scheme]) for scheme in ("light", "dark"))
    changed = sum(bright != dark for bright, dark in zip(day, night, strict=True))
    assert changed > len(day) / 2


@pytest.mark.parametrize("word", TERRAINS)
def test_every_terrain_has_a_picture(modules: Page, word: str) -> None:
    unknown = of_stack(modules, ["somewhere"])
    if word == "open":
        assert of_stack(modules, [word]) == unknown == of_stack(modules, [])
        return
    # Sky, far and near land and the ground: all but the dark corners.
    for own, other in zip(of_stack(modules, [word])[:-1], unknown[:-1], strict=True):
        assert own != other


@pytest.mark.parametrize("word", TERRAINS)
def test_every_terrain_adds_to_another(modules: Page, word: str) -> None:
    other = next(terrain for terrain in TERRAINS if terrain != word)
    both, alone = of_stack(modules, [other, word]), of_stack(modules, [other])
    assert len("".join(both)) > len("".join(alone))
    assert both[0] == alone[0]  # the first word decides on the sky


@pytest.mark.parametrize("word", CITIES)
def test_every_city_stands_behind_its_defender(modules: Page, word: str) -> None:
    pictures = {city: of_stack(modules, ["hills"], city)[2] for city in (None, *CITIES)}
    assert len(pictures[word]) > len(pictures[None])
    assert [*pictures.values()].count(pictures[word]) == 1


def test_weather_is_known_wherever_there_is_some(modules: Page) -> None:
    known = modules.evaluate("modules.weather.WEATHERS")
    fields = [painted(modules, game, [word]) for game in RULESETS for word in TERRAINS]
    assert {field["weather"] for field in fields} <= {*known, None}


WEATHERS = ["snow", "rain", "mist", "sand", "leaves", "petals", "fireflies", "clouds"]


def test_all_weather_is_tested(modules: Page) -> None:
    assert modules.evaluate("modules.weather.WEATHERS") == WEATHERS


@pytest.mark.parametrize("kind", WEATHERS)
def test_weather_is_the_same_however_its_moment_is_reached(modules: Page, kind: str) -> None:
    first, later, again, before = modules.evaluate(WEATHER, [kind, [5000, 9000, 5000, 0]])
    assert first == again
    assert len({first, later, before}) == 3


@pytest.mark.parametrize("kind", WEATHERS)
def test_weather_is_little_and_leaves_the_canvas_as_it_was(modules: Page, kind: str) -> None:
    drawn = modules.evaluate(STROKES, kind)
    assert 0 < drawn["count"] <= 80
    assert drawn["left"] == ["#000000", "#000000", 1]


def test_no_weather_draws_nothing(modules: Page) -> None:
    for kind in (None, "hail of frogs"):
        assert modules.evaluate(STROKES, kind)["count"] == 0
