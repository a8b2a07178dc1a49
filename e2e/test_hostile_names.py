"""Names that people give are shown as text, whatever is in them."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.played import Played
from e2e.server import Server
from e2e.viewer_page import ViewerPage, stage_of

NAMES = {
    "script": "<script>window.owned = 1</script>",
    "end-of-data": "</script><script>window.owned = 1</script>",
    "attribute": "\" onmouseover='window.owned = 1' x=\"",
    "image": "<img src=x onerror='window.owned = 1'>",
    "template": "{{ 7 * 7 }} {amount} ${7 * 7} %s",
    "right-to-left": "\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET} \N{ARABIC LETTER BEH}",
    "emoji": "\N{CROSSED SWORDS}\N{DRAGON}\N{WAVING BLACK FLAG}",
    "long": "W" * 60,
    "marks": "Z\N{COMBINING ACUTE ACCENT}\N{COMBINING DIAERESIS}\N{COMBINING TILDE}" * 15,
    "blank": "\N{HANGUL FILLER}\N{BRAILLE PATTERN BLANK}x\N{HANGUL FILLER}",
}


def battle_file(name: str) -> dict[str, Any]:
    """A battle in which everything that can be named has this name."""
    unit = {"custom": {"name": name[:60], "energy": 2}}
    side = {"name": name[:60], "army": {"name": name[:60], "lineup": [unit, {"unit": "toad"}]}}
    other = {"army": {"name": "Shy", "lineup": [{"unit": "shy-guy"}]}}
    return {"ruleset": "manymarios", "seed": 1, "options": {"first": "a"}, "sides": [side, other]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own, so that lists show what these tests have stored."""
    server = Server(tmp_path_factory.mktemp("hostile"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(params=NAMES.values(), ids=NAMES.keys())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def expect_no_script_ran(page: Page) -> None:
    assert page.evaluate("() => 'owned' in window") is False


def test_name_is_text_on_stage_and_in_words(
    still_viewer: ViewerPage, server: Server, name: str
) -> None:
    played = Played.of(battle_file(name))
    viewer = still_viewer.open(server.store(battle_file(name)), at=0)
    viewer.press("End")
    viewer.expect_landed(len(played.events))
    assert viewer.stage() == stage_of(played, len(played.events))
    viewer.seek_event(played.seqs("unit_struck")[0])
    expect(viewer.page.get_by_role("heading", level=1)).to_have_text(f"{name} against Shy")
    expect(viewer.unit("a1").locator(".name span").first).to_have_text(name)
    expect(viewer.page.locator('.banner[data-side="a"] strong')).to_have_text(name)
    expect(viewer.page.locator(".subtitle")).to_contain_text(name)
    expect(viewer.current_line).to_contain_text(name)
    viewer.unit("a1").hover()
    expect(viewer.inspector).to_contain_text(name)
    expect_no_script_ran(viewer.page)


@pytest.mark.parametrize("path", ["/", "/battles"])
def test_name_is_text_in_lists(page: Page, server: Server, name: str, path: str) -> None:
    id_ = server.store(battle_file(name))
    page.goto(server.url + path)
    expect(page.locator(f'a[href="/b/{id_}"]')).to_have_text(f"{name} against Shy")
    expect_no_script_ran(page)


def test_name_is_text_in_the_form_and_the_log(page: Page, server: Server, name: str) -> None:
    page.goto(f"{server.url}/quick/manymarios")
    page.get_by_label("Name").nth(0).fill(name[:60])
    army = {"name": name[:60], "lineup": [{"unit": "toad"}]}
    page.locator('input[name="army_b"][value="other"]').check()
    page.get_by_role("textbox", name="Another army").fill(json.dumps(army))
    page.get_by_role("button", name="Swap sides").click()
    expect(page.get_by_label("Name").nth(1)).to_have_value(name[:60])
    expect(page.get_by_role("region", name="Match-up")).to_contain_text(name[:60])
    expect_no_script_ran(page)
    page.goto(f"{server.url}/b/{server.store(battle_file(name))}/log.txt")
    expect(page.locator("body")).to_contain_text(f"{name} against Shy")
    expect_no_script_ran(page)


@pytest.mark.parametrize("width", [360, 1280])
def test_long_names_leave_the_page_in_shape(viewer: ViewerPage, server: Server, width: int) -> None:
    viewer.page.set_viewport_size({"width": width, "height": 800})
    viewer.open(server.store(battle_file(NAMES["long"])), at=0)
    for path in (viewer.page.url, server.url):
        viewer.page.goto(path)
        expect(viewer.page.locator("main")).to_be_visible()
        content = viewer.page.evaluate("() => document.documentElement.scrollWidth")
        assert content <= width
