"""What of a match is on the screen, where stage and orders stand side by side."""

from playwright.sync_api import expect

from e2e.conftest import OpenContext
from e2e.match_page import MatchPage, begin
from e2e.server import Server


def test_a_round_is_seen_beside_orders_that_are_longer_than_the_screen(
    open_context: OpenContext, server: Server
) -> None:
    """What they can do is said below them, so that the stage has been left above."""
    ann, bo = (
        MatchPage(open_context(viewport={"width": 1280, "height": 800}).new_page(), server.url)
        for _ in range(2)
    )
    begin(ann, bo)
    ann.order(A="attack", E="defend").lock()
    bo.expect_locked("a")
    bo.order(**dict.fromkeys("ABCDE", "attack"))
    bo.page.keyboard.press("End")
    expect(bo.stage).not_to_be_in_viewport(ratio=0.9)
    bo.lock()
    expect(bo.page.locator("[data-spot=field]").first).to_be_visible()
    expect(bo.stage).to_be_in_viewport(ratio=0.9)
    bo.expect_turn(2)
    expect(bo.title).to_be_in_viewport()
