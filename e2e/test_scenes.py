"""A page shows one game, and loads the scene of that game alone, whoever built it."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.cases import further
from e2e.guard import Guard
from e2e.played import sample_page
from e2e.server import Server
from webapp.base import games, samples

"""A third-party scene: an unbuilt module without imports."""

BUILT = "**/scene-manymarios.js*"
SAMPLE = "first-steps"


def first_sample(ruleset: str) -> str:
    """The id under which the first sample battle of a game can be watched."""
    of_ruleset = samples.load(games.game(ruleset))
    return of_ruleset.page_id(next(iter(of_ruleset.battles.values())))


@pytest.mark.parametrize("ruleset", ["warlords", *further("manymarios", "siege")])
def test_page_of_a_battle_loads_the_scene_of_its_game_only(
    page: Page, server: Server, ruleset: str
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server.url}/embed/{first_sample(ruleset)}")
    expect(page.locator("[data-unit]").first).to_be_visible()
    scenes = sorted(re.findall(r"/(scene-[\w-]+\.\w+)", "\n".join(asked)))
    assert scenes == [f"scene-{ruleset}.css", f"scene-{ruleset}.js"]


def test_scene_that_cannot_be_loaded_is_said(page: Page, server: Server, guard: Guard) -> None:
    guard.expect("scene-manymarios|dynamically imported|ERR_FAILED")
    page.route(BUILT, lambda route: route.abort())
    page.goto(f"{server.url}/b/{sample_page(SAMPLE)}")
    expect(page.get_by_role("alert")).to_contain_text("could not be loaded")
