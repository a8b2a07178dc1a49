"""The share dialog: links, embed code, QR code and files, by mouse and by keyboard."""

import re
import time

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.axe import expect_accessible
from e2e.conftest import OpenContext
from e2e.geometry import screen
from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.test_hostile_names import NAMES, battle_file
from e2e.viewer_page import ViewerPage
from tests.webapp.page_parts import frame

SAMPLE = "first-steps"
MOMENT = 17


@pytest.fixture
def opened(still_viewer: ViewerPage) -> ViewerPage:
    still_viewer.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return still_viewer.open(sample_page(SAMPLE), at=MOMENT)


def open_dialog(viewer: ViewerPage) -> Locator:
    viewer.page.locator('[data-share="open"]').click()
    dialog = viewer.page.get_by_role("dialog", name="Share this battle")
    expect(dialog).to_be_visible()
    return dialog


def clipboard(page: Page) -> str:
    return str(page.evaluate("() => navigator.clipboard.readText()"))


def copied(dialog: Locator, name: str) -> str:
    """What the button copies, which has to be what its field shows."""
    button = dialog.locator(f'[data-copy="{name}"]')
    button.click()
    # Both say so for 2.5 s only: one look at both.
    told = dialog.filter(has=dialog.page.locator(f'[data-copy="{name}"]', has_text="Copied"))
    expect(told.get_by_role("status")).to_contain_text("copied")
    text = clipboard(dialog.page)
    expect(dialog.locator(f"#copy-{name}")).to_have_value(text)
    return text


NOTE_SHARED = """
    window.shared = [];
    Object.defineProperty(Navigator.prototype, "share", {
      configurable: true,
      value: async (wish) => { window.shared.push(wish); },
    });
"""


def test_phone_passes_link_to_its_share_sheet(open_context: OpenContext, server: Server) -> None:
    """Without the permission to write to the clipboard text is copied the old way."""
    context = open_context(**screen(360, 740), reduced_motion="reduce")
    context.add_init_script(NOTE_SHARED + "delete Navigator.prototype.clipboard;")
    viewer = ViewerPage(context.new_page(), server.url).open(sample_page(SAMPLE), at=MOMENT)
    dialog = open_dialog(viewer)
    dialog.get_by_label(re.compile(r"^Begin at this moment: round \d, at 0:\d\d$")).check()
    dialog.get_by_role("button", name="Share…").click()
    (wish,) = viewer.page.evaluate("window.shared")
    assert wish["url"] == f"{server.url}/b/{sample_page(SAMPLE)}#at={MOMENT}"
    assert wish["title"] in viewer.page.title()
    button = dialog.locator('[data-copy="link"]')
    button.click()
    expect(button).to_have_text("Copied")
    expect(button).to_be_focused()


def test_copied_links_and_qr_code_lead_to_the_moment(opened: ViewerPage, played: Played) -> None:
    page, dialog = opened.page, open_dialog(opened)
    expect_accessible(page)
    expect(dialog.get_by_role("button", name="Share…")).to_have_count(0)  # a phone's
    address = f"{opened.url}/b/{sample_page(SAMPLE)}"
    code = dialog.get_by_role("img", name=re.compile("^QR code: "))
    for is_at, link in ((False, address), (True, f"{address}#at={MOMENT}")):
        dialog.get_by_label("Begin at this moment").set_checked(is_at)
        assert copied(dialog, "link") == link
        expect(code).to_have_attribute("alt", f"QR code: {link}")
        expect(code).to_have_js_property("complete", value=True)
        assert code.evaluate("(image) => image.naturalWidth") > 0
    assert f"at={MOMENT}" in str(code.get_attribute("src"))
    attributes = frame(copied(dialog, "embed"))
    beat = played.events[MOMENT].beat
    assert attributes["src"] == f"{opened.url}/embed/{sample_page(SAMPLE)}?beat={beat}"
    with page.expect_download() as begun:
        dialog.get_by_role("link", name="Save the QR code").click()
    assert begun.value.path().read_bytes().startswith(b"\x89PNG")
    for shared, landed in (
        (str(attributes["src"]), played.end_of_beat(MOMENT)),
        (link, MOMENT + 1),
    ):
        page.goto(shared)
        opened.expect_landed(landed)


def test_everything_can_be_done_by_keyboard(opened: ViewerPage) -> None:
    page = opened.page
    page.locator('[data-share="open"]').focus()
    opened.press("Enter")
    dialog = page.get_by_role("dialog", name="Share this battle")
    expect(dialog.get_by_label("Begin at this moment")).to_be_focused()
    opened.press(" ")
    opened.press("Tab")
    expect(dialog.get_by_label("Link", exact=True)).to_be_focused()
    opened.press("Tab")
    opened.press("Enter")
    expect(dialog.get_by_role("status")).to_have_text("Link: copied")
    assert clipboard(page).endswith(f"#at={MOMENT}")
    landed = opened.landed()
    opened.press("ArrowRight")
    opened.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator('[data-share="open"]')).to_be_focused()
    opened.expect_landed(landed)


@pytest.mark.long
def test_files_are_offered_when_the_battle_is_over(page: Page, quick_server: Server) -> None:
    side = {"army": {"lineup": [{"unit": "goomba"}]}}
    file = {"ruleset": "manymarios", "seed": 1, "sides": [side, side]}
    in_20_s = int(time.time() * 1000) + 20_000  # the dialog is open before the battle is over
    id_ = quick_server.store(file, in_20_s, listed=False)
    page.goto(f"{quick_server.url}/b/{id_}")
    dialog = open_dialog(ViewerPage(page, quick_server.url))
    expect(dialog.locator(".share-files")).to_contain_text("as soon as the battle is over")
    expect(dialog.locator(".share-files a")).to_have_count(0)
    expect(dialog.get_by_role("link", name="Page")).to_be_visible(timeout=40_000)


def test_any_title_stays_text_in_code_and_fits_phones(viewer: ViewerPage, server: Server) -> None:
    name = NAMES["attribute"]
    viewer.page.set_viewport_size({"width": 360, "height": 740})
    viewer.page.goto(f"{server.url}/b/{server.store(battle_file(name))}")
    dialog = open_dialog(viewer)
    assert frame(dialog.locator("#copy-embed").input_value())["title"] == f"{name} against Shy"
    box = dialog.bounding_box()
    assert box
    assert 0 <= box["x"] < box["x"] + box["width"] <= 360
    assert box["y"] + box["height"] <= 740
