"""The siege's stage as it looks: no text of it covers another one or leaves the stage."""

import pytest

from e2e.conftest import OpenContext
from e2e.geometry import problems
from e2e.server import Server
from e2e.told import Told, sample_page
from e2e.viewer_page import ViewerPage

SCREENS = [(1280, 800), (1920, 1080), (360, 740), (740, 360)]
MOMENTS = 200


@pytest.mark.parametrize("size", SCREENS, ids=str)
@pytest.mark.parametrize("name", ["open-gate", "ram-and-warden"])
def test_no_text_of_a_siege_is_covered_or_cut_at_any_moment(
    open_context: OpenContext, server: Server, size: tuple[int, int], name: str
) -> None:
    told = Told.sample(name, "siege")
    viewport = dict(zip(("width", "height"), size, strict=True))
    page = open_context(viewport=viewport).new_page()
    viewer = ViewerPage(page, server.url).open(sample_page(name, "siege"), at=0)
    duration = told.show.schedule.duration_ms
    found = {}
    for k in range(MOMENTS):
        ms = duration * (2 * k + 1) // (2 * MOMENTS)
        viewer.seek_ms(ms)
        if wrong := problems(page):
            found[ms] = wrong
    assert found == {}
