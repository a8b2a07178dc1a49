"""Dark, light, or as the system has it."""

from playwright.sync_api import Page, expect

from e2e.played import sample_page
from e2e.server import Server


def background(page: Page) -> str:
    read = "(root) => getComputedStyle(root).backgroundColor"
    return str(page.locator("html").evaluate(read))


def test_button_cycles_the_themes_and_every_page_remembers(page: Page, server: Server) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(server.url)
    button, root = page.locator("#theme"), page.locator("html")
    expect(button).to_have_accessible_name("Theme: Auto")
    dark = background(page)
    button.click()
    expect(root).to_have_attribute("data-theme", "dark")
    assert background(page) == dark
    button.click()
    expect(root).to_have_attribute("data-theme", "light")
    light = background(page)
    assert light != dark
    page.goto(f"{server.url}/b/{sample_page('first-steps')}#at=0")
    expect(button).to_have_accessible_name("Theme: Light")
    assert background(page) == light
    button.click()
    expect(button).to_have_accessible_name("Theme: Auto")
    page.reload()
    expect(button).to_have_accessible_name("Theme: Auto")
    assert background(page) == dark


def test_auto_follows_system_and_colours_the_stage(shared_page: Page, server: Server) -> None:
    shared_page.goto(f"{server.url}/b/{sample_page('first-steps')}#at=0")
    scene = shared_page.locator(".lineup-scene")
    expect(scene).to_be_visible()
    seen = set()
    for scheme in ("dark", "light"):
        shared_page.emulate_media(color_scheme=scheme)
        sky = scene.evaluate("(scene) => getComputedStyle(scene).backgroundImage")
        seen |= {background(shared_page), sky}
    assert len(seen) == 4
