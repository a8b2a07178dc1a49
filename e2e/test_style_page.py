"""The style page's stages: whatever style sheets say of a stage is drawn on one of them."""

from pathlib import Path

from playwright.sync_api import Page, expect

from e2e.server import Server
from tests.present import OURS
from tests.repo.style_sheets import SHEETS, STAGE, is_on_stage, rules, sheet

SHORT = {"coin", "dim", "landscape"}
"""Shown for a moment while it moves, or where the country is one drawing."""
CLASSES = "() => [...document.querySelectorAll('[class]')].flatMap((one) => [...one.classList])"


def styled(path: Path) -> set[str]:
    return {name for rule in rules(sheet(path)) for name in rule.own_classes()}


def test_all_that_stands_on_a_stage_is_on_the_style_page(page: Page, server: Server) -> None:
    sheets = [path for path in SHEETS if is_on_stage(path)]
    assert len(sheets) > len(STAGE)
    page.goto(f"{server.url}/style")
    frames = page.locator('iframe[src*="theme=light"]')
    expect(frames).to_have_count(len(OURS))
    shown: set[str] = set()
    for frame in frames.all():
        frame.scroll_into_view_if_needed()
        stage = frame.content_frame
        expect(stage.locator(".unit").first).to_be_visible()
        expect(stage.locator(".plate").first).to_be_visible()
        shown |= set(stage.locator(":root").evaluate(CLASSES))
    assert {name for path in sheets for name in styled(path)} - shown - SHORT == set()
